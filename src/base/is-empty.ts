// Which values count as empty, and which of them an answer may leave out.

import { isObject, type Json } from './json.ts';

/**
 * Tells whether a value is empty: `null`, `false`, 0, an empty text or list, or an object of empty
 * values.
 */
export function isEmpty(value: Json | undefined): boolean {
  if (value === null || value === false || value === 0 || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every(isEmpty);
}

/**
 * Tells whether an answer may leave a value out: `null`, an empty list, or an object of such values.
 * `false`, 0 and an empty text say something.
 */
export function isOmittable(value: Json | undefined): boolean {
  if (value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every(isOmittable);
}
