// What verify says of correct services that write members themselves, though no contract says so.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadProject } from '../../../src/project/load/project.ts';
import { complaintsOf, createHold } from '../../bed/hold-project.ts';
import {
  articles,
  boats,
  documentOf,
  recipes,
  type Stamped,
  startStamped,
} from '../../support/stamped.ts';

async function complaints(stamped: Stamped, seed: number): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'standin-stamped-'));
  try {
    const contract = join(folder, 'openapi.json');
    writeFileSync(contract, JSON.stringify(documentOf(stamped)));
    const project = await loadProject({ contract, db: null, profile: 'standin' });
    await using service = await startStamped(stamped, { reads: 'leave' });
    const hold = await createHold(project);
    const { url: baseUrl } = service;
    return complaintsOf(
      await hold({ baseUrl, resource: stamped.collection, seed, budget: 'quick' }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('verifying a correct service that writes members itself', () => {
  it.each([boats, recipes, articles])(
    'finds nothing: $collection',
    { timeout: 60_000 },
    async (stamped) => {
      expect(await complaints(stamped, 1)).toEqual([]);
      expect(await complaints(stamped, 2)).toEqual([]);
    },
  );
});
