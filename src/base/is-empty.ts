// Which values count as empty: a service may omit them.

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
