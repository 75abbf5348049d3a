// The thorough budget finds the hard faults: each is tried in one of the two bases here. It spares
// the correct services that look like them.

import { describe, expect, it } from 'vitest';
import { odd } from '../odd.ts';
import { plain } from '../plain.ts';
import { tryCorrect, tryFault } from '../try.ts';
import { hardFaults } from './index.ts';
import { twins } from './twins.ts';

for (const [turn, base] of [plain, odd].entries()) {
  describe(`a hard fault planted in ${base.name}`, () => {
    const planted = hardFaults.filter((_, index) => index % 2 === turn);
    // Some faults depend on how many requests overlap: on a busy machine they may not.
    it.concurrent.each(planted)('$name is found', { timeout: 120_000, retry: 2 }, async (fault) => {
      const { result, told } = await tryFault(base, fault, { withinMs: 110_000 });
      expect(result, told.join('\n')).not.toBe('missed');
    });
  });
}

describe('a correct service that looks like one with a hard fault', () => {
  it.concurrent.each(twins)('$name is spared', { timeout: 120_000 }, async (twin) => {
    const { complaints } = await tryCorrect(twin, { budget: 'thorough', withinMs: 110_000 });
    expect(complaints).toEqual([]);
  });
});
