// Whether a value fits, by walking: the same as the validator says, keyword by keyword.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import { createChecker } from '../../../src/schema/check.ts';
import { type Schema, Schemas } from '../../../src/schema/schema.ts';
import { fits } from '../../../src/schema/walk/fits.ts';

const table: readonly (readonly [schema: Schema, good: readonly Json[], bad: readonly Json[]])[] = [
  [true, [1, null], []],
  [{ type: 'integer' }, [1, -3], [1.5, '1', null]],
  [{ type: ['string', 'null'] }, ['a', null], [1, {}]],
  [{ enum: [1, 'a', { b: [1] }] }, [1, { b: [1] }], [2, { b: [2] }]],
  [{ const: null }, [null], [0, false]],
  [{ type: 'string', minLength: 2, maxLength: 3 }, ['ab', 'äöü'], ['a', 'abcd']],
  [{ type: 'string', pattern: '^a+$' }, ['aa'], ['b', '']],
  [{ minimum: 1, maximum: 3 }, [1, 3, 'x'], [0, 4]],
  [{ exclusiveMinimum: 1, exclusiveMaximum: 3 }, [2], [1, 3]],
  [{ multipleOf: 0.1 }, [0.3, 1], [0.25]],
  [{ items: { type: 'integer' }, minItems: 1, maxItems: 2 }, [[1], [1, 2]], [[], ['a'], [1, 2, 3]]],
  [{ prefixItems: [{ const: 1 }], items: { const: 2 } }, [[1], [1, 2, 2]], [[2], [1, 1]]],
  [
    { uniqueItems: true },
    [[1, 2], [{ a: 1 }]],
    [
      [1, 1],
      [{ a: 1 }, { a: 1 }],
    ],
  ],
  [{ contains: { const: 1 } }, [[2, 1]], [[], [2]]],
  [{ contains: { const: 1 }, minContains: 0, maxContains: 1 }, [[], [1]], [[1, 1]]],
  [{ required: ['a'], properties: { a: { type: 'string' } } }, [{ a: 'x' }], [{}, { a: 1 }]],
  [{ properties: { a: true }, additionalProperties: false }, [{}, { a: 1 }], [{ b: 1 }]],
  [{ patternProperties: { '^x': { type: 'integer' } } }, [{ x1: 1, y: 'a' }], [{ x1: 'a' }]],
  [{ propertyNames: { maxLength: 1 } }, [{ a: 1 }], [{ ab: 1 }]],
  [{ minProperties: 1, maxProperties: 1 }, [{ a: 1 }], [{}, { a: 1, b: 2 }]],
  [{ dependentRequired: { a: ['b'] } }, [{}, { a: 1, b: 1 }], [{ a: 1 }]],
  [{ dependentSchemas: { a: { required: ['b'] } } }, [{}, { a: 1, b: 1 }], [{ a: 1 }]],
  [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, [1, 2], [0, 3]],
  [{ anyOf: [{ type: 'string' }, { minimum: 5 }] }, ['a', 5], [4]],
  [{ oneOf: [{ minimum: 1 }, { maximum: 2 }] }, [0, 3], [1, 2]],
  [{ not: { type: 'string' } }, [1], ['a']],
  [
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword
    { if: { required: ['a'] }, then: { required: ['b'] }, else: { required: ['c'] } },
    [{ a: 1, b: 1 }, { c: 1 }],
    [{ a: 1 }, {}],
  ],
  [{ $ref: 'two.json' }, ['b'], [1]],
  [{ $ref: 'two.json#/$defs/deep' }, [1], ['b']],
  [
    { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
    [{}, { a: 1 }],
    [{ b: 1 }],
  ],
  [
    { anyOf: [{ required: ['a'], properties: { a: true } }, true], unevaluatedProperties: false },
    [{ a: 1 }],
    [{ a: 1, b: 1 }, { b: 1 }],
  ],
  [
    { $ref: 'three.json', properties: { own: true }, unevaluatedProperties: { type: 'integer' } },
    [{ named: 'x', own: 'y', more: 1 }],
    [{ more: 'x' }],
  ],
  [{ prefixItems: [true], unevaluatedItems: false }, [[], [1]], [[1, 2]]],
];

describe('fits', () => {
  it.each(table)('says of %j what the validator says', (schema, good, bad) => {
    const all = new Map<string, Schema>([
      ['one', schema],
      ['two', { type: 'string', $defs: { deep: { type: 'integer' } } }],
      ['three', { type: 'object', properties: { named: true } }],
    ]);
    const checker = createChecker(new Schemas(all));
    for (const value of [...good, ...bad]) {
      const isGood = good.includes(value);
      expect([value, fits(all, schema as Json, value)]).toEqual([value, isGood]);
      expect([value, checker.check('one', value).length === 0]).toEqual([value, isGood]);
    }
  });

  it('ends where a schema refers to itself without end', () => {
    const loop: Schema = { $ref: 'loop.json' };
    expect(fits(new Map([['loop', loop]]), loop, 1)).toBe(false);
  });

  it('takes a reference that leads nowhere for anything', () => {
    expect(fits(new Map(), { $ref: 'gone.json' }, 1)).toBe(true);
    expect(fits(new Map([['one', {}]]), { $ref: 'one.json#/a/b' }, 1)).toBe(true);
  });
});
