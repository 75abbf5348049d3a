// How a body is spread over time: number and interval of its parts. Uses no Node modules.

/** The least time between two parts of a body, in milliseconds: 20 a second. */
const PART_MS_MIN = 50;

export interface Drip {
  /** At least 1. */
  readonly parts: number;
  /** How long to wait before each part, in milliseconds; after the last one `overMs` are over. */
  readonly everyMs: number;
}

/** Plans the parts of a body, of at least one byte each; `null` bytes if the length is unknown. */
export function dripOf(overMs: number, bytes: number | null): Drip {
  const parts = Math.max(
    1,
    Math.min(Math.floor(overMs / PART_MS_MIN), bytes ?? Number.POSITIVE_INFINITY),
  );
  return { parts, everyMs: overMs / parts };
}

/** Splits the bytes of a text into parts of nearly equal length. */
export function* partsOf(bytes: Uint8Array, parts: number): Generator<Uint8Array> {
  for (let part = 0; part < parts; part++) {
    yield bytes.subarray(
      Math.floor((part * bytes.length) / parts),
      Math.floor(((part + 1) * bytes.length) / parts),
    );
  }
}
