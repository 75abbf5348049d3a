// What a run costs: laws share their looks and their items, and on a slow service the time.

import { describe, expect, it } from 'vitest';
import { hold, SEEDS } from './hold.ts';
import { odd } from './odd.ts';
import { plain } from './plain.ts';

describe('a run against a correct service', () => {
  it.each([
    { base: plain, requestsMax: 330 },
    { base: odd, requestsMax: 400 },
  ])(
    'sends at most $requestsMax requests, and all laws hold: $base.name',
    async ({ base, requestsMax }) => {
      const service = await base.start(SEEDS);
      try {
        const { laws, requests } = await hold(service.baseUrl);
        expect(laws.filter(({ result }) => result !== 'held')).toEqual([]);
        expect(requests).toBeLessThanOrEqual(requestsMax);
      } finally {
        await service.close();
      }
    },
    60_000,
  );

  it.each([{ base: plain }, { base: odd }])(
    'takes at most 48 answers in a row if it answers slowly and in parallel: $base.name',
    async ({ base }) => {
      const service = await base.start(SEEDS);
      try {
        const slowMs = 300;
        const { findings, laws, walks, elapsedMs } = await hold(service.baseUrl, { slowMs });
        expect(findings).toEqual([]);
        expect(laws.filter(({ result }) => result !== 'held')).toEqual([]);
        expect(walks.run).toBe(walks.planned);
        expect(elapsedMs / slowMs).toBeLessThanOrEqual(48);
      } finally {
        await service.close();
      }
    },
    60_000,
  );
});
