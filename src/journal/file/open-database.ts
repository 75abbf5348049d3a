// Opens the file of a recording, which one process writes and any number read.

import { existsSync, lstatSync, readlinkSync, realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import {
  existing,
  linked,
  newer,
  notRecording,
  recordingErrorOf,
  taken,
  unreadable,
  unwritable,
} from './recording-errors.ts';
import { APPLICATION_ID, likenessOf, SCHEMA, SCHEMA_VERSION, upgradeFrom } from './schema.ts';

/** `create` requires a new file; `append` allows an existing recording. */
export type WriteMode = 'create' | 'append';

/** How long to wait for other processes that read or tidy the file, in milliseconds. */
const BUSY_MS = 5_000;

export interface WritableDatabase {
  readonly database: DatabaseSync;
  /** Leaves a single plain file, and allows others to write. */
  close(): void;
}

/** Opens a recording for writing. Throws a StandinError, also if another process writes to it. */
export function openToWrite(
  file: string,
  mode: WriteMode,
  fileBytesMax: number | null,
): WritableDatabase {
  if (!existsSync(dirname(file))) throw unwritable(file, 'its folder does not exist');
  const real = realName(file);
  const lock = lockFile(real, file);
  try {
    const stats = statSync(real, { throwIfNoEntry: false });
    if (mode === 'create' && stats !== undefined && stats.size > 0) throw existing(file);
    // SQLite stores the newest data in files next to it (sqlite.org/howtocorrupt.html, section
    // 2.5): under another name they would be lost.
    if (stats?.isFile() === true && stats.nlink > 1) throw linked(file, stats.nlink);
    const database = new DatabaseSync(real, { timeout: BUSY_MS, allowExtension: false });
    try {
      prepare(database, file, fileBytesMax);
    } catch (error) {
      database.close();
      throw error;
    }
    return {
      database,
      close() {
        try {
          database.exec('pragma wal_checkpoint(truncate)');
          leaveOneFile(database);
        } catch (error) {
          throw recordingErrorOf(error, file, 'write');
        } finally {
          try {
            database.close();
          } finally {
            lock.release();
          }
        }
      },
    };
  } catch (error) {
    lock.release();
    throw recordingErrorOf(error, file, 'write');
  }
}

/** Opens a recording for reading, even one that is being written to, or cannot be written. */
export function openToRead(file: string): DatabaseSync {
  if (!existsSync(file)) throw unreadable(file, 'it does not exist');
  if (statSync(file).isDirectory()) throw unreadable(file, 'it is a folder');
  try {
    return checked(new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS }), file);
  } catch (error) {
    const trouble = recordingErrorOf(error, file, 'read');
    const wal = `${file}-wal`;
    if (trouble.code !== 'file-unreadable' || (existsSync(wal) && statSync(wal).size > 0))
      throw trouble;
  }
  try {
    // In a folder without write permission, SQLite reads only files that are declared immutable.
    const url = pathToFileURL(file);
    url.searchParams.set('immutable', '1');
    return checked(new DatabaseSync(url, { readOnly: true }), file);
  } catch (error) {
    throw recordingErrorOf(error, file, 'read');
  }
}

function checked(database: DatabaseSync, file: string): DatabaseSync {
  try {
    const version = check(database, file);
    // Reads everything during the check, so that damage shows now.
    database.prepare('select max(seq) from interaction').get();
    if (version < SCHEMA_VERSION) database.exec(likenessOf(version));
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Cache size in kibibytes; 65,536 was not faster with up to 400,000 interactions. */
const CACHE_KIB = 16_384;

function prepare(database: DatabaseSync, file: string, fileBytesMax: number | null): void {
  const isNew = pragma(database, 'page_count') === 0;
  const version = isNew ? SCHEMA_VERSION : check(database, file);
  if (fileBytesMax !== null)
    database.exec(
      `pragma max_page_count = ${Math.floor(fileBytesMax / pragma(database, 'page_size'))}`,
    );
  database.exec(
    `pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -${CACHE_KIB};`,
  );
  if (isNew) database.exec(`begin immediate; ${SCHEMA} commit;`);
  else if (version < SCHEMA_VERSION)
    database.exec(`begin immediate; ${upgradeFrom(version)} commit;`);
}

/** Returns the version of its tables. */
function check(database: DatabaseSync, file: string): number {
  const id = pragma(database, 'application_id');
  if (id === 0 && pragma(database, 'page_count') <= 1) throw notRecording(file, 'it is empty');
  if (id !== APPLICATION_ID) throw notRecording(file, 'it is a SQLite file of another program');
  const version = pragma(database, 'user_version');
  if (version > SCHEMA_VERSION) throw newer(file, version);
  // Reading a view runs SQL that the author of the file wrote, possibly without end.
  const foreign = database
    .prepare("select type from sqlite_schema where type in ('view', 'trigger')")
    .get();
  if (foreign !== undefined) throw notRecording(file, `it contains a ${String(foreign['type'])}`);
  return version;
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0] ?? 0);
}

/** A closed recording is a single file: it can be read where no other file can be created. */
function leaveOneFile(database: DatabaseSync): void {
  try {
    database.exec('pragma busy_timeout = 0; pragma journal_mode = delete;');
  } catch {
    // Another process reads it now: it stays unchanged.
  }
}

/** One name for a file that need not exist, whichever links lead to it: the lock is next to it. */
function realName(file: string): string {
  try {
    return followed(file);
  } catch (error) {
    throw recordingErrorOf(error, file, 'write');
  }
}

function followed(file: string): string {
  if (existsSync(file)) return realpathSync(file);
  const inFolder = join(realpathSync(dirname(file)), basename(file));
  const isLink = lstatSync(inFolder, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (!isLink) return inFolder;
  const target = resolve(dirname(inFolder), readlinkSync(inFolder));
  // A dangling link: SQLite creates its target. A link to itself leads nowhere.
  if (statSync(dirname(target), { throwIfNoEntry: false }) === undefined)
    throw unwritable(file, 'its folder does not exist');
  return join(realpathSync(dirname(target)), basename(target));
}

interface Lock {
  release(): void;
}

/** Holds a lock that ends with the process: SQLite's own, on an empty file beside the recording. */
function lockFile(real: string, file: string): Lock {
  const path = `${real}-lock`;
  for (;;) {
    const database = tryLock(path, file);
    if (!existsSync(path)) {
      database.close();
      continue;
    }
    return {
      release() {
        rmSync(path, { force: true });
        database.close();
      },
    };
  }
}

function tryLock(path: string, file: string): DatabaseSync {
  let database: DatabaseSync;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw recordingErrorOf(error, file, 'write');
  }
  try {
    // Nothing is written to it, so it needs no journal.
    database.exec('pragma journal_mode = memory; begin exclusive');
    return database;
  } catch (error) {
    database.close();
    throw primaryIsBusy(error) ? taken(file) : recordingErrorOf(error, file, 'write');
  }
}

function primaryIsBusy(error: unknown): boolean {
  return recordingErrorOf(error, '', 'write').code === 'recording-taken';
}
