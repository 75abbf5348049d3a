// The files of the ledgers: JSON lines, one file per run, in a folder that is removed when empty.
// Does not know what the lines mean.

import { readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../base/errno.ts';
import { StandinError } from '../../base/errors.ts';
import { fingerprint } from '../../base/hash.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { startBeating } from '../save/heartbeat.ts';
import { makeFolder } from './make-folder.ts';
import { readBytes } from './read-file.ts';

/** The folder of the ledgers, relative to the current folder. */
export const LEDGER_FOLDER = '.standin';

export interface LedgerLines {
  /** From the current folder. */
  readonly file: string;
  /** Adds an entry as a line. Resolves when it would survive a crash, or rejects. */
  append(entry: JsonObject): Promise<void>;
  /** Stops writing and keeps the file. */
  close(): Promise<void>;
  /** Removes the file, and the folder if it is then empty. */
  remove(): Promise<void>;
}

export interface LeftLines {
  readonly file: string;
  /** Leaves out a last line that a crash cut: what it announced was not done yet. */
  readonly entries: readonly Json[];
  remove(): Promise<void>;
}

/** Returns the file of one run against one service. The first entry creates it. */
export function createLedgerLines(
  baseUrl: string,
  token: string,
  folder = LEDGER_FOLDER,
): LedgerLines {
  const file = join(folder, `${fingerprint(baseUrl)}-${token}${ENDING}`);
  let handle: Promise<FileHandle> | null = null;
  let written = Promise.resolve();
  let pending = '';
  let stopBeating: (() => void) | undefined;
  async function writePending(): Promise<void> {
    // Lines that came while the last ones were written go together: forcing them to the disk is
    // what takes long.
    const lines = pending;
    pending = '';
    if (lines === '') return;
    try {
      handle ??= openFresh(folder, file);
      const opened = await handle;
      // Shows who cleans up in another container that the run is in progress.
      stopBeating ??= startBeating(() => {
        const now = new Date();
        opened.utimes(now, now).catch(ignore);
      });
      await opened.appendFile(lines);
      await opened.datasync();
    } catch (error) {
      throw toLedgerError(file, error);
    }
  }
  async function close(): Promise<void> {
    stopBeating?.();
    await written.catch(ignore);
    await (await handle?.catch(ignore))?.close();
  }
  return {
    file,
    close,
    append(entry) {
      pending += `${JSON.stringify(entry)}\n`;
      // After a failure nothing more is written: what would come now could not be understood
      // without what is missing.
      written = written.then(writePending);
      written.catch(ignore);
      return written;
    },
    async remove() {
      await close();
      removeFile(folder, file);
    },
  };
}

/** Reads all ledgers in the folder by name. Throws a StandinError if one cannot be read. */
export function readLedgerLines(folder = LEDGER_FOLDER): readonly LeftLines[] {
  return namesIn(folder).map((name) => {
    const file = join(folder, name);
    try {
      const remove = (): Promise<void> => Promise.resolve(removeFile(folder, file));
      return { file, entries: entriesOf(Buffer.from(readBytes(file)).toString('utf8')), remove };
    } catch (error) {
      const message = `${file} cannot be read (${errnoOf(error)})`;
      throw new StandinError('file-unreadable', message, 'Check the permissions of the file.');
    }
  });
}

const ENDING = '.jsonl';
/** Only the owner may read the entries of a run. */
const [FILE_MODE, FOLDER_MODE] = [0o600, 0o700];

async function openFresh(folder: string, file: string): Promise<FileHandle> {
  makeFolder(folder, FOLDER_MODE);
  try {
    return await openSynced(folder, file);
  } catch (error) {
    // Another run may just have removed the folder, which was empty.
    if (errnoOf(error) !== 'ENOENT') throw error;
    makeFolder(folder, FOLDER_MODE);
    return openSynced(folder, file);
  }
}

/** Syncs the folder too, or the file might be on the disk without being found. */
async function openSynced(folder: string, file: string): Promise<FileHandle> {
  const opened = await open(file, 'ax', FILE_MODE);
  const parent = await open(folder, 'r').catch(ignore);
  await parent?.sync().catch(ignore);
  await parent?.close();
  return opened;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(ENDING))
      .sort();
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw new StandinError(
      'file-unreadable',
      `${folder} cannot be read (${errnoOf(error)})`,
      'Check the permissions of the folder.',
    );
  }
}

function entriesOf(text: string): readonly Json[] {
  // Text after the last line break was not written completely.
  return text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Json];
      } catch {
        return [];
      }
    });
}

function removeFile(folder: string, file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw toLedgerError(file, error);
  }
  try {
    rmdirSync(folder);
  } catch {
    // Other ledgers are in it, or it is gone.
  }
}

function toLedgerError(file: string, error: unknown): unknown {
  if (error instanceof StandinError) return error;
  return new StandinError(
    'file-unwritable',
    `${file} cannot be written (${errnoOf(error)})`,
    'Use a writable folder. A run records there what it creates, so that `standin clean` can remove it after a crash.',
  );
}

function ignore(): void {}
