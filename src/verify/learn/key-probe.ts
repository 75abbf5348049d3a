// The probe of `learn` for idempotency keys: the same creation twice with one key, then another one.

import { type JsonObject, pick } from '../../base/json.ts';
import type { Headers } from '../../model/message/call.ts';
import { doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import type { Probe, Probed } from './probe.ts';
import type { ProbeContext } from './probe-context.ts';

export const keyProbe: Probe = {
  kind: 'steps',
  needs: 'create',
  tells: ['create.idempotency', 'reused.status'],
  steps: sendKeyAgain,
};

/** What the service does with a creation without a key is not tried: all others of a run are that. */
async function sendKeyAgain(context: ProbeContext): Promise<Probed> {
  const { service } = context.session;
  const fields = service.keyFields(crypto.randomUUID());
  const sent = pick(context.make.plain(), service.traits.createMembers);
  const first = await context.tryCreate('other', sent, fields);
  if (first.kind !== 'done') return first;
  const { received, item } = first.value;
  if (item === null)
    return notExercised(
      received.status < 300
        ? 'the item that was created with a key could not be found'
        : `a creation with a key was refused with ${received.status}`,
    );
  const again = await isMadeAgain(context, { item, sent, fields });
  if (again.kind !== 'done') return again;
  if (again.value) return doneWith([{ choice: 'create.idempotency', option: 'ignore' }]);
  const other = pick(context.make.plain(), service.traits.createMembers);
  const refusal = await context.tryCreate('reused-key', other, fields);
  if (refusal.kind !== 'done') return refusal;
  if (refusal.value.item === null && context.names(refusal.value.received, item))
    await context.claimAgain(item, item.sent);
  const isRequired = service.contract.shown['create.idempotency'] === 'require';
  return doneWith([{ choice: 'create.idempotency', option: isRequired ? 'require' : 'replay' }]);
}

interface KeyedCreation {
  readonly item: OwnedItem;
  readonly sent: JsonObject;
  readonly fields: Headers;
}

/** Sends a creation again. A second item belongs to the run, whatever the answer says. */
async function isMadeAgain(
  context: ProbeContext,
  { item, sent, fields }: KeyedCreation,
): Promise<MoveResult<boolean>> {
  const { session } = context;
  const plain = session.service.call('create', null, JSON.stringify(sent));
  const call = { ...plain, headers: { ...plain.headers, ...fields } };
  // An answer that is repeated may have another status than the first.
  const reply = await context.ask({ trial: 'other', operation: null, call });
  if (reply.kind !== 'done') return reply;
  const { status } = reply.value;
  if (status >= 300) return notExercised(`the same creation with its key was answered ${status}`);
  const second = await context.adoptIfMade(sent, item, reply.value);
  if (second.kind !== 'done') return second;
  if (second.value === null) await context.claimAgain(item, item.sent);
  return doneWith(second.value !== null);
}
