// The short form of `npm run real`: a row for a service of our own, which needs nothing that is not
// installed. `verify` finds the faults that the proxy plants, and the row says so.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partsProduct, partsTrying } from './parts-product.ts';
import { plantedFaults } from './planting/planted-faults.ts';
import { realReport } from './report.ts';
import { tryProduct } from './try-product.ts';

/** Planted faults that are missed here, with the reason. */
const MISSED: Readonly<Record<string, string>> = {
  'narrowing-ignored': 'a parameter named limit, without another for pages, is not known to limit',
};

let reports = '';
beforeAll(() => {
  reports = mkdtempSync(join(tmpdir(), 'standin-real-reports-'));
});
afterAll(() => rmSync(reports, { recursive: true, force: true }));

describe('tryProduct', () => {
  it('finds the planted faults, and nothing else in a correct service', {
    timeout: 240_000,
  }, async () => {
    const row = await tryProduct(
      partsProduct,
      partsTrying({ faults: plantedFaults, options: [], reports }),
    );
    expect(row).toMatchObject({
      missing: null,
      code: 0,
      findings: [],
      counts: [{ parts: 2 }, { parts: 2 }, { parts: 2 }],
      told: 0,
      clean: 0,
    });
    if (row.missing !== null) return;
    expect(row.requests).toBeGreaterThan(100);
    const missed = Object.entries(row.planted).filter(([, { kind }]) => kind !== 'found');
    expect(missed.map(([name]) => name)).toEqual(Object.keys(MISSED));
    expect(row.sides).toHaveLength(20);
    expect(row.sides.filter(({ isSameStatus }) => !isSameStatus)).toEqual([]);
    const report = realReport([row], plantedFaults);
    expect(report).toMatch(/^\| parts \| 0 \| 0: 0, 0, 0, 0 \| 0, 0 \|.* 11 of 12 \|/m);
    expect(report).toContain('| narrowing-ignored | **never met** |');
    expect(report).toContain('- missed: narrowing-ignored, the run never met it');
  });
});
