// `standin init --from`: writes what a source gave as files of your own.

import { StandinError } from '../../base/errors.ts';
import { pluralize } from '../../base/pluralize.ts';
import { printable } from '../../base/printable.ts';
import { makeProject } from '../../project/init/example.ts';
import { type ProjectParts, partsOfSource } from '../../project/init/from-source.ts';
import { loadProject } from '../../project/load/project.ts';
import { findPlaces } from '../../project/source/find-source.ts';

export interface InitFromOptions {
  readonly folder: string;
  /** The source; `null` if it is not named. */
  readonly from: string | null;
  /** `null` for all paths. */
  readonly only: string | null;
  /** Whether rows have the values that traffic showed, or other ones. */
  readonly values?: 'made' | 'copied';
}

/**
 * Writes the files and returns the text to print. Rejects with a StandinError if the source is
 * invalid or something is in the way; then nothing was written.
 */
export async function initFrom({
  folder,
  from,
  only,
  values = 'made',
}: InitFromOptions): Promise<string> {
  if (from === null)
    throw new StandinError(
      'option-invalid',
      `${only === null ? '--with-values' : '--only'} needs --from`,
      'Name the source, for example --from openapi.yaml.',
    );
  const project = await loadProject({ ...findPlaces({ source: from }), values });
  const parts = partsOfSource(project, { folder, only });
  makeProject(folder, () => parts);
  const where = folder === '.' ? 'this folder' : printable(folder);
  const written = [countIn(parts, 'contracts/', 'contract'), countIn(parts, 'schemas/', 'schema')];
  const rows = parts.has('db.json') ? ', and the rows in db.json' : '; the rows stay in db.json';
  const profile = project.files.source.kind === 'rows' ? ` --profile ${project.profileName}` : '';
  return `${written.join(' and ')} are in ${where}${rows}.\nIn this folder Standin starts from them now, not from ${printable(project.files.source.place)}: standin serve${profile}\n`;
}

function countIn(parts: ProjectParts, folder: string, noun: string): string {
  return pluralize([...parts.keys()].filter((key) => key.startsWith(folder)).length, noun);
}
