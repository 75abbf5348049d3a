// Gives the only item at a path the values that a law begins with.

import { pick } from '../../base/json.ts';
import type { Move } from '../move.ts';
import { done, type MoveResult, notExercised } from '../scenario/move-result.ts';
import { expectationAfter, noteRefusal } from '../scenario/record-write.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import { takeSingle } from '../singles/take-single.ts';
import { replaceItem } from './replace-item.ts';
import { updateItem } from './update-item.ts';

type Creation = Extract<Move, { kind: 'create' }>;

/** Writes the values; makes the item if nothing is there and PUT does that. */
export async function writeSingle(scenario: Scenario, move: Creation): Promise<MoveResult> {
  const { service } = scenario.session;
  const taken = await takeSingle(scenario);
  if (taken.kind !== 'done') return taken;
  const single = taken.value;
  scenario.items.set(move.item, single);
  if (!single.isAlive) return makeSingle(scenario, single, move);
  const { item, values, manner } = move;
  if (service.offers('replace'))
    return replaceItem(scenario, { kind: 'replace', item, values, manner });
  return service.traits.updateForms.length === 0
    ? done
    : updateItem(scenario, { kind: 'update', item, values, manner });
}

async function makeSingle(
  scenario: Scenario,
  single: OwnedItem,
  move: Creation,
): Promise<MoveResult> {
  const { service, items } = scenario.session;
  if (!service.offers('replace') || items.borrowed !== null)
    return notExercised('nothing is there, and no operation makes it');
  const sent = service.sendable('replace', pick(move.values, service.traits.replaceMembers));
  const call = service.call('replace', single.key, JSON.stringify(sent));
  const rulings = scenario.rulings(call);
  service.sent.note(sent);
  const reply = await scenario.receive('replace', call);
  if (reply.kind !== 'done') return reply;
  const judgement = scenario.judge('replace', reply.value, rulings, move.manner, sent);
  if (judgement.kind !== 'done') return judgement;
  scenario.wrote('replace', single);
  if (judgement.value.answer === 'refused') {
    noteRefusal(scenario, 'replace', reply.value, sent, move.manner);
    return notExercised('nothing is there, and PUT does not make it');
  }
  single.isAlive = true;
  single.sent = sent;
  single.lastWrite = 'replace';
  single.expectation = expectationAfter(
    scenario,
    'create',
    sent,
    null,
    rulings.filter(({ ruling }) => ruling.situation.value === 'ok'),
  );
  items.keep(single);
  return done;
}
