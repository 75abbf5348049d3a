// Rare numbers, days and moments fit their schemas, and take the place of usual ones in a sample.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { createChecker } from '../../../src/schema/check.ts';
import { rareNumberOf, rareTextOfFormat } from '../../../src/schema/sample/rare-values.ts';
import { sampleOf } from '../../../src/schema/sample/sample.ts';
import { Schemas } from '../../../src/schema/schema.ts';

const serials = Array.from({ length: 50 }, (_, serial) => serial);

function numbersOf(
  type: 'integer' | 'number',
  schema: JsonObject,
): readonly (number | undefined)[] {
  const made = serials.map((serial) => rareNumberOf(schema, type, serial));
  return [...new Set(made)].toSorted((a = 0, b = 0) => a - b);
}

describe('rareNumberOf', () => {
  it.each<[string, JsonObject, (number | undefined)[]]>([
    ['both ends', { minimum: 127, maximum: 255 }, [128, 255]],
    [
      'neither end',
      { exclusiveMinimum: 128, exclusiveMaximum: 65_536 },
      [255, 256, 32_768, 65_535],
    ],
    ['the multiples', { minimum: 1, maximum: 1_000, multipleOf: 64 }, [128, 256]],
    ['32 bits', { minimum: 100_000, format: 'int32' }, [16_777_217, 2_147_483_647]],
    ['none where none fits', { minimum: 1, maximum: 2 }, [undefined]],
  ])('returns integers within the bounds of a schema: %s', (_what, schema, expected) => {
    expect(numbersOf('integer', schema)).toEqual(expected);
  });

  it('returns integers beyond 32 bits, and below zero, where nothing forbids them', () => {
    const all = numbersOf('integer', {});
    expect(all).toEqual(expect.arrayContaining([-1, 0, 2 ** 31, Number.MAX_SAFE_INTEGER]));
    expect(all.every(Number.isSafeInteger)).toBe(true);
  });

  it('returns small fractions and large numbers where no integer is needed', () => {
    expect(numbersOf('number', {})).toEqual(expect.arrayContaining([-0.5, 1e-7, 1e21]));
  });
});

describe('rareTextOfFormat', () => {
  it.each([
    ['date', '2024-02-29'],
    ['date-time', '1969-12-31T23:59:59Z'],
  ])('returns texts of the format %s, such as %s', (format, expected) => {
    const checker = createChecker(new Schemas(new Map([['one', { type: 'string', format }]])));
    const made = serials.map((serial) => rareTextOfFormat(format, serial));
    expect(made).toContain(expected);
    for (const text of made) expect(checker.check('one', text as string), text).toEqual([]);
  });

  it('returns none of another format', () => {
    expect(rareTextOfFormat('uuid', 1)).toBeUndefined();
  });
});

describe('sampleOf', () => {
  const memberOf = (schema: Json, rare: number | undefined): Json | undefined =>
    sampleOf(
      new Schemas(new Map([['one', { type: 'object', properties: { m: schema } }]])),
      'one',
      [],
      { serial: 1, token: 'sqrare', marked: [], ...(rare === undefined ? {} : { rare }) },
    )['m'];

  it.each<[what: string, schema: Json, Json]>([
    ['an integer', { type: 'integer', minimum: 2 ** 40 }, Number.MAX_SAFE_INTEGER],
    ['a number', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.01 }, 1e-7],
    ['a day', { type: 'string', format: 'date' }, '1969-12-31'],
  ])('has a rare value if the draft says so: %s', (_what, schema, expected) => {
    expect(memberOf(schema, 0)).toBe(expected);
    expect(memberOf(schema, undefined)).not.toBe(expected);
  });

  it.each<[what: string, schema: Json]>([
    ['a number', { type: 'integer', minimum: 1, maximum: 2 }],
    ['a text', { type: 'string', format: 'uuid' }],
  ])('has the usual value where there is no rare one: %s', (_what, schema) => {
    expect(memberOf(schema, 0)).toBe(memberOf(schema, undefined));
  });
});
