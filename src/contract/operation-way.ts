// How requests of an operation are written: with the usual method at the usual path, or as the
// contract says. Everything inside works on the usual form; usual-call.ts translates.

import { remember } from '../base/remember.ts';
import type { Contract } from './contract.ts';
import { type Kind, kinds, methods } from './operation-kinds.ts';
import type { Route } from './route.ts';

/** How the body of a PATCH is written: as a merge patch (RFC 7396), as plain JSON, or as a JSON Patch (RFC 6902). */
export type PatchForm = 'merge-patch' | 'json' | 'json-patch';

/** The method of an operation on the wire, and the path that its requests go to. */
export interface OperationWay {
  readonly method: string;
  readonly on: 'collection' | 'item';
}

/** Returns how a contract has an operation on the wire. */
export function wayOf({ operations }: Pick<Contract, 'operations'>, kind: Kind): OperationWay {
  const usual = methods[kind];
  const { method = usual.method, idInBody } = operations[kind] ?? {};
  return { method, on: idInBody === undefined ? usual.on : 'collection' };
}

/** Whether a contract has all operations with their usual methods at their usual paths. */
export function isUsual(contract: Pick<Contract, 'operations'>): boolean {
  return kinds.every((kind) => {
    const { method, on } = wayOf(contract, kind);
    return method === methods[kind].method && on === methods[kind].on;
  });
}

/**
 * Returns the operation of a method at a route, or `null`; `ways` is how the call was written. HEAD
 * is a GET (RFC 9110 section 9.3.2).
 */
export function kindOf(method: string, route: Route, ways: 'wire' | 'usual' = 'wire'): Kind | null {
  if (route.kind !== 'collection' && route.kind !== 'item') return null;
  const named = method === 'HEAD' ? 'GET' : method;
  const table = ways === 'wire' ? kindsOnWire(route.contract.operations) : USUAL;
  return table[route.kind].get(named) ?? null;
}

/** Whether a contract has any operation at a place. */
export function hasOperationAt(contract: Contract, place: OperationWay['on']): boolean {
  return placesOf(contract.operations).has(place);
}

/** The paths that a contract has something at; `<id>` stands for the id of an item. */
export function pathsOf(contract: Contract): readonly string[] {
  const { path, one, others = [] } = contract;
  const hasItem = hasOperationAt(contract, 'item');
  return [
    ...(hasOperationAt(contract, 'collection') || (hasItem && one === true) ? [path] : []),
    ...(hasItem && one !== true ? [`${path}/<id>`] : []),
    ...others.map((other) => other.path),
  ];
}

/** Each call asks for its place. */
const placesOf = remember(
  (operations: Contract['operations']): ReadonlySet<OperationWay['on']> =>
    new Set(
      kinds
        .filter((kind) => operations[kind] !== undefined)
        .map((kind) => wayOf({ operations }, kind).on),
    ),
  new WeakMap(),
);

/** The kinds by their method, of the collection and of an item. */
type KindTable = Readonly<Record<OperationWay['on'], ReadonlyMap<string, Kind>>>;

function tableOf(ways: (kind: Kind) => OperationWay): KindTable {
  const on = (place: OperationWay['on']): ReadonlyMap<string, Kind> =>
    new Map(
      kinds
        .filter((kind) => ways(kind).on === place)
        // The first of two kinds with one method counts.
        .toReversed()
        .map((kind) => [ways(kind).method, kind]),
    );
  return { collection: on('collection'), item: on('item') };
}

const USUAL = tableOf((kind) => methods[kind]);

/** Each call asks for its kind. */
const kindsOnWire = remember(
  (operations: Contract['operations']) => tableOf((kind) => wayOf({ operations }, kind)),
  new WeakMap(),
);
