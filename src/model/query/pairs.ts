// The names and values of a query string, as forms write them (application/x-www-form-urlencoded).

import { formDecode } from '../../base/percent.ts';

export type Pair = readonly [name: string, value: string];

/** Of longer queries, the first so many parameters count. */
export const PAIRS_MAX = 1_000;

/**
 * Reads names and values in order. What is no valid percent-encoding stays as it is; a parameter
 * without a name is left out.
 */
export function readPairs(query: string): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const part of query.split('&', PAIRS_MAX)) {
    const equals = part.indexOf('=');
    const name = formDecode(equals < 0 ? part : part.slice(0, equals));
    if (name !== '') pairs.push([name, equals < 0 ? '' : formDecode(part.slice(equals + 1))]);
  }
  return pairs;
}

/** Gathers the values of each name, in the order in which the names first came. */
export function gather(pairs: readonly Pair[]): ReadonlyMap<string, readonly string[]> {
  const gathered = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const values = gathered.get(name);
    if (values === undefined) gathered.set(name, [value]);
    else values.push(value);
  }
  return gathered;
}
