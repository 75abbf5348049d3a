// The shape of some values: which types they have, member by member. A shape becomes a JSON Schema.
// Infers nothing that the values do not show.

import { isNumber, isObject, isWhole, type Json, type JsonObject, objectOf } from '../base/json.ts';

type TypeName = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

/** What some values have in common. */
export interface Shape {
  /** Number of values. */
  count: number;
  readonly types: Set<TypeName>;
  /** The members of the values that are objects. */
  readonly members: Map<string, Shape>;
  /** The elements of the values that are arrays; `null` if there are none. */
  elements: Shape | null;
  /** The texts and the number of each, up to `TEXTS_MAX` different ones. */
  readonly texts: Map<string, number>;
  /** The formats that every text so far has. */
  formats: readonly Format[];
}

/** How deep values are looked at; anything fits below. */
const DEPTH_MAX = 24;
const TEXTS_MAX = 24;

/** Returns the shape of some values. */
export function shapeOf(values: Iterable<Json>): Shape {
  const shape = emptyShape();
  for (const value of values) take(shape, value, 0);
  return shape;
}

function emptyShape(): Shape {
  return {
    count: 0,
    types: new Set(),
    members: new Map(),
    elements: null,
    texts: new Map(),
    formats: FORMATS,
  };
}

function take(shape: Shape, value: Json, depth: number): void {
  shape.count++;
  shape.types.add(typeOf(value));
  if (typeof value === 'string') takeText(shape, value);
  if (depth >= DEPTH_MAX) return;
  if (Array.isArray(value)) {
    shape.elements ??= emptyShape();
    for (const element of value as readonly Json[]) take(shape.elements, element, depth + 1);
  } else if (isObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      let below = shape.members.get(key);
      if (below === undefined) {
        below = emptyShape();
        shape.members.set(key, below);
      }
      take(below, member, depth + 1);
    }
  }
}

function takeText(shape: Shape, text: string): void {
  if (shape.formats.length > 0) shape.formats = shape.formats.filter(({ test }) => test(text));
  const seen = shape.texts.get(text);
  if (seen !== undefined || shape.texts.size < TEXTS_MAX) shape.texts.set(text, (seen ?? 0) + 1);
}

function typeOf(value: Json): TypeName {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (isNumber(value)) return isWhole(value) ? 'integer' : 'number';
  return typeof value as 'boolean' | 'string' | 'object';
}

/**
 * How much a schema says. `sure`: only a type that all values have, as nothing else is certain of
 * the next value. `usual`: also the formats of texts, required members and values that repeat.
 * `private`: the same, but of values that repeat only names of kinds or states. `example`: as `sure`
 * of values that were written to show what there may be, so that any may be null.
 */
export type Certainty = 'sure' | 'usual' | 'private' | 'example';

/** Returns the schema of the values of a shape. */
export function schemaOf(shape: Shape, certainty: Certainty): JsonObject {
  const types = namesOf(shape, certainty);
  const only = types.length === 1 ? types[0] : undefined;
  if (types.length === 0 && shape.types.has('null') && certainty === 'private')
    return { examples: [null] };
  if (types.length === 0 || (isTypeAlone(certainty) && only === undefined)) return {};
  const named = types.filter((type) => type !== 'null');
  return {
    type: certainty === 'example' && only !== undefined ? [only, 'null'] : (only ?? types),
    ...(named.includes('object') ? objectKeywords(shape, certainty) : {}),
    ...(named.includes('array') && shape.elements !== null
      ? { items: schemaOf(shape.elements, certainty) }
      : {}),
    ...(named.length === 1 && named[0] === 'string' && certainty !== 'sure'
      ? textKeywords(shape, certainty)
      : {}),
  };
}

/** Whether a schema says nothing but types. */
function isTypeAlone(certainty: Certainty): boolean {
  return certainty === 'sure' || certainty === 'example';
}

/** The types of a schema; whole numbers are no promise that the next one is. */
function namesOf({ types }: Shape, certainty: Certainty): readonly TypeName[] {
  const isFraction = types.has('number') || isTypeAlone(certainty);
  const named = [...types].map((type) => (type === 'integer' && isFraction ? 'number' : type));
  // A member that is always null says nothing about its other values.
  return named.length === 1 && named[0] === 'null' ? [] : [...new Set(named)];
}

function objectKeywords(shape: Shape, certainty: Certainty): JsonObject {
  const members = [...shape.members];
  const always = members.filter(([, { count }]) => count === shape.count).map(([key]) => key);
  return {
    properties: objectOf(members.map(([key, member]) => [key, schemaOf(member, certainty)])),
    ...(!isTypeAlone(certainty) && shape.types.size === 1 && always.length > 0
      ? { required: always }
      : {}),
  };
}

function textKeywords(shape: Shape, certainty: Exclude<Certainty, 'sure'>): JsonObject {
  if (certainty === 'example') return { examples: [...shape.texts.keys()] };
  const [format] = shape.formats;
  if (format !== undefined) return { format: format.name };
  if (certainty === 'private')
    return isKindOrState(shape) ? { examples: [...shape.texts.keys()] } : {};
  // Few texts that repeat are names of kinds or states: a service may take no others.
  const doRepeat = shape.texts.size < TEXTS_MAX && shape.count >= shape.texts.size * 2;
  return doRepeat ? { examples: [...shape.texts.keys()] } : {};
}

/** Few words, each of them often: who is in the data does not show. */
function isKindOrState({ texts, count }: Shape): boolean {
  return (
    texts.size <= KINDS_MAX &&
    count >= texts.size * KIND_COUNT &&
    [...texts.keys()].every((text) => /^[A-Za-z][A-Za-z_-]{1,23}$/.test(text))
  );
}

const KINDS_MAX = 8;
const KIND_COUNT = 4;

interface Format {
  readonly name: string;
  readonly test: (text: string) => boolean;
}

function format(name: string, pattern: RegExp): Format {
  return { name, test: (text) => text.length <= FORMAT_CHARS_MAX && pattern.test(text) };
}

const FORMAT_CHARS_MAX = 2_048;

/** A day that every calendar has: 29 February is left out. */
const DAY =
  '\\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)';
const TIME =
  '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)';
const HOST = '[a-z\\d](?:[a-z\\d-]*[a-z\\d])?(?:\\.[a-z\\d](?:[a-z\\d-]*[a-z\\d])?)';

/** Formats that a text shows by its looks, narrower than those of JSON Schema. */
const FORMATS: readonly Format[] = [
  format('uuid', /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i),
  format('date-time', new RegExp(`^${DAY}T${TIME}$`)),
  format('date', new RegExp(`^${DAY}$`)),
  format('email', new RegExp(`^[\\w+-]+(?:\\.[\\w+-]+)*@${HOST}+$`, 'i')),
  format('uri', new RegExp(`^https?://${HOST}*(?::\\d{1,5})?(?:[/?][\\w./?=&~:@!$+,;*-]*)?$`, 'i')),
];
