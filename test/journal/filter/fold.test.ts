import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from '../../../src/journal/filter/fold.ts';

describe('fold', () => {
  it.each([
    ['ABC', 'abc'],
    ['Straße', 'straße'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ὈΔΥΣΣΕΎΣ', 'ὀδυσσεύσ'],
    ['nul\u0000', 'nul�'],
    ['\ud83d', '�'],
    ['😀', '😀'],
  ])('treats %j as %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('finds each part of a text that is cut between two characters, in any case', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 })),
        fc.nat(),
        fc.nat(),
        (some, a, b) => {
          const from = a % (some.length + 1);
          const part = some.slice(from, from + (b % 4)).join('');
          expect(fold(some.join(''))).toContain(fold(part));
          expect(fold(fold(part))).toBe(fold(part));
        },
      ),
    );
  });
});
