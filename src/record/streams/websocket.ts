// Reads the messages of a WebSocket (RFC 6455 section 5) with direction and time: fragments are
// joined, masks are taken off, and messages are decompressed (RFC 7692). Checks no rules of the
// protocol: that is between the two sides.

import { constants, inflateRawSync } from 'node:zlib';
import type { RecordedStream, StreamPart } from '../../journal/interaction/recorded.ts';
import {
  PART_BYTES_MAX,
  partBody,
  STREAM_BYTES_MAX,
  type TimedBytes,
  timeOf,
  toStream,
} from './limits.ts';

/** Returns the messages and control frames of both directions. */
export function readWebSocket(client: TimedBytes, service: TimedBytes): RecordedStream {
  const sides = [readSide(client, 'client'), readSide(service, 'service')];
  return toStream(
    'websocket',
    sides.flatMap(({ parts }) => parts),
    sides.reduce((sum, { unread }) => sum + unread, 0),
  );
}

interface Frame {
  readonly isLast: boolean;
  readonly isCompressed: boolean;
  readonly opcode: number;
  /** As far as it is there. */
  readonly payload: Buffer;
  readonly length: number;
  /** Where it ends, in bytes. */
  readonly end: number;
}

interface Message {
  readonly opcode: number;
  readonly isCompressed: boolean;
  readonly payloads: Buffer[];
  length: number;
}

function readSide(
  timed: TimedBytes,
  from: StreamPart['from'],
): { readonly parts: readonly StreamPart[]; readonly unread: number } {
  const bytes = timed.bytes.subarray(0, STREAM_BYTES_MAX);
  const inflate = createInflate();
  const parts: StreamPart[] = [];
  let message: Message | null = null;
  let end = 0;
  for (let frame = frameAt(bytes, 0); frame !== null; frame = frameAt(bytes, end)) {
    end = frame.end;
    const isControl = frame.opcode >= CLOSE;
    const current: Message =
      isControl || message === null
        ? { opcode: frame.opcode, isCompressed: frame.isCompressed, payloads: [], length: 0 }
        : message;
    current.payloads.push(frame.payload);
    current.length += frame.length;
    const isCut = end > bytes.length;
    if (!isControl) message = frame.isLast ? null : current;
    if (!(isControl || frame.isLast || isCut)) continue;
    parts.push({
      offsetMs: timeOf(timed, Math.min(end, bytes.length)),
      from,
      name: NAMES[current.opcode] ?? `opcode ${current.opcode}`,
      body: bodyOf(current, isCut, inflate),
    });
    if (isCut) break;
  }
  return { parts, unread: Math.max(0, timed.count - Math.max(end, bytes.length)) };
}

const CLOSE = 8;
const NAMES: Readonly<Record<number, string>> = {
  0: 'continuation',
  1: 'text',
  2: 'binary',
  8: 'close',
  9: 'ping',
  10: 'pong',
};

/** Reads the frame at a place; `null` if its head is not complete. */
function frameAt(bytes: Buffer, start: number): Frame | null {
  if (start + 2 > bytes.length) return null;
  const [first, second] = [bytes.readUInt8(start), bytes.readUInt8(start + 1)];
  const short = second & 0x7f;
  const lengthBytes = short === 126 ? 2 : short === 127 ? 8 : 0;
  const hasMask = (second & 0x80) !== 0;
  const begin = start + 2 + lengthBytes + (hasMask ? 4 : 0);
  if (begin > bytes.length) return null;
  const length =
    lengthBytes === 2
      ? bytes.readUInt16BE(start + 2)
      : lengthBytes === 8
        ? Number(bytes.readBigUInt64BE(start + 2))
        : short;
  const payload = Buffer.from(bytes.subarray(begin, Math.min(begin + length, bytes.length)));
  if (hasMask) {
    const mask = bytes.subarray(begin - 4, begin);
    for (let at = 0; at < payload.length; at++)
      payload[at] = (payload[at] ?? 0) ^ (mask[at % 4] ?? 0);
  }
  return {
    isLast: (first & 0x80) !== 0,
    isCompressed: (first & 0x40) !== 0,
    opcode: first & 0x0f,
    payload,
    length,
    end: begin + length,
  };
}

function bodyOf(
  { opcode, isCompressed, payloads, length }: Message,
  isCut: boolean,
  inflate: (bytes: Buffer) => Buffer | null,
): StreamPart['body'] {
  if (length === 0) return { kind: 'none' };
  const whole = Buffer.concat(payloads);
  if (isCompressed) {
    const plain = isCut ? null : inflate(whole);
    return plain === null
      ? { kind: 'unkept', bytes: length }
      : plain.length === 0
        ? { kind: 'none' }
        : partBody(plain, plain.length, opcode === 1 ? 'text' : 'bytes');
  }
  if (opcode === CLOSE && whole.length >= 2) {
    const said = Buffer.from(`${whole.readUInt16BE(0)} ${whole.subarray(2).toString()}`.trimEnd());
    return partBody(said, said.length, 'text');
  }
  return partBody(whole, length, opcode === 1 ? 'text' : 'bytes');
}

/** Maximum size of one message that is decompressed, in bytes. */
const INFLATED_BYTES_MAX = 8 * PART_BYTES_MAX;
/** The window that a message may refer back to (RFC 7692 section 7.1.2). */
const WINDOW_BYTES = 32_768;
/** What the sender takes off the end of each message (section 7.2.1). */
const TAIL = Buffer.from([0, 0, 0xff, 0xff]);

/** Decompresses one message after the other; after one that cannot be, none can. */
function createInflate(): (bytes: Buffer) => Buffer | null {
  let window: Buffer | null = Buffer.alloc(0);
  return (bytes) => {
    if (window === null) return null;
    try {
      const plain: Buffer = inflateRawSync(Buffer.concat([bytes, TAIL]), {
        finishFlush: constants.Z_SYNC_FLUSH,
        maxOutputLength: INFLATED_BYTES_MAX,
        ...(window.length === 0 ? {} : { dictionary: window }),
      });
      window = Buffer.concat([window, plain]).subarray(-WINDOW_BYTES);
      return plain;
    } catch {
      window = null;
      return null;
    }
  };
}
