// Reads one JSON file strictly, and says what is wrong with it and where.

import { basename } from 'node:path';
import { type Fault, StandinError } from '../../base/errors.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { type Numbers, parseJson } from '../../base/parse.ts';
import { readText, reasonOf } from '../files/read-file.ts';
import type { GivenPlace } from './given-members.ts';

/** One file as it was read. */
export interface SourceFile {
  /** The name of the file in messages. */
  readonly file: string;
  readonly name: string;
  readonly text: string;
  readonly json: Json;
  /** Whether a reader made it that makes only what compiles and fits. */
  readonly isSound?: boolean;
  /** What somebody wrote into a contract of a source; absent if nobody did. */
  readonly overridden?: OverriddenFile;
}

/** A contract without what somebody wrote, and the places where that stands. */
export interface OverriddenFile {
  readonly made: JsonObject;
  readonly places: readonly GivenPlace[];
}

/** How deep files may nest. */
export const FILE_DEPTH_MAX = 256;

/** Reads a file; broken JSON becomes a fault. Throws a StandinError if it cannot be read. */
export function readJsonFile(
  file: string,
  faults: Fault[],
  numbers: Numbers = 'rounded',
): SourceFile {
  let text: string;
  try {
    text = readText(file);
  } catch (error) {
    throw unreadable(file, error);
  }
  const parsed = parseFile(text, numbers);
  if ('broken' in parsed) faults.push({ file, ...parsed.broken });
  return {
    file,
    name: basename(file, '.json'),
    text,
    json: 'broken' in parsed ? null : parsed.json,
  };
}

export interface BrokenFile {
  readonly broken: Omit<Fault, 'file'>;
  /** What the file says with the last value of each key, if nothing is wrong but a key given twice. */
  readonly repeating?: Json;
}

/** Parses the text of a JSON file, with or without a byte order mark. No key may repeat. */
export function parseFile(
  text: string,
  numbers: Numbers = 'rounded',
): { readonly json: Json } | BrokenFile {
  const parsed = parseJson(text.replace(/^\ufeff/, ''), FILE_DEPTH_MAX, numbers);
  const broken = parsed.kind === 'broken' ? parsed.broken : parsed.duplicate;
  if (parsed.kind === 'value' && broken === null) return { json: parsed.value };
  const at = broken === null ? '' : `line ${broken.line}, column ${broken.column}`;
  const message = (broken?.message ?? '').replace(/ \(line \d+, column \d+\)$/, '');
  const found = { at, message, remedy: 'Correct the JSON.' };
  return parsed.kind === 'value' ? { broken: found, repeating: parsed.value } : { broken: found };
}

/** Creates the error of a file or folder that cannot be read. */
export function unreadable(
  path: string,
  error: unknown,
  remedy = 'Check that it exists and that you may read it.',
): StandinError {
  return new StandinError('file-unreadable', `${path} cannot be read: ${reasonOf(error)}`, remedy);
}
