// The requests of a run are shared out by what contracts need, and what one leaves the next may send.

import { describe, expect, it } from 'vitest';
import type { Contract } from '../../../src/contract/contract.ts';
import { kinds } from '../../../src/contract/operation-kinds.ts';
import { inOrder, needsOf, shareOf, usualRequests } from '../../../src/verify/run/request-share.ts';
import { usersContract } from '../../support/users.ts';

const reads: Contract = {
  ...usersContract,
  operations: Object.fromEntries(
    kinds.flatMap((kind) => {
      const operation = kind === 'list' || kind === 'read' ? usersContract.operations[kind] : null;
      return operation == null ? [] : [[kind, operation]];
    }),
  ),
};

describe('shareOf', () => {
  it('shares out all of them, most to what creates items', () => {
    const contracts = [reads, usersContract, usersContract, reads];
    let left = 1_000;
    const shares = contracts.map((_, index) => {
      const share = shareOf(left, contracts.slice(index));
      left -= share;
      return share;
    });
    expect(left).toBeLessThanOrEqual(0);
    expect(left).toBeGreaterThan(-40);
    expect(shares[0]).toBe(40);
    expect(Math.abs((shares[1] ?? 0) - (shares[2] ?? 0))).toBeLessThan(20);
  });

  it('gives the next what one has left', () => {
    expect(shareOf(900, [usersContract, usersContract])).toBe(450);
    expect(shareOf(900 - 100, [usersContract])).toBe(800);
  });

  it('gives none if none are left, but to reads, and any number without a limit', () => {
    expect(shareOf(-20, [usersContract, reads])).toBe(0);
    expect(shareOf(-20, [reads])).toBe(40);
    const any = Number.POSITIVE_INFINITY;
    expect(shareOf(any, [usersContract])).toBe(any);
  });
});

describe('inOrder', () => {
  it('lets those come last that need the most, if there are too few for all', () => {
    const second = { ...usersContract, resource: 'others' };
    const contracts = [usersContract, reads, second, reads];
    expect(inOrder(800, contracts)).toEqual([reads, reads, usersContract, second]);
    expect(inOrder(2_000, contracts)).toBe(contracts);
  });
});

describe('usualRequests', () => {
  it('are enough to show most of each contract', () => {
    expect(usualRequests([usersContract, reads])).toBe(1_000);
    const many = Array.from({ length: 20 }, () => usersContract);
    expect(usualRequests([...many, reads])).toBe(1_500);
    expect(needsOf(many)).toBe(20 * needsOf([usersContract]));
  });
});
