// JSON values as types, and safe access to their members. `__proto__` is a plain key here.

export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A number; a whole one that a double cannot hold is a `bigint`. */
export function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Whether a value is a whole number. */
export function isWhole(value: Json): boolean {
  return typeof value === 'bigint' || Number.isInteger(value);
}

/** Returns whether a JSON value is an object: not null, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own member of an object, never an inherited one. */
export function own(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Builds an object from its members; later ones win. `__proto__` becomes a plain member. */
export function objectOf(members: Iterable<readonly [string, Json]>): JsonObject {
  return Object.fromEntries(members);
}

/** Returns a copy of an object with one member set. A member that exists keeps its position. */
export function withMember(object: JsonObject, key: string, value: Json): JsonObject {
  return objectOf([...Object.entries(object), [key, value]]);
}

/** Names the JSON type of a value in the words of JSON Schema. */
export function typeName(
  value: Json,
): 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object' {
  if (value === null) return 'null';
  if (typeof value === 'bigint') return 'number';
  if (Array.isArray(value)) return 'array';
  return typeof value as 'boolean' | 'number' | 'string' | 'object';
}

/** Describes the type of a value: `a string`, `an array`, `null`. */
export function describeType(value: Json): string {
  const name = typeName(value);
  if (name === 'null') return name;
  return `${name === 'array' || name === 'object' ? 'an' : 'a'} ${name}`;
}

/** Returns an object with the named members that exist. */
export function pick(values: JsonObject, members: readonly string[]): JsonObject {
  return objectOf(
    members.flatMap((member) =>
      Object.hasOwn(values, member) ? [[member, own(values, member) as Json] as const] : [],
    ),
  );
}
