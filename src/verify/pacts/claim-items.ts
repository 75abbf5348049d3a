// Keeps the ledger up to date with the requests of pacts. The run owns what they create and removes
// it at the end. It gives up what they remove, because the id may be assigned again.

import { type JsonObject, own } from '../../base/json.ts';
import type { Received } from '../../model/message/received.ts';
import { agrees } from '../../oracle/expectation.ts';
import { markIn } from '../guard/item-marker.ts';
import { findCreatedId } from '../scenario/find-created-id.ts';
import { doneWith, type MoveResult } from '../scenario/move-result.ts';
import { readList } from '../scenario/read-list.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { holdsMark, type OwnedItem } from '../session/owned-item.ts';
import type { Session } from '../session/session.ts';

/** Returns the ids of all items in the list. */
export async function keysNow(stage: Scenario): Promise<MoveResult<ReadonlySet<string>>> {
  const list = await readList(stage, () => false);
  if (list.kind !== 'done') return list;
  return doneWith(
    new Set(list.value.elements.flatMap((element) => stage.session.service.keyOf(element) ?? [])),
  );
}

/**
 * Makes the run the owner of a created item. `received` is `null` if the reply was not a success,
 * though an item may exist. `before` holds the ids in the list before the request, if the body
 * lacks the token of the run: then only a new item with every text of the body counts.
 */
export async function claimItem(
  stage: Scenario,
  sent: JsonObject,
  received: Received | null,
  before: ReadonlySet<string> | null,
): Promise<void> {
  const mark = markIn(sent, stage.session.items.token);
  const search =
    received === null ? doneWith(null) : await findCreatedId(stage, sent, mark, received);
  // What is wrong with the service here is for the laws to report.
  if (search.kind !== 'done') return;
  const key = search.value === null ? null : String(search.value.id);
  const { guard } = stage.session.sender;
  if (key !== null && guard.isForeign(key)) return guard.halt({ kind: 'taken', key });
  if (key !== null && before?.has(key) !== true) return take(stage, sent, key, mark);
  const fresh = before === null ? null : await freshIn(stage, sent, before);
  if (fresh !== null) await take(stage, sent, fresh, mark);
}

async function freshIn(
  stage: Scenario,
  sent: JsonObject,
  before: ReadonlySet<string>,
): Promise<string | null> {
  const { service } = stage.session;
  const list = await readList(stage, () => false);
  if (list.kind !== 'done') return null;
  const made = list.value.elements.find((element) => {
    const key = service.keyOf(element);
    return key !== null && !before.has(key) && holdsAll(element, sent);
  });
  return made === undefined ? null : service.keyOf(made);
}

async function take(stage: Scenario, sent: JsonObject, key: string, mark: string): Promise<void> {
  const { items, sender } = stage.session;
  // The session compares its creations with its claims, and did not create this item.
  if (items.byKey.has(key) || !(await sender.guard.own(key, mark, { values: sent }))) return;
  items.everOwned.add(key);
  const item: OwnedItem = {
    label: `made by a pact: ${key}`,
    key,
    id: key,
    mark,
    serial: items.nextSerial(),
    sent,
    expectation: new Map(),
    before: null,
    lastWrite: 'create',
    patched: null,
    rivals: [],
    touched: ['create'],
    isAlive: true,
  };
  stage.items.set(item.label, item);
  items.byKey.set(key, item);
}

/** Checks whether a removed item is gone, and gives it up; if not, the run removes it later. */
export async function isGone(stage: Scenario, item: OwnedItem): Promise<boolean> {
  const { session } = stage;
  const { service, items, sender } = session;
  const exchange = await sender.sendUnlessStopped(service.call('read', item.key, null));
  if (exchange.kind !== 'received') return false;
  const { status, body } = exchange.received;
  if (status < 300 && body.kind === 'json' && holdsMark(body.value, items.token)) return false;
  await giveUp(session, item);
  return true;
}

async function giveUp(session: Session, item: OwnedItem): Promise<void> {
  const { items, sender } = session;
  item.isAlive = false;
  item.lastWrite = 'remove';
  items.keep(item);
  items.byKey.delete(item.key);
  await sender.guard.release(item.key);
}

function holdsAll(element: JsonObject, sent: JsonObject): boolean {
  const texts = Object.keys(sent).filter(
    (key) => typeof sent[key] === 'string' && Object.hasOwn(element, key),
  );
  return texts.length > 0 && texts.every((key) => agrees(own(sent, key), own(element, key)));
}
