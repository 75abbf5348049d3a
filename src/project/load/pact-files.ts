// Reads pacts as text: those in the folder `pacts` next to the contracts, or those that you name.
// Does not check them.

import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StandinError } from '../../base/errors.ts';
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
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
    ? readFolder(folder)
    : [];
}

/** Returns the pacts in files and folders. Throws a StandinError if there is none in one. */
export function readPactsAt(places: readonly string[]): readonly PactFile[] {
  return places.flatMap((place) => {
    if (statSync(place, { throwIfNoEntry: false })?.isDirectory() !== true)
      return [readPact(place)];
    const found = readFolder(place);
    if (found.length > 0) return found;
    throw new StandinError(
      'file-unreadable',
      `${place} contains no pacts`,
      'Run the tests of the consumer first, or name another folder.',
    );
  });
}

function readFolder(folder: string): readonly PactFile[] {
  const names = readdirSync(folder).filter(
    (name) => name.endsWith('.json') && !name.startsWith('.'),
  );
  return names.sort().map((name) => readPact(join(folder, name)));
}

function readPact(file: string): PactFile {
  try {
    return { file, text: readText(file).replace(/^\ufeff/, '') };
  } catch (error) {
    throw new StandinError(
      'file-unreadable',
      `${file} cannot be read: ${reasonOf(error)}`,
      'Check that it exists and that you may read it.',
    );
  }
}
