// Reads pacts as text, next to the source or where you name them. Does not check them.

import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StandinError } from '../../base/errors.ts';
import { jsonFilesIn } from '../files/json-files.ts';
import { isFolder } from '../files/make-folder.ts';
import { readText, reasonOf } from '../files/read-file.ts';
import { contractFolderOf, isAddress, kindOf } from '../source/find-source.ts';

/** A file as it was read. */
export interface PactFile {
  readonly file: string;
  readonly text: string;
  /** Why it could not be read, a clause; absent if it was. */
  readonly unread?: string;
}

/**
 * Returns the pacts of a source: in `contracts/pacts`, in `pacts` beside anything but contracts, and
 * in the files and folders that you name. Each file is read once. Throws a StandinError if one that
 * you name cannot be read.
 */
export function readPactFiles(source: string, named: readonly string[] = []): readonly PactFile[] {
  const found = foldersOf(source)
    .filter(isFolder)
    .flatMap((folder) => jsonFilesIn(folder).map(tryPact));
  return withoutRepeated([...found, ...readPactsAt(named)]);
}

function foldersOf(source: string): readonly string[] {
  const own = join(contractFolderOf(source), 'pacts');
  if (kindOf(source) === 'contracts') return [own];
  return [own, join(isAddress(source) ? '.' : dirname(source), 'pacts')];
}

/** Returns the pacts in files and folders. Throws a StandinError if there is none in one. */
export function readPactsAt(places: readonly string[]): readonly PactFile[] {
  return places.flatMap((place) => {
    if (!isFolder(place)) return [readPact(place)];
    const found = jsonFilesIn(place).map(readPact);
    if (found.length > 0) return found;
    throw new StandinError(
      'file-unreadable',
      `${place} contains no pacts`,
      'Run the tests of the consumer first, or name another folder.',
    );
  });
}

function withoutRepeated(files: readonly PactFile[]): readonly PactFile[] {
  const seen = new Set<string>();
  return files.filter(({ file }) => {
    const real = realpathSync(file);
    return !seen.has(real) && seen.add(real);
  });
}

/** A file that was only found stops nothing. */
function tryPact(file: string): PactFile {
  try {
    return { file, text: textOf(file) };
  } catch (error) {
    return { file, text: '', unread: reasonOf(error) };
  }
}

function textOf(file: string): string {
  return readText(file).replace(/^\ufeff/, '');
}

function readPact(file: string): PactFile {
  try {
    return { file, text: textOf(file) };
  } catch (error) {
    const remedy = 'Check that it exists and that you may read it.';
    throw new StandinError('file-unreadable', `${file} cannot be read: ${reasonOf(error)}`, remedy);
  }
}
