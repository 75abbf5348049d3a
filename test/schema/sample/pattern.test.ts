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
});
