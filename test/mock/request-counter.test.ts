import { describe, expect, it } from 'vitest';
import { createRequestCounter } from '../../src/mock/request-counter.ts';

/** Counts calls at some times, and looks at the last of them. */
function lookAfter(
  times: readonly number[],
  now = times.at(-1) ?? 0,
): { readonly calls: number; readonly secondsLeft: number } {
  const traffic = createRequestCounter(() => now);
  for (const at of times) traffic.count(at);
  return traffic.look();
}

describe('createTraffic', () => {
  it.each<[string, readonly number[], number, number]>([
    ['the first call', [1_000], 1, 60],
    ['calls at once', [1_000, 1_000, 1_000], 3, 60],
    ['calls within a minute', [1_000, 30_000, 60_999], 3, 1],
    ['a call when the minute is over', [1_000, 30_000, 61_000], 1, 60],
    ['calls in the next minute', [1_000, 61_000, 90_500], 2, 31],
    ['a call long after', [1_000, 10_000_000], 1, 60],
    ['a clock that was put back', [500_000, 1_000], 1, 60],
  ])('counts %s', (_what, times, calls, secondsLeft) => {
    expect(lookAfter(times)).toEqual({ calls, secondsLeft });
  });

  it('never says that there is less than a second to wait', () => {
    expect(lookAfter([1_000], 60_999).secondsLeft).toBe(1);
    expect(lookAfter([1_000], 70_000).secondsLeft).toBe(1);
  });
});
