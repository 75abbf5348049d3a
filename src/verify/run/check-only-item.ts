// Checks that the only item of a collection is like any other: it can be read, listed, changed and
// removed, and then the list is empty. Only a collection without items of others shows that.

import { checkItems } from '../checks/check-items.ts';
import type { Move } from '../move.ts';
import { performMove } from '../moves/perform-move.ts';
import { done, type MoveResult } from '../scenario/move-result.ts';
import { Scenario } from '../scenario/scenario.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import type { Session } from '../session/session.ts';

/** Removes all items of the run but one, and then that one. Writes nothing if others have items. */
export async function checkOnlyItem(session: Session, make: ItemFactory): Promise<MoveResult> {
  const { service, items } = session;
  const isAlone = service.latestList?.every((element) =>
    items.byKey.has(service.keyOf(element) ?? ''),
  );
  if (isAlone !== true || !service.offers('read') || !service.offers('remove')) return done;
  const scenario = new Scenario(session);
  for (const item of items.byKey.values()) scenario.items.set(item.key, item);
  const [only, ...others] = [...scenario.items.keys()];
  if (only === undefined) return done;
  items.sentinels.splice(0);
  const moves: readonly Move[] = [
    ...others.map((item): Move => ({ kind: 'remove', item })),
    { kind: 'look', scope: 'all' },
    { kind: 'replace', item: only, values: make.plain(), manner: 'plain' },
    { kind: 'update', item: only, values: make.changes(), manner: 'plain' },
    { kind: 'look' },
    { kind: 'remove', item: only },
  ];
  for (const move of moves) {
    const verdict = await performMove(scenario, move);
    if (verdict.kind !== 'done') return verdict;
  }
  return checkItems(scenario, 'touched');
}
