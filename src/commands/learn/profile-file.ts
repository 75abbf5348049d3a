// Where `standin learn` writes a profile, and under what name. A profile that exists is refused: it
// may hold choices that people made.

import { basename, dirname, join } from 'node:path';
import { StandinError } from '../../base/errors.ts';
import { isFolder, makeFolder } from '../../project/files/make-folder.ts';
import { contractFolderOf } from '../../project/source/find-source.ts';
import { listProjectFiles } from '../../project/source/list-files.ts';
import { checkOutFile, type Existing, type OutFile } from '../files/out-file.ts';
import { checkNotInput } from '../files/same-file.ts';

export interface ProfileFileOptions {
  /** The folder of contracts, or one contract file. */
  readonly contract: string;
  readonly name: string | null;
  readonly file: string | null;
  readonly existing: Existing;
}

export interface ProfileTarget {
  readonly name: string;
  readonly out: OutFile;
  /** The value for `--profile`. */
  readonly profile: string;
  /** Creates the folder of profiles if it does not exist. */
  prepare(): void;
}

/** Returns the file to write. Throws a StandinError before anything is probed in vain. */
export function profileFileOf(options: ProfileFileOptions): ProfileTarget {
  const { contract, name: given, file: out, existing } = options;
  const name = given ?? (out === null ? 'learned' : basename(out, '.json'));
  if (given !== null && !/^[A-Za-z0-9][\w-]{0,60}$/.test(given)) {
    const message = `${JSON.stringify(given)} is not a name for a profile`;
    const remedy =
      'A name consists of letters, digits, "-" and "_"; --out <file> writes elsewhere.';
    throw new StandinError('option-invalid', message, remedy);
  }
  const folder = join(contractFolderOf(contract), 'profiles');
  const file = out ?? join(folder, `${name}.json`);
  const target = { file, option: '--name or --out', existing };
  const option = out === null ? '--name' : '--out';
  checkNotInput([{ file, option }], listProjectFiles(contract).rules);
  checkOutFile(target);
  if (out !== null && !isFolder(dirname(out))) {
    const remedy = 'Create it, or name another file with --out.';
    throw new StandinError('file-unwritable', `there is no folder ${dirname(out)}`, remedy);
  }
  return {
    name,
    out: target,
    profile: out ?? name,
    prepare() {
      if (out === null && isFolder(dirname(dirname(folder)))) makeFolder(folder);
    },
  };
}
