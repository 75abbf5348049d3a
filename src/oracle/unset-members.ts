// Null for a member that was never set: the specification leaves open whether such a member is left
// out or null (`fields.unset`). Says only where a reply shows such a null, not whether it was set.

import { isObject, type Json, type JsonObject } from '../base/json.ts';
import { type Pointer, parsePointer, valueAt } from '../base/pointer.ts';
import type { Contract } from '../contract/contract.ts';
import type { Kind } from '../contract/operation-kinds.ts';
import type { Schemas } from '../schema/schema.ts';

/** A null in place of an optional member of an item. */
export interface NullMember {
  readonly item: JsonObject;
  /** The place in the item: `['address', 'city']`. */
  readonly steps: readonly [string, ...string[]];
}

/** Returns the member of an item that is null at a place of a body; `null` if there is none. */
export function nullMemberAt(
  { contract, schemas }: { readonly contract: Contract; readonly schemas: Schemas },
  kind: Kind,
  body: Json,
  at: Pointer,
): NullMember | null {
  if (contract.shown['fields.unset'] === 'absent') return null;
  const steps = parsePointer(at) ?? [];
  if (valueAt(body, steps) !== null) return null;
  const item = kind === 'list' ? valueAt(body, steps.slice(0, 1)) : body;
  const [member, ...below] = kind === 'list' ? steps.slice(1) : steps;
  if (member === undefined || !isObject(item)) return null;
  const isRequired = [
    ...schemas.requiredOf(contract.item),
    ...schemas.requiredOfItems(contract.list),
    contract.id,
  ].includes(member);
  return isRequired ? null : { item, steps: [member, ...below] };
}
