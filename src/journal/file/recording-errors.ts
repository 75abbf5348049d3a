// Errors of the file of a recording, as StandinErrors.

import { basename } from 'node:path';
import { StandinError } from '../../base/errors.ts';

/** Results of SQLite with a cause that you can remove (sqlite.org/rescode.html). */
const PERM = 3;
const BUSY = 5;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;

/** Converts an error of SQLite, or of the system, about a file. */
export function recordingErrorOf(
  error: unknown,
  file: string,
  purpose: 'read' | 'write',
): StandinError {
  if (error instanceof StandinError) return error;
  const code = primaryCode(error);
  if (code === NOTADB) return notRecording(file, 'it is no SQLite file');
  if (code === CORRUPT) return damaged(file);
  if (code === BUSY) return taken(file);
  if (code === FULL) return full(file);
  if (code === IOERR && purpose === 'write') return refused(file, messageOf(error));
  const why =
    code === READONLY || code === PERM
      ? 'it is read-only'
      : code === CANTOPEN
        ? 'it cannot be opened'
        : messageOf(error);
  return purpose === 'read' ? unreadable(file, why) : unwritable(file, why);
}

export function unreadable(file: string, why: string): StandinError {
  return new StandinError(
    'file-unreadable',
    `${file} cannot be read: ${why}`,
    'Check the name, and whether you may read it.',
  );
}

export function unwritable(file: string, why: string): StandinError {
  const remedy = 'Name a file in a folder that is there and that you may write to.';
  return new StandinError('file-unwritable', `${file} cannot be written: ${why}`, remedy);
}

export function full(file: string): StandinError {
  const message = `${file} cannot be written: the disk is full, or the file is as large as it may be`;
  return new StandinError(
    'file-unwritable',
    message,
    'Make room, or record into a file on another disk. What came meanwhile is not in the file.',
  );
}

/** The system did not write, and SQLite does not say why: a limit, a quota, or a failing disk. */
function refused(file: string, why: string): StandinError {
  return new StandinError(
    'file-unwritable',
    `${file} cannot be written: ${why}`,
    'Make room on its disk, or lift the limit on how large files may be ("ulimit -f", a quota). What came meanwhile is not in the file.',
  );
}

export function linked(file: string, names: number): StandinError {
  const remedy = 'Record into another file, or into a copy of this one: it can be read meanwhile.';
  return new StandinError(
    'file-unwritable',
    `${file} cannot be written: the file has ${names} names (hard links)`,
    remedy,
  );
}

export function notRecording(file: string, why: string): StandinError {
  return new StandinError(
    'recording-invalid',
    `${file} is no recording of Standin: ${why}`,
    'Name a file that was made with --record.',
  );
}

export function newer(file: string, version: number): StandinError {
  const message = `${file} was recorded by a newer Standin: its tables are of version ${version}`;
  return new StandinError(
    'recording-invalid',
    message,
    'Update Standin, or record into another file.',
  );
}

export function damaged(file: string): StandinError {
  const remedy = `Use a copy of it, or save what can be saved: sqlite3 ${basename(file)} .recover`;
  return new StandinError(
    'recording-invalid',
    `${file} is damaged: a part of it is missing or was overwritten`,
    remedy,
  );
}

export function interactionDamaged(seq: number): StandinError {
  const remedy = 'The others can be read. Use a copy of the file, if there is one.';
  return new StandinError(
    'interaction-damaged',
    `interaction ${seq} cannot be read: what is recorded of it is damaged`,
    remedy,
  );
}

export function taken(file: string): StandinError {
  const remedy = 'Record into another file, or end the process that records into this one.';
  return new StandinError('recording-taken', `another process is recording into ${file}`, remedy);
}

export function existing(file: string): StandinError {
  return new StandinError(
    'file-unwritable',
    `${file} is already there`,
    'Name another file, or record on into this one.',
  );
}

/** The lowest byte of an extended result is the primary one. */
function primaryCode(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
