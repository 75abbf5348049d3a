// The list of the values that a member has: the tags of all articles.

import { isObject, type Json, own } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import { rowsOf } from '../state/rows-of.ts';
import type { State } from '../state/state.ts';

/** Returns a body with the values that a member has in all rows, in place of its list of texts. */
export function withValues(
  body: Json,
  state: State,
  { contract, member }: { readonly contract: Contract; readonly member: string },
): Json {
  const held = rowsOf(state, contract)
    .records()
    .map(({ value }) => own(value, member) ?? []);
  const values = [...new Set(held.flat() as readonly Json[])];
  if (Array.isArray(body)) return values;
  if (!isObject(body)) return body;
  const [first] = Object.entries(body).find(([, value]) => Array.isArray(value)) ?? [];
  return first === undefined ? body : { ...body, [first]: values };
}
