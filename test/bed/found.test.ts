// Every planted fault is found by a finding that names the clause that it breaks: each in one of
// the two bases here, and in both by `npm run bed`.

import { describe, expect, it } from 'vitest';
import { faults } from './faults/index.ts';
import { odd } from './odd.ts';
import { plain } from './plain.ts';
import { tryFault } from './try.ts';

for (const [turn, base] of [plain, odd].entries()) {
  describe(`a fault planted in ${base.name}`, () => {
    const planted = faults.filter(
      (fault, index) => index % 2 === turn && fault.notIn?.[base.name] === undefined,
    );
    // Some faults depend on time (an item expires after 300 ms). All run at once here, and on a busy
    // machine such a fault can show in another law first. `npm run bed` tries each without a retry.
    it.concurrent.each(planted)('$name is found', { timeout: 60_000, retry: 2 }, async (fault) => {
      const { result, told } = await tryFault(base, fault);
      expect(result, told.join('\n')).toBe('named');
    });
  });
}
