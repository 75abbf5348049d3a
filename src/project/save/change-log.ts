// The changes that clients made since the seed file was last written, line by line in a hidden file
// beside it: a process that is killed loses nothing that it had answered, and no other one saves to
// the same file meanwhile.

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
import { realTarget, seedText, writeWhole } from './save.ts';

/** What a process had noted and not yet saved. */
export type Change =
  | { readonly kind: 'put'; readonly resource: string; readonly row: JsonObject }
  | { readonly kind: 'remove'; readonly resource: string; readonly key: string }
  /** All rows became others: the rows of each resource. */
  | { readonly kind: 'all'; readonly rows: Readonly<Record<string, readonly JsonObject[]>> };

export interface ChangeLog {
  readonly file: string;
  /** What a process that was killed had answered and not yet saved, in order. */
  readonly left: readonly Change[];
  /**
   * Notes a change, before it is answered. Throws a StandinError where that cannot be written, the
   * first time.
   */
  note(effect: Effect): void;
  /** Notes that all rows are those of a state now, as `note` does. */
  noteAll(state: State): void;
  /** Says that all that was noted is in the seed file. */
  settle(): void;
  /** Lets others save. What is noted and not settled stays for the next one who does. */
  release(): void;
}

export interface ChangeLogOptions {
  /** The seed file. */
  readonly db: string;
  /** What this process is known by, and whether another one goes on. */
  readonly owner: JsonObject;
  readonly isAlive: (owner: Json) => boolean;
}

/**
 * Takes the seed file for this process. Throws a StandinError where another one saves to it, or
 * nothing can be written beside it.
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
  /** What comes behind a line that could not be written would not be found. */
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
    // One line: what is torn in the middle was never answered, and nothing of it counts.
    this.add(`{"all":${seedText(state).replaceAll('\n', '')}}`);
  }

  private add(text: string): void {
    if (this.isBroken) return;
    this.isEmpty = false;
    try {
      const line = Buffer.from(`${text}\n`);
      // Also a disk that becomes full takes what still goes onto it.
      if (writeSync(this.handle, line) < line.length)
        throw Object.assign(new Error('not whole'), { code: 'ENOSPC' });
    } catch (error) {
      this.isBroken = true;
      throw new StandinError(
        'file-unwritable',
        `${this.file} cannot be written (${errnoOf(error)})`,
        'Free some disk space. Until the seed file is written again, changes are lost if this process is killed.',
      );
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
  if (effect.kind === 'put')
    return `{"put":${JSON.stringify(effect.resource)},"row":${effect.record.textOnce()}}`;
  return JSON.stringify({ remove: effect.resource, key: effect.key });
}

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

/**
 * Reads what a process noted; `null` where there is nothing that says whose it is. A line that was
 * torn by a kill was never answered.
 */
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
