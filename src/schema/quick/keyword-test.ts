// What each of the usual keywords asks of a value. Throws UnusualSchema for any other keyword, and for
// one whose value may be a fault.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { patternMatcher } from '../match-pattern.ts';
import { findTwins } from '../unique-items.ts';
import { quickFormat } from './formats.ts';

/** Returns whether a value surely fits; `false` says that the validator has to look. */
export type QuickTest = (value: Json) => boolean;

/** Only the validator can tell whether this schema is sound, or what fits it. */
export class UnusualSchema extends Error {}

interface Around {
  /** The schema that has the keyword. */
  readonly schema: JsonObject;
  /** Reads a schema of a part of the value, or one of the value itself. */
  readonly below: (schema: Json) => QuickTest;
  readonly beside: (schema: Json) => QuickTest;
}

type Read = (value: Json, around: Around) => QuickTest | null;

/** Returns the test of a keyword; `null` if it asks nothing. */
export function keywordTest(keyword: string, value: Json, around: Around): QuickTest | null {
  const read = keywords.get(keyword);
  if (read !== undefined) return read(value, around);
  if (MARK.test(keyword)) return null;
  throw new UnusualSchema();
}

const MARK = /^x-[a-z0-9_$:-]+$/i;

const isText = (value: Json): value is string => typeof value === 'string';
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
const isCount = (value: Json): value is number => Number.isInteger(value) && (value as number) >= 0;
const isNumber = (value: Json): value is number => Number.isFinite(value);
const isFlag = (value: Json): value is boolean => typeof value === 'boolean';
const isScalar = (value: Json): boolean => value === null || typeof value !== 'object';

function needs<T extends Json>(value: Json, has: (value: Json) => value is T): T {
  if (!has(value)) throw new UnusualSchema();
  return value;
}

/** Asks nothing, but must be of a form. */
function note(has: (value: Json) => boolean): Read {
  return (value) => {
    if (!has(value)) throw new UnusualSchema();
    return null;
  };
}

const types: Readonly<Record<string, QuickTest>> = {
  null: (value) => value === null,
  boolean: isFlag,
  number: isNumber,
  integer: Number.isInteger as QuickTest,
  string: isText,
  array: isList,
  object: isObject,
};

/** A member that each object inherits is left to the validator. */
function safeName(name: Json): string {
  if (!isText(name) || name in Object.prototype) throw new UnusualSchema();
  return name;
}

function schemasIn(value: Json, read: (schema: Json) => QuickTest): readonly QuickTest[] {
  const all = needs(value, isList).map(read);
  if (all.length === 0) throw new UnusualSchema();
  return all;
}

/** A bound of numbers. */
function bound(isWithin: (value: number, limit: number) => boolean): Read {
  return (value) => {
    const limit = needs(value, isNumber);
    return (one) => (typeof one === 'number' ? isWithin(one, limit) : typeof one !== 'bigint');
  };
}

/** A bound of lengths and counts; other types have no size. */
function sized(
  sizeOf: (value: Json) => number | null,
  isWithin: (size: number, limit: number) => boolean,
): Read {
  return (value) => {
    const limit = needs(value, isCount);
    return (one) => {
      const size = sizeOf(one);
      return size === null || isWithin(size, limit);
    };
  };
}

const atLeast = (value: number, limit: number): boolean => value >= limit;
const atMost = (value: number, limit: number): boolean => value <= limit;

/** In code points. */
const lengthOf = (value: Json): number | null => {
  if (!isText(value)) return null;
  let length = 0;
  for (const _ of value) length++;
  return length;
};
const itemsIn = (value: Json): number | null => (isList(value) ? value.length : null);
const membersIn = (value: Json): number | null =>
  isObject(value) ? Object.keys(value).length : null;

const keywords = new Map<string, Read>([
  ['title', note(isText)],
  ['description', note(isText)],
  ['$comment', note(isText)],
  ['default', note(() => true)],
  ['examples', note(isList)],
  ['deprecated', note(isFlag)],
  ['xml', note(isObject)],
  ['readOnly', note(isFlag)],
  ['writeOnly', note(isFlag)],
  ['$defs', definitions],
  ['type', typeTest],
  ['enum', enumTest],
  ['const', constTest],
  ['minimum', bound(atLeast)],
  ['maximum', bound(atMost)],
  ['exclusiveMinimum', bound((value, limit) => value > limit)],
  ['exclusiveMaximum', bound((value, limit) => value < limit)],
  ['minLength', sized(lengthOf, atLeast)],
  ['maxLength', sized(lengthOf, atMost)],
  ['minItems', sized(itemsIn, atLeast)],
  ['maxItems', sized(itemsIn, atMost)],
  ['minProperties', sized(membersIn, atLeast)],
  ['maxProperties', sized(membersIn, atMost)],
  ['uniqueItems', uniqueTest],
  ['pattern', patternTest],
  ['format', formatTest],
  ['properties', propertiesTest],
  ['required', requiredTest],
  ['additionalProperties', additionalTest],
  ['patternProperties', namedByPattern],
  ['propertyNames', namesTest],
  ['items', itemsTest],
  ['allOf', allTest],
  ['anyOf', anyTest],
]);

/** They ask nothing themselves, but must be sound. */
function definitions(value: Json, { below }: Around): null {
  for (const one of Object.values(needs(value, isObject))) below(one);
  return null;
}

function typeTest(value: Json): QuickTest {
  const names = [value].flat() as readonly Json[];
  const tests = names.map((name) => {
    const test = isText(name) && Object.hasOwn(types, name) ? types[name] : undefined;
    if (test === undefined) throw new UnusualSchema();
    return test;
  });
  const [only] = tests;
  if (only === undefined || new Set(names).size < names.length) throw new UnusualSchema();
  return tests.length === 1 ? only : (one) => tests.some((test) => test(one));
}

function enumTest(value: Json): QuickTest {
  const values = needs(value, isList);
  if (values.length === 0 || !values.every(isScalar)) throw new UnusualSchema();
  return (one) => values.includes(one);
}

function constTest(value: Json): QuickTest {
  if (!isScalar(value)) throw new UnusualSchema();
  return (one) => one === value;
}

function uniqueTest(value: Json): QuickTest | null {
  if (!needs(value, isFlag)) return null;
  return (one) => !isList(one) || findTwins(one, { isScalar: false }) === null;
}

function patternTest(value: Json): QuickTest {
  const matches = matcherOf(value);
  return (one) => !isText(one) || matches(one);
}

function matcherOf(pattern: Json): (text: string) => boolean {
  try {
    return patternMatcher(needs(pattern, isText));
  } catch {
    throw new UnusualSchema();
  }
}

function formatTest(value: Json): QuickTest {
  const format = quickFormat(needs(value, isText));
  if (format === undefined) throw new UnusualSchema();
  const { type, has } = format;
  return (one) => typeof one !== type || has(one as never);
}

function propertiesTest(value: Json, { below }: Around): QuickTest {
  const members = Object.entries(needs(value, isObject));
  const names = members.map(([name]) => safeName(name));
  const tests = members.map(([, schema]) => below(schema));
  return (one) => {
    if (!isObject(one)) return true;
    for (let at = 0; at < names.length; at++) {
      const member = one[names[at] as string];
      if (member !== undefined && tests[at]?.(member) === false) return false;
    }
    return true;
  };
}

function requiredTest(value: Json): QuickTest {
  const names = needs(value, isList).map(safeName);
  if (new Set(names).size < names.length) throw new UnusualSchema();
  return (one) => {
    if (!isObject(one)) return true;
    for (const name of names) if (one[name] === undefined) return false;
    return true;
  };
}

function additionalTest(value: Json, { schema, below }: Around): QuickTest | null {
  const test = below(value);
  if (value === true) return null;
  const properties = own(schema, 'properties');
  const named = new Set(isObject(properties) ? Object.keys(properties) : []);
  const patterns = own(schema, 'patternProperties');
  const isPatterned = isObject(patterns) ? Object.keys(patterns).map(matcherOf) : [];
  return (one) => {
    if (!isObject(one)) return true;
    for (const name of Object.keys(one)) {
      if (named.has(name) || isPatterned.some((matches) => matches(name))) continue;
      if (!test(one[name] as Json)) return false;
    }
    return true;
  };
}

/** Beside `properties`, a name that also matches a pattern is a fault. */
function namedByPattern(value: Json, { schema, below }: Around): QuickTest {
  if (own(schema, 'properties') !== undefined) throw new UnusualSchema();
  const patterns = Object.entries(needs(value, isObject)).map(
    ([pattern, one]) => [matcherOf(pattern), below(one)] as const,
  );
  return (one) =>
    !isObject(one) ||
    Object.keys(one).every((name) =>
      patterns.every(([matches, test]) => !matches(name) || test(one[name] as Json)),
    );
}

function namesTest(value: Json, { below }: Around): QuickTest {
  const test = below(value);
  return (one) => !isObject(one) || Object.keys(one).every(test);
}

function itemsTest(value: Json, { below }: Around): QuickTest {
  const test = below(value);
  return (one) => {
    if (!isList(one)) return true;
    for (const item of one) if (!test(item)) return false;
    return true;
  };
}

function allTest(value: Json, { beside }: Around): QuickTest {
  const tests = schemasIn(value, beside);
  return (one) => {
    for (const test of tests) if (!test(one)) return false;
    return true;
  };
}

function anyTest(value: Json, { beside }: Around): QuickTest {
  const tests = schemasIn(value, beside);
  return (one) => tests.some((test) => test(one));
}
