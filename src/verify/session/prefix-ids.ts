// Ids that are the beginning of another id, as 6 is of 60: which of them the run has, and how many
// creations lead to one if ids count up. Pure.

/** Returns the first id that another id begins with, and that other id; `null` if there is none. */
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

/** Counts the creations from `last` to an id that begins with one of `shorts`, or `Infinity`. */
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

/** Factors that append one, two or three digits to an id. */
const SCALES = [10, 100, 1_000] as const;
