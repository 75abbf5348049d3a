// Removes items with unknown ids while a run continues: a creation that seemed to fail may have had
// an effect.

import { readAll } from '../pages/read-all-pages.ts';
import { holdsMark } from '../session/owned-item.ts';
import type { Session } from '../session/session.ts';

/** Removes what the list shows with the token of the run and without an owner. */
export async function removeStrays(session: Session): Promise<void> {
  const { service, items, sender, bystanders } = session;
  if (!service.offers('list')) return;
  const all = await readAll({
    send: (call) => sender.sendUnlessStopped(call),
    call: service.call('list', null, null),
    pager: service.traits.pager,
    isMissed: () => false,
  });
  // The clean-up at the end, or `standin clean`, finds what an unreadable list does not show.
  if (all.kind === 'unread') return;
  for (const element of all.elements) {
    const key = service.keyOf(element);
    const isStray = key !== null && !items.byKey.has(key) && holdsMark(element, items.token);
    if (isStray && !bystanders.knows(key)) await removeStray(session, key);
  }
}

async function removeStray(session: Session, key: string): Promise<void> {
  const { service, items, sender } = session;
  if (!(await items.claim(key, items.token, null))) return;
  if (!service.offers('remove')) return;
  const exchange = await sender.sendUnlessStopped(service.call('remove', key, null));
  if (exchange.kind === 'received' && exchange.received.status < 300)
    await sender.guard.release(key);
}
