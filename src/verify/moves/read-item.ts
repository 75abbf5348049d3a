// Reads one item of the run. What is wrong with it ends the law.

import { findingOf } from '../checks/attribute.ts';
import { damageOf } from '../checks/discrepancies.ts';
import { seeOne } from '../checks/read-back.ts';
import { readListIfSound } from '../scenario/read-list.ts';
import { Broken, type Stage } from '../scenario/scenario.ts';
import type { Own } from '../session/owned-item.ts';

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
