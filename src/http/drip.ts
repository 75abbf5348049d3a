// How a body is spread over time: in how many parts, and how long after one another. Uses no
// modules of Node.

/** The least time between two parts of a body, in milliseconds: 20 a second. */
const PART_MS_MIN = 50;

export interface Drip {
  /** At least 1. */
  readonly parts: number;
  /** How long to wait before each part, in milliseconds; after the last one `overMs` are over. */
  readonly everyMs: number;
}

/**
 * Gives how a body of so many bytes is spread over `overMs`; `null` bytes where nobody counted. No
 * part is without a byte.
 */
export function dripOf(overMs: number, bytes: number | null): Drip {
  const parts = Math.max(
    1,
    Math.min(Math.floor(overMs / PART_MS_MIN), bytes ?? Number.POSITIVE_INFINITY),
  );
  return { parts, everyMs: overMs / parts };
}

/** Gives the bytes of a text in so many parts of nearly the same length. */
export function* partsOf(bytes: Uint8Array, parts: number): Generator<Uint8Array> {
  for (let part = 0; part < parts; part++) {
    yield bytes.subarray(
      Math.floor((part * bytes.length) / parts),
      Math.floor(((part + 1) * bytes.length) / parts),
    );
  }
}
