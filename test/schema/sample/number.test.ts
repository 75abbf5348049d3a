// Numbers are within all bounds that a schema has, and there is none where no number is.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { numberOf } from '../../../src/schema/sample/number.ts';

function numbersOf(
  type: 'integer' | 'number',
  schema: JsonObject,
): readonly (number | undefined)[] {
  const made = Array.from({ length: 50 }, (_, serial) => numberOf(schema, type, serial));
  return [...new Set(made)].toSorted((a = 0, b = 0) => a - b);
}

describe('numberOf', () => {
  it.each<[string, JsonObject, number[]]>([
    ['both ends', { minimum: 1, maximum: 3 }, [1, 2, 3]],
    ['neither end', { exclusiveMinimum: 1, exclusiveMaximum: 4 }, [2, 3]],
    ['the closer of two least numbers', { minimum: 3, exclusiveMinimum: 1, maximum: 4 }, [3, 4]],
    [
      'the closer of two least numbers, which is out',
      { minimum: 1, exclusiveMinimum: 2, maximum: 4 },
      [3, 4],
    ],
    ['the closer of two greatest numbers', { minimum: 1, maximum: 2, exclusiveMaximum: 9 }, [1, 2]],
    [
      'the closer of two greatest numbers, which is out',
      { minimum: 1, maximum: 9, exclusiveMaximum: 3 },
      [1, 2],
    ],
    [
      'one number that is in by one keyword and out by the other',
      { minimum: 1, exclusiveMinimum: 1, maximum: 2 },
      [2],
    ],
    ['multiples', { multipleOf: 4, minimum: 1, maximum: 13 }, [4, 8, 12]],
    [
      'whole multiples of what is not whole',
      { multipleOf: 1.5, minimum: 1, maximum: 10 },
      [3, 6, 9],
    ],
    ['numbers below zero', { minimum: -3, exclusiveMaximum: -1 }, [-3, -2]],
  ])('keeps to %s', (_, schema, numbers) => {
    expect(numbersOf('integer', schema)).toEqual(numbers);
  });

  it('uses as many decimals as distinct numbers need', () => {
    const made = numbersOf('number', { exclusiveMinimum: 1, exclusiveMaximum: 1.001 });
    expect(made.length).toBeGreaterThanOrEqual(9);
    for (const one of made) expect(one !== undefined && one > 1 && one < 1.001).toBe(true);
    expect(numbersOf('number', { multipleOf: 0.25, minimum: 0, maximum: 0.5 })).toEqual([
      0, 0.25, 0.5,
    ]);
  });

  it.each([2.5, -2.5, 0, 7, 1e21])('returns the only possible number: %d', (number) => {
    expect(numbersOf('number', { minimum: number, maximum: number })).toEqual([number]);
    expect(numbersOf('number', { minimum: number, exclusiveMaximum: number })).toEqual([undefined]);
  });

  it.each<[string, 'integer' | 'number', JsonObject]>([
    ['between two bounds that are out', 'integer', { exclusiveMinimum: 1, exclusiveMaximum: 2 }],
    ['below what it must be above', 'number', { minimum: 2, maximum: 1 }],
    [
      'that is whole among multiples of a fraction as fine as that',
      'integer',
      { multipleOf: 0.00001 },
    ],
    ['that is a multiple', 'number', { multipleOf: 10, minimum: 1, maximum: 9 }],
  ])('returns none if no number exists %s', (_, type, schema) => {
    expect(numbersOf(type, schema)).toEqual([undefined]);
  });

  it('makes numbers within the bounds of 64 bits', () => {
    const schema = { minimum: -(2 ** 63), maximum: 2 ** 63 };
    expect(numberOf(schema, 'integer', 7)).toBe(7);
    expect(numberOf({ maximum: 2 ** 63 }, 'integer', 7)).toBe(7);
  });
});
