// Reads regular files only: a pipe or a device might never end. Explains why one cannot be read.

import { readFileSync, statSync } from 'node:fs';
import { errnoOf } from '../../base/errno.ts';

/** Thrown if a path is not a regular file. Its code is used like those of the system. */
export class NotAFile extends Error {
  override readonly name = 'NoFile';
  readonly code = 'NO_FILE';
}

/** Throws the error of the system, or a NotAFile; reading reports a folder. */
export function checkFile(file: string): void {
  const stats = statSync(file);
  if (!stats.isFile() && !stats.isDirectory()) throw new NotAFile();
}

/** Returns the bytes of a file. Throws as `checkFile` does. */
export function readBytes(file: string): Uint8Array {
  checkFile(file);
  return readFileSync(file);
}

/**
 * Returns the text of a file with its byte order mark, if any. Throws if it is not UTF-8, nor UTF-16 with
 * that mark, which shells of Windows write.
 */
export function readText(file: string): string {
  const bytes = readBytes(file);
  const [first, second] = bytes;
  const mark = ((first ?? 0) << 8) | (second ?? 0);
  const coding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(coding, { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** Returns in words why reading a file failed. */
export function reasonOf(error: unknown): string {
  const code = errnoOf(error);
  return REASONS[code] ?? code;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is not a folder',
  ELOOP: 'it is a link to itself',
  OUTSIDE: 'it is a link out of the folder of the document',
  NO_FILE: 'it is not a file, but a pipe, a socket or a device',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8',
  ERR_STRING_TOO_LONG: 'it is too large',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
  unknown: 'it could not be opened',
};
