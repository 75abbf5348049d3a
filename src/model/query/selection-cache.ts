// Selections that are kept: for the call that they were prepared for, and for equal queries, for
// which they follow the changes of their collection. Most clients ask for one page after the other
// of the same records.

import { jsonText } from '../../base/json.ts';
import type { Call } from '../message/call.ts';
import type { Collection, CollectionPage, StoredRecord } from '../state/state.ts';
import { KeptSelection } from './kept-selection.ts';
import type { Selected } from './page.ts';
import type { Query } from './query.ts';
import { finish, type Selecting, type Selection, select, selectAmong } from './select.ts';

/** From this number of records on, selections are prepared in pieces. */
export const LARGE_RECORDS_MIN = 2_000;
/** From this number of records on, they are kept. */
export const KEPT_RECORDS_MIN = 100;
/** Maximum number of kept selections of one collection; each holds one reference per record. */
export const SELECTIONS_KEPT_MAX = 8;

export interface SelectionRequest {
  readonly collection: Collection;
  readonly order: CollectionPage['order'];
  readonly query: Query;
}

/** Returns the records that a call asks for: as they stand, prepared, kept, or selected now. */
export function selectionOf(call: Call, request: SelectionRequest): Selected {
  if (isWhole(request.query)) return inOrder(request);
  const ready = prepared.get(call);
  if (
    ready !== undefined &&
    ready.collection === request.collection &&
    ready.sign === signOf(request)
  )
    return ready.records;
  const { collection } = request;
  return (
    keptOf(request) ??
    keep(request, collection.version, finish(selecting(request, collection))).records
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
  const { collection, query } = request;
  if (collection.size < LARGE_RECORDS_MIN || isWhole(query) || keptOf(request) !== null)
    return null;
  const { version } = collection;
  // The changes from here on are noted, so that the selection can follow them once it is done.
  collection.changesSince(version);
  return prepare(call, request, version, selecting(request, collection.fork()));
}

function* prepare(
  call: Call,
  request: SelectionRequest,
  version: number,
  work: Selecting,
): Generator<undefined, void> {
  const { records } = keep(request, version, yield* work);
  prepared.set(call, { collection: request.collection, sign: signOf(request), records });
}

interface Prepared {
  readonly collection: Collection;
  /** The query: the choices may have changed when the call is ruled on. */
  readonly sign: string;
  readonly records: Selected;
}

/** The prepared selection belongs to its call. */
const prepared = new WeakMap<Call, Prepared>();

/** The selections of each collection by query, the most recently used last. */
const keptSelections = new WeakMap<Collection, Map<string, KeptSelection>>();

/** Whether a query asks for all records in their order. */
function isWhole({ where, sort }: Query): boolean {
  return sort.length === 0 && where.kind === 'all' && where.of.length === 0;
}

/** The records of a collection in its order: a page of them costs what it shows. */
function inOrder({ collection, order }: SelectionRequest): Selected {
  const { size } = collection;
  return {
    length: size,
    slice(start = 0, end = size) {
      const offset = placeIn(size, start);
      const records: StoredRecord[] = [];
      const count = placeIn(size, end) - offset;
      if (count > 0) collection.visit({ offset, count, order }, (record) => records.push(record));
      return records;
    },
  };
}

/** A place as `slice` of an array understands it: below 0, it counts from the end. */
function placeIn(size: number, place: number): number {
  return place < 0 ? Math.max(0, size + place) : Math.min(place, size);
}

function selecting(request: SelectionRequest, from: Collection): Selecting {
  const { order, query } = request;
  const sorted =
    query.sort.length === 0
      ? null
      : keptOf({ ...request, query: { ...query, where: { kind: 'all', of: [] } } });
  // The kept records may change during this work, so it needs a copy.
  return sorted === null ? select(from, order, query) : selectAmong(sorted.slice(), query);
}

function keptOf(request: SelectionRequest): Selected | null {
  const selections = keptSelections.get(request.collection);
  const sign = signOf(request);
  const selection = selections?.get(sign);
  if (selections === undefined || selection === undefined) return null;
  selections.delete(sign);
  if (!selection.follow(request.collection)) return null;
  selections.set(sign, selection);
  return selection.records;
}

function keep(
  request: SelectionRequest,
  version: number,
  selection: Selection,
): { readonly records: Selected } {
  const { collection } = request;
  if (collection.size < KEPT_RECORDS_MIN || collection.changesSince(version) === null)
    return selection;
  const kept = new KeptSelection(request, selection, version);
  const selections = keptSelections.get(collection) ?? new Map<string, KeptSelection>();
  selections.set(signOf(request), kept);
  const [oldest] = selections.keys();
  if (selections.size > SELECTIONS_KEPT_MAX && oldest !== undefined) selections.delete(oldest);
  keptSelections.set(collection, selections);
  return kept;
}

function signOf({ order, query }: SelectionRequest): string {
  return jsonText([order, query.where, query.sort, query.collation]);
}
