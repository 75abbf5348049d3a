// A request may name a row by the object that shows it: its id is enough, and is stored beside that, where an
// item has it.

import { equal } from '../../base/equal.ts';
import {
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  own,
  withMember,
} from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import { embeddedMembers } from '../../contract/relations/embedded-members.ts';
import { templateOf } from '../../contract/rows.ts';
import { requiredIn, type SchemaName, type Schemas } from '../../schema/schema.ts';
import { toKey } from '../ids/ids.ts';
import { allRowsOf } from '../state/rows-of.ts';
import type { Related } from './related.ts';

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

/** Returns the members of a request, with what objects in it must have and the rows that they name have. */
export function withRowsNamed(
  { state, router, schemas }: Related,
  contract: Contract,
  body: SchemaName,
  sent: JsonObject,
): JsonObject {
  const owner = templateOf(contract);
  return embeddedMembers(owner, router.contracts, schemas).reduce((row, { member, to }) => {
    const value = own(row, member);
    if (value === undefined || value === null || typeof value !== 'object') return row;
    const schema = schemas.memberAt(body, [member]) ?? {};
    const required = requiredIn(schemas.partsOf(own(schema, 'items') ?? schema));
    const whole = (each: Json): Json => {
      const id = isObject(each) ? (own(each, to.id) ?? null) : null;
      const named = id === null ? undefined : allRowsOf(state, to).find(toKey(id))?.value;
      if (named === undefined || !isObject(each)) return each;
      const lacking = required.filter((name) => !Object.hasOwn(each, name));
      const known = Object.entries(named).filter(([name]) => lacking.includes(name));
      return known.length === 0 ? each : { ...each, ...objectOf(known) };
    };
    return withMember(
      row,
      member,
      Array.isArray(value) ? (value as readonly Json[]).map(whole) : whole(value),
    );
  }, sent);
}
