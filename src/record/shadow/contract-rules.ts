// A contract with what follows from it for its items, as all that judges recorded calls needs it.

import type { Contract } from '../../contract/contract.ts';
import { itemMembers, ownMembers, requiredMembers } from '../../contract/item-members.ts';
import type { Checker } from '../../schema/check.ts';
import type { Schemas } from '../../schema/schema.ts';

/** A contract, and what follows from it. */
export interface ContractRules {
  readonly contract: Contract;
  readonly schemas: Schemas;
  readonly checker: Checker;
  /** The members of an item, without its id. */
  readonly members: readonly string[];
  /** The members that the contract requires of a create. */
  readonly shown: readonly string[];
  /** The members that the contract requires of a replace. */
  readonly replaced: readonly string[];
  /** The members that only the service writes. */
  readonly made: readonly string[];
  readonly hasNumericIds: boolean;
}

export function contractRulesOf(
  contract: Contract,
  schemas: Schemas,
  checker: Checker,
): ContractRules {
  const members = itemMembers(contract, schemas);
  const shown = requiredMembers(contract, schemas, 'create');
  const replaced = requiredMembers(contract, schemas, 'replace');
  const idTypes = schemas.typesOf(contract.item, contract.id);
  const hasNumericIds = idTypes.some((type) => type !== 'string');
  const made = ownMembers(contract, schemas);
  return { contract, schemas, checker, members, shown, replaced, made, hasNumericIds };
}
