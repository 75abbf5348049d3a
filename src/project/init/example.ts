// The example project: copies the users interface whole or not at all. Overwrites nothing.

import {
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { errnoOf } from '../../base/errno.ts';
import { StandinError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import { bundledFile } from '../files/bundled-files.ts';
import { LEDGER_FOLDER } from '../files/ledger.ts';
import { makeFolder } from '../files/make-folder.ts';

/** The parts of the example, in order: the folder of contracts makes it a project. */
const PARTS = ['schemas', 'db.json', 'contracts'] as const;
const IGNORE_FILE = '.gitignore';
const IGNORED = ['node_modules/', `${LEDGER_FOLDER}/`] as const;

export interface ExampleProject {
  /** The folder as you named it. */
  readonly folder: string;
  /** Whether Git ignores the ledgers: by the file that was made, by one that was there, or not. */
  readonly ignoring: 'made' | 'there' | 'lacking';
}

/** Returns the parts of the example that already exist in a folder. An empty folder is none. */
export function findExampleParts(folder: string): readonly string[] {
  return PARTS.filter((part) => {
    const path = join(folder, part);
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found !== undefined && !(found.isDirectory() && readdirSync(path).length === 0);
  });
}

/**
 * Makes the example project in a folder, which it creates if needed. Throws a StandinError if
 * something is in the way, the disk refuses, or the package lacks a part of the example
 * (`file-unreadable`); the folder is then unchanged.
 * @param from returns the path of a part in the package
 */
export function makeExample(
  folder: string,
  from: typeof bundledFile = bundledFile,
): ExampleProject {
  return makeProject(folder, () => readParts(from));
}

/**
 * Writes the files of a project into a folder, by path: all or none, and replaces none. Throws a
 * StandinError as `makeExample` does.
 */
export function makeProject(
  folder: string,
  partsOf: () => ReadonlyMap<string, string | Buffer>,
): ExampleProject {
  let made: string | undefined;
  let fresh: string | undefined;
  const placed: string[] = [];
  try {
    refuseNoFolder(folder);
    const parts = partsOf();
    const tops = PARTS.filter((part) =>
      [...parts.keys()].some((key) => key.split('/')[0] === part),
    );
    refuseWhatIsThere(folder, tops);
    made = makeFolder(folder);
    // Written aside first: where the disk is full, nothing is in its place yet.
    fresh = mkdtempSync(join(folder, '.standin-init-'));
    writeParts(fresh, parts);
    for (const part of [...tops, IGNORE_FILE]) place(join(fresh, part), join(folder, part), placed);
    rmSync(fresh, { recursive: true });
    return {
      folder,
      ignoring: placed.includes(join(folder, IGNORE_FILE)) ? 'made' : ignoringOf(folder),
    };
  } catch (error) {
    for (const path of [...placed.reverse(), ...(fresh === undefined ? [] : [fresh])])
      removeQuietly(path);
    if (made !== undefined) removeEmpty(folder, made);
    throw error instanceof StandinError ? error : unwritable(folder, error);
  }
}

function refuseNoFolder(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  const name = printable(folder);
  if (found?.isDirectory() === false) {
    const message = `${name} is not a folder`;
    throw new StandinError('file-unwritable', message, 'Name a folder: standin init <folder>');
  }
}

function refuseWhatIsThere(folder: string, parts: readonly string[]): void {
  const there = findExampleParts(folder).filter((part) => parts.includes(part));
  if (there.length > 0) throw occupied(printable(folder), there);
}

function occupied(name: string, there: readonly string[]): StandinError {
  const listed =
    there.length === 1
      ? `${there[0]} is`
      : `${there.slice(0, -1).join(', ')} and ${there.at(-1)} are`;
  const where = name === '.' ? 'in this folder' : `in ${name}`;
  const remedy = 'Nothing was written. Name another folder: standin init <folder>';
  return new StandinError('file-unwritable', `${listed} ${where} already`, remedy);
}

/** Reads the files of the example before any write, so that an error names the right side. */
function readParts(from: typeof bundledFile): ReadonlyMap<string, Buffer> {
  let path = from('schemas');
  try {
    const schemas = readdirSync(path).map((name) => `schemas/${name}`);
    return new Map(
      [...schemas, 'contracts/users.json', 'db.json'].map((part) => {
        path = from(part);
        return [part, readFileSync(path)];
      }),
    );
  } catch (error) {
    const message = `the example of Standin is incomplete: ${printable(path)} cannot be read (${errnoOf(error)})`;
    throw new StandinError('file-unreadable', message, 'Nothing was written. Reinstall Standin.');
  }
}

function writeParts(fresh: string, parts: ReadonlyMap<string, string | Buffer>): void {
  for (const folder of ['schemas', 'contracts']) mkdirSync(join(fresh, folder));
  for (const [part, bytes] of parts) writeFileSync(join(fresh, part), bytes);
  writeFileSync(join(fresh, IGNORE_FILE), `${IGNORED.join('\n')}\n`);
}

/**
 * Moves a part to its place, into an empty folder that is there; unless something appeared there in
 * the meantime.
 */
function place(from: string, to: string, placed: string[]): void {
  if (statSync(from).isDirectory()) {
    const found = lstatSync(to, { throwIfNoEntry: false });
    if (found === undefined) {
      renameSync(from, to);
      placed.push(to);
      return;
    }
    if (!found.isDirectory() || readdirSync(to).length > 0)
      throw occupied(printable(dirname(to)), [to]);
    for (const name of readdirSync(from)) place(join(from, name), join(to, name), placed);
    return;
  }
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    placed.push(to);
  } catch (error) {
    if (to.endsWith(IGNORE_FILE) && errnoOf(error) === 'EEXIST') return;
    throw error;
  }
}

function ignoringOf(folder: string): 'there' | 'lacking' {
  try {
    const lines = readFileSync(join(folder, IGNORE_FILE), 'utf8').split(/\r?\n/);
    return lines.some((line) => /^\/?\.standin\/?\s*$/.test(line)) ? 'there' : 'lacking';
  } catch {
    return 'lacking';
  }
}

function unwritable(folder: string, error: unknown): StandinError {
  const message = `the project cannot be written to ${printable(folder)} (${errnoOf(error)})`;
  const remedy =
    errnoOf(error) === 'ENAMETOOLONG'
      ? 'Nothing was written. A name is longer than files may have here: name a shorter folder, or give the resource a shorter name in standin.json.'
      : 'Nothing was written. Check the disk and the permissions, or name another folder: standin init <folder>';
  return new StandinError('file-unwritable', message, remedy);
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It could not be written to either.
  }
}

/** Removes the created folders from the innermost to the outermost, as long as they are empty. */
function removeEmpty(folder: string, first: string): void {
  try {
    for (let at = resolve(folder); at.length >= resolve(first).length; at = dirname(at))
      rmdirSync(at);
  } catch {
    // Somebody has put something there.
  }
}
