// The rule of all commands for a file that exists: a report or an export replaces it, and
// `existing: 'refuse'` protects what a project is made of. A folder or a device is never replaced.

import { type Stats, statSync } from 'node:fs';
import { errnoOf } from '../../base/errno.ts';
import { StandinError } from '../../base/errors.ts';
import { writeWhole } from '../../project/save/write-seed-file.ts';

/** What to do if a file exists. */
export type Existing = 'replace' | 'refuse';

export interface OutFile {
  readonly file: string;
  /** The option that names it, for messages: `--junit`. */
  readonly option: string;
  readonly existing: Existing;
}

/**
 * Throws a StandinError (`file-unwritable`) if the file must not be written. Called before a run
 * does anything; `writeOut` checks again.
 */
export function checkOutFile({ file, option, existing }: OutFile): void {
  const found = statOf(file, option);
  if (found === undefined) return;
  if (!found.isFile())
    throw unwritable(`${file} is not a file`, `Name another file with ${option}.`);
  if (existing === 'refuse')
    throw unwritable(
      `${file} exists already`,
      `Name another file with ${option}, or replace this one with --force.`,
    );
}

/** Writes a text into a file, whole or not at all. Throws a StandinError if it cannot. */
export function writeOut(out: OutFile, text: string): void {
  checkOutFile(out);
  writeWhole(out.file, text);
}

function statOf(file: string, option: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    throw unwritable(
      `${file} cannot be written (${errnoOf(error)})`,
      `Name another file with ${option}.`,
    );
  }
}

function unwritable(message: string, remedy: string): StandinError {
  return new StandinError('file-unwritable', message, remedy);
}
