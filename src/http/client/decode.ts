// Decodes the content codings of a reply. Its output is bounded: no reply can fill the memory.

import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw } from 'node:zlib';

export type Decoded =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'oversized' }
  /** `message` is a clause that says why. */
  | { readonly kind: 'unreadable'; readonly message: string };

/** The codings that `decode` supports, as the value of Accept-Encoding. */
export const CODINGS = 'gzip, deflate, br';

/**
 * Decodes the bytes of a reply by its Content-Encoding (RFC 9110 section 8.4). `cut`: more would have
 * come, and what is there is decoded.
 */
export async function decode(
  bytes: Buffer,
  coding: string,
  bytesMax: number,
  end: 'whole' | 'cut' = 'whole',
): Promise<Decoded> {
  let plain = bytes;
  // The codings are listed in the order in which they were applied.
  for (const name of coding.toLowerCase().split(',').reverse()) {
    const done = await undo(plain, name.trim(), bytesMax, end);
    if (done.kind !== 'bytes') return done;
    plain = done.bytes;
  }
  return { kind: 'bytes', bytes: plain };
}

const decoders = {
  gzip: promisify<Buffer, object, Buffer>(gunzip),
  zlib: promisify<Buffer, object, Buffer>(inflate),
  raw: promisify<Buffer, object, Buffer>(inflateRaw),
  brotli: promisify<Buffer, object, Buffer>(brotliDecompress),
};

async function undo(
  bytes: Buffer,
  coding: string,
  bytesMax: number,
  end: 'whole' | 'cut',
): Promise<Decoded> {
  // An answer without content, as to HEAD, may still name the coding that its content would have.
  if (bytes.length === 0 || coding === '' || coding === 'identity') return { kind: 'bytes', bytes };
  const decoder = decoderOf(bytes, coding);
  if (decoder === null)
    return {
      kind: 'unreadable',
      message: `its content coding is ${coding}, which was not requested`,
    };
  try {
    const finishFlush =
      decoder === decoders.brotli ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH;
    const options = { maxOutputLength: bytesMax, ...(end === 'cut' ? { finishFlush } : {}) };
    return { kind: 'bytes', bytes: await decoder(bytes, options) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'ERR_BUFFER_TOO_LARGE') return { kind: 'oversized' };
    return {
      kind: 'unreadable',
      message: `it is not coded with ${coding}, as it claims (${code})`,
    };
  }
}

function decoderOf(
  bytes: Buffer,
  coding: string,
): ((bytes: Buffer, options: object) => Promise<Buffer>) | null {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return decoders.gzip;
    case 'br':
      return decoders.brotli;
    case 'deflate':
      // Some services omit the zlib wrapper (RFC 9110 section 8.4.1.2), which the first byte shows.
      return ((bytes[0] ?? 0) & 0x0f) === 8 ? decoders.zlib : decoders.raw;
    default:
      return null;
  }
}
