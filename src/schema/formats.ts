// What a schema asks of single values, by place: formats, lengths, patterns, bounds; and formats that
// are not known. Does not tell whether a whole value fits.

import { equal } from '../base/equal.ts';
import { isObject, type Json, type JsonObject, own } from '../base/json.ts';
import { type Pointer, toPointer } from '../base/pointer.ts';
import { suggest } from '../base/suggest.ts';
import { KNOWN_FORMATS } from './keywords.ts';
import type { PlaceRules } from './normal-forms.ts';
import { keywordTest, type QuickTest, UnusualSchema } from './quick/keyword-test.ts';
import type { SchemaName, Schemas } from './schema.ts';

/** How deep schemas are read: they may contain themselves. */
const DEPTH_MAX = 6;

/** Returns what a schema asks of the values at a place: `/address/city`, `/tags/*`. */
export function placeRulesOf(schemas: Schemas, name: SchemaName): PlaceRules {
  const bySchema = known.get(schemas) ?? new Map<SchemaName, PlaceRules>();
  known.set(schemas, bySchema);
  let rules = bySchema.get(name);
  if (rules === undefined) {
    const places = new Map<string, Place>();
    for (const [member, schema] of schemas.membersOf(name))
      gather(schemas, schema, `/${member}`, places, 1);
    rules = rulesAt(places);
    bySchema.set(name, rules);
  }
  return rules;
}

const known = new WeakMap<Schemas, Map<SchemaName, PlaceRules>>();

/** The schemas of one place: all parts of them, and those of alternatives. */
interface Place {
  format: string | null;
  readonly limits: (readonly [keyword: string, schema: JsonObject])[];
  tests?: readonly QuickTest[];
}

function rulesAt(places: ReadonlyMap<string, Place>): PlaceRules {
  return {
    formatAt: (place) => places.get(place)?.format ?? null,
    fitsAt(place, value, other) {
      const found = equal(value, other) ? undefined : places.get(place);
      if (found === undefined) return true;
      found.tests ??= found.limits.flatMap(([keyword, schema]) => testsOf(keyword, schema));
      return found.tests.every((test) => !test(value) || test(other));
    },
  };
}

/** Of one value, whatever its parts are. */
const LIMITS = [
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'enum',
  'const',
];

function testsOf(keyword: string, schema: JsonObject): readonly QuickTest[] {
  const unread = (): QuickTest => () => true;
  try {
    const around = { schema, below: unread, beside: unread };
    const test = keywordTest(keyword, own(schema, keyword) as Json, around);
    return test === null ? [] : [test];
  } catch (error) {
    if (error instanceof UnusualSchema) return [];
    throw error;
  }
}

function gather(
  schemas: Schemas,
  schema: Json | undefined,
  at: string,
  places: Map<string, Place>,
  depth: number,
): void {
  if (depth > DEPTH_MAX) return;
  for (const part of schemas.mentionsOf(schema)) {
    const place: Place = places.get(at) ?? { format: null, limits: [] };
    places.set(at, place);
    const format = own(part, 'format');
    if (typeof format === 'string') place.format = format;
    for (const keyword of LIMITS)
      if (Object.hasOwn(part, keyword)) place.limits.push([keyword, part]);
    gather(schemas, own(part, 'items'), `${at}/*`, places, depth + 1);
    const properties = own(part, 'properties');
    for (const [key, below] of isObject(properties) ? Object.entries(properties) : [])
      gather(schemas, below, `${at}/${key}`, places, depth + 1);
  }
}

/** A format that this validator does not know. JSON Schema lets everybody name their own. */
export interface ForeignFormat {
  readonly at: Pointer;
  readonly format: string;
}

/** Returns the formats that are not known, and not like one that is: such a one is misspelt. */
export function foreignFormats(schema: Json): readonly ForeignFormat[] {
  return [...formatsBelow(schema, [])].filter(
    ({ format }) => !KNOWN_FORMATS.includes(format) && suggest(format, KNOWN_FORMATS) === null,
  );
}

function* formatsBelow(value: Json, steps: readonly string[]): Generator<ForeignFormat> {
  if (value === null || typeof value !== 'object') return;
  for (const [key, member] of Object.entries(value as Record<string, Json>)) {
    const isKeyword = !Array.isArray(value) && !NAME_MAPS.has(steps.at(-1) ?? '');
    if (isKeyword && key === 'format' && typeof member === 'string')
      yield { at: toPointer([...steps, key]), format: member };
    else if (!isKeyword || !DATA.has(key)) yield* formatsBelow(member, [...steps, key]);
  }
}

/** Keywords whose members are names, not keywords, and those that hold data. */
const NAME_MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
const DATA = new Set(['const', 'enum', 'default', 'examples']);
