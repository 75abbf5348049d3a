// Reads that lag behind writes: a lag is waited out and reported, and fails where it is pinned; a
// read that is stale for ever, or again, is a finding that says so.

import { describe, expect, it } from 'vitest';
import { SEEDS } from './hold.ts';
import { type LateService, lateServices, staleServices } from './late/services.ts';
import { holdLate, toldBy } from './late/try.ts';

const SEEDS_TRIED = [1];

describe('a service whose reads lag', () => {
  const cases = SEEDS_TRIED.flatMap((seed) =>
    lateServices(seed).map((service) => ({ ...service, seed })),
  );
  it.concurrent.each(cases)(
    'conforms: $name, seed $seed',
    { timeout: 90_000 },
    async ({ seed, ...service }) => {
      const found = await holdLate(service, seed);
      expect(toldBy(found)).toEqual([]);
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
      const found = await holdLate(service, seed);
      expect(
        found.findings.filter(({ code }) => codes.includes(code)).length,
        toldBy(found).join('\n'),
      ).toBeGreaterThan(0);
      expect(toldBy(found).join('\n')).not.toContain('torn-write');
    },
  );
});

describe('consistency.within', () => {
  it.concurrent('makes a lag a finding if it is pinned to 0', { timeout: 90_000 }, async ({
    expect,
  }) => {
    const [, , late] = lateServices(1);
    const found = await holdLate(late as LateService, 1, { 'consistency.within': 0 });
    expect(found.findings.map(({ code, by, expected }) => [code, by, expected])).toEqual([
      ['drifted', 'consistency.within', '0'],
    ]);
  });
});
