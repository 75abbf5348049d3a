// Which rows a contract works on: its own, or those of another contract.

import type { Contract } from './contract.ts';

/** Returns the resource that has the rows of a contract. */
export function rowsKey({ rows, resource }: Pick<Contract, 'rows' | 'resource'>): string {
  return rows ?? resource;
}

/** Returns the contracts that have rows of their own. */
export function ownersOf(contracts: readonly Contract[]): readonly Contract[] {
  return contracts.filter(({ rows }) => rows === undefined);
}

/** Returns the contract as its file has it, without the values of the parameters of its path. */
export function templateOf(contract: Contract): Contract {
  return contract.template ?? contract;
}

/** Returns the key of the only item of a contract: the values of its path, or its name. */
export function keyOfOne({ scope = [], resource }: Contract): string {
  const values = scope
    .filter(({ parameter }) => parameter !== null)
    .map(({ value }) => String(value));
  return values.length === 0 ? resource : values.join('/');
}
