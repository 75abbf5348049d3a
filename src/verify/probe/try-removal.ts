// Removes the first item of a run before it makes more: what cannot be removed would stay. Judges
// nothing: the laws about DELETE do.

import { equal } from '../../base/equal.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import { firstLost } from '../checks/stray-removals.ts';
import { holdsToken } from '../guard/whose-record.ts';
import { readListIfSound } from '../scenario/read-list.ts';
import { Scenario } from '../scenario/scenario.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import type { Session } from '../session/session.ts';

/**
 * What a removal did: the item is gone, it was not removed, or it is still there although the service
 * said that it removed it. With `kept`, it says of itself that it is of no use any more.
 */
export type Removal = 'gone' | 'refused' | 'stays' | 'kept';

/**
 * Removes an item, and waits until nothing shows it. If it is gone, the run then makes as many as it
 * needs.
 */
export async function tryRemoval(session: Session, item: OwnedItem): Promise<Removal> {
  const { service, items, sender, clock, lag } = session;
  if (!service.offers('remove')) return 'refused';
  const claim = sender.guard.claimOf(item.key);
  items.window.kinds.add('remove');
  const before = await shownItem(session, item);
  const exchange = await sender.sendUnlessStopped(service.call('remove', item.key, null));
  if (exchange.kind !== 'received' || exchange.received.status >= 300) return 'refused';
  const begun = clock.now();
  let isLate = false;
  while (await isShown(session, item)) {
    if (!isLate && (await stopIfAnotherIsGone(session))) return 'stays';
    if (clock.now() >= begun + lag.lagMsMax)
      return (await isKept(session, item, before)) ? 'kept' : 'stays';
    isLate = true;
    await clock.wait(PAUSE_MS);
  }
  // What was accepted is done later (RFC 9110 section 15.3.3): from now on the run waits for it.
  if (isLate && exchange.received.status === 202)
    lag.acceptedMs = Math.max(lag.acceptedMs, clock.now() - begun);
  item.isAlive = false;
  items.drop(item);
  await sender.guard.release(item.key, claim);
  sender.guard.lift();
  return 'gone';
}

/**
 * Whether DELETE keeps an item and only marks it, as expired or archived for example: a flag, a word or
 * a member that was not set changed, and no client sent it. A contract of your own says what is meant.
 */
async function isKept(
  session: Session,
  item: OwnedItem,
  before: JsonObject | null,
): Promise<boolean> {
  const { service, items } = session;
  const after = before === null || !service.isIdAssumed ? null : await shownItem(session, item);
  if (before === null || after === null) return false;
  const marked = markedPlace(before, after, item.sent);
  if (marked === null) return false;
  items.keptBy = toPointer(marked);
  service.notes.add(
    `DELETE keeps the item and changes ${items.keptBy}: the laws about removal are not tried`,
  );
  return true;
}

/** The place of the first mark; `null` if there is none. */
function markedPlace(
  before: JsonObject,
  after: JsonObject,
  sent: JsonObject,
): readonly string[] | null {
  for (const [member, now] of Object.entries(after)) {
    const was = own(before, member) ?? null;
    const isSent = Object.hasOwn(sent, member);
    if (isSent || equal(was, now)) continue;
    if (isObject(was) && isObject(now)) {
      const below = markedPlace(was, now, {});
      if (below !== null) return [member, ...below];
    } else if (was === null || typeof now === 'boolean' || isWord(now)) return [member];
  }
  return null;
}

/** Whether a value is a text without digits: no time, no version. */
function isWord(value: Json): boolean {
  return typeof value === 'string' && !/\d/.test(value);
}

/** Returns what the service shows of an item; `null` if it shows none. */
async function shownItem(
  { service, sender }: Session,
  { key }: OwnedItem,
): Promise<JsonObject | null> {
  if (!service.isIdAssumed || !service.offers('read')) return null;
  const exchange = await sender.sendUnlessStopped(service.call('read', key, null));
  // The body of a refusal is no item.
  if (exchange.kind !== 'received' || exchange.received.status >= 300) return null;
  const { body } = exchange.received;
  return body.kind === 'json' && isObject(body.value) ? body.value : null;
}

/**
 * Ends all writing of the run if an item of someone else is gone while that of the run is still there.
 * Returns whether it did.
 */
async function stopIfAnotherIsGone(session: Session): Promise<boolean> {
  const elements = await elementsOf(session);
  const key = elements === null ? null : await firstLost(session, elements);
  if (key === null) return false;
  await session.sender.guard.halt({ kind: 'removed', key, operation: 'remove' });
  return true;
}

/** How many pages of a list are read to see whether an item is gone; a read of the item costs less. */
const PAGES_MAX = 3;

/** The pause between two looks, in milliseconds. */
const PAUSE_MS = 50;

/** Whether the list still shows an item; without a list, whether it can still be read. */
async function isShown(session: Session, { key }: OwnedItem): Promise<boolean> {
  const { service } = session;
  const elements = await elementsOf(session);
  if (elements === null) return isReadable(session, key);
  return elements.some((element) => service.keyOf(element) === key);
}

/** The elements of the list; `null` if none can be read, it does not show ids, or it is long. */
async function elementsOf(session: Session): Promise<readonly JsonObject[] | null> {
  const { service } = session;
  if (!service.offers('list') || !service.listsIds) return null;
  if (service.pageCalls.length > PAGES_MAX && service.offers('read')) return null;
  const read = await readListIfSound(new Scenario(session), () => false);
  return read.kind === 'done' ? (read.value?.elements ?? null) : null;
}

async function isReadable({ service, sender, items }: Session, key: string): Promise<boolean> {
  if (!service.offers('read')) return false;
  const exchange = await sender.sendUnlessStopped(service.call('read', key, null));
  if (exchange.kind !== 'received' || exchange.received.status >= 300) return false;
  const { body } = exchange.received;
  // Without a body there is no item, though the status of that read is a fault.
  if (body.kind === 'none') return false;
  return body.kind !== 'json' || holdsToken(body.value, items.token);
}
