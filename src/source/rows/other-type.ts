// Whether a value has the types that rows have shown so far, by the schema that was inferred.

import { isNumber, isObject, isWhole, type Json, type JsonObject, own } from '../../base/json.ts';

/**
 * Returns the first place where a value has another type than an inferred schema says, as steps;
 * `null` if there is none. Members that the schema does not know fit.
 */
export function findOtherType(schema: JsonObject, value: Json): readonly string[] | null {
  const type = own(schema, 'type');
  if (type === undefined) return null;
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type];
  if (!types.some((one) => isOf(value, one))) return [];
  const items = own(schema, 'items');
  const properties = own(schema, 'properties');
  const below: readonly (readonly [string, Json, Json | undefined])[] = Array.isArray(value)
    ? (value as readonly Json[]).map((one, index) => [String(index), one, items])
    : isObject(value) && isObject(properties)
      ? Object.entries(value).map(([key, one]) => [key, one, own(properties, key)])
      : [];
  for (const [step, one, of] of below) {
    const found = isObject(of) ? findOtherType(of, one) : null;
    if (found !== null) return [step, ...found];
  }
  return null;
}

function isOf(value: Json, type: Json): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return isWhole(value);
    case 'number':
      return isNumber(value);
    default:
      return typeof value === type;
  }
}
