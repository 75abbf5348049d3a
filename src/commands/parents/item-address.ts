// How an item that a run left is named: by the path at which an operation has it, if one does.

import { printable } from '../../base/printable.ts';
import type { Contract } from '../../contract/contract.ts';
import { pathOf, wayOf } from '../../contract/operation-way.ts';

/** Returns the path of an item, or its id and the path of its collection: `7 in /stores/3/units`. */
export function itemAddress(contract: Contract, key: string): string {
  const kind = (['read', 'remove', 'replace', 'update'] as const).find(
    (one) => contract.operations[one] !== undefined && wayOf(contract, one).on === 'item',
  );
  return kind === undefined
    ? `${printable(key)} in ${contract.path}`
    : pathOf(contract, kind, encodeURIComponent(key));
}
