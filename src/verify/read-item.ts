// Reads one item of the run. What is wrong with it ends the law.

import { findingOf } from './blame.ts';
import { damageOf } from './damage.ts';
import type { Own } from './own.ts';
import { readListIfSound } from './read-list.ts';
import { seeOne } from './sight.ts';
import { Broken, type Stage } from './stage.ts';

/** Reads an item and compares it with what is expected. Throws `Broken` where it is otherwise. */
export async function readItem(stage: Stage, item: Own): Promise<void> {
  const sight = await seeOne(stage, item);
  if (damageOf(stage, item, null, sight) !== null) {
    // The list tells whether reading is at fault or what was written.
    const damage = damageOf(stage, item, await readListIfSound(stage, () => false), sight);
    if (damage !== null) throw new Broken([findingOf(stage, damage)]);
  }
  item.touched = [];
  stage.since.reads.push('read');
}
