// Which files a project consists of, by their names alone: so that no output replaces one of them.

import { dirname, join } from 'node:path';
import { jsonFilesIn } from '../files/json-files.ts';
import { isFolder } from '../files/make-folder.ts';
import { kindOf, OVERRIDES } from './find-source.ts';
import { trafficFilesIn } from './traffic-files.ts';

export interface ProjectFileNames {
  /** Contracts and schemas. */
  readonly rules: readonly string[];
  /** Seed rows, pacts and profiles. */
  readonly data: readonly string[];
}

/** Returns the files of the project of a source. */
export function listProjectFiles(contract: string): ProjectFileNames {
  const kind = kindOf(contract);
  if (kind === 'rows') return { rules: [], data: [contract] };
  if (kind === 'service') return { rules: [], data: [] };
  if (kind === 'traffic') {
    const files = isFolder(contract) ? trafficFilesIn(contract) : [contract];
    return { rules: [...files, join(dirname(contract), OVERRIDES)], data: [] };
  }
  if (kind === 'openapi') {
    const beside = dirname(contract);
    return { rules: [contract, join(beside, OVERRIDES)], data: [join(beside, 'db.json')] };
  }
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
