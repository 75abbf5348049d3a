// The verdicts do not hang on the seed: a dozen faults and a dozen correct services, each with one
// of twenty seeds, so that all are among them. `npm run bed -- --seeds 20 --every 9` tries more, and
// `npm run bed -- --seeds 200 --only <expression>` one service or some.

import { describe, expect, it } from 'vitest';
import { faults } from './faults/index.ts';
import { odd } from './odd.ts';
import { plain } from './plain.ts';
import { quick, tryCorrect, tryFault } from './try.ts';

const DOZEN = 12;
const SEEDS = 20;

/** A dozen from all over a list, the same each time. */
function dozenOf<T>(all: readonly T[]): readonly T[] {
  return Array.from(
    { length: DOZEN },
    (_, index) => all[Math.floor(((index + 0.5) * all.length) / DOZEN)],
  ).filter((one) => one !== undefined);
}

describe('the verdict', () => {
  const planted = [plain, odd].flatMap((base) =>
    faults
      .filter(({ notIn }) => notIn?.[base.name] === undefined)
      .map((fault) => ({ base, fault, name: `${fault.name} in ${base.name}` })),
  );
  // The seeds from the first on.
  const given = dozenOf(planted).map((one, index) => ({ ...one, seed: index + 1 }));
  it.concurrent.each(given)(
    'on $name is the same with seed $seed',
    { timeout: 60_000 },
    async ({ base, fault, seed }) => {
      const { result, told } = await tryFault(base, fault, { seed });
      expect(result, told.join('\n')).toBe('named');
    },
  );

  // The seeds up to the last.
  const correct = dozenOf(quick).map((service, index) => ({
    service,
    name: service.name,
    seed: SEEDS - index,
  }));
  it.concurrent.each(correct)(
    'on the correct $name is the same with seed $seed',
    { timeout: 60_000 },
    async (given) => {
      expect((await tryCorrect(given.service, { seed: given.seed })).complaints).toEqual([]);
    },
  );
});
