// Hashes of text, fast and well spread and not for secrets, and its length in bytes.

/**
 * Returns a 32-bit hash of a text, for the index of a collection. The hash of a whole number is the
 * number with its bits reordered: the index takes five bits at a time from the low end, so
 * consecutive ids fill one leaf after the other, and a put touches what is in the cache.
 */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  let number = text.charCodeAt(0) === ZERO && text.length > 1 ? Number.NaN : 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    hash = Math.imul(hash ^ code, 0x01000193);
    number = code >= ZERO && code <= NINE ? number * 10 + code - ZERO : Number.NaN;
  }
  if (number <= WHOLE_MAX) return inLeaves(number);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

/** Turns round the order of the four lowest groups of five bits; the ten bits above stay. */
function inLeaves(number: number): number {
  return (
    ((number & 0x1f) << 15) |
    ((number & 0x3e0) << 5) |
    ((number >>> 5) & 0x3e0) |
    ((number >>> 15) & 0x1f) |
    (number & 0x3ff00000)
  );
}

const ZERO = 48;
const NINE = 57;
/** Larger numbers are hashed like other texts. */
const WHOLE_MAX = 0x3fffffff;

/** The length of a text in UTF-8, and a 50-bit hash as 10 characters of `0-9a-v`. */
export interface Digest {
  readonly bytes: number;
  readonly fingerprint: string;
}

/**
 * Returns the digest of a text. A lone surrogate counts as a replacement character. Hashing the
 * encoded text four bytes at a time takes a third of the time of one character at a time.
 */
export function digest(text: string): Digest {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  let bytes = 0;
  for (let from = 0; from < text.length; ) {
    const { read, written } = encoder.encodeInto(from === 0 ? text : text.slice(from), target);
    from += read;
    bytes += written;
    scratch[written] = scratch[written + 1] = scratch[written + 2] = 0;
    const count = (written + 3) >> 2;
    for (let index = 0; index < count; index++) {
      const word = words[index] as number;
      high = Math.imul(high ^ word, 0x9e3779b1);
      low = Math.imul(low ^ word, 0x5f356495) ^ (high >>> 15);
    }
  }
  low ^= bytes;
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  const [a, b, c] = [high >>> 22, (high >>> 12) & 1023, (high >>> 2) & 1023];
  const fingerprint = `${PAIRS[a]}${PAIRS[b]}${PAIRS[c]}${PAIRS[low >>> 22]}${PAIRS[(low >>> 12) & 1023]}`;
  return { bytes, fingerprint };
}

/** Returns a 50-bit hash of a text as 10 characters of `0-9a-v`. */
export function fingerprint(text: string): string {
  return digest(text).fingerprint;
}

/** Returns the length of a text in UTF-8 bytes. A lone surrogate counts three, as replaced. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let from = 0; from < text.length; ) {
    const { read, written } = encoder.encodeInto(from === 0 ? text : text.slice(from), target);
    from += read;
    bytes += written;
  }
  return bytes;
}

/** A longer text is encoded piece by piece. */
const PIECE_BYTES = 16_384;
const encoder = new TextEncoder();
const words = new Int32Array(PIECE_BYTES / 4 + 1);
const scratch = new Uint8Array(words.buffer);
/** Without the last word: it pads each piece with zeros. */
const target = scratch.subarray(0, PIECE_BYTES);

/** Ten bits as two characters: writing a number in another base takes longer than the hash. */
const PAIRS: readonly string[] = Array.from({ length: 1024 }, (_, bits) =>
  bits.toString(32).padStart(2, '0'),
);
