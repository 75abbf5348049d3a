// What a schema asks of single values, by place: formats, lengths, patterns, bounds. Does not tell
// whether a whole value fits.

import { equal } from '../../base/equal.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import type { PlaceRules } from '../normal-forms.ts';
import type { SchemaName, Schemas } from '../schema.ts';
import { keywordTest, type QuickTest, UnusualSchema } from './keyword-test.ts';

/** Returns what a schema asks of the values at a place: `/address/city`, `/tags/*`. */
export function placeRulesOf(schemas: Schemas, name: SchemaName): PlaceRules {
  const bySchema = known.get(schemas) ?? new Map<SchemaName, PlaceRules>();
  known.set(schemas, bySchema);
  const rules = bySchema.get(name) ?? rulesAt(placesIn(schemas, name));
  bySchema.set(name, rules);
  return rules;
}

const known = new WeakMap<Schemas, Map<SchemaName, PlaceRules>>();

interface Place {
  /** The schemas of the place: all parts of them, and those of alternatives. */
  readonly parts: readonly JsonObject[];
  tests?: readonly QuickTest[];
}

/** Returns a function that finds a place when it is first asked for: schemas may contain themselves. */
function placesIn(schemas: Schemas, name: SchemaName): (at: string) => Place | undefined {
  const places = new Map<string, Place>();
  return (at) => {
    const found = places.get(at);
    if (found !== undefined) return found;
    const parts = partsAt(schemas, schemas.mentionsByName(name), at);
    if (parts.length === 0) return undefined;
    const place = { parts };
    places.set(at, place);
    return place;
  };
}

/** Follows a place step by step, each part once: names may contain `/`, and schemas themselves. */
function partsAt(schemas: Schemas, root: readonly JsonObject[], at: string): readonly JsonObject[] {
  const partsLeft = new Map<string, Set<JsonObject>>([[at, new Set(root)]]);
  for (let length = at.length; length > 0; length--) {
    const rest = at.slice(-length);
    for (const part of partsLeft.get(rest) ?? []) {
      for (const [name, schema] of schemasBelow(part)) {
        const step = `/${name}`;
        if (rest !== step && !rest.startsWith(`${step}/`)) continue;
        const left = rest.slice(step.length);
        const parts = partsLeft.get(left) ?? new Set();
        for (const one of schemas.mentionsOf(schema)) parts.add(one);
        partsLeft.set(left, parts);
      }
    }
  }
  return [...(partsLeft.get('') ?? [])];
}

function schemasBelow(part: JsonObject): readonly (readonly [string, Json])[] {
  const [properties, items] = [own(part, 'properties'), own(part, 'items')];
  const members = isObject(properties) ? Object.entries(properties) : [];
  return items === undefined ? members : [...members, ['*', items]];
}

function rulesAt(placeAt: (at: string) => Place | undefined): PlaceRules {
  return {
    formatAt(at) {
      const formats = placeAt(at)?.parts.map((part) => own(part, 'format'));
      const format = formats?.findLast((one) => typeof one === 'string');
      return typeof format === 'string' ? format : null;
    },
    setAt(at) {
      const named = (placeAt(`${at}/*`)?.parts ?? []).flatMap((part) => {
        const values = own(part, 'enum');
        return Array.isArray(values) ? (values as readonly Json[]) : [];
      });
      // A list of values that the schema names is kept as a set of flags by many.
      const isSet = placeAt(at)?.parts.some((part) => own(part, 'uniqueItems') === true);
      return isSet === true || named.length > 0 ? named : null;
    },
    saysReadOnly(at) {
      return placeAt(at)?.parts.some((part) => saysSo(String(own(part, 'description')))) === true;
    },
    fitsAt(at, value, other) {
      const place = equal(value, other) ? undefined : placeAt(at);
      if (place === undefined) return true;
      place.tests ??= place.parts.flatMap(testsOf);
      return place.tests.every((test) => !test(value) || test(other));
    },
  };
}

/** "Read-only flag ...", "(read only) ...", or "... . Read-only." */
const READ_ONLY = /^\W*(?:read|output)[- ]?only\b|(?:[.;]\s+|[([])(?:read|output)[- ]?only\W*$/i;
/** "Calculated from ...", "... . Set by the server.": at the begin of a sentence. */
const MADE =
  /(?:^|[.;:]\s+|[([])(?:automatically (?:calculated|computed|derived|generated|set)|(?:calculated|computed|derived) (?:automatically|by|from|using)|(?:assigned|filled in|generated|maintained|managed|set) (?:automatically|by the (?:api|backend|server|service|system)))\b/i;

function saysSo(description: string): boolean {
  return READ_ONLY.test(description) || MADE.test(description);
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

/** The tests of the limits in a schema. */
function testsOf(schema: JsonObject): readonly QuickTest[] {
  return LIMITS.flatMap((keyword) => {
    const value = own(schema, keyword);
    return value === undefined ? [] : testOf(keyword, value, schema);
  });
}

/** The test of a keyword; none if only the validator knows it. */
function testOf(keyword: string, value: Json, schema: JsonObject): readonly QuickTest[] {
  const unread = (): QuickTest => () => true;
  try {
    const test = keywordTest(keyword, value, { schema, below: unread, beside: unread });
    return test === null ? [] : [test];
  } catch (error) {
    if (error instanceof UnusualSchema) return [];
    throw error;
  }
}
