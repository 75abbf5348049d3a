// The changes of clients since the seed file was last written, line by line in a hidden file next
// to it: a killed process loses nothing that it answered, and no other process saves to the same
// file.

import {
  appendFileSync,
  closeSync,
  fstatSync,
  ftruncateSync,
  futimesSync,
  openSync,
  readSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errnoOf } from '../../base/errno.ts';
import { refuseNewerForm, StandinError } from '../../base/errors.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  jsonText,
  own,
  parseExact,
} from '../../base/json.ts';
import type { Effect } from '../../model/ruling/ruling.ts';
import { type KeptAnswer, keptAnswerJson, readKeptAnswer } from '../../model/state/kept-answers.ts';
import type { State } from '../../model/state/state.ts';
import { type AnswersFile, openAnswersFile } from './answers-file.ts';
import { type Claim, claim } from './claim.ts';
import { startBeating } from './heartbeat.ts';
import { realTarget, seedText, writeWhole } from './write-seed-file.ts';

/** A logged change that is not saved yet. */
export type Change =
  | {
      readonly kind: 'put';
      readonly resource: string;
      readonly row: JsonObject;
      /** What the request was answered, if it had an idempotency key. */
      readonly answer?: KeptAnswer;
    }
  | { readonly kind: 'remove'; readonly resource: string; readonly key: string }
  /** All rows were replaced: the rows of each resource, and the answers that go with them. */
  | {
      readonly kind: 'all';
      readonly rows: Readonly<Record<string, readonly JsonObject[]>>;
      readonly answers?: readonly KeptAnswer[];
    };

export interface ChangeLog {
  readonly file: string;
  /** The unsaved changes of a killed process, in order. */
  readonly left: readonly Change[];
  /** The saved answers to idempotency keys, as they were before those changes. */
  readonly answers: readonly KeptAnswer[];
  /** Why no change can be logged at the moment; `null` if changes can be. */
  readonly trouble: StandinError | null;
  /** Whether this process still has the right to save: another one may have taken it for ended. */
  readonly isHeld: boolean;
  /**
   * Logs a change before it is made. Throws a StandinError if that fails: then the log is as it was,
   * and the change must not be made.
   */
  note(effect: Effect): void;
  /** Logs that all rows will be those of a state, as `note` does. */
  noteAll(state: State): void;
  /** Tries whether changes can be logged again; returns `trouble`. */
  retry(): StandinError | null;
  /**
   * Marks all logged changes as saved, once these answers are saved as well. If they cannot be, the
   * changes stay in the log.
   */
  settle(answers: readonly KeptAnswer[]): void;
  /** Lets other processes save. Unsaved changes stay in the log for the next one. */
  release(): void;
}

export interface ChangeLogOptions {
  /** The seed file. */
  readonly db: string;
  /** The identity of this process, and whether another one still runs. */
  readonly owner: JsonObject;
  readonly isAlive: (owner: Json, log: string) => boolean;
}

/** The version of the lines, in the first of them. Logs before version 1 was noted lack it. */
const LOG_VERSION = 1;

/**
 * Claims the seed file for this process. Throws a StandinError if another process saves to it, or
 * the log cannot be written.
 */
export function openChangeLog({ db, owner, isAlive }: ChangeLogOptions): ChangeLog {
  const target = realTarget(db);
  const file = join(dirname(target), `.${basename(target)}.changes`);
  refuseNewer(file);
  const { header, release } = claimed(
    { db, owner: { ...owner, version: LOG_VERSION }, isAlive },
    file,
  );
  const before = openBefore(file);
  try {
    const left = changesIn(textIn(before));
    writeWhole(file, header + left.map((change) => `${lineOf(change)}\n`).join(''));
    const late = changesIn(textIn(before)).slice(left.length);
    for (const change of late) appendFileSync(file, `${lineOf(change)}\n`);
    const all = [...left, ...late];
    return new FileLog(file, Buffer.byteLength(header), all, openAnswersFile(db), db);
  } finally {
    if (before !== null) closeSync(before);
    release();
  }
}

function refuseNewer(file: string): void {
  const handle = openBefore(file);
  if (handle === null) return;
  const [first] = linesIn(textIn(handle));
  closeSync(handle);
  if (isObject(first)) refuseNewerForm(file, own(first, 'version'), LOG_VERSION);
}

/**
 * The log of the process before, which stays open while it is replaced: if that one lives after all,
 * what it notes until then counts, and what it notes later it does not answer.
 */
function openBefore(file: string): number | null {
  const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? openSync(file, 'r') : null;
}

function textIn(handle: number | null): string {
  if (handle === null) return '';
  const bytes = Buffer.alloc(fstatSync(handle).size);
  return bytes.toString('utf8', 0, readSync(handle, bytes, 0, bytes.length, 0));
}

function claimed({ db, owner, isAlive }: ChangeLogOptions, file: string): Claim {
  let found: Claim | null;
  try {
    found = claim(file, owner, (one) => isAlive(one, file));
  } catch (error) {
    const message = `${file} cannot be written (${errnoOf(error)})`;
    const remedy = 'Check the disk and the permissions, or omit --save.';
    throw new StandinError('file-unwritable', message, remedy);
  }
  if (found !== null) return found;
  const message = `another process already saves to ${db}`;
  const remedy = 'Stop it, serve another file (--db), or omit --save.';
  throw new StandinError('seed-taken', message, remedy);
}

function takenOver(db: string): StandinError {
  const message = `another process has taken over saving to ${db}: changes are refused here`;
  const remedy = 'Stop one of the two, or let them share rows by --store.';
  return new StandinError('seed-taken', message, remedy);
}

class FileLog implements ChangeLog {
  readonly file: string;
  readonly left: readonly Change[];
  private readonly saved: AnswersFile;
  private readonly handle: number;
  private readonly headerBytes: number;
  /** Up to the end of the last whole line. */
  private bytes: number;
  /** Whether a part of a line may stand behind it. */
  private isTorn = false;
  private failure: StandinError | null = null;
  private readonly db: string;
  /** The file that is open: another process that takes over makes a new one of the same name. */
  private readonly inode: number;
  private readonly stopBeating: () => void;
  private isLost = false;

  constructor(
    file: string,
    headerBytes: number,
    left: readonly Change[],
    saved: AnswersFile,
    db: string,
  ) {
    this.saved = saved;
    this.file = file;
    this.left = left;
    this.headerBytes = headerBytes;
    this.db = db;
    this.handle = openSync(file, 'a');
    const { size, ino } = fstatSync(this.handle);
    this.bytes = size;
    this.inode = ino;
    this.stopBeating = startBeating(() => this.renew());
  }

  get isHeld(): boolean {
    const { ino = this.inode } = statSync(this.file, { throwIfNoEntry: false }) ?? {};
    this.isLost ||= ino !== this.inode;
    if (this.isLost) this.failure = takenOver(this.db);
    return !this.isLost;
  }

  /** Shows processes that cannot see this one that it lives. */
  private renew(): void {
    const now = new Date();
    try {
      futimesSync(this.handle, now, now);
    } catch {
      // The disk is gone for the moment: the next change finds out.
    }
  }

  get trouble(): StandinError | null {
    return this.failure;
  }

  get answers(): readonly KeptAnswer[] {
    return this.saved.answers;
  }

  note(effect: Effect): void {
    if (effect.kind !== 'none') this.add(effectLine(effect));
  }

  noteAll(state: State): void {
    // One line: if it is cut, nothing of it was answered, and nothing of it counts.
    const answers = state.answers.all().map((one) => keptAnswerJson(one));
    const kept = answers.length === 0 ? '' : `,"answers":${jsonText(answers)}`;
    this.add(`{"all":${seedText(state).replaceAll('\n', '')}${kept}}`);
  }

  retry(): StandinError | null {
    if (this.failure !== null && !this.isLost)
      this.attempt(() => {
        this.append(ROOM);
        ftruncateSync(this.handle, this.bytes);
      });
    return this.failure;
  }

  private add(text: string): void {
    const line = Buffer.from(`${text}\n`);
    if (this.retry() === null)
      this.attempt(() => {
        this.append(line);
        this.bytes += line.length;
      });
    // Looked at after the line was written: a process that takes over reads it, or is seen here.
    if (this.failure === null && !this.isHeld) this.failure = takenOver(this.db);
    if (this.failure !== null) throw this.failure;
  }

  private attempt(work: () => void): void {
    try {
      work();
      this.failure = null;
    } catch (error) {
      const message = `${this.file} cannot be written (${errnoOf(error)})`;
      const remedy =
        'Free some disk space. Until then the mock is read-only: each change is answered with 507.';
      this.failure = new StandinError('file-unwritable', message, remedy);
    }
  }

  private append(line: Uint8Array): void {
    // Lines after a broken one would not be found.
    if (this.isTorn) ftruncateSync(this.handle, this.bytes);
    this.isTorn = true;
    // A disk that becomes full may still take a part of the line.
    if (writeSync(this.handle, line) < line.length)
      throw Object.assign(new Error('not whole'), { code: 'ENOSPC' });
    this.isTorn = false;
  }

  settle(answers: readonly KeptAnswer[]): void {
    if (!this.isHeld || !this.saved.save(answers)) return;
    if (this.bytes === this.headerBytes && !this.isTorn) return;
    ftruncateSync(this.handle, this.headerBytes);
    this.bytes = this.headerBytes;
    this.isTorn = false;
  }

  release(): void {
    this.stopBeating();
    const { isHeld } = this;
    closeSync(this.handle);
    if (isHeld && this.bytes === this.headerBytes) unlinkSync(this.file);
  }
}

/**
 * What must fit on the disk before changes are taken again: otherwise the rest of a page takes a
 * small change now and then.
 */
const ROOM = Buffer.alloc(64 * 1024, ' ');

function effectLine(effect: Exclude<Effect, { readonly kind: 'none' }>): string {
  if (effect.kind === 'put') return [effect, ...(effect.also ?? [])].map(putLine).join('\n');
  // What was removed or changed with it has lines of its own.
  const removed = [effect, ...(effect.also ?? [])].map(({ resource, key }) =>
    JSON.stringify({ remove: resource, key }),
  );
  return [...removed, ...(effect.unset ?? []).map(putLine)].join('\n');
}

function putLine({ resource, record, answer }: Omit<PutEffect, 'kind' | 'also'>): string {
  const kept = answer === undefined ? '' : `,"answer":${jsonText(keptAnswerJson(answer))}`;
  return `{"put":${JSON.stringify(resource)},"row":${record.textOnce()}${kept}}`;
}

type PutEffect = Extract<Effect, { readonly kind: 'put' }>;

function lineOf(change: Change): string {
  switch (change.kind) {
    case 'put':
      return jsonText({
        put: change.resource,
        row: change.row,
        ...(change.answer === undefined ? {} : { answer: keptAnswerJson(change.answer) }),
      });
    case 'remove':
      return JSON.stringify({ remove: change.resource, key: change.key });
    case 'all':
      return jsonText({
        all: change.rows,
        ...(change.answers === undefined ? {} : { answers: change.answers.map(keptAnswerJson) }),
      });
  }
}

/** Reads the log of a process. A cut line was never answered. */
function changesIn(text: string): readonly Change[] {
  const [, ...changes] = linesIn(text);
  return changes.flatMap((value) => toChange(value));
}

/** Returns the values of the lines up to the first that is cut or broken. */
function linesIn(text: string): readonly Json[] {
  const values = text.split('\n').slice(0, -1).map(parse);
  const end = values.indexOf(undefined);
  return (end < 0 ? values : values.slice(0, end)).filter((value) => value !== undefined);
}

function parse(line: string): Json | undefined {
  try {
    return parseExact(line);
  } catch {
    return undefined;
  }
}

function toChange(value: Json): readonly Change[] {
  if (!isObject(value)) return [];
  const [put, remove, row, key, all] = ['put', 'remove', 'row', 'key', 'all'].map((name) =>
    own(value, name),
  );
  if (isRows(all)) return [{ kind: 'all', rows: all, ...answersIn(own(value, 'answers')) }];
  if (typeof put === 'string' && isObject(row)) {
    const answer = readKeptAnswer(own(value, 'answer'));
    return [{ kind: 'put', resource: put, row, ...(answer === null ? {} : { answer }) }];
  }
  return typeof remove === 'string' && typeof key === 'string'
    ? [{ kind: 'remove', resource: remove, key }]
    : [];
}

function answersIn(value: Json | undefined): { readonly answers?: readonly KeptAnswer[] } {
  if (!Array.isArray(value)) return {};
  return { answers: value.flatMap((one) => readKeptAnswer(one as Json) ?? []) };
}

function isRows(value: Json | undefined): value is Record<string, JsonObject[]> {
  return (
    isObject(value) &&
    Object.values(value).every((rows) => Array.isArray(rows) && rows.every((row) => isObject(row)))
  );
}
