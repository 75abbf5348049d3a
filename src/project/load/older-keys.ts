// Members of contract files that have another name now: read until 1.0, with a note.

import { isObject } from '../../base/json.ts';
import { ACTIONS, actionKey, OLDER_ACTIONS } from '../../contract/define/action-key.ts';
import type { SourceNote } from '../../source/source-contracts.ts';
import type { ProjectFiles } from '../source/project-files.ts';

/** Adds a note for each contract file that calls its actions by the older name. */
export function noteOlderKeys(files: ProjectFiles): ProjectFiles {
  const older = files.contracts.filter(
    ({ json }) => isObject(json) && actionKey(json) === OLDER_ACTIONS,
  );
  if (older.length === 0) return files;
  const notes = older.map(
    ({ file }): SourceNote => ({
      place: file,
      message: `"${OLDER_ACTIONS}" is called "${ACTIONS}" now`,
    }),
  );
  return { ...files, source: { ...files.source, notes: [...files.source.notes, ...notes] } };
}
