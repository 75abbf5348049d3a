// Each contract is some shard's and no other's, and no shard has much more to do than another.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Contract } from '../../../src/contract/contract.ts';
import { kinds } from '../../../src/contract/operation-kinds.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { assignContracts } from '../../../src/verify/shards/assign-contracts.ts';

type Some = Pick<Contract, 'resource' | 'operations'>;

const [users] = (await loadProject({ contract: 'contracts', db: null, profile: 'standin' }))
  .contracts;
if (users === undefined) throw new Error('there is no contract');
const { operations } = users;

/** A contract with some of the operations of the users. */
function contractOf(resource: string, offered: readonly string[]): Some {
  return {
    resource,
    operations: Object.fromEntries(
      Object.entries(operations).filter(([kind]) => offered.includes(kind)),
    ),
  };
}

const sets = fc
  .array(fc.subarray([...kinds]), { maxLength: 40 })
  .map((all) => all.map((offered, index) => contractOf(`r${index}`, offered)));

describe('assignContracts', () => {
  it('assigns each contract to exactly one shard, in the order of the set', () => {
    fc.assert(
      fc.property(sets, fc.integer({ min: 1, max: 50 }), (contracts, count) => {
        const shares = Array.from({ length: count }, (_, at) =>
          assignContracts(contracts, { index: at + 1, count }),
        );
        expect(
          shares.flat().toSorted((a, b) => contracts.indexOf(a) - contracts.indexOf(b)),
        ).toEqual(contracts);
        for (const share of shares)
          expect(share).toEqual(
            share.toSorted((a, b) => contracts.indexOf(a) - contracts.indexOf(b)),
          );
        if (contracts.length >= count)
          expect(Math.min(...shares.map(({ length }) => length))).toBeGreaterThan(0);
      }),
    );
  });

  it('does not give all slow contracts to one shard, as assigning by turns would', () => {
    const all = ['list', 'read', 'create', 'replace', 'remove'];
    const contracts = Array.from({ length: 8 }, (_, at) =>
      contractOf(`r${at}`, at % 2 === 0 ? all : ['list', 'read']),
    );
    const written = [1, 2].map((index) => {
      return assignContracts(contracts, { index, count: 2 }).filter(
        ({ operations: offered }) => offered.create !== undefined,
      ).length;
    });
    expect(written).toEqual([2, 2]);
  });
});
