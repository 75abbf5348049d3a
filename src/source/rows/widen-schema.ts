// Widens a schema that was inferred from rows, so that it admits a value of another type.

import {
  isNumber,
  isObject,
  isWhole,
  type Json,
  type JsonObject,
  objectOf,
  own,
  typeName,
} from '../../base/json.ts';
import { schemaOf, shapeOf } from '../shape-of-values.ts';

/**
 * Returns a schema that admits the types of a value, too; the same one if it does. Members that it
 * does not know fit already.
 */
export function widened(schema: JsonObject, value: Json): JsonObject {
  const type = own(schema, 'type');
  if (type === undefined) return schema;
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type];
  if (!types.some((one) => isOf(value, one))) return withType(schema, types, value);
  if (Array.isArray(value)) return widenedItems(schema, value as readonly Json[]);
  return isObject(value) ? widenedMembers(schema, value) : schema;
}

function widenedItems(schema: JsonObject, values: readonly Json[]): JsonObject {
  const items = own(schema, 'items');
  if (!isSchema(items)) return schema;
  const wider = values.reduce<JsonObject>(widened, items);
  return wider === items ? schema : { ...schema, items: wider };
}

function widenedMembers(schema: JsonObject, value: JsonObject): JsonObject {
  const properties = own(schema, 'properties');
  if (!isSchema(properties)) return schema;
  const wider = Object.entries(properties).map(([name, one]): [string, Json] => {
    const sent = own(value, name);
    return [name, sent === undefined || !isObject(one) ? one : widened(one, sent)];
  });
  const isSame = wider.every(([name, one]) => one === own(properties, name));
  return isSame ? schema : { ...schema, properties: objectOf(wider) };
}

/** What the schema says of its types stays; what it says of texts is about texts alone. */
function withType(schema: JsonObject, types: readonly Json[], value: Json): JsonObject {
  const { format: _, examples: __, ...rest } = schema;
  const other = schemaOf(shapeOf([value]), 'sure');
  const named = own(other, 'type') ?? typeName(value);
  const all = [...types.filter((one) => one !== 'integer' || named !== 'number'), named];
  return { ...other, ...rest, type: all.length === 1 ? named : all };
}

function isSchema(value: Json | undefined): value is JsonObject {
  return value !== undefined && isObject(value);
}

function isOf(value: Json, type: Json): boolean {
  if (type === 'integer') return isWhole(value);
  return type === 'number' ? isNumber(value) : typeName(value) === type;
}
