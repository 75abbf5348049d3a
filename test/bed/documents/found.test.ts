// Each fault in a service of a document is found, and named by a code that fits.

import { describe, expect, it } from 'vitest';
import { faults } from './faults.ts';
import { complaintsOf, hold } from './hold.ts';
import { startLibrary } from './service.ts';

describe('verify', () => {
  it.each(faults)('finds: $name', { timeout: 240_000 }, async ({ codes, seams }) => {
    await using service = await startLibrary(seams());
    const outcomes = await hold(service.baseUrl);
    const found = outcomes.flatMap(({ report }) => report.findings.map(({ code }) => code));
    const named = found.filter((code) => codes.includes(code));
    expect(named, complaintsOf(outcomes).join('\n')).not.toEqual([]);
  });
});
