import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import { header, JSON_DEPTH_MAX, readBody } from '../../../src/model/message/call.ts';

describe('readBody', () => {
  it('reads an empty text as no body', () => {
    expect(readBody('')).toEqual({ kind: 'none' });
  });

  it('reports bytes that are not UTF-8', () => {
    expect(readBody(null)).toEqual({
      kind: 'broken',
      flaw: 'utf-8',
      message: 'the body is not valid UTF-8',
      text: '',
    });
  });

  it('returns the value of any JSON, and the unchanged text', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom('', ' ', '\n\t\r '), (json, space) => {
        const text = `${space}${json}${space}`;
        expect(readBody(text)).toEqual({
          kind: 'json',
          value: JSON.parse(json) as Json,
          text,
          duplicate: null,
        });
      }),
    );
  });

  it('skips one byte order mark, and only one', () => {
    expect(readBody('\ufeff{"a":1}')).toMatchObject({ kind: 'json', value: { a: 1 } });
    expect(readBody('\ufeff\ufeff{"a":1}')).toMatchObject({
      kind: 'broken',
      flaw: 'syntax',
      message: 'expected a JSON value, found a byte order mark (line 1, column 1)',
    });
  });

  it('reports a duplicate key, whose last value counts', () => {
    expect(readBody('{"a":{"b":1,"b":2}}')).toMatchObject({
      kind: 'json',
      value: { a: { b: 2 } },
      duplicate: 'the key /a/b is given twice (line 1, column 13)',
    });
  });

  it('reports broken text, not a duplicate key before it', () => {
    expect(readBody('{"a":1,"a":2')).toMatchObject({
      kind: 'broken',
      flaw: 'syntax',
      message: expect.stringContaining('found the end of the text'),
    });
  });

  it.each([
    [
      '{',
      'syntax',
      'expected a key in double quotes, found the end of the text (line 1, column 2)',
    ],
    ["{'a':1}", 'syntax', 'expected a key in double quotes, found "\'" (line 1, column 2)'],
    ['{"a":1,}', 'syntax', 'a comma before } is not JSON (line 1, column 8)'],
    ['{"a":01}', 'syntax', 'expected a JSON value at /a, found "0" (line 1, column 6)'],
    ['NaN', 'syntax', 'expected a JSON value, found "N" (line 1, column 1)'],
    [
      '{"a":1e999}',
      'range',
      'the number at /a is beyond what JSON readers can hold (RFC 8259 section 6) (line 1, column 6)',
    ],
    ['[1] 2', 'syntax', 'expected the end after the JSON value, found "2" (line 1, column 5)'],
    [
      '"\u0000"',
      'syntax',
      'a string holds a control character or an escape that JSON does not know (line 1, column 1)',
    ],
  ])('reports what is wrong with %s', (text, flaw, message) => {
    expect(readBody(text)).toEqual({ kind: 'broken', flaw, message, text });
  });

  it.each(['[', '{"a":'])('reads %s nested to the limit, and no deeper', (open) => {
    const nested = (levels: number): string => {
      const close = open === '[' ? ']' : '}';
      return open.repeat(levels - 1) + (open === '[' ? '[]' : '{}') + close.repeat(levels - 1);
    };
    expect(readBody(nested(JSON_DEPTH_MAX)).kind).toBe('json');
    expect(readBody(nested(JSON_DEPTH_MAX + 1))).toMatchObject({
      kind: 'broken',
      flaw: 'depth',
      message: expect.stringMatching(/^nested deeper than 64 levels \(line 1, column \d+\)$/),
    });
    expect(readBody(open.repeat(100_000))).toMatchObject({ kind: 'broken', flaw: 'depth' });
  });
});

describe('header', () => {
  it.each([
    [undefined, undefined],
    ['a', 'a'],
    ['', ''],
    [['a', 'b'], 'a, b'],
    [[], ''],
  ])('returns %j as %j', (value, text) => {
    expect(header({ x: value }, 'x')).toBe(text);
  });
});
