import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compilePattern,
  findPatternFlaw,
  SEARCHED_CHARS_MAX,
} from '../../../src/model/query/regex-filter.ts';

const found: readonly (readonly [pattern: string, text: string, isFound: boolean])[] = [
  ['', '', true],
  ['ada', 'ADA', true],
  ['a.c', 'abc', true],
  ['a.c', 'a\nc', false],
  ['^a+$', 'aaa', true],
  ['^a+$', 'aab', false],
  ['(a|b)*c', 'ababc', true],
  ['^(?:ab|a)(?:c|bcd)$', 'abcd', true],
  ['x{2,3}y', 'xxy', true],
  ['x{2,3}y', 'xy', false],
  ['^x{2}$', 'xxx', false],
  ['^x{2,}$', 'xxxxx', true],
  ['x{,2}', 'x{,2}', true],
  ['a{', 'a{', true],
  ['a]+', 'a]]', true],
  ['[a-c]+d', 'ABCD', true],
  ['[^a-c]+$', 'abc', false],
  ['[]|a', 'b', false],
  ['[^]+b', '\nb', true],
  ['[\\]a]+$', 'a]', true],
  ['\\bcat\\b|x', 'a cat sat', true],
  ['\\bcat\\b|x', 'concat', false],
  ['\\Bcat|x', 'concat', true],
  ['\\d+\\.\\d*', '3.', true],
  ['\\x41+\\u0042', 'aAb', true],
  ['(?<year>\\d{4})-\\d', 'in 2024-1', true],
  ['(?:)*a', 'a', true],
  ['()+', '', true],
  ['(a?){3}b', 'aab', true],
  ['É+', 'éé', true],
  ['a+?b', 'aab', true],
];

describe('compilePattern', () => {
  it.each(found)('/%s/i in %j: %s', (pattern, text, isFound) => {
    expect(findPatternFlaw(pattern)).toBeNull();
    expect(compilePattern(pattern)(text)).toBe(isFound);
    expect(new RegExp(pattern, 'i').test(text)).toBe(isFound);
  });

  it('agrees with the engine', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '\\b', '^', '$', '\\.', 'B');
    const { pattern } = fc.letrec<{ pattern: string; counted: string }>((tie) => ({
      pattern: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        atom,
        tie('counted'),
        fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => one + other),
        fc.tuple(tie('pattern'), tie('pattern')).map(([one, other]) => `(?:${one}|${other})`),
      ),
      counted: fc
        .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '{1,}', '*?'))
        .map(([one, count]) => `(${one})${count}`),
    }));
    const text = fc.string({ unit: fc.constantFrom('a', 'A', 'b', '.', ' ', '\n'), maxLength: 6 });
    fc.assert(
      fc.property(pattern, text, (drawn, searched) => {
        fc.pre(findPatternFlaw(drawn) === null);
        expect(compilePattern(drawn)(searched)).toBe(new RegExp(drawn, 'i').test(searched));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['(a+)+$', '^(a|a)*$', '(.*a){12}$', 'a*a*a*a*a*b', '(a?){30}a{30}b', '((a|b)*c)*d'])(
    'ends with /%s/, though backtracking would not',
    (pattern) => {
      expect(findPatternFlaw(pattern)).toBeNull();
      expect(compilePattern(pattern)(`${'a'.repeat(5_000)}!`)).toBe(false);
    },
  );

  it('searches only the beginning of a very long text if it needs the machine', () => {
    const text = `${' '.repeat(SEARCHED_CHARS_MAX)}needle`;
    expect([compilePattern('needle')(text), compilePattern('need+le')(text)]).toEqual([
      true,
      false,
    ]);
  });
});

describe('findPatternFlaw', () => {
  it.each([
    ['(', 'is not a regular expression'],
    ['a{2,1}', 'is not a regular expression'],
    ['*', 'is not a regular expression'],
    ['a'.repeat(257), 'has more than 256 characters'],
    [
      'a(?=b)',
      'holds a lookaround, or a group that sets flags, which cannot be matched in bounded time',
    ],
    [
      '(?<!a)b',
      'holds a lookaround, or a group that sets flags, which cannot be matched in bounded time',
    ],
    [
      '(a)\\1',
      'holds a reference to a group, or a number after a backslash, which cannot be matched in bounded time',
    ],
    ['a{501}', 'repeats too often to be matched in bounded time'],
    ['a{0,9999999999}', 'repeats too often to be matched in bounded time'],
    ['((a{50}){50}){50}', 'repeats too often to be matched in bounded time'],
  ])('%s: %s', (pattern, message) => {
    expect(findPatternFlaw(pattern)).toMatchObject({
      message,
      remedy: expect.stringMatching(/\.$/),
    });
  });

  it.each(['((){9999999999}){9999999999}', '(?:){1,9999999999}a'])('ends with %s', (pattern) => {
    expect(findPatternFlaw(pattern)?.message ?? 'none').toMatch(/none|repeats too often/);
  });
});
