// Medians, percentiles and ratios. Pure.

/** What several rounds gave. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Returns the median, the minimum and the maximum, or `null` if there is no value. */
export function spreadOf(values: readonly (number | null)[]): Spread | null {
  const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (min === undefined || max === undefined) return null;
  return { median: middleOf(sorted), min, max };
}

/** Returns the spread of a / b, round by round. */
export function ratioOf(
  a: readonly (number | null)[],
  b: readonly (number | null)[],
): Spread | null {
  return spreadOf(a.map((value, round) => divide(value, b[round] ?? null)));
}

/** Returns a / b, or `null` if one of them is unknown. */
export function divide(a: number | null, b: number | null): number | null {
  return a === null || b === null || b === 0 ? null : a / b;
}

/** Returns the sum, or `null` if there is nothing to add or a value is unknown. */
export function sumOf(values: readonly (number | null)[]): number | null {
  if (values.length === 0) return null;
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  );
}

/**
 * Returns the value that a share of all values (0.99 for p99) does not exceed (nearest rank), or 0
 * if there is none.
 */
export function percentileOf(sorted: Float64Array, share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

function middleOf(sorted: readonly number[]): number {
  const half = sorted.length >> 1;
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2;
}
