// Values that fit a schema, made to measure: the caller says how texts, flags and counts are to be, the schema says where they stand.

import { isObject, type Json, type JsonObject, objectOf, own } from '../base/json.ts';
import type { SchemaName, Schemas } from './schema.ts';

/** How a sample is to be. Two drafts with different serials give samples that differ in every free member. */
export interface Draft {
  readonly serial: number;
  /** Stands in every e-mail address, and in the text of members named in `marked`: what tells a sample from everything else. */
  readonly token: string;
  readonly marked: readonly string[];
  /** Gives the text of a free string; `mark` is empty where the member is not marked, `place` tells the places of one sample apart. */
  readonly text?: (mark: string, place: number) => string;
  /** Gives an address from its unique part. */
  readonly email?: (mark: string) => string;
  readonly flag?: boolean;
  /** How many items arrays have. */
  readonly count?: number;
}

/**
 * Gives an object that fits the named members of a schema, without the members in `omitted`. A member for which no value can be
 * made (a pattern without `examples`) is left out.
 */
export function sampleOf(schemas: Schemas, name: SchemaName, omitted: readonly string[], draft: Draft): JsonObject {
  const members: [string, Json][] = [];
  let place = 0;
  for (const [key, schema] of schemas.membersOf(name)) {
    place++;
    if (omitted.includes(key) || own(schema, 'readOnly') === true) continue;
    const mark = draft.marked.includes(key) ? markOf(draft) : '';
    const value = makeValue(schemas, schema, key, draft, { mark, place });
    if (value !== undefined) members.push([key, value]);
  }
  return objectOf(members);
}

interface Position {
  readonly mark: string;
  /** Tells positions of one sample apart. */
  readonly place: number;
}

function makeValue(schemas: Schemas, schema: JsonObject, key: string, draft: Draft, position: Position): Json | undefined {
  const fixed = fixedOf(schema, draft.serial + position.place);
  if (fixed !== undefined) return fixed;
  const type = own(schema, 'type');
  switch (Array.isArray(type) ? (type as readonly Json[]).find((one) => one !== 'null') : type) {
    case 'boolean':
      return draft.flag ?? draft.serial % 2 === 0;
    case 'integer':
    case 'number':
      return numberOf(schema, draft.serial + position.place);
    case 'array':
      return arrayOf(schemas, schema, key, draft, position);
    case 'object':
      return objectFrom(schemas, schema, draft, position);
    case 'string':
      return textOf(schema, key, draft, position);
    default:
      return undefined;
  }
}

/** What the schema itself says a value may be. */
function fixedOf(schema: JsonObject, serial: number): Json | undefined {
  const constant = own(schema, 'const');
  if (constant !== undefined) return constant;
  for (const keyword of ['enum', 'examples']) {
    const options = own(schema, keyword);
    if (Array.isArray(options) && options.length > 0) return (options as readonly Json[])[serial % options.length];
  }
  return undefined;
}

function numberOf(schema: JsonObject, serial: number): number {
  const least = numeric(schema, 'minimum') ?? (numeric(schema, 'exclusiveMinimum') ?? -1) + 1;
  const most = numeric(schema, 'maximum') ?? (numeric(schema, 'exclusiveMaximum') ?? Number.MAX_SAFE_INTEGER) - 1;
  const step = numeric(schema, 'multipleOf') ?? 1;
  const room = Math.max(1, Math.floor((most - least) / step));
  return Math.ceil(least / step) * step + (serial % room) * step;
}

function arrayOf(schemas: Schemas, schema: JsonObject, key: string, draft: Draft, position: Position): Json | undefined {
  const items = own(schema, 'items');
  if (!isObject(items)) return [];
  const most = numeric(schema, 'maxItems') ?? Number.MAX_SAFE_INTEGER;
  const wanted = draft.count ?? 2 + (draft.serial % 2);
  const count = Math.min(most, Math.max(numeric(schema, 'minItems') ?? 0, wanted));
  const item = Object.assign({}, ...schemas.partsOf(items).toReversed()) as JsonObject;
  const values: Json[] = [];
  for (let index = 0; index < count; index++) {
    const value = makeValue(schemas, item, key, draft, { mark: '', place: position.place * 31 + index * 5 });
    if (value === undefined) return undefined;
    values.push(value);
  }
  return values;
}

function objectFrom(schemas: Schemas, schema: JsonObject, draft: Draft, position: Position): Json {
  const properties = own(schema, 'properties');
  if (!isObject(properties)) return {};
  const members: [string, Json][] = [];
  for (const [index, [key, below]] of Object.entries(properties).entries()) {
    const member = Object.assign({}, ...schemas.partsOf(below).toReversed()) as JsonObject;
    const value = makeValue(schemas, member, key, draft, { mark: '', place: position.place * 31 + index });
    if (value !== undefined) members.push([key, value]);
  }
  return objectOf(members);
}

function textOf(schema: JsonObject, key: string, draft: Draft, position: Position): string | undefined {
  const unique = markOf(draft);
  const format = own(schema, 'format');
  if (format === 'email') return (draft.email ?? plainEmail)(unique);
  if (typeof format === 'string') return formatted(format, draft.serial + position.place);
  if (own(schema, 'pattern') !== undefined) return undefined;
  const plain = `${WORDS[(draft.serial + position.place) % WORDS.length]} ${key}`;
  const text =
    draft.text === undefined
      ? position.mark === ''
        ? `${plain} ${lettersOf(draft.serial)}`
        : `${plain} ${position.mark}`
      : draft.text(position.mark, position.place);
  const padded = text.padEnd(numeric(schema, 'minLength') ?? 0, 'x');
  return [...padded].slice(0, numeric(schema, 'maxLength') ?? Number.MAX_SAFE_INTEGER).join('');
}

/** What tells a sample from all others: the token, and its serial in letters. */
function markOf(draft: Draft): string {
  return `${draft.token}${lettersOf(draft.serial)}`;
}

/** Writes a number in letters alone, always the same count of them: some services take no digits in names. */
function lettersOf(serial: number): string {
  let letters = '';
  for (let rest = serial, count = 0; count < LETTERS; rest = Math.floor(rest / 26), count++) {
    letters = String.fromCharCode(97 + (rest % 26)) + letters;
  }
  return letters;
}

/** How many letters a serial has at the end of a mark. */
const LETTERS = 4;

/** The pattern of a mark, given its token. */
export function markPattern(token: string): RegExp {
  return new RegExp(`${token}[a-z]{${LETTERS}}`, 'i');
}

function plainEmail(mark: string): string {
  return `${mark}@example.com`;
}

/** Values of the formats that JSON Schema names (validation, section 7.3); `undefined` for others. */
function formatted(format: string, serial: number): string | undefined {
  const two = String(1 + (serial % 28)).padStart(2, '0');
  switch (format) {
    case 'date':
      return `2024-03-${two}`;
    case 'date-time':
      return `2024-03-${two}T10:20:30Z`;
    case 'time':
      return `10:20:${two}Z`;
    case 'uri':
      return `https://example.com/${serial}`;
    case 'uuid':
      return `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`;
    case 'hostname':
      return `host${serial}.example.com`;
    case 'ipv4':
      return `192.0.2.${serial % 256}`;
    default:
      return undefined;
  }
}

function numeric(schema: JsonObject, keyword: string): number | undefined {
  const value = own(schema, keyword);
  return typeof value === 'number' ? value : undefined;
}

const WORDS = [
  'amber',
  'birch',
  'cedar',
  'delta',
  'ember',
  'fjord',
  'grove',
  'heron',
  'iris',
  'juniper',
  'kestrel',
  'lagoon',
  'maple',
];
