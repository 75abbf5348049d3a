// "Did you mean": the nearest known name to one that is not known.

/**
 * Returns the known name nearest to a given one, or `null` if none is near enough to be a typo:
 * within one slip for every three characters, or as many as `slips`.
 */
export function suggest(
  name: string,
  known: Iterable<string>,
  slips: number = Math.max(1, Math.floor(Math.min(name.length, NAME_CHARS_MAX) / 3)),
): string | null {
  const wanted = name.toLowerCase();
  let best: string | null = null;
  let bestDistance = slips + 1;
  for (const candidate of known) {
    if (candidate === name || Math.abs(candidate.length - name.length) > slips) continue;
    const distance = distanceOf(wanted, candidate.toLowerCase());
    if (distance < bestDistance && distance < Math.min(name.length, candidate.length)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Returns the sentence that asks for the nearest known name, or another remedy if none is near. */
export function suggestOr(name: string, known: Iterable<string>, otherwise: string): string {
  const near = suggest(name, known);
  return near === null ? otherwise : `Did you mean "${near}"?`;
}

const NAME_CHARS_MAX = 64;

/** Optimal string alignment distance: insert, drop, replace, swap two neighbours. */
function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        at(previous, j) + 1,
        at(row, j - 1) + 1,
        at(previous, j - 1) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, at(before, j - 2) + 1);
      row.push(cost);
    }
    before = previous;
    previous = row;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
