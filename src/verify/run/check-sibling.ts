// Whether the items of one parent are only shown below it.

import { isObject, own } from '../../base/json.ts';
import { toKey } from '../../model/ids/ids.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import { elementsOf, objectsIn } from '../pages/pagination.ts';
import { broken, done, type MoveResult, notExercised } from '../scenario/move-result.ts';
import type { Session } from '../session/session.ts';

/** Reads the same collection below another parent. None of the items of the run is in it. */
export async function checkSibling(session: Session, path: string): Promise<MoveResult> {
  const { service, items, sender } = session;
  const { contract } = service;
  if (!service.offers('list')) return notExercised('the contract has no GET of the list');
  const call = { ...service.call('list', null, null), path };
  const exchange = await sender.sendUnlessStopped(call);
  const elements =
    exchange.kind === 'received' && exchange.received.status < 300
      ? elementsOf(exchange.received)
      : null;
  if (elements === null) return notExercised('the list below another item could not be read');
  const strays = objectsIn(elements).filter((element) =>
    items.everOwned.has(toKey(own(element, contract.id) ?? null)),
  );
  const [stray] = strays;
  if (stray === undefined) return checkItemBelow(session, path);
  const item = `${contract.resource}/${toKey(own(stray, contract.id) ?? null)}`;
  const blame = { code: 'wrong-scope', operation: 'list' } as const;
  return broken([itemFinding(contract, blame, { item, path })]);
}

/** Reads an item of the run at a path below another parent. It is not there. */
async function checkItemBelow(session: Session, path: string): Promise<MoveResult> {
  const { service, items, sender } = session;
  const { contract } = service;
  const item = items.sentinels.find(({ isAlive }) => isAlive);
  const { read } = contract.operations;
  // A path of its own names no parent.
  if (item === undefined || !service.offers('read') || read?.path !== undefined) return done;
  const at = `${path}/${encodeURIComponent(item.key)}`;
  const exchange = await sender.sendUnlessStopped({
    ...service.call('read', item.key, null),
    path: at,
  });
  if (exchange.kind !== 'received' || exchange.received.status >= 300) return done;
  const { body } = exchange.received;
  if (body.kind !== 'json' || !isObject(body.value) || service.keyOf(body.value) !== item.key)
    return done;
  const blame = { code: 'wrong-scope', operation: 'read' } as const;
  return broken([itemFinding(contract, blame, { item: itemName(contract, item.key), path: at })]);
}
