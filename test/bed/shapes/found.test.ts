// Each fault in a service of the contracts with shapes is found, and named by a code that fits.

import { describe, expect, it } from 'vitest';
import { faults } from './faults.ts';
import { complaintsOf, hold } from './hold.ts';
import { startShapes } from './service.ts';

describe('verify', () => {
  it.concurrent.each(faults)(
    'finds $name',
    { timeout: 240_000 },
    async ({ resource, codes, habits }) => {
      await using service = await startShapes(habits());
      const outcome = await hold({ baseUrl: service.baseUrl, resource });
      const found = outcome.report.findings.map(({ code }) => code);
      const named = found.filter((code) => codes.includes(code));
      expect(named, complaintsOf(outcome).join('\n')).not.toEqual([]);
    },
  );
});
