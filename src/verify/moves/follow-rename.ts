// A write may give an item another id, where the service makes ids of values: the item has moved.
// Only what the new address shows as this item counts; anything else is for the checks to find.

import { isObject, type JsonObject, own } from '../../base/json.ts';
import { percentDecode } from '../../base/percent.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { header } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { describedIn } from '../checks/described-item.ts';
import { markIn } from '../guard/item-marker.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { isOf, showsAll } from '../scenario/shows-sent.ts';
import { renameBy } from '../session/id-from-values.ts';
import type { OwnedItem } from '../session/owned-item.ts';

/** Follows an item to the address that a write gave it, and sends that member unchanged from then on. */
export async function followRename(
  scenario: Scenario,
  item: OwnedItem,
  written: { readonly kind: Kind; readonly sent: JsonObject; readonly received: Received },
): Promise<void> {
  const { service, items, sender, bystanders } = scenario.session;
  const { traits, contract } = service;
  const rename = renameBy(traits, item, written.sent);
  if (rename === null || !service.offers('read')) return;
  const computed = rename.id === null ? [] : [rename.id];
  for (const key of new Set([...shownIn(scenario, written), ...computed])) {
    const isTaken = items.byKey.has(key) || bystanders.knows(key) || sender.guard.isForeign(key);
    if (key === item.key || isTaken) continue;
    const exchange = await sender.sendUnlessStopped(service.call('read', key, null));
    if (exchange.kind !== 'received' || exchange.received.status >= 300) continue;
    const { body } = exchange.received;
    if (body.kind !== 'json' || !isObject(body.value)) continue;
    const record = body.value;
    const isIt =
      isOf(record, written.sent, markIn(written.sent, items.token), scenario.session) ||
      showsAll(record, written.sent, scenario.session);
    // With the same value it may also be a copy: then both are there.
    const isMoved = isIt && (!rename.isSame || (await isGone(scenario, item.key)));
    if (!isMoved || !(await items.move(item, key, own(record, contract.id) ?? key))) continue;
    if (rename.isSame) service.notes.add(`a write of ${rename.member} ${MOVES}`);
    else keepUnchanged(scenario, rename.member);
    return;
  }
}

const MOVES =
  'moves an item to another address, also with the same value, since ids are made of it: the run followed it';

async function isGone({ session: { service, sender } }: Scenario, key: string): Promise<boolean> {
  const exchange = await sender.sendUnlessStopped(service.call('read', key, null));
  const status = exchange.kind === 'received' ? exchange.received.status : 0;
  return status === 404 || status === 410;
}

/** The ids that an answer shows. */
function shownIn(
  { session: { service } }: Scenario,
  { kind, received }: { readonly kind: Kind; readonly received: Received },
): readonly string[] {
  const record = describedIn(service, kind, received);
  const key = record === null ? null : service.keyOf(record);
  const location = header(received.headers, 'location')
    ?.replace(/[?#].*$/, '')
    .split('/')
    .at(-1);
  const shown = [key ?? '', location === undefined ? '' : percentDecode(location)];
  return shown.filter((one) => one !== '');
}

function keepUnchanged({ session: { service } }: Scenario, member: string): void {
  const { traits } = service;
  if (!traits.fixedMembers.includes(member)) traits.fixedMembers = [...traits.fixedMembers, member];
  traits.updateMembers = traits.updateMembers.filter((one) => one !== member);
  service.notes.add(
    `a write that changes ${member} moves an item to another address, since ids are made of it: the run followed it, and sends ${member} unchanged after that`,
  );
}
