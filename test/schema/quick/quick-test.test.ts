// The quick test of values never says that a value fits, or that a schema is sound, where the
// validator finds a flaw.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { contractSchema } from '../../../src/contract/file/contract-schema.ts';
import { findSchemaFaults } from '../../../src/schema/faults/schema-faults.ts';
import { quickTestOf, quickTestOfSound } from '../../../src/schema/quick/quick-test.ts';
import { type Schema, Schemas } from '../../../src/schema/schema.ts';
import { fileOf, type ValidateFunction } from '../../../src/schema/validator.ts';
import { validatorOf } from '../../../src/schema/validator-of.ts';

function schemasOf(byName: Readonly<Record<string, Schema>>): Schemas {
  return new Schemas(new Map(Object.entries(byName)));
}

/** What the validator itself says, whatever is quick. */
function fits(schemas: Schemas, name: string, value: Json): boolean {
  return (validatorOf(schemas).getSchema(fileOf(name)) as ValidateFunction)(value) as boolean;
}

function isSound(schemas: Schemas): boolean {
  return findSchemaFaults(schemas, (name) => name).length === 0;
}

const names = ['a', 'b', 'toString', '__proto__'] as const;
const scalars = fc.oneof(
  fc.constantFrom<Json>(null, true, false, '', 'x', 'yy', 'a@b.co', '2024-02-29', '😀', -1, 0, 1),
  fc.constantFrom<Json>(
    1.5,
    2 ** 31,
    Number.POSITIVE_INFINITY,
    '2023-02-29',
    '2026-01-01T10:00:00Z',
  ),
);
const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalars,
    fc.array(tie('value'), { maxLength: 3 }),
    membersOf(tie('value')),
  ),
})).value;

function membersOf<T>(one: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> {
  return fc
    .array(fc.tuple(fc.constantFrom(...names), one), { maxLength: 3 })
    .map((members) => Object.fromEntries(members));
}

const count = fc.constantFrom<Json>(0, 1, 2, 3, 2.0, -1, 1.5, 'x');
const typeNames = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'];
const format = fc.constantFrom<Json>(
  'email',
  'uuid',
  'date',
  'date-time',
  'uri',
  'ipv4',
  'password',
  'int32',
  'int64',
  'double',
  'hostname',
  'mine',
);
const schema: fc.Arbitrary<Json> = fc.letrec<{ schema: Json }>((tie) => {
  const one = tie('schema');
  const keywords: Readonly<Record<string, fc.Arbitrary<Json>>> = {
    type: fc.oneof(
      fc.constantFrom<Json>(...typeNames, 'text'),
      fc.array(fc.constantFrom(...typeNames), { maxLength: 2 }),
    ),
    title: fc.constantFrom<Json>('A', 5),
    'x-mark': fc.constant(true),
    enum: fc.array(scalars, { maxLength: 3 }),
    const: scalars,
    minimum: count,
    exclusiveMaximum: count,
    minLength: count,
    maxLength: count,
    minItems: count,
    maxItems: count,
    minProperties: count,
    maxProperties: count,
    uniqueItems: fc.boolean(),
    pattern: fc.constantFrom<Json>('^x', '(', '.', '^$'),
    format,
    properties: membersOf(one),
    required: fc.array(fc.constantFrom(...names), { maxLength: 2 }),
    additionalProperties: one,
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'b', '('), one, { maxKeys: 2 }),
    propertyNames: one,
    items: one,
    allOf: fc.array(one, { maxLength: 2 }),
    anyOf: fc.array(one, { maxLength: 2 }),
    not: one,
    $ref: fc.constantFrom<Json>(
      'one.json',
      'two.json',
      'three.json',
      '#/$defs/a',
      '#/$defs/toString',
      '#',
    ),
    $defs: membersOf(one),
    nonsense: fc.constant(1),
  };
  return {
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom<Json>(true, false, {}),
      fc
        .array(
          fc
            .constantFrom(...Object.keys(keywords))
            .chain((key) => fc.tuple(fc.constant(key), keywords[key] as fc.Arbitrary<Json>)),
          { maxLength: 3 },
        )
        .map((members): JsonObject => Object.fromEntries(members)),
    ),
  };
}).schema;

describe('quickTestOf', () => {
  it('says nothing that the validator denies', () => {
    let [said, told] = [0, 0];
    const property = fc.property(
      schema,
      schema,
      fc.array(value, { minLength: 4, maxLength: 4 }),
      (one, two, values) => {
        const schemas = schemasOf({ one: one as Schema, two: two as Schema });
        const tests = ['one', 'two'].map((name) => [name, quickTestOf(schemas, name)] as const);
        for (const [name, test] of tests) {
          if (test === null) continue;
          said++;
          const faults = findSchemaFaults(schemas, (file) => file, [name]);
          expect(faults).toEqual([]);
          // The other schema may be one that ajv cannot even be given.
          if (tests.some(([, other]) => other === null) && !isSound(schemas)) continue;
          for (const given of values) {
            if (!test(given)) continue;
            told++;
            expect(fits(schemas, name, given)).toBe(true);
          }
        }
      },
    );
    fc.assert(property, { numRuns: 1_500, seed: 7 });
    expect(said).toBeGreaterThan(500);
    expect(told).toBeGreaterThan(500);
  });

  it('knows what usual values need', () => {
    const user: Schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      required: ['name'],
      additionalProperties: false,
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 3, pattern: '^\\p{L}' },
        age: { type: ['integer', 'null'], minimum: 0, exclusiveMaximum: 200 },
        email: { type: 'string', format: 'email' },
        born: { type: 'string', format: 'date' },
        seen: { type: 'string', format: 'date-time' },
        page: { type: 'string', format: 'uri' },
        tags: { type: 'array', items: { enum: ['a', 'b'] }, uniqueItems: true, maxItems: 2 },
        friend: { $ref: 'user.json' },
      },
    };
    const schemas = schemasOf({ user, users: { type: 'array', items: { $ref: 'user.json' } } });
    const whole = {
      name: '😀é',
      age: null,
      email: 'ada.l@example.com',
      born: '2024-01-31',
      seen: '2026-11-24T04:10:00.5+01:00',
      page: 'https://example.com/a?b=c',
      tags: ['b', 'a'],
      friend: { name: 'Bo', friend: { name: 'Cy' } },
    };
    const test = quickTestOf(schemas, 'user');
    const ofList = quickTestOf(schemas, 'users');
    expect(test?.({ ...whole, name: 'Ada' })).toBe(true);
    expect(ofList?.([{ name: 'Ada' }, { name: 'Bo' }])).toBe(true);
    const wrong: readonly Json[] = [
      { age: 1 },
      { name: '' },
      { name: 'Adam' },
      { name: '1' },
      { name: 'A', age: 1.5 },
      { name: 'A', age: 200 },
      { name: 'A', email: 'a' },
      { name: 'A', born: '2023-02-29' },
      { name: 'A', tags: ['a', 'a'] },
      { name: 'A', tags: ['c'] },
      { name: 'A', more: 1 },
      { name: 'A', friend: { name: 5 } },
    ];
    expect(wrong.map((one) => test?.(one))).toEqual(wrong.map(() => false));
    expect(ofList?.([{ name: 'Ada' }, {}])).toBe(false);
  });

  it.each<[string, Readonly<Record<string, Schema>>]>([
    ['a keyword that it does not know', { one: { oneOf: [{ type: 'string' }] } }],
    ['a misspelt keyword', { one: { propertes: {} } }],
    ['a reference to nothing', { one: { properties: { a: { $ref: 'none.json' } } } }],
    ['a name that objects inherit', { one: { required: ['constructor'] } }],
    ['a reference to itself', { one: { allOf: [{ $ref: 'one.json' }] } }],
    [
      'a circle that is entered from beside',
      {
        one: { properties: { a: { $ref: 'two.json' } }, allOf: [{ $ref: 'two.json' }] },
        two: { anyOf: [{ $ref: 'one.json' }] },
      },
    ],
    ['a definition that is wrong', { one: { $defs: { a: { type: 'text' } } } }],
    ['a schema that is not there', {}],
  ])('leaves to the validator: %s', (_, byName) => {
    expect(quickTestOf(schemasOf(byName), 'one')).toBeNull();
  });

  it('leaves a value to the validator that is deeper than the stack', () => {
    const schemas = schemasOf({ one: { items: { $ref: 'one.json' } } });
    let deep: Json = [];
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(quickTestOf(schemas, 'one')?.(deep)).toBe(false);
  });

  it('knows the form of contracts', () => {
    const schemas = schemasOf({ contract: contractSchema });
    const read = { outcomes: { ok: { status: 200, headers: { A: 'b' } } } };
    const whole = { resource: 'users', path: '/users', operations: { read } };
    const wrong: readonly Json[] = [
      { resource: 'users', path: 'users' },
      { ...whole, operations: { read: { outcomes: { ok: { status: 600 } } } } },
      { ...whole, operations: { read: { ...read, refusals: { 700: {} } } } },
    ];
    for (const test of [quickTestOf(schemas, 'contract'), quickTestOfSound(schemas, 'contract')]) {
      expect(test?.(whole)).toBe(true);
      expect(wrong.map((one) => test?.(one))).toEqual([false, false, false]);
    }
  });

  it('leaves to the validator what it reads late and does not know', () => {
    const schemas = schemasOf({ one: { properties: { a: { not: {} } } } });
    const test = quickTestOfSound(schemas, 'one');
    expect(test({})).toBe(true);
    expect(test({ a: 1 })).toBe(false);
  });
});
