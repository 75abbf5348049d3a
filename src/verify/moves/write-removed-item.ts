// Writes to ids of items that the run removed.

import { isObject, pick } from '../../base/json.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import { shownFindings } from '../../oracle/shown-outcome.ts';
import { markIn } from '../guard/item-marker.ts';
import type { Move } from '../move.ts';
import { inapplicable } from '../scenario/inapplicable.ts';
import { broken, done, type MoveResult, notExercised } from '../scenario/move-result.ts';
import { expectationAfter } from '../scenario/record-write.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { isThereNow, type OwnedItem } from '../session/owned-item.ts';
import { bodyOf, MEDIA_TYPES, NO_FORM } from './update-item.ts';

/** Replaces a removed item. If that creates an item, it is the run's. */
export async function replaceRemoved(
  scenario: Scenario,
  move: Extract<Move, { kind: 'replace-removed' }>,
): Promise<MoveResult> {
  const { service, items, sender } = scenario.session;
  const found = scenario.item(move.item);
  if (found.kind !== 'done') return found;
  const item = found.value;
  const sent = pick(move.values, service.traits.replaceMembers);
  const body =
    service.traits.replaceId === 'sent' ? { [service.contract.id]: item.id, ...sent } : sent;
  const call = service.call('replace', item.key, JSON.stringify(body));
  const gone = await statusOfGone(scenario, item);
  if (gone === null) return notExercised(inapplicable.idReused);
  const reply = await scenario.receive('replace', call, (one) => sender.guard.sendToReleased(one));
  if (reply.kind !== 'done') return reply;
  scenario.wrote('replace', null);
  service.observe('replace.missing', reply.value.status >= 300 ? 'refuse' : 'create');
  if (reply.value.status >= 300) return done;
  const made = await scenario.receive('read', service.call('read', item.key, null));
  if (made.kind !== 'done') return made;
  if (!isThereNow(made.value, gone)) return done;
  // The service created an item at this id: it is the run's, and is judged like a creation.
  if (!(await items.claim(item.key, markIn(sent, items.token), sent)))
    return notExercised('the id belongs to an item that the run did not create');
  const again: OwnedItem = {
    ...item,
    expectation: expectationAfter(scenario, 'create', sent, null, []),
    before: null,
    isAlive: true,
    touched: ['replace'],
    lastWrite: 'replace',
    patched: null,
  };
  scenario.items.set(move.item, again);
  items.byKey.set(item.key, again);
  items.keep(again);
  return done;
}

/**
 * Changes a removed item, with the values that it had. An item that appears there is a finding: only
 * PUT may create one.
 */
export async function updateRemoved(
  scenario: Scenario,
  move: Extract<Move, { kind: 'update-removed' }>,
): Promise<MoveResult> {
  const { service, items, sender } = scenario.session;
  const { contract, traits } = service;
  const found = scenario.item(move.item);
  if (found.kind !== 'done') return found;
  const item = found.value;
  const [form] = traits.updateForms;
  if (form === undefined) return notExercised(NO_FORM);
  const sent = pick(item.sent, traits.updateMembers);
  const body = bodyOf(service, item, { sent, form, before: {} });
  const call = service.call('update', item.key, JSON.stringify(body), MEDIA_TYPES[form]);
  if ((await statusOfGone(scenario, item)) === null) return notExercised(inapplicable.idReused);
  const reply = await scenario.receive('update', call, (one) => sender.guard.sendToReleased(one));
  if (reply.kind !== 'done') return reply;
  scenario.wrote('update', null);
  const seen = await scenario.receive('read', service.call('read', item.key, null));
  if (seen.kind !== 'done') return seen;
  const { status, body: shown } = seen.value;
  if (status >= 300 || shown.kind !== 'json' || !isObject(shown.value)) return done;
  // It is the run's, and removed with the other items.
  if (await items.claim(item.key, item.mark, item.sent)) {
    const again: OwnedItem = { ...item, isAlive: true, touched: [], patched: null };
    scenario.items.set(move.item, again);
    items.byKey.set(item.key, again);
  }
  const facts = {
    item: itemName(contract, item.key),
    request: null,
    after: 'after update of its id',
  };
  return broken([itemFinding(contract, { code: 'came-back', operation: 'update' }, facts)]);
}

/** Removes a removed item. */
export async function removeRemoved(scenario: Scenario, item: OwnedItem): Promise<MoveResult> {
  const { service, sender } = scenario.session;
  if ((await statusOfGone(scenario, item)) === null) return notExercised(inapplicable.idReused);
  const call = service.call('remove', item.key, null);
  const reply = await scenario.receive('remove', call, (one) => sender.guard.sendToReleased(one));
  if (reply.kind !== 'done') return reply;
  scenario.wrote('remove', null);
  const received = reply.value;
  service.observe('remove.missing', received.status < 300 ? 'succeed' : 'refuse');
  if (received.status >= 300) return done;
  const { contract, checker } = service;
  // It has nothing to show any more; all else is as declared.
  const flaws = shownFindings({ contract, kind: 'remove', received }, 'ok', checker).filter(
    ({ code }) => code === 'status',
  );
  return flaws.length === 0 ? done : broken(flaws);
}

/**
 * The status of reading a removed id; `null` if something may be there: a write to it is sent only if
 * nothing is.
 */
async function statusOfGone(scenario: Scenario, item: OwnedItem): Promise<number | null> {
  const { service, items, sender } = scenario.session;
  if (items.byKey.has(item.key)) return null;
  const exchange = await sender.sendUnlessStopped(service.call('read', item.key, null));
  if (exchange.kind !== 'received') return null;
  const { status } = exchange.received;
  const isRefused = status >= 400 && status < 500 && !OF_THE_CALLER.has(status);
  return isRefused || (status < 300 && !isThereNow(exchange.received, status)) ? status : null;
}

/** Statuses about the client and the moment: they do not say that nothing is there. */
const OF_THE_CALLER: ReadonlySet<number> = new Set([401, 403, 407, 408, 423, 425, 429]);
