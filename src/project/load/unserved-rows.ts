// Rows of a seed file that no contract is about: many teams share one file. They are told, not
// served, and never lost.

import { StandinError } from '../../base/errors.ts';
import { isObject } from '../../base/json.ts';
import { suggest } from '../../base/suggest.ts';
import type { Contract } from '../../contract/contract.ts';
import { ownersOf } from '../../contract/rows.ts';
import type { SourceNote } from '../../source/source-contracts.ts';
import type { SourceFile } from '../source/json-file.ts';
import type { ProjectFiles } from '../source/project-files.ts';

/** Returns the members of a seed file that no contract has, with the resource that is meant. */
export function unservedRows(
  { json }: SourceFile,
  contracts: readonly Contract[],
): readonly { readonly key: string; readonly meant: string | null }[] {
  if (!isObject(json)) return [];
  const resources = ownersOf(contracts).map(({ resource }) => resource);
  return Object.keys(json)
    .filter((key) => !resources.includes(key) && key !== '$schema')
    .map((key) => ({ key, meant: suggest(key, resources) }));
}

/** Adds a note for each member of the seed file that is not served. Rows alone have their notes. */
export function noteUnserved(files: ProjectFiles, contracts: readonly Contract[]): ProjectFiles {
  if (files.source.kind === 'rows') return files;
  const notes = unservedRows(files.db, contracts).map(
    ({ key }): SourceNote => ({
      place: files.db.file,
      message: `"${key}" is not served: no contract has this resource`,
    }),
  );
  return notes.length === 0
    ? files
    : { ...files, source: { ...files.source, notes: [...files.source.notes, ...notes] } };
}

/** Throws a StandinError if saving the rows of the contracts would drop others of the file. */
export function checkAllServed({
  files,
  contracts,
}: {
  readonly files: ProjectFiles;
  readonly contracts: readonly Contract[];
}): void {
  const keys = unservedRows(files.db, contracts).map(({ key }) => `"${key}"`);
  if (keys.length === 0) return;
  if (files.source.kind === 'rows')
    throw new StandinError(
      'option-invalid',
      `--save would drop ${keys.join(', ')} of ${files.db.file}, which ${keys.length === 1 ? 'is' : 'are'} not served`,
      'Move what is not served to another file, or start without --save.',
    );
  throw new StandinError(
    'option-invalid',
    `--save would drop ${keys.join(', ')} of ${files.db.file}: no contract has ${keys.length === 1 ? 'this resource' : 'these resources'}`,
    'Write contracts for them, or name another file with --db.',
  );
}
