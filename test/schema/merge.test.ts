// Several schemas brought together: a value fits the one that comes out just when it fits them all.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { createChecker } from '../../src/schema/check.ts';
import { mergeSchemas } from '../../src/schema/merge.ts';
import { Schemas } from '../../src/schema/schema.ts';

describe('mergeSchemas', () => {
  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    [
      'keywords that only one has',
      { type: 'string' },
      { minLength: 2 },
      { type: 'string', minLength: 2 },
    ],
    ['the greater of two least lengths', { minLength: 2 }, { minLength: 5 }, { minLength: 5 }],
    ['the lesser of two greatest lengths', { maxLength: 9 }, { maxLength: 3 }, { maxLength: 3 }],
    [
      'the closer bounds, whichever comes first',
      { minimum: 4, maximum: 9, exclusiveMinimum: 1, exclusiveMaximum: 20 },
      { minimum: 1, maximum: 12, exclusiveMinimum: 3, exclusiveMaximum: 15 },
      { minimum: 4, maximum: 9, exclusiveMinimum: 3, exclusiveMaximum: 15 },
    ],
    [
      'the closer counts',
      { minItems: 1, maxItems: 4, minProperties: 3, maxProperties: 5 },
      { minItems: 2, maxItems: 3, minProperties: 1, maxProperties: 6 },
      { minItems: 2, maxItems: 3, minProperties: 3, maxProperties: 5 },
    ],
    [
      'what two enums share',
      { enum: ['a', { b: 1 }, 3] },
      { enum: [3, { b: 1 }, 'c'] },
      { enum: [{ b: 1 }, 3] },
    ],
    ['what two types share', { type: ['string', 'null'] }, { type: 'string' }, { type: 'string' }],
    ['nothing where types share nothing', { type: 'string' }, { type: 'boolean' }, { type: [] }],
    ['integer of integer and number', { type: 'integer' }, { type: 'number' }, { type: 'integer' }],
    [
      'integer of number and integer',
      { type: ['null', 'number'] },
      { type: 'integer' },
      { type: 'integer' },
    ],
    [
      'all that is required, each once',
      { required: ['a', 'b'] },
      { required: ['b', 'c'] },
      { required: ['a', 'b', 'c'] },
    ],
    [
      'that elements differ, where one says so',
      { uniqueItems: false },
      { uniqueItems: true },
      { uniqueItems: true },
    ],
    [
      'that only the service writes, where one says so',
      { readOnly: true },
      { readOnly: false },
      { readOnly: true },
    ],
    ['that nobody says so', { readOnly: false }, { readOnly: false }, { readOnly: false }],
    [
      'what both say of an element',
      { items: { minLength: 1 } },
      { items: { type: 'string' } },
      { items: { allOf: [{ minLength: 1 }, { type: 'string' }] } },
    ],
    [
      'all members, and of those that both name what both say',
      { properties: { a: { minimum: 1 }, b: true } },
      { properties: { a: { type: 'integer' }, c: false } },
      { properties: { a: { allOf: [{ minimum: 1 }, { type: 'integer' }] }, b: true, c: false } },
    ],
    [
      'the first of what cannot be brought together',
      { pattern: '^a', multipleOf: 2 },
      { pattern: 'b$', multipleOf: 3 },
      { pattern: '^a', multipleOf: 2 },
    ],
    [
      'the first where a keyword has no value that it can have',
      { enum: 'a', properties: 1 },
      { enum: ['a'], properties: {} },
      { enum: 'a', properties: 1 },
    ],
  ])('keeps %s', (_, one, other, merged) => {
    expect(mergeSchemas([one, other])).toEqual(merged);
  });

  it('leaves out references and what they include, since their schemas are among those given', () => {
    const parts = [
      { $ref: 'user.json', title: 'A user' },
      { allOf: [{ minLength: 1 }] },
      { minLength: 1 },
    ];
    expect(mergeSchemas(parts)).toEqual({ title: 'A user', minLength: 1 });
    expect(mergeSchemas([])).toEqual({});
  });

  it('merges three like two', () => {
    expect(mergeSchemas([{ minimum: 1 }, { minimum: 7 }, { minimum: 3, type: 'number' }])).toEqual({
      minimum: 7,
      type: 'number',
    });
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['bounds', { minimum: 2, maximum: 8 }, { exclusiveMinimum: 2, maximum: 5 }],
    ['lengths', { minLength: 1, maxLength: 3 }, { minLength: 2, maxLength: 9 }],
    ['types', { type: ['integer', 'string'] }, { type: ['number', 'null'] }],
    ['enums', { enum: [1, 'ab', null, [1]] }, { enum: ['ab', [1], [2]] }],
    [
      'elements',
      { items: { type: 'integer' }, uniqueItems: true },
      { items: { minimum: 2 }, minItems: 1 },
    ],
    [
      'members',
      { properties: { a: { type: 'integer' } }, required: ['a'] },
      { properties: { a: { maximum: 3 }, b: { const: 1 } } },
    ],
  ])('admits only what both admit: %s', (_, one, other) => {
    const schemas = new Schemas(
      new Map([
        ['one', one],
        ['other', other],
        ['merged', mergeSchemas([one, other])],
      ]),
    );
    const checker = createChecker(schemas);
    const fits = (name: string, value: Json): boolean => checker.check(name, value).length === 0;
    const admitted = VALUES.filter((value) => fits('merged', value));
    expect(admitted).toEqual(VALUES.filter((value) => fits('one', value) && fits('other', value)));
    expect(admitted.length).toBeGreaterThan(0);
    expect(admitted.length).toBeLessThan(VALUES.length);
  });
});

const VALUES: readonly Json[] = [
  null,
  true,
  1,
  2,
  2.5,
  3,
  5,
  6,
  9,
  '',
  'a',
  'ab',
  'abc',
  'abcd',
  [],
  [1],
  [2],
  [2, 2],
  [2, 3],
  [2.5],
  ['a'],
  {},
  { a: 1 },
  { a: 2.5 },
  { a: 4 },
  { a: 1, b: 1 },
  { a: 1, b: 2 },
  { b: 1 },
];
