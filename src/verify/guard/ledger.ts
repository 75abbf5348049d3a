// What a run has made and not removed, so that it can be removed after a crash. Says what is noted
// and when; the file is somebody else's.

import { type Json, type JsonObject, own } from '../../base/json.ts';

/** The run that a ledger is of. */
export interface LedgeredRun {
  /** In the name or e-mail of every item that the run makes: `sk7f3q9x2`. */
  readonly token: string;
  /** Without credentials. */
  readonly baseUrl: string;
  /** The path of the collection, `/users`. */
  readonly path: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** The process that it is; `null` where that was not noted. */
  readonly runner: Runner | null;
}

/** What tells a process from all others. */
export interface Runner {
  readonly pid: number;
  readonly host: string;
  /** When it began, as its system counts it. */
  readonly began: string | null;
}

/**
 * Each of these has been written down when it resolves, and rejects with a StandinError where that
 * cannot be.
 */
export interface Ledger {
  readonly token: string;
  /** Notes that an item is about to be made. */
  intend(): Promise<void>;
  /** Notes the id of an item that was made, and what in it tells it from all others. */
  own(key: string, mark: string): Promise<void>;
  /** Notes that an item was removed. */
  release(key: string): Promise<void>;
  /** Keeps what was noted, where something is left; nothing can be noted any more. */
  close(): Promise<void>;
  /** Forgets it all: everything that was made is gone. */
  remove(): Promise<void>;
}

/** Where a ledger is kept. */
export interface LedgerFile {
  /** Adds an entry, and resolves when it would survive a crash. Rejects with a StandinError. */
  append(entry: JsonObject): Promise<void>;
  close(): Promise<void>;
  remove(): Promise<void>;
}

/** What is in a ledger that was left behind. */
export interface LeftLedger extends LedgeredRun {
  /** The ids that the run made and did not remove. */
  readonly keys: readonly string[];
  remove(): Promise<void>;
}

/** Keeps a ledger in a file. Nothing is written before the first item is about to be made. */
export function createLedger(file: LedgerFile, run: LedgeredRun): Ledger {
  let isBegun = false;
  function note(entry: JsonObject): Promise<void> {
    if (isBegun) return file.append(entry);
    isBegun = true;
    const { token, baseUrl, path, startedAt, runner } = run;
    // Both are on their way before anyone waits, so that no entry can come before the first.
    const where: JsonObject = runner === null ? {} : { runner: { ...runner } };
    const begun = file.append({
      kind: 'run',
      version: VERSION,
      token,
      baseUrl,
      path,
      startedAt,
      ...where,
    });
    return Promise.all([begun, file.append(entry)]).then(() => undefined);
  }
  return {
    token: run.token,
    intend: () => note({ kind: 'intent' }),
    own: (key, mark) => note({ kind: 'owned', key, mark }),
    release: (key) => note({ kind: 'released', key }),
    close: file.close,
    remove: () => (isBegun ? file.remove() : Promise.resolve()),
  };
}

/** A ledger for whoever makes nothing. */
export function noLedger(token: string): Ledger {
  const nothing = (): Promise<void> => Promise.resolve();
  return {
    token,
    intend: nothing,
    own: nothing,
    release: nothing,
    close: nothing,
    remove: nothing,
  };
}

/** Of the form of the entries; a ledger of another version is not touched. */
const VERSION = 1;

/**
 * Reads the entries of a ledger that was left behind. `null` where its first one is not there or of
 * another version: the first one is on the disk before anything is made.
 */
export function readLedger(
  entries: readonly Json[],
  remove: () => Promise<void>,
): LeftLedger | null {
  const [first, ...rest] = entries;
  if (member(first, 'kind') !== 'run' || member(first, 'version') !== VERSION) return null;
  const [token, baseUrl] = [member(first, 'token'), member(first, 'baseUrl')];
  const [path, startedAt] = [member(first, 'path'), member(first, 'startedAt')];
  if (
    typeof token !== 'string' ||
    !TOKEN.test(token) ||
    typeof baseUrl !== 'string' ||
    typeof path !== 'string'
  )
    return null;
  const keys = new Set<string>();
  for (const entry of rest) {
    const key = member(entry, 'key');
    if (typeof key !== 'string') continue;
    if (member(entry, 'kind') === 'owned') keys.add(key);
    else if (member(entry, 'kind') === 'released') keys.delete(key);
  }
  const noted = {
    startedAt: typeof startedAt === 'string' ? startedAt : '',
    runner: runnerOf(member(first, 'runner')),
  };
  return { token, baseUrl, path, ...noted, keys: [...keys], remove };
}

function runnerOf(noted: Json | undefined): Runner | null {
  const [pid, host, began] = [member(noted, 'pid'), member(noted, 'host'), member(noted, 'began')];
  // Ids of processes begin at 1: less than that names groups of them.
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1 || typeof host !== 'string')
    return null;
  return { pid, host, began: typeof began === 'string' ? began : null };
}

/**
 * A token is looked for in items that others made too: a short one would be found where it was not
 * put.
 */
export const TOKEN = /^[a-z0-9]{8,40}$/;

function member(entry: Json | undefined, key: string): Json | undefined {
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry)
    ? own(entry as JsonObject, key)
    : undefined;
}
