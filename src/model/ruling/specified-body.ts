// A body that matches the schema which the contract names for an outcome, if the usual body does
// not: an example of the contract, else a sample that tells what is known of the item or the refusal.

import { equal } from '../../base/equal.ts';
import {
  isNumber,
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  own,
  withMember,
} from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import type { AssertedFacet, Contract, Operation, Outcome } from '../../contract/contract.ts';
import { type Kind, kinds } from '../../contract/operation-kinds.ts';
import { wayOf } from '../../contract/operation-way.ts';
import type { Checker } from '../../schema/check.ts';
import type { Draft } from '../../schema/sample/draft.ts';
import type { AnswerKind } from '../../schema/sample/outcome-members.ts';
import { sampleOfSchema } from '../../schema/sample/sample.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import type { Violation } from '../../schema/violation.ts';
import { type Steps, withoutSteps } from '../../schema/walk/write-only.ts';
import { checkedParameters } from '../parameters/checked-parameters.ts';
import type { Content, Effect } from './ruling.ts';
import { shownRecord } from './shown-record.ts';

export interface SchemaRules {
  readonly schemas: Schemas;
  readonly checker: Checker;
  /** The schema of an item, which every record matches. */
  readonly item: SchemaName | null;
  /** The members of a row that no answer shows. */
  readonly hidden: readonly string[];
  readonly hiddenBelow: readonly Steps[];
  /** What bodies keep of their schemas beyond types and required members; nothing if absent. */
  readonly asserts?: readonly AssertedFacet[];
  /** What a sample says of its request. Defaults to `success`. */
  readonly answers?: AnswerKind;
}

/**
 * Whether answers to requests that wait for no checker may be checked against a schema, too. POST,
 * PUT and PATCH wait for it, unless their body is too large to be read: that is refused at once.
 */
export function checksAnswers(contracts: readonly Contract[]): boolean {
  return contracts.some(
    (contract) =>
      (contract.actions ?? []).length > 0 ||
      contract.operations.remove?.outcomes.ok?.body !== undefined ||
      kinds.some((kind) => {
        const operation = contract.operations[kind];
        return operation !== undefined && checksAtOnce(contract, kind, operation);
      }),
  );
}

function checksAtOnce(contract: Contract, kind: Kind, operation: Operation): boolean {
  const { outcomes, refusals = {} } = operation;
  const { ok, ...refused } = outcomes;
  const waits = wayOf(contract, kind).method.startsWith('P');
  const answers = [...Object.values(refused), ...Object.values(refusals)];
  return (
    checkedParameters(operation).length > 0 ||
    [...answers, ...(waits || ok === undefined ? [] : [ok])].some(
      ({ body, headerSchemas }) =>
        headerSchemas !== undefined ||
        (typeof body === 'string' && body !== contract.item && body !== contract.list),
    )
  );
}

/**
 * Returns the content if it matches the schema of the outcome, else one that does. `tellable` returns
 * what the body may tell: the members of an item, or the words of a refusal.
 */
export function specifiedContent(
  rules: SchemaRules,
  outcome: Outcome | undefined,
  content: Content,
  tellable: () => JsonObject,
): Content {
  const schema = outcome?.body;
  if (typeof schema !== 'string' || fits(rules, schema, content)) return content;
  const [example] = Object.values(outcome?.examples ?? {}).filter((one) =>
    isValid(rules, schema, one),
  );
  // The example of an answer to a write is about another item than that which was written.
  if (example !== undefined && (content.kind !== 'record' || !isObject(example)))
    return { kind: 'json', value: example };
  const shape = example ?? sampleFor(rules, schema);
  if (shape === undefined) return content;
  if (!isObject(shape)) return { kind: 'json', value: shape };
  const shown = shownRecord(shape, rules);
  // An example says enough without, parts of objects are a guess, and so is what an answer about
  // something else tells of the item: those must fit wholly.
  const isFit = (one: JsonObject, way: Way): boolean =>
    example === undefined && way === 'whole' && content.kind !== 'none'
      ? isValid(rules, schema, one)
      : rules.checker.check(schema, one).length === 0;
  const told = WAYS.map((way) => ({ way, value: telling(shown, tellable(), way) })).find(
    ({ way, value }) => isFit(value, way),
  );
  const base = told?.value ?? shape;
  if (content.kind === 'problem') return { kind: 'json', value: base };
  const flaws = (one: JsonObject): number =>
    rules.checker
      .check(schema, one)
      .filter((flaw) => content.kind !== 'record' || !isLeftOpen(rules, flaw)).length;
  // No sample may fit wholly.
  const most = flaws(base);
  const isStillFit = (one: JsonObject): boolean => flaws(one) <= most;
  return { kind: 'json', value: inOwnPlaces(rules, schema, base, tellable(), isStillFit) };
}

/** Puts each member that is known in its own place, wherever the answer has that place and still fits. */
function inOwnPlaces(
  { schemas, hidden, hiddenBelow }: SchemaRules,
  schema: SchemaName,
  base: JsonObject,
  known: JsonObject,
  isFit: (one: JsonObject) => boolean,
): JsonObject {
  const named = schemas.membersOf(schema);
  let told = base;
  const shown = withoutSteps(known, hiddenBelow) as JsonObject;
  for (const [member, value] of Object.entries(shown)) {
    // What only requests have, as a password, is shown by no answer.
    if (hidden.includes(member) || !(Object.hasOwn(base, member) || named.has(member))) continue;
    const number = typeof value === 'string' && isNumeral(value) ? [Number(value)] : [];
    const fitting = [value, ...number]
      .map((one) => withMember(told, member, one))
      .find((one) => isFit(one));
    told = fitting ?? told;
  }
  return told;
}

/** How an object tells what is known of it: as it is known, or in the parts that it has itself. */
type Way = 'whole' | 'parts';

const WAYS: readonly Way[] = ['whole', 'parts'];

/**
 * Returns the record that a write stores, if the schema of the outcome is that of such records: then
 * no choice says what the answer shows. `null` otherwise.
 */
export function storedContent(
  rules: SchemaRules,
  { body }: Outcome,
  effect: Effect,
): Content | null {
  if (typeof body !== 'string' || effect.kind !== 'put') return null;
  if (rules.schemas.membersOf(body).size === 0) return null;
  const content: Content = { kind: 'record', record: effect.record };
  return fits(rules, body, content) ? content : null;
}

/**
 * Makes a sample that fits if one is found: of the first branches, without the examples of the
 * schema, of what is needed alone, or of members from several samples.
 */
function sampleFor(rules: SchemaRules, schema: SchemaName): Json | undefined {
  const { answers = 'success' } = rules;
  const samples: Json[] = [];
  let almost: Json | undefined;
  for (const draft of SAMPLES) {
    const sample = sampleOfSchema(rules.schemas, schema, { answers, ...draft });
    if (sample === undefined) continue;
    const violations = rules.checker.check(schema, sample);
    if (violations.length === 0) return sample;
    if (violations.every((one) => isLeftOpen(rules, one))) almost ??= sample;
    else samples.push(sample);
  }
  if (almost !== undefined) return almost;
  const joined = joinedSample(rules, schema, samples.filter(isObject));
  return joined !== null && isValid(rules, schema, joined) ? joined : samples[0];
}

/** Each member from the first sample in which it fits, else null; `null` if there is no sample. */
function joinedSample(
  rules: SchemaRules,
  schema: SchemaName,
  samples: readonly JsonObject[],
): JsonObject | null {
  const [first] = samples;
  if (first === undefined) return null;
  const required = rules.schemas.requiredOf(schema);
  const isFit = (sample: JsonObject, member: string): boolean =>
    Object.hasOwn(sample, member) && !isWrong(rules, schema, sample, member);
  const members = Object.keys(first).flatMap((member): readonly (readonly [string, Json])[] => {
    const nulled = { ...first, [member]: null };
    const fitting = [...samples, nulled].find((sample) => isFit(sample, member));
    if (fitting !== undefined) return [[member, own(fitting, member) ?? null]];
    return required.includes(member) ? [[member, own(first, member) ?? null]] : [];
  });
  return objectOf(members);
}

function isWrong(
  { checker }: SchemaRules,
  schema: SchemaName,
  sample: JsonObject,
  member: string,
): boolean {
  const place = toPointer([member]);
  return checker.check(schema, sample).some(({ at }) => at === place || at.startsWith(`${place}/`));
}

/** What a sample of an answer is made of. */
export const SAMPLE = { serial: 1, token: '', marked: [], readOnly: 'made' } as const;
const SAMPLES: readonly Draft[] = [
  SAMPLE,
  { ...SAMPLE, branch: 1 },
  { ...SAMPLE, branch: 2 },
  { ...SAMPLE, examples: 'left-out' },
  { ...SAMPLE, optional: 'left-out' },
];

function fits(rules: SchemaRules, schema: SchemaName, content: Content): boolean {
  switch (content.kind) {
    case 'none':
      return false;
    case 'record':
      return schema === rules.item || isOfRecord(rules, schema, content.record.value);
    case 'json':
    case 'problem':
      return isValid(rules, schema, content.value);
    case 'list':
    case 'state':
    case 'bytes':
      return true;
  }
}

/** Whether a schema admits a record, and is no receipt of it: of what it names, items have the most. */
function isOfRecord(rules: SchemaRules, schema: SchemaName, record: JsonObject): boolean {
  const { schemas, item } = rules;
  const known = item === null ? null : schemas.membersOf(item);
  const named = schemas.membersOf(schema);
  let common = 0;
  for (const name of named.keys())
    if (known?.has(name) === true || Object.hasOwn(record, name)) common++;
  const isReceipt = common * 2 <= named.size && named.size > 0;
  return !isReceipt && isValid(rules, schema, record);
}

/** Whether a value matches a schema but for what the contract leaves open. */
export function isValid(rules: SchemaRules, schema: SchemaName, value: Json): boolean {
  return rules.checker.check(schema, value).every((one) => isLeftOpen(rules, one));
}

/** Formats and bounds are choices, unless the contract asserts them. */
function isLeftOpen({ asserts = [] }: SchemaRules, { facet }: Pick<Violation, 'facet'>): boolean {
  return (facet === 'format' || facet === 'bounds') && !asserts.includes(facet);
}

/**
 * Puts what is known in place of the members of a sample that have its name and type. What one object
 * tells is not told by those of its kind inside it: a child has an id of its own.
 */
function telling(sample: JsonObject, tellable: JsonObject, way: Way): JsonObject {
  const members = Object.keys(sample);
  const inside = (value: Json): Json =>
    isObject(value) ? telling(value, withoutOwn(tellable, members, value), way) : value;
  return Object.fromEntries(
    Object.entries(sample).map(([member, value]) => {
      const known = own(tellable, member);
      if (way === 'parts' && isObject(value) && known !== undefined && isObject(known))
        return [member, telling(value, known, way)];
      if (known !== undefined && typeof known === typeof value) return [member, known];
      // Null stands for what no one has set, if the answer may have it.
      if (known === null && way === 'whole') return [member, known];
      if (known !== undefined && isNumber(known) && typeof value === 'string')
        return [member, String(known)];
      if (typeof known === 'string' && typeof value === 'number' && isNumeral(known))
        return [member, Number(known)];
      return [
        member,
        Array.isArray(value) ? each(value as readonly Json[], inside) : inside(value),
      ];
    }),
  );
}

/** What an object inside another one may tell: not the id around it, nor what one of its kind tells. */
function withoutOwn(
  tellable: JsonObject,
  around: readonly string[],
  inside: JsonObject,
): JsonObject {
  const common = around.filter((name) => Object.hasOwn(inside, name)).length;
  const isOfKind = common >= Math.min(around.length, Object.keys(inside).length) * LIKENESS;
  const isKept = (name: string): boolean =>
    !around.includes(name) || !(isOfKind || /^_?u?u?id$/i.test(name));
  return objectOf(Object.entries(tellable).filter(([name]) => isKept(name)));
}

/** The share of names that objects of one kind have in common. */
const LIKENESS = 0.6;

/** Whether a text is a whole number as it is usually written. */
function isNumeral(text: string): boolean {
  return /^(?:0|[1-9]\d{0,14})$/.test(text);
}

/** Elements that tell the same are one. */
function each(values: readonly Json[], inside: (value: Json) => Json): readonly Json[] {
  const told = values.map(inside);
  return told.filter((one, index) => told.findIndex((other) => equal(one, other)) === index);
}
