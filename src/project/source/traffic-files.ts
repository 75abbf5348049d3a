// Which files hold traffic: HTTP Archives (HAR) and recordings. Reads no more of a file than its first
// bytes.

import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

/** Whether a file holds requests and answers. */
export function isTraffic(file: string): boolean {
  return extname(file).toLowerCase() === '.har' || trafficKind(file) !== null;
}

/** Returns the files of a folder that hold requests and answers, by name. */
export function trafficFilesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true)
    .filter((file) => isTraffic(file));
}

/** Returns what the first bytes of a file are: a recording, an archive; `null` for anything else. */
export function trafficKind(file: string): 'recording' | 'har' | null {
  const head = headOf(file);
  if (head.startsWith('SQLite format 3\0')) return 'recording';
  return /^(?:\u00ef\u00bb\u00bf)?\s*\{\s*"log"\s*:\s*\{/.test(head) ? 'har' : null;
}

const HEAD_BYTES = 256;

function headOf(file: string): string {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return '';
  try {
    const handle = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(HEAD_BYTES);
      return bytes.toString('latin1', 0, readSync(handle, bytes, 0, HEAD_BYTES, 0));
    } finally {
      closeSync(handle);
    }
  } catch {
    return '';
  }
}
