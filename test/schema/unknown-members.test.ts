// Members that a schema does not name: found at any depth, with the known name each may be a slip
// for, and taken away again.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { type Schema, Schemas } from '../../src/schema/schema.ts';
import { findUnknownMembers, withoutMembers } from '../../src/schema/unknown-members.ts';

const user: Schema = {
  type: 'object',
  properties: {
    id: { type: 'number' },
    email: { type: 'string' },
    address: { type: 'object', properties: { city: {}, district: {} } },
    skills: { type: 'array', items: { type: 'object', properties: { title: {} } } },
    tags: { type: 'array' },
    manager: { $ref: 'user.json' },
    free: { type: 'object' },
  },
};

function unknownIn(
  schema: Schema,
  value: JsonObject,
  others: Readonly<Record<string, Schema>> = {},
): readonly (readonly [string, string | null])[] {
  const schemas = new Schemas(new Map(Object.entries({ user: schema, ...others })));
  return findUnknownMembers(schemas, 'user', value).map(({ steps, near }) => [
    steps.join('/'),
    near,
  ]);
}

describe('findUnknown', () => {
  it.each<[string, JsonObject, [string, string | null][]]>([
    ['known members', { id: 1, email: 'a', address: { city: 'x' }, skills: [{ title: 't' }] }, []],
    ['a member that is like none', { id: 1, zzz: 1 }, [['zzz', null]]],
    ['a slip', { emial: 'a' }, [['emial', 'email']]],
    ['a slip for a member that is there', { emial: 'a', email: 'b' }, [['emial', null]]],
    ['a slip in an object', { address: { ctiy: 'x' } }, [['address/ctiy', 'city']]],
    ['a slip in an array', { skills: [{ title: 1 }, { titel: 1 }] }, [['skills/1/titel', 'title']]],
    [
      'a slip behind a reference',
      { manager: { manager: { emal: 1 } } },
      [['manager/manager/emal', 'email']],
    ],
    [
      'several',
      { a1: 1, id: 1, b2: { c: 1 } },
      [
        ['a1', null],
        ['b2', null],
      ],
    ],
    ['members of a schema that names none', { free: { anything: { at: 'all' } } }, []],
    ['elements of a list that says nothing of them', { tags: [{ x: 1 }] }, []],
    [
      'elements that are no objects',
      { skills: ['x', null, 3], address: null, manager: 'none' },
      [],
    ],
    [
      'an object where an array belongs, and the other way round',
      { skills: { x: 1 }, address: [{ ctiy: 1 }] },
      [],
    ],
    [
      'names of Object.prototype',
      JSON.parse('{"__proto__":1,"constructor":1,"toString":1}'),
      [
        ['__proto__', null],
        ['constructor', null],
        ['toString', null],
      ],
    ],
  ])('finds %s', (_, value, found) => {
    expect(unknownIn(user, value)).toEqual(found);
  });

  it.each<[string, Schema]>([
    ['additionalProperties', { properties: { id: {} }, additionalProperties: true }],
    ['additionalProperties false', { properties: { id: {} }, additionalProperties: false }],
    ['unevaluatedProperties', { properties: { id: {} }, unevaluatedProperties: false }],
    ['patternProperties', { properties: { id: {} }, patternProperties: { '^x-': {} } }],
    ['no properties', { type: 'object' }],
    ['a boolean', true],
    ['properties that are empty', { properties: {} }],
  ])('finds nothing if the schema itself forbids or allows unknown members: %s', (_, schema) => {
    expect(unknownIn(schema, { idd: 1 })).toEqual([]);
  });

  it('knows the members of everything that a schema includes', () => {
    const schema: Schema = {
      allOf: [{ $ref: 'base.json' }, { properties: { b: { properties: { y: {} } } } }],
      properties: { c: {} },
    };
    const base: Schema = { properties: { a: {}, b: { properties: { x: {} } } } };
    expect(unknownIn(schema, { a: 1, b: { x: 1, y: 1, z: 1 }, c: 1, d: 1 }, { base })).toEqual([
      ['b/z', null],
      ['d', null],
    ]);
  });

  it('knows members that are required and not described', () => {
    const schema = { required: ['plan'], properties: { name: {} } };
    expect(unknownIn(schema, { plan: 1, place: 2 })).toEqual([['place', null]]);
  });

  it('returns the same for the same schemas when asked again', () => {
    const schemas = new Schemas(new Map([['user', user]]));
    const first = findUnknownMembers(schemas, 'user', { emial: 1 });
    expect(first).toEqual([{ steps: ['emial'], near: 'email' }]);
    expect(findUnknownMembers(schemas, 'user', { emial: 1 })).toEqual(first);
  });

  // With `fields.unknown` on "drop" such a member would be lost, though the schema names and admits
  // it.
  it.each<[string, Schema]>([
    [
      'anyOf',
      {
        properties: { id: {} },
        anyOf: [{ properties: { phone: {} } }, { properties: { fax: {} } }],
      },
    ],
    [
      'oneOf',
      { properties: { id: {} }, oneOf: [{ properties: { phone: {} } }, { required: ['id'] }] },
    ],
    [
      'then',
      JSON.parse(
        '{"properties":{"id":{}},"if":{"required":["id"]},"then":{"properties":{"phone":{}}}}',
      ),
    ],
    [
      '$defs',
      {
        properties: { id: {} },
        $ref: '#/$defs/more',
        $defs: { more: { properties: { phone: {} } } },
      },
    ],
  ])('treats a member as known if the schema names it in %s', (_, schema) => {
    expect(unknownIn(schema, { id: 1, phone: '1' })).toEqual([]);
  });
});

describe('withoutMembers', () => {
  it('removes members at any depth, and does not change the original', () => {
    const value: JsonObject = { a: 1, b: { c: 2, d: 3 }, e: [{ f: 4, g: 5 }, { f: 6 }] };
    const copy = structuredClone(value);
    const members = [
      ['a'],
      ['b', 'c'],
      ['e', '0', 'f'],
      ['nothing', 'here'],
      ['e', '1', 'f', 'deeper'],
    ];
    expect(
      withoutMembers(
        value,
        members.map((steps) => ({ steps, near: null })),
      ),
    ).toEqual({ b: { d: 3 }, e: [{ g: 5 }, { f: 6 }] });
    expect(value).toEqual(copy);
  });

  it('removes nothing below a removed member, whichever is named first', () => {
    const value: JsonObject = { a: { b: 1 }, c: { d: 1, e: 1 } };
    const [one, other] = [
      [['a'], ['a', 'b'], ['c', 'd']],
      [['a', 'b'], ['c', 'd'], ['a']],
    ].map((members) =>
      withoutMembers(
        value,
        members.map((steps) => ({ steps, near: null })),
      ),
    );
    expect(one).toEqual({ c: { e: 1 } });
    expect(other).toEqual(one);
  });

  it('returns the same value if there is nothing to remove', () => {
    expect(withoutMembers({ a: [1] }, [])).toEqual({ a: [1] });
  });

  it('leaves no unknown member, and removes no known one', () => {
    const schemas = new Schemas(new Map([['user', user]]));
    const key = fc.constantFrom(
      'id',
      'email',
      'emial',
      'address',
      'skills',
      'manager',
      'zzz',
      '__proto__',
    );
    const inner = fc.dictionary(
      fc.constantFrom('city', 'ctiy', 'title', 'id', '__proto__'),
      fc.constantFrom(1, 'x', null),
    );
    const value = fc
      .dictionary(
        key,
        fc.oneof(fc.constantFrom(1, 'x', null), inner, fc.array(inner, { maxLength: 3 })),
      )
      .map((one) => JSON.parse(JSON.stringify(one)) as JsonObject);
    fc.assert(
      fc.property(value, (given) => {
        const unknown = findUnknownMembers(schemas, 'user', given);
        const rest = withoutMembers(given, unknown);
        expect(findUnknownMembers(schemas, 'user', rest)).toEqual([]);
        for (const known of ['id', 'email', 'address', 'skills', 'manager']) {
          expect(Object.hasOwn(rest, known)).toBe(Object.hasOwn(given, known));
        }
        if (unknown.length === 0) expect(rest).toEqual(given);
      }),
      { numRuns: 500 },
    );
  });
});
