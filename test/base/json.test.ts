// Reading and writing members of JSON objects: only own ones count, and `__proto__` is a name like
// any other.

import { describe, expect, it } from 'vitest';
import {
  describeType,
  isObject,
  type Json,
  objectOf,
  own,
  pick,
  typeName,
  withMember,
} from '../../src/base/json.ts';

describe('isObject', () => {
  it.each<[unknown, boolean]>([
    [{}, true],
    [Object.create(null), true],
    [[], false],
    [null, false],
    [undefined, false],
    ['{}', false],
    [0, false],
    [true, false],
  ])('describes %j as %j', (value, expected) => {
    expect(isObject(value)).toBe(expected);
  });
});

describe('own', () => {
  it('returns a member that exists', () => {
    expect(own({ a: 0 }, 'a')).toBe(0);
    expect(own({ a: null }, 'a')).toBe(null);
    expect(own(JSON.parse('{"__proto__":1}'), '__proto__')).toBe(1);
  });

  it.each(['b', '__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'returns nothing for %s if it is absent',
    (key) => {
      expect(own({ a: 0 }, key)).toBeUndefined();
    },
  );
});

describe('objectOf', () => {
  it('keeps the order, and the last of two members with one name counts', () => {
    expect(
      JSON.stringify(
        objectOf([
          ['b', 1],
          ['a', 2],
          ['b', 3],
        ]),
      ),
    ).toBe('{"b":3,"a":2}');
  });

  it('makes "__proto__" a plain member', () => {
    const object = objectOf([['__proto__', { admin: true }]]);
    expect(Object.keys(object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
    expect(object['admin']).toBeUndefined();
  });
});

describe('withMember', () => {
  it('sets a member in its old place, or at the end, and leaves the object as it was', () => {
    const before = { a: 1, b: 2 };
    expect(JSON.stringify(withMember(before, 'a', 3))).toBe('{"a":3,"b":2}');
    expect(JSON.stringify(withMember(before, 'c', null))).toBe('{"a":1,"b":2,"c":null}');
    expect(before).toEqual({ a: 1, b: 2 });
  });

  it('sets "__proto__" as a plain member', () => {
    expect(JSON.stringify(withMember({}, '__proto__', 1))).toBe('{"__proto__":1}');
  });
});

describe('typeName and describeType', () => {
  it.each<[Json, string, string]>([
    [null, 'null', 'null'],
    [false, 'boolean', 'a boolean'],
    [0, 'number', 'a number'],
    ['', 'string', 'a string'],
    [[], 'array', 'an array'],
    [{}, 'object', 'an object'],
  ])('name %j %s and say %s', (value, name, words) => {
    expect(typeName(value)).toBe(name);
    expect(describeType(value)).toBe(words);
  });
});

describe('pick', () => {
  it('returns the named members that exist, in the order of the names, and no inherited ones', () => {
    const values = JSON.parse('{"a":1,"b":null,"__proto__":2,"c":3}');
    expect(JSON.stringify(pick(values, ['c', 'b', 'nothing', 'toString', '__proto__']))).toBe(
      '{"c":3,"b":null,"__proto__":2}',
    );
    expect(pick({ a: 1 }, ['__proto__', 'constructor'])).toEqual({});
  });
});
