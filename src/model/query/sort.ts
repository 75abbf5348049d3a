// Sorts records by several keys in steps: short runs, then merges. Equal records keep their order.

import { isNumber, type Json, type JsonObject } from '../../base/json.ts';
import type { StoredRecord } from '../state/state.ts';
import type { Collation, SortKey } from './query.ts';
import { lookUp, textOf } from './value-at.ts';

/** Number of records in a run that is sorted at once, and of merges or key reads in one step. */
const RUN_RECORDS = 256;

/** Returns sorted records. Yields after each piece of work, which is well below a millisecond. */
export function* sortRecords(
  records: readonly StoredRecord[],
  keys: readonly SortKey[],
  collation: Collation,
): Generator<undefined, readonly StoredRecord[]> {
  const columns = yield* columnsOf(records, keys, collation);
  const compare = comparing(columns, keys, collation);
  let places = new Uint32Array(records.length);
  for (let at = 0; at < places.length; at++) places[at] = at;
  for (let from = 0; from < places.length; from += RUN_RECORDS) {
    places.subarray(from, from + RUN_RECORDS).sort(compare);
    yield;
  }
  for (let width = RUN_RECORDS; width < places.length; width *= 2)
    places = yield* mergeRuns(places, width, compare);
  return yield* pick(records, places);
}

/** One sort key of each record: the sort of value, and the number or text to compare. */
interface Column {
  readonly ranks: Uint8Array;
  readonly values: Cell[];
}

const RANK = { number: 0, text: 1, null: 2, absent: 3 } as const;

function* columnsOf(
  records: readonly StoredRecord[],
  keys: readonly SortKey[],
  collation: Collation,
): Generator<undefined, readonly Column[]> {
  const finds = keys.map((key) => lookUp(key.path));
  const columns = keys.map((): Column => ({ ranks: new Uint8Array(records.length), values: [] }));
  for (let at = 0; at < records.length; at++) {
    const value = records[at]?.value ?? {};
    columns.forEach(({ ranks, values }, index) => {
      const found = finds[index]?.(value);
      ranks[at] = rankOf(found, collation);
      values.push(cellOf(found));
    });
    if (at % RUN_RECORDS === RUN_RECORDS - 1) yield;
  }
  return columns;
}

function rankOf(value: Json | undefined, collation: Collation): number {
  if (value === undefined) return collation === 'alphabet' ? RANK.null : RANK.absent;
  if (value === null || (collation === 'alphabet' && (value === '' || value === false)))
    return RANK.null;
  return isNumber(value) || typeof value === 'boolean' ? RANK.number : RANK.text;
}

type Compare = (one: number, other: number) => number;

function comparing(
  columns: readonly Column[],
  keys: readonly SortKey[],
  collation: Collation,
): Compare {
  const compareCells = cellsBy(collation);
  const compares = columns.map(({ ranks, values }, index): Compare => {
    const sign = keys[index]?.direction === 'down' ? -1 : 1;
    return (one, other) =>
      sign *
      compareCells(
        ranks[one] as number,
        values[one] as Cell,
        ranks[other] as number,
        values[other] as Cell,
      );
  });
  const [first = () => 0, ...rest] = compares;
  return (one, other) => {
    let order = first(one, other);
    for (let index = 0; order === 0 && index < rest.length; index++)
      order = rest[index]?.(one, other) ?? 0;
    return order === 0 ? one - other : order;
  };
}

/** The sort keys of one record, ready to be compared. */
export type Cells = readonly (readonly [rank: number, value: Cell])[];

/** What is compared of a value besides its rank. */
type Cell = number | bigint | string;

/** Reads the sort keys of single records, and compares them. */
export interface RecordOrder {
  readonly cellsOf: (record: JsonObject) => Cells;
  /** Below 0 if the first record comes first. */
  readonly compare: (one: Cells, other: Cells) => number;
}

export function recordOrderBy(keys: readonly SortKey[], collation: Collation): RecordOrder {
  const compareCells = cellsBy(collation);
  const finds = keys.map(({ path }) => lookUp(path));
  const signs = keys.map(({ direction }) => (direction === 'down' ? -1 : 1));
  return {
    cellsOf: (record) =>
      finds.map((find) => {
        const found = find(record);
        return [rankOf(found, collation), cellOf(found)];
      }),
    compare(one, other) {
      for (let index = 0; index < one.length; index++) {
        const [mine, others] = [one[index] as Cells[number], other[index] as Cells[number]];
        const order = compareCells(mine[0], mine[1], others[0], others[1]);
        if (order !== 0) return (signs[index] as number) * order;
      }
      return 0;
    },
  };
}

function cellOf(value: Json | undefined): Cell {
  if (isNumber(value)) return value;
  return typeof value === 'boolean' ? Number(value) : textOf(value ?? '');
}

type CompareCells = (rank: number, value: Cell, otherRank: number, otherValue: Cell) => number;

function cellsBy(collation: Collation): CompareCells {
  const texts = collation === 'alphabet' ? byAlphabet : byCodeUnits;
  return (rank, value, otherRank, otherValue) => {
    if (rank !== otherRank) return rank - otherRank;
    if (rank === RANK.number) return value === otherValue ? 0 : value < otherValue ? -1 : 1;
    return rank === RANK.text ? texts(value as string, otherValue as string) : 0;
  };
}

/** The same alphabet on every machine. It takes milliseconds to load, so it waits until it is used. */
let alphabet: Intl.Collator | null = null;

function byAlphabet(one: string, other: string): number {
  alphabet ??= new Intl.Collator('en');
  return alphabet.compare(one, other);
}

function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function* mergeRuns(
  places: Uint32Array<ArrayBuffer>,
  width: number,
  compare: Compare,
): Generator<undefined, Uint32Array<ArrayBuffer>> {
  const merged = new Uint32Array(places.length);
  for (let from = 0; from < places.length; from += 2 * width) {
    const middle = Math.min(from + width, places.length);
    const end = Math.min(from + 2 * width, places.length);
    let [left, right] = [from, middle];
    for (let at = from; at < end; at++) {
      const takesLeft =
        right >= end ||
        (left < middle && compare(places[left] as number, places[right] as number) <= 0);
      merged[at] = (takesLeft ? places[left++] : places[right++]) as number;
      if (at % RUN_RECORDS === RUN_RECORDS - 1) yield;
    }
  }
  return merged;
}

function* pick(
  records: readonly StoredRecord[],
  places: Uint32Array,
): Generator<undefined, readonly StoredRecord[]> {
  const picked: StoredRecord[] = [];
  for (const place of places) {
    picked.push(records[place] as StoredRecord);
    if (picked.length % 4096 === 0) yield;
  }
  return picked;
}
