// Several schemas that all apply as one. Keywords that do not go together keep the first.

import { equal } from '../base/equal.ts';
import { isObject, type Json, type JsonObject, own } from '../base/json.ts';

/** Merges schemas that all apply. The caller includes targets of `$ref` and `allOf`. */
export function mergeSchemas(parts: readonly JsonObject[]): JsonObject {
  const [only, second] = parts;
  if (only !== undefined && second === undefined && !isJoined(only)) return only;
  const merged = new Map<string, Json>();
  for (const part of parts) {
    for (const [keyword, value] of Object.entries(part)) {
      if (keyword === '$ref' || keyword === 'allOf') continue;
      const known = merged.get(keyword);
      merged.set(keyword, known === undefined ? value : both(keyword, known, value));
    }
  }
  return Object.fromEntries(merged);
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
  if (keyword === 'items') return { allOf: [a, b] };
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

function commonProperties(a: JsonObject, b: JsonObject): JsonObject {
  const shared = Object.keys(b).filter((key) => Object.hasOwn(a, key));
  const both = shared.map((key): [string, Json] => [
    key,
    { allOf: [own(a, key) as Json, own(b, key) as Json] },
  ]);
  return { ...b, ...a, ...Object.fromEntries(both) };
}
