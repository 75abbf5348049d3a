// How requests of an operation are written: with the usual method at the usual path, or as the
// contract says. Everything inside works on the usual form; usual-call.ts translates.

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
  const found = kinds.find((kind) => {
    const way = ways === 'wire' ? wayOf(route.contract, kind) : methods[kind];
    return way.on === route.kind && way.method === named;
  });
  return found ?? null;
}
