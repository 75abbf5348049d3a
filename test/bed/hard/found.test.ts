// The thorough budget finds the hard faults: each is tried in one of the two bases here, and those
// that it is known to miss are named.

import { describe, expect, it } from 'vitest';
import { odd } from '../odd.ts';
import { plain } from '../plain.ts';
import { tryFault } from '../try.ts';
import { hardFaults } from './index.ts';

/** What no law looks at: a list that is read while others write is only judged by its form. */
const MISSED = ['list-in-a-rush-is-empty'];

for (const [turn, base] of [plain, odd].entries()) {
  describe(`a hard fault planted in ${base.name}`, () => {
    const planted = hardFaults.filter(
      (fault, index) => index % 2 === turn && !MISSED.includes(fault.name),
    );
    // Some faults depend on how many requests overlap: on a busy machine they may not.
    it.concurrent.each(planted)('$name is found', { timeout: 120_000, retry: 2 }, async (fault) => {
      const { result, told } = await tryFault(base, fault, { withinMs: 110_000 });
      expect(result, told.join('\n')).not.toBe('missed');
    });
  });
}
