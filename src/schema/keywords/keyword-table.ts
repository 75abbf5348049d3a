// The keywords of schemas, one row each: what a value of it is, what it is about, and what it says.
// Whoever reads schemas asks this table: the checker and its words, the quick test, the maker of
// samples, the reader of documents, the redactor and the comparison of documents. Reads no schema.

import { isObject, type Json } from '../../base/json.ts';
import type { Facet } from '../violation.ts';

export interface Keyword {
  /** What its value holds. What is data is never read as a schema. */
  readonly holds: 'schema' | 'schemas' | 'schema-map' | 'data';
  /** Whether a value has the form that it must have. Schemas are looked at one by one. */
  readonly admits: (value: Json) => boolean;
  /**
   * What the schemas in it are about: the value itself, always, perhaps or only as a question
   * (`not`, `if`); its members, their names, its items; or nothing, until a reference leads there.
   */
  readonly about: 'value' | 'perhaps' | 'question' | 'members' | 'names' | 'items' | 'nothing';
  /** `limits`: some values do not fit. `tells`: words, examples, marks. `names`: a place or a dialect. */
  readonly says: 'limits' | 'tells' | 'names';
  /** The freedom that it limits. */
  readonly facet: Facet;
  /** The only type that it limits; `null` for any. */
  readonly type: 'object' | 'array' | 'number' | 'string' | null;
  /**
   * Whose it is: of JSON Schema 2020-12; of OpenAPI or older versions, which the reader of documents
   * translates; of how a media type is written; of Standin; or written by the reader of documents alone.
   */
  readonly by: 'standard' | 'openapi' | 'media' | 'standin' | 'reader';
}

type Given = Partial<Omit<Keyword, 'holds' | 'admits'>>;

const anything = (): boolean => true;
const isText = (value: Json): boolean => typeof value === 'string';
const isFlag = (value: Json): boolean => typeof value === 'boolean';
const isNumber = (value: Json): boolean => typeof value === 'number' && Number.isFinite(value);
const isStep = (value: Json): boolean => typeof value === 'number' && value > 0;
const isCount = (value: Json): boolean => Number.isInteger(value) && (value as number) >= 0;
const isList = (value: Json): boolean => Array.isArray(value);
const isFilled = (value: Json): boolean => Array.isArray(value) && value.length > 0;

function isNames(value: Json): boolean {
  return (
    Array.isArray(value) &&
    (value as readonly Json[]).every((one) => typeof one === 'string') &&
    new Set(value).size === value.length
  );
}

const DEFAULTS = {
  about: 'nothing',
  says: 'limits',
  facet: 'shape',
  type: null,
  by: 'standard',
} as const;

function data(admits: (value: Json) => boolean, given: Given = {}): Keyword {
  return { ...DEFAULTS, holds: 'data', admits, ...given };
}

function schemas(
  holds: 'schema' | 'schemas' | 'schema-map',
  about: Keyword['about'],
  given: Given = {},
): Keyword {
  const type = about === 'items' ? 'array' : about === 'members' ? 'object' : null;
  const admits = { schema: anything, schemas: isFilled, 'schema-map': isObject }[holds];
  return { ...DEFAULTS, holds, admits, about, type, ...given };
}

const words: Given = { says: 'tells' };
const names: Given = { says: 'names' };
const openapi: Given = { says: 'tells', by: 'openapi' };
const ofNumbers: Given = { facet: 'bounds', type: 'number' };
const ofTexts: Given = { facet: 'bounds', type: 'string' };
const ofItems: Given = { facet: 'bounds', type: 'array' };
const ofMembers: Given = { facet: 'bounds', type: 'object' };

const table: Readonly<Record<string, Keyword>> = {
  title: data(isText, words),
  description: data(isText, words),
  $comment: data(isText, words),
  default: data(anything, words),
  examples: data(isList, words),
  deprecated: data(isFlag, words),
  readOnly: data(isFlag, words),
  writeOnly: data(isFlag, words),
  contentEncoding: data(isText, words),
  contentMediaType: data(isText, words),
  contentSchema: schemas('schema', 'nothing', words),

  $schema: data(isText, names),
  $vocabulary: data(isObject, names),
  $id: data(isText, names),
  $anchor: data(isText, names),
  $dynamicAnchor: data(isText, names),
  $ref: data(isText),
  $dynamicRef: data(isText),
  $defs: schemas('schema-map', 'nothing', names),

  type: data((value) => isText(value) || isFilled(value)),
  enum: data(isFilled),
  const: data(anything),
  format: data(isText, { facet: 'format' }),
  pattern: data(isText, { facet: 'format', type: 'string' }),
  minLength: data(isCount, ofTexts),
  maxLength: data(isCount, ofTexts),
  minimum: data(isNumber, ofNumbers),
  maximum: data(isNumber, ofNumbers),
  exclusiveMinimum: data(isNumber, ofNumbers),
  exclusiveMaximum: data(isNumber, ofNumbers),
  multipleOf: data(isStep, ofNumbers),

  properties: schemas('schema-map', 'members'),
  patternProperties: schemas('schema-map', 'members'),
  additionalProperties: schemas('schema', 'members'),
  unevaluatedProperties: schemas('schema', 'members'),
  propertyNames: schemas('schema', 'names', { type: 'object' }),
  required: data(isNames, { facet: 'required', type: 'object' }),
  dependentRequired: data(
    (value) => isObject(value) && Object.values(value).every((one) => isNames(one)),
    { facet: 'required', type: 'object' },
  ),
  dependentSchemas: schemas('schema-map', 'perhaps', { type: 'object' }),
  minProperties: data(isCount, ofMembers),
  maxProperties: data(isCount, ofMembers),

  items: schemas('schema', 'items'),
  prefixItems: schemas('schemas', 'items'),
  unevaluatedItems: schemas('schema', 'items'),
  contains: schemas('schema', 'items'),
  minContains: data(isCount, { type: 'array' }),
  maxContains: data(isCount, { type: 'array' }),
  minItems: data(isCount, ofItems),
  maxItems: data(isCount, ofItems),
  uniqueItems: data(isFlag, ofItems),

  allOf: schemas('schemas', 'value'),
  anyOf: schemas('schemas', 'perhaps'),
  oneOf: schemas('schemas', 'perhaps'),
  if: schemas('schema', 'question'),
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword, and the table is no promise
  then: schemas('schema', 'perhaps'),
  else: schemas('schema', 'perhaps'),
  not: schemas('schema', 'question'),

  'x-unique': data(isFlag, { says: 'tells', by: 'standin' }),
  'x-ref': data((value) => isText(value) && value !== '', { says: 'tells', by: 'standin' }),
  'x-standin-redact': data((value) => isFlag(value) || value === 'phone', {
    says: 'tells',
    by: 'standin',
  }),
  /** Beside `anyOf`: the member that tells its schemas apart, and of how many values are made. */
  'x-standin-kinds': data(isObject, { says: 'tells', by: 'reader' }),
  /** The user gives the values of this member: a run sends no others, wrong ones neither. */
  'x-standin-given': data(isFlag, { says: 'tells', by: 'reader' }),

  nullable: data(isFlag, openapi),
  'x-nullable': data(isFlag, openapi),
  example: data(anything, openapi),
  discriminator: data((value) => isText(value) || isObject(value), { by: 'openapi' }),
  xml: data(isObject, { says: 'tells', by: 'media' }),
  externalDocs: data(isObject, openapi),
  definitions: schemas('schema-map', 'nothing', openapi),
  id: data(isText, openapi),
  additionalItems: schemas('schema', 'items', { by: 'openapi' }),
  dependencies: data(isObject, { type: 'object', by: 'openapi' }),
};

/** The names of the keywords that a row is wanted of. */
export function keywordsWith(isWanted: (row: Keyword) => boolean): readonly string[] {
  return Object.keys(table).filter((name) => isWanted(table[name] as Keyword));
}

/** The keywords that say what members there may be besides `properties`. */
export const otherMembers = keywordsWith(({ about }) => about === 'members').slice(1);

/** Those of them that may close an object. */
export const closingKeywords = keywordsWith(
  ({ about, holds }) => about === 'members' && holds === 'schema',
);

/** The keywords that limit a list itself: not those that say the same of each item. */
export const listKeywords = keywordsWith(
  ({ type, by }) => type === 'array' && by === 'standard',
).filter((name) => name !== 'items' && name !== 'unevaluatedItems');

/** Returns the row of a keyword; `undefined` if nobody here reads it. */
export function keywordNamed(name: string): Keyword | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Whether the members of a keyword's value are names of schemas, and no keywords. */
export function holdsNames(name: string | undefined): boolean {
  return name !== undefined && keywordNamed(name)?.holds === 'schema-map';
}

/** Whether a keyword holds any data: what looks like a keyword there is none. */
export function holdsData(name: string): boolean {
  const row = keywordNamed(name);
  return row?.holds === 'data' && row.admits([{}]);
}

/** Whether the name of a keyword marks it as one of other readers. */
export function isExtension(name: string): boolean {
  return EXTENSION.test(name);
}

const EXTENSION = /^x-[a-z0-9_$:-]+$/i;
