// Removes an item of the run.

import type { Own } from './own.ts';
import type { Stage } from './stage.ts';

/** Removes an item, and gives up its id where that was not refused. */
export async function removeItem(stage: Stage, item: Own): Promise<void> {
  const { session } = stage;
  const call = session.call('remove', item.key, null);
  const received = await stage.exchange('remove', call);
  const judgement = stage.judge('remove', received, session.rulings(call));
  stage.wrote('remove', item);
  if (judgement.answer === 'refused') return;
  item.isAlive = false;
  item.lastWrite = 'remove';
  session.keep(item);
  session.owns.delete(item.key);
  await session.guard.release(item.key);
}
