// The strict reader against JSON.parse: the same values and the same refusals, and beyond it the
// place and the words of each flaw.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import { type BrokenJson, type ParsedJson, parseJson } from '../../src/base/parse.ts';

const DEPTH_MAX = 64;

function brokenOf(parsed: ParsedJson): BrokenJson {
  if (parsed.kind === 'value')
    throw new Error(`expected a flaw, got ${JSON.stringify(parsed.value)}`);
  return parsed.broken;
}

function depthOf(value: Json): number {
  if (value === null || typeof value !== 'object') return 0;
  return 1 + Math.max(0, ...Object.values(value).map((one) => depthOf(one as Json)));
}

function isInRange(value: Json): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return (
    value === null ||
    typeof value !== 'object' ||
    Object.values(value).every((one) => isInRange(one as Json))
  );
}

/** What JSON.parse says; `null` where it throws. */
function standard(text: string): { readonly value: Json } | null {
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return null;
  }
}

/** Where in the text a flaw is, counted anew from its line and column. */
function offsetOf(text: string, { line, column }: BrokenJson): number {
  const before = text.split('\n').slice(0, line - 1);
  return before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
}

/** A JSON text with blanks strewn between its tokens, and keys in no object twice. */
const spaced = fc
  .tuple(
    fc.json({ maxDepth: 6, stringUnit: 'binary' }),
    fc.array(fc.constantFrom('', ' ', '\n', '\t', '\r\n', '  '), { minLength: 1 }),
  )
  .map(([text, blanks]) => {
    let next = 0;
    const blank = (): string => blanks[next++ % blanks.length] ?? '';
    return text.replace(
      /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^"{}[\],:]+/gs,
      (token) => blank() + token + blank(),
    );
  });

/** The same with one thing done to it that may or may not break it. */
const mutated = fc
  .tuple(
    spaced,
    fc.nat(),
    fc.constantFrom('drop', 'insert', 'replace', 'cut', 'double'),
    fc.constantFrom(...'{}[]:,"\\0123456789.eE+-tfnul /\u0000\u0001\n\t\ufeff\u2028é'),
  )
  .map(([text, at, what, char]) => {
    const index = at % (text.length + 1);
    const [before, after] = [text.slice(0, index), text.slice(index)];
    const results = {
      drop: before + after.slice(1),
      insert: before + char + after,
      replace: before + char + after.slice(1),
      cut: before,
      double: before + after.slice(0, 1) + after,
    };
    return results[what];
  });

describe('parseJson', () => {
  it('returns the value of JSON.parse for every JSON text', () => {
    fc.assert(
      fc.property(spaced, (text) => {
        expect(parseJson(text, DEPTH_MAX)).toEqual({
          kind: 'value',
          value: JSON.parse(text),
          duplicate: null,
        });
      }),
      { numRuns: 500 },
    );
  });

  it('returns a value exactly if JSON.parse does, for damaged texts', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const expected = standard(text);
        const parsed = parseJson(text, DEPTH_MAX);
        if (expected === null || !isInRange(expected.value)) {
          const broken = brokenOf(parsed);
          expect(['syntax', 'range', 'duplicate']).toContain(broken.flaw);
          const offset = offsetOf(text, broken);
          expect(offset).toBeGreaterThanOrEqual(0);
          expect(offset).toBeLessThanOrEqual(text.length);
          expect(broken.message.endsWith(` (line ${broken.line}, column ${broken.column})`)).toBe(
            true,
          );
        } else expect(parsed).toMatchObject({ kind: 'value', value: expected.value });
      }),
      { numRuns: 3000 },
    );
  });

  it('returns a value exactly if JSON.parse does, for any text', () => {
    const soup = fc.string({
      unit: fc.constantFrom(...'{}[]:,"\\01.e-a \n', 'true', 'null', '"a"', '"a":'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(soup, (text) => {
        expect(parseJson(text, DEPTH_MAX).kind).toBe(standard(text) === null ? 'broken' : 'value');
      }),
      { numRuns: 5000 },
    );
  });

  it('refuses texts that nest too deep, and no others', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 8, depthSize: 'max' }),
        fc.integer({ min: 0, max: 8 }),
        (text, depthMax) => {
          const parsed = parseJson(text, depthMax);
          if (depthOf(JSON.parse(text)) <= depthMax) expect(parsed.kind).toBe('value');
          else expect(brokenOf(parsed)).toMatchObject({ flaw: 'depth' });
        },
      ),
    );
  });

  it('survives a million brackets', () => {
    expect(brokenOf(parseJson('['.repeat(1_000_000), 64)).message).toBe(
      'nested deeper than 64 levels (line 1, column 65)',
    );
    expect(brokenOf(parseJson('{"a":'.repeat(200_000), 64)).message).toBe(
      'nested deeper than 64 levels (line 1, column 321)',
    );
  });

  it('does not read brackets, colons and quotes inside strings as structure', () => {
    const text = String.raw`{"[[[{{{":"]]\"}}:::\\","a":"\\\\\"[:"}`;
    expect(parseJson(text, 1)).toEqual({ kind: 'value', value: JSON.parse(text), duplicate: null });
  });

  it('finds each planted duplicate key, and the last value counts', () => {
    const key = fc.oneof(
      fc.string(),
      fc.constantFrom('__proto__', 'constructor', 'a/b', '~', '', 'é'),
    );
    const members = fc.uniqueArray(fc.tuple(key, fc.json({ maxDepth: 2 })), {
      minLength: 1,
      selector: ([name]) => name,
    });
    const places = fc.record({
      at: fc.nat(),
      later: fc.nat(),
      escaped: fc.boolean(),
      deep: fc.boolean(),
      planted: fc.boolean(),
    });
    fc.assert(
      fc.property(members, places, (given, { at, later, escaped, deep, planted }) => {
        const index = at % given.length;
        const [name] = given[index] ?? [''];
        const literal = escaped ? `"${escapeAll(name)}"` : JSON.stringify(name);
        const written = given.map(([one, value]) => `${JSON.stringify(one)}:${value}`);
        const place = index + 1 + (later % (given.length - index));
        if (planted) written.splice(place, 0, `${literal}:"again"`);
        const [open, close] = deep ? ['[0,\n{"outer":', '}]'] : ['', ''];
        const head = `${open}{${written.slice(0, place).join(',')}${place === 0 ? '' : ','}`;
        const text = `${open}{${written.join(',')}}${close}`;

        const parsed = parseJson(text, DEPTH_MAX);
        expect(parsed).toMatchObject({ kind: 'value', value: JSON.parse(text) });
        const duplicate = parsed.kind === 'value' ? parsed.duplicate : null;
        expect(duplicate !== null).toBe(planted);
        if (duplicate !== null) {
          expect(duplicate.flaw).toBe('duplicate');
          expect(offsetOf(text, duplicate)).toBe(head.length);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['{"a":1,"a":2}', 'the key /a is given twice (line 1, column 8)', { a: 2 }],
    ['{"a":1,\n "\\u0061":2}', 'the key /a is given twice (line 2, column 2)', { a: 2 }],
    [
      '[{"b":{}},{"b":{"c/d":1,"c/d":1}}]',
      'the key /1/b/c~1d is given twice (line 1, column 25)',
      [{ b: {} }, { b: { 'c/d': 1 } }],
    ],
    ['{"a":{"x":1},"a":{"y":1}}', 'the key /a is given twice (line 1, column 14)', { a: { y: 1 } }],
  ])('reports the duplicate key in %j', (text, message, value) => {
    expect(parseJson(text, DEPTH_MAX)).toMatchObject({
      kind: 'value',
      value,
      duplicate: { flaw: 'duplicate', message },
    });
  });

  it.each([
    ['', 'the text is empty; expected a JSON value (line 1, column 1)'],
    [' \n ', 'the text is empty; expected a JSON value (line 2, column 2)'],
    ['[1,]', 'a comma before ] is not JSON (line 1, column 4)'],
    ['{"a":1,}', 'a comma before } is not JSON (line 1, column 8)'],
    ['{a:1}', 'expected a key in double quotes, found "a" (line 1, column 2)'],
    ["{'a':1}", 'expected a key in double quotes, found "\'" (line 1, column 2)'],
    ['{"a":{b:1}}', 'expected a key in double quotes at /a, found "b" (line 1, column 7)'],
    ['{', 'expected a key in double quotes, found the end of the text (line 1, column 2)'],
    ['{"a" 1}', 'expected a colon after the key /a, found "1" (line 1, column 6)'],
    ['{"a":}', 'expected a JSON value at /a, found "}" (line 1, column 6)'],
    ['{"a":1 "b":2}', 'expected a comma or }, found "\\"" (line 1, column 8)'],
    ['{"a":1', 'expected a comma or }, found the end of the text (line 1, column 7)'],
    ['{"a":{"b":1]}', 'expected a comma or } at /a, found "]" (line 1, column 12)'],
    ['[1 2]', 'expected a comma or ], found "2" (line 1, column 4)'],
    ['[[1}]', 'expected a comma or ] at /0, found "}" (line 1, column 4)'],
    ['{"a":01}', 'expected a JSON value at /a, found "0" (line 1, column 6)'],
    ['+1', 'expected a JSON value, found "+" (line 1, column 1)'],
    ['.5', 'expected a JSON value, found "." (line 1, column 1)'],
    ['5.', 'expected a JSON value, found "5" (line 1, column 1)'],
    ['-', 'expected a JSON value, found "-" (line 1, column 1)'],
    ['tru', 'expected a JSON value, found "t" (line 1, column 1)'],
    ['trues', 'expected a JSON value, found "t" (line 1, column 1)'],
    ['[NaN]', 'expected a JSON value at /0, found "N" (line 1, column 2)'],
    ['😀', 'expected a JSON value, found "😀" (line 1, column 1)'],
    ['\ufeff1', 'expected a JSON value, found a byte order mark (line 1, column 1)'],
    ['\u0000', 'expected a JSON value, found "\\u0000" (line 1, column 1)'],
    ['1 2', 'expected the end after the JSON value, found "2" (line 1, column 3)'],
    ['{}}', 'expected the end after the JSON value, found "}" (line 1, column 3)'],
    ['"abc', 'a string is not closed (line 1, column 1)'],
    ['"abc\\"', 'a string is not closed (line 1, column 1)'],
    ['{"a', 'a string is not closed (line 1, column 2)'],
    [
      '["\t"]',
      'a string holds a control character or an escape that JSON does not know at /0 (line 1, column 2)',
    ],
    [
      '"\\q"',
      'a string holds a control character or an escape that JSON does not know (line 1, column 1)',
    ],
    ['{"a/b":{"~":tru}}', 'expected a JSON value at /a~1b/~0, found "t" (line 1, column 13)'],
    [
      '[1,\n  {"x": [true, nul]}]',
      'expected a JSON value at /1/x/1, found "n" (line 2, column 16)',
    ],
  ])('says where the syntax of %j is broken', (text, message) => {
    expect(brokenOf(parseJson(text, DEPTH_MAX))).toMatchObject({ flaw: 'syntax', message });
  });

  it.each([
    [
      '1e309',
      'the number is beyond what JSON readers can hold (RFC 8259 section 6) (line 1, column 1)',
    ],
    [
      '-1e309',
      'the number is beyond what JSON readers can hold (RFC 8259 section 6) (line 1, column 1)',
    ],
    [
      '{"a":[0,1e999]}',
      'the number at /a/1 is beyond what JSON readers can hold (RFC 8259 section 6) (line 1, column 9)',
    ],
    [
      `[${'9'.repeat(400)}]`,
      'the number at /0 is beyond what JSON readers can hold (RFC 8259 section 6) (line 1, column 2)',
    ],
  ])('refuses a number beyond the range in %j', (text, message) => {
    expect(brokenOf(parseJson(text, DEPTH_MAX))).toMatchObject({ flaw: 'range', message });
  });

  it('accepts numbers that are too small to distinguish from zero', () => {
    expect(parseJson('[1e-999,-0,1.5E+2]', DEPTH_MAX)).toEqual({
      kind: 'value',
      value: [0, -0, 150],
      duplicate: null,
    });
  });

  // A key given twice is no reason to be broken: the flaw that is one must be told, wherever it
  // stands.
  it.each<[string, string]>([
    ['{"a":1,"a":2,', 'syntax'],
    ['{"a":1,"a":2,"b":1e999}', 'range'],
    ['{"a":1,"a":[[[[0]]]]}', 'depth'],
  ])('reports what breaks %j, not the duplicate key before it', (text, flaw) => {
    expect(brokenOf(parseJson(text, 3)).flaw).toBe(flaw);
  });

  it('reports the duplicate key if the earlier value, which does not count, is out of range', () => {
    expect(parseJson('{"a":1e999,"a":1}', DEPTH_MAX)).toMatchObject({
      kind: 'value',
      value: { a: 1 },
      duplicate: { flaw: 'duplicate', message: 'the key /a is given twice (line 1, column 12)' },
    });
  });
});

function escapeAll(text: string): string {
  const units = text.split('').map((char) => char.charCodeAt(0).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${unit}`).join('');
}
