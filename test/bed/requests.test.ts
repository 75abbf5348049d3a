// What a run costs: laws share their looks and their items.

import { describe, expect, it } from 'vitest';
import { hold, SEEDS } from './hold.ts';
import { odd } from './odd.ts';
import { plain } from './plain.ts';

describe('a run against a correct service', () => {
  it.each([
    { base: plain, requestsMax: 380 },
    { base: odd, requestsMax: 460 },
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
});
