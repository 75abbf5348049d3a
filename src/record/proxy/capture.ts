// Keeps the first bytes of a body as it passes, and counts all of them.

import { isUtf8 } from 'node:buffer';
import type { RecordedBody } from '../../journal/interaction/recorded.ts';

/** Maximum number of bytes of one body kept for judging. A longer body is not judged. */
export const JUDGED_BYTES_MAX = 8_388_608;
/** Maximum number of bytes of one body that are recorded. */
export const RECORDED_BYTES_MAX = 1_048_576;

/** Maximum number of pieces of one stream whose time is kept. */
export const MARKS_MAX = 4_096;

export class Capture {
  private readonly chunks: Buffer[] = [];
  private keptBytes = 0;
  private all = 0;
  /** Where each kept piece ended, in bytes, and when it came, in milliseconds: in turn. */
  readonly marks: number[] = [];

  /** `ms` is the time of the piece, if times are to be kept. */
  add(chunk: Buffer, ms: number | null = null): void {
    this.all += chunk.length;
    const room = JUDGED_BYTES_MAX - this.keptBytes;
    if (room <= 0) return;
    if (ms !== null && this.marks.length < 2 * MARKS_MAX) this.marks.push(this.all, ms);
    const part = chunk.length > room ? chunk.subarray(0, room) : chunk;
    // A small chunk may keep a large read buffer alive.
    this.chunks.push(part.length < SMALL_BYTES ? Buffer.from(part) : part);
    this.keptBytes += part.length;
  }

  /** The number of bytes that passed. */
  get bytes(): number {
    return this.all;
  }

  /** The number of bytes that are kept. */
  get kept(): number {
    return this.keptBytes;
  }

  /** Copies the kept bytes, and returns where they end in `target`. */
  copyTo(target: Uint8Array, start: number): number {
    let at = start;
    for (const chunk of this.chunks) {
      target.set(chunk, at);
      at += chunk.length;
    }
    return at;
  }
}

const SMALL_BYTES = 16_384;

/** Returns the body for a recording. `bytes` is its whole length, which may exceed `kept`. */
export function recordedBody(kept: Buffer, bytes: number): RecordedBody {
  if (bytes === 0) return { kind: 'none' };
  const cut = kept.length < bytes || kept.length > RECORDED_BYTES_MAX;
  const part = kept.length > RECORDED_BYTES_MAX ? kept.subarray(0, RECORDED_BYTES_MAX) : kept;
  const whole = cut ? part.subarray(0, endOfText(part)) : part;
  if (isUtf8(whole)) return { kind: 'text', text: whole.toString(), bytes, cut };
  return { kind: 'bytes', base64: part.toString('base64'), bytes, cut };
}

/** Returns the end of the last complete character (RFC 3629 section 3). */
function endOfText(bytes: Buffer): number {
  let start = bytes.length - 1;
  while (start > 0 && start > bytes.length - 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  const first = bytes[start] ?? 0;
  const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return start + length <= bytes.length ? bytes.length : start;
}
