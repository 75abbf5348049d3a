// Reads a file that is one: a pipe would be waited for without end, and a device gives no end.

import { readFileSync, statSync } from 'node:fs';

/** Thrown where what has the name of a file is none. Its code stands beside those of the system. */
export class NoFile extends Error {
  override readonly name = 'NoFile';
  readonly code = 'NO_FILE';
}

/** What is said of it. */
export const NO_FILE_TOLD = 'it is no file, but a pipe, a socket or a device';

/** Throws what the system says, or a NoFile. A folder passes: what the system says when it is read tells it. */
export function checkFile(file: string): void {
  const stats = statSync(file);
  if (!stats.isFile() && !stats.isDirectory()) throw new NoFile();
}

/** Gives the bytes of a file. Throws as `checkFile` does. */
export function readBytes(file: string): Uint8Array {
  checkFile(file);
  return readFileSync(file);
}
