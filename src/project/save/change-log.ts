// The changes of clients since the seed file was last written, line by line in a hidden file next
// to it: a killed process loses nothing that it answered, and no other process saves to the same
// file.

import {
  closeSync,
  ftruncateSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errnoOf } from '../../base/errno.ts';
import { StandinError } from '../../base/errors.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import type { Effect } from '../../model/ruling/ruling.ts';
import type { State } from '../../model/state/state.ts';
import { realTarget, seedText, writeWhole } from './write-seed-file.ts';

/** A logged change that is not saved yet. */
export type Change =
  | { readonly kind: 'put'; readonly resource: string; readonly row: JsonObject }
  | { readonly kind: 'remove'; readonly resource: string; readonly key: string }
  /** All rows were replaced: the rows of each resource. */
  | { readonly kind: 'all'; readonly rows: Readonly<Record<string, readonly JsonObject[]>> };

export interface ChangeLog {
  readonly file: string;
  /** The unsaved changes of a killed process, in order. */
  readonly left: readonly Change[];
  /** Logs a change, before it is answered. Throws a StandinError the first time that fails. */
  note(effect: Effect): void;
  /** Logs that all rows are now those of a state, as `note` does. */
  noteAll(state: State): void;
  /** Marks all logged changes as saved. */
  settle(): void;
  /** Lets other processes save. Unsaved changes stay in the log for the next one. */
  release(): void;
}

export interface ChangeLogOptions {
  /** The seed file. */
  readonly db: string;
  /** The identity of this process, and whether another one still runs. */
  readonly owner: JsonObject;
  readonly isAlive: (owner: Json) => boolean;
}

/**
 * Claims the seed file for this process. Throws a StandinError if another process saves to it, or
 * the log cannot be written.
 */
export function openChangeLog({ db, owner, isAlive }: ChangeLogOptions): ChangeLog {
  const target = realTarget(db);
  const file = join(dirname(target), `.${basename(target)}.changes`);
  const before = readLines(file);
  if (before !== null && isAlive(before.owner)) {
    const message = `another process already saves to ${db}`;
    throw new StandinError(
      'seed-taken',
      message,
      'Stop it, serve another file (--db), or omit --save.',
    );
  }
  const header = `${JSON.stringify(owner)}\n`;
  const left = before?.changes ?? [];
  writeWhole(file, header + left.map((change) => `${lineOf(change)}\n`).join(''));
  return new FileLog(file, Buffer.byteLength(header), left);
}

class FileLog implements ChangeLog {
  readonly file: string;
  readonly left: readonly Change[];
  private readonly handle: number;
  private readonly headerBytes: number;
  private isEmpty: boolean;
  /** Set after a failed write: lines after a broken one would not be found. */
  private isBroken = false;

  constructor(file: string, headerBytes: number, left: readonly Change[]) {
    this.file = file;
    this.left = left;
    this.isEmpty = left.length === 0;
    this.headerBytes = headerBytes;
    this.handle = openSync(file, 'a');
  }

  note(effect: Effect): void {
    if (effect.kind !== 'none') this.add(effectLine(effect));
  }

  noteAll(state: State): void {
    // One line: if it is cut, nothing of it was answered, and nothing of it counts.
    this.add(`{"all":${seedText(state).replaceAll('\n', '')}}`);
  }

  private add(text: string): void {
    if (this.isBroken) return;
    this.isEmpty = false;
    try {
      const line = Buffer.from(`${text}\n`);
      // A disk that becomes full may still take a part of the line.
      if (writeSync(this.handle, line) < line.length)
        throw Object.assign(new Error('not whole'), { code: 'ENOSPC' });
    } catch (error) {
      this.isBroken = true;
      const message = `${this.file} cannot be written (${errnoOf(error)})`;
      const remedy =
        'Free some disk space. Until the seed file is written again, changes are lost if this process is killed.';
      throw new StandinError('file-unwritable', message, remedy);
    }
  }

  settle(): void {
    if (this.isEmpty) return;
    ftruncateSync(this.handle, this.headerBytes);
    this.isEmpty = true;
    this.isBroken = false;
  }

  release(): void {
    closeSync(this.handle);
    if (this.isEmpty) unlinkSync(this.file);
  }
}

function effectLine(effect: Exclude<Effect, { readonly kind: 'none' }>): string {
  if (effect.kind === 'put') return putLine(effect);
  // What was removed or changed with it has lines of its own.
  const removed = [effect, ...(effect.also ?? [])].map(({ resource, key }) =>
    JSON.stringify({ remove: resource, key }),
  );
  return [...removed, ...(effect.unset ?? []).map(putLine)].join('\n');
}

function putLine({ resource, record }: Pick<PutEffect, 'resource' | 'record'>): string {
  return `{"put":${JSON.stringify(resource)},"row":${record.textOnce()}}`;
}

type PutEffect = Extract<Effect, { readonly kind: 'put' }>;

function lineOf(change: Change): string {
  switch (change.kind) {
    case 'put':
      return JSON.stringify({ put: change.resource, row: change.row });
    case 'remove':
      return JSON.stringify({ remove: change.resource, key: change.key });
    case 'all':
      return JSON.stringify({ all: change.rows });
  }
}

/** Reads the log of a process; `null` if it names no owner. A cut line was never answered. */
function readLines(
  file: string,
): { readonly owner: Json; readonly changes: readonly Change[] } | null {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const values = lines.slice(0, -1).map(parse);
  const end = values.indexOf(undefined);
  const [owner, ...rest] = end < 0 ? values : values.slice(0, end);
  return owner === undefined ? null : { owner, changes: rest.flatMap((value) => toChange(value)) };
}

function parse(line: string): Json | undefined {
  try {
    return JSON.parse(line) as Json;
  } catch {
    return undefined;
  }
}

function toChange(value: Json | undefined): readonly Change[] {
  if (!isObject(value)) return [];
  const [put, remove, row, key, all] = ['put', 'remove', 'row', 'key', 'all'].map((name) =>
    own(value, name),
  );
  if (isRows(all)) return [{ kind: 'all', rows: all }];
  if (typeof put === 'string' && isObject(row)) return [{ kind: 'put', resource: put, row }];
  return typeof remove === 'string' && typeof key === 'string'
    ? [{ kind: 'remove', resource: remove, key }]
    : [];
}

function isRows(value: Json | undefined): value is Record<string, JsonObject[]> {
  return (
    isObject(value) &&
    Object.values(value).every((rows) => Array.isArray(rows) && rows.every((row) => isObject(row)))
  );
}
