import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import { finish } from '../../../src/model/query/select.ts';
import { sortRecords } from '../../../src/model/query/sort.ts';
import { StoredRecord } from '../../../src/model/state/state.ts';

const recordsOf = (values: readonly Json[]): readonly StoredRecord[] =>
  values.map(
    (value, index) => new StoredRecord(String(index), value === 'absent' ? {} : { value }),
  );

function sorted(
  values: readonly Json[],
  direction: 'up' | 'down',
  collation: 'code-units' | 'alphabet',
): readonly Json[] {
  return finish(sortRecords(recordsOf(values), [{ path: 'value', direction }], collation)).map(
    (record) => record.value['value'] ?? (Object.hasOwn(record.value, 'value') ? null : 'absent'),
  );
}

describe('sortRecords', () => {
  it('keeps the order of equal records, over any number of runs', () => {
    const random = fc.array(fc.integer({ min: 0, max: 9 }), {
      minLength: 0,
      maxLength: 2_000,
      size: 'max',
    });
    fc.assert(
      fc.property(random, fc.constantFrom('up', 'down'), (numbers, direction) => {
        const places = finish(
          sortRecords(recordsOf(numbers), [{ path: 'value', direction }], 'code-units'),
        ).map(({ key }) => key);
        const sign = direction === 'up' ? 1 : -1;
        const expected = numbers
          .map((value, at) => ({ value, at }))
          .sort((a, b) => sign * (a.value - b.value) || a.at - b.at);
        expect(places).toEqual(expected.map(({ at }) => String(at)));
      }),
      { numRuns: 50 },
    );
  });

  it('has one order for values of all types', () => {
    const values = ['b', null, 2, 'absent', true, 'B', '10', -1, [2, 1], 'a', false, { a: 1 }];
    const up = [-1, false, true, 2, '10', [2, 1], 'B', { a: 1 }, 'a', 'b', null, 'absent'];
    expect(sorted(values, 'up', 'code-units')).toEqual(up);
    expect(sorted(values, 'down', 'code-units')).toEqual(up.toReversed());
  });

  it('sorts alphabetically, with empty values at the end', () => {
    const values = ['b', '', 'É', 'B', 'a', null, 'e', 'A', 0, false, 'absent', 'f'];
    expect(sorted(values, 'up', 'alphabet')).toEqual([
      0,
      'a',
      'A',
      'b',
      'B',
      'e',
      'É',
      'f',
      '',
      null,
      false,
      'absent',
    ]);
  });

  it('yields often', () => {
    let pauses = 0;
    const work = sortRecords(
      recordsOf(Array.from({ length: 5_000 }, (_one, at) => -at)),
      [{ path: 'value', direction: 'up' }],
      'code-units',
    );
    for (let step = work.next(); step.done !== true; step = work.next()) pauses++;
    expect(pauses).toBeGreaterThan((5_000 / 256) * 5);
  });
});
