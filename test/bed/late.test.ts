// Reads that lag behind writes: a lag is waited out and reported, and fails where it is pinned; a
// read that is stale for ever, or again, is a finding that says so.

import { describe, expect, it } from 'vitest';
import type { Profile } from '../../src/contract/choices.ts';
import { type Held, hold, SEEDS } from './hold.ts';
import { LAG_MS, type LateService, lateServices, staleServices } from './late/services.ts';

const SEEDS_TRIED = [1];
const LAG_MS_MAX = 900;

async function held(
  { base, plant }: LateService,
  seed: number,
  pins: Partial<Profile> = {},
): Promise<Held & { readonly stored: string }> {
  const service = await base.startPlanted(SEEDS, plant);
  try {
    const found = await hold(service.baseUrl, { seed, pins, lagMsMax: LAG_MS_MAX });
    await new Promise((resolve) => setTimeout(resolve, LAG_MS));
    return { ...found, stored: JSON.stringify(service.stored()) };
  } finally {
    await service.close();
  }
}

const told = ({ findings }: Held): readonly string[] =>
  findings.map(({ law, code, message, actual }) => `${law}: ${code}: ${message}: ${actual}`);

describe('a service whose reads lag', () => {
  const cases = SEEDS_TRIED.flatMap((seed) =>
    lateServices(seed).map((service) => ({ ...service, seed })),
  );
  it.concurrent.each(cases)(
    'conforms: $name, seed $seed',
    { timeout: 90_000 },
    async ({ seed, ...service }) => {
      const found = await held(service, seed);
      expect(told(found)).toEqual([]);
      const untried = found.laws.filter(({ result }) => result !== 'held').map(({ name }) => name);
      // Whether one id is the beginning of another depends on how many items there are at once.
      expect(untried.filter((name) => name !== 'ids-that-begin-alike')).toEqual([]);
      expect(found.stored).toBe(JSON.stringify(SEEDS));
      const notes = [...found.session.service.notes].join('\n');
      expect(notes).toMatch(
        service.name.startsWith('accepts')
          ? /writes answered with 202 took effect up to \d+ ms later/
          : /reads lagged behind writes by up to \d+ ms/,
      );
    },
  );
});

describe('a service with stale reads', () => {
  const cases = SEEDS_TRIED.flatMap((seed) =>
    staleServices(seed).map((service) => ({ ...service, seed })),
  );
  it.concurrent.each(cases)(
    'is found: $name, seed $seed',
    { timeout: 90_000 },
    async ({ seed, codes, ...service }) => {
      const found = await held(service, seed);
      expect(
        found.findings.filter(({ code }) => codes.includes(code)).length,
        told(found).join('\n'),
      ).toBeGreaterThan(0);
      expect(told(found).join('\n')).not.toContain('torn-write');
    },
  );
});

describe('consistency.within', () => {
  it.concurrent('makes a lag a finding if it is pinned to 0', { timeout: 90_000 }, async ({
    expect,
  }) => {
    const [, , late] = lateServices(1);
    const found = await held(late as LateService, 1, { 'consistency.within': 0 });
    expect(found.findings.map(({ code, by, expected }) => [code, by, expected])).toEqual([
      ['drifted', 'consistency.within', '0'],
    ]);
  });
});
