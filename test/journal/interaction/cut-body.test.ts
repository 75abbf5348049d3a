import { describe, expect, it } from 'vitest';
import {
  cutBodies,
  cutBody,
  RECORDED_BODY_BYTES_MAX,
} from '../../../src/journal/interaction/cut-body.ts';
import type { RecordedBody } from '../../../src/journal/interaction/recorded.ts';
import { recordedOf, replyOf, textOf } from '../../support/recorded.ts';

const cutAt = (text: string, bytesMax: number): RecordedBody => cutBody(textOf(text), bytesMax);

describe('cutBody', () => {
  it.each([
    ['abc', 3, 'abc', false],
    ['abcd', 3, 'abc', true],
    ['éé', 4, 'éé', false],
    ['éé', 3, 'é', true],
    ['a😀', 4, 'a', true],
    ['a😀', 5, 'a😀', false],
    ['a\ude00b', 4, 'a\ude00', true],
    ['a\u0000b', 2, 'a\u0000', true],
    ['a', 0, '', true],
  ])('cuts %j at %d bytes: %j', (text, bytesMax, kept, cut) => {
    expect(cutAt(text, bytesMax)).toEqual({
      kind: 'text',
      text: kept,
      bytes: Buffer.byteLength(text),
      cut,
    });
  });

  it('cuts binary data, and leaves bodies that were not kept', () => {
    const bytes = Buffer.alloc(10, 7);
    const body: RecordedBody = {
      kind: 'bytes',
      base64: bytes.toString('base64'),
      bytes: 10,
      cut: false,
    };
    expect(cutBody(body, 10)).toBe(body);
    expect(cutBody(body, 7)).toEqual({
      kind: 'bytes',
      base64: bytes.subarray(0, 6).toString('base64'),
      bytes: 10,
      cut: true,
    });
    expect(cutBody({ kind: 'unkept', bytes: 1e9 }, 7)).toEqual({ kind: 'unkept', bytes: 1e9 });
    expect(cutBody({ kind: 'none' }, 7)).toEqual({ kind: 'none' });
  });
});

describe('cutBodies', () => {
  it('cuts every body, 100 MB as well, and returns an interaction itself if none is long', () => {
    const short = recordedOf();
    expect(cutBodies(short, RECORDED_BODY_BYTES_MAX)).toBe(short);
    const large: RecordedBody = {
      kind: 'text',
      text: 'x'.repeat(100_000_000),
      bytes: 100_000_000,
      cut: false,
    };
    const given = recordedOf({
      reply: replyOf({ body: large }),
      mock: replyOf({ body: large }),
      original: replyOf({ body: large }),
    });
    const { reply, mock, original, request } = cutBodies(given, RECORDED_BODY_BYTES_MAX);
    const cut = { kind: 'text', text: 'x'.repeat(1_048_576), bytes: 100_000_000, cut: true };
    expect([reply?.body, mock?.body, original?.body, request.body]).toEqual([
      cut,
      cut,
      cut,
      { kind: 'none' },
    ]);
  });
});
