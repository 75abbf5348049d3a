// Every reader of files is given files that are spoilt: it reads them or refuses them in words, and neither crashes, hangs, changes a
// prototype or a file, nor asks the network. More cases: npm run abuse:files.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Told, tryReaders } from './files-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-fuzz-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CASES = 12;
const SEED = 20_261_122;

/** Those of one process. Ledgers are always read: what is broken of them is passed over, for the rest still names what to remove. */
const PARTS = [
  { part: 'a project', readers: [0, 1, 2, 3, 4, 5, 6, 7], count: 8, never: [] },
  { part: 'what else there is', readers: [8, 9, 10, 11, 12, 13, 14, 15, 16], count: 9, never: ['a ledger'] },
] as const;

describe('the readers of files', () => {
  it.concurrent.each(PARTS)(
    'take or refuse, in words, spoilt files of $part',
    async ({ part, readers, count, never }) => {
      const told = await tryReaders({ readers, cases: CASES, seed: SEED, folder: join(folder, part.replaceAll(' ', '-')) });
      expect(told.flatMap(({ failures }) => failures)).toEqual([]);
      expect(told).toHaveLength(count);
      for (const { what, cases, taken, refused } of told) expect([what, cases, taken + refused]).toEqual([what, CASES, CASES]);
      // A reader that takes all, or refuses all, was not given what tells.
      expect(told.filter((one) => isOneSided(one, never)).map(({ what }) => what)).toEqual([]);
    },
    240_000,
  );
});

function isOneSided({ what, taken, refused }: Told, never: readonly string[]): boolean {
  return taken === 0 || (refused === 0 && !never.includes(what));
}
