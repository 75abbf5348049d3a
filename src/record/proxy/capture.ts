// What of a body is kept as it passes: the first bytes, up to a bound, and how many there were.

import { isUtf8 } from 'node:buffer';
import type { RecordedBody } from '../../journal/interaction/recorded.ts';

/** Bytes of one body that are kept until it is judged: a longer one is not judged. */
export const JUDGED_BYTES_MAX = 8_388_608;
/** Bytes of one body that are recorded. */
export const RECORDED_BYTES_MAX = 1_048_576;

export class Capture {
  private readonly chunks: Buffer[] = [];
  private keptBytes = 0;
  private all = 0;

  add(chunk: Buffer): void {
    this.all += chunk.length;
    const room = JUDGED_BYTES_MAX - this.keptBytes;
    if (room <= 0) return;
    const part = chunk.length > room ? chunk.subarray(0, room) : chunk;
    // A small piece may hold on to the large buffer that it was read into.
    this.chunks.push(part.length < SMALL_BYTES ? Buffer.from(part) : part);
    this.keptBytes += part.length;
  }

  /** How many bytes there were. */
  get bytes(): number {
    return this.all;
  }

  /** How many of them are kept. */
  get kept(): number {
    return this.keptBytes;
  }

  /** Copies what is kept, and gives where it ends there. */
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

/** Gives a body as it is recorded. `bytes` is its whole length, where more was sent than kept. */
export function recordedBody(kept: Buffer, bytes: number): RecordedBody {
  if (bytes === 0) return { kind: 'none' };
  const cut = kept.length < bytes || kept.length > RECORDED_BYTES_MAX;
  const part = kept.length > RECORDED_BYTES_MAX ? kept.subarray(0, RECORDED_BYTES_MAX) : kept;
  const whole = cut ? part.subarray(0, endOfText(part)) : part;
  if (isUtf8(whole)) return { kind: 'text', text: whole.toString(), bytes, cut };
  return { kind: 'bytes', base64: part.toString('base64'), bytes, cut };
}

/** Gives where the last whole character ends (RFC 3629 section 3). */
function endOfText(bytes: Buffer): number {
  let start = bytes.length - 1;
  while (start > 0 && start > bytes.length - 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  const first = bytes[start] ?? 0;
  const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return start + length <= bytes.length ? bytes.length : start;
}
