// Whether a null in a recorded reply may stand for a member that nobody has set.

import { isObject, own } from '../../base/json.ts';
import { type Pointer, valueAt } from '../../base/pointer.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { Call } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { nullMemberAt } from '../../oracle/unset-members.ts';
import { certainMembers } from './expected-item.ts';
import { keyOf } from './judge-items.ts';
import type { ShadowState } from './shadow-state.ts';

export interface UnsetReply {
  readonly kind: Kind;
  readonly call: Call;
  readonly received: Received;
}

/** Tells whether the recorder knows no value of a member that a reply shows as null. */
export function mayBeUnset(
  shadowState: ShadowState,
  { kind, call, received }: UnsetReply,
  at: Pointer,
): boolean {
  const { body } = received;
  const found = body.kind === 'json' ? nullMemberAt(shadowState.rules, kind, body.value, at) : null;
  if (found === null) return false;
  const sent = call.body.kind === 'json' && isObject(call.body.value) ? call.body.value : {};
  if (kind !== 'list' && kind !== 'read') return valueAt(sent, found.steps) === undefined;
  const known = shadowState.items.get(keyOf(shadowState, found.item) ?? '');
  if (known === undefined || known.state !== 'there') return true;
  const [member, ...below] = found.steps;
  const value = own(certainMembers(known), member) ?? own(known.sent ?? {}, member);
  return value === undefined || valueAt(value, below) === undefined;
}
