// The operations of a source by name, as the document writes them: `DELETE /users/{id}`.

import type { Contract, Operation } from '../../contract/contract.ts';
import { type Kind, kinds } from '../../contract/operation-kinds.ts';
import { pathOf, wayOf } from '../../contract/operation-way.ts';
import type { SourceFacts } from '../../project/source/project-files.ts';

/** An operation of a contract; `kind` is absent of an action. */
export interface NamedOperation {
  readonly name: string;
  readonly contract: Contract;
  readonly operation: Operation;
  readonly kind?: Kind;
}

/** Returns the operations of contracts with their names. */
export function namedOperations(contracts: readonly Contract[]): readonly NamedOperation[] {
  return contracts.flatMap((contract): readonly NamedOperation[] => [
    ...kinds.flatMap((kind) => {
      const operation = contract.operations[kind];
      return operation === undefined
        ? []
        : [{ name: nameOf(contract, kind), contract, operation, kind }];
    }),
    ...(contract.actions ?? []).map((operation) => {
      return { name: `${operation.method} ${operation.path}`, contract, operation };
    }),
  ]);
}

/** Returns the name of an operation. */
export function nameOf(contract: Contract, kind: Kind): string {
  return `${wayOf(contract, kind).method} ${pathOf(contract, kind, '{id}')}`;
}

/** Returns all names, as the source has them. */
export function operationNames(
  contracts: readonly Contract[],
  { taken }: Pick<SourceFacts, 'taken'>,
): readonly string[] {
  const written = taken.map(({ method, path }) => `${method} ${path}`);
  const all = [...written, ...namedOperations(contracts).map(({ name }) => name)];
  return [...new Map(all.toReversed().map((name) => [sameName(name), name])).values()].toReversed();
}

/** Returns the name of an operation without the names of its parameters, to compare two. */
export function sameName(name: string): string {
  return name
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\{[^{}]*\}/g, '{}');
}
