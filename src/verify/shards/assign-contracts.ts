// Distributes contracts over machines. The unit is the contract: its laws depend on each other, and
// two runs on one collection disturb each other.

import type { Contract } from '../../contract/contract.ts';
import { laws } from '../laws/all-laws.ts';
import type { Shard } from './shard.ts';

/**
 * Returns the contracts of one part, in their order. Each contract is in exactly one part, and
 * every machine computes the same distribution. The heaviest contract goes first, each to the part
 * with the least so far.
 */
export function assignContracts<T extends Pick<Contract, 'resource' | 'operations'>>(
  contracts: readonly T[],
  { index, count }: Shard,
): readonly T[] {
  const loads = Array.from({ length: count }, () => 0);
  const heaviestFirst = contracts.toSorted((one, other) => weightOf(other) - weightOf(one));
  const own = heaviestFirst.filter((contract) => {
    const lightest = loads.indexOf(Math.min(...loads));
    loads[lightest] = (loads[lightest] ?? 0) + weightOf(contract);
    return lightest === index - 1;
  });
  return contracts.filter((contract) => own.includes(contract));
}

/** The amount of work: the laws of its operations, and the walks if it can be written to. */
export function weightOf({ operations }: Pick<Contract, 'operations'>): number {
  const isWritten = operations.create !== undefined;
  // Without POST only the laws that need no item of the run can be tried.
  return isWritten
    ? laws.filter(({ operation }) => operations[operation] !== undefined).length + WALKS_WEIGHT
    : READING_WEIGHT;
}

/** The work of the walks and of the reading laws, in laws. */
const [WALKS_WEIGHT, READING_WEIGHT] = [10, 2];
