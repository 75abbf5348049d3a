// Decides whether memory stays flat: by the line through all samples after the warm-up, and by
// comparing the last third with the first.

import { median } from '../support/median.ts';
import type { Sample } from './soak-probe.ts';

export interface Trend {
  readonly first: number;
  readonly last: number;
  /** Of the straight line through all samples (least squares), a minute. */
  readonly perMinute: number;
}

export interface Bounds {
  /** How much the median of the last third may be above that of the first. */
  readonly growth: number;
  /** How steep the line may be, a minute. */
  readonly perMinute: number;
}

/**
 * A megabyte of heap is what one burst leaves; what leaks leaves more with each minute. Resident
 * memory moves in larger steps.
 */
export const BOUNDS: Readonly<Record<'heapBytes' | 'residentBytes' | 'handles', Bounds>> = {
  heapBytes: { growth: 4e6, perMinute: 1e6 },
  residentBytes: { growth: 48e6, perMinute: 16e6 },
  handles: { growth: 12, perMinute: 6 },
};

/** Returns the trend of one measure; samples are in order of time. */
export function trendOf(samples: readonly Sample[], measure: keyof typeof BOUNDS): Trend {
  const points = samples.map((sample) => [sample.at / 60, sample[measure]] as const);
  const third = Math.max(1, Math.floor(points.length / 3));
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  const rise = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return {
    first: median(points.slice(0, third).map(([, y]) => y)),
    last: median(points.slice(-third).map(([, y]) => y)),
    perMinute: spread === 0 ? 0 : rise / spread,
  };
}

/**
 * Describes what is not flat; empty if all is. A slope counts only if its rise is beyond chance as
 * well.
 */
export function findGrowth(samples: readonly Sample[]): readonly string[] {
  return (Object.keys(BOUNDS) as (keyof typeof BOUNDS)[]).flatMap((measure) => {
    const { first, last, perMinute } = trendOf(samples, measure);
    const bound = BOUNDS[measure];
    const isSteep = perMinute > bound.perMinute && last - first > bound.growth / 4;
    if (last - first <= bound.growth && !isSteep) return [];
    return [
      `${measure} rose from ${Math.round(first)} to ${Math.round(last)}, ${Math.round(perMinute)} a minute`,
    ];
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
