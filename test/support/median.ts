/**
 * Gives the value in the middle, of an even number of values the higher one; 0 where there are
 * none.
 */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
