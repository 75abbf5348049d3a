// Whether a removal took an item of someone else in place of its own.

import type { JsonObject } from '../../base/json.ts';
import { breachFinding } from '../scenario/breach-finding.ts';
import { type Broken, broken } from '../scenario/move-result.ts';
import { holdsMark } from '../session/owned-item.ts';
import type { Session } from '../session/session.ts';

/**
 * Ends all writing of the run if the list still shows a removed item of the run, and no longer one
 * of someone else. Returns the finding; `null` if nothing is wrong.
 */
export async function stopIfRemovalsStray(
  session: Session,
  elements: readonly JsonObject[],
): Promise<Broken | null> {
  const { service, items, sender } = session;
  const isStillThere = elements.some((element) => {
    const key = service.keyOf(element) ?? '';
    const isRemoved = items.everOwned.has(key) && !sender.guard.owned().includes(key);
    return isRemoved && holdsMark(element, items.token);
  });
  const key = isStillThere ? await firstLost(session, elements) : null;
  if (key === null) return null;
  const breach = { kind: 'removed', key, operation: 'remove' } as const;
  await sender.guard.halt(breach);
  return broken([breachFinding(session, breach)]);
}

/**
 * Returns an item of someone else that is gone, if none was ever missing or changed before. A list
 * of several pages may miss one that other writes moved from page to page: then a read shows it.
 */
export async function firstLost(
  { service, sender, bystanders }: Session,
  elements: readonly JsonObject[],
): Promise<string | null> {
  const key = bystanders.firstLost(elements);
  if (key === null || !service.offers('read')) return key;
  const read = await sender.sendUnlessStopped(service.call('read', key, null));
  return read.kind === 'received' && read.received.status < 300 ? null : key;
}
