// The keywords of schemas as a table: what each holds. What is not in it is an annotation, which is
// left out. Only what the table calls a schema is read as one: data is data.

import { isObject, type Json, own } from '../../base/json.ts';

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
  'x-unique': flag,
  'x-standin-redact': data,
};

function isNames(value: Json): boolean {
  return (
    Array.isArray(value) &&
    (value as readonly Json[]).every((one) => typeof one === 'string') &&
    new Set(value).size === value.length
  );
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
