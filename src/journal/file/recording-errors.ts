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
  if (code === NOTADB) return notRecording(file, 'it is not a SQLite file');
  if (code === CORRUPT) return damaged(file);
  if (code === BUSY) return taken(file);
  if (code === FULL) return full(file);
  if (code === IOERR && purpose === 'write')
    return unwritable(file, messageOf(error), SPACE.refused);
  const why =
    code === READONLY || code === PERM
      ? 'it is read-only'
      : code === CANTOPEN
        ? 'it cannot be opened'
        : messageOf(error);
  return purpose === 'read' ? unreadable(file, why) : unwritable(file, why);
}

export function unreadable(file: string, why: string): StandinError {
  const message = `${file} cannot be read: ${why}`;
  return new StandinError('file-unreadable', message, 'Check the name and the permissions.');
}

export function unwritable(
  file: string,
  why: string,
  remedy = 'Choose a folder that exists and is writable.',
): StandinError {
  return new StandinError('file-unwritable', `${file} cannot be written: ${why}`, remedy);
}

/** The system may refuse without a reason: a limit, a quota, or a failing disk. */
const SPACE = {
  full: 'Free some space, or record to a file on another disk. Interactions since then are not in the file.',
  refused:
    'Free some space, or raise the limit on file sizes ("ulimit -f", a quota). Interactions since then are not in the file.',
};

export function full(file: string): StandinError {
  return unwritable(file, 'the disk is full, or the file has reached its maximum size', SPACE.full);
}

export function linked(file: string, names: number): StandinError {
  const remedy = 'Record to another file, or to a copy of this one; you can still read it.';
  return unwritable(file, `the file has ${names} names (hard links)`, remedy);
}

export function notRecording(file: string, why: string): StandinError {
  const message = `${file} is not a recording of Standin: ${why}`;
  return new StandinError('recording-invalid', message, 'Use a file written with --record.');
}

export function newer(file: string, version: number): StandinError {
  const message = `${file} was recorded by a newer Standin: its tables have version ${version}`;
  const remedy = 'Update Standin, or record to another file.';
  return new StandinError('recording-invalid', message, remedy);
}

export function damaged(file: string): StandinError {
  const message = `${file} is damaged: part of it is missing or overwritten`;
  const remedy = `Use a copy, or recover what is left: sqlite3 ${basename(file)} .recover`;
  return new StandinError('recording-invalid', message, remedy);
}

export function interactionDamaged(seq: number): StandinError {
  const message = `interaction ${seq} cannot be read: its record is damaged`;
  const remedy = 'The others can be read. Use a copy of the file, if there is one.';
  return new StandinError('interaction-damaged', message, remedy);
}

export function taken(file: string): StandinError {
  const remedy = 'Record to another file, or end the process that records to this one.';
  return new StandinError('recording-taken', `another process is recording to ${file}`, remedy);
}

export function existing(file: string): StandinError {
  const remedy = 'Choose another file, or continue this recording.';
  return new StandinError('file-unwritable', `${file} already exists`, remedy);
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
