// What real documents do with keywords: schemas that close each part of an inheritance, and types.

import { isObject, type Json, objectOf, own } from '../../../base/json.ts';
import type { Schema, SchemaName } from '../../../schema/schema.ts';

/**
 * Leaves out `additionalProperties: false` where `allOf` joins schemas. Generators write it into each
 * part of an inheritance, and then no object fits: each part forbids the members of the others.
 */
export function openExtended(schemas: Map<SchemaName, Schema>): void {
  const extended = new Set<SchemaName>();
  const joining = [...schemas].filter(([, schema]) => JSON.stringify(schema).includes('"allOf"'));
  for (const [, schema] of joining) noteExtended(schema, extended);
  for (const name of new Set([...joining.map(([one]) => one), ...extended])) {
    const schema = schemas.get(name);
    if (schema !== undefined) schemas.set(name, opened(schema, extended.has(name)) as Schema);
  }
}

function noteExtended(schema: Json, extended: Set<SchemaName>): void {
  if (Array.isArray(schema))
    for (const one of schema as readonly Json[]) noteExtended(one, extended);
  if (!isObject(schema)) return;
  const parts = own(schema, 'allOf');
  for (const part of Array.isArray(parts) && parts.length > 1 ? (parts as readonly Json[]) : []) {
    const ref = isObject(part) ? own(part, '$ref') : undefined;
    if (typeof ref === 'string') extended.add(ref.replace(/\.json$/, ''));
  }
  for (const value of Object.values(schema)) noteExtended(value, extended);
}

/** A copy without what closes a schema that is joined with others; the same one if nothing does. */
function opened(schema: Json, isJoined: boolean): Json {
  if (Array.isArray(schema)) {
    const all = (schema as readonly Json[]).map((one) => opened(one, isJoined));
    return all.every((one, index) => one === schema[index]) ? schema : all;
  }
  if (!isObject(schema)) return schema;
  const parts = own(schema, 'allOf');
  const joins = isJoined || (Array.isArray(parts) && parts.length > 1);
  const entries = Object.entries(schema).flatMap(([key, value]): readonly [string, Json][] => {
    if (joins && key === 'additionalProperties' && value === false) return [];
    return [[key, opened(value, key === 'allOf' && joins)]];
  });
  const isSame =
    entries.length === Object.keys(schema).length &&
    entries.every(([key, value]) => value === own(schema, key));
  return isSame ? schema : objectOf(entries);
}

export const TYPES: ReadonlySet<Json> = new Set([
  'null',
  'boolean',
  'object',
  'array',
  'number',
  'integer',
  'string',
]);
