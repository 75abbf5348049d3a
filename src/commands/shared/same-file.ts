// Whether two names are names of one file: by links, by other spellings of a path, or by capitals
// that not every disk tells apart.

import { readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { StandinError } from '../../base/errors.ts';

/** A file, and the option that names it. */
export interface NamedFile {
  readonly file: string;
  readonly by: string;
}

/** Throws a StandinError where two options name one file: what is written first would be lost. */
export function checkDistinct(all: readonly NamedFile[]): void {
  const before = new Map<string, NamedFile>();
  for (const named of all) {
    const identity = identityOf(named.file);
    const other = before.get(identity);
    if (other !== undefined) {
      const message = `${other.by} ${other.file} and ${named.by} ${named.file} are one file`;
      throw new StandinError('option-invalid', message, 'Give each of them a file of its own.');
    }
    before.set(identity, named);
  }
}

/** Throws a StandinError where a file that is read is written as well. */
export function checkUnread(read: readonly string[], written: readonly string[]): void {
  const places = new Set(written.map(identityOf));
  const taken = read.find((file) => places.has(identityOf(file)));
  if (taken === undefined) return;
  throw new StandinError(
    'option-invalid',
    `${taken} is to be read and written`,
    'Name another file for what is written.',
  );
}

/** Gives a text that is the same for all names of one file, also of one that is not there yet. */
function identityOf(file: string): string {
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return followed(resolve(file), LINKS_MAX).normalize('NFC').toLowerCase();
  }
}

/** How many links to nothing are followed. */
const LINKS_MAX = 40;

function followed(path: string, links: number): string {
  const place = join(realFolder(dirname(path)), basename(path));
  try {
    return links === 0 ? place : followed(resolve(dirname(place), readlinkSync(place)), links - 1);
  } catch {
    // It is no link.
    return place;
  }
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
