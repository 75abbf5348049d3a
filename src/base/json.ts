// JSON values as types, safe access to their members, and their text. `__proto__` is a plain key here. A
// whole number that a double cannot hold, such as an id of 17 to 19 digits, is a `bigint`: it has all of
// its digits. JSON has no other numbers, so nothing else is kept here.

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

/** Reads the number that a text of JSON has: a double if that is written with the same digits. */
export function numberFrom(text: string): number | bigint {
  const number = Number(text);
  return isLossy(number) && WHOLE.test(text) && String(number) !== text ? BigInt(text) : number;
}

/** Whether a double may stand for a whole number that it cannot hold. */
function isLossy(number: number): boolean {
  return Math.abs(number) > Number.MAX_SAFE_INTEGER && Number.isFinite(number);
}

const WHOLE = /^-?\d+$/;

/** Parses JSON text that may have such numbers. Throws as JSON.parse does. */
export function parseExact(text: string): Json {
  return LONG.test(text) ? (JSON.parse(text, exactly) as Json) : (JSON.parse(text) as Json);
}

/** The shortest number that a double cannot hold has sixteen digits. */
const LONG = /\d{16}/;

/** Whether any text that was written or noted in this process may have such a number. */
let haveAny = false;

/** Notes a text that comes from elsewhere, so that `parseKnown` may read it. */
export function noteText(text: string): void {
  if (!haveAny && LONG.test(text)) haveAny = true;
}

/** Parses a text that was noted or written here. As fast as JSON.parse until one has such a number. */
export function parseKnown(text: string): Json {
  return haveAny ? parseExact(text) : (JSON.parse(text) as Json);
}

/** Some browsers do not tell the text of a number: there it stays a double. */
function exactly(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' && isLossy(value) && context?.source !== undefined
    ? numberFrom(context.source)
    : value;
}

/** Writes JSON with all digits; `undefined` has no text, as with JSON.stringify. */
export function jsonText(value: unknown, indent?: number | string): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch (error) {
    // Nearly no value has such a number: the others are written as fast as they can be.
    if (!(error instanceof TypeError)) throw error;
    haveAny = true;
    return JSON.stringify(value, written, indent);
  }
}

function written(_key: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  const { rawJSON: rawJson } = JSON as { readonly rawJSON?: (text: string) => unknown };
  return rawJson === undefined ? Number(value) : rawJson(String(value));
}

/**
 * Returns a value as JavaScript reads it, with doubles alone; the same one if it has no others. One
 * beyond 64 bits stays beyond them.
 */
export function withDoubles(value: Json): Json {
  if (typeof value === 'bigint') return doubleOf(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    const doubles = list.map(withDoubles);
    return doubles.every((one, index) => one === list[index]) ? value : doubles;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  const doubles = entries.map(([key, one]): [string, Json] => [key, withDoubles(one)]);
  return doubles.every(([, one], index) => one === entries[index]?.[1]) ? value : objectOf(doubles);
}

function doubleOf(value: bigint): number {
  const double = Number(value);
  const isBeyond = value > INT64_MAX || value < -INT64_MAX - 1n;
  return isBeyond && Math.abs(double) === INT64_BOUND ? double * NEXT : double;
}

const INT64_MAX = 2n ** 63n - 1n;
const INT64_BOUND = 2 ** 63;
const NEXT = 1 + Number.EPSILON;
