// Records in an order, beside an array with the same ones.

import { describe, expect, it } from 'vitest';
import { BLOCK_RECORDS, OrderedRecords } from '../../../src/model/query/ordered-records.ts';
import { StoredRecord } from '../../../src/model/state/state.ts';

const record = (number: number): StoredRecord => new StoredRecord(String(number), {});
const numberOf = ({ key }: StoredRecord): number => Number(key);
const numbers = (records: readonly StoredRecord[]): readonly number[] => records.map(numberOf);

describe('OrderedRecords', () => {
  it('behaves like a sorted array', () => {
    const model = Array.from({ length: 3 * BLOCK_RECORDS }, (_, at) => 10 * at);
    const records = new OrderedRecords(model.map(record));
    const placeOf = (number: number) => records.placeOf((one) => numberOf(one) < number);
    const put = (number: number): void => {
      records.insert(placeOf(number), record(number));
      model.push(number);
    };
    // So many at one place that blocks are parted, then the first, the last, and any.
    for (let step = 1; step < 3 * BLOCK_RECORDS; step++) put(4_000 + step / 10_000);
    for (let step = 0; step < 500; step++) put((step * 7_919) % 20_011);
    put(-1);
    put(1e6);
    model.sort((one, other) => one - other);
    expect(numbers(records.slice())).toEqual(model);
    for (const number of model.filter((_, at) => at % 3 !== 0)) {
      expect(numberOf(records.at(placeOf(number)) as StoredRecord)).toBe(number);
      records.remove(placeOf(number));
    }
    const left = model.filter((_, at) => at % 3 === 0);
    expect(records).toHaveLength(left.length);
    for (const [start, end] of [[], [0, 7], [700, 800], [-5], [-900, -800], [90_000], [9, 2]])
      expect(numbers(records.slice(start, end))).toEqual(left.slice(start, end));
  });

  it('begins and ends empty', () => {
    const records = new OrderedRecords([]);
    const first = records.placeOf(() => true);
    expect(records.at(first)).toBeUndefined();
    records.insert(first, record(1));
    records.replace(
      records.placeOf(() => false),
      record(2),
    );
    expect(numbers(records.slice())).toEqual([2]);
    records.remove(records.placeOf(() => false));
    expect([records.length, records.slice()]).toEqual([0, []]);
  });
});
