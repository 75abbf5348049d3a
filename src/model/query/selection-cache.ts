// Selections that are kept: for the call that they were prepared for, and, in large collections,
// for equal queries until something changes. Most clients ask for one page after the other of the
// same records.

import type { Call } from '../message/call.ts';
import type { Collection, CollectionPage, StoredRecord } from '../state/state.ts';
import type { Query } from './query.ts';
import { finish, type Selecting, select, selectAmong } from './select.ts';

/** From this number of records on, selections are kept, and prepared in pieces. */
export const LARGE_RECORDS_MIN = 2_000;
/** Maximum number of kept selections of one collection; each holds one reference per record. */
export const SELECTIONS_KEPT_MAX = 8;

export interface SelectionRequest {
  readonly collection: Collection;
  readonly order: CollectionPage['order'];
  readonly query: Query;
}

/** Returns the records that a call asks for: prepared, kept, or selected now. */
export function selectionOf(call: Call, request: SelectionRequest): readonly StoredRecord[] {
  const ready = prepared.get(call);
  if (
    ready !== undefined &&
    ready.collection === request.collection &&
    ready.sign === signOf(request)
  )
    return ready.records;
  return (
    keptOf(request) ??
    keep(request, request.collection.version, finish(selecting(request, request.collection)))
  );
}

/**
 * Returns the work of selecting for a call, on a fork, so that writes may continue; `null` if
 * nothing would delay other calls. `selectionOf` then returns the result for that call.
 */
export function prepareSelection(
  call: Call,
  request: SelectionRequest,
): Generator<undefined, void> | null {
  const { collection } = request;
  if (collection.size < LARGE_RECORDS_MIN || keptOf(request) !== null) return null;
  const { version } = collection;
  return prepare(call, request, version, selecting(request, collection.fork()));
}

function* prepare(
  call: Call,
  request: SelectionRequest,
  version: number,
  work: Selecting,
): Generator<undefined, void> {
  const records = yield* work;
  prepared.set(call, { collection: request.collection, sign: signOf(request), records });
  keep(request, version, records);
}

interface Prepared {
  readonly collection: Collection;
  /** The query: the choices may have changed when the call is ruled on. */
  readonly sign: string;
  readonly records: readonly StoredRecord[];
}

/** The prepared selection belongs to its call. */
const prepared = new WeakMap<Call, Prepared>();

interface Kept {
  readonly version: number;
  /** By query, the most recently used last. */
  readonly selections: Map<string, readonly StoredRecord[]>;
}

const keptSelections = new WeakMap<Collection, Kept>();

function selecting(request: SelectionRequest, from: Collection): Selecting {
  const { order, query } = request;
  const sorted =
    query.sort.length === 0
      ? null
      : keptOf({ ...request, query: { ...query, where: { kind: 'all', of: [] } } });
  return sorted === null ? select(from, order, query) : selectAmong(sorted, query);
}

function keptOf(request: SelectionRequest): readonly StoredRecord[] | null {
  const kept = keptSelections.get(request.collection);
  if (kept === undefined || kept.version !== request.collection.version) return null;
  const sign = signOf(request);
  const records = kept.selections.get(sign);
  if (records === undefined) return null;
  kept.selections.delete(sign);
  kept.selections.set(sign, records);
  return records;
}

function keep(
  request: SelectionRequest,
  version: number,
  records: readonly StoredRecord[],
): readonly StoredRecord[] {
  const { collection } = request;
  if (collection.size < LARGE_RECORDS_MIN || collection.version !== version) return records;
  const before = keptSelections.get(collection);
  const kept =
    before?.version === version
      ? before
      : { version, selections: new Map<string, readonly StoredRecord[]>() };
  kept.selections.set(signOf(request), records);
  const [oldest] = kept.selections.keys();
  if (kept.selections.size > SELECTIONS_KEPT_MAX && oldest !== undefined)
    kept.selections.delete(oldest);
  keptSelections.set(collection, kept);
  return records;
}

function signOf({ order, query }: SelectionRequest): string {
  return JSON.stringify([order, query.where, query.sort, query.collation]);
}
