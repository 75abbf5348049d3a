// The texts that are made for a format are of that format, by the word of those who check formats;
// serials tell them apart.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createChecker } from '../../../src/schema/check.ts';
import { textOfFormat } from '../../../src/schema/sample/format.ts';
import { Schemas } from '../../../src/schema/schema.ts';

const FORMATS = [
  'date',
  'date-time',
  'iso-date-time',
  'time',
  'iso-time',
  'duration',
  'uri',
  'url',
  'uri-reference',
  'uri-template',
  'uuid',
  'hostname',
  'ipv4',
  'ipv6',
  'json-pointer',
  'relative-json-pointer',
  'regex',
  'byte',
  'int32',
  'int64',
  'float',
  'double',
];

describe('textOfFormat', () => {
  it.each(FORMATS)('returns a text of the format %s', (format) => {
    const checker = createChecker(new Schemas(new Map([['one', { type: 'string', format }]])));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200_000 }), (serial) => {
        const text = textOfFormat(format, serial);
        expect(text).toEqual(expect.any(String));
        expect(checker.check('one', text as string), text).toEqual([]);
      }),
    );
  });

  it.each(FORMATS)('returns another text of the format %s for another serial', (format) => {
    expect(
      new Set(Array.from({ length: 1_000 }, (_, serial) => textOfFormat(format, serial))).size,
    ).toBe(1_000);
  });

  it.each(['email', 'password', 'signature', '', 'toString'])(
    'returns no text of the format %j',
    (format) => {
      expect(textOfFormat(format, 1)).toBeUndefined();
    },
  );
});
