// Reads one item of the run.

import { attribute } from '../checks/attribute.ts';
import { discrepancyOf } from '../checks/discrepancies.ts';
import { readBackItem } from '../checks/read-back.ts';
import { broken, done, type MoveResult } from '../scenario/move-result.ts';
import { readListIfSound } from '../scenario/read-list.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { OwnedItem } from '../session/owned-item.ts';

/** Reads an item and compares it with the expected one. */
export async function readItem(scenario: Scenario, item: OwnedItem): Promise<MoveResult> {
  const verdict = await compareItem(scenario, item);
  if (verdict.kind !== 'done') return verdict;
  item.touched = [];
  scenario.since.reads.push('read');
  return done;
}

/**
 * Does the same, and a later look reads the item as if it had not been read. An item that no operation
 * reads is not compared.
 */
export async function compareItem(scenario: Scenario, item: OwnedItem): Promise<MoveResult> {
  if (!scenario.session.service.offers('read')) return done;
  const seen = await readBackItem(scenario, item);
  if (seen.kind !== 'done') return seen;
  if (discrepancyOf(scenario, item, null, seen.value) !== null) {
    // The list tells whether the read is at fault or the write before it.
    const list = await readListIfSound(scenario, () => false);
    if (list.kind !== 'done') return list;
    const discrepancy = discrepancyOf(scenario, item, list.value, seen.value);
    if (discrepancy !== null) return broken([attribute(scenario, discrepancy)]);
  }
  return done;
}
