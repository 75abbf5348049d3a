// Moves that go on together, and moves that are apart from them.

import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Turns } from '../../../src/verify/guard/turns.ts';

/**
 * Performs moves, each of some turns of the event loop; `!x` is one that sends something invalid. Returns
 * which were under way with which, in order.
 */
async function perform(moves: readonly string[]): Promise<readonly string[]> {
  const turns = new Turns();
  const underWay = new Set<string>();
  const seen: string[] = [];
  const use = (name: string) => async (): Promise<void> => {
    underWay.add(name);
    for (let count = 0; count < 3; count++) {
      seen.push([...underWay].toSorted().join('+'));
      await turn();
    }
    underWay.delete(name);
  };
  await Promise.all(
    moves.map((name) => turns.take(name.startsWith('!') ? 'apart' : 'usual', use(name))),
  );
  return [...new Set(seen)];
}

describe('Turns', () => {
  it('lets moves of one side go on together', async () => {
    expect(await perform(['a', 'b', 'c'])).toContain('a+b+c');
    expect(await perform(['!x', '!y'])).toContain('!x+!y');
  });

  it.each([
    [['a', '!x', 'b']],
    [['!x', 'a', 'b', '!y', 'c']],
    [['a', 'b', '!x', '!y', 'c', 'd', '!z']],
  ])('lets no move go on beside one of the other side: %j', async (moves) => {
    const seen = await perform(moves);
    const mixed = seen.filter((one) => /!/.test(one) && /(^|\+)[a-z]/.test(one));
    expect(mixed).toEqual([]);
    expect(new Set(seen.flatMap((one) => one.split('+')))).toEqual(new Set(moves));
  });

  it('lets usual moves that came later wait for an invalid one', async () => {
    expect(await perform(['a', '!x', 'b'])).toEqual(['a', '!x', 'b']);
  });

  it('lets all invalid ones that wait begin at once', async () => {
    expect(await perform(['a', '!x', 'b', '!y'])).toContain('!x+!y');
  });

  it('goes on if a move fails', async () => {
    const turns = new Turns();
    const failing = turns.take('apart', () => Promise.reject(new Error('no')));
    const next = turns.take('usual', () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
  });
});
