// Whether two names are names of one file: through links, other spellings of a path, or capitals
// that not every disk tells apart.

import { readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { StandinError } from '../../base/errors.ts';

/** A file, and the option that names it. */
export interface NamedFile {
  readonly file: string;
  readonly option: string;
}

/** Throws a StandinError if two options name one file: the first output would be lost. */
export function checkDistinct(all: readonly NamedFile[]): void {
  const before = new Map<string, NamedFile>();
  for (const named of all) {
    const identity = identityOf(named.file);
    const other = before.get(identity);
    if (other !== undefined) {
      const message = `${other.option} ${other.file} and ${named.option} ${named.file} are the same file`;
      throw new StandinError('option-invalid', message, 'Give each option its own file.');
    }
    before.set(identity, named);
  }
}

/** Throws a StandinError if an output would replace an input. */
export function checkNotInput(outputs: readonly NamedFile[], inputs: readonly string[]): void {
  const taken = new Set(inputs.map(identityOf));
  const clash = outputs.find(({ file }) => taken.has(identityOf(file)));
  if (clash === undefined) return;
  const { file, option } = clash;
  const message = `${option} ${file} would replace a file that Standin reads`;
  throw new StandinError('option-invalid', message, `Name another file with ${option}.`);
}

/** Returns the same text for all names of one file, even if it does not exist yet. */
function identityOf(file: string): string {
  try {
    const { dev, ino } = statSync(file, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return followed(resolve(file), LINKS_MAX).normalize('NFC').toLowerCase();
  }
}

/** Maximum number of links that are followed. */
const LINKS_MAX = 40;

function followed(path: string, links: number): string {
  const place = join(realFolder(dirname(path)), basename(path));
  try {
    return links === 0 ? place : followed(resolve(dirname(place), readlinkSync(place)), links - 1);
  } catch {
    // It is not a link.
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
