// Which files a project consists of, by their names alone: so that no output replaces one of them.

import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isFolder } from './make-folder.ts';

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
    rules: [contract, ...filesIn(folder), ...filesIn(join(beside, 'schemas'))],
    data: [
      join(beside, 'db.json'),
      ...filesIn(join(folder, 'pacts')),
      ...filesIn(join(folder, 'profiles')),
    ],
  };
}

function filesIn(folder: string): readonly string[] {
  return isFolder(folder) ? jsonFilesIn(folder) : [];
}

/** Returns the JSON files in a folder by name, without hidden ones. Throws as the system does. */
export function jsonFilesIn(folder: string): readonly string[] {
  const names = readdirSync(folder).filter(
    (name) => name.endsWith('.json') && !name.startsWith('.'),
  );
  return names.sort().map((name) => join(folder, name));
}
