// The names and values of a query string, as forms write them (application/x-www-form-urlencoded).

import { formDecode } from '../../base/percent.ts';
import { rememberTexts } from '../../base/remember.ts';

export type Pair = readonly [name: string, value: string];

/** Maximum number of parameters; the rest of a longer query is ignored. */
export const PAIRS_MAX = 1_000;

/** Reads names and values in order. Keeps invalid percent-encoding; drops pairs without a name. */
export const readPairs: (query: string) => readonly Pair[] = rememberTexts(pairsOf, 64);

function pairsOf(query: string): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const part of query.split('&', PAIRS_MAX)) {
    const equals = part.indexOf('=');
    const name = formDecode(equals < 0 ? part : part.slice(0, equals));
    if (name !== '') pairs.push([name, equals < 0 ? '' : formDecode(part.slice(equals + 1))]);
  }
  return pairs;
}

/** Groups the values by name, in the order in which the names first appear. */
export function gather(pairs: readonly Pair[]): ReadonlyMap<string, readonly string[]> {
  const byName = Map.groupBy(pairs, ([name]) => name);
  return new Map([...byName].map(([name, same]) => [name, same.map(([, value]) => value)]));
}
