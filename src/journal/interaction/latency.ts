// The time that answers took, by operation: percentiles, and a strip over time. Pure.

/** The operation of calls that no contract covers. */
export const OTHER = 'other';

export interface Latency {
  /** `users.read`; `other` if no contract covers the call. */
  readonly operation: string;
  readonly count: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /**
   * At most 200 points over time, oldest first: when (milliseconds since 1970), and the median and
   * the highest around then.
   */
  readonly strip: readonly {
    readonly at: number;
    readonly p50Ms: number;
    readonly maxMs: number;
    readonly count: number;
  }[];
}

/** How many points a strip has at most. */
export const STRIP_POINTS_MAX = 200;

export interface Timing {
  readonly resource: string | null;
  readonly operation: string | null;
  readonly at: number;
  readonly elapsedMs: number;
}

/** Returns the latency of each operation, by name. All strips cover the same period. */
export function latencyOf(timings: Iterable<Timing>): readonly Latency[] {
  const byOperation = new Map<string, Group>();
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { resource, operation, at, elapsedMs } of timings) {
    const name = resource === null || operation === null ? OTHER : `${resource}.${operation}`;
    const group = byOperation.get(name) ?? { at: [], elapsedMs: [] };
    byOperation.set(name, group);
    group.at.push(at);
    group.elapsedMs.push(elapsedMs);
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  return [...byOperation]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([operation, group]) => summarize(operation, group, first, last));
}

interface Group {
  readonly at: number[];
  readonly elapsedMs: number[];
}

function summarize(operation: string, group: Group, first: number, last: number): Latency {
  const sorted = Float64Array.from(group.elapsedMs).sort();
  return {
    operation,
    count: sorted.length,
    p50Ms: percentile(sorted, 0.5),
    p95Ms: percentile(sorted, 0.95),
    p99Ms: percentile(sorted, 0.99),
    maxMs: percentile(sorted, 1),
    strip: stripOf(group, first, last),
  };
}

function stripOf({ at, elapsedMs }: Group, first: number, last: number): Latency['strip'] {
  const width = Math.max(1, (last - first) / STRIP_POINTS_MAX);
  const slots: number[][] = [];
  for (const [index, when] of at.entries()) {
    const slot = Math.min(STRIP_POINTS_MAX - 1, Math.floor((when - first) / width));
    const values = slots[slot] ?? [];
    values.push(elapsedMs[index] ?? 0);
    slots[slot] = values;
  }
  const points: Latency['strip'][number][] = [];
  slots.forEach((values, slot) => {
    const sorted = Float64Array.from(values).sort();
    const middle = Math.round(first + (slot + 0.5) * width);
    points.push({
      at: middle,
      p50Ms: percentile(sorted, 0.5),
      maxMs: percentile(sorted, 1),
      count: sorted.length,
    });
  });
  return points;
}

/** Returns the smallest value that at least a share of all does not exceed (nearest rank). */
export function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}
