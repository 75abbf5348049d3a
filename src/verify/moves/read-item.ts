// Reads one item of the run. What is wrong with it ends the law.

import { attribute } from '../checks/attribute.ts';
import { discrepancyOf } from '../checks/discrepancies.ts';
import { readBackItem } from '../checks/read-back.ts';
import { readListIfSound } from '../scenario/read-list.ts';
import { Broken, type Scenario } from '../scenario/scenario.ts';
import type { OwnedItem } from '../session/owned-item.ts';

/** Reads an item and compares it with what is expected. Throws `Broken` where it is otherwise. */
export async function readItem(scenario: Scenario, item: OwnedItem): Promise<void> {
  const sight = await readBackItem(scenario, item);
  if (discrepancyOf(scenario, item, null, sight) !== null) {
    // The list tells whether reading is at fault or what was written.
    const damage = discrepancyOf(
      scenario,
      item,
      await readListIfSound(scenario, () => false),
      sight,
    );
    if (damage !== null) throw new Broken([attribute(scenario, damage)]);
  }
  item.touched = [];
  scenario.since.reads.push('read');
}
