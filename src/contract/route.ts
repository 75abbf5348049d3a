// Finds what a path names: a collection, one item of it, the root, or nothing.

import { tryPercentDecode } from '../base/percent.ts';
import type { Action, Contract } from './contract.ts';
import {
  bindPath,
  bySpecificity,
  hasTouching,
  matchPattern,
  parametersOf,
  patternOf,
} from './nested-path.ts';
import { kinds } from './operation-kinds.ts';
import { idParameterOf, wayOf } from './operation-way.ts';
import { keyOfOne } from './rows.ts';

export type Route =
  | { readonly kind: 'collection'; readonly contract: Contract; readonly at?: string }
  /** `at` is the path of an operation that has one of its own. */
  | {
      readonly kind: 'item';
      readonly contract: Contract;
      readonly key: string;
      readonly at?: string;
    }
  /** An operation that changes no rows. `key` is the id of the item that it is about, if any. */
  | {
      readonly kind: 'action';
      readonly contract: Contract;
      readonly operation: Action;
      readonly key: string | null;
    }
  /** The routes above all contracts: the root, and `/db` if a choice enables it. */
  | { readonly kind: 'root'; readonly shows?: 'state' };

/**
 * How a path belongs to a mock: `readable` if GET is answered there and the path begins with a word of
 * its own; `served` if only other methods are, if nothing is found below a collection, or if any path
 * would do: a page may be at such a path, too (`POST /login`, `GET /{code}`).
 */
export type ServedAs = 'readable' | 'served';

export type ActionRoute = Extract<Route, { readonly kind: 'action' }>;

export interface Router {
  readonly contracts: readonly Contract[];
  /** Prefix of every path: empty, or `/api/v1`. */
  readonly basePath: string;
  /**
   * Finds the route of a path as it was sent (percent-encoded, without query), or `null`. Case
   * matters; an encoded slash is part of an id, not a step (RFC 3986 section 2.2). A trailing slash
   * is not removed here. Of several operations at one path, those of one contract may be meant.
   */
  find(path: string, isMeant?: (route: Route) => boolean): Route | null;
  /** The methods of operations of any kind. */
  readonly methods: readonly string[];
  /**
   * Finds an operation that changes no rows; `null` if no contract has any. One with parameters that
   * touch comes first if it is meant, else last.
   */
  readonly findAction: FindAction | null;
}

type FindAction = (
  method: string,
  path: string,
  isMeant?: (operation: Action, values: ReadonlyMap<string, string>) => boolean,
) => ActionRoute | null;

/** Prepares the paths of some contracts for routing. One without operations has nothing at its path. */
export function createRouter(contracts: readonly Contract[], basePath: string): Router {
  const collections = new Map<string, Route>();
  /** What else is at a path: others list the same rows there by another method. */
  const besides = new Map<string, Route>();
  const placed = contracts.filter(({ operations }) => Object.keys(operations).length > 0);
  const nested = placed.filter(({ path }) => path.includes('{'));
  for (const contract of placed) {
    if (contract.path.includes('{')) continue;
    const path = basePath + contract.path;
    const at = collections.has(path) ? besides : collections;
    at.set(path, placeOf(contract));
  }
  const findNested = nested.length === 0 ? null : nestedFinder(nested, basePath);
  const findOwn = ownFinder(placed, basePath);
  const root: Route = { kind: 'root' };
  const state: Route = { kind: 'root', shows: 'state' };
  const whole = `${basePath}/db`;
  return {
    contracts,
    basePath,
    methods: [...new Set([...USUAL_METHODS, ...methodsIn(contracts)])],
    findAction: actionFinder(contracts, basePath),
    find(path, isMeant) {
      const first = collections.get(path);
      const beside = isPlain(first, isMeant) ? undefined : besides.get(path);
      const plain = isPlain(beside, isMeant) ? beside : first;
      const own = findOwn === null || isPlain(plain, isMeant) ? null : findOwn(path, isMeant);
      const isOwn = own !== null && (plain === undefined || isMeant?.(own) === true);
      const collection = isOwn ? own : (plain ?? findNested?.(path));
      // `GET /nodes/7` may list, and `DELETE /nodes/7` remove an item of another contract.
      const isSure = isOwn || plain !== undefined;
      if (collection != null && (isSure || isMeant?.(collection) !== false)) return collection;
      const slash = path.lastIndexOf('/');
      const above = slash < path.length - 1 ? path.slice(0, slash) : '';
      const owner = above === '' ? null : (collections.get(above) ?? findNested?.(above) ?? null);
      if (owner === null || owner.kind !== 'collection') {
        if (collection != null) return collection;
        return path === `${basePath}/` || path === basePath ? root : path === whole ? state : null;
      }
      const key = tryPercentDecode(path.slice(slash + 1));
      const item: Route | null =
        key === null ? null : { kind: 'item', contract: owner.contract, key };
      if (collection == null) return item;
      return item !== null && isMeant?.(item) === true ? item : collection;
    },
  };
}

/** Whether a route is at a path without parameters, and is meant if something is. */
function isPlain(route: Route | undefined, isMeant?: (route: Route) => boolean): boolean {
  return route !== undefined && (isMeant === undefined || isMeant(route));
}

const USUAL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

function methodsIn(contracts: readonly Contract[]): readonly string[] {
  return contracts.flatMap(({ actions = [] }) => actions.map(({ method }) => method));
}

/** A contract with a single item has it at its path. */
function placeOf(contract: Contract): Route {
  return contract.isSingle === true
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

/** Finds operations that have a path of their own; `null` if none has. */
function ownFinder(
  contracts: readonly Contract[],
  basePath: string,
): ((path: string, isMeant?: (route: Route) => boolean) => Route | null) | null {
  const patterns = contracts
    .flatMap((contract) =>
      kinds.flatMap((kind) => {
        const { on, path } = wayOf(contract, kind);
        return path === undefined
          ? []
          : [{ ...patternOf({ ...contract, path }, basePath), contract, on, path }];
      }),
    )
    .sort(bySpecificity);
  if (patterns.length === 0) return null;
  return (path, isMeant) => {
    const segments = path.slice(1).split('/');
    let first: Route | null = null;
    for (const pattern of patterns) {
      const values = matchPattern(pattern, segments);
      if (values === null) continue;
      const { contract, on, path: at } = pattern;
      const bound = contract.path.includes('{') ? bindPath(contract, values) : contract;
      const found: Route =
        on === 'collection'
          ? { kind: on, contract: bound, at }
          : { kind: on, contract: bound, key: values.get(idParameterOf(at)) ?? '', at };
      if (isMeant === undefined || isMeant(found)) return found;
      first ??= found;
    }
    return first;
  };
}

/** How many collections below others a router keeps. */
const FOUND_MAX = 1_000;

/** Finds operations that are none of the six kinds. */
function actionFinder(contracts: readonly Contract[], basePath: string): FindAction | null {
  const patterns = contracts
    .flatMap((contract) =>
      (contract.actions ?? []).map((operation) => ({
        ...patternOf({ ...contract, path: operation.path }, basePath),
        contract,
        operation,
      })),
    )
    .sort(bySpecificity);
  if (patterns.length === 0) return null;
  const touching = patterns.filter(({ operation }) => hasTouching(operation.path));
  return (method, path, isMeant) => {
    const named = method === 'HEAD' ? 'GET' : method;
    const segments = path.slice(1).split('/');
    const first = isMeant === undefined ? [] : touching;
    for (const [index, pattern] of [...first, ...patterns].entries()) {
      const { contract, operation } = pattern;
      const values = operation.method === named ? matchPattern(pattern, segments) : null;
      if (values === null) continue;
      if (index < first.length && isMeant?.(operation, values) === false) continue;
      const bound =
        parametersOf(contract.path).length === 0 ? contract : bindPath(contract, values);
      return { kind: 'action', contract: bound, operation, key: keyIn(pattern, values) };
    }
    return null;
  };
}

/** The id of the item whose path the path of an operation begins with. */
function keyIn(
  { contract, operation }: { readonly contract: Contract; readonly operation: Action },
  values: ReadonlyMap<string, string>,
): string | null {
  if (contract.isSingle === true || !operation.path.startsWith(`${contract.path}/{`)) return null;
  const [name = ''] = parametersOf(operation.path.slice(contract.path.length));
  return values.get(name) ?? null;
}
