// JSON Pointers (RFC 6901): `''` is the whole document, `/skills/0` the first skill.

import { isObject, type Json, type JsonObject, objectOf, own } from './json.ts';

export type Pointer = string;

/** Writes a pointer from its steps; `~` and `/` inside a step are escaped (RFC 6901 section 3). */
export function toPointer(steps: readonly (string | number)[]): Pointer {
  return steps
    .map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** Splits a pointer into its steps; `null` if it is neither empty nor begins with `/`. */
export function parsePointer(pointer: Pointer): readonly string[] | null {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return null;
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Reads an array index (RFC 6901 section 4: no sign, no leading zero); `null` if it is not one. */
export function arrayIndex(step: string): number | null {
  return /^(0|[1-9]\d{0,15})$/.test(step) ? Number(step) : null;
}

/** Returns the value at a pointer, or `undefined` if there is none. */
export function valueAt(document: Json, steps: readonly string[]): Json | undefined {
  let value: Json | undefined = document;
  for (const step of steps) {
    if (Array.isArray(value)) {
      const index = arrayIndex(step);
      value = index === null ? undefined : (value as readonly Json[])[index];
    } else if (value !== undefined && isObject(value)) {
      value = own(value, step);
    } else {
      return undefined;
    }
  }
  return value;
}

/** Returns a copy of a value with another value at a place. Replaces what is no object on the way. */
export function withValueAt(whole: Json, [step, ...rest]: readonly string[], value: Json): Json {
  if (step === undefined) return value;
  const members: JsonObject = isObject(whole) ? whole : {};
  const inner = withValueAt(own(members, step) ?? {}, rest, value);
  const entries = Object.entries(members);
  return Object.hasOwn(members, step)
    ? objectOf(entries.map(([name, one]) => [name, name === step ? inner : one]))
    : objectOf([...entries, [step, inner]]);
}
