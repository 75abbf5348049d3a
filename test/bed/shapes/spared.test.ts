// No correct service of the contracts with shapes fails, whatever the seed. SEEDS=20 tries 20 seeds.

import { describe, expect, it } from 'vitest';
import { correct } from './correct.ts';
import { complaintsOf, hold, seedsOf } from './hold.ts';
import { startShapes } from './service.ts';

const seeds = seedsOf(3);

const cases = correct.flatMap(({ name, resources, habits }) =>
  resources.map((resource) => ({ name, resource, habits })),
);

describe('verify', () => {
  it.concurrent.each(cases)(
    'passes $resource of $name, and leaves nothing there',
    { timeout: 30_000 * seeds.length },
    async ({ resource, habits }) => {
      for (const seed of seeds) {
        await using service = await startShapes(habits());
        const before = service.size();
        const outcome = await hold({ baseUrl: service.baseUrl, resource, seed });
        expect(complaintsOf(outcome), `seed ${seed}`).toEqual([]);
        expect(service.size()).toBe(before);
      }
    },
  );
});
