// Equality of JSON values as in JSON Patch (RFC 6902 section 4.6): members have no order.

import { isObject, type Json, own } from './json.ts';

/** Returns whether two JSON values are equal. */
export function equal(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return (
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => equal(item as Json, b[index] as Json))
    );
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => isEqualMember(own(a, key), own(b, key)))
  );
}

function isEqualMember(a: Json | undefined, b: Json | undefined): boolean {
  return a !== undefined && b !== undefined && equal(a, b);
}
