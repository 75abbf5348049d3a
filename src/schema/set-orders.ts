// The orders in which services store lists of different elements (`uniqueItems`): to them such a list
// is a set, whose elements have one order whatever was sent first. A list that is turned around or
// shuffled has none, unless nothing says that the order of texts counts.

import { isObject, type Json, type JsonObject, objectOf } from '../base/json.ts';

/**
 * `''`: as it was sent. `fixed`: an order of its own among the values that a schema names. `turned`:
 * the last comes first; `any`: another order each time, as rows of a database without one have. A set
 * has neither order; only lists of texts that may come in any order need these two.
 */
export type SetOrder =
  | ''
  | 'ascending'
  | 'without-case'
  | 'named'
  | 'hashed'
  | 'fixed'
  | 'turned'
  | 'any';

export const setOrders: readonly SetOrder[] = [
  '',
  'ascending',
  'without-case',
  'named',
  'hashed',
  'fixed',
];

/** The orders in which lists of texts come where nothing says that their order counts. */
export const openOrders: readonly SetOrder[] = [...setOrders, 'turned', 'any'];

/** Returns a list in an order; `null` if the elements have none. `named` are the values of the schema. */
export function inOrder(
  items: readonly Json[],
  order: Exclude<SetOrder, 'fixed' | 'any'>,
  named: readonly Json[],
): readonly Json[] | null {
  switch (order) {
    case '':
      return items;
    case 'turned':
      return items.toReversed();
    case 'ascending':
      return items.toSorted(ascending);
    case 'without-case':
      return items.toSorted((one, other) => ascending(lower(one), lower(other)));
    case 'named':
      return items.every((one) => named.includes(one))
        ? items.toSorted((one, other) => named.indexOf(one) - named.indexOf(other))
        : null;
    case 'hashed':
      return items.every((one) => typeof one === 'string') ? hashed(items) : null;
  }
}

/** Whether two lists have the same scalars, each as often. */
export function isPermutation(items: readonly Json[], others: readonly Json[]): boolean {
  const sorted = (all: readonly Json[]): string =>
    JSON.stringify(all.map((one) => JSON.stringify(one)).toSorted());
  return items.length === others.length && sorted(items) === sorted(others);
}

/** Returns an object whose lists of texts are in the order of the alphabet, at any depth. */
export function withTextsInOrder(value: JsonObject): JsonObject {
  return objectOf(Object.entries(value).map(([name, one]) => [name, textsInOrder(one)]));
}

function textsInOrder(value: Json): Json {
  if (isObject(value)) return withTextsInOrder(value);
  if (!Array.isArray(value)) return value;
  const items = (value as readonly Json[]).map(textsInOrder);
  return items.every((one) => typeof one === 'string') ? items.toSorted(ascending) : items;
}

/** The pairs of neighbours of a list, each with the first before the second. */
export function pairsOf(items: readonly Json[]): readonly (readonly [string, string])[] {
  const texts = items.map((one) => JSON.stringify(one));
  return texts.flatMap((one, at) =>
    texts.slice(at + 1).map((other): readonly [string, string] => [one, other]),
  );
}

function ascending(one: Json, other: Json): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [a, b] = [String(one), String(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function lower(value: Json): Json {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** As a hash set of Java has them, which is what many documents are made of. */
function hashed(items: readonly string[]): readonly string[] {
  let buckets = 16;
  while (items.length > buckets * 0.75) buckets *= 2;
  const bucketOf = (text: string): number => {
    let hash = 0;
    for (const unit of Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)))
      hash = (Math.imul(hash, 31) + unit) | 0;
    return (hash ^ (hash >>> 16)) & (buckets - 1);
  };
  return items.toSorted((one, other) => bucketOf(one) - bucketOf(other));
}
