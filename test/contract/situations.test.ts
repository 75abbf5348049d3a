// The table of situations is sound: one order of checking, one of likelihood, and a status each.

import { describe, expect, it } from 'vitest';
import { isChoiceKey } from '../../src/contract/choices.ts';
import { kinds } from '../../src/contract/operation-kinds.ts';
import {
  preconditions,
  refusals,
  situationKeys,
  situationRow,
  situationsByRank,
} from '../../src/contract/situations.ts';

describe('situations', () => {
  it('begins with success and has a rank for each', () => {
    expect(situationKeys).toEqual(['ok', ...refusals]);
    expect(situationsByRank.map((key) => situationRow(key).rank)).toEqual([
      ...situationKeys.keys(),
    ]);
    expect(situationsByRank.slice(0, 3)).toEqual(['ok', 'missing', 'invalid']);
  });

  it('puts situations that show in the head of a request before those that need its body', () => {
    const found = situationKeys.slice(1).map((key) => situationRow(key).foundIn);
    const order = ['path', 'head', 'body', 'store'];
    expect(found).toEqual(found.toSorted((a, b) => order.indexOf(a) - order.indexOf(b)));
    expect(preconditions).toEqual([
      'limited',
      'unauthorized',
      'forbidden',
      'disallowed',
      'unacceptable',
      'unexpected',
      'unfit',
      'keyless',
    ]);
  });

  it.each(refusals)('%s has a status, a title and kinds of operation', (refusal) => {
    const { title, kinds: among, otherStatuses = [] } = situationRow(refusal);
    expect(isChoiceKey(`${refusal}.status`)).toBe(true);
    expect(otherStatuses.filter((key) => !isChoiceKey(key))).toEqual([]);
    expect(title).toMatch(/^[A-Z].*[^.\s]$/);
    expect(kinds.filter((kind) => among.includes(kind))).toEqual(among);
  });
});
