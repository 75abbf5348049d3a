// How services round decimals: databases, languages, numbers of single precision.

import { describe, expect, it } from 'vitest';
import { roundings } from '../../src/schema/rounding.ts';
import { withDecimals } from '../../src/schema/sample/number.ts';

describe('roundings', () => {
  it.each<[string, string, readonly string[]]>([
    ['0.125', 'PostgreSQL', ['0.13']],
    ['0.125', 'a banker', ['0.12']],
    ['2.675', 'Python', ['2.67', '2.68']],
    ['0.12345678', 'single precision', ['0.12345678', '0.12345678359270096']],
    ['16777216.5', 'single precision', ['16777216']],
    ['1.98765432', 'four decimals, or cut', ['1.9877', '1.9876']],
    ['-0.04', 'to tenths', ['0']],
    ['0.35', 'to even', ['0.4']],
    ['0.25', 'to even', ['0.2', '0.3']],
  ])('makes of %s what %s stores', (sent, _, stored) => {
    expect(roundings.map((round) => round(sent))).toEqual(expect.arrayContaining([...stored]));
  });

  it('are none to whole numbers', () => {
    expect(roundings.map((round) => round('2.25'))).not.toContain('2');
  });

  it('leaves whole numbers alone, and tiny and long ones', () => {
    for (const round of roundings) expect(round('7')).toBe('7');
    for (const round of roundings.slice(0, -1)) {
      expect(Number(round('4503599627370495.5'))).toBeCloseTo(4503599627370495.5, -1);
      expect(round(round('121920955035040270'))).toBe(round('121920955035040270'));
    }
    expect(roundings[0]?.('1e-7')).toBe('1e-7');
  });
});

describe('withDecimals', () => {
  it.each([
    [{}, 7, 0.25, 7.25],
    [{}, 7, 0, 7],
    [{ multipleOf: 0.5 }, 7, 0.25, 7],
    [{ maximum: 7 }, 7, 0.25, 7],
    [{ minimum: 0.5 }, 0.7, 0.25, 0.7],
    [{}, undefined, 0.25, undefined],
  ])('makes of %j and %j with %j %j', (schema, number, decimals, made) => {
    expect(withDecimals(schema, number, decimals)).toBe(made);
  });
});
