// Reads one item of the run. What is wrong with it ends the law.

import { attribute } from '../checks/attribute.ts';
import { discrepancyOf } from '../checks/discrepancies.ts';
import { readBackItem } from '../checks/read-back.ts';
import { readListIfSound } from '../scenario/read-list.ts';
import { Broken, type Scenario } from '../scenario/scenario.ts';
import type { OwnedItem } from '../session/owned-item.ts';

/** Reads an item and compares it with what is expected. Throws `Broken` where it is otherwise. */
export async function readItem(stage: Scenario, item: OwnedItem): Promise<void> {
  const sight = await readBackItem(stage, item);
  if (discrepancyOf(stage, item, null, sight) !== null) {
    // The list tells whether reading is at fault or what was written.
    const damage = discrepancyOf(stage, item, await readListIfSound(stage, () => false), sight);
    if (damage !== null) throw new Broken([attribute(stage, damage)]);
  }
  item.touched = [];
  stage.since.reads.push('read');
}
