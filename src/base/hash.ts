// Hashes of text, fast and well spread and not for secrets, and its length in bytes.

/** Gives a 32-bit hash of a text, for the index of a collection. */
export function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

/** Gives a 50-bit hash of a text as 10 characters of `0-9a-v`, for entity tags. */
export function fingerprint(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  const even = text.length & ~1;
  for (let index = 0; index < even; index += 2) {
    const pair = text.charCodeAt(index) | (text.charCodeAt(index + 1) << 16);
    high = Math.imul(high ^ pair, 0x9e3779b1);
    low = Math.imul(low ^ pair, 0x5f356495) ^ (high >>> 15);
  }
  if (even < text.length) high = Math.imul(high ^ text.charCodeAt(even), 0x9e3779b1);
  low ^= text.length;
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  const [a, b, c] = [high >>> 22, (high >>> 12) & 1023, (high >>> 2) & 1023];
  return `${PAIRS[a]}${PAIRS[b]}${PAIRS[c]}${PAIRS[low >>> 22]}${PAIRS[(low >>> 12) & 1023]}`;
}

/** Ten bits as two characters: writing a number in another base takes longer than the hash. */
const PAIRS: readonly string[] = Array.from({ length: 1024 }, (_, bits) => bits.toString(32).padStart(2, '0'));

/** Gives how many bytes a text has in UTF-8. A lone surrogate counts as the replacement character that stands for it: three. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80) continue;
    bytes++;
    if (code < 0x800) continue;
    const isPair = (code & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
    if (isPair) index++;
    bytes++;
  }
  return bytes;
}
