// The text of a header field and its schema: what it may be read as, and what is wrong with it.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { createChecker } from '../../src/schema/check.ts';
import { fieldTextOf, flawOfField } from '../../src/schema/header-values.ts';
import { Schemas } from '../../src/schema/schema.ts';

const schemas: Readonly<Record<string, JsonObject>> = {
  count: { type: 'integer', minimum: 1 },
  flag: { type: 'boolean' },
  place: { type: 'string', pattern: '^/ships/[0-9]+$' },
  languages: { type: 'array', items: { enum: ['en', 'de'] } },
  sizes: { type: 'array', items: { type: 'integer' } },
  zip: { type: 'string', minLength: 5 },
};
const checker = createChecker(new Schemas(new Map(Object.entries(schemas))));

describe('flawOfField', () => {
  it.each<[string, string, string | null]>([
    ['count', '7', null],
    ['count', ' 7 ', null],
    ['count', '0', 'must be at least 1'],
    ['count', 'many', 'must be integer'],
    ['flag', 'true', null],
    ['flag', 'yes', 'must be boolean'],
    ['place', '/ships/7', null],
    ['place', '/ships/', 'must match pattern "^/ships/[0-9]+$"'],
    ['languages', 'en, de', null],
    ['languages', 'en, fr', 'must be equal to one of the allowed values: en, de'],
    ['sizes', '1,2', null],
    ['zip', '01234', null],
    ['zip', '123', 'must have at least 5 characters'],
  ])('compares %s with %s', (schema, text, flaw) => {
    expect(flawOfField(checker, schema, text)).toBe(flaw);
  });
});

describe('fieldTextOf', () => {
  it.each<[Json, string]>([
    [7, '7'],
    [false, 'false'],
    [['a', 1], 'a, 1'],
    [{ a: 1 }, '{"a":1}'],
    ['é\r\n', '???'],
  ])('writes %j', (value, text) => {
    expect(fieldTextOf(value)).toBe(text);
  });
});
