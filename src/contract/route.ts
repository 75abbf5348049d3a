// Finds what a path names: a collection, one item of it, the root, or nothing.

import { tryPercentDecode } from '../base/percent.ts';
import type { Contract } from './contract.ts';
import { bindPath, bySpecificity, matchPattern, patternOf } from './nested-path.ts';
import { keyOfOne } from './rows.ts';

export type Route =
  | { readonly kind: 'collection'; readonly contract: Contract }
  | { readonly kind: 'item'; readonly contract: Contract; readonly key: string }
  /** The routes above all contracts: the root, and `/db` if a choice enables it. */
  | { readonly kind: 'root'; readonly shows?: 'state' };

export interface Router {
  readonly contracts: readonly Contract[];
  /** Prefix of every path: empty, or `/api/v1`. */
  readonly basePath: string;
  /**
   * Finds the route of a path as it was sent (percent-encoded, without query), or `null`. Case
   * matters; an encoded slash is part of an id, not a step (RFC 3986 section 2.2). A trailing slash
   * is not removed here.
   */
  find(path: string): Route | null;
}

/** Prepares the paths of some contracts for routing. */
export function createRouter(contracts: readonly Contract[], basePath: string): Router {
  const collections = new Map<string, Route>();
  const nested = contracts.filter(({ path }) => path.includes('{'));
  for (const contract of contracts)
    if (!contract.path.includes('{')) collections.set(basePath + contract.path, placeOf(contract));
  const findNested = nested.length === 0 ? null : nestedFinder(nested, basePath);
  const root: Route = { kind: 'root' };
  const state: Route = { kind: 'root', shows: 'state' };
  const whole = `${basePath}/db`;
  return {
    contracts,
    basePath,
    find(path) {
      const collection = collections.get(path) ?? findNested?.(path);
      if (collection != null) return collection;
      const slash = path.lastIndexOf('/');
      const above = slash < path.length - 1 ? path.slice(0, slash) : '';
      const owner = above === '' ? null : (collections.get(above) ?? findNested?.(above) ?? null);
      if (owner === null || owner.kind !== 'collection')
        return path === `${basePath}/` || path === basePath ? root : path === whole ? state : null;
      const key = tryPercentDecode(path.slice(slash + 1));
      return key === null ? null : { kind: 'item', contract: owner.contract, key };
    },
  };
}

/** A contract with a single item has it at its path. */
function placeOf(contract: Contract): Route {
  return contract.one === true
    ? { kind: 'item', contract, key: keyOfOne(contract) }
    : { kind: 'collection', contract };
}

/** Finds collections below others. Those that were found are kept, the last ones used. */
function nestedFinder(
  contracts: readonly Contract[],
  basePath: string,
): (path: string) => Route | null {
  const patterns = contracts.map((one) => patternOf(one, basePath)).sort(bySpecificity);
  const found = new Map<string, Route>();
  return (path) => {
    const known = found.get(path);
    if (known !== undefined) return known;
    const segments = path.slice(1).split('/');
    for (const pattern of patterns) {
      const values = matchPattern(pattern, segments);
      if (values === null) continue;
      const route = placeOf(bindPath(pattern.contract, values));
      if (found.size >= FOUND_MAX) found.delete(found.keys().next().value ?? '');
      found.set(path, route);
      return route;
    }
    return null;
  };
}

/** How many collections below others a router keeps. */
const FOUND_MAX = 1_000;
