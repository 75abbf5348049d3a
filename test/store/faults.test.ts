// Three processes of `serve` on one real database, while processes of both kinds are killed, stopped
// and cut off, disks fill and clocks are wrong: each history of their clients could be that of one
// mock, and each client is answered or told to try again. `npm run store:faults` tries many.

import { afterAll, describe, expect, it } from 'vitest';
import { serve } from '../support/cli.ts';
import { Databases, whyNoDisk } from './faults/databases.ts';
import { clockOptions, runOnce } from './faults/run.ts';
import { troubles } from './faults/troubles.ts';
import { WITHOUT, type Without } from './faults/without.ts';

const databases = new Databases();
afterAll(() => databases[Symbol.asyncDispose]());

const noDisk = whyNoDisk();
const seed = Number(process.env['SEED'] ?? 1);

describe('processes that share a store', () => {
  it.each(troubles.map((trouble) => [trouble.name, trouble] as const))(
    'answer as one mock would: %s',
    { timeout: 180_000 },
    async (_name, trouble) => {
      if (trouble.on === 'disk' && noDisk !== null) return console.warn(`not tried: ${noDisk}`);
      const { isLinearizable, ends } = await runOnce(databases, trouble, seed);
      expect(isLinearizable).toBe(true);
      expect(ends.wrong).toBe(0);
      expect(ends.answered).toBeGreaterThan(20);
    },
  );

  it.each(Object.keys(WITHOUT) as Without[])(
    'would not without it: %s',
    { timeout: 240_000 },
    async (without) => {
      const [nothing] = troubles;
      let odd = 0;
      for (let run = 0; run < 5 && odd === 0 && nothing !== undefined; run++)
        odd += (await runOnce(databases, nothing, seed + run, { without })).isLinearizable ? 0 : 1;
      expect(odd).toBeGreaterThan(0);
    },
  );
});

it('shows calls of a mock whose clock is wrong at the time of that clock', async () => {
  await using ahead = await serve([], clockOptions(5));
  await fetch(`${ahead.url}/users/1`);
  const shown = await fetch(`${ahead.url}/__standin/api/interactions`);
  const { interactions } = (await shown.json()) as { interactions: { at: number }[] };
  const hours = (Number(interactions[0]?.at) - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(5);
});
