// Each fault in a service of the contracts with shapes is found, and named by a code that fits.
// SEEDS=5 tries 5 seeds.

import { describe, expect, it } from 'vitest';
import { faults } from './faults.ts';
import { complaintsOf, hold, seedsOf } from './hold.ts';
import { startShapes } from './service.ts';

const seeds = seedsOf(1);

describe('verify', () => {
  it.concurrent.each(faults)(
    'finds $name',
    { timeout: 240_000 * seeds.length },
    async ({ resource, codes, habits }) => {
      for (const seed of seeds) {
        await using service = await startShapes(habits());
        const outcome = await hold({ baseUrl: service.baseUrl, resource, seed });
        const found = outcome.report.findings.map(({ code }) => code);
        const named = found.filter((code) => codes.includes(code));
        expect(named, `seed ${seed}\n${complaintsOf(outcome).join('\n')}`).not.toEqual([]);
      }
    },
  );
});
