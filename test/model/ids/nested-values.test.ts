// Members that objects inside an item must have.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { withNested } from '../../../src/model/ids/nested-values.ts';
import { Schemas } from '../../../src/schema/schema.ts';

const place: JsonObject = {
  type: 'object',
  required: ['street', 'checked', 'never'],
  properties: { street: { type: 'string' }, checked: { type: 'boolean' }, never: { enum: [null] } },
};
const schemas = new Schemas(
  new Map<string, JsonObject>([
    ['place', place],
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
