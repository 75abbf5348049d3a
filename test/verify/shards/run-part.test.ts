// The parts of a run: each law and walk is in one of them, and none has much more to do than another.

import { describe, expect, it } from 'vitest';
import type { Contract, Operation } from '../../../src/contract/contract.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { lawsFor } from '../../../src/verify/laws/laws-for.ts';
import { WALKS } from '../../../src/verify/laws/walk-sizes.ts';
import {
  besideParts,
  partRequests,
  type RunPartsOptions,
  restPart,
} from '../../../src/verify/shards/run-part.ts';
import { conforming } from '../print/reports.ts';

const { contracts, schemas } = await loadProject({
  contract: 'contracts',
  db: null,
  profile: 'standin',
});
const [users] = contracts as readonly [Contract];

const given: RunPartsOptions = {
  contract: users,
  schemas,
  budget: 'standard',
  mode: 'write',
  only: null,
  credentials: [],
  mayWriteActions: false,
  hasSecondUser: false,
  contracts: 1,
};

/** Whose clients choose the ids of new items. */
const choosing: Contract = {
  ...users,
  shown: { ...users.shown, 'create.id': 'keep' },
  operations: {
    ...users.operations,
    create: { ...(users.operations.create as Operation), body: users.item },
  },
};

describe('besideParts', () => {
  it.each(['standard', 'thorough'] as const)('has each law of %s once, and each walk', (budget) => {
    const parts = besideParts({ ...given, budget });
    const exclusive = lawsFor({ ...given, budget }).filter(({ isExclusive }) => isExclusive);
    const shared = lawsFor({ ...given, budget }).filter((law) => !exclusive.includes(law));
    expect(exclusive.map(({ name }) => name)).toContain('removing-again-harms-nobody');
    expect(parts.flatMap(({ laws }) => laws).toSorted()).toEqual(
      shared.map(({ name }) => name).toSorted(),
    );
    const { walks } = WALKS[budget];
    expect(parts.flatMap((part) => part.walks).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: walks }, (_, number) => number),
    );
  });

  it('leaves laws together that compare what they have seen', () => {
    const parts = besideParts({ ...given, budget: 'thorough' });
    const those = parts.filter(({ laws }) => laws.includes('unusual-values-survive'));
    expect(those.map(({ laws }) => laws)).toEqual([
      expect.arrayContaining(['unusual-values-survive', 'unusual-values-survive-replacing']),
    ]);
  });

  it('is balanced by requests, but for a law that takes more than its share', () => {
    const options = { ...given, budget: 'thorough' } as const;
    const costs = besideParts(options).map((part) => partRequests(options, part));
    expect(Math.max(...costs) / Math.min(...costs)).toBeLessThan(1.3);
  });

  it('has more parts with a larger budget, and fewer for each of many contracts', () => {
    const count = (more: Partial<RunPartsOptions>): number =>
      besideParts({ ...given, ...more }).length;
    expect(count({})).toBe(2);
    expect(count({ budget: 'thorough' })).toBe(6);
    expect(count({ budget: 'thorough', contracts: 2 })).toBe(3);
    expect(count({ budget: 'thorough', contracts: 6 })).toBe(0);
  });

  it.each<[string, Partial<RunPartsOptions>]>([
    ['of the quick budget', { budget: 'quick' }],
    ['that only reads', { mode: 'read-only' }],
    ['of a few laws', { only: ['created-is-there', 'list-follows'] }],
    ['about the only item at a path', { contract: { ...users, isSingle: true } }],
    [
      'that cannot create items',
      { contract: { ...users, operations: { list: users.operations.list as never } } },
    ],
    ['that chooses ids', { contract: choosing }],
  ])('leaves a run whole %s', (_, more) => {
    expect(besideParts({ ...given, ...more })).toEqual([]);
  });
});

describe('restPart', () => {
  const parts = [
    { laws: ['a'], walks: [0] },
    { laws: ['b'], walks: [1, 2] },
  ];
  const walked = { ...conforming, walks: { planned: 1, run: 1, steps: 6, why: null } };

  it('has what did not hold, and the walks of a part that found something in them', () => {
    const [law] = conforming.laws;
    const broken = {
      ...walked,
      laws: [{ ...(law as (typeof conforming.laws)[number]), result: 'broken' } as const],
      walks: { planned: 2, run: 1, steps: 6, why: 'a walk broke' },
    };
    expect(restPart(parts, [walked, broken])).toEqual({
      kind: 'rest',
      held: conforming.laws,
      walks: [1, 2],
    });
  });

  it('has all of a part that could not be judged', () => {
    const unjudged = { laws: [], walks: { planned: 0, run: 0, steps: 0, why: 'no' } };
    expect(restPart(parts, [unjudged, unjudged])).toMatchObject({ held: [], walks: [0, 1, 2] });
  });
});
