// How the requests that a run may send are shared out among its contracts.

import type { Contract } from '../../contract/contract.ts';
import { type Kind, kinds } from '../../contract/operation-kinds.ts';

/** How many requests a run sends before it leaves what is not tried. */
export const REQUESTS_MAX = 1_000;

/**
 * How many requests a run sends unless you say otherwise: the same for a service of one resource and of
 * thirteen, for some of those that could create items mostly cannot, and leave theirs to the others.
 */
export function usualRequests(contracts: readonly Contract[]): number {
  const creating = contracts.filter(({ operations }) => operations.create !== undefined);
  return Math.max(REQUESTS_MAX, creating.length * TOURED);
}

/** Of how many requests each of very many contracts has at least, on average. */
const TOURED = 75;

/**
 * Returns how many of the requests that are left the first of the contracts may send: what it needs
 * in proportion to what they all need. What it does not send is left for the others. Reads may always
 * send a few, whatever findings took.
 */
export function shareOf(left: number, contracts: readonly Contract[]): number {
  const [first] = contracts;
  if (first === undefined || left === Number.POSITIVE_INFINITY) return left;
  const share = Math.round((Math.max(0, left) * needsOf([first])) / needsOf(contracts));
  return first.operations.create === undefined ? Math.max(share, OF_READS) : share;
}

/**
 * Returns contracts in the order in which they are verified: where the requests are too few for all, those
 * come last that need the most, for what the others leave is theirs.
 */
export function inOrder(left: number, contracts: readonly Contract[]): readonly Contract[] {
  if (needsOf(contracts) <= left) return contracts;
  return contracts.toSorted((one, other) => needsOf([one]) - needsOf([other]));
}

/** About how many requests contracts need: reads take few, and what creates items takes many. */
export function needsOf(contracts: readonly Contract[]): number {
  return contracts.reduce((sum, { operations, actions = [] }) => {
    const offered = kinds.filter((kind) => operations[kind] !== undefined);
    const each = operations.create === undefined ? OF_READ : OF_CREATED;
    return sum + offered.reduce((own, kind) => own + each[kind], actions.length + 1);
  }, 0);
}

/** About how many requests a contract takes that makes nothing. */
const OF_READS = 40;

const OF_READ = {
  list: 6,
  read: 4,
  create: 0,
  replace: 20,
  update: 20,
  remove: 2,
} satisfies Record<Kind, number>;

/** Seen on services of all kinds: some 120 to create and remove, 100 to replace, 150 to update. */
const OF_CREATED = {
  list: 30,
  read: 30,
  create: 120,
  replace: 100,
  update: 150,
  remove: 30,
} satisfies Record<Kind, number>;
