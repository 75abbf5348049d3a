// The bodies of requests and answers by media type: the one that the mock reads and writes, with its
// schema and its examples.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { isStreamType } from '../../model/media/streams.ts';
import { type SchemaName, Schemas } from '../../schema/schema.ts';
import { schemaOf, shapeOf } from '../shape-of-values.ts';
import { below, type Notes, type Placed, type SourceFiles, type SourcePlace } from './places.ts';
import type { SchemaBook } from './schemas/schema-book.ts';

/** A value that the document gives as an example. */
export interface ApiExample {
  readonly name: string;
  readonly value: Json;
  readonly place: SourcePlace;
}

/** A body of one media type. */
export interface MediaBody {
  readonly mediaType: string;
  /** All media types that are JSON or a form. */
  readonly mediaTypes: readonly string[];
  /** Its media types if it is a picture or another file; empty if it may be something else. */
  readonly files: readonly string[];
  readonly format: 'json' | 'form' | 'other';
  /** `null` if the document names none, or the body is no JSON and no form. */
  readonly schema: SchemaName | null;
  readonly examples: readonly ApiExample[];
}

export interface MediaSources {
  readonly files: SourceFiles;
  readonly book: SchemaBook;
  readonly notes: Notes;
}

/** Returns the body of a request or an answer; `null` if it has none. JSON comes before others. */
export function mediaOf(given: Placed, sources: MediaSources, wish: string): MediaBody | null {
  const content = sources.files.memberOf(given, 'content');
  if (content === null || !isObject(content.value)) return null;
  const all = Object.keys(content.value).map((mediaType) => {
    const found = sources.files.memberOf(content, mediaType);
    return {
      mediaType: asMeant(mediaType.trim().toLowerCase()),
      media: found?.value,
      at: found?.place ?? below(content.place, mediaType),
    };
  });
  const ranked = all.toSorted((one, other) => rankOf(one.mediaType) - rankOf(other.mediaType));
  const [best] = ranked;
  if (best === undefined) return null;
  const { mediaType, media, at } = best;
  const format = formatOf(mediaType);
  const isRead = format !== 'other' && isObject(media);
  const schema = isRead ? own(media, 'schema') : undefined;
  // Nothing but null is how some documents say that there is no body.
  if (schema !== undefined && isObject(schema) && own(schema, 'type') === 'null') return null;
  const examples = isRead ? examplesOf(media, at, sources) : [];
  const place = below(at, 'schema');
  const shown = shownBy(schema, examples, place, sources);
  return {
    mediaType,
    mediaTypes: ranked
      .filter((one) => formatOf(one.mediaType) !== 'other')
      .map((one) => (one.mediaType.split(';')[0] ?? '').trim()),
    files: filesOf(ranked.map((one) => one.mediaType)),
    format,
    schema:
      shown !== null
        ? sources.book.addShown(wish, schemaOf(shapeOf(shown), 'example'), place)
        : schema === undefined
          ? null
          : format === 'form'
            ? fieldsIn(sources.book, sources.book.nameAt(schema, place, wish), place)
            : sources.book.nameAt(schema, place, wish),
    examples,
  };
}

/** Returns the examples that say more than the schema, which says nothing but `object`; else `null`. */
function shownBy(
  schema: Json | undefined,
  examples: readonly ApiExample[],
  place: SourcePlace,
  { files }: MediaSources,
): readonly Json[] | null {
  const found = schema === undefined ? undefined : files.follow(schema, place);
  const given = found?.kind === 'found' && isObject(found.value) ? found.value : {};
  if (!Object.keys(given).every((keyword) => SAYS_NOTHING.test(keyword))) return null;
  const inside = own(given, 'example');
  const all = [...examples.map(({ value }) => value), ...(inside === undefined ? [] : [inside])];
  const type = own(given, 'type');
  const fitting = all.filter((one) =>
    Array.isArray(one) ? type !== 'object' : isObject(one) && type !== 'array',
  );
  return fitting.length === 0 || fitting.length < all.length ? null : fitting;
}

/** Keywords that do not say which members a body has. */
const SAYS_NOTHING = /^(?:type|title|description|examples?|nullable|deprecated|default|x-.*)$/;

/** Returns the schema of a form in which names of fields such as `track[title]` are members of members. */
function fieldsIn(book: SchemaBook, name: SchemaName, place: SourcePlace): SchemaName {
  const parts = new Schemas(book.schemas).partsByName(name);
  const required = parts.flatMap((part) => own(part, 'required') ?? []);
  const fields = parts.flatMap((part) => {
    const properties = own(part, 'properties');
    return isObject(properties) ? Object.entries(properties) : [];
  });
  if (!fields.some(([field]) => stepsOf(field).length > 1)) return name;
  const nested = fields.reduce<JsonObject>(
    (whole, [field, member]) => withField(whole, stepsOf(field), member, required.includes(field)),
    { type: 'object' },
  );
  return book.addShown(`${name}.fields`, nested, place);
}

/** The steps in the name of a field: `track`, `title`; an empty one is any element of a list. */
function stepsOf(field: string): readonly string[] {
  const [, first, inside] = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(field) ?? [];
  if (first === undefined || inside === undefined) return [field];
  return [first, ...[...inside.matchAll(/\[([^[\]]*)\]/g)].map(([, step = '']) => step)];
}

function withField(
  schema: JsonObject,
  [step, ...rest]: readonly string[],
  member: Json,
  isRequired: boolean,
): JsonObject {
  if (step === undefined) return isObject(member) ? { ...schema, ...member } : schema;
  if (step === '') {
    if (rest.length === 0 && isObject(member) && own(member, 'type') === 'array') return member;
    const items = own(schema, 'items');
    const inside = withField(isObject(items) ? items : {}, rest, member, isRequired);
    return { ...schema, type: 'array', items: inside };
  }
  const known = own(schema, 'properties');
  const before = isObject(known) ? own(known, step) : undefined;
  const names = own(schema, 'required');
  const required = new Set<Json>([
    ...(Array.isArray(names) ? (names as readonly Json[]) : []),
    ...(isRequired ? [step] : []),
  ]);
  return {
    ...schema,
    type: 'object',
    properties: {
      ...(isObject(known) ? known : {}),
      [step]: withField(isObject(before) ? before : {}, rest, member, isRequired),
    },
    ...(required.size === 0 ? {} : { required: [...required] }),
  };
}

/**
 * Returns a media type as it was meant: one that is a letter or a dash away from JSON or a form, such as
 * `multipart/formdata`, is that, unless it is the name of something else, such as JSON Lines.
 */
export function asMeant(mediaType: string): string {
  if (isStreamType(mediaType) || NEAR_JSON.test(mediaType)) return mediaType;
  const letters = mediaType.replaceAll(/[^a-z]/g, '');
  return (
    ['application/json', ...FORMS].find((one) => isNear(letters, one.replaceAll(/[^a-z]/g, ''))) ??
    mediaType
  );
}

/** Media types of their own whose names are almost that of JSON. */
const NEAR_JSON = /^application\/(?:bson|json5)(?:$|;)/;

/** Whether two words differ in one letter at most, which one of them may lack. */
function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [rest, otherRest] = [one.slice(start), other.slice(start)];
  const [less, otherLess] = [rest.slice(1), otherRest.slice(1)];
  return rest === otherRest || less === otherLess || rest === otherLess || less === otherRest;
}

/** Tells whether a body is JSON, a form or something else. */
export function formatOf(mediaType: string): MediaBody['format'] {
  const [type = ''] = mediaType.split(';');
  if (/^(?:application|text)\/(?:json|\*)$|\+json$|^\*(?:\/\*)?$/.test(type.trim())) return 'json';
  return FORMS.includes(type.trim()) ? 'form' : 'other';
}

/** Returns the media types of files, if there are no others. A contract has no type such as `image/*`. */
function filesOf(mediaTypes: readonly string[]): readonly string[] {
  const types = mediaTypes.map((one) => (one.split(';')[0] ?? '').trim());
  if (!types.every((one) => FILE_TYPE.test(one))) return [];
  return types.some((one) => one.endsWith('/*')) ? ['*/*'] : [...new Set(types)];
}

const FILE_TYPE =
  /^(?:(?:image|audio|video|font)\/[a-z0-9.+*-]+|application\/(?:octet-stream|pdf|zip|gzip))$/;

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** JSON comes before forms, and what is JSON as it stands before what patches JSON. */
function rankOf(mediaType: string): number {
  if (mediaType === 'application/json') return 0;
  if (mediaType.startsWith('application/json;')) return 1;
  const format = formatOf(mediaType);
  if (format !== 'json') return format === 'form' ? 6 : 7;
  return mediaType.includes('json-patch') ? 4 : mediaType.includes('strategic') ? 3 : 2;
}

/** Returns the examples beside the schema of a body, a parameter or a header field. */
export function examplesOf(
  media: JsonObject,
  place: SourcePlace,
  { files, notes }: MediaSources,
): readonly ApiExample[] {
  const single = own(media, 'example');
  const named = own(media, 'examples');
  const given = isObject(named) ? Object.entries(named) : [];
  const found = given.flatMap(([name, one]): readonly ApiExample[] => {
    const at = below(place, 'examples', name);
    const example = files.follow(one, at);
    if (example.kind === 'lost') {
      notes.add(at, 'this example leads nowhere; it is left out');
      return [];
    }
    for (const member of VALUES) {
      const value = isObject(example.value) ? own(example.value, member) : undefined;
      if (value === undefined) continue;
      const isWritten = member === 'serializedValue' && typeof value === 'string';
      const read = isWritten && isJsonPlace(place) ? (tryParse(value) ?? value) : value;
      return [{ name, value: read, place: below(example.place, member) }];
    }
    return [];
  });
  return single === undefined
    ? found
    : [{ name: 'example', value: single, place: below(place, 'example') }, ...found];
}

/** The members of an Example Object that have its value; the last two are those of OpenAPI 3.2. */
const VALUES = ['value', 'dataValue', 'serializedValue'];

function isJsonPlace({ steps }: SourcePlace): boolean {
  return /\bjson$/.test(steps.at(-1) ?? '');
}

function tryParse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The name by which clients can ask for an example. */
export function exampleName(name: string): string {
  return name.replaceAll(/[\s",;=]+/g, '-').slice(0, 200) || 'example';
}
