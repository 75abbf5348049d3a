// What a run has yet to remove, also after a crash. The caller provides the file.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';

/** The run that a ledger belongs to. */
export interface LedgeredRun {
  /** In the name or e-mail of every item that the run makes: `sk7f3q9x2`. */
  readonly token: string;
  /** Without credentials. */
  readonly baseUrl: string;
  /** The path of the collection, `/users`. */
  readonly path: string;
  /** ISO 8601. */
  readonly startedAt: string;
  /** The process of the run; `null` if it was not noted. */
  readonly runner: Runner | null;
}

/** Identifies a process. */
export interface Runner {
  readonly pid: number;
  readonly host: string;
  /** When it began, as its system counts it. */
  readonly began: string | null;
  /** Where its id counts: a container has a space of its own; `null` if that is not known. */
  readonly space: string | null;
}

/** What a single item held before a run wrote to it. */
export interface KeptSingle {
  readonly values: JsonObject;
  /** The operation that writes to it, and the members that it may have. */
  readonly by: 'replace' | 'update';
  readonly members: readonly string[];
}

/** What a run could not find out about what it left. */
export interface Doubt {
  /** A clause. */
  readonly why: string;
  /** Ids of items that may be the run's; empty if none is known. */
  readonly keys: readonly string[];
}

/** Methods resolve when the entry is written; they reject with a StandinError if that fails. */
export interface Ledger {
  readonly token: string;
  /** Notes that an item is about to be created. */
  intend(): Promise<void>;
  /** Notes the id of a created item, and the mark that identifies it. */
  own(key: string, mark: string): Promise<void>;
  /** Notes that an item was removed. */
  release(key: string): Promise<void>;
  /** Notes ids of items that the run did not create: no clean-up may touch them. */
  spare(keys: readonly string[]): Promise<void>;
  /** Notes what the single item of a service held before the run writes to it. */
  keep(values: JsonObject): Promise<void>;
  /** Notes why the run may have left more than it knows, and the ids that may be its items. */
  doubt(doubt: Doubt): Promise<void>;
  /** Notes which member is the id of the items, if another one was taken for it. */
  correctId(member: string): Promise<void>;
  /** Closes the ledger and keeps its entries, for items that are left behind. */
  close(): Promise<void>;
  /** Deletes the ledger: everything that was made is gone. */
  remove(): Promise<void>;
}

/** The file of a ledger. */
export interface LedgerFile {
  /** Adds an entry that survives a crash once this resolves. Rejects with a StandinError. */
  append(entry: JsonObject): Promise<void>;
  close(): Promise<void>;
  remove(): Promise<void>;
}

/** The content of a ledger that was left behind. */
export interface LeftLedger extends LedgeredRun {
  /** The ids that the run made and did not remove. */
  readonly keys: readonly string[];
  /** Ids of items that the run did not create, whatever they hold now. */
  readonly spared: readonly string[];
  /** What the single item held before the run; `null` if the run wrote to none. */
  readonly kept: KeptSingle | null;
  /** The member that is the id, if the run corrected what it had taken for it; else `null`. */
  readonly idMember: string | null;
  readonly doubts: readonly Doubt[];
  remove(): Promise<void>;
}

/** Keeps a ledger in a file. Writes nothing before the first creation. */
export function createLedger(file: LedgerFile, run: LedgeredRun): Ledger {
  let isBegun = false;
  function note(entry: JsonObject): Promise<void> {
    if (isBegun) return file.append(entry);
    isBegun = true;
    const { token, baseUrl, path, startedAt, runner } = run;
    // Both writes start before anything waits, so that no entry can come before the first.
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
    spare: (keys) => note({ kind: 'spared', keys: [...keys] }),
    keep: (values) => note({ kind: 'kept', values }),
    doubt: ({ why, keys }) => note({ kind: 'doubt', why, keys: [...keys] }),
    correctId: (member) => note({ kind: 'id', member }),
    close: file.close,
    remove: () => (isBegun ? file.remove() : Promise.resolve()),
  };
}

/** A ledger that records nothing, for callers that create nothing. */
export function noLedger(token: string): Ledger {
  const nothing = (): Promise<void> => Promise.resolve();
  return {
    token,
    intend: nothing,
    own: nothing,
    release: nothing,
    spare: nothing,
    keep: nothing,
    doubt: nothing,
    correctId: nothing,
    close: nothing,
    remove: nothing,
  };
}

/**
 * The version of the entries. Those of version 1 have no doubts and no corrected ids: an older
 * Standin, which would pass over them, must not read version 2.
 */
const VERSION = 2;
const VERSIONS_READ: readonly unknown[] = [1, VERSION];

/**
 * Reads the entries of a ledger that was left behind; `null` if the first entry is missing or of
 * a newer version. The first entry is on the disk before any item is created.
 */
export function readLedger(
  entries: readonly Json[],
  remove: () => Promise<void>,
): LeftLedger | null {
  const [first, ...rest] = entries;
  if (member(first, 'kind') !== 'run' || !VERSIONS_READ.includes(member(first, 'version')))
    return null;
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
  const spared = new Set<string>();
  let kept: KeptSingle | null = null;
  let idMember: string | null = null;
  const doubts: Doubt[] = [];
  for (const entry of rest) {
    const name = member(entry, 'member');
    if (member(entry, 'kind') === 'id' && typeof name === 'string') idMember = name;
    if (member(entry, 'kind') === 'kept') kept = keptIn(member(entry, 'values'));
    const why = member(entry, 'why');
    if (member(entry, 'kind') === 'doubt' && typeof why === 'string')
      doubts.push({ why, keys: textsIn(member(entry, 'keys')) });
    const [key, others] = [member(entry, 'key'), member(entry, 'keys')];
    if (member(entry, 'kind') === 'spared') for (const other of textsIn(others)) spared.add(other);
    if (typeof key !== 'string') continue;
    if (member(entry, 'kind') === 'owned') keys.add(key);
    else if (member(entry, 'kind') === 'released') keys.delete(key);
  }
  const noted = {
    startedAt: typeof startedAt === 'string' ? startedAt : '',
    runner: runnerOf(member(first, 'runner')),
  };
  const items = { keys: [...keys], spared: [...spared], kept, idMember, doubts };
  return { token, baseUrl, path, ...noted, ...items, remove };
}

function textsIn(noted: Json | undefined): readonly string[] {
  return Array.isArray(noted) ? noted.filter((one) => typeof one === 'string') : [];
}

function keptIn(noted: Json | undefined): KeptSingle | null {
  const [values, by, members] = [
    member(noted, 'values'),
    member(noted, 'by'),
    member(noted, 'members'),
  ];
  if (!isObject(values) || !Array.isArray(members) || (by !== 'replace' && by !== 'update'))
    return null;
  return { values, by, members: (members as readonly Json[]).map(String) };
}

function runnerOf(noted: Json | undefined): Runner | null {
  const [pid, host, began, space] = ['pid', 'host', 'began', 'space'].map((name) =>
    member(noted, name),
  );
  // Process ids begin at 1; a smaller number names a group of processes.
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1 || typeof host !== 'string')
    return null;
  const textOf = (one: Json | undefined): string | null => (typeof one === 'string' ? one : null);
  return { pid, host, began: textOf(began), space: textOf(space) };
}

/** Tokens are searched for in items of others too: a short one could be there by chance. */
export const TOKEN = /^[a-z0-9]{8,40}$/;

function member(entry: Json | undefined, key: string): Json | undefined {
  return typeof entry === 'object' && entry !== null && !Array.isArray(entry)
    ? own(entry as JsonObject, key)
    : undefined;
}
