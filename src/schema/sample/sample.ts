// Values that fit a schema: the schema gives their structure, a draft their texts, flags and
// counts. Where keywords relate values (`if`, `not`), the first of several values that fits is taken; if
// none does, the first: the caller checks a sample before it sends it.

import { equal } from '../../base/equal.ts';
import { isObject, type Json, type JsonObject, jsonText, objectOf, own } from '../../base/json.ts';
import { alternativesOf, membersOfAlternatives } from '../alternatives.ts';
import { keywordNamed } from '../keywords/keyword-table.ts';
import { branchesOf, mergedSchema, numberAt, sizeBounds, withBranch } from '../keywords.ts';
import { mergeSchemas } from '../merge.ts';
import { requiredIn, type SchemaName, type Schemas } from '../schema.ts';
import { schemasOfMember } from '../walk/evaluated.ts';
import { fits } from '../walk/fits.ts';
import { type Draft, markOf } from './draft.ts';
import { SAMPLE_PARTS_MAX } from './limits.ts';
import { numberOf, withDecimals } from './number.ts';
import { outcomeValue } from './outcome-members.ts';
import { rareNumberOf } from './rare-values.ts';
import { type SamplePosition, sampleText } from './texts.ts';
import { isRelating, turned, variantsOf } from './variants.ts';

/**
 * Makes an object with the members of a schema, without those in `omitted` and those that only the
 * service writes. A member is left out if no value can be made.
 */
export function sampleOf(
  schemas: Schemas,
  name: SchemaName,
  omitted: readonly string[],
  draft: Draft,
): JsonObject {
  const root = mergeSchemas(schemas.partsByName(name));
  if (!isRelating(root)) {
    const alternatives = membersOfAlternatives(schemas, name);
    const chosen = alternatives[(draft.branch ?? 0) % Math.max(1, alternatives.length)];
    return membersMade(schemas, chosen ?? schemas.membersOf(name), omitted, draft, 0);
  }
  const absent = (member: string): boolean =>
    omitted.includes(member) || own(schemas.membersOf(name).get(member) ?? {}, 'readOnly') === true;
  const judged = withoutRequired(root, absent);
  let first: JsonObject | undefined;
  const size = draft.optional === undefined ? 'usual' : 'least';
  for (const variant of variantsOf(schemas, root, size, draft.serial))
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const all = alternativesOf(schemas, variant);
      const chosen = all[(draft.branch ?? 0) % Math.max(1, all.length)] ?? variant;
      const made = membersMade(schemas, namedIn(schemas, chosen), omitted, draft, attempt * 7);
      if (fits(schemas.all(), judged, made)) return made;
      first ??= made;
    }
  return first ?? {};
}

/** How often a value is made anew from one schema. */
const ATTEMPTS = 3;

/** The members that a schema names or requires. */
function namedIn(schemas: Schemas, schema: JsonObject): ReadonlyMap<string, JsonObject> {
  const properties = own(schema, 'properties');
  const named = Object.entries(isObject(properties) ? properties : {}).map(
    ([key, member]) => [key, mergedSchema(schemas, member)] as const,
  );
  const required = requiredIn([schema]).map((key) => [key, {}] as const);
  return new Map([...required, ...named]);
}

function withoutRequired(schema: JsonObject, isAbsent: (member: string) => boolean): JsonObject {
  return own(schema, 'required') === undefined
    ? schema
    : { ...schema, required: requiredIn([schema]).filter((member) => !isAbsent(member)) };
}

function membersMade(
  schemas: Schemas,
  named: ReadonlyMap<string, JsonObject>,
  omitted: readonly string[],
  draft: Draft,
  start: number,
): JsonObject {
  const members: [string, Json][] = [];
  let place = start;
  for (const [key, schema] of named) {
    place++;
    if (omitted.includes(key) || own(schema, 'readOnly') === true) continue;
    const mark = draft.marked.includes(key) ? markOf(draft) : '';
    const value = make({ schemas, draft, key, mark, place, depth: 0, spent: { parts: 0 } }, schema);
    if (value !== undefined) members.push([key, value]);
  }
  return objectOf(members);
}

/** Makes the value of one member, even if only the service writes it; `undefined` if impossible. */
export function sampleValue(
  schemas: Schemas,
  key: string,
  schema: JsonObject,
  draft: Draft,
): Json | undefined {
  const mark = draft.marked.includes(key) ? markOf(draft) : '';
  return make({ schemas, draft, key, mark, place: 0, depth: 0, spent: { parts: 0 } }, schema);
}

/** Makes a value of any type; `undefined` if none can be made. */
export function sampleOfSchema(schemas: Schemas, name: SchemaName, draft: Draft): Json | undefined {
  const key = wordOf(name);
  const position = { schemas, draft, key, mark: '', place: 0, depth: 0, spent: { parts: 0 } };
  return make(position, mergeSchemas(schemas.partsByName(name)));
}

/** Depths from which optional members are left out, and below which nothing can be made. */
const DEPTH_OF_OPTIONAL = 4;
const DEPTH_MAX = 12;

function make(position: SamplePosition, schema: JsonObject): Json | undefined {
  if (position.depth > DEPTH_MAX || position.spent.parts++ > SAMPLE_PARTS_MAX) return undefined;
  if (own(schema, 'not') === true) return undefined;
  if (isRelating(schema)) return relatedOf(position, schema);
  const branches = branchesOf(schema);
  if (branches === undefined) {
    const constant = own(schema, 'const');
    if (constant !== undefined) return isAmongOptions(schema, constant) ? constant : undefined;
    const fixed = fixedOf(position, schema);
    return fixed === undefined ? freeOf(position, schema) : fixed;
  }
  for (const branch of turned(branches, position.draft.branch ?? 0)) {
    const below = { ...position, depth: position.depth + 1 };
    const whole = withBranch(position.schemas, schema, branch);
    const made = make(below, whole);
    const value = isEmpty(made) ? (make(withItems(below), whole) ?? made) : made;
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** Makes a value of a schema whose keywords relate values. */
function relatedOf(position: SamplePosition, schema: JsonObject): Json | undefined {
  const { schemas, depth, place } = position;
  const size = leavesOut(position) ? 'least' : 'usual';
  let first: Json | undefined;
  for (const variant of variantsOf(schemas, schema, size, position.draft.serial))
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const made = make({ ...position, depth: depth + 1, place: place + attempt * 7 }, variant);
      if (made === undefined) break;
      if (fits(schemas.all(), schema, made)) return made;
      first ??= made;
    }
  return first;
}

/** Whether a schema with an `enum` admits the constant of one of its branches. */
function isAmongOptions(schema: JsonObject, constant: Json): boolean {
  const options = own(schema, 'enum');
  return !Array.isArray(options) || options.some((one: Json) => equal(one, constant));
}

/** An empty list may fit several branches, of which `oneOf` wants one. */
function isEmpty(made: Json | undefined): boolean {
  return Array.isArray(made) && made.length === 0;
}

function withItems(position: SamplePosition): SamplePosition {
  const { optional: _, ...draft } = position.draft;
  return { ...position, draft };
}

/** Takes a value from `enum` or `examples`. Examples are not used if texts must differ. */
function fixedOf(position: SamplePosition, schema: JsonObject): Json | undefined {
  const { draft, mark, place } = position;
  const serial = draft.serial + place;
  const options = own(schema, 'enum');
  if (Array.isArray(options)) {
    const admitted = (options as readonly Json[]).filter(
      (one) => one !== null && typesOf(schema).some((type) => isOf(one, type)),
    );
    return admitted.length > 0 ? admitted[serial % admitted.length] : undefined;
  }
  const examples = draft.examples === 'left-out' ? undefined : own(schema, 'examples');
  if (!Array.isArray(examples) || examples.length === 0 || isBare(position, schema))
    return undefined;
  const isFree = own(schema, 'pattern') === undefined && own(schema, 'format') === undefined;
  const example = (examples as readonly Json[])[serial % examples.length];
  const isText = typesOf(schema)[0] === 'string' && example !== null;
  if (isText && draft.examples === 'no-texts') return undefined;
  return isFree && isText && (mark !== '' || draft.text !== undefined) ? undefined : example;
}

function isOf(value: Json, type: string): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  return type === 'object' ? isObject(value) : typeof value === type;
}

/**
 * What a schema is called: `tags` of the answer to an operation, `get-tags.200`, and `sort` of a parameter,
 * `get-tags.query.sort`.
 */
function wordOf(name: SchemaName): string {
  const [operation = '', , ...parameter] = name.split('.');
  if (!/^(?:get|post|put|patch|delete|head|options|query)-/.test(operation)) return name;
  return parameter.length > 0
    ? parameter.join('.')
    : operation.slice(operation.lastIndexOf('-') + 1);
}

/** The types that a schema admits, inferred if it names none; `null` only if there is no other. */
function typesOf(schema: JsonObject): readonly string[] {
  const type = own(schema, 'type');
  const named = (Array.isArray(type) ? (type as readonly Json[]) : [type]).filter(
    (one) => typeof one === 'string',
  );
  // No type goes with all schemas that apply.
  if (Array.isArray(type) && type.length === 0) return [];
  if (named.length > 0) return named.length > 1 ? named.filter((one) => one !== 'null') : named;
  if (own(schema, 'enum') !== undefined) return TYPES;
  const limited = Object.keys(schema).map((keyword) => keywordNamed(keyword)?.type);
  return [limited.find((one) => one !== undefined && one !== null) ?? 'string'];
}

const TYPES = ['string', 'number', 'boolean', 'array', 'object'];

/** A lifetime is long: what the run makes must not end while it runs. */
function serialOf({ draft, place, key }: SamplePosition): number {
  const serial = draft.serial + place;
  return isLifetime(key) ? serial + LIFETIME_SECONDS : serial;
}

/** Whether a member says how long an item lasts. */
export function isLifetime(member: string): boolean {
  return LIFETIME.test(member);
}

const LIFETIME = /^(?:expires?[_-]?in|ttl|lifetime|max[_-]?age)$/i;
const LIFETIME_SECONDS = 86_400;

function freeOf(position: SamplePosition, schema: JsonObject): Json | undefined {
  if (own(schema, 'enum') !== undefined) return undefined;
  const { draft } = position;
  const types = typesOf(schema);
  switch (types[(draft.branch ?? 0) % Math.max(1, types.length)]) {
    case 'boolean':
      return draft.flag ?? draft.serial % 2 === 0;
    case 'integer':
      return (
        rareOf(position, schema, 'integer') ??
        wideOf(position, schema) ??
        numberOf(schema, 'integer', serialOf(position))
      );
    case 'number':
      return (
        rareOf(position, schema, 'number') ??
        withDecimals(schema, numberOf(schema, 'number', serialOf(position)), draft.decimals ?? 0)
      );
    case 'array':
      return arrayOf(position, schema);
    case 'object':
      return objectFrom(position, schema);
    case 'string':
      return contentOf(position, schema) ?? sampleText(position, schema);
    default:
      return undefined;
  }
}

/** A text whose content has a schema: JSON (2020-12 Validation section 8.5). */
function contentOf(position: SamplePosition, schema: JsonObject): string | undefined {
  const [content, type] = [own(schema, 'contentSchema'), own(schema, 'contentMediaType')];
  if (content === undefined || !/\bjson$|^undefined$/.test(String(type))) return undefined;
  const below = { ...position, depth: position.depth + 1 };
  const value = make(below, mergedSchema(position.schemas, content));
  return value === undefined ? undefined : jsonText(value);
}

function rareOf(
  { draft: { rare }, place }: SamplePosition,
  schema: JsonObject,
  type: 'integer' | 'number',
): number | undefined {
  return rare === undefined ? undefined : rareNumberOf(schema, type, rare + place);
}

/** A number that neither 32 bits nor the 24 of a short float hold; `undefined` if it may not be one. */
function wideOf({ draft, place }: SamplePosition, schema: JsonObject): number | undefined {
  const isOpen = BOUNDS.every((keyword) => own(schema, keyword) === undefined);
  const isWide = draft.forms === 'converted' && own(schema, 'format') === 'int64';
  return isWide && isOpen ? 2 ** 42 + 1 + 2 * (draft.serial + place) : undefined;
}

const BOUNDS = ['maximum', 'exclusiveMaximum', 'multipleOf', 'const'] as const;

function arrayOf(position: SamplePosition, schema: JsonObject): Json | undefined {
  const { draft, place, depth } = position;
  const { least: fewest, most: bound } = sizeBounds(schema, 'Items');
  const items = own(schema, 'items') ?? own(schema, 'unevaluatedItems');
  const first = own(schema, 'prefixItems');
  const prefixes = Array.isArray(first) ? (first as readonly Json[]) : [];
  const wanted = containedIn(schema);
  const most = items === false ? Math.min(bound, prefixes.length) : bound;
  const needed = wanted.length === 0 ? 0 : prefixes.length + wanted.length;
  const least = Math.max(fewest, Math.min(needed, most));
  const isBounded =
    leavesOut(position) ||
    isBare(position, schema) ||
    (items === undefined && prefixes.length === 0);
  const count = Math.min(
    most,
    Math.max(wanted.length, least, isBounded ? 0 : (draft.count ?? 2 + (draft.serial % 2))),
  );
  const isUnique = own(schema, 'uniqueItems') === true;
  const isTurned = draft.lists === 'turned' && (draft.serial + place) % 2 === 1;
  const values: Json[] = [];
  if (position.spent.parts + count > SAMPLE_PARTS_MAX) return undefined;
  for (let index = 0; index < count; index++) {
    const free = index - prefixes.length;
    const item = mergedSchema(
      position.schemas,
      prefixes[index] ?? items ?? true,
      ...(prefixes[index] === undefined ? (wanted[free] ?? unwantedIn(schema)) : []),
    );
    const step = isTurned ? count - 1 - index : index;
    const value = itemOf(
      { ...position, depth: depth + 1, place: place * 31 + step * 5 },
      item,
      isUnique ? values : [],
    );
    if (value === undefined)
      return values.length >= least && isUnique && values.length > 0 ? values : undefined;
    // Services may store lists without duplicates.
    const isRepeated = (): boolean =>
      draft.count === undefined && values.some((one) => equal(one, value));
    if (values.length < least || !isRepeated()) values.push(value);
  }
  return values;
}

/** Whether an array of objects is made without any that it does not need. */
function isBare({ draft, schemas }: SamplePosition, schema: JsonObject): boolean {
  const items = own(schema, 'items');
  if (draft.lists !== 'no-objects' || items === undefined) return false;
  return typesOf(mergedSchema(schemas, items))[0] === 'object';
}

/** What `contains` asks of the items that must be there, one after the other. */
function containedIn(schema: JsonObject): readonly (readonly Json[])[] {
  const wanted = own(schema, 'contains');
  const count = numberAt(schema, 'minContains') ?? 1;
  return wanted === undefined || count > SAMPLE_PARTS_MAX
    ? []
    : Array.from({ length: count }, () => [wanted]);
}

/** What further items must not be, if `contains` bounds their number. */
function unwantedIn(schema: JsonObject): readonly Json[] {
  const [wanted, most] = [own(schema, 'contains'), own(schema, 'maxContains')];
  return wanted === undefined || most === undefined ? [] : [{ not: wanted }];
}

/** Whether a value has only what it needs. */
function leavesOut({ draft, depth }: SamplePosition): boolean {
  return depth >= DEPTH_OF_OPTIONAL || draft.optional === 'left-out';
}

/** An item that differs from all that the array has already. */
function itemOf(
  position: SamplePosition,
  schema: JsonObject,
  taken: readonly Json[],
): Json | undefined {
  for (let attempt = 0; attempt <= taken.length * UNIQUE_TRIES; attempt++) {
    const value = make({ ...position, place: position.place + attempt }, schema);
    position.spent.parts += taken.length / COMPARED_OF_PART;
    if (value === undefined || !taken.some((one) => equal(one, value))) return value;
  }
  return undefined;
}

const UNIQUE_TRIES = 20;
/** As many comparisons count as one part. */
const COMPARED_OF_PART = 100;

function objectFrom(position: SamplePosition, schema: JsonObject): Json | undefined {
  const { schemas, draft, place, depth } = position;
  const properties = own(schema, 'properties');
  const named = isObject(properties) ? properties : {};
  const required = (own(schema, 'required') ?? []) as readonly Json[];
  const members: [string, Json][] = [];
  for (const [index, [key, declared]] of Object.entries(named).entries()) {
    const member = mergedSchema(schemas, declared);
    if (own(member, 'readOnly') === true && draft.readOnly !== 'made') continue;
    const isNeeded = required.includes(key);
    if (!isNeeded && (leavesOut(position) || isOfRequests(position, member))) continue;
    const says =
      draft.answers === undefined
        ? undefined
        : outcomeValue(key, member, { kind: draft.answers, others: Object.keys(named) });
    if (says === 'absent' && !isNeeded) continue;
    const below = { ...position, key, mark: '', depth: depth + 1, place: place * 31 + index };
    const value = says === undefined || says === 'absent' ? make(below, member) : says;
    if (value !== undefined) members.push([key, value]);
    else if (isNeeded) return undefined;
  }
  const unnamed = required.filter((key) => !Object.hasOwn(named, String(key)));
  for (const [index, key] of unnamed.entries()) {
    const value = otherMember(position, String(key), schema, index);
    if (value === undefined) return undefined;
    members.push([String(key), value]);
  }
  const isFilled = draft.maps === 'filled' && isMap(schema, named);
  const least = numberAt(schema, 'minProperties') ?? 0;
  const names = new Set(members.map(([key]) => key));
  for (let index = members.length; index < Math.max(least, isFilled ? 2 : 0); index++) {
    const key = otherName(position, schema, index);
    const value = key === undefined ? undefined : otherMember(position, key, schema, index);
    if (key === undefined || value === undefined || names.has(key)) {
      if (index >= least) break;
      return undefined;
    }
    names.add(key);
    members.push([key, value]);
  }
  return objectOf(withinBound(members, schema, required));
}

/** As many members as an object may have: those that it needs first. */
function withinBound(
  members: readonly [string, Json][],
  schema: JsonObject,
  required: readonly Json[],
): readonly [string, Json][] {
  const most = numberAt(schema, 'maxProperties') ?? members.length;
  if (members.length <= most) return members;
  const needed = new Set(required);
  const optional = members.filter(([key]) => !needed.has(key));
  const spare = new Set(optional.slice(Math.max(0, most - (members.length - optional.length))));
  return members.filter((one) => !spare.has(one));
}

/** Whether an object has no members of its own, and any others have one schema. */
function isMap(schema: JsonObject, named: JsonObject): boolean {
  const isTyped = ['additionalProperties', 'patternProperties'].some((keyword) => {
    const others = own(schema, keyword);
    return isObject(others) && Object.keys(others).length > 0;
  });
  return isTyped && Object.keys(named).length === 0;
}

/** Whether a member is left out of what a service answers. */
function isOfRequests({ draft }: SamplePosition, member: JsonObject): boolean {
  return draft.readOnly === 'made' && own(member, 'writeOnly') === true;
}

/** Makes a name that the schema admits for a further member; `undefined` if there is none. */
function otherName(
  position: SamplePosition,
  schema: JsonObject,
  index: number,
): string | undefined {
  const { schemas, draft, place } = position;
  const [patterns, names] = [own(schema, 'patternProperties'), own(schema, 'propertyNames')];
  const all = isObject(patterns) ? Object.keys(patterns) : [];
  const allowed = {
    type: 'string',
    ...(all.length === 0 ? {} : { pattern: all[index % all.length] as string }),
    ...(names === undefined ? {} : mergedSchema(schemas, names)),
  };
  if (Object.keys(allowed).length === 1)
    return `${position.key}${draft.forms === 'converted' ? 'Key' : ''}${index}`;
  const { text: _, ...plain } = draft;
  const made = make({ ...position, draft: plain, mark: '', place: place + index }, allowed);
  return typeof made === 'string' ? made : undefined;
}

/** Makes the value of a member that the schema does not name. */
function otherMember(
  position: SamplePosition,
  key: string,
  schema: JsonObject,
  index: number,
): Json | undefined {
  const { schemas, place, depth } = position;
  const found = schemasOfMember(schema, key);
  const all = found.length > 0 ? found : [own(schema, 'unevaluatedProperties') ?? true];
  const below = { ...position, key, mark: '', depth: depth + 1, place: place * 31 + index };
  return all.includes(false) ? undefined : make(below, mergedSchema(schemas, ...all));
}
