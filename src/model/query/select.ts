// Selects the records of a collection that a query asks for, in order and before paging. Works step
// by step, so that other calls get their turn.

import type { JsonObject } from '../../base/json.ts';
import type { Collection, CollectionPage, StoredRecord } from '../state/state.ts';
import { matcherOf } from './condition.ts';
import type { Condition, Query } from './query.ts';
import { sortRecords } from './sort.ts';
import { lookUp } from './value-at.ts';

/** What was selected, and the condition without the parts that count only if a record has them. */
export interface Selection {
  readonly records: readonly StoredRecord[];
  readonly where: Condition;
}

/** The work in pieces, each below a millisecond unless records are large. The result comes last. */
export type Selecting = Generator<undefined, Selection>;

/** Selects from a collection that does not change meanwhile, such as a fork. */
export function* select(
  collection: Collection,
  order: CollectionPage['order'],
  query: Query,
): Selecting {
  const all = yield* recordsOf(collection, order);
  const where = yield* withoutUnknown(query.where, all);
  return { records: yield* sortSelected(yield* filter(all, where), query), where };
}

/** Selects from earlier results, so that they need not be sorted again. */
export function* selectAmong(sorted: readonly StoredRecord[], query: Query): Selecting {
  const where = yield* withoutUnknown(query.where, sorted);
  return { records: yield* filter(sorted, where), where };
}

/** Number of records to take, and of conditions to try, before other calls get their turn. */
const TAKEN = 4_096;
const TRIED = 8;

function* recordsOf(
  collection: Collection,
  order: CollectionPage['order'],
): Generator<undefined, readonly StoredRecord[]> {
  const records: StoredRecord[] = [];
  for (let offset = 0; offset < collection.size; offset += TAKEN) {
    collection.visit({ offset, count: TAKEN, order }, (record) => records.push(record));
    yield;
  }
  return records;
}

function* sortSelected(
  records: readonly StoredRecord[],
  query: Query,
): Generator<undefined, readonly StoredRecord[]> {
  return query.sort.length === 0
    ? records
    : yield* sortRecords(records, query.sort, query.collation);
}

function* filter(
  records: readonly StoredRecord[],
  where: Condition,
): Generator<undefined, readonly StoredRecord[]> {
  if (where.kind === 'all' && where.of.length === 0) return records;
  const meets = matcherOf(where);
  const met: StoredRecord[] = [];
  for (let at = 0; at < records.length; at++) {
    const record = records[at] as StoredRecord;
    if (meets(record.value)) met.push(record);
    if (at % TRIED === TRIED - 1) yield;
  }
  return met;
}

/** Drops conditions that count only if some record has their member, when none has. */
function* withoutUnknown(
  where: Condition,
  records: readonly StoredRecord[],
): Generator<undefined, Condition> {
  if (where.kind !== 'all') return where;
  const kept: Condition[] = [];
  for (const one of where.of) {
    const counts =
      one.kind !== 'field' || one.counts === 'always' || (yield* isKnown(one.path, records));
    if (counts) kept.push(one);
  }
  return { kind: 'all', of: kept };
}

function* isKnown(path: string, records: readonly StoredRecord[]): Generator<undefined, boolean> {
  const find = lookUp(path);
  const has = (record: JsonObject): boolean => find(record) !== undefined;
  for (let at = 0; at < records.length; at++) {
    if (has((records[at] as StoredRecord).value)) return true;
    if (at % TRIED === TRIED - 1) yield;
  }
  return false;
}

/** Runs work to its end at once. */
export function finish<T>(work: Generator<undefined, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done === true) return step.value;
}
