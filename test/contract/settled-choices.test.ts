import { describe, expect, it } from 'vitest';
import { isSettled, settledChoices } from '../../src/contract/settled-choices.ts';
import { usersContract } from '../support/users.ts';

const outcome = { source: 'test' };
const operation = { summary: 'test', source: 'test' };

describe('settledChoices', () => {
  it('gives the options that follow from the refusals of a contract', () => {
    const remove = { ...operation, outcomes: { ok: outcome, missing: outcome } };
    expect(settledChoices({ remove })).toEqual({ 'remove.missing': 'refuse' });
  });
});

describe('isSettled', () => {
  const contract = {
    ...usersContract,
    shown: { 'create.id': 'keep' as const },
    operations: {
      create: { ...operation, outcomes: { ok: { ...outcome, status: 201 } } },
      read: { ...operation, outcomes: { ok: outcome, missing: { ...outcome, status: 404 } } },
    },
  };

  it.each([
    ['create.id', 'keep', true],
    ['create.status', 201, true],
    ['create.body', 'record', false],
    ['read.status', 200, false],
    ['missing.status', 404, true],
    ['missing.status', 410, false],
    ['fields.unknown', 'drop', false],
  ])('of %s = %s is %s', (key, option, isIt) => {
    expect(isSettled(contract, key, option)).toBe(isIt);
  });
});
