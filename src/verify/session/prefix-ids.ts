// Ids of which one begins with another, 6 and 60: which of them the run has, and how many creations
// it takes to come by them where ids are counted up. Pure.

/** The first id that begins with another, with that other; `null` where there are none. */
export function prefixIdsIn(
  shorts: readonly string[],
  keys: readonly string[],
): readonly [short: string, long: string] | null {
  for (const short of shorts) {
    const long = keys.find((key) => key !== short && key.startsWith(short));
    if (long !== undefined) return [short, long];
  }
  return null;
}

/**
 * How many more creations give an id that begins with one of some, where each is one more than
 * `last`; `Infinity` where none does.
 */
export function creationsToPrefixIds(shorts: readonly string[], last: string | undefined): number {
  if (last === undefined || ![last, ...shorts].every(isCounted)) return Infinity;
  const next = Number(last) + 1;
  const ahead = shorts.flatMap((short) =>
    SCALES.map((scale) => [Number(short) * scale, (Number(short) + 1) * scale] as const)
      .filter(([, end]) => next < end)
      .map(([start]) => Math.max(start, next) - Number(last)),
  );
  return Math.min(Infinity, ...ahead);
}

function isCounted(key: string): boolean {
  return /^[1-9]\d{0,8}$/.test(key);
}

/** By how much an id is multiplied where more digits are put to its end. */
const SCALES = [10, 100, 1_000] as const;
