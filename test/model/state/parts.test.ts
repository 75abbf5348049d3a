// The parts of a collection: whatever is done to the whole, each part has the records that belong to
// it, in the order of the whole.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { Collection, type Partition, StoredRecord } from '../../../src/model/state/state.ts';

const byOwner: Partition = {
  name: 'by owner',
  partsOf: ({ owners }) => (Array.isArray(owners) ? owners.map(String) : [String(owners)]),
};

const steps = fc.array(
  fc.oneof(
    fc.record({
      put: fc.integer({ min: 1, max: 6 }),
      owners: fc.oneof(
        fc.integer({ min: 1, max: 3 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
      ),
    }),
    fc.record({ remove: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ look: fc.integer({ min: 1, max: 3 }) }),
  ),
  { maxLength: 40 },
);

const valuesOf = (collection: Collection): readonly JsonObject[] =>
  collection.records().map(({ value }) => value);

describe('Collection.part', () => {
  it('has the records of the whole that belong to it, in the same order', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const whole = new Collection();
        for (const step of all) {
          if ('put' in step)
            whole.put(
              new StoredRecord(String(step.put), { id: step.put, owners: step.owners as never }),
            );
          else if ('remove' in step) whole.remove(String(step.remove), 'forget');
          else whole.part(byOwner, String(step.look));
        }
        for (const owner of ['1', '2', '3']) {
          const expected = valuesOf(whole).filter((value) =>
            byOwner.partsOf(value).includes(owner),
          );
          expect(valuesOf(whole.part(byOwner, owner))).toEqual(expected);
          expect(valuesOf(whole.fork().part(byOwner, owner))).toEqual(expected);
        }
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it('keeps a thousand parts, and makes a dropped one again', () => {
    const whole = new Collection();
    for (let id = 1; id <= 1_200; id++) whole.put(new StoredRecord(String(id), { id, owners: id }));
    for (let id = 1; id <= 1_200; id++) expect(whole.part(byOwner, String(id)).size).toBe(1);
    expect(valuesOf(whole.part(byOwner, '1'))).toEqual([{ id: 1, owners: 1 }]);
  });
});
