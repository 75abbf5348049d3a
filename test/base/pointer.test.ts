// JSON Pointers: the examples of RFC 6901, and that writing and reading undo each other.

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import { arrayIndex, parsePointer, toPointer, valueAt } from '../../src/base/pointer.ts';

const step = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'a') }));

/** The document of RFC 6901 section 5. */
const document: Json = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'e^f': 3,
  'g|h': 4,
  'i\\j': 5,
  'k"l': 6,
  ' ': 7,
  'm~n': 8,
};

const examples: readonly [string, Json, readonly string[]][] = [
  ['', document, []],
  ['/foo', ['bar', 'baz'], ['foo']],
  ['/foo/0', 'bar', ['foo', '0']],
  ['/', 0, ['']],
  ['/a~1b', 1, ['a/b']],
  ['/c%d', 2, ['c%d']],
  ['/e^f', 3, ['e^f']],
  ['/g|h', 4, ['g|h']],
  ['/i\\j', 5, ['i\\j']],
  ['/k"l', 6, ['k"l']],
  ['/ ', 7, [' ']],
  ['/m~0n', 8, ['m~n']],
];

describe('toPointer', () => {
  it.each(examples)('writes %j', (pointer, _, steps) => {
    expect(toPointer(steps)).toBe(pointer);
  });

  it('writes indices, and escapes the tilde before the slash', () => {
    expect(toPointer(['skills', 0])).toBe('/skills/0');
    expect(toPointer(['~1', '/'])).toBe('/~01/~1');
  });
});

describe('parsePointer', () => {
  it.each(examples)('reads %j', (pointer, _, steps) => {
    expect(parsePointer(pointer)).toEqual(steps);
  });

  it('reads ~01 as ~1, not as a slash', () => {
    expect(parsePointer('/~01')).toEqual(['~1']);
  });

  it.each(['a', 'a/b', '#/a', '/~', '/~2', '/a~', '/a/~x', ' /a'])(
    'returns null for %j, which is not a pointer',
    (text) => {
      expect(parsePointer(text)).toBeNull();
    },
  );

  it('reads back the steps that were written', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) =>
        isDeepStrictEqual(parsePointer(toPointer(steps)), steps),
      ),
    );
  });

  it('writes back the pointer that was read', () => {
    const text = fc
      .string({ unit: fc.constantFrom('/', '~0', '~1', 'a', 'é', ' ') })
      .map((rest) => `/${rest}`);
    fc.assert(
      fc.property(text, (pointer) => toPointer(parsePointer(pointer) ?? ['broken']) === pointer),
    );
  });
});

describe('arrayIndex', () => {
  it.each([
    ['0', 0],
    ['7', 7],
    ['10', 10],
    ['1000000000', 1_000_000_000],
  ])('reads %j', (text, index) => {
    expect(arrayIndex(text)).toBe(index);
  });

  it.each([
    '',
    '-',
    '-1',
    '+1',
    '01',
    '00',
    '1.0',
    '1e1',
    ' 1',
    '1 ',
    'a',
    '٣',
    '1\n',
    '99999999999999999',
  ])('returns null for %j, which is no index', (text) => {
    expect(arrayIndex(text)).toBeNull();
  });
});

describe('valueAt', () => {
  it.each(examples)('finds %j', (_, value, steps) => {
    expect(valueAt(document, steps)).toEqual(value);
  });

  it.each<[Json, string[]]>([
    [{ a: 1 }, ['b']],
    [{ a: 1 }, ['a', 'b']],
    [{ a: null }, ['a', 'b']],
    [{ a: 'text' }, ['a', 'length']],
    [['x'], ['1']],
    [['x'], ['-']],
    [['x'], ['00']],
    [['x'], ['length']],
    [['x'], ['0', '0']],
    [{}, ['missing', 'deeper']],
    [[], ['a', 'b']],
    [{}, ['__proto__']],
    [{}, ['constructor', 'name']],
  ])('returns undefined in %j at %j', (value, steps) => {
    expect(valueAt(value, steps)).toBeUndefined();
  });

  it('finds every part of a document under the steps that lead to it', () => {
    const visit = (whole: Json, value: Json, steps: readonly string[]): void => {
      expect(valueAt(whole, steps)).toBe(value);
      if (value !== null && typeof value === 'object')
        for (const [key, member] of Object.entries(value))
          visit(whole, member as Json, [...steps, key]);
    };
    fc.assert(
      fc.property(fc.json(), (text) => {
        const whole = JSON.parse(text) as Json;
        visit(whole, whole, []);
      }),
    );
  });
});
