// Values that fit a schema, made to measure: the caller says how texts, flags and counts are to be,
// the schema says where they stand. What one keyword says of another value (`if`, `not`,
// `contains`, `dependentRequired`) is not looked at: whoever sends a sample checks it.

import { equal } from '../../base/equal.ts';
import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { patternMatcher } from '../match-pattern.ts';
import { mergeSchemas } from '../merge.ts';
import type { SchemaName, Schemas } from '../schema.ts';
import { textOfFormat } from './format.ts';
import { numberOf } from './number.ts';
import { textMatching } from './pattern.ts';

/**
 * How a sample is to be. Two drafts with different serials give samples that differ in every free
 * member.
 */
export interface Draft {
  readonly serial: number;
  /**
   * Stands in every e-mail address, and in the text of members named in `marked`: what tells a
   * sample from everything else.
   */
  readonly token: string;
  readonly marked: readonly string[];
  /**
   * Gives the text of a free string; `mark` is empty where the member is not marked, `place` tells
   * the places of one sample apart.
   */
  readonly text?: (mark: string, place: number) => string;
  /** Gives an address from its unique part. */
  readonly email?: (mark: string) => string;
  readonly flag?: boolean;
  /** How many items arrays have. */
  readonly count?: number;
  /** Whether what only the service writes is made too. */
  readonly readOnly?: 'made';
  /** Where a schema offers several (`anyOf`, `oneOf`, types), which of them is tried first: 0. */
  readonly branch?: number;
  /** With `left-out`, what the schema gives as examples is not taken. */
  readonly examples?: 'left-out' | 'taken';
  /** No text is made where it would need more characters than these: any number. */
  readonly charsMax?: number;
}

/**
 * Gives an object that fits the named members of a schema, without the members in `omitted` and
 * those that only the service writes. A member for which no value can be made is left out.
 */
export function sampleOf(
  schemas: Schemas,
  name: SchemaName,
  omitted: readonly string[],
  draft: Draft,
): JsonObject {
  const members: [string, Json][] = [];
  let place = 0;
  for (const [key, schema] of schemas.membersOf(name)) {
    place++;
    if (omitted.includes(key) || own(schema, 'readOnly') === true) continue;
    const mark = draft.marked.includes(key) ? markOf(draft) : '';
    const value = make({ schemas, draft, key, mark, place, depth: 0 }, schema);
    if (value !== undefined) members.push([key, value]);
  }
  return objectOf(members);
}

/**
 * Gives a value of one member by the schema of it alone, also of one that only the service writes;
 * `undefined` where none can be made.
 */
export function sampleValue(
  schemas: Schemas,
  key: string,
  schema: JsonObject,
  draft: Draft,
): Json | undefined {
  const mark = draft.marked.includes(key) ? markOf(draft) : '';
  return make({ schemas, draft, key, mark, place: 0, depth: 0 }, schema);
}

/** Gives a value of any type that fits a schema; `undefined` where none can be made. */
export function sampleOfSchema(schemas: Schemas, name: SchemaName, draft: Draft): Json | undefined {
  const position = { schemas, draft, key: name, mark: '', place: 0, depth: 0 };
  return make(position, mergeSchemas(schemas.partsByName(name)));
}

/** Where in a sample a value stands. */
interface Position {
  readonly schemas: Schemas;
  readonly draft: Draft;
  /** The member whose value it is, or is part of. */
  readonly key: string;
  readonly mark: string;
  /** Tells positions of one sample apart. */
  readonly place: number;
  readonly depth: number;
}

/**
 * How deep samples go: what may be left out is, from here on, and what may not cannot be made
 * further down.
 */
const DEPTH_OF_OPTIONAL = 4;
const DEPTH_MAX = 12;

function make(position: Position, schema: JsonObject): Json | undefined {
  if (position.depth > DEPTH_MAX) return undefined;
  const branches = [own(schema, 'anyOf'), own(schema, 'oneOf')].find(Array.isArray) as
    | readonly Json[]
    | undefined;
  if (branches === undefined) {
    const constant = own(schema, 'const');
    return constant === undefined
      ? (fixedOf(position, schema) ?? freeOf(position, schema))
      : constant;
  }
  const rest = objectOf(
    Object.entries(schema).filter(([keyword]) => keyword !== 'anyOf' && keyword !== 'oneOf'),
  );
  for (const branch of turned(branches, position.draft.branch ?? 0)) {
    const value = make(
      { ...position, depth: position.depth + 1 },
      merged(position, [rest, branch]),
    );
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** One schema of several that all apply, with all that they include. */
function merged({ schemas }: Position, all: readonly Json[]): JsonObject {
  return mergeSchemas(all.flatMap((one) => schemas.partsOf(one)));
}

function turned<T>(all: readonly T[], by: number): readonly T[] {
  return [...all.slice(by % all.length), ...all.slice(0, by % all.length)];
}

/**
 * What the schema itself says a value may be. Examples give way where texts are to differ, or to be
 * unusual.
 */
function fixedOf({ draft, mark, place }: Position, schema: JsonObject): Json | undefined {
  const serial = draft.serial + place;
  const options = own(schema, 'enum');
  if (Array.isArray(options)) {
    const admitted = (options as readonly Json[]).filter(
      (one) => one !== null && typesOf(schema).some((type) => isOf(one, type)),
    );
    return admitted.length > 0 ? admitted[serial % admitted.length] : undefined;
  }
  const examples = draft.examples === 'left-out' ? undefined : own(schema, 'examples');
  if (!Array.isArray(examples) || examples.length === 0) return undefined;
  const isFree = own(schema, 'pattern') === undefined && own(schema, 'format') === undefined;
  if (isFree && typesOf(schema)[0] === 'string' && (mark !== '' || draft.text !== undefined))
    return undefined;
  return (examples as readonly Json[])[serial % examples.length];
}

function isOf(value: Json, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  return type === 'object' ? isObject(value) : typeof value === type;
}

/**
 * The types that a schema admits, also where its other keywords alone tell them; `null` is left out
 * where there are others.
 */
function typesOf(schema: JsonObject): readonly string[] {
  const type = own(schema, 'type');
  const named = (Array.isArray(type) ? (type as readonly Json[]) : [type]).filter(
    (one) => typeof one === 'string',
  );
  if (named.length > 0) return named.length > 1 ? named.filter((one) => one !== 'null') : named;
  if (own(schema, 'enum') !== undefined) return TYPES;
  const told = Object.entries(TELLING).find(([keyword]) => own(schema, keyword) !== undefined);
  return told === undefined ? ['string'] : [told[1]];
}

const TYPES = ['string', 'number', 'boolean', 'array', 'object'];

/** Keywords that speak of one type. */
const TELLING: Readonly<Record<string, string>> = {
  properties: 'object',
  required: 'object',
  additionalProperties: 'object',
  items: 'array',
  minItems: 'array',
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
};

function freeOf(position: Position, schema: JsonObject): Json | undefined {
  if (own(schema, 'enum') !== undefined) return undefined;
  const { draft, place } = position;
  const types = typesOf(schema);
  switch (types[(draft.branch ?? 0) % Math.max(1, types.length)]) {
    case 'boolean':
      return draft.flag ?? draft.serial % 2 === 0;
    case 'integer':
      return numberOf(schema, 'integer', draft.serial + place);
    case 'number':
      return numberOf(schema, 'number', draft.serial + place);
    case 'array':
      return arrayOf(position, schema);
    case 'object':
      return objectFrom(position, schema);
    case 'string':
      return textOf(position, schema);
    default:
      return undefined;
  }
}

function arrayOf(position: Position, schema: JsonObject): Json | undefined {
  const { draft, place, depth } = position;
  const [least, most] = [
    numeric(schema, 'minItems') ?? 0,
    numeric(schema, 'maxItems') ?? Number.MAX_SAFE_INTEGER,
  ];
  const items = own(schema, 'items');
  const first = own(schema, 'prefixItems');
  const prefixes = Array.isArray(first) ? (first as readonly Json[]) : [];
  const isBounded = depth >= DEPTH_OF_OPTIONAL || (items === undefined && prefixes.length === 0);
  const count = Math.min(
    most,
    Math.max(least, isBounded ? 0 : (draft.count ?? 2 + (draft.serial % 2))),
  );
  const isUnique = own(schema, 'uniqueItems') === true;
  const values: Json[] = [];
  for (let index = 0; index < count; index++) {
    const item = merged(position, [prefixes[index] ?? items ?? true]);
    const value = itemOf(
      { ...position, mark: '', depth: depth + 1, place: place * 31 + index * 5 },
      item,
      isUnique ? values : [],
    );
    if (value === undefined)
      return values.length >= least && isUnique && values.length > 0 ? values : undefined;
    values.push(value);
  }
  return values;
}

/** An item that is none of those that are there already. */
function itemOf(position: Position, schema: JsonObject, taken: readonly Json[]): Json | undefined {
  for (let attempt = 0; attempt <= taken.length * UNIQUE_TRIES; attempt++) {
    const value = make({ ...position, place: position.place + attempt }, schema);
    if (value === undefined || !taken.some((one) => equal(one, value))) return value;
  }
  return undefined;
}

const UNIQUE_TRIES = 20;

function objectFrom(position: Position, schema: JsonObject): Json | undefined {
  const { schemas, draft, place, depth } = position;
  const properties = own(schema, 'properties');
  const required = (own(schema, 'required') ?? []) as readonly Json[];
  const members: [string, Json][] = [];
  for (const [index, [key, below]] of Object.entries(
    isObject(properties) ? properties : {},
  ).entries()) {
    const member = mergeSchemas(schemas.partsOf(below));
    if (own(member, 'readOnly') === true && draft.readOnly !== 'made') continue;
    const isNeeded = required.includes(key);
    if (!isNeeded && depth >= DEPTH_OF_OPTIONAL) continue;
    const value = make(
      { ...position, key, mark: '', depth: depth + 1, place: place * 31 + index },
      member,
    );
    if (value !== undefined) members.push([key, value]);
    else if (isNeeded) return undefined;
  }
  const others = own(schema, 'additionalProperties');
  for (let index = members.length; index < (numeric(schema, 'minProperties') ?? 0); index++) {
    const value = make(
      { ...position, mark: '', depth: depth + 1, place: place * 31 + index },
      merged(position, [others ?? true]),
    );
    if (value === undefined || others === false) return undefined;
    members.push([`${position.key}${index}`, value]);
  }
  return objectOf(members);
}

function textOf(position: Position, schema: JsonObject): string | undefined {
  const { draft, place } = position;
  const serial = draft.serial + place;
  const [least, most] = [
    numeric(schema, 'minLength') ?? 0,
    numeric(schema, 'maxLength') ?? Number.MAX_SAFE_INTEGER,
  ];
  if (least > (draft.charsMax ?? least)) return undefined;
  const [format, pattern] = [own(schema, 'format'), own(schema, 'pattern')];
  const fits = (text: string | undefined): text is string =>
    text !== undefined &&
    [...text].length >= least &&
    [...text].length <= most &&
    matches(text, pattern);
  if (format === 'email') return emailsOf(position, least).find(fits);
  const made = typeof format === 'string' ? textOfFormat(format, serial) : undefined;
  if (fits(made)) return made;
  if (made !== undefined || (typeof format === 'string' && !OPEN_FORMATS.includes(format)))
    return undefined;
  if (typeof pattern === 'string')
    return textMatching(pattern, { serial, lengthMin: least, lengthMax: most });
  const text = [...freeText(position, most)];
  return [...text, ...Array<string>(Math.max(0, least - text.length)).fill('x')]
    .slice(0, most)
    .join('');
}

/** Formats that any text is of. */
const OPEN_FORMATS: readonly string[] = ['password', 'binary'];

function matches(text: string, pattern: Json | undefined): boolean {
  return typeof pattern !== 'string' || patternMatcher(pattern)(text);
}

/**
 * Where a text must be short, it is the mark alone, and then the end of it: that tells samples
 * apart.
 */
function freeText({ draft, key, mark, place }: Position, most: number): string {
  if (draft.text !== undefined) return draft.text(mark, place);
  const plain = `${WORDS[(draft.serial + place) % WORDS.length]} ${key} ${mark === '' ? lettersOf(draft.serial) : mark}`;
  return mark === '' || plain.length <= most ? plain : mark.slice(-Math.max(1, most));
}

/**
 * Addresses to choose from, the one that is wished for first; where it is too long or too short,
 * shorter and longer ones.
 */
function emailsOf({ draft }: Position, least: number): readonly string[] {
  const mark = markOf(draft);
  const short = `${mark.slice(-LETTERS)}@a.io`;
  const label = 'example.'.repeat(Math.ceil(Math.max(0, least - mark.length) / 'example.'.length));
  return [
    (draft.email ?? plainEmail)(mark),
    plainEmail(mark),
    `${mark}@a.io`,
    short,
    `${mark}@${label}com`,
  ];
}

/** What tells a sample from all others: the token, and its serial in letters. */
function markOf(draft: Draft): string {
  return `${draft.token}${lettersOf(draft.serial)}`;
}

/**
 * Writes a number in letters alone, always the same count of them: some services take no digits in
 * names.
 */
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
