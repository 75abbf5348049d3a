// Removes what no operation removes by removing what it is below.

import { own } from '../../base/json.ts';
import { pluralize } from '../../base/pluralize.ts';
import { toKey } from '../../model/ids/ids.ts';
import { elementsOf, objectsIn } from '../pages/pagination.ts';
import type { Session } from '../session/session.ts';
import type { RemovedOwnItems } from './remove-own-items.ts';
import { whoseItem } from './whose-item.ts';

/**
 * Removes the parent of the items of a run that are left, if the run made it and no operation removes
 * them. Returns what is left then. `removeAbove` tells whether the parent is gone.
 */
export async function removeWithParent(
  session: Session,
  swept: RemovedOwnItems,
  removeAbove: (() => Promise<boolean>) | undefined,
): Promise<RemovedOwnItems> {
  const { service, sender, items } = session;
  const isKept =
    service.contract.isSingle !== true && (!service.offers('remove') || items.keptBy !== null);
  if (removeAbove === undefined || swept.left.length === 0 || !isKept) return swept;
  if (!(await removeAbove())) return swept;
  const there = await stillThere(session, swept.left);
  const gone = swept.left.filter((key) => !there.includes(key));
  for (const key of gone) await sender.guard.release(key);
  if (gone.length > 0)
    service.notes.add(
      `${pluralize(gone.length, 'item')} went with the item above, which the run removed: no operation removes them alone`,
    );
  return { ...swept, left: there };
}

/** Returns the ids that are not seen to be gone. */
async function stillThere(
  { service, sender, items }: Session,
  keys: readonly string[],
): Promise<readonly string[]> {
  const { contract } = service;
  const send: Parameters<typeof whoseItem>[0]['send'] = (call) => sender.sendUnlessStopped(call);
  if (service.offers('read')) {
    const all = await Promise.all(
      keys.map((key) => whoseItem({ send, contract, token: items.token }, key)),
    );
    return keys.filter((_, index) => all[index]?.kind !== 'absent');
  }
  if (!service.offers('list')) return keys;
  const listed = await send(service.call('list', null, null));
  if (listed.kind !== 'received') return keys;
  const { status } = listed.received;
  if (status === 404 || status === 410) return [];
  const elements = status < 300 ? elementsOf(listed.received) : null;
  if (elements === null) return keys;
  const shown = objectsIn(elements).map((one) => toKey(own(one, contract.id) ?? null));
  return keys.filter((key) => shown.includes(key));
}
