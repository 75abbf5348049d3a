import { crc32, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fileSamples } from '../../../src/schema/sample/files.ts';

const bytesOf = (text = ''): Buffer => Buffer.from(text, 'latin1');

describe('fileSamples', () => {
  it.each<[string, string]>([
    ['image/png', '\x89PNG\r\n'],
    ['image/jpeg', '\xff\xd8\xff'],
    ['image/gif', 'GIF89a'],
    ['application/pdf', '%PDF-1.4'],
    ['image/svg+xml', '<svg '],
    ['application/json', '{"file":"'],
    ['text/html', '<!doctype html>'],
    ['text/csv', 'file\r\n'],
    ['application/xml', '<file>'],
    ['text/plain', 'standin 01'],
  ])('makes different files of %s', (type, start) => {
    const all = fileSamples(type);
    expect(new Set(all).size).toBe(13);
    expect(all[0]?.slice(0, start.length)).toBe(start);
  });

  it('makes sound chunks of PNG files, and one point', () => {
    const png = bytesOf(fileSamples('image/png')[4]);
    const found: string[] = [];
    for (let at = 8; at < png.length; ) {
      const length = png.readUInt32BE(at);
      const chunk = png.subarray(at + 4, at + 8 + length);
      const name = chunk.toString('latin1', 0, 4);
      expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(chunk));
      if (name === 'IDAT') expect(inflateSync(chunk.subarray(4))).toEqual(Buffer.of(0, 0));
      found.push(name);
      at += 12 + length;
    }
    expect(found).toEqual(['IHDR', 'tEXt', 'IDAT', 'IEND']);
  });
});
