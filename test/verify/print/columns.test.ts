// Lines fit the columns they are given, and hold all of the text.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip, columnsOf, padColumns, wrap } from '../../../src/verify/print/columns.ts';

describe('columnsOf', () => {
  it.each([
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['漢字', 4],
    ['ｆｕ', 4],
    ['😀', 2],
    ['…✓', 2],
    ['', 0],
  ])('takes %j for %i columns', (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });
});

describe('wrap', () => {
  it('breaks between words, and inside a word only if it is longer than a line', () => {
    expect(wrap('one two three four five six', 20)).toEqual(['one two three four', 'five six']);
    expect(wrap(`see ${'x'.repeat(45)}.`, 20)).toEqual([
      'see',
      'x'.repeat(20),
      'x'.repeat(20),
      'xxxxx.',
    ]);
    expect(wrap('', 20)).toEqual(['']);
    expect(wrap('  kept  as  it  is', 20)).toEqual(['  kept  as  it  is']);
  });

  it('fits every line and loses only spaces', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '漢', '😀', 'e\u0301', '-') }),
        fc.integer({ min: 20, max: 40 }),
        (text, columns) => {
          const lines = wrap(text, columns);
          expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(columns);
          expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
        },
      ),
    );
  });
});

describe('clip', () => {
  it('cuts to one line and marks the cut', () => {
    expect(clip('as it is', 20)).toBe('as it is');
    expect(clip('x'.repeat(30), 20)).toBe(`${'x'.repeat(19)}…`);
    expect(columnsOf(clip('漢'.repeat(30), 20))).toBe(19);
  });
});

describe('padColumns', () => {
  it('pads to the columns, by width and not by length', () => {
    expect(padColumns('漢', 4)).toBe('漢  ');
    expect(padColumns('long', 2)).toBe('long');
  });
});
