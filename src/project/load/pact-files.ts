// Reads pacts as text, next to the contracts or where you name them. Does not check them.

import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StandinError } from '../../base/errors.ts';
import { jsonFilesIn } from '../files/json-files.ts';
import { isFolder } from '../files/make-folder.ts';
import { readText, reasonOf } from '../files/read-file.ts';

/** A file as it was read. */
export interface PactFile {
  readonly file: string;
  readonly text: string;
}

/** Returns the pacts next to a folder of contracts or one contract; none without a folder. */
export function readPactFiles(contract: string): readonly PactFile[] {
  const folder = join(
    statSync(contract, { throwIfNoEntry: false })?.isDirectory() === false
      ? dirname(contract)
      : contract,
    'pacts',
  );
  return isFolder(folder) ? jsonFilesIn(folder).map(readPact) : [];
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

function readPact(file: string): PactFile {
  try {
    return { file, text: readText(file).replace(/^\ufeff/, '') };
  } catch (error) {
    const remedy = 'Check that it exists and that you may read it.';
    throw new StandinError('file-unreadable', `${file} cannot be read: ${reasonOf(error)}`, remedy);
  }
}
