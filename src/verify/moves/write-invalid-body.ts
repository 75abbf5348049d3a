// Sends a write that may be refused, and then must have no effect.

import { isObject, pick } from '../../base/json.ts';
import { truncate } from '../../base/truncate.ts';
import type { Received } from '../../model/message/received.ts';
import type { Expectation } from '../../oracle/expectation.ts';
import type { Move } from '../move.ts';
import { findCreatedId } from '../scenario/find-created-id.ts';
import { done, doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { markIn } from '../session/item-marker.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import { put } from './replace-item.ts';
import { MEDIA_TYPES, NO_FORM, noteRefused, patch, updateRulings } from './update-item.ts';

/** Sends a body unchanged, in a creation, a replacement or a PATCH. */
export async function writeInvalidBody(
  scenario: Scenario,
  move: Extract<Move, { kind: 'write-flawed' }>,
): Promise<MoveResult> {
  const { service } = scenario.session;
  const target = move.item === null ? doneWith(null) : scenario.item(move.item);
  if (target.kind !== 'done') return target;
  const item = target.value;
  const [form] = service.traits.updateForms;
  if (move.by === 'update' && form === undefined) return notExercised(NO_FORM);
  const kind = item === null ? 'create' : (move.by ?? 'replace');
  const type = kind === 'update' && form !== undefined ? MEDIA_TYPES[form] : undefined;
  const call = service.call(kind, item === null ? null : item.key, move.text, type);
  const reply = await scenario.receive(kind, call);
  if (reply.kind !== 'done') return reply;
  const rulings = kind === 'update' ? updateRulings(scenario, call) : scenario.rulings(call);
  const judgement = scenario.judge(kind, reply.value, rulings, 'unusual');
  if (judgement.kind !== 'done') return judgement;
  if (item !== null && kind === 'update' && judgement.value.answer === 'refused') noteRefused(item);
  scenario.wrote(kind, item);
  if (judgement.value.answer === 'refused') {
    const { items } = scenario.session;
    if (item === null) items.refusedMarks.add(markIn(move.text, items.token));
    return done;
  }
  if (service.contract.operations[kind]?.outcomes.invalid === undefined)
    service.noteLeftOpen(kind, 'invalid bodies', 'accepted', truncate(move.text, 60));
  // The contract does not specify what an accepted invalid body becomes. It is replaced or removed
  // before any check.
  if (item !== null) {
    item.expectation = unknown(item.expectation);
    return repair(scenario, item);
  }
  return removeUnwanted(scenario, move.text, reply.value);
}

/** Removes the item of a creation that the service should have refused. */
export async function removeUnwanted(
  scenario: Scenario,
  text: string,
  received: Received,
): Promise<MoveResult> {
  const { service, items, sender } = scenario.session;
  const mark = markIn(text, items.token);
  const found = await findCreatedId(scenario, {}, mark, received);
  if (found.kind !== 'done') return found;
  const key = found.value === null ? null : String(found.value.id);
  if (key !== null && sender.guard.isForeign(key)) await sender.guard.halt({ kind: 'taken', key });
  // A form says as one text what JSON may say as a list of one.
  const { body } = service.call('create', null, text);
  const sent = body.kind === 'json' && isObject(body.value) ? body.value : null;
  if (key === null || items.holds(key) || !(await items.claim(key, mark, sent))) return done;
  if (!service.offers('remove')) return done;
  const claim = sender.guard.claimOf(key);
  await sender.sendUnlessStopped(service.call('remove', key, null));
  await sender.guard.release(key, claim);
  return done;
}

/** Writes all values of an item again. */
function repair(scenario: Scenario, item: OwnedItem): Promise<MoveResult> {
  const { traits } = scenario.session.service;
  const [form] = traits.updateForms;
  if (scenario.session.service.offers('replace') || form === undefined)
    return put(scenario, item, pick(item.sent, traits.replaceMembers), 'unusual');
  const sent = pick(item.sent, traits.updateMembers);
  return patch(scenario, item, { sent, form, manner: 'unusual' });
}

function unknown(expectation: Expectation): Expectation {
  return new Map(
    [...expectation.keys()].map((member) => [
      member,
      [{ value: undefined, isAny: true, by: 'service' }],
    ]),
  );
}
