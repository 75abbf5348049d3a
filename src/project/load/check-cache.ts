// Remembers which projects passed the checks at start, by a digest of all their files, so that they
// are not checked at every start. The note lies in node_modules/.cache of the working folder; where
// there is no node_modules, nothing is noted.

import { readdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../files/make-folder.ts';

/** How many projects are remembered. */
export const CHECKED_MAX = 50;

/** Says whether a project passed the checks before. */
export function isChecked(key: string): boolean {
  return statSync(join(folder(), key), { throwIfNoEntry: false }) !== undefined;
}

/**
 * Notes that a project passed the checks. Where the note cannot be written, the next start checks
 * again.
 */
export function noteChecked(key: string): void {
  if (statSync('node_modules', { throwIfNoEntry: false }) === undefined) return;
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
