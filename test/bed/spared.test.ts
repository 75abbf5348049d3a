// No correct service fails, whatever it chose where the contract leaves it open; nothing is left
// behind, and no one's data is harmed. Every eighth service that answers at once is here, and three
// that make a run wait; `npm run bed` verifies all of them.

import { describe, expect, it } from 'vitest';
import { quick, tardy, tryCorrect } from './try.ts';

describe('a correct service', () => {
  it.concurrent.each(quick.filter((_, index) => index % 8 === 0))(
    '$name is not accused',
    { timeout: 60_000 },
    async (correct) => {
      expect((await tryCorrect(correct)).complaints).toEqual([]);
    },
  );

  it.concurrent('is tested with all unusual values, even if it refuses some of them', {
    timeout: 60_000,
  }, async () => {
    const [service] = quick.filter(({ name }) => name === 'refuses-unusual-names');
    if (service === undefined) throw new Error('there is no such service');
    expect((await tryCorrect(service, { only: ['unusual-values-survive'] })).untried).toEqual([]);
  });

  it.concurrent.each(tardy.filter(({ name }) => name === 'rate-429'))(
    '$name is not accused, though it makes a run wait',
    { timeout: 120_000 },
    async (correct) => {
      const { complaints, elapsedMs } = await tryCorrect(correct);
      expect(complaints).toEqual([]);
      // A run has 60 seconds; then it only cleans up.
      expect(elapsedMs).toBeLessThan(90_000);
    },
  );

  it.concurrent.each(tardy.filter(({ name }) => name === 'slow-pages-with-token'))(
    '$name is verified by every law, though each reply takes 300 ms and the list has pages',
    { timeout: 120_000 },
    async (correct) => {
      const { complaints, untried, elapsedMs } = await tryCorrect(correct);
      expect({ complaints, untried }).toEqual({ complaints: [], untried: [] });
      expect(elapsedMs).toBeLessThan(55_000);
    },
  );

  it.concurrent.each(tardy.filter(({ name }) => name === 'slow-replies-overtake'))(
    '$name is verified by every law, though it reassigns ids before it answers a removal',
    { timeout: 120_000 },
    async (correct) => {
      const { complaints, untried } = await tryCorrect(correct);
      expect({ complaints, untried }).toEqual({ complaints: [], untried: [] });
    },
  );
});
