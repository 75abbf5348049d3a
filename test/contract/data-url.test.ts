import { describe, expect, it } from 'vitest';
import { readDataUrl, toDataUrl } from '../../src/contract/envelopes/data-url.ts';

describe('toDataUrl', () => {
  it('writes bytes in base64, with their media type if it is one', () => {
    expect(toDataUrl('image/png', '\x89P')).toBe('data:image/png;base64,iVA=');
    expect(toDataUrl('no type', 'a')).toBe('data:application/octet-stream;base64,YQ==');
  });
});

describe('readDataUrl', () => {
  it('keeps the name of a file', () => {
    const url = toDataUrl('image/png', 'a', 'my sea; 1.png');
    expect(readDataUrl(url)).toMatchObject({ mediaType: 'image/png', name: 'my sea; 1.png' });
  });

  it('reads what was written', () => {
    const read = readDataUrl('data:image/png;base64,iVA=');
    expect(read).toEqual({ mediaType: 'image/png', name: null, bytes: Uint8Array.of(0x89, 0x50) });
  });

  it.each(['', 'data:image/png,abc', 'data:image/png;base64,?', 'image'])('reads no %j', (text) => {
    expect(readDataUrl(text)).toBeNull();
  });
});
