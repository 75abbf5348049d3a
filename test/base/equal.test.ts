// Equality of JSON values against node's own deep equality, and the cases in which JSON Patch is
// stricter than it looks.

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equal } from '../../src/base/equal.ts';
import type { Json } from '../../src/base/json.ts';

/** Values from so few parts that two of them are often equal. */
const small: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, true, false, 0, 1, '', 'a', '0'),
    fc.array(tie('value'), { maxLength: 2 }),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', '0', '__proto__'), tie('value')), {
        maxLength: 2,
        selector: ([key]) => key,
      })
      .map((members) => Object.fromEntries(members) as Json),
  ),
})).value;

describe('equal', () => {
  it.each<[string, Json, Json, boolean]>([
    ['members in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
    ['elements in another order', [1, 2], [2, 1], false],
    ['one and one point zero', 1, 1.0, true],
    ['zero and minus zero', 0, -0, true],
    ['a number and its text', 1, '1', false],
    ['zero and false', 0, false, false],
    ['null and an empty object', null, {}, false],
    ['an array and the object of its indices', ['a'], { 0: 'a' }, false],
    ['an object and the array of its members', { 0: 'a' }, ['a'], false],
    ['an empty array and an empty object', [], {}, false],
    ['arrays of other lengths', [1], [1, 1], false],
    ['a member that is null and one that is absent', { a: null }, { b: null }, false],
    ['a member more', { a: 1 }, { a: 1, b: 2 }, false],
    ['an own member and an inherited one', { toString: 1 }, { a: 1 }, false],
    ['"__proto__" as a member', JSON.parse('{"__proto__":{}}'), { a: {} }, false],
    [
      '"__proto__" as a member of both',
      JSON.parse('{"__proto__":{"a":1}}'),
      JSON.parse('{"__proto__":{"a":1}}'),
      true,
    ],
    ['a difference far down', { a: [{ b: [1, { c: 2 }] }] }, { a: [{ b: [1, { c: 3 }] }] }, false],
  ])('compares %s', (_, a, b, expected) => {
    expect(equal(a, b)).toBe(expected);
    expect(equal(b, a)).toBe(expected);
  });

  it('agrees with deep equality of node on every pair of JSON values', () => {
    fc.assert(
      fc.property(small, small, (a, b) => equal(a, b) === isDeepStrictEqual(a, b)),
      { numRuns: 2000 },
    );
  });

  it('is reflexive, also for a copy', () => {
    fc.assert(
      fc.property(fc.json(), (text) => equal(JSON.parse(text), JSON.parse(text))),
      { numRuns: 500 },
    );
  });

  it('is symmetric', () => {
    fc.assert(
      fc.property(small, small, (a, b) => equal(a, b) === equal(b, a)),
      { numRuns: 1000 },
    );
  });
});
