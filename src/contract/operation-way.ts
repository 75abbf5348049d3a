// How requests of an operation are written: with the usual method at the usual path, or as the
// contract says. Everything inside works on the usual form; usual-call.ts translates.

import type { Contract } from './contract.ts';
import { parametersOf } from './nested-path.ts';
import { type Kind, kinds, methods } from './operation-kinds.ts';

/** How the body of a PATCH is written: as a merge patch (RFC 7396), as plain JSON, or as a JSON Patch (RFC 6902). */
export type PatchForm = 'merge-patch' | 'json' | 'json-patch';

/** The method of an operation on the wire, and the path that its requests go to. */
export interface OperationWay {
  readonly method: string;
  readonly on: 'collection' | 'item';
  /** The path of its own that it has; absent if that is the usual one. */
  readonly path?: string;
}

/** Returns how a contract has an operation on the wire. */
export function wayOf({ operations }: Pick<Contract, 'operations'>, kind: Kind): OperationWay {
  const usual = methods[kind];
  const { method = usual.method, idInBody, idInPath, path } = operations[kind] ?? {};
  const on = idInBody !== undefined ? 'collection' : idInPath !== undefined ? 'item' : usual.on;
  return path === undefined ? { method, on } : { method, on, path };
}

/** Returns the path of an operation, with `id` in the place of the id of an item. */
export function pathOf(
  contract: Pick<Contract, 'operations' | 'path' | 'isSingle'>,
  kind: Kind,
  id: string,
): string {
  const { on, path } = wayOf(contract, kind);
  if (path === undefined)
    return on === 'item' && contract.isSingle !== true ? `${contract.path}/${id}` : contract.path;
  return on === 'item' ? path.replace(/\{[^{}]*\}(?=[^{}]*$)/, () => id) : path;
}

/** Returns the name of the parameter of a path that is the id of an item. */
export function idParameterOf(path: string): string {
  return parametersOf(path).at(-1) ?? '';
}

/** Whether a contract has all operations with their usual methods at their usual paths. */
export function isUsual(contract: Pick<Contract, 'operations'>): boolean {
  return kinds.every((kind) => {
    const { method, on, path } = wayOf(contract, kind);
    return method === methods[kind].method && on === methods[kind].on && path === undefined;
  });
}

/** The paths that a contract has something at; `<id>` stands for the id of an item. */
export function pathsOf(contract: Contract): readonly string[] {
  const own = kinds
    .filter((kind) => contract.operations[kind] !== undefined)
    .toSorted((one, other) => onRank(contract, one) - onRank(contract, other))
    .map((kind) => pathOf(contract, kind, '<id>'));
  return [...new Set(own), ...(contract.actions ?? []).map(({ path }) => path)];
}

function onRank(contract: Contract, kind: Kind): number {
  return wayOf(contract, kind).on === 'collection' ? 0 : 1;
}
