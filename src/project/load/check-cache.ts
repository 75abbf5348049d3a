// Remembers by a digest of all their files which projects passed the checks at start, so that not
// every start checks them. The notes are in node_modules/.cache of the working folder; without a
// node_modules nothing is noted.

import { readdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../files/make-folder.ts';

/** Maximum number of remembered projects. */
export const CHECKED_MAX = 50;

/** Returns whether projects are remembered here. */
export function keepsNotes(): boolean {
  return statSync('node_modules', { throwIfNoEntry: false }) !== undefined;
}

/** Returns whether a project passed the checks before. */
export function isChecked(key: string): boolean {
  return statSync(join(folder(), key), { throwIfNoEntry: false }) !== undefined;
}

/** Notes that a project passed the checks. If that fails, the next start checks again. */
export function noteChecked(key: string): void {
  if (!keepsNotes()) return;
  try {
    makeFolder(folder());
    // The certificate of HTTPS is kept here as well.
    const notes = readdirSync(folder()).filter((name) => !name.endsWith('.pem'));
    if (notes.length >= CHECKED_MAX) for (const note of notes) unlinkSync(join(folder(), note));
    writeFileSync(join(folder(), key), '');
  } catch {
    // Read-only folders are common in containers; the checks run again, and nothing is lost.
  }
}

function folder(): string {
  return join('node_modules', '.cache', 'standin');
}
