// Schemas whose keywords relate values to each other (`if`, `not`, `dependentRequired`), as plain ones
// from which a value can be made. Each may miss: who makes a value checks it.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { branchesOf, mergedSchema } from '../keywords.ts';
import type { Schemas } from '../schema.ts';

/** Whether making a value from each keyword by itself may miss. */
export function isRelating(schema: JsonObject): boolean {
  return RELATING.some((keyword) => own(schema, keyword) !== undefined);
}

/** `allOf` holds what could not be written as one schema. */
const RELATING = ['if', 'not', 'dependentRequired', 'dependentSchemas', 'allOf'];

/**
 * Returns plain schemas to try, in order. `least` has only the members that a value needs. Which
 * condition is met first changes with `turn`.
 */
export function variantsOf(
  schemas: Schemas,
  schema: JsonObject,
  size: 'least' | 'usual',
  turn: number,
): readonly JsonObject[] {
  const plain = objectOf(
    Object.entries(schema).filter(
      ([keyword]) => !RELATING.includes(keyword) && keyword !== 'then' && keyword !== 'else',
    ),
  );
  const parts = [schema, ...listOf(own(schema, 'allOf')).filter(isObject)];
  const others = parts.slice(1).filter((part) => own(part, 'if') === undefined);
  const all = choicesOf(parts.filter((part) => own(part, 'if') !== undefined));
  const choices = turned(all, turn);
  const denied = parts.flatMap((part) => own(part, 'not') ?? []);
  return choices
    .flatMap((chosen) => branchesTaken(schemas, [plain, ...chosen], others))
    .map((one) => withDependents(schemas, one, parts, size))
    .flatMap((one) => [one, ...withoutDenied(one, denied)])
    .slice(0, VARIANTS_MAX);
}

const VARIANTS_MAX = 24;

/** What conditions ask or apply: one of them is met, or none, or all. */
function choicesOf(conditions: readonly JsonObject[]): readonly (readonly Json[])[] {
  const met = (one: JsonObject): readonly Json[] => [
    own(one, 'if') ?? true,
    own(one, 'then') ?? true,
  ];
  const unmet = (one: JsonObject): readonly Json[] => [own(one, 'else') ?? true];
  return [
    ...conditions.map((chosen) =>
      conditions.flatMap((one) => (one === chosen ? met(one) : unmet(one))),
    ),
    conditions.flatMap(unmet),
    ...(conditions.length > 1 ? [conditions.flatMap(met)] : []),
  ];
}

/** Schemas that apply together, with a branch of each further list of them. */
function branchesTaken(
  schemas: Schemas,
  all: readonly Json[],
  others: readonly JsonObject[],
): readonly JsonObject[] {
  const lists = others.map((one) => branchesOf(one) ?? [one]);
  const most = Math.max(1, ...lists.map((one) => one.length));
  return Array.from({ length: most }, (_, index) =>
    mergedSchema(schemas, ...all, ...lists.map((one) => one[index % one.length] ?? true)),
  );
}

/** A schema that requires what its members need beside them. */
function withDependents(
  schemas: Schemas,
  schema: JsonObject,
  parts: readonly JsonObject[],
  size: 'least' | 'usual',
): JsonObject {
  const needed = parts.flatMap((part) => entriesOf(own(part, 'dependentRequired')));
  const applied = parts.flatMap((part) => entriesOf(own(part, 'dependentSchemas')));
  let whole = schema;
  const done = new Set<Json>();
  for (let isMore = needed.length + applied.length > 0; isMore; ) {
    const names = [
      ...listOf(own(whole, 'required')).map(String),
      ...(size === 'least' ? [] : entriesOf(own(whole, 'properties')).map(([name]) => name)),
    ];
    const found = [
      ...needed.map(([name, required]) => [name, { required }, required] as const),
      ...applied.map(([name, one]) => [name, one, one] as const),
    ].filter(([name, , sign]) => names.includes(name) && !done.has(sign));
    for (const [, , sign] of found) done.add(sign);
    isMore = found.length > 0;
    if (isMore) whole = mergedSchema(schemas, whole, ...found.map(([, one]) => one));
  }
  return whole;
}

/** The schema without each member that it need not have, and of which `not` speaks. */
function withoutDenied(schema: JsonObject, denied: readonly Json[]): readonly JsonObject[] {
  const properties = entriesOf(own(schema, 'properties'));
  const required = listOf(own(schema, 'required'));
  const named = denied.flatMap(namesIn).filter((name) => !required.includes(name));
  return [...new Set(named)].map((name) => ({
    ...schema,
    properties: objectOf(properties.filter(([one]) => one !== name)),
  }));
}

/** A list that begins with another of its elements. */
export function turned<T>(all: readonly T[], by: number): readonly T[] {
  return [...all.slice(by % all.length), ...all.slice(0, by % all.length)];
}

function namesIn(denied: Json): readonly string[] {
  if (!isObject(denied)) return [];
  return [
    ...listOf(own(denied, 'required')).map(String),
    ...entriesOf(own(denied, 'properties')).map(([name]) => name),
    ...['anyOf', 'allOf', 'oneOf']
      .flatMap((keyword) => listOf(own(denied, keyword)))
      .flatMap(namesIn),
  ];
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function entriesOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return isObject(value) ? Object.entries(value) : [];
}
