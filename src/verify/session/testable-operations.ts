// Which operations of a contract can be tried: it has them, and their schemas give values.

import type { Contract, Operation } from '../../contract/contract.ts';
import { unlikeMembers } from '../../contract/item-members.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { Schemas } from '../../schema/schema.ts';
import { unmakeable } from './item-factory.ts';
import type { Session } from './session.ts';

/** How the reader knows each operation. */
const NAMES: Readonly<Record<Kind, string>> = {
  list: 'GET of the list',
  create: 'POST',
  read: 'GET of one item',
  replace: 'PUT',
  update: 'PATCH',
  remove: 'DELETE',
};

/** Returns why an operation cannot be tried, in a clause; `null` if it can. */
export function whyNotTestable(session: Session, kind: Kind): string | null {
  const { service } = session;
  if (service.contract.operations[kind] === undefined)
    return kind === 'create'
      ? `the contract shows no operation that creates ${service.contract.resource}`
      : `the contract has no ${NAMES[kind]}`;
  if (!service.offers(kind)) return `the contract does not show ${NAMES[kind]}`;
  if (kind === 'remove' && session.items.keptBy !== null)
    return `DELETE keeps the item, and changes ${session.items.keptBy}`;
  if (kind !== 'create' && kind !== 'replace' && kind !== 'update') return null;
  const { contract } = service;
  const schema = contract.operations[kind]?.body ?? contract.item;
  const lacking = unmakeable(session, kind);
  if (kind === 'create' && isNameless(contract, service.schemas))
    return 'no answer tells items apart';
  const members = lacking
    .filter((member) => kind === 'create' || member !== contract.id)
    .map((member) => JSON.stringify(member));
  if (members.length === 0) return null;
  return `no valid value could be made for ${members.join(', ')}; add "examples" to ${schema}.json`;
}

/**
 * Whether nothing tells the items of a run from others. Without a list, items must show something
 * of what a creation sends: ids that are linked show none. Without an id, they are known by a list,
 * or by the Location of their creation, which the contract has or leads to an item like that.
 */
export function isNameless(contract: Contract, schemas: Schemas): boolean {
  const { hidden = [], id, item, operations } = contract;
  const { create, list, read } = operations;
  const isHidden = hidden.includes(id);
  const shown = schemas.membersOf(item);
  const sent = [...schemas.membersOf(create?.body ?? item).keys()];
  const unlike = unlikeMembers(contract, schemas);
  const isKnown = sent.some((name) => name !== id && shown.has(name) && !unlike.has(name));
  const isUnknown = list === undefined && sent.length > 0 && !isKnown;
  return read === undefined ? isHidden || isUnknown : isHidden && isUnknown && !hasLocation(create);
}

/** Whether the contract says that a creation answers with the address of the new item. */
function hasLocation(create: Operation | undefined): boolean {
  const { headers, headerSchemas } = create?.outcomes.ok ?? {};
  const names = Object.keys({ ...headers, ...headerSchemas });
  return names.some((name) => name.toLowerCase() === 'location');
}
