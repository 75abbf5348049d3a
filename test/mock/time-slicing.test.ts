import { describe, expect, it } from 'vitest';
import { createTimeSlicing, SLICE_MS } from '../../src/mock/time-slicing.ts';

/** A clock that goes on by a millisecond at each look, and turns that are taken one by one. */
function fakeTurns(): {
  later: (turn: () => void) => void;
  now: () => number;
  take: () => boolean;
} {
  const waiting: (() => void)[] = [];
  let nowMs = 0;
  return {
    later: (turn) => waiting.push(turn),
    now: () => nowMs++,
    take: () => {
      const turn = waiting.shift();
      turn?.();
      return turn !== undefined;
    },
  };
}

function* count(name: string, steps: number, log: string[]): Generator<undefined, void> {
  for (let step = 1; step <= steps; step++) {
    log.push(`${name}${step}`);
    yield;
  }
}

function* fail(): Generator<undefined, void> {
  yield;
  throw new Error('broken');
}

describe('createSlices', () => {
  it('does one slice per turn, and alternates between jobs', async () => {
    const turns = fakeTurns();
    const log: string[] = [];
    const slices = createTimeSlicing(turns);
    const ended = Promise.all([slices.run(count('a', 12, log)), slices.run(count('b', 2, log))]);
    expect(log).toEqual([]);
    turns.take();
    expect(log).toEqual(Array.from({ length: SLICE_MS }, (_one, index) => `a${index + 1}`));
    turns.take();
    expect(log.slice(SLICE_MS)).toEqual(['b1', 'b2']);
    while (turns.take());
    expect(log.filter((step) => step.startsWith('a'))).toHaveLength(12);
    await ended;
  });

  it('requests a turn only if there is something to do', async () => {
    const turns = fakeTurns();
    const log: string[] = [];
    const slices = createTimeSlicing(turns);
    expect(turns.take()).toBe(false);
    const first = slices.run(count('a', 1, log));
    while (turns.take());
    await first;
    const second = slices.run(count('b', 1, log));
    expect([turns.take(), turns.take()]).toEqual([true, false]);
    await second;
    expect(log).toEqual(['a1', 'b1']);
  });

  it('rejects with the error of a job, and continues with the others', async () => {
    const turns = fakeTurns();
    const log: string[] = [];
    const slices = createTimeSlicing(turns);
    const failing = slices.run(fail());
    const other = slices.run(count('a', 1, log));
    while (turns.take());
    await expect(failing).rejects.toThrow('broken');
    await other;
    expect(log).toEqual(['a1']);
  });
});
