// Several schemas that all apply as one. Of conditions and alternatives, which do not go together, the
// first stand in it, and the others in its `allOf`; of other such keywords the first is kept.

import { equal } from '../base/equal.ts';
import { isObject, type Json, type JsonObject, objectOf, own } from '../base/json.ts';

/** Merges schemas that all apply. The caller includes targets of `$ref` and `allOf`. */
export function mergeSchemas(parts: readonly JsonObject[]): JsonObject {
  const [only, second] = parts;
  if (only !== undefined && second === undefined && !isJoined(only)) return only;
  const merged = new Map<string, Json>();
  const apart: JsonObject[] = [];
  for (const part of parts) {
    const members = Object.entries(part);
    const groups = merged.size === 0 ? NO_GROUPS : groupsInBoth(merged, part);
    const others = groups.length === 0 ? [] : members.filter(([one]) => groups.includes(one));
    if (others.length > 0 && !others.every(([one, value]) => equal(merged.get(one) ?? null, value)))
      apart.push(objectOf(others));
    for (const [keyword, value] of members) {
      if (keyword === '$ref' || keyword === 'allOf' || groups.includes(keyword)) continue;
      const known = merged.get(keyword);
      merged.set(keyword, known === undefined ? value : both(keyword, known, value));
    }
  }
  if (apart.length > 0) merged.set('allOf', apart);
  return Object.fromEntries(merged);
}

/** Keywords that say one thing together; two such things do not become one. */
const APART: readonly (readonly string[])[] = [
  ['if', 'then', 'else'],
  ['anyOf', 'x-standin-kinds'],
  ['oneOf'],
  ['contains', 'minContains', 'maxContains'],
];

const NO_GROUPS: readonly string[] = [];

/** The keywords of which a part has others than those that came before it. */
function groupsInBoth(merged: ReadonlyMap<string, Json>, part: JsonObject): readonly string[] {
  return APART.filter(
    (keywords) => Object.hasOwn(part, keywords[0] ?? '') && keywords.some((one) => merged.has(one)),
  ).flat();
}

function isJoined(schema: JsonObject): boolean {
  return Object.hasOwn(schema, '$ref') || Object.hasOwn(schema, 'allOf');
}

function both(keyword: string, a: Json, b: Json): Json {
  if (typeof a === 'number' && typeof b === 'number') {
    if (MINIMUM.test(keyword)) return Math.max(a, b);
    if (MAXIMUM.test(keyword)) return Math.min(a, b);
  }
  if (keyword === 'enum' && Array.isArray(a))
    return a.filter((one: Json) => listOf(b).some((other) => equal(one, other)));
  if (keyword === 'type') return commonTypes(listOf(a), listOf(b));
  if (keyword === 'required') return [...new Set([...listOf(a), ...listOf(b)])];
  if (keyword === 'uniqueItems' || keyword === 'readOnly') return a === true || b === true;
  if (keyword === 'properties' && isObject(a) && isObject(b)) return commonProperties(a, b);
  if (keyword === 'items' || keyword === 'propertyNames') return { allOf: [a, b] };
  if (keyword === 'not') return { anyOf: [a, b] };
  if (keyword === 'patternProperties' || keyword === 'dependentSchemas')
    return isObject(a) && isObject(b) ? commonProperties(a, b) : a;
  if (keyword === 'dependentRequired' && isObject(a) && isObject(b)) return commonNames(a, b);
  return a;
}

const MINIMUM = /^(?:exclusiveM|m)in/;
const MAXIMUM = /^(?:exclusiveM|m)ax/;

function listOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

/** An integer is a number. */
function commonTypes(a: readonly Json[], b: readonly Json[]): Json {
  const admits = (types: readonly Json[], type: Json): boolean =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  const common = new Set([
    ...a.filter((type) => admits(b, type)),
    ...b.filter((type) => admits(a, type)),
  ]);
  const [only] = common;
  return only !== undefined && common.size === 1 ? only : [...common];
}

function commonNames(a: JsonObject, b: JsonObject): JsonObject {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return objectOf(
    names.map((name) => [name, [...new Set([own(a, name) ?? [], own(b, name) ?? []].flat())]]),
  );
}

function commonProperties(a: JsonObject, b: JsonObject): JsonObject {
  const shared = Object.keys(b).filter((key) => Object.hasOwn(a, key));
  const both = shared.map((key): [string, Json] => [
    key,
    { allOf: [own(a, key) as Json, own(b, key) as Json] },
  ]);
  return { ...b, ...a, ...Object.fromEntries(both) };
}
