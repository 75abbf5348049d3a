// What was selected, kept: for the call that it was prepared for, and, in large collections, for
// those that ask the same again until something changes. Most ask for one page after the other of
// the same records.

import type { Call } from '../message/call.ts';
import type { Collection, Page, StoredRecord } from '../state/state.ts';
import type { Query } from './query.ts';
import { finish, type Selecting, select, selectAmong } from './select.ts';

/** From so many records on, what was selected is kept, and prepared in pieces. */
export const LARGE_RECORDS_MIN = 2_000;
/**
 * How many selections of one collection are kept; each holds one reference for each of its records.
 */
export const SELECTIONS_KEPT_MAX = 8;

export interface Asked {
  readonly collection: Collection;
  readonly order: Page['order'];
  readonly query: Query;
}

/** Gives the records that a call asks for: as prepared for it, as kept, or selected now. */
export function selectionOf(call: Call, asked: Asked): readonly StoredRecord[] {
  const ready = prepared.get(call);
  if (ready !== undefined && ready.collection === asked.collection && ready.sign === signOf(asked))
    return ready.records;
  return (
    keptOf(asked) ??
    keep(asked, asked.collection.version, finish(selecting(asked, asked.collection)))
  );
}

/**
 * Gives the work of selecting for a call, on a fork, so that others may write meanwhile; `null`
 * where there is nothing to be done that would keep others waiting. What was selected is what
 * `matchesOf` gives for that call then.
 */
export function prepareSelection(call: Call, asked: Asked): Generator<undefined, void> | null {
  const { collection } = asked;
  if (collection.size < LARGE_RECORDS_MIN || keptOf(asked) !== null) return null;
  const { version } = collection;
  return prepare(call, asked, version, selecting(asked, collection.fork()));
}

function* prepare(
  call: Call,
  asked: Asked,
  version: number,
  work: Selecting,
): Generator<undefined, void> {
  const records = yield* work;
  prepared.set(call, { collection: asked.collection, sign: signOf(asked), records });
  keep(asked, version, records);
}

interface Prepared {
  readonly collection: Collection;
  /** What was asked for: the choices may be others when the call is ruled on. */
  readonly sign: string;
  readonly records: readonly StoredRecord[];
}

/** What was prepared goes with its call. */
const prepared = new WeakMap<Call, Prepared>();

interface Kept {
  readonly version: number;
  /** By what was asked for; the one that was used last is the last. */
  readonly selections: Map<string, readonly StoredRecord[]>;
}

const keptSelections = new WeakMap<Collection, Kept>();

function selecting(asked: Asked, from: Collection): Selecting {
  const { order, query } = asked;
  const sorted =
    query.sort.length === 0
      ? null
      : keptOf({ ...asked, query: { ...query, where: { kind: 'all', of: [] } } });
  return sorted === null ? select(from, order, query) : selectAmong(sorted, query);
}

function keptOf(asked: Asked): readonly StoredRecord[] | null {
  const kept = keptSelections.get(asked.collection);
  if (kept === undefined || kept.version !== asked.collection.version) return null;
  const sign = signOf(asked);
  const records = kept.selections.get(sign);
  if (records === undefined) return null;
  kept.selections.delete(sign);
  kept.selections.set(sign, records);
  return records;
}

function keep(
  asked: Asked,
  version: number,
  records: readonly StoredRecord[],
): readonly StoredRecord[] {
  const { collection } = asked;
  if (collection.size < LARGE_RECORDS_MIN || collection.version !== version) return records;
  const before = keptSelections.get(collection);
  const kept =
    before?.version === version
      ? before
      : { version, selections: new Map<string, readonly StoredRecord[]>() };
  kept.selections.set(signOf(asked), records);
  const [oldest] = kept.selections.keys();
  if (kept.selections.size > SELECTIONS_KEPT_MAX && oldest !== undefined)
    kept.selections.delete(oldest);
  keptSelections.set(collection, kept);
  return records;
}

function signOf({ order, query }: Asked): string {
  return JSON.stringify([order, query.where, query.sort, query.collation]);
}
