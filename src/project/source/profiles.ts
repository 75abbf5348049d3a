// Finds the profile of a name: in the project, or among those of Standin. Does not read it.

import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { StandinError } from '../../base/errors.ts';
import { suggest } from '../../base/suggest.ts';
import { bundledFile } from '../files/bundled-files.ts';
import { jsonFilesIn } from '../files/json-files.ts';

export interface ProfileFile {
  readonly file: string;
  /** Files of the package do not change while Standin runs. */
  readonly of: 'project' | 'package';
}

/**
 * Finds the file of a profile, by name or path. A file of the project takes precedence over one of
 * Standin. `null` for `standin` if the project has none: every choice has its default. Throws a
 * StandinError that lists the profiles.
 */
export function findProfile(profile: string, contractFolder: string): ProfileFile | null {
  if (profile.endsWith('.json') || profile.includes('/')) return { file: profile, of: 'project' };
  const folder = join(contractFolder, 'profiles');
  const own = join(folder, `${profile}.json`);
  if (existsSync(own)) return { file: own, of: 'project' };
  if (profile === 'standin') return null;
  const common = bundledFile(SHIPPED, `${profile}.json`);
  if (existsSync(common)) return { file: common, of: 'package' };
  throw unknown(profile, folder);
}

/** The folder of Standin's profiles in its package. */
const SHIPPED = 'contracts/profiles';

function unknown(profile: string, folder: string): StandinError {
  const names = [...new Set([...namesIn(folder), ...namesIn(bundledFile(SHIPPED))])].sort();
  const near = suggest(profile, names);
  const hint = near === null ? '' : `Did you mean "${near}"? `;
  const remedy = `${hint}Available: ${names.join(', ')}. To use another one, add a file to ${folder}, or pass its path with --profile.`;
  return new StandinError('file-unreadable', `there is no profile "${profile}"`, remedy);
}

function namesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return jsonFilesIn(folder).map((file) => basename(file, '.json'));
}
