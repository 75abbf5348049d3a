// The hashes are stable and spread; the length in bytes is that of the encoder.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digest, fingerprint, hash32, utf8Bytes } from '../../src/base/hash.ts';
import { anyText } from '../support/any-text.ts';

const someText = fc.oneof(
  fc.string(),
  anyText(),
  fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) }),
);

/** Texts that differ in little: what the records of a mock are. */
const alike = Array.from(
  { length: 50_000 },
  (_, index) => `{"id":${index},"name":"User ${index % 7}"}`,
);

describe('hash32', () => {
  it('returns a whole number of 32 bits, the same for the same text', () => {
    fc.assert(
      fc.property(someText, (text) => {
        const hash = hash32(text);
        expect(hash).toBe(hash | 0);
        expect(hash32(`${text}`)).toBe(hash);
      }),
    );
  });

  it('hashes each whole number differently, and texts that only look like one as texts', () => {
    expect(['0', '1', '31', '32', '1024', '32768', '1048576', '1073741823'].map(hash32)).toEqual([
      0,
      1 << 15,
      31 << 15,
      1 << 10,
      1 << 5,
      1,
      1_048_576,
      1_073_741_823,
    ]);
    const whole = fc.integer({ min: 0, max: 1_073_741_823 });
    fc.assert(
      fc.property(
        whole,
        whole,
        (one, other) => (one === other) === (hash32(`${one}`) === hash32(`${other}`)),
      ),
    );
    for (const text of ['007', '00', '-1', '1.5', '1e3', ' 1', '1 ', '1073741824', '9'.repeat(400)])
      expect(hash32(text), text).toBe(hash32(text) | 0);
    for (const [text, number] of [
      ...Object.entries({ '007': '7', '00': '0', ' 1': '1', '1 ': '1', '1e3': '1000' }),
    ])
      expect(hash32(text), text).not.toBe(hash32(number));
  });

  it('lets consecutive whole numbers fill the leaves of an index one by one', () => {
    for (const first of [0, 32, 1_024, 99_968, 1_048_544]) {
      const leaves = new Set(
        Array.from({ length: 32 }, (_, step) => hash32(String(first + step)) & 0x7fff),
      );
      expect([...leaves], `from ${first}`).toHaveLength(1);
    }
  });

  it.each([
    ['texts', (index: number) => `user-${index}`],
    ['large numbers', (index: number) => String(1_700_000_000_000 + index)],
  ])('spreads consecutive %s over every five bits that an index reads', (_what, keyOf) => {
    for (const shift of [0, 5, 10, 15, 20, 25]) {
      const counts = new Array<number>(32).fill(0);
      for (let index = 1; index <= 32_000; index++) {
        const place = (hash32(keyOf(index)) >>> shift) & 31;
        counts[place] = (counts[place] ?? 0) + 1;
      }
      expect(Math.min(...counts), `bits from ${shift}`).toBeGreaterThan(800);
      expect(Math.max(...counts), `bits from ${shift}`).toBeLessThan(1200);
    }
  });

  it('distinguishes nearly all of 50000 texts', () => {
    expect(new Set(alike.map(hash32)).size).toBeGreaterThan(49_990);
  });
});

describe('fingerprint', () => {
  it('returns ten characters of 0-9a-v, the same for the same text', () => {
    fc.assert(
      fc.property(someText, (text) => {
        expect(fingerprint(text)).toMatch(/^[0-9a-v]{10}$/);
        expect(fingerprint(`${text}`)).toBe(fingerprint(text));
      }),
    );
  });

  it('differs for 50000 texts that are nearly alike', () => {
    expect(new Set(alike.map(fingerprint)).size).toBe(alike.length);
  });

  it('differs when one character is changed, dropped or added', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1 }),
        fc.nat(),
        fc.string({ minLength: 1, maxLength: 1 }),
        (text, at, char) => {
          const index = at % text.length;
          const others = [
            text.slice(0, index) + char + text.slice(index + 1),
            text.slice(0, index) + text.slice(index + 1),
            text.slice(0, index) + char + text.slice(index),
            `${text}\u0000`,
          ].filter((other) => other !== text);
          for (const other of others) expect(fingerprint(other)).not.toBe(fingerprint(text));
        },
      ),
    );
  });

  it('uses all of its characters at every position', () => {
    for (let place = 0; place < 10; place++)
      expect(new Set(alike.map((text) => fingerprint(text)[place])).size).toBe(32);
  });
});

describe('utf8Bytes', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['\u007f', 1],
    ['\u0080', 2],
    ['é', 2],
    ['\u07ff', 2],
    ['\u0800', 3],
    ['山', 3],
    ['\uffff', 3],
    ['😀', 4],
    ['\ud83d', 3],
    ['\ude00', 3],
    ['\ude00\ud83d', 6],
    ['\ud83d\ud83d\ude00', 7],
  ])('returns the length of %j', (text, bytes) => {
    expect(utf8Bytes(text)).toBe(bytes);
  });

  it('agrees with the encoder on every text, lone surrogates included', () => {
    fc.assert(
      fc.property(someText, (text) => utf8Bytes(text) === Buffer.byteLength(text)),
      { numRuns: 1000 },
    );
  });
});

describe('digest', () => {
  it('returns the length and the fingerprint, also of a text that is encoded in pieces', () => {
    fc.assert(
      fc.property(someText, fc.constantFrom(0, 16_380, 16_383, 16_384, 40_000), (text, before) => {
        const long = 'x'.repeat(before) + text;
        expect(digest(long)).toEqual({
          bytes: Buffer.byteLength(long),
          fingerprint: fingerprint(long),
        });
        expect(utf8Bytes(long)).toBe(Buffer.byteLength(long));
      }),
    );
  });

  it('distinguishes long texts wherever they differ', () => {
    const texts = [0, 16_383, 16_384, 16_385, 39_999].map(
      (at) => `${'x'.repeat(at)}y${'x'.repeat(39_999 - at)}`,
    );
    expect(new Set(texts.map((text) => digest(text).fingerprint)).size).toBe(texts.length);
  });
});
