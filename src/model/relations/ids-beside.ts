// A request may name a row by the object that shows it: its id is stored beside that, where an item has it.

import { equal } from '../../base/equal.ts';
import { isObject, type Json, type JsonObject, own, withMember } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import { embeddedMembers } from '../../contract/relations/embedded-members.ts';
import { templateOf } from '../../contract/rows.ts';
import type { Schemas } from '../../schema/schema.ts';

/** Returns the members of a request with the ids of the objects in it, unless it has others itself. */
export function withIdsBeside(
  { contracts, schemas }: { readonly contracts: readonly Contract[]; readonly schemas: Schemas },
  contract: Contract,
  sent: JsonObject,
  before: JsonObject | null,
): JsonObject {
  const old = (member: string): Json | undefined =>
    before === null ? undefined : own(before, member);
  const isNew = (member: string): boolean => {
    const value = own(sent, member);
    const known = old(member);
    return value !== undefined && (known === undefined || !equal(value, known));
  };
  return embeddedMembers(templateOf(contract), contracts, schemas).reduce((row, one) => {
    const { member, ids, to, holds } = one;
    if (ids === null || !isNew(member) || isNew(ids)) return row;
    const value = own(sent, member) ?? null;
    const all = [value].flat().map((each: Json) => (isObject(each) ? own(each, to.id) : undefined));
    const named = all.flatMap((id) => id ?? []);
    if (named.length < all.length) return row;
    return withMember(row, ids, holds === 'list' ? named : (named[0] ?? null));
  }, sent);
}
