// Which files a project consists of, by their names alone: so that no output replaces one of them.

import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface ProjectFileNames {
  /** Contracts and schemas. */
  readonly rules: readonly string[];
  /** Seed rows, pacts and profiles. */
  readonly data: readonly string[];
}

/** Returns the files of the project of a folder of contracts, or of one contract file. */
export function listProjectFiles(contract: string): ProjectFileNames {
  const folder = isFolder(contract) ? contract : dirname(contract);
  const beside = join(folder, '..');
  return {
    rules: [contract, ...jsonFilesIn(folder), ...jsonFilesIn(join(beside, 'schemas'))],
    data: [
      join(beside, 'db.json'),
      ...jsonFilesIn(join(folder, 'pacts')),
      ...jsonFilesIn(join(folder, 'profiles')),
    ],
  };
}

function jsonFilesIn(folder: string): readonly string[] {
  if (!isFolder(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
