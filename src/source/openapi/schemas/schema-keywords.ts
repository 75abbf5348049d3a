// The keywords of schemas as a table: what each holds. What is not in it is an annotation, which is
// left out. Only what the table calls a schema is read as one: data is data.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../../base/json.ts';
import { OWN_KEYWORDS } from '../../../schema/keywords.ts';
import type { Schema, SchemaName } from '../../../schema/schema.ts';

/** What a keyword holds. */
export type Held =
  /** A schema, a list of schemas, or schemas by name. */
  | 'schema'
  | 'schemas'
  | 'schema-map'
  /** A value that is taken as it is if `is` accepts it. */
  | { readonly is: (value: Json) => boolean };

const number: Held = { is: (value) => typeof value === 'number' && Number.isFinite(value) };
const count: Held = {
  is: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0,
};
const flag: Held = { is: (value) => typeof value === 'boolean' };
const text: Held = { is: (value) => typeof value === 'string' };
const data: Held = { is: () => true };
const names: Held = { is: isNames };

/** The keywords whose values are copied or walked. Those that need more are in schema-book.ts. */
export const KEYWORDS: Readonly<Record<string, Held>> = {
  title: text,
  description: text,
  default: data,
  const: data,
  examples: { is: (value) => Array.isArray(value) },
  readOnly: flag,
  writeOnly: flag,
  deprecated: flag,
  enum: { is: (value) => Array.isArray(value) && value.length > 0 },
  required: names,
  properties: 'schema-map',
  additionalProperties: 'schema',
  propertyNames: 'schema',
  minProperties: count,
  maxProperties: count,
  dependentRequired: {
    is: (value) => isObject(value) && Object.values(value).every(isNames),
  },
  dependentSchemas: 'schema-map',
  items: 'schema',
  prefixItems: 'schemas',
  contains: 'schema',
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
  minLength: count,
  maxLength: count,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: { is: (value) => typeof value === 'number' && value > 0 },
  allOf: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  not: 'schema',
  ...Object.fromEntries(
    Object.entries(OWN_KEYWORDS).map(([keyword, { admits }]) => [keyword, { is: admits }]),
  ),
};

/** Whether a keyword that holds a value is one of the table, and admits this one. */
export function isTaken(keyword: string, value: Json): boolean {
  const held = KEYWORDS[keyword];
  return typeof held === 'object' && held.is(value);
}

/** The schemas that stand in one, one step down. What is data is none. */
export function subschemasOf(schema: JsonObject): readonly Json[] {
  return Object.entries(schema).flatMap(([keyword, value]) => subschemasAt(keyword, value));
}

function subschemasAt(keyword: string, value: Json): readonly Json[] {
  const held = KEYWORDS[keyword];
  if (held === undefined || typeof held === 'object') return [];
  if (Array.isArray(value)) return value as readonly Json[];
  return held === 'schema-map' && isObject(value) ? Object.values(value) : [value];
}

/** Returns a schema with other schemas in it, one step down; the same one if all are the same. */
export function withSubschemas(schema: JsonObject, change: (one: Json) => Json): JsonObject {
  let isSame = true;
  const changed = (one: Json): Json => {
    const other = change(one);
    if (other !== one) isSame = false;
    return other;
  };
  const members = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    if (subschemasAt(keyword, value).length === 0) return [keyword, value];
    if (Array.isArray(value)) return [keyword, (value as readonly Json[]).map(changed)];
    if (KEYWORDS[keyword] !== 'schema-map') return [keyword, changed(value)];
    const all = Object.entries(value as JsonObject);
    return [keyword, objectOf(all.map(([name, one]) => [name, changed(one)]))];
  });
  return isSame ? schema : objectOf(members);
}

function isNames(value: Json): boolean {
  return (
    Array.isArray(value) &&
    (value as readonly Json[]).every((one) => typeof one === 'string') &&
    new Set(value).size === value.length
  );
}

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

/** Keywords whose names sound like those of schemas, told if they are not understood. */
export function unreadKeywords(schema: Json): readonly string[] {
  return isObject(schema) ? UNREAD.filter((name) => own(schema, name) !== undefined) : [];
}

const UNREAD = ['if', 'unevaluatedProperties', 'unevaluatedItems', '$dynamicRef'];
