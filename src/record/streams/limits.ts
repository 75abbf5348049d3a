// How much of a stream is kept.

import { isUtf8 } from 'node:buffer';
import type { RecordedStream, StreamPart } from '../../journal/interaction/recorded.ts';
import { recordedBody } from '../proxy/capture.ts';

/** Maximum number of parts of one stream that are recorded. */
export const STREAM_PARTS_MAX = 1_000;
/** Maximum number of bytes of one stream that are recorded, in each direction. */
export const STREAM_BYTES_MAX = 1_048_576;
/** Maximum number of bytes of one part that are recorded. */
export const PART_BYTES_MAX = 65_536;

/** Bytes of one direction, and when they came. */
export interface TimedBytes {
  /** The first bytes. */
  readonly bytes: Buffer;
  /** How many came in all. */
  readonly count: number;
  /** Where each piece ended, in bytes, and when it came, in milliseconds: in turn. */
  readonly marks: readonly number[];
}

/** Returns when the byte before `end` came, in milliseconds; `null` if it was not measured. */
export function timeOf({ marks }: TimedBytes, end: number): number | null {
  let [low, high] = [0, marks.length / 2];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle * 2] ?? 0) < end) low = middle + 1;
    else high = middle;
  }
  return marks[low * 2 + 1] ?? null;
}

/** Returns the content of a part, cut. `bytes` is its whole length, which may exceed what is given. */
export function partBody(given: Buffer, bytes: number, form: 'text' | 'bytes'): StreamPart['body'] {
  const kept = given.subarray(0, PART_BYTES_MAX);
  if (form === 'text' || isUtf8(kept)) return recordedBody(kept, bytes);
  const cut = kept.length < bytes;
  return { kind: 'bytes', base64: kept.toString('base64'), bytes, cut };
}

/** Joins the parts of both directions by time, and leaves out those beyond the limit. */
export function toStream(
  kind: RecordedStream['kind'],
  found: readonly StreamPart[],
  unread: number,
): RecordedStream {
  const parts = found.toSorted((a, b) => (a.offsetMs ?? LAST) - (b.offsetMs ?? LAST));
  const kept = parts.slice(0, STREAM_PARTS_MAX);
  return { kind, parts: kept, left: { parts: parts.length - kept.length, bytes: unread } };
}

const LAST = Number.MAX_SAFE_INTEGER;
