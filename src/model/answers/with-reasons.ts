// The reasons of a refusal in a body of the specification's own shape: in the members that say such
// things, in each list and map of errors, and, if they are nowhere yet, in the first text that may be
// any.

import {
  isNumber,
  isObject,
  type Json,
  type JsonObject,
  jsonText,
  own,
  withMember,
} from '../../base/json.ts';
import { withValueAt } from '../../base/pointer.ts';
import { branchesOf, mergedSchema } from '../../schema/keywords.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import { reasonPhraseOf } from '../message/reason-phrases.ts';
import { namesPlace, placeText, wordNamed, wordsOf, wordsOfError } from '../problems/problem.ts';
import {
  type PlacedError,
  type ProblemFacts,
  placedErrors,
  reasonsOf,
  sentenceOf,
} from '../problems/problem-facts.ts';
import type { Content } from '../ruling/ruling.ts';
import type { SchemaRules } from '../ruling/specified-body.ts';
import { codeOfRefusal, isCodeOf } from './refusal-code.ts';

/** Whether the usual body of a refusal is of the kind that a schema names, if it names members. */
export function hasShape(schemas: Schemas, schema: SchemaName, usual: Content): boolean {
  const names = [...schemas.membersOf(schema).keys()];
  if (names.length === 0) return true;
  if (usual.kind !== 'problem' && usual.kind !== 'json') return true;
  const { value } = usual;
  const has = (name: string): boolean => isObject(value) && Object.hasOwn(value, name);
  // Problem details (RFC 9457) have a title beside what other bodies have, too.
  return usual.kind === 'problem'
    ? names.includes('title') && names.filter(has).length > 1
    : names.some(has);
}

/** Returns a made body or an example with the reasons wherever they fit its schema, if it has one. */
export function withReasons(
  { checker, schemas }: SchemaRules,
  schema: SchemaName | null,
  made: Json,
  facts: ProblemFacts,
): Json {
  const flaws = (value: Json): number =>
    schema === null ? 0 : checker.check(schema, value).length;
  const most = flaws(made);
  const fits = (value: Json): boolean => flaws(value) <= most;
  const whole = schema === null ? {} : { $ref: `${schema}.json` };
  const spot = {
    name: '',
    schema: mergedSchema(schemas, whole),
    value: made,
    schemas,
    facts,
    words: wordsOf(facts),
    fits,
  };
  // A list of errors by their places is empty without such an error, unless nothing else says why.
  const placed = filled({ ...spot, errors: placedErrors(facts) });
  if (tellsReason(placed, facts)) return placed;
  const told = filled({ ...spot, errors: wholeErrors(facts) });
  if (tellsReason(told, facts)) return told;
  for (const at of textsIn(placed, [])) {
    const changed = withValueAt(placed, at, sentenceOf(facts));
    if (fits(changed)) return changed;
  }
  return placed;
}

/** Whether a body says why a request was refused. */
export function tellsReason(body: Json, facts: ProblemFacts): boolean {
  const text = jsonText(body);
  const reasons = [sentenceOf(facts), ...facts.errors.map(({ detail }) => detail)];
  return reasons.some((one) => text.includes(jsonText(one).slice(1, -1)));
}

/** A value in a body, and what it may say. */
interface Spot {
  readonly name: string;
  readonly schema: JsonObject;
  readonly value: Json;
  readonly schemas: Schemas;
  readonly facts: ProblemFacts;
  readonly words: JsonObject;
  /** The errors by their places in the request. */
  readonly errors: readonly PlacedError[];
  /** Whether the body fits with another value here. */
  readonly fits: (value: Json) => boolean;
}

function filled(spot: Spot): Json {
  const { name, value, words, facts, fits } = spot;
  const word = statusIn(spot) ?? wordNamed(words, name) ?? [];
  const all = (Array.isArray(word) ? word : [word]) as readonly Json[];
  const known = all
    .flatMap((one): readonly Json[] => (isNumber(one) ? [one, String(one)] : [one]))
    .filter((one) => typeof one === typeof value && Array.isArray(one) === Array.isArray(value))
    .find((one) => fits(one));
  // An example says it in the service's own words.
  const isSaid = /(?:code|type)$/i.test(name) && isCodeOf(String(value), facts);
  if (known !== undefined) return isSaid ? value : known;
  if (Array.isArray(value)) return filledList(spot, value);
  if (isObject(value)) return filledObject(spot, value);
  const code = codeOfRefusal(schemasOf(spot).flatMap(optionsOf), facts);
  return code !== undefined && fits(code) ? code : value;
}

/** The status, where a number is that by its description or its example: `errorCode` is any code else. */
function statusIn({ name, schema, facts }: Spot): Json | undefined {
  if (!/code$/i.test(name)) return undefined;
  const { description = '', examples } = schema;
  const [example] = Array.isArray(examples) ? (examples as readonly Json[]) : [];
  const isStatus =
    /\bhttp\b/i.test(String(description)) ||
    (isNumber(example ?? null) && Number(example) >= 400 && Number(example) < 600);
  return isStatus ? facts.status : undefined;
}

function filledObject(spot: Spot, value: JsonObject): Json {
  const map = mapsOf(spot, value).find(spot.fits);
  if (map !== undefined) return map;
  // Beside a sentence, the error is the name of the status.
  const isNamed = Object.hasOwn(value, 'error') && typeof value['message'] === 'string';
  const words = isNamed ? { ...spot.words, error: reasonPhraseOf(spot.facts.status) } : spot.words;
  return Object.keys(value).reduce<JsonObject>(
    (whole, name) =>
      withMember(
        whole,
        name,
        filled({
          ...spot,
          words,
          name,
          schema: memberOf(spot, name),
          value: own(whole, name) ?? null,
          fits: (one) => spot.fits(withMember(whole, name, one)),
        }),
      ),
    value,
  );
}

/** What a map by members may be: of lists of texts, or of texts. Nothing if it is none. */
function mapsOf({ name, schema, errors, words }: Spot, value: JsonObject): readonly JsonObject[] {
  const others = own(schema, 'additionalProperties');
  const isMap = ERRORS.test(name) || (/^(?:data)?$/.test(name) && isObject(others ?? null));
  // A title may be that of what was sent.
  const isOfTexts = Object.entries(value).every(
    ([key, one]) =>
      (key === 'title' || wordNamed(words, key) === undefined) &&
      [one].flat().every((text) => typeof text === 'string'),
  );
  if (!isMap || !isOfTexts) return [];
  const lists = new Map<string, readonly string[]>();
  for (const one of errors) {
    const key = placeText(one);
    lists.set(key, [...(lists.get(key) ?? []), one.detail]);
  }
  const texts = [...lists].map(([key, all]) => [key, all.join('; ')] as const);
  const both = [Object.fromEntries(lists), Object.fromEntries(texts)];
  return Object.values(value).some((one) => typeof one === 'string') ? both.toReversed() : both;
}

const ERRORS = /^(?:[a-z]+_?)?(?:errors|fields|violations|details|messages|issues|problems)$/i;

/** A text for each reason, or an object like the first one for each error. */
function filledList(spot: Spot, list: readonly Json[]): Json {
  const { facts, fits, words, schemas } = spot;
  const [first] = list;
  if (first === undefined) return list;
  if (!isObject(first)) {
    const reasons = reasonsOf(facts);
    return list.every((one) => typeof one === 'string') && fits(reasons) ? reasons : list;
  }
  if (!saysReason(first, words)) return list;
  const placed = namesPlace(first) ? spot.errors : wholeErrors(facts);
  if (placed.length === 0 && fits([])) return [];
  const errors = placed.length > 0 ? placed : wholeErrors(facts);
  const items = schemasOf(spot).map((one) => own(one, 'items') ?? {});
  const schema = mergedSchema(schemas, items.find(isObject) ?? {});
  return errors.reduce<readonly Json[]>(
    (whole, error, index) => {
      const fill = (one: Json): readonly Json[] => whole.with(index, one);
      const value = filled({
        ...spot,
        name: '',
        schema,
        value: first,
        facts: { ...facts, detail: error.detail, errors: [] },
        words: wordsOfError(facts, error),
        fits: (one) => fits(fill(one)),
      });
      return fill(value);
    },
    errors.map(() => first),
  );
}

function saysReason(element: JsonObject, words: JsonObject): boolean {
  return Object.keys(element).some((name) => wordNamed(words, name) !== undefined);
}

/** The errors as elements that name no place have them. */
function wholeErrors(facts: ProblemFacts): readonly PlacedError[] {
  const { errors } = facts;
  const reasons = errors.length > 1 ? reasonsOf(facts) : [sentenceOf(facts)];
  return reasons.map((detail, index) => ({
    place: ['request'],
    detail,
    keyword: errors[index]?.keyword,
  }));
}

/** A schema and those of its branches. */
function schemasOf({ schemas, schema }: Spot): readonly JsonObject[] {
  return [schema, ...(branchesOf(schema) ?? []).map((one) => mergedSchema(schemas, one))];
}

function memberOf(spot: Spot, name: string): JsonObject {
  const found = schemasOf(spot).flatMap((schema) => {
    const properties = own(schema, 'properties') ?? null;
    return isObject(properties) ? (own(properties, name) ?? []) : [];
  });
  return found.length === 1 ? mergedSchema(spot.schemas, found[0] ?? {}) : { anyOf: found };
}

function optionsOf(schema: JsonObject): readonly Json[] {
  const options = own(schema, 'enum') ?? own(schema, 'const') ?? [];
  return (Array.isArray(options) ? options : [options]) as readonly Json[];
}

/** The places of texts, without those that name or date something. */
function* textsIn(value: Json, at: readonly string[]): Generator<readonly string[]> {
  if (typeof value === 'string' && !NAMING.test(at.at(-1) ?? '')) yield at;
  if (!isObject(value)) return;
  for (const [name, below] of Object.entries(value)) yield* textsIn(below, [...at, name]);
}

const NAMING =
  /id$|code|type|status|path|field|time|date|url|uri|trace|level|version|instance|method|host/i;
