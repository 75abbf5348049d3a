// A row of `npm run real`: with a planted fault, and of products that are missing or do not start.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { partsProduct, partsTrying } from './parts-product.ts';
import { plantedFaults } from './planting/planted-faults.ts';
import { realReport } from './report.ts';
import { tryProduct } from './try-product.ts';

let reports = '';
beforeAll(() => {
  reports = mkdtempSync(join(tmpdir(), 'standin-real-reports-'));
});
afterAll(() => rmSync(reports, { recursive: true, force: true }));

const trying = (faults: typeof plantedFaults = []) =>
  partsTrying({ faults, options: ['--budget', 'quick', '--law', 'created-is-there'], reports });

describe('tryProduct', () => {
  it('has the findings without a fault, those with one, and the mock beside', async () => {
    const lossy = plantedFaults.filter(({ name }) => name === 'read-answers-another');
    const row = await tryProduct(partsProduct, trying(lossy));
    expect(row).toMatchObject({ missing: null, findings: [], told: 0, clean: 0 });
    if (row.missing !== null) return;
    expect(row.planted).toMatchObject({ 'read-answers-another': { kind: 'found' } });
    expect(row.counts).toEqual([{ parts: 2 }, { parts: 2 }, { parts: 2 }]);
    expect(row.sides).toHaveLength(20);
    expect(realReport([row], lossy)).toMatch(/^\| parts \| \d \| 0: .* 1 of 1 \|/m);
  });

  it('says what is missing, and does not pass for tried', async () => {
    const row = await tryProduct({ ...partsProduct, missing: () => 'program parts' }, trying());
    expect(row).toEqual({ product: 'parts', missing: 'program parts' });
    expect(realReport([row], [])).toContain('| parts | not run: program parts |');
  });

  it('says that a product did not start', async () => {
    const start = (): never => {
      throw new Error('no licence');
    };
    const row = await tryProduct({ ...partsProduct, start }, trying());
    expect(row).toEqual({ product: 'parts', missing: 'it could not be tried: no licence' });
  });
});
