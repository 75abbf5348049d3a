// Where `standin learn` writes a profile, and under what name. What is there already stays, unless
// it is to be replaced.

import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StandinError } from '../../base/errors.ts';
import { makeFolder } from '../../project/files/make-folder.ts';
import { type Replacing, refuseForeign } from '../shared/out-file.ts';

export interface ProfileFileOptions {
  /** The folder of contracts, or one contract file. */
  readonly contract: string;
  readonly name: string | null;
  readonly file: string | null;
  readonly replacing: Replacing;
}

export interface ProfileFile {
  readonly name: string;
  readonly file: string;
  /** How `--profile` is given it. */
  readonly profile: string;
  /** Makes the folder of profiles where it is the first one. */
  prepare(): void;
}

/**
 * Gives the place. Throws a StandinError where nothing could be written there: it is better known
 * before anything is tried.
 */
export function profileFileOf({
  contract,
  name: given,
  file: out,
  replacing,
}: ProfileFileOptions): ProfileFile {
  const name = given ?? (out === null ? 'learned' : basename(out, '.json'));
  if (given !== null && !/^[A-Za-z0-9][\w-]{0,60}$/.test(given)) {
    const remedy = 'A name is made of letters, digits, "-" and "_"; --out <file> writes elsewhere.';
    throw new StandinError(
      'option-invalid',
      `${JSON.stringify(given)} is no name of a profile`,
      remedy,
    );
  }
  const folder = join(isFolder(contract) ? contract : dirname(contract), 'profiles');
  const file = out ?? join(folder, `${name}.json`);
  refuseForeign({ file, kind: 'profile' }, replacing);
  if (out !== null && !isFolder(dirname(out)))
    throw new StandinError(
      'file-unwritable',
      `there is no folder ${dirname(out)}`,
      'Make it, or name another file with --out.',
    );
  return {
    name,
    file,
    profile: out ?? name,
    prepare() {
      if (out === null && isFolder(dirname(folder))) makeFolder(folder);
    },
  };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
