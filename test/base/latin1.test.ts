import { describe, expect, it } from 'vitest';
import { bytesOfText, latin1Of } from '../../src/base/latin1.ts';

describe('latin1Of and bytesOfText', () => {
  it('hold any bytes, also many', () => {
    const bytes = Uint8Array.from({ length: 20_000 }, (_, index) => index % 256);
    expect(bytesOfText(latin1Of(bytes), bytes.length)).toEqual(bytes);
  });

  it('write text that has more bytes than characters as UTF-8', () => {
    expect([...bytesOfText('ø', 2)]).toEqual([0xc3, 0xb8]);
    expect([...bytesOfText('ø', 1)]).toEqual([0xf8]);
  });
});
