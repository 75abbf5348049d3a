// Records in an order, in blocks: to put one in or take one out moves a block, and not all that come
// after it.

import type { StoredRecord } from '../state/state.ts';
import type { Selected } from './page.ts';

/** Number of records in a block; one of twice as many is parted. */
export const BLOCK_RECORDS = 512;

/** A place in the order: a block, and the index in it. */
export interface OrderedPlace {
  readonly block: number;
  readonly index: number;
}

export class OrderedRecords implements Selected {
  private readonly blocks: StoredRecord[][] = [];
  private count: number;

  constructor(records: readonly StoredRecord[]) {
    for (let from = 0; from < records.length; from += BLOCK_RECORDS)
      this.blocks.push(records.slice(from, from + BLOCK_RECORDS));
    this.count = records.length;
  }

  get length(): number {
    return this.count;
  }

  /** Returns records as `slice` of an array does. */
  slice(start = 0, end: number = this.count): StoredRecord[] {
    const [from, to] = [this.placeIn(start), this.placeIn(end)];
    const found: StoredRecord[] = [];
    let before = 0;
    for (const block of this.blocks) {
      if (before >= to) break;
      if (before + block.length > from)
        found.push(...block.slice(Math.max(0, from - before), to - before));
      before += block.length;
    }
    return found;
  }

  /** Returns the first place whose record does not come before another one. */
  placeOf(comesBefore: (record: StoredRecord) => boolean): OrderedPlace {
    const block = firstIndex(this.blocks.length, (at) => {
      const last = this.blocks[at]?.at(-1);
      return last !== undefined && comesBefore(last);
    });
    const records = this.blocks[block] ?? [];
    const index = firstIndex(records.length, (at) => comesBefore(records[at] as StoredRecord));
    return { block, index };
  }

  at({ block, index }: OrderedPlace): StoredRecord | undefined {
    return this.blocks[block]?.[index];
  }

  replace({ block, index }: OrderedPlace, record: StoredRecord): void {
    (this.blocks[block] as StoredRecord[])[index] = record;
  }

  insert({ block, index }: OrderedPlace, record: StoredRecord): void {
    this.count++;
    // Behind the last record there is no block yet.
    const [at, place] =
      block < this.blocks.length
        ? [block, index]
        : [Math.max(0, block - 1), this.blocks[block - 1]?.length ?? 0];
    const records = this.blocks[at] ?? [];
    if (this.blocks.length === 0) this.blocks.push(records);
    records.splice(place, 0, record);
    if (records.length >= 2 * BLOCK_RECORDS)
      this.blocks.splice(at + 1, 0, records.splice(BLOCK_RECORDS));
  }

  remove({ block, index }: OrderedPlace): void {
    const records = this.blocks[block] as StoredRecord[];
    records.splice(index, 1);
    this.count--;
    if (records.length === 0) this.blocks.splice(block, 1);
  }

  private placeIn(place: number): number {
    return place < 0 ? Math.max(0, this.count + place) : Math.min(place, this.count);
  }
}

/** Returns the first of some indexes at which something is no longer so. */
function firstIndex(count: number, isSo: (index: number) => boolean): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isSo(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}
