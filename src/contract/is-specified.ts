// Whether a contract specifies an operation. PATCH may be named without being shown: then the
// contract leaves open how it works, and nothing about it can be asserted.

import type { Contract } from './contract.ts';
import type { Kind } from './operation-kinds.ts';

/**
 * Returns whether a contract has an operation and shows how it works. PATCH is not shown if its
 * formats are an open question and no success is specified.
 */
export function isSpecified(contract: Contract, kind: Kind): boolean {
  const operation = contract.operations[kind];
  if (operation === undefined) return false;
  if (kind !== 'update') return true;
  const media = contract.shown['update.media'];
  if (media !== undefined) return media !== 'none';
  return operation.outcomes.ok !== undefined || !isOpen(contract);
}

/** Returns whether a contract says that it does not show PATCH: has none, or leaves it open. */
export function isUpdateUnspecified(contract: Contract): boolean {
  if (isSpecified(contract, 'update')) return false;
  return contract.operations.update === undefined || isOpen(contract);
}

function isOpen({ open }: Contract): boolean {
  return open.some(({ choices }) => choices.includes('update.media'));
}
