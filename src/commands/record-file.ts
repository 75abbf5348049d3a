// Where `record` puts interactions: a file of JSON lines that is added to, or nowhere. A disk that is too slow, or full, costs the
// passing traffic nothing: what finds no room is counted.

import { createWriteStream, openSync } from 'node:fs';
import { StandinError } from '../base/errors.ts';
import type { Sink } from '../journal/archive.ts';

export interface RecordFile extends Sink {
  /** How many were not written. */
  readonly dropped: () => number;
  /** Ends the file when all is written. */
  close(): Promise<void>;
}

/** How many characters may wait to be written. */
export const PENDING_CHARS_MAX = 67_108_864;

/** Gives a sink that adds to a file; `null` for one that only counts. Throws a StandinError where the file cannot be written. */
export function openRecordFile(file: string | null): RecordFile {
  let seq = 0;
  let dropped = 0;
  if (file === null) return { add: () => ++seq, dropped: () => 0, close: async () => undefined };
  const stream = createWriteStream(file, { fd: openFile(file) });
  let isBroken = false;
  stream.on('error', () => {
    isBroken = true;
  });
  return {
    add(recorded) {
      seq++;
      if (isBroken || stream.writableLength > PENDING_CHARS_MAX) dropped++;
      else stream.write(`${JSON.stringify({ seq, ...recorded })}\n`);
      return seq;
    },
    dropped: () => dropped,
    close: () =>
      new Promise((resolve) => {
        stream.once('error', () => resolve());
        if (isBroken) resolve();
        else stream.end(() => resolve());
      }),
  };
}

function openFile(file: string): number {
  try {
    // What is recorded may be private.
    return openSync(file, 'a', 0o600);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new StandinError('file-unwritable', `${file} cannot be written (${code})`, 'Name a file in a folder that is there.');
  }
}
