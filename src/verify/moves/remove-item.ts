// Removes an item of the run. The service may reuse its id for another item before it answers.

import type { Received } from '../../model/message/received.ts';
import type { Finding } from '../../oracle/finding.ts';
import { describedAnother } from '../checks/described-item.ts';
import { broken, done, type MoveResult, notExercised } from '../scenario/move-result.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { type OwnedItem, recordOf } from '../session/owned-item.ts';
import { followAccepted, readAccepted } from './follow-accepted.ts';

/** Removes an item, and gives up its id unless the removal was refused. */
export async function removeItem(scenario: Scenario, item: OwnedItem): Promise<MoveResult> {
  const { service, items, sender } = scenario.session;
  if (items.keptBy !== null)
    return notExercised(`DELETE keeps the item, and changes ${items.keptBy}`);
  const call = service.call('remove', item.key, null);
  const claim = sender.guard.claimOf(item.key);
  let other: Finding | null = null;
  let accepted: Received | null = null;
  items.leaving.add(item);
  try {
    const reply = await scenario.receive('remove', call);
    if (reply.kind !== 'done') return reply;
    const judgement = scenario.judge('remove', reply.value, scenario.rulings(call));
    if (judgement.kind !== 'done') return judgement;
    scenario.wrote('remove', item);
    if (judgement.value.answer === 'refused') return done;
    item.isAlive = false;
    item.lastWrite = 'remove';
    items.drop(item);
    accepted = reply.value;
    const known = [item.sent, recordOf(item, service.contract.id)];
    other = describedAnother(scenario, 'remove', reply.value, { item, known });
  } finally {
    items.leaving.delete(item);
  }
  await sender.guard.release(item.key, claim);
  if (accepted !== null && service.offers('read'))
    await followAccepted(scenario.session, accepted, async () => {
      const record = await readAccepted(scenario.session, item.key);
      return record === null || service.keyOf(record) !== item.key;
    });
  return other === null ? done : broken([other]);
}
