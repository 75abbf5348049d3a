// Sends a write that may be refused, and then must have no effect.

import { pick } from '../../base/json.ts';
import { truncate } from '../../base/truncate.ts';
import type { Received } from '../../model/message/received.ts';
import type { Expectation } from '../../oracle/expectation.ts';
import type { Move } from '../move.ts';
import { findCreatedId } from '../scenario/find-created-id.ts';
import { done, doneWith, type MoveResult } from '../scenario/move-result.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { markIn } from '../session/item-marker.ts';
import { put } from './replace-item.ts';

/** Sends a body unchanged, in a creation or a replacement. */
export async function writeInvalidBody(
  scenario: Scenario,
  move: Extract<Move, { kind: 'write-flawed' }>,
): Promise<MoveResult> {
  const { service } = scenario.session;
  const target = move.item === null ? doneWith(null) : scenario.item(move.item);
  if (target.kind !== 'done') return target;
  const item = target.value;
  const kind = item === null ? 'create' : 'replace';
  const call = service.call(kind, item === null ? null : item.key, move.text);
  const reply = await scenario.receive(kind, call);
  if (reply.kind !== 'done') return reply;
  const judgement = scenario.judge(kind, reply.value, scenario.rulings(call), 'unusual');
  if (judgement.kind !== 'done') return judgement;
  scenario.wrote(kind, item);
  if (judgement.value.answer === 'refused') return done;
  service.notes.add(`${kind} accepted the invalid body ${truncate(move.text, 60)}`);
  // The contract does not specify what an accepted invalid body becomes. It is replaced or removed
  // before any check.
  if (item !== null) {
    item.expectation = unknown(item.expectation);
    return put(scenario, item, pick(item.sent, service.traits.replaceMembers), 'unusual');
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
  if (key === null || items.holds(key) || !(await items.claim(key, mark))) return done;
  if (!service.offers('remove')) return done;
  const claim = sender.guard.claimOf(key);
  await sender.sendUnlessStopped(service.call('remove', key, null));
  await sender.guard.release(key, claim);
  return done;
}

function unknown(expectation: Expectation): Expectation {
  return new Map(
    [...expectation.keys()].map((member) => [
      member,
      [{ value: undefined, isAny: true, by: 'service' }],
    ]),
  );
}
