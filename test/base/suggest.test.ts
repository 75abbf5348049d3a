// "Did you mean": slips are found, and nothing is suggested that is not one.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggest } from '../../src/base/suggest.ts';

const fields = ['id', 'name', 'email', 'isPremium', 'skills', 'address'];

/**
 * The plain edit distance (insert, drop, replace), written in another way than the code under test.
 */
function editDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : i)),
  );
  const cell = (i: number, j: number): number => table[i]?.[j] ?? Number.NaN;
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const row = table[i];
      if (row !== undefined)
        row[j] = Math.min(
          cell(i - 1, j) + 1,
          cell(i, j - 1) + 1,
          cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        );
    }
  return cell(a.length, b.length);
}

describe('suggest', () => {
  it.each([
    ['emial', 'email'],
    ['emal', 'email'],
    ['e-mail', 'email'],
    ['nmae', 'name'],
    ['Name', 'name'],
    ['ISPREMIUM', 'isPremium'],
    ['is_premium', 'isPremium'],
    ['premium', 'isPremium'],
    ['skill', 'skills'],
    ['adress', 'address'],
    ['addresss', 'address'],
    ['ids', 'id'],
  ])('finds what %s is a slip for', (name, near) => {
    expect(suggest(name, fields)).toBe(near);
  });

  it.each(['', 'x', 'age', 'phone', 'nickname', 'prime', 'mail address', 'i', '😀'])(
    'suggests nothing for %j',
    (name) => {
      expect(suggest(name, fields)).toBeNull();
    },
  );

  it('never suggests the name itself, but another that differs only in case', () => {
    expect(suggest('name', ['name'])).toBeNull();
    expect(suggest('name', ['name', 'NAME'])).toBe('NAME');
  });

  it('returns the nearest of several, or the first if several are equally near', () => {
    expect(suggest('colour', ['colours', 'color', 'Colour'])).toBe('Colour');
    expect(suggest('cat', ['bat', 'hat'])).toBe('bat');
  });

  it('suggests nothing if no names are known', () => {
    expect(suggest('name', [])).toBeNull();
    expect(suggest('emial', new Map([['email', 1]]).keys())).toBe('email');
  });

  it('suggests only known names that share more with the name than they differ', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'D'), maxLength: 9 });
    fc.assert(
      fc.property(word, fc.array(word), (name, known) => {
        const near = suggest(name, known);
        if (near === null) return;
        expect(known).toContain(near);
        expect(near).not.toBe(name);
        // A swap of two neighbours counts one here and two in the plain distance.
        const distance = editDistance(name.toLowerCase(), near.toLowerCase());
        expect(distance).toBeLessThanOrEqual(2 * Math.max(1, Math.floor(name.length / 3)));
        expect(Math.abs(near.length - name.length)).toBeLessThanOrEqual(
          Math.max(1, Math.floor(name.length / 3)),
        );
        expect([...name.toLowerCase()].some((char) => near.toLowerCase().includes(char))).toBe(
          true,
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('suggests nothing that shares no letter with the name', () => {
    const left = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 });
    const right = fc.string({ unit: fc.constantFrom('x', 'y', 'z'), maxLength: 12 });
    fc.assert(fc.property(left, fc.array(right), (name, known) => suggest(name, known) === null));
  });

  it('finds a name of three letters or more after any one slip', () => {
    const name = fc.stringMatching(/^[a-z]{3,12}$/);
    fc.assert(
      fc.property(
        name,
        fc.nat(),
        fc.constantFrom('drop', 'double', 'replace', 'swap'),
        (known, at, slip) => {
          const index = at % (known.length - 1);
          const before = known.slice(0, index);
          const [char = '', next = ''] = known.slice(index);
          const rest = known.slice(index + 2);
          const slips = {
            drop: next,
            double: char + char + next,
            replace: `_${next}`,
            swap: next + char,
          };
          const written = before + slips[slip] + rest;
          expect(suggest(written, [known, '0123456789'])).toBe(written === known ? null : known);
        },
      ),
    );
  });

  it('skips names far longer than any known one', () => {
    expect(suggest('n'.repeat(1_000_000), fields)).toBeNull();
  });
});
