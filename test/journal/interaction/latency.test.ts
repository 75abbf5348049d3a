import { describe, expect, it } from 'vitest';
import {
  latencyOf,
  STRIP_POINTS_MAX,
  type Timing,
} from '../../../src/journal/interaction/latency.ts';

const timing = (at: number, elapsedMs: number, operation: string | null = 'read'): Timing => ({
  resource: operation === null ? null : 'users',
  operation,
  at,
  elapsedMs,
});

describe('latencyOf', () => {
  it('returns percentiles by nearest rank', () => {
    const [latency] = latencyOf(
      Array.from({ length: 200 }, (_, index) => timing(index, 200 - index)),
    );
    expect(latency).toMatchObject({
      operation: 'users.read',
      count: 200,
      p50Ms: 100,
      p95Ms: 190,
      p99Ms: 198,
      maxMs: 200,
    });
    expect(latencyOf([timing(5, 7)])).toEqual([
      {
        operation: 'users.read',
        count: 1,
        p50Ms: 7,
        p95Ms: 7,
        p99Ms: 7,
        maxMs: 7,
        strip: [{ at: 6, p50Ms: 7, maxMs: 7, count: 1 }],
      },
    ]);
  });

  it('returns each operation by its name, and the rest as other', () => {
    expect(
      latencyOf([timing(1, 1), timing(1, 1, null), timing(1, 1, 'create')]).map(
        ({ operation }) => operation,
      ),
    ).toEqual(['other', 'users.create', 'users.read']);
    expect(latencyOf([])).toEqual([]);
  });

  it('divides the same period for all, oldest first, and omits empty parts', () => {
    const [first, second] = latencyOf([
      timing(0, 1, 'a'),
      timing(2_000, 5, 'a'),
      timing(2_000, 9, 'a'),
      timing(1_000, 3, 'b'),
    ]);
    expect(first?.strip).toEqual([
      { at: 5, p50Ms: 1, maxMs: 1, count: 1 },
      { at: 1_995, p50Ms: 5, maxMs: 9, count: 2 },
    ]);
    expect(second?.strip).toEqual([{ at: 1_005, p50Ms: 3, maxMs: 3, count: 1 }]);
  });

  it('limits the number of points for any period', () => {
    const [latency] = latencyOf(
      Array.from({ length: 5_000 }, (_, index) => timing(index * 977, index)),
    );
    expect(latency?.strip.length).toBe(STRIP_POINTS_MAX);
    expect(latency?.strip.reduce((sum, { count }) => sum + count, 0)).toBe(5_000);
  });
});
