// Recognises an input file: a recording, a HAR file, or another JSON document.

import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { StandinError } from '../../base/errors.ts';
import { isObject, type Json, own } from '../../base/json.ts';
import { checkFile, reasonOf } from '../../project/files/read-file.ts';

export type InputFile =
  | { readonly kind: 'recording' }
  | { readonly kind: 'har'; readonly text: string }
  | { readonly kind: 'document'; readonly json: Json };

/** Recognises a file by its content. Throws a StandinError if it is unreadable or none of these. */
export function readInputFile(file: string): InputFile {
  if (isDatabase(file)) return { kind: 'recording' };
  const { text, json } = readDocument(file);
  return isObject(json) && own(json, 'log') !== undefined
    ? { kind: 'har', text }
    : { kind: 'document', json };
}

const MAGIC = 'SQLite format 3\0';

function isDatabase(file: string): boolean {
  try {
    checkFile(file);
    const handle = openSync(file, 'r');
    const head = Buffer.alloc(MAGIC.length);
    try {
      readSync(handle, head, 0, head.length, 0);
    } finally {
      closeSync(handle);
    }
    return head.toString('latin1') === MAGIC;
  } catch (error) {
    throw unreadable(file, error);
  }
}

function readDocument(file: string): { readonly text: string; readonly json: Json } {
  let text: string;
  try {
    // RFC 8259 section 8.1: a reader may pass over a byte order mark.
    text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    throw unreadable(file, error);
  }
  try {
    return { text, json: JSON.parse(text) as Json };
  } catch {
    const message = `${file} is neither a recording, nor HAR, nor a report`;
    const remedy =
      'Name a file that was made with --record, a .har file, or a report written by "verify --json <file>".';
    throw new StandinError('recording-invalid', message, remedy);
  }
}

function unreadable(file: string, error: unknown): StandinError {
  const message = `${file} cannot be read: ${reasonOf(error)}`;
  return new StandinError('file-unreadable', message, 'Check the name and the permissions.');
}
