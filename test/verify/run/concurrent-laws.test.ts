// Which laws are played beside each other, and whose fault a finding may be then.

import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/oracle/finding.ts';
import { laws } from '../../../src/verify/laws/all-laws.ts';
import { mayBeDueToOthers, roundsOf } from '../../../src/verify/run/concurrent-laws.ts';
import type { ItemFactory } from '../../../src/verify/session/item-factory.ts';

const make: ItemFactory = {
  plain: () => ({ name: 'a' }),
  alternatives: () => [],
  inCapitals: (values) => values,
  shown: () => ({ name: 'a' }),
  changes: () => ({ name: '' }),
  emptied: () => [],
  nulled: () => [],
  flawed: () => [],
  flawedByKeyword: () => [],
  unique: [],
  unusual: () => ({ name: 'a' }),
  rare: () => ({ name: 'a' }),
};
const finding: Finding = {
  code: 'lost',
  breach: 'violates',
  operation: 'remove',
  clause: 'section 4',
  at: null,
  message: '',
  expected: '',
  actual: '',
  by: 'contract',
  remedy: '',
};

describe('roundsOf', () => {
  const rounds = roundsOf(laws.map((law) => ({ law, moves: law.moves(make) })));
  const names = rounds.map((round) => round.map(({ law }) => law.name));

  it('omits no law', () => {
    expect(names.flat().toSorted()).toEqual(laws.map(({ name }) => name).toSorted());
  });

  it('separates laws that count, and laws that would harm all others', () => {
    expect(names[1]).toEqual(['totals-fit']);
    expect(names[2]).toEqual([
      'ids-that-begin-alike',
      'refused-creation-changes-nothing',
      'refused-replacement-changes-nothing',
      'replacing-the-unknown-harms-nobody',
      'refused-update-changes-nothing',
      'updating-the-removed-harms-nobody',
      'removing-again-harms-nobody',
      ...['list', 'create', 'read', 'replace', 'update', 'remove'].map(
        (kind) => `${kind}-is-refused-as-specified`,
      ),
    ]);
  });
});

describe('mayBeDueToOthers', () => {
  it.each([
    ['lost', false, true],
    ['lost', true, true],
    ['answer-late', false, false],
    ['not-listed', false, true],
    ['not-listed', true, false],
    ['member-type', false, true],
  ] as const)('for %s, if lists have pages: %s, is %s', (code, isPaged, expected) => {
    expect(mayBeDueToOthers({ ...finding, code }, isPaged)).toBe(expected);
  });
});
