// DER (X.690), as far as a certificate needs it: each function returns a value with its tag.

/** Returns a value that contains others, such as a sequence. */
export function sequence(...parts: readonly Uint8Array[]): Buffer {
  return tagged(0x30, ...parts);
}

/** Returns a set with one value. */
export function setOf(part: Uint8Array): Buffer {
  return tagged(0x31, part);
}

/** Returns a whole number from its bytes, the first of which must be below 128: not negative. */
export function integer(bytes: Uint8Array): Buffer {
  return tagged(0x02, bytes);
}

export function utf8(text: string): Buffer {
  return tagged(0x0c, Buffer.from(text));
}

export function octets(bytes: Uint8Array): Buffer {
  return tagged(0x04, bytes);
}

/** Returns a string of bits; the last `unused` ones do not count. */
export function bits(bytes: Uint8Array, unused = 0): Buffer {
  return tagged(0x03, Uint8Array.of(unused), bytes);
}

export const TRUE: Buffer = tagged(0x01, Uint8Array.of(0xff));

/** Returns an object identifier: `1.2.840.10045.4.3.2`. */
export function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tagged(0x06, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)));
}

/** Returns milliseconds since 1970 as a time to the second (RFC 5280 section 4.1.2.5). */
export function moment(at: number): Buffer {
  const digits = `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`;
  return digits < '2050'
    ? tagged(0x17, Buffer.from(digits.slice(2)))
    : tagged(0x18, Buffer.from(digits));
}

/** Returns a value under a tag of its own. */
export function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Uint8Array.of(tag), lengthOf(content.length), content]);
}

function lengthOf(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length);
  const bytes: number[] = [];
  for (let left = length; left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256);
  return Uint8Array.of(0x80 + bytes.length, ...bytes);
}

function base128(value: number): readonly number[] {
  const bytes = [value % 128];
  for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128))
    bytes.unshift(0x80 + (left % 128));
  return bytes;
}
