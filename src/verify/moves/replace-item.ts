// Replaces an item of the run, whole or in part.

import { type JsonObject, pick } from '../../base/json.ts';
import type { Expectation } from '../../oracle/expectation.ts';
import type { Move } from '../move.ts';
import { expectationAfter, noteRefusal } from '../scenario/record-write.ts';
import { NotExercised, type Scenario } from '../scenario/scenario.ts';
import { type OwnedItem, recordOf } from '../session/owned-item.ts';

/**
 * Replaces every member that the service takes: those of the move, and the others as they are.
 * Gives what that leaves; `null` where it was refused.
 */
export async function replaceItem(
  scenario: Scenario,
  move: Extract<Move, { kind: 'replace' }>,
): Promise<Expectation | null> {
  const { session } = scenario;
  const item = scenario.item(move.item);
  const whole = {
    ...item.sent,
    ...recordOf(item, session.contract.id),
    ...move.values,
    ...session.fixedOf(item),
  };
  return put(scenario, item, pick(whole, session.traits.replaceMembers), move.manner);
}

/** Replaces some members and leaves the others out. */
export async function replaceSome(
  scenario: Scenario,
  move: Extract<Move, { kind: 'replace-some' }>,
): Promise<Expectation | null> {
  const item = scenario.item(move.item);
  const sent = pick(move.values, scenario.session.traits.replaceMembers);
  if (Object.keys(sent).length === 0) throw new NotExercised('the service takes no such member');
  return put(scenario, item, sent, 'unusual');
}

/**
 * Sends a replacement, and takes down what the item should hold then: that is given back, or `null`
 * where it was refused.
 */
export async function put(
  scenario: Scenario,
  item: OwnedItem,
  sent: JsonObject,
  manner: 'plain' | 'unusual',
): Promise<Expectation | null> {
  const { session } = scenario;
  const body =
    session.traits.replaceId === 'sent' ? { [session.contract.id]: item.id, ...sent } : sent;
  const call = session.call('replace', item.key, JSON.stringify(body));
  const rulings = session.rulings(call);
  const before = recordOf(item, session.contract.id);
  const received = await scenario.exchange('replace', call);
  const judgement = scenario.judge('replace', received, rulings, manner);
  scenario.wrote('replace', item);
  if (judgement.answer === 'refused') {
    noteRefusal(scenario, 'replace', received, sent, manner);
    return null;
  }
  const after = expectationAfter(
    scenario,
    'replace',
    sent,
    before,
    rulings.filter(({ ruling }) => ruling.situation.value === 'ok'),
  );
  item.before = before;
  item.sent = { ...item.sent, ...sent };
  item.expectation = after;
  item.lastWrite = 'replace';
  item.rivals = [];
  session.keep(item);
  return after;
}
