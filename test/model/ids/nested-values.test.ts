// Members that objects inside an item must have.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { mayLack, withNested } from '../../../src/model/ids/nested-values.ts';
import { Schemas } from '../../../src/schema/schema.ts';

const place: JsonObject = {
  type: 'object',
  required: ['street', 'checked', 'never'],
  properties: { street: { type: 'string' }, checked: { type: 'boolean' }, never: { enum: [null] } },
};
const schemas = new Schemas(
  new Map<string, JsonObject>([
    ['place', place],
    ['tree', { properties: { left: { $ref: 'tree.json' }, name: { type: 'string' } } }],
    ['trip', { properties: { to: { $ref: 'place.json' } } }],
  ]),
);

describe('withNested', () => {
  it.each<[string, JsonObject, unknown, unknown]>([
    ['a text', { type: 'string' }, 'x', 'x'],
    ['null', { $ref: 'place.json' }, null, null],
    ['an object', { $ref: 'place.json' }, { street: 'a' }, { street: 'a', checked: false }],
    [
      'an object in one',
      { $ref: 'trip.json' },
      { to: { street: 'a' } },
      { to: { street: 'a', checked: false } },
    ],
    [
      'a list',
      { items: { $ref: 'place.json' } },
      [{ street: 'a' }],
      [{ street: 'a', checked: false }],
    ],
    ['a list of anything', {}, [{ a: [1] }], [{ a: [1] }]],
    ['an object of anything', { required: ['b'] }, { a: 1 }, { a: 1, b: expect.any(String) }],
  ])('completes %s', (_, schema, given, expected) => {
    expect(withNested(schemas, schema, given as never)).toEqual(expected);
  });

  it('returns the same value if it lacks nothing', () => {
    const value = [{ a: { b: 1 } }];
    expect(withNested(schemas, {}, value)).toBe(value);
  });
});

describe('mayLack', () => {
  it.each<[string, JsonObject | boolean, boolean]>([
    ['a text', { type: 'string' }, false],
    ['anything', true, false],
    ['an object that requires nothing', { properties: { city: { type: 'string' } } }, false],
    ['a list of texts', { items: { type: 'string' } }, false],
    ['an object that requires a member', { $ref: 'place.json' }, true],
    ['an object around one', { $ref: 'trip.json' }, true],
    ['a list of them', { items: { $ref: 'place.json' } }, true],
    ['one of two', { oneOf: [{ type: 'string' }, { $ref: 'place.json' }] }, true],
    ['an object that may hold itself', { $ref: 'tree.json' }, true],
  ])('tells whether a value may lack a member: %s', (_, schema, expected) => {
    expect(mayLack(schemas, schema)).toBe(expected);
    expect(mayLack(schemas, schema)).toBe(expected);
  });
});
