// Ids that no item has, in the form that ids have here: a service may refuse any other before it looks
// for the item. The form is what the schemas of the id and of its parameter say, else that of the ids
// that were seen, or of the examples of the parameter.

import { type JsonObject, own } from '../../base/json.ts';
import type { Parameter } from '../../contract/declared.ts';
import { parametersOf } from '../../contract/nested-path.ts';
import { templateOf } from '../../contract/rows.ts';
import { idSchemaOf } from '../../model/ids/id-schema.ts';
import { idTypeOf, UNROUTABLE } from '../../model/ids/ids.ts';
import { State, StoredRecord } from '../../model/state/state.ts';
import { sampleOfSchema } from '../../schema/sample/sample.ts';
import type { SchemaName } from '../../schema/schema.ts';
import type { ServiceKnowledge } from '../session/service-knowledge.ts';
import type { Scenario } from './scenario.ts';

/** Returns ids that none of the elements has, nor any item of the run: the likeliest first. */
export function unusedIds(scenario: Scenario, elements: readonly JsonObject[]): readonly string[] {
  const { service } = scenario.session;
  const { contract, schemas } = service;
  const all =
    idTypeOf(contract, schemas) === 'string'
      ? unusedTexts(scenario, elements)
      : unusedNumbers(service, elements);
  const fitting = all.filter((key) => fitsPath(service, key));
  return fitting.length > 0 ? fitting : all;
}

/** Numbers just above the highest one, and far above it. */
function unusedNumbers(
  service: ServiceKnowledge,
  elements: readonly JsonObject[],
): readonly string[] {
  const { contract, schemas, checker } = service;
  // Without a list it is unknown which ids exist: one that is far off is likely to be unused.
  if (!service.offers('list')) return ['1000000007', '999999937'];
  const taken = new Set(elements.map((element) => service.keyOf(element)));
  const highest = Math.max(
    0,
    ...elements
      .map((element) => Number(own(element, contract.id)))
      .filter((id) => Number.isSafeInteger(id)),
  );
  const form = idSchemaOf(contract, schemas);
  const all = [highest + 1_009, 1_000_000_007, 999_983, highest + 101].filter(
    (id) => !taken.has(String(id)),
  );
  const fitting = all.filter((id) => form.fits(id, checker));
  return (fitting.length > 0 ? fitting : all).slice(0, 3).map(String);
}

/**
 * A text that looks like the ids that were seen, else the token of the run. If the schema allows no
 * such id, one that it allows.
 */
function unusedTexts({ session }: Scenario, elements: readonly JsonObject[]): readonly string[] {
  const { service, items } = session;
  const { contract, schemas, checker } = service;
  const { token } = items;
  const form = idSchemaOf(contract, schemas);
  const seen = [...elements.flatMap((element) => service.keyOf(element) ?? []), ...items.everOwned];
  const examples = parameterInPath(service)?.examples ?? [];
  const keys = seen.length > 0 ? seen : examples.filter((one) => typeof one === 'string');
  const isFitting = (id: string): boolean => form.fits(id, checker) && fitsPath(service, id);
  const alike = idLike(keys, token);
  const likely = [...(alike === null ? [] : [alike]), token, `${token}-0`].filter(isFitting);
  if (likely.length > 0) return likely;
  const listed = State.of([contract.resource]).collection(contract.resource);
  for (const element of elements) {
    const key = service.keyOf(element);
    if (key !== null) listed.put(new StoredRecord(key, element));
  }
  // An item of the run that is gone may still be shown, by a service whose reads lag.
  for (const key of items.everOwned) listed.put(new StoredRecord(key, { [contract.id]: key }));
  const drawn = form.draw(listed, checker);
  // Without a list it is unknown which ids exist: a long one is likely to be unused.
  const isUnused = drawn !== null && (service.offers('list') || drawn.length >= LONG_ID_CHARS);
  if (isUnused && fitsPath(service, drawn)) return [drawn];
  const sampled = sampleOfPath(service, token, keys);
  return [sampled ?? alike ?? (isUnused ? drawn : token)];
}

/** A sample of the parameter in the path that is none of some ids; `null` if there is none. */
function sampleOfPath(
  service: ServiceKnowledge,
  token: string,
  keys: readonly string[],
): string | null {
  const { contract, schemas, checker } = service;
  const schema = schemaInPath(service);
  if (schema === null) return null;
  for (let serial = 1; serial <= SAMPLES_MAX; serial++) {
    const id = sampleOfSchema(schemas, schema, { serial, token, marked: [] });
    if (typeof id !== 'string' || keys.includes(id) || UNROUTABLE.test(id)) continue;
    if (fitsPath(service, id) && idSchemaOf(contract, schemas).fits(id, checker)) return id;
  }
  return null;
}

const SAMPLES_MAX = 200;

/** Minimum length of an id that is likely to be unused. */
const LONG_ID_CHARS = 16;

/** Whether an id fits the parameter that stands for it in the path. */
function fitsPath(service: ServiceKnowledge, key: string): boolean {
  const schema = schemaInPath(service);
  if (schema === null) return true;
  return [key, Number(key)].some(
    (value) => !Number.isNaN(value) && service.checker.check(schema, value).length === 0,
  );
}

/** The schema of the parameter that stands for the id in the path; `null` if there is none. */
function schemaInPath(service: ServiceKnowledge): SchemaName | null {
  return parameterInPath(service)?.schema ?? null;
}

function parameterInPath({ contract }: ServiceKnowledge): Parameter | undefined {
  const above = parametersOf(templateOf(contract).path);
  const { read, remove, replace, update, create } = contract.operations;
  const parameters = [read, remove, replace, update, create].flatMap(
    (one) => one?.parameters ?? [],
  );
  return parameters.find((one) => one.in === 'path' && !above.includes(one.name));
}

/**
 * Returns an id that looks like all of these and is none of them; `null` if they have no form in
 * common. Digits become other digits, and so do letters that differ between them.
 */
export function idLike(keys: readonly string[], token: string): string | null {
  const [first = ''] = keys;
  const isForm = keys.every((key) => key.length === first.length && !key.includes(token));
  if (first.length < FORM_CHARS || !isForm || !/\d/.test(first)) return null;
  const isSure = UUID.test(first) || keys.length > 1;
  const letters = new Set(keys.join('').replaceAll(/[^a-z]/gi, ''));
  const isHex = [...letters].every((letter) => /[a-f]/i.test(letter));
  if (!isSure && !isHex) return null;
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const id = [...first]
      .map((char, at) => {
        // The version and the variant of a UUID (RFC 9562 section 4).
        if (UUID.test(first) && (at === 14 || at === 19)) return char;
        const draw = token.charCodeAt((at + turn) % token.length) + at * 7 + turn;
        if (/\d/.test(char)) return String(draw % 10);
        const isVaried = keys.some((key) => key[at] !== char);
        if (!/[a-z]/i.test(char) || !(isVaried || (isHex && UUID.test(first)))) return char;
        return [...letters][draw % letters.size] ?? char;
      })
      .join('');
    if (!keys.includes(id)) return id;
  }
  return null;
}

/** Number of characters from which ids have a form. */
const FORM_CHARS = 6;
const TURNS_MAX = 20;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
