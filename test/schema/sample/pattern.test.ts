// Texts match the patterns that can be read; there is none for the others.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textMatching } from '../../../src/schema/sample/pattern.ts';

const ANY_LENGTH = { lengthMin: 0, lengthMax: 1_000 };

describe('textMatching', () => {
  it.each([
    '^[A-Z]{3}$',
    '^[A-Z]{2}-\\d{3}$',
    '^97[89]\\d{10}$',
    '^\\+?[1-9]\\d{6,14}$',
    '^#(?:[0-9a-f]{3}){1,2}$',
    '^(?<area>\\d{3})-(\\d{4})$',
    '^[^\\s@]+@[^\\s@]+\\.[a-z]{2,}$',
    '^[\\w.-]+$',
    '^(red|green|blue)$',
    '^\\p{Lu}\\p{L}*(?: \\p{L}+)*$',
    '^[a-zA-Z0-9_-]{8,}?$',
    '^v\\d+(?:\\.\\d+){2}$',
    'inside',
    '',
    '^.{5}$',
    '\\S',
    '^[a-]{4}$',
    '^[+--]{3}$',
    '^[!-\\.]{3}$',
    '^[\\t\\n]+$',
    '^[\\p{Lu}x]{2,4}$',
    '^[^A-Za-z0-9]$',
    '^a{0}b{2,}c{3,}?$',
    '^a(?:|b)c??$',
    '^\\(\\d\\)\\/\\[\\]$',
    '^\\W\\D\\s$',
    '^[^\\W_]{3,}$',
    '^[\\x20-\\x7e\\b\\0\\cA]{4}$',
    '^[\\u00c0-\\u00ff]\\u0041\\u{1f600}\\ud83d\\ude00$',
    '^\\p{Emoji}[\\p{Script=Greek}]\\P{L}$',
    '^[^\\x00-\\x7f]$',
    '^(?=a)a$',
    '^(?!admin)[a-z]+$',
    '\\bword\\b',
  ])('returns a text that matches %s, whatever the serial', (pattern) => {
    fc.assert(
      fc.property(fc.nat(), (serial) => {
        expect(textMatching(pattern, { serial, ...ANY_LENGTH })).toMatch(new RegExp(pattern, 'u'));
      }),
    );
  });

  it('obeys the lengths', () => {
    expect(textMatching('^[a-z]+$', { serial: 0, lengthMin: 7, lengthMax: 9 })).toMatch(
      /^[a-z]{7}$/,
    );
    expect(textMatching('^[a-z]+$', { serial: 0, lengthMin: 0, lengthMax: 0 })).toBeUndefined();
  });

  it('returns different texts for different serials', () => {
    const texts = Array.from({ length: 500 }, (_, serial) =>
      textMatching('^[A-Z]\\d{3}$', { serial, ...ANY_LENGTH }),
    );
    expect(new Set(texts).size).toBe(500);
  });

  it.each(['^.{3}$', '^[ -~]{3}$', '^[\\s\\w]{3}$', '^[^a-z]{3}$', '^\\W{3}$'])(
    'writes no blank for %s, which matches other characters, too',
    (pattern) => {
      const texts = Array.from({ length: 300 }, (_, serial) =>
        textMatching(pattern, { serial, ...ANY_LENGTH }),
      );
      expect(texts.join('')).toMatch(/^\S{900}$/);
    },
  );

  it('returns characters of more than one code unit, and counts each as one', () => {
    expect(textMatching('^[😀-😂]+$', { serial: 0, lengthMin: 3, lengthMax: 3 })).toBe('😀😀😀');
    expect(textMatching('^.😀$', { serial: 0, lengthMin: 2, lengthMax: 2 })).toBe('a😀');
  });

  it.each(['[a-\\d]', '[a-\\p{Emoji}]', '(?i:a)', '(?<!a)'])('does not read %s', (pattern) => {
    expect(textMatching(pattern, { serial: 1, ...ANY_LENGTH })).toBeUndefined();
  });

  it.each(['(a', 'a)', '[a', '[a-', 'a{2', '\\', '(?<name', '(?', '\\p{L'])(
    'returns none for %s, which ends too early or too late',
    (pattern) => {
      expect(textMatching(pattern, { serial: 1, ...ANY_LENGTH })).toBeUndefined();
    },
  );

  it.each(['^(?=b)a$', '(?<!a)b', '(a)\\1', 'a\\bb', '^a$b', '[^\\s\\S]', 'a{5000}'])(
    'returns none for %s',
    (pattern) => {
      expect(textMatching(pattern, { serial: 1, ...ANY_LENGTH })).toBeUndefined();
    },
  );

  it('writes nothing for a class without characters', () => {
    expect(textMatching('^(?:[^\\s\\S]|a|b)$', { ...ANY_LENGTH, serial: 3 })).not.toBe('x');
    expect(textMatching('^[^\\s\\S]?(?:a|b)$', { ...ANY_LENGTH, serial: 3 })).toMatch(/^[ab]$/);
  });

  it.each<[string, number, number]>([
    ['^[A-Z]', 2, 99],
    ['^https?://', 10, 99],
    ['\\S', 3, 9],
    ['^SKU-', 8, 20],
    ['[0-9]{3}$', 6, 9],
  ])('goes on where %s leaves open how a text goes on', (pattern, lengthMin, lengthMax) => {
    const texts = [1, 2, 30].map((serial) =>
      textMatching(pattern, { serial, lengthMin, lengthMax }),
    );
    expect(new Set(texts).size).toBe(3);
    for (const text of texts) {
      expect(text).toMatch(new RegExp(pattern, 'u'));
      expect(text?.length).toBeGreaterThanOrEqual(lengthMin);
      expect(text?.length).toBeLessThanOrEqual(lengthMax);
    }
  });

  it.each<[string, number]>([
    ['^(?=.*[a-z])(?=.*\\d).+$', 8],
    ['^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)(?=.*[@$!%*?&])[A-Za-z\\d@$!%*?&]{8,}$', 8],
    ['^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8}$', 0],
    ['^(?=.*\\d)(?!admin)[a-z\\d]{4,}$', 0],
  ])('writes what lookahead wants: %s', (pattern, lengthMin) => {
    const texts = [1, 2].map((serial) =>
      textMatching(pattern, { serial, lengthMin, lengthMax: 99 }),
    );
    expect(new Set(texts).size).toBe(2);
    for (const text of texts) expect(text).toMatch(new RegExp(pattern, 'u'));
  });

  it('makes no text where the length cannot be had', () => {
    expect(textMatching('^[A-Z]$', { serial: 1, lengthMin: 2, lengthMax: 5 })).toBeUndefined();
    expect(textMatching('^[A-Z]', { serial: 1, lengthMin: 2, lengthMax: 1 })).toBeUndefined();
  });
});
