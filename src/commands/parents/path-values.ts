// Values that you give for parameters of paths: with them, the paths have no such parameters any
// more. Does not know whether the service has such items.

import { StandinError } from '../../base/errors.ts';
import { suggest } from '../../base/suggest.ts';
import type { Contract, Operation } from '../../contract/contract.ts';
import { bindPath, filledPath, parametersOf } from '../../contract/nested-path.ts';
import { type Kind, kinds, methods } from '../../contract/operation-kinds.ts';
import { idParameterOf, pathsOf } from '../../contract/operation-way.ts';

/**
 * Returns contracts with values in the place of parameters of their paths. The ids of the items of
 * each contract stay open: a run makes its own. Throws a StandinError if no path has a parameter of
 * such a name.
 */
export function withPathValues(
  contracts: readonly Contract[],
  given: Readonly<Record<string, string>> = {},
): readonly Contract[] {
  const values = new Map(Object.entries(given));
  if (values.size === 0) return contracts;
  checkNames(contracts, values);
  return contracts.map((contract) => filled(contract, values));
}

type Values = ReadonlyMap<string, string>;

function filled(contract: Contract, values: Values): Contract {
  const { template: _, ...bound } = bindPath(contract, values);
  const { operations, others } = contract;
  const own = kinds.flatMap((kind): readonly (readonly [Kind, Operation])[] => {
    const operation = operations[kind];
    return operation === undefined ? [] : [[kind, filledOperation(operation, kind, values)]];
  });
  return {
    ...bound,
    operations: Object.fromEntries(own),
    ...(others === undefined
      ? {}
      : { others: others.map((one) => ({ ...one, path: otherPath(contract, one.path, values) })) }),
  };
}

/** The last parameter of a path on an item is the id of that. */
function filledOperation(operation: Operation, kind: Kind, values: Values): Operation {
  const { path, idInBody } = operation;
  if (path === undefined) return operation;
  const isOnItem = methods[kind].on === 'item' && idInBody === undefined;
  const above = isOnItem ? without(values, idParameterOf(path)) : values;
  return { ...operation, path: filledPath(path, above) };
}

function otherPath({ path, one }: Contract, other: string, values: Values): string {
  const isBelowItem = one !== true && other.startsWith(`${path}/{`);
  const [id = ''] = isBelowItem ? parametersOf(other.slice(path.length)) : [];
  return filledPath(other, isBelowItem ? without(values, id) : values);
}

function without(values: Values, name: string): Values {
  return new Map([...values].filter(([one]) => one !== name));
}

function checkNames(contracts: readonly Contract[], values: Values): void {
  const known = new Set(contracts.flatMap(pathsOf).flatMap(parametersOf));
  for (const name of values.keys()) {
    if (known.has(name)) continue;
    const near = suggest(name, [...known]);
    throw new StandinError(
      'option-invalid',
      `no path of the source has the parameter {${name}}`,
      near === null
        ? `The parameters are ${[...known].sort().join(', ') || 'none'}.`
        : `Did you mean --param ${near}=<id>?`,
    );
  }
}
