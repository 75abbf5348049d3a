// The names of the members of an item and of the requests that write one.

import type { Schemas } from '../schema/schema.ts';
import type { Contract } from './contract.ts';

/** Returns the members of an item, without its id. */
export function itemMembers({ item, id }: Contract, schemas: Schemas): readonly string[] {
  return [...schemas.membersOf(item).keys()].filter((member) => member !== id);
}

/** Returns the members that the body of a request may have, without the id. */
export function requestMembers(
  { item, id, operations }: Contract,
  schemas: Schemas,
  kind: 'create' | 'replace',
): readonly string[] {
  const schema = operations[kind]?.body ?? item;
  return [...schemas.membersOf(schema).keys()].filter((member) => member !== id);
}

/** Returns the members that the contract requires of the body of a request. */
export function requiredMembers(
  { operations }: Contract,
  schemas: Schemas,
  kind: 'create' | 'replace',
): readonly string[] {
  const schema = operations[kind]?.body;
  return schema === undefined ? [] : schemas.requiredOf(schema);
}
