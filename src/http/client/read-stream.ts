// Reads a reply that is a stream of items: until it ends, or as far as shows what its items are. A
// stream may go on for hours, and may have nothing to say for now.

import type { IncomingMessage } from 'node:http';
import { isStreamType } from '../../model/media/streams.ts';

/** The most that a stream is read after its first byte, in milliseconds. */
export const STREAM_MS = 2_000;
/** Bytes of a stream that are read. */
export const STREAM_BYTES_MAX = 1_048_576;

/** Whether a reply is a stream of items. */
export function isStream({ headers }: IncomingMessage): boolean {
  return isStreamType(headers['content-type'] ?? '');
}

export interface StreamBounds {
  readonly bytesMax: number;
  /** How long to wait for the first byte, and then for the rest, in milliseconds. */
  readonly patienceMs: number;
}

/**
 * Calls `settle` once, with what was read; `cut` if the stream went on. The caller then ends the
 * connection.
 */
export function readStream(
  response: IncomingMessage,
  { bytesMax, patienceMs }: StreamBounds,
  settle: (bytes: Buffer, end: 'whole' | 'cut') => void,
): IncomingMessage {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const finish = (end: 'whole' | 'cut'): void => {
    clearTimeout(timer);
    settle(Buffer.concat(chunks).subarray(0, bytesMax), end);
  };
  let timer = setTimeout(() => finish('cut'), patienceMs);
  response.on('data', (chunk: Buffer) => {
    if (chunks.length === 0) {
      clearTimeout(timer);
      timer = setTimeout(() => finish('cut'), Math.min(STREAM_MS, patienceMs));
    }
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > bytesMax) finish('cut');
  });
  response.on('close', () => clearTimeout(timer));
  return response.on('end', () => finish('whole'));
}

/** Returns the whole lines of what was read of a stream: it may end within a character. */
export function wholeLines(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d)) + 1);
}
