import { describe, expect, it } from 'vitest';
import type { Contract } from '../../src/contract/contract.ts';
import {
  isSpecified,
  isUpdateUnspecified,
  namedRefusal,
  namedReply,
  specifiedStatus,
} from '../../src/contract/is-specified.ts';
import type { Refusal } from '../../src/contract/situations.ts';
import { usersContract } from '../support/users.ts';

const update = { summary: 'Change', source: 'section 4', body: 'user-update', outcomes: {} };
const ok = { ...update, outcomes: { ok: { source: 'section 4' } } };
const { update: _, ...others } = usersContract.operations;

function contractWith(changes: Partial<Contract>): Contract {
  return { ...usersContract, open: [], ...changes };
}

describe('isSpecified', () => {
  it.each<[string, Partial<Contract>, boolean, boolean]>([
    ['it is not there', { operations: others }, false, true],
    ['it is there, and nothing is open', { operations: { ...others, update } }, true, false],
    ['its formats are open', { open: usersContract.open }, false, true],
    [
      'its formats are open, and a success is specified',
      { operations: { ...others, update: ok }, open: usersContract.open },
      true,
      false,
    ],
    ['a format is shown', { shown: { 'update.media': 'json-patch' } }, true, false],
    ['no format is shown', { shown: { 'update.media': 'none' } }, false, false],
  ])('tells of PATCH if %s', (_case, changes, isShown, isNoted) => {
    const contract = contractWith(changes);
    expect(isSpecified(contract, 'update')).toBe(isShown);
    expect(isUpdateUnspecified(contract)).toBe(isNoted);
  });

  it('tells of another operation whether it is there', () => {
    expect(isSpecified(usersContract, 'replace')).toBe(true);
    expect(isSpecified(contractWith({ operations: {} }), 'replace')).toBe(false);
  });
});

describe('specifiedStatus', () => {
  it.each<[string, Parameters<typeof specifiedStatus>[0], number | undefined]>([
    ['the only one', { status: 202, source: 's' }, 202],
    [
      'none of several, if the choice has one of them',
      { statuses: [201, 200], source: 's' },
      undefined,
    ],
    ['the first of several, if it has none', { statuses: [202, 204], source: 's' }, 202],
    ['none, if none is specified', { source: 's' }, undefined],
    ['none of no outcome', undefined, undefined],
  ])('returns %s', (_case, outcome, status) => {
    expect(specifiedStatus(outcome, 200)).toBe(status);
  });
});

describe('namedRefusal', () => {
  const refusals = (...statuses: readonly string[]) => ({
    refusals: Object.fromEntries(statuses.map((status) => [status, { source: status }])),
  });

  it.each<[string, Refusal, number, readonly string[], string | undefined]>([
    ['the status itself', 'invalid', 400, ['400', '422'], '400'],
    ['another status of the situation', 'invalid', 422, ['400', '409'], '400'],
    ['nothing for a status of other situations', 'taken', 409, ['404'], undefined],
    ['the range', 'taken', 409, ['4XX', 'default'], '4XX'],
    ['the range of failures', 'limited', 503, ['4XX', '5XX'], '5XX'],
    ['what is said of all', 'stale', 412, ['404', 'default'], 'default'],
    ['nothing', 'stale', 412, [], undefined],
  ])('returns %s', (_what, situation, status, statuses, source) => {
    expect(namedRefusal(refusals(...statuses), situation, status)?.source).toBe(source);
  });

  it('returns nothing for an operation that names none, or for none', () => {
    expect(namedRefusal({}, 'invalid', 422)).toBeUndefined();
    expect(namedReply(null, 422)).toBeUndefined();
  });
});
