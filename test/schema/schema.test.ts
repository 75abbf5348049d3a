// What is read off schemas without validating: through references and inclusions, and without end
// where they go in circles.

import { describe, expect, it } from 'vitest';
import { alternativesOf } from '../../src/schema/alternatives.ts';
import { type Schema, Schemas } from '../../src/schema/schema.ts';

function schemasOf(byName: Readonly<Record<string, Schema>>): Schemas {
  return new Schemas(new Map(Object.entries(byName)));
}

const users = schemasOf({
  user: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'number' },
      email: { type: ['string', 'null'], 'x-unique': true },
      nick: { 'x-unique': false, default: null },
      premium: { type: 'boolean', default: false },
      address: { $ref: 'address.json' },
      anything: true,
    },
  },
  address: { type: 'object', properties: { city: { type: 'string' } } },
  'user-create': { allOf: [{ $ref: 'user.json' }], required: ['email'] },
  users: { type: 'array', items: { allOf: [{ $ref: 'user.json' }], required: ['id', 'name'] } },
  loose: { type: 'array', items: { type: 'object', required: ['id', 7] } },
  free: {},
  yes: true,
  no: false,
});

describe('Schemas.get and Schemas.names', () => {
  it('returns schemas by name, in order, booleans included', () => {
    expect(users.names()).toEqual([
      'user',
      'address',
      'user-create',
      'users',
      'loose',
      'free',
      'yes',
      'no',
    ]);
    expect(users.get('address')).toEqual({
      type: 'object',
      properties: { city: { type: 'string' } },
    });
    expect(users.get('yes')).toBe(true);
    expect(users.get('no')).toBe(false);
    expect(users.get('nobody')).toBeUndefined();
    expect(users.get('constructor')).toBeUndefined();
  });
});

describe('Schemas.membersOf', () => {
  it('returns the members with their schemas, and follows a reference in a member', () => {
    const members = users.membersOf('user');
    expect([...members.keys()]).toEqual(['id', 'email', 'nick', 'premium', 'address', 'anything']);
    expect(members.get('id')).toEqual({ type: 'number' });
    expect(members.get('address')).toMatchObject({
      type: 'object',
      properties: { city: { type: 'string' } },
    });
    expect(members.get('anything')).toEqual({});
  });

  it('follows allOf and $ref', () => {
    expect([...users.membersOf('user-create').keys()]).toEqual([...users.membersOf('user').keys()]);
  });

  it('returns none if the schema names none, is a boolean or is missing', () => {
    for (const name of ['free', 'yes', 'no', 'users', 'nobody'])
      expect(users.membersOf(name).size).toBe(0);
  });

  it('has those that are only required, unless others are described elsewhere', () => {
    const name = { type: 'string' };
    const schemas = schemasOf({
      user: { required: ['plan', 'name'], properties: { name } },
      closed: { required: ['plan'], properties: { name }, additionalProperties: false },
      either: { required: ['plan'], oneOf: [{ properties: { plan: {} } }] },
    });
    expect([...schemas.membersOf('user')]).toEqual([
      ['name', name],
      ['plan', {}],
    ]);
    expect([...schemas.membersOf('closed').keys()]).toEqual(['name']);
    expect(schemas.membersOf('either').size).toBe(0);
  });

  it('returns the same answer again', () => {
    expect(users.membersOf('user')).toBe(users.membersOf('user'));
  });

  it('ends if references go in circles', () => {
    const circle = schemasOf({
      a: { $ref: 'b.json', properties: { one: {} } },
      b: { allOf: [{ $ref: 'a.json' }], properties: { two: { $ref: 'a.json' } } },
    });
    expect(new Set(circle.membersOf('a').keys())).toEqual(new Set(['one', 'two']));
    expect(new Set(circle.membersOf('b').keys())).toEqual(new Set(['one', 'two']));
  });

  it('keeps what a schema adds to a member that it includes from another', () => {
    const schemas = schemasOf({
      user: { properties: { plan: { type: 'string' } } },
      'user-create': { allOf: [{ $ref: 'user.json' }], properties: { plan: { default: 'free' } } },
    });
    expect(schemas.membersOf('user-create').get('plan')).toEqual({
      type: 'string',
      default: 'free',
    });
    expect(schemas.defaultsOf('user-create')).toEqual([['plan', 'free']]);
    expect(schemas.typesOf('user-create', 'plan')).toEqual(['string']);
  });

  it('follows a reference inside the schema', () => {
    const schemas = schemasOf({
      user: {
        $ref: '#/$defs/person',
        $defs: { person: { properties: { id: { type: 'number' } } } },
      },
    });
    expect(schemas.typesOf('user', 'id')).toEqual(['number']);
  });

  it('follows a reference into a part of another schema', () => {
    const schemas = schemasOf({
      user: { $ref: 'parts.json#/$defs/person' },
      parts: { $defs: { person: { properties: { id: { type: 'number' } } } } },
    });
    expect(schemas.typesOf('user', 'id')).toEqual(['number']);
  });
});

describe('Schemas.defaultsOf', () => {
  it('returns the members that have a default, null and false included', () => {
    const expected = [
      ['nick', null],
      ['premium', false],
    ];
    expect(users.defaultsOf('user')).toEqual(expected);
    expect(users.defaultsOf('user-create')).toEqual(expected);
    expect(users.defaultsOf('user')).toBe(users.defaultsOf('user'));
    expect(users.defaultsOf('address')).toEqual([]);
  });
});

describe('Schemas.uniqueOf', () => {
  it('returns members marked true, but not false', () => {
    expect(users.uniqueOf('user')).toEqual(['email']);
    expect(users.uniqueOf('user-create')).toEqual(['email']);
    expect(users.uniqueOf('user')).toBe(users.uniqueOf('user'));
    expect(users.uniqueOf('address')).toEqual([]);
  });
});

describe('Schemas.listIncludes', () => {
  it.each([
    ['users', 'user', true],
    ['loose', 'user', false],
    ['users', 'address', false],
    ['free', 'user', false],
    ['yes', 'user', false],
    ['nobody', 'user', false],
  ])('says whether the elements of %s are checked as %s: %j', (list, item, expected) => {
    expect(users.listIncludes(list, item)).toBe(expected);
    expect(users.listIncludes(list, item)).toBe(expected);
  });
});

describe('Schemas.requiredOfItems', () => {
  it('collects required members of elements from the list and the schemas it includes, each once', () => {
    expect(users.requiredOfItems('users').toSorted()).toEqual(['id', 'name']);
  });

  it('accepts only names', () => {
    expect(users.requiredOfItems('loose')).toEqual(['id']);
  });

  it.each(['user', 'free', 'yes', 'nobody'])('returns none for %s, which is no list', (name) => {
    expect(users.requiredOfItems(name)).toEqual([]);
  });
});

describe('Schemas.requiredOf', () => {
  it.each([
    ['user', ['id']],
    ['user-create', ['email', 'id']],
    ['yes', []],
  ])('returns the members that %s requires', (name, members) => {
    expect(users.requiredOf(name).toSorted()).toEqual(members);
  });
});

describe('Schemas.typesOf', () => {
  it.each([
    ['id', ['number']],
    ['email', ['string', 'null']],
    ['address', ['object']],
    ['nick', []],
    ['anything', []],
    ['nothing', []],
    ['toString', []],
  ])('returns the types of %s', (member, types) => {
    expect(users.typesOf('user', member)).toEqual(types);
  });
});

describe('Schemas.partsOf', () => {
  it('returns a schema and all that it includes', () => {
    expect(users.partsByName('user-create')).toEqual([
      users.get('user-create'),
      { $ref: 'user.json' },
      users.get('user'),
    ]);
    expect(users.partsOf(true)).toEqual([]);
    expect(users.partsOf(undefined)).toEqual([]);
  });

  it('leaves out a reference that leads nowhere', () => {
    expect(users.partsOf({ $ref: 'nobody.json' })).toEqual([{ $ref: 'nobody.json' }]);
    expect(users.partsOf({ $ref: 'yes.json' })).toEqual([{ $ref: 'yes.json' }]);
    expect(users.partsOf({ $ref: 'urn:example:user' })).toEqual([{ $ref: 'urn:example:user' }]);
    expect(users.partsOf({ $ref: 'user.json#/properties/nothing' })).toEqual([
      { $ref: 'user.json#/properties/nothing' },
    ]);
  });
});

describe('Schemas.limitsList', () => {
  it.each<[string, Schema, boolean]>([
    ['elements alone', { type: 'array', items: { minLength: 1 } }, false],
    ['a count', { type: 'array', minItems: 1 }, true],
    ['a count that is included', { allOf: [{ $ref: 'base.json' }] }, true],
    ['a count that may apply', { anyOf: [{ maxItems: 1 }, {}] }, true],
    ['that elements differ', { uniqueItems: true }, true],
    ['what it must contain', { contains: { type: 'string' } }, true],
    ['nothing', true, false],
  ])('says whether a list schema limits the list itself: %s', (_, list, expected) => {
    const schemas = schemasOf({ list, base: { maxItems: 3 } });
    expect(schemas.limitsList('list')).toBe(expected);
    expect(schemas.limitsList('list')).toBe(expected);
  });
});

describe('Schemas', () => {
  it('reads what is required once, however many writes ask for it', () => {
    const item = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } };
    const list = { type: 'array', items: { $ref: 'item.json' } };
    const schemas = new Schemas(
      new Map<string, Schema>([
        ['item', item],
        ['list', list],
      ]),
    );
    expect(schemas.requiredOf('item')).toBe(schemas.requiredOf('item'));
    expect(schemas.requiredOfItems('list')).toBe(schemas.requiredOfItems('list'));
    expect([schemas.requiredOf('item'), schemas.requiredOfItems('list')]).toEqual([['a'], ['a']]);
    expect(alternativesOf(schemas, item)).toBe(alternativesOf(schemas, item));
  });
});
