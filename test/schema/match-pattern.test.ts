// Patterns of schemas: what matches is what the engine of the language says, and no pattern takes
// without end.

import { createContext, Script } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileRegex } from '../../src/base/regex/machine.ts';
import { isFound } from '../../src/base/regex/run-machine.ts';
import { createChecker } from '../../src/schema/check.ts';
import { patternMatcher } from '../../src/schema/match-pattern.ts';
import { type Schema, Schemas } from '../../src/schema/schema.ts';

/** Far above what it takes, and far below what the engine would: years. */
const ENDS_MS = 20_000;

/**
 * Gives what a function gives, or throws where it does not come to an end: it is stopped in the
 * middle, whatever it does.
 */
function ended<T>(work: () => T): T {
  let given: { readonly value: T } | null = null;
  const run = (): void => {
    given = { value: work() };
  };
  new Script('run()').runInContext(createContext({ run }), { timeout: ENDS_MS });
  return (given as unknown as { readonly value: T }).value;
}

const ATOMS = [
  'a',
  'b',
  'é',
  '😀',
  '.',
  '\\d',
  '\\w',
  '\\s',
  '[ab]',
  '[^a]',
  '[\\p{L}]',
  '\\p{Lu}',
  '\\u{61}',
  '\\ud83d\\ude00',
  '\\.',
  '^',
  '$',
  '\\b',
];
const COUNTS = ['', '', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '+?'];
const { pattern: patterns } = fc.letrec<{
  pattern: string;
  part: string;
  group: string;
  branch: string;
}>((tie) => ({
  pattern: fc.array(tie('branch'), { minLength: 1, maxLength: 2 }).map((all) => all.join('|')),
  branch: fc.array(tie('part'), { minLength: 0, maxLength: 3 }).map((all) => all.join('')),
  part: fc
    .tuple(
      fc.oneof({ maxDepth: 2 }, fc.constantFrom(...ATOMS), tie('group')),
      fc.constantFrom(...COUNTS),
    )
    .map(([atom, count]) => (/^(?:[$^]|\\b|\(\?[=!].*)$/.test(atom) ? atom : atom + count)),
  group: fc
    .tuple(fc.constantFrom('(', '(?:', '(?<n>', '(?=', '(?!'), tie('pattern'))
    .map(([open, inner]) => `${open}${inner})`),
}));
const texts = fc
  .array(fc.constantFrom('a', 'b', 'A', '1', ' ', '.', 'é', '😀', '\n', '\ud800'), { maxLength: 9 })
  .map((all) => all.join(''));

describe('patternTest', () => {
  it('agrees with the engine, as does the machine, on any pattern that both read', () => {
    let [matching, machines] = [0, 0];
    fc.assert(
      fc.property(patterns, fc.array(texts, { minLength: 1, maxLength: 5 }), (pattern, all) => {
        const expression = expressionOf(pattern);
        fc.pre(expression !== null);
        const read = compileRegex(pattern, 'u', 2_000);
        for (const text of all) {
          const isMatch = expression?.test(text);
          expect([pattern, text, patternMatcher(pattern)(text)]).toEqual([pattern, text, isMatch]);
          if (read.kind === 'machine')
            expect([pattern, text, isFound(read.machine, text)]).toEqual([pattern, text, isMatch]);
          matching += isMatch ? 1 : 0;
        }
        machines += read.kind === 'machine' ? 1 : 0;
      }),
      { numRuns: 2_000, seed: 20_261_122 },
    );
    expect(matching).toBeGreaterThan(1_000);
    expect(machines).toBeGreaterThan(1_000);
  });

  it.each([
    ['^(a+)+$', `${'a'.repeat(200)}!`],
    ['^(a|a)*$', `${'a'.repeat(200)}!`],
    ['^(a|aa)+$', `${'a'.repeat(500)}!`],
    ['(x+x+)+y', 'x'.repeat(500)],
    ['^([a-zA-Z0-9]+\\s?)+$', `${'word '.repeat(200)}!`],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(500)],
    ['^(?:(?:a?){30}a{30})+$', 'a'.repeat(29)],
    ['^(\\p{L}+)+$', `${'é'.repeat(200)}!`],
    ['^(?=(a+)+$)', `${'a'.repeat(200)}!`],
    ['(?=.*\\d)(?=.*[a-z]).{8,}', 'a'.repeat(100_000)],
    ['^\\S+@\\S+\\.\\S+$', `${'@.'.repeat(50_000)} `],
  ])('ends with %s', (pattern, text) => {
    expect(ended(() => patternMatcher(pattern)(text))).toBe(false);
  });

  it('accepts long texts that match such a pattern', () => {
    expect(ended(() => patternMatcher('^(a+)+$')('a'.repeat(100_000)))).toBe(true);
    expect(
      ended(() => patternMatcher('^[a-z]+(-[a-z]+)*$')('ab-'.repeat(10_000).slice(0, -1))),
    ).toBe(true);
  });

  it('throws if a pattern is invalid', () => {
    expect(() => patternMatcher('(')).toThrow(SyntaxError);
  });
});

function expressionOf(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return null;
  }
}

describe('createChecker, with hostile values', () => {
  const check = (
    schema: Schema,
    value: Parameters<ReturnType<typeof createChecker>['check']>[1],
  ): readonly string[] => {
    const checker = createChecker(new Schemas(new Map([['one', schema]])));
    return ended(() => checker.check('one', value)).map(({ message }) => message);
  };

  it('ends with patterns of values and of names', () => {
    const evil = '^(a+)+$';
    const text = `${'a'.repeat(200)}!`;
    expect(check({ pattern: evil }, text)).toEqual([
      `must match pattern "${evil}", is "${'a'.repeat(59)}…`,
    ]);
    expect(
      check(
        { patternProperties: { [evil]: false }, additionalProperties: { type: 'integer' } },
        { [text]: 1 },
      ),
    ).toEqual([]);
    expect(check({ propertyNames: { pattern: evil } }, { [text]: 1 })).toEqual([
      `the name "${text}" is not allowed`,
    ]);
  });

  it('distinguishes two patterns of one schema', () => {
    expect(check({ allOf: [{ pattern: '^a' }, { pattern: 'b$' }] }, 'ac')).toEqual([
      'must match pattern "b$", is "ac"',
    ]);
  });

  it('ends with a long list of unique items', () => {
    const list = Array.from({ length: 100_000 }, (_, index) => ({ index, of: [index] }));
    expect(check({ uniqueItems: true }, list)).toEqual([]);
    const message = 'must not have equal items: 7 and 100000 are equal, is an array';
    expect(check({ uniqueItems: true }, [...list, { of: [7], index: 7 }])).toEqual([message]);
  });

  it('ends with a long text for each format', () => {
    const hostile = ['a:', '@', 'a.', 'a-', '1', '/', '{a}', ':', '%41', ' '].map((part) =>
      part.repeat(300_000 / part.length),
    );
    for (const format of 'date time date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 regex uuid'.split(
      ' ',
    )) {
      for (const text of hostile)
        for (const value of [text, `http://${text}`, `a@${text}!`]) check({ format }, value);
    }
    expect(check({ format: 'url' }, 'http://me:secret@example.com/a')).toEqual([]);
    expect(check({ format: 'url' }, 'http://me:secret@ex ample.com/a')).toHaveLength(1);
  });
});

describe('a pattern that only the engine of the language can run', () => {
  it.each([
    ['(?<=a)b+$', 'abbb', 'cbbb'],
    ['^(?<!x)[a-z]+$', 'abc', 'a1'],
    ['^(a|b)\\1$', 'aa', 'ab'],
    ['^(?<n>a|b)-\\k<n>$', 'b-b', 'a-b'],
    ['^[\\]](?<=[\\]])$', ']', 'a'],
  ])('judges by %s as that does', (pattern, fitting, other) => {
    expect([fitting, other].map(patternMatcher(pattern))).toEqual([true, false]);
  });

  it.each(['^(?<!x)(a|a)*(a|a)*(a|a)*$', '^(a+)+\\1$', '^(?<n>(a|a)+)+\\k<n>$'])(
    'judges short texts by %s, and no text for which it takes without end',
    (pattern) => {
      const matches = ended(() => patternMatcher(pattern));
      expect(matches('!')).toBe(false);
      expect(ended(() => matches(`${'a'.repeat(100)}!`))).toBe(true);
    },
  );

  it('judges long texts where it has few ways', () => {
    const matches = patternMatcher('^(?<!x)[a-z]+$');
    expect(matches(`${'a'.repeat(100_000)}1`)).toBe(false);
  });
});
