// Proves the hard faults: each shows where it is planted, and nowhere else.

import { describe, expect, it } from 'vitest';
import { createClient } from '../faults/client.ts';
import { startFaulty } from '../faults/index.ts';
import { SEEDS } from '../hold.ts';
import { odd } from '../odd.ts';
import { plain } from '../plain.ts';
import type { Service } from '../service.ts';
import { showsSoon } from '../shows.ts';
import { hardFaults } from './index.ts';

async function shows(fault: (typeof hardFaults)[number], start: Promise<Service>) {
  const service = await start;
  try {
    return await fault.witness(createClient(service.baseUrl));
  } finally {
    await service.close();
  }
}

describe('hard faults', () => {
  it('are at least 24, with unique names', () => {
    const names = hardFaults.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(24);
    expect([...new Set(names)]).toEqual(names);
  });

  describe.each([plain, odd])('the $name base', (base) => {
    it.concurrent.each(hardFaults)('shows $name only if it is planted', async (fault) => {
      expect(await shows(fault, base.start(SEEDS)), 'on the correct base').toBe(false);
      const onFaulty = showsSoon(() => shows(fault, startFaulty(base, fault, SEEDS)));
      expect(await onFaulty, 'on the faulty service').toBe(true);
    });
  });
});
