// How a set of contracts is shared out among machines. The unit is the contract: its laws lean on
// what others of them made and learned, and two runs on one collection disturb each other.

import type { Contract } from '../../contract/contract.ts';
import { laws } from '../laws/all-laws.ts';
import type { Shard } from './shard.ts';

/**
 * Gives the contracts of one part, in their order. Each contract is in exactly one part, whatever
 * the count; the same set is shared out alike on every machine. What is heaviest is handed out
 * first, each to whoever has least so far.
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

/**
 * How much there is to try: the laws of its operations, and the walks where it can be written to.
 */
function weightOf({ operations }: Pick<Contract, 'operations'>): number {
  const isWritten = operations.create !== undefined;
  // Without POST all that can be tried is what needs no item of the run.
  return isWritten
    ? laws.filter(({ operation }) => operations[operation] !== undefined).length + WALKS_WEIGHT
    : READING_WEIGHT;
}

/** What walks and the laws of reading take, in laws. */
const [WALKS_WEIGHT, READING_WEIGHT] = [10, 2];
