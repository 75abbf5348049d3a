// Whether a body that is not JSON is what its media type says, each with one that is not.

import { describe, expect, it } from 'vitest';
import { flawOfMedia, isOfParts } from '../../../src/model/media/flaw-of-media.ts';
import { readBody } from '../../../src/model/message/call.ts';
import { createChecker } from '../../../src/schema/check.ts';
import { type Schema, Schemas } from '../../../src/schema/schema.ts';

const checker = createChecker(
  new Schemas(
    new Map<string, Schema>([
      ['word', { type: 'string', minLength: 3 }],
      ['count', { type: 'integer', minimum: 2 }],
      ['list', { type: 'array' }],
      ['flag', { type: 'boolean' }],
    ]),
  ),
);

function flawOf(type: string, given: string | Uint8Array, schema: string | null = null) {
  const body = readBody(given);
  if (body.kind === 'none' || body.kind === 'oversized') throw new Error('there is no body');
  return flawOfMedia(type, body, { schema, checker, counts: () => true });
}
const bytes = (...values: readonly number[]): Uint8Array => Uint8Array.from(values);
const PNG = bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const JPEG = bytes(0xff, 0xd8, 0xff, 0xe0);

describe('flawOfMedia', () => {
  it.each<readonly [string, string | Uint8Array]>([
    ['application/xml', '<a/>'],
    ['text/xml; charset=utf-8', '\ufeff <?xml version="1.0"?><a/>'],
    ['image/svg+xml', '<svg/>'],
    ['application/xml', bytes(0xff, 0xfe, 0x3c, 0x00)],
    ['image/png', PNG],
    ['image/jpeg', JPEG],
    ['image/jpg', JPEG],
    ['image/gif', 'GIF89a…'],
    ['image/webp', 'RIFF1234WEBP'],
    ['application/pdf', '\n%PDF-1.7'],
    ['application/zip', 'PK\u0003\u0004'],
    ['application/octet-stream', '{"a":1}'],
    ['text/plain', 'anything'],
    ['text/csv', '{"a":1}'],
  ])('finds nothing wrong with %s: %s', (type, given) => {
    expect(flawOf(type, given)).toBeNull();
  });

  it.each<readonly [string, string | Uint8Array, string, string]>([
    ['application/xml', '{"a":1}', 'XML', 'JSON'],
    ['application/xml', 'plain', 'XML', '"plain"'],
    ['application/xml', '<!DOCTYPE html><p>', 'XML', '"<!DOCTYPE html><p>"'],
    ['image/png', JPEG, 'image/png', 'bytes that are no text'],
    ['image/jpeg', '{"a":1}', 'image/jpeg', 'JSON'],
    ['application/pdf', 'PDF', 'application/pdf', '"PDF"'],
  ])('finds that a body is not %s: %s', (type, given, wanted, found) => {
    expect(flawOf(type, given)).toEqual({ wanted, found });
  });

  it.each<readonly [string, string, boolean]>([
    ['word', 'ab', true],
    ['word', 'abc', false],
    ['count', '3', false],
    ['count', '1', true],
    ['count', 'many', true],
    ['flag', 'true', false],
    ['list', 'a,b', false],
  ])('compares a text with its schema, also as a number: %s, %s', (schema, text, isFlawed) => {
    expect(flawOf('text/plain', text, schema) !== null).toBe(isFlawed);
  });

  it('compares no text in another encoding', () => {
    expect(flawOf('text/plain', bytes(0xff, 0xfe), 'word')).toBeNull();
  });

  it('knows schemas of lists and objects, which texts are written for in some way', () => {
    expect(['word', 'count', 'list'].map((one) => isOfParts(checker, one))).toEqual([
      false,
      false,
      true,
    ]);
  });
});
