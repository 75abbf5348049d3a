// What is said of a file whose form is newer than this version of Standin reads. Does not read
// files.

import { StandinError } from './errors.ts';
import type { Json } from './json.ts';

/**
 * Throws a StandinError if a file has a newer form than `known`. `found` is its member `format` or
 * `version`; files of the first form may lack it.
 */
export function refuseNewerForm(file: string, found: Json | undefined, known: number): void {
  if (typeof found !== 'number' || found <= known) return;
  throw new StandinError(
    'form-newer',
    `${file} was written by a newer Standin: its form is ${found}, and this version reads up to ${known}`,
    'Use the version that wrote it, or a newer one.',
  );
}
