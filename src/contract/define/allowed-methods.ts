// The methods that contracts have at the path of an OPTIONS, all of which its answer must allow.

import type { Action, Contract } from '../contract.ts';
import { kinds } from '../operation-kinds.ts';
import { pathOf, wayOf } from '../operation-way.ts';

/** Returns contracts whose declared OPTIONS know the methods at their paths. */
export function withAllowedMethods(contracts: readonly Contract[]): readonly Contract[] {
  const isAsked = ({ method }: Action): boolean => method === 'OPTIONS';
  if (!contracts.some(({ actions = [] }) => actions.some(isAsked))) return contracts;
  const byPath = Map.groupBy(contracts.flatMap(methodsOf), ({ path }) => path);
  const allowing = (action: Action): Action => {
    const methods = (byPath.get(formOf(action.path)) ?? []).map(({ method }) => method);
    return isAsked(action) ? { ...action, allows: [...new Set(methods)] } : action;
  };
  return contracts.map((one) =>
    one.actions === undefined ? one : { ...one, actions: one.actions.map(allowing) },
  );
}

interface MethodAt {
  readonly path: string;
  readonly method: string;
}

function methodsOf(contract: Contract): readonly MethodAt[] {
  const offered = kinds.filter((kind) => contract.operations[kind] !== undefined);
  return [
    ...offered.map((kind) => ({
      path: formOf(pathOf(contract, kind, '{id}')),
      method: wayOf(contract, kind).method,
    })),
    ...(contract.actions ?? [])
      .filter(({ method }) => method !== 'OPTIONS')
      .map(({ path, method }) => ({ path: formOf(path), method })),
  ];
}

/** A path without the names of its parameters. */
function formOf(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}');
}
