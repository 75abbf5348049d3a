// Whole numbers that a double cannot hold: read, written and told apart with all of their digits.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Json, jsonText, numberFrom, parseExact, withDoubles } from '../../src/base/json.ts';
import { parseJson } from '../../src/base/parse.ts';

/** JSON with whole numbers of any size. */
const anyJson = fc.letrec<{ readonly json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue({ maxDepth: 0 }) as fc.Arbitrary<Json>,
    fc.bigInt().map((value) => numberFrom(String(value))),
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.string(), tie('json'), { maxKeys: 3 }),
  ),
})).json;

describe('parseExact', () => {
  it('reads back what jsonText wrote', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const text = jsonText(value);
        expect(jsonText(parseExact(text))).toBe(text);
        const parsed = parseJson(text, 64, 'kept');
        expect(parsed.kind === 'value' && jsonText(parsed.value)).toBe(text);
      }),
    );
  });

  it.each([
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992],
    ['9007199254740993', 9007199254740993n],
    ['-9223372036854775808', -9223372036854775808n],
    ['"9007199254740993"', '9007199254740993'],
    ['1e20', 1e20],
    ['{"__proto__":{"id":123456789012345678}}', JSON.parse('{"__proto__":{"id":0}}') as Json],
  ])('reads %s', (text, value) => {
    const read = parseExact(text);
    if (text.startsWith('{')) expect(jsonText(read)).toBe(text);
    else expect(read).toBe(value);
  });
});

describe('jsonText', () => {
  it('writes as JSON.stringify does, with indentation and without', () => {
    const value = { id: 9007199254740993n, list: [1, 12345678901234567890n] };
    expect(jsonText(value)).toBe('{"id":9007199254740993,"list":[1,12345678901234567890]}');
    expect(jsonText({ a: [1] }, 2)).toBe(JSON.stringify({ a: [1] }, null, 2));
    expect(jsonText(undefined)).toBeUndefined();
  });
});

describe('withDoubles', () => {
  it('returns the same value if it has no other numbers', () => {
    const value = { a: [1, { b: 2.5 }], c: null };
    expect(withDoubles(value)).toBe(value);
  });

  it('keeps numbers on their side of 64 bits', () => {
    expect(withDoubles([2n ** 63n - 1n, 2n ** 63n, -(2n ** 63n), -(2n ** 63n) - 1n])).toEqual([
      2 ** 63,
      2 ** 63 + 2048,
      -(2 ** 63),
      -(2 ** 63) - 2048,
    ]);
  });
});

describe('parseJson with kept numbers', () => {
  it.each([
    '0.30000000000000004',
    '0.10000000000000001',
    '0.1000000000000000055511151231257827021181583404541015625',
    '1.00000000000000000000',
    '1e-7',
    '"0.33333333333333333333"',
    '123456.78901234567e3',
  ])('takes %s', (text) => {
    const parsed = parseJson(`{"a":[${text}]}`, 64, 'kept');
    expect(parsed.kind === 'value' && parsed.value).toEqual({ a: [JSON.parse(text)] });
  });

  it.each([
    '0.33333333333333333333',
    '-1234567890123456.78',
    '12345678901234567890.0',
    '1.234567890123456789e-5',
  ])('refuses %s, with its place', (text) => {
    const parsed = parseJson(`{"a":[1,${text}]}`, 64, 'kept');
    expect(parsed.kind === 'broken' && parsed.broken).toMatchObject({
      flaw: 'range',
      message:
        'the number at /a/1 has more digits than a double holds (RFC 8259 section 6); at most 17 are kept, or a text (line 1, column 9)',
    });
    expect(parseJson(text, 64).kind).toBe('value');
  });

  it('still refuses what no reader can hold', () => {
    const parsed = parseJson('{"n":12345678901234567890,"a":1e400}', 64, 'kept');
    expect(parsed.kind === 'broken' && parsed.broken.message).toContain(
      'the number at /a is beyond',
    );
  });
});
