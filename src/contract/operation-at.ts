// Which operation of a contract is at a route, and whether any is.

import { remember } from '../base/remember.ts';
import type { Contract } from './contract.ts';
import { type Kind, kinds, methods } from './operation-kinds.ts';
import { type OperationWay, wayOf } from './operation-way.ts';
import type { Route } from './route.ts';

/** Whether calls are written as the contract has them, or in the usual way. */
export type Ways = 'wire' | 'usual';

/**
 * Returns the operation of a method at a route, or `null`; `ways` is how the call was written. HEAD
 * is a GET (RFC 9110 section 9.3.2).
 */
export function kindOf(method: string, route: Route, ways: Ways = 'wire'): Kind | null {
  if (route.kind !== 'collection' && route.kind !== 'item') return null;
  const named = method === 'HEAD' ? 'GET' : method;
  const table = ways === 'wire' ? kindsOnWire(route.contract.operations) : USUAL;
  const kindsThere = route.at === undefined ? table[route.kind] : table.own.get(route.at);
  return kindsThere?.get(named) ?? null;
}

/** A place of a contract: that of a route. */
type Place = Pick<Route & { readonly kind: OperationWay['on'] }, 'kind' | 'at'>;

/** Whether a contract has any operation at a place. */
export function hasOperationAt(contract: Contract, place: Place, ways: Ways = 'wire'): boolean {
  return placesOf(contract.operations)[ways].has(place.at ?? place.kind);
}

/** Whether an operation is at a place. */
export function isAt(
  contract: Pick<Contract, 'operations'>,
  kind: Kind,
  { kind: on, at }: Place,
  ways: Ways = 'wire',
): boolean {
  const way = wayOf(contract, kind);
  return way.on === on && (ways === 'usual' || way.path === at);
}

/** Each call asks for its place. */
const placesOf = remember(
  (operations: Contract['operations']): Readonly<Record<Ways, ReadonlySet<string>>> => {
    const there = kinds.filter((kind) => operations[kind] !== undefined);
    const ways = there.map((kind) => wayOf({ operations }, kind));
    return {
      wire: new Set(ways.map(({ on, path }) => path ?? on)),
      usual: new Set(ways.map(({ on }) => on)),
    };
  },
  new WeakMap(),
);

/** The kinds by their method: of the collection, of an item, and of each path of its own. */
interface KindTable extends Readonly<Record<OperationWay['on'], ReadonlyMap<string, Kind>>> {
  readonly own: ReadonlyMap<string, ReadonlyMap<string, Kind>>;
}

function tableOf(
  ways: (kind: Kind) => OperationWay,
  isThere: (kind: Kind) => boolean = () => true,
): KindTable {
  const rankOf = (kind: Kind): number => (isThere(kind) ? (kind === 'create' ? 1 : 2) : 0);
  const where = (isMeant: (way: OperationWay) => boolean): ReadonlyMap<string, Kind> =>
    new Map(
      kinds
        .filter((kind) => isMeant(ways(kind)))
        // The first of two kinds with one method counts. Where PUT creates and replaces, it is a
        // replacement, which creates what is missing.
        .toReversed()
        .toSorted((one, other) => rankOf(one) - rankOf(other))
        .map((kind) => [ways(kind).method, kind]),
    );
  const paths = new Set(kinds.flatMap((kind) => ways(kind).path ?? []));
  return {
    collection: where(({ on, path }) => on === 'collection' && path === undefined),
    item: where(({ on, path }) => on === 'item' && path === undefined),
    own: new Map([...paths].map((one) => [one, where(({ path }) => path === one)])),
  };
}

const USUAL = tableOf((kind) => methods[kind]);

/** Each call asks for its kind. */
const kindsOnWire = remember(
  (operations: Contract['operations']) =>
    tableOf(
      (kind) => wayOf({ operations }, kind),
      (kind) => operations[kind] !== undefined,
    ),
  new WeakMap(),
);
