// The tour of the quick budget: which laws it has, and what it costs and finds.

import { describe, expect, it } from 'vitest';
import { laws } from '../../../src/verify/laws/all-laws.ts';
import { tourOf } from '../../../src/verify/laws/tour.ts';
import { createItemFactory } from '../../../src/verify/session/item-factory.ts';
import { createSession } from '../../../src/verify/session/session.ts';
import { faults, startFaulty } from '../../bed/faults/index.ts';
import { hold, SEEDS } from '../../bed/hold.ts';
import { odd } from '../../bed/odd.ts';
import { tryCorrectTasks } from '../../bed/patch/try.ts';
import { plain } from '../../bed/plain.ts';
import { usersContract, usersProject } from '../../support/users.ts';

const { schemas, checker } = usersProject;
const TOKEN = 'sqtour';

function lawsOfTour(): readonly string[] {
  const session = createSession({
    contract: usersContract,
    schemas,
    checker,
    guard: undefined as never,
    token: TOKEN,
    pins: {},
    now: () => 0,
    wait: async () => undefined,
    deadline: 0,
  });
  const stages = tourOf(createItemFactory(session));
  return stages.flatMap(({ strands }) => strands.flatMap(({ laws: names }) => names));
}

describe('tourOf', () => {
  it('names each law of the quick budget once, but for those that only some contracts need', () => {
    const quick = laws.filter(
      ({ budget, applies, asked }) =>
        budget === 'quick' && applies === undefined && asked === undefined,
    );
    expect(lawsOfTour().toSorted()).toEqual(quick.map(({ name }) => name).toSorted());
  });
});

describe('the quick budget', () => {
  it.each([
    // The first item is removed, and looked for in the list, before more are made.
    { base: plain, requestsMax: 88 },
    // Its list shows less than an item: more items are read.
    { base: odd, requestsMax: 100 },
  ])(
    'holds the $base.name service with at most $requestsMax requests',
    async ({ base, requestsMax }) => {
      const service = await base.start(SEEDS);
      try {
        const held = await hold(service.baseUrl, { budget: 'quick' });
        expect(held.laws.filter(({ result }) => result !== 'held')).toEqual([]);
        expect(held.requests).toBeLessThanOrEqual(requestsMax);
        expect(service.stored()).toEqual(SEEDS);
      } finally {
        await service.close();
      }
    },
  );

  it('holds a service with PATCH with at most 112 requests', async () => {
    const { complaints, untried, requests } = await tryCorrectTasks({}, { budget: 'quick' });
    expect({ complaints, untried }).toEqual({ complaints: [], untried: [] });
    expect(requests).toBeLessThanOrEqual(112);
  });

  it('finds nine of ten faults', { timeout: 120_000 }, async () => {
    const planted = faults.filter(
      ({ notIn, kind }, index) =>
        index % 9 === 4 && notIn?.['plain'] === undefined && kind !== 'concurrent',
    );
    const missed: string[] = [];
    for (const fault of planted) {
      const service = await startFaulty(plain, fault, SEEDS);
      const { findings } = await hold(service.baseUrl, {
        budget: 'quick',
        isEnough: ({ length }) => length > 0,
      });
      if (findings.length === 0) missed.push(fault.name);
      await service.close();
    }
    expect(missed.length, missed.join()).toBeLessThanOrEqual(planted.length / 10);
  });
});
