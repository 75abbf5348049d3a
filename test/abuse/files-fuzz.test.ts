// Every reader of files gets damaged files: it reads them or rejects them with a message. It never
// crashes, hangs, changes a prototype or a file, or uses the network. More cases: npm run
// abuse:files.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { tryCommands } from './files-commands.ts';
import { tryReaders } from './files-run.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-fuzz-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CASES = 5;
const SEED = 20_261_122;

/** Those of one process. */
const PARTS = [
  { part: 'a project', readers: [0, 1, 2, 3, 4, 5, 6, 7], count: 8 },
  { part: 'what else there is', readers: [8, 9, 10, 11, 12, 13, 14, 15, 16], count: 9 },
] as const;

describe('the readers of files', () => {
  it.concurrent.each(PARTS)(
    'read malformed files of $part, or refuse them with a message',
    async ({ part, readers, count }) => {
      const told = await tryReaders({
        readers,
        cases: CASES,
        seed: SEED,
        folder: join(folder, part.replaceAll(' ', '-')),
      });
      expect(told.flatMap(({ failures }) => failures)).toEqual([]);
      expect(told).toHaveLength(count);
      for (const { what, cases, taken, refused } of told)
        expect([what, cases, taken + refused]).toEqual([what, CASES, CASES]);
      // If a reader accepts all or rejects all, its cases prove nothing.
      expect(told.some(({ taken }) => taken > 0)).toBe(true);
      expect(told.some(({ refused }) => refused > 0)).toBe(true);
    },
    240_000,
  );
});

it.concurrent('the command line exits by itself with a message, whatever its files contain', async () => {
  const { failures, taken, refused } = await tryCommands({
    cases: 8,
    seed: SEED,
    folder: join(folder, 'commands'),
  });
  expect(failures).toEqual([]);
  expect([taken, refused].every((count) => count > 0)).toBe(true);
}, 240_000);
