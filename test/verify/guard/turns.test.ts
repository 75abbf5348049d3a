// Moves that go on together, and moves that are alone.

import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Turns } from '../../../src/verify/guard/turns.ts';

/** Performs moves, each of some turns of the event loop; returns which were under way with which. */
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
    moves.map((name) =>
      name.startsWith('!') ? turns.alone(use(name)) : turns.together(use(name)),
    ),
  );
  return [...new Set(seen)];
}

describe('Turns', () => {
  it('lets moves go on together', async () => {
    expect(await perform(['a', 'b', 'c'])).toContain('a+b+c');
  });

  it.each([
    [['a', '!x', 'b']],
    [['!x', 'a', 'b', '!y', 'c']],
    [['a', 'b', '!x', '!y', 'c', 'd', '!z']],
  ])('lets nothing go on beside a move that is alone: %j', async (moves) => {
    const seen = await perform(moves);
    expect(seen.filter((one) => one.includes('!') && one.includes('+'))).toEqual([]);
    expect(new Set(seen.flatMap((one) => one.split('+')))).toEqual(new Set(moves));
  });

  it('lets those that came later wait for one that waits to be alone', async () => {
    const seen = await perform(['a', '!x', 'b']);
    expect(seen).toEqual(['a', '!x', 'b']);
  });

  it('goes on if a move fails', async () => {
    const turns = new Turns();
    const failing = turns.alone(() => Promise.reject(new Error('no')));
    const next = turns.together(() => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('done');
  });
});
