// Items that one contract makes and another one reads, changes or removes at a path of its own:
// `POST /stores/{id}/units` and `DELETE /units/{id}`. What makes items of its own needs both.

import type { Action, Contract, Operation, ScopeMember } from '../../contract/contract.ts';
import { parametersOf } from '../../contract/nested-path.ts';
import { type Kind, kinds, methods } from '../../contract/operation-kinds.ts';
import { pathOf, wayOf } from '../../contract/operation-way.ts';
import { rowsKey } from '../../contract/rows.ts';

/**
 * Returns contracts of which those that create items have all operations on them. A contract that
 * creates none and has no list either has nothing left: the first that creates its items takes its
 * actions and its name.
 */
export function withItemsElsewhere(contracts: readonly Contract[]): readonly Contract[] {
  const joined = new Map(contracts.map((one) => [one, withOperationsOf(one, contracts)]));
  const heirs = new Map<Contract, Contract>();
  for (const one of contracts) {
    const heir = contracts.find((maker) => isHeir(maker, one) && !heirs.has(one));
    if (heir !== undefined && ![...heirs.values()].includes(heir)) heirs.set(one, heir);
  }
  return contracts
    .filter((one) => !heirs.has(one))
    .map((one) => {
      const [left] = [...heirs].find(([, heir]) => heir === one) ?? [];
      const whole = joined.get(one) ?? one;
      return left === undefined ? whole : named(whole, left);
    });
}

/** Whether a contract makes the items that another one has, which has nothing else. */
function isHeir(maker: Contract, one: Contract): boolean {
  const { list, create, ...ofItems } = one.operations;
  const isRest = list === undefined && create === undefined && Object.keys(ofItems).length > 0;
  return isRest && isDonor(one, maker);
}

/** A contract that creates items, with what others do with them. */
function withOperationsOf(maker: Contract, contracts: readonly Contract[]): Contract {
  if (maker.operations.create === undefined || maker.isSingle === true) return maker;
  const found = new Map<Kind, Operation>();
  for (const donor of contracts.filter((one) => isDonor(one, maker)))
    for (const kind of kinds) {
      // What makes items itself tries its changes itself.
      const isTaken = donor.operations.create === undefined || kind === 'read' || kind === 'remove';
      const operation = isOnItem(donor, kind) && isTaken ? donor.operations[kind] : undefined;
      if (operation === undefined || maker.operations[kind] !== undefined || found.has(kind))
        continue;
      found.set(kind, { ...operation, path: itemPathOf(donor, kind) });
    }
  if (found.size === 0) return maker;
  return { ...maker, operations: { ...maker.operations, ...Object.fromEntries(found) } };
}

/** Whether the items of a contract are those that another one makes, wherever that makes them. */
function isDonor(one: Contract, maker: Contract): boolean {
  return (
    one !== maker &&
    maker.operations.create !== undefined &&
    [one, maker].every(({ isSingle, file }) => isSingle !== true && file === undefined) &&
    rowsKey(one) === rowsKey(maker) &&
    one.id === maker.id &&
    (one.scope ?? []).every((member) => (maker.scope ?? []).some((other) => isSame(member, other)))
  );
}

function isSame(one: ScopeMember, other: ScopeMember): boolean {
  return (
    one.parameter === other.parameter &&
    one.parent === other.parent &&
    one.at.join('/') === other.at.join('/') &&
    (one.parameter !== null || one.value === other.value)
  );
}

function isOnItem(contract: Contract, kind: Kind): boolean {
  return methods[kind].on === 'item' && wayOf(contract, kind).on === 'item';
}

/** The path of an operation on an item; its parameter has the id, or the name that it has there. */
function itemPathOf(contract: Contract, kind: Kind): string {
  const { parameters = [], path } = contract.operations[kind] ?? {};
  if (path !== undefined) return path;
  const above = parametersOf(contract.path);
  const own = parameters.find((one) => one.in === 'path' && !above.includes(one.name))?.name;
  return pathOf(contract, kind, `{${own ?? contract.id}}`);
}

/** A contract with the name of one whose operations it has, and with its actions. */
function named(contract: Contract, left: Contract): Contract {
  const { rows: _, ...whole } = contract;
  const actions: readonly Action[] = [...(contract.actions ?? []), ...(left.actions ?? [])];
  return {
    ...whole,
    resource: rowsKey(contract) === left.resource ? left.resource : contract.resource,
    ...(actions.length === 0 ? {} : { actions }),
  };
}
