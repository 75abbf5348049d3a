import { describe, expect, it } from 'vitest';
import { findGrowth, trendOf } from './soak-judge.ts';
import type { Sample } from './soak-probe.ts';

/** A sample each two seconds for three minutes, as `heap` says, with what chance adds. */
function samples(
  heap: (minute: number, turn: number) => number,
  more: Partial<Sample> = {},
): readonly Sample[] {
  return Array.from({ length: 90 }, (_, turn) => {
    const wobble = (turn % 7) * 2e5;
    return {
      at: turn * 2,
      heapBytes: heap(turn / 30, turn) + wobble,
      residentBytes: 90e6 + wobble,
      handles: 20 + (turn % 3),
      ...more,
    };
  });
}

describe('findGrowth', () => {
  it('finds nothing if memory wobbles, or jumps for a moment', () => {
    expect(findGrowth(samples(() => 20e6))).toEqual([]);
    expect(findGrowth(samples((_minute, turn) => (turn % 30 === 29 ? 60e6 : 20e6)))).toEqual([]);
    expect(findGrowth(samples((minute) => 20e6 - minute * 1e6))).toEqual([]);
  });

  it('finds a leak, fast or slow', () => {
    expect(findGrowth(samples((minute) => 20e6 + minute * 9e6))).toHaveLength(1);
    expect(findGrowth(samples((minute) => 20e6 + minute * 1.3e6))[0]).toMatch(
      /^heapBytes rose from 2\d+ to 2\d+, 1\d{6} a minute$/,
    );
    expect(findGrowth(samples((minute) => 20e6 + (minute > 1.5 ? 8e6 : 0)))).toHaveLength(1);
  });

  it('finds handles and resident memory that grow', () => {
    const grown = samples(() => 20e6).map((sample) => ({
      ...sample,
      handles: Math.round(20 + sample.at / 4),
      residentBytes: 90e6 + sample.at * 1e6,
    }));
    expect(findGrowth(grown).map((line) => line.split(' ')[0])).toEqual([
      'residentBytes',
      'handles',
    ]);
  });
});

describe('trendOf', () => {
  it('returns the slope per minute', () => {
    const exact = samples(() => 0).map((sample) => ({ ...sample, handles: 10 + sample.at }));
    expect(trendOf(exact, 'handles')).toMatchObject({
      perMinute: expect.closeTo(60, 5),
      first: 40,
      last: 160,
    });
  });
});
