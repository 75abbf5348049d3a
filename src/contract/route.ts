// Finds what a path names: a collection, one item of it, the root, or nothing.

import { tryPercentDecode } from '../base/percent.ts';
import type { Contract } from './contract.ts';

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
  const collections = new Map<string, Route & { readonly contract: Contract }>();
  for (const contract of contracts)
    collections.set(basePath + contract.path, { kind: 'collection', contract });
  const root: Route = { kind: 'root' };
  const state: Route = { kind: 'root', shows: 'state' };
  const whole = `${basePath}/db`;
  return {
    contracts,
    basePath,
    find(path) {
      const collection = collections.get(path);
      if (collection !== undefined) return collection;
      const slash = path.lastIndexOf('/');
      const owner = slash < path.length - 1 ? collections.get(path.slice(0, slash)) : undefined;
      if (owner === undefined)
        return path === `${basePath}/` || path === basePath ? root : path === whole ? state : null;
      const key = tryPercentDecode(path.slice(slash + 1));
      return key === null ? null : { kind: 'item', contract: owner.contract, key };
    },
  };
}
