// Writes to ids of items that the run removed, where nothing is there any more.

import { isObject, pick } from '../../base/json.ts';
import type { Move } from '../move.ts';
import { expectationAfter } from '../scenario/record-write.ts';
import { NotExercised, type Scenario } from '../scenario/scenario.ts';
import { markIn } from '../session/item-marker.ts';
import type { OwnedItem } from '../session/owned-item.ts';

/** Replaces an item that was removed; what that makes is the run's again. */
export async function replaceRemoved(
  scenario: Scenario,
  move: Extract<Move, { kind: 'replace-removed' }>,
): Promise<void> {
  const { session } = scenario;
  const item = scenario.item(move.item);
  const sent = pick(move.values, session.traits.replaceMembers);
  const body =
    session.traits.replaceId === 'sent' ? { [session.contract.id]: item.id, ...sent } : sent;
  const call = session.call('replace', item.key, JSON.stringify(body));
  if (!(await isGone(scenario, item))) throw new NotExercised('the id was given out again');
  const received = await scenario.exchange('replace', call, (one) => session.guard.sendToGone(one));
  scenario.wrote('replace', null);
  if (received.status >= 300) return session.observe('replace.missing', 'refuse');
  session.observe('replace.missing', 'create');
  const made = await scenario.exchange('read', session.call('read', item.key, null));
  if (made.status >= 300 || made.body.kind !== 'json') return;
  // It made one at this id: it is the run's again, and what it holds is judged as after a creation.
  await session.claim(item.key, markIn(sent, session.token));
  const again: OwnedItem = {
    ...item,
    expectation: expectationAfter(scenario, 'create', sent, null, []),
    before: null,
    isAlive: true,
    touched: ['replace'],
    lastWrite: 'replace',
  };
  scenario.items.set(move.item, again);
  session.owns.set(item.key, again);
  session.keep(again);
}

/** Removes an item that was removed. */
export async function removeRemoved(scenario: Scenario, item: OwnedItem): Promise<void> {
  const { session } = scenario;
  if (!(await isGone(scenario, item))) throw new NotExercised('the id was given out again');
  const call = session.call('remove', item.key, null);
  const received = await scenario.exchange('remove', call, (one) => session.guard.sendToGone(one));
  scenario.wrote('remove', null);
  session.observe('remove.missing', received.status < 300 ? 'succeed' : 'refuse');
}

/** A write to an id that was removed is sent only where nothing is there now. */
async function isGone(scenario: Scenario, item: OwnedItem): Promise<boolean> {
  const { session } = scenario;
  if (session.owns.has(item.key)) return false;
  const exchange = await session.send(session.call('read', item.key, null));
  if (exchange.kind !== 'received') return false;
  const { status, body } = exchange.received;
  return (
    (status >= 400 && status < 500 && status !== 401 && status !== 429) ||
    (status < 300 && (body.kind !== 'json' || !isObject(body.value)))
  );
}
