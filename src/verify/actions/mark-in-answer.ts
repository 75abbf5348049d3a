// What an answer shows of a mark that an operation sets: `"following": true` of `POST /people/{name}/follow`.
// Sends nothing.

import { isObject, type JsonObject, own } from '../../base/json.ts';
import type { Action } from '../../contract/contract.ts';
import { isMarked, stemOf } from '../../contract/relations/mark-names.ts';
import { bareReply } from '../../model/message/bare-body.ts';
import type { Received } from '../../model/message/received.ts';
import { isOpenWrite } from '../move.ts';

export interface ShownMark {
  readonly member: string;
  readonly value: boolean;
}

/** What an answer shows of a mark; `null` if nothing. */
export function markIn(set: Action, answered: Action, received: Received): ShownMark | null {
  const { body } = bareReply(answered, received);
  if (body.kind !== 'json') return null;
  const stem = stemOf(set.path.split('/').at(-1) ?? '');
  const holders = [body.value, ...(isObject(body.value) ? Object.values(body.value) : [])];
  const found = holders.filter((one): one is JsonObject => isObject(one)).flatMap(marksOf(stem));
  return found[0] ?? null;
}

function marksOf(stem: string): (holder: JsonObject) => readonly ShownMark[] {
  return (holder) =>
    Object.keys(holder).flatMap((member) => {
      const value = own(holder, member);
      return typeof value === 'boolean' && isMarked(member, stem) ? [{ member, value }] : [];
    });
}

/** Whether an action may mark what its path names: it has a word of its own, and takes no more. */
export function isSetting(action: Action): boolean {
  const isWrite = isOpenWrite(action) && action.method !== 'DELETE';
  return isWrite && action.body === undefined && !action.path.endsWith('}');
}
