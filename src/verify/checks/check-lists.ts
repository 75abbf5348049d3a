// Reads the list by itself, perhaps while other calls are under way: it must be sound, and show the
// items that nothing writes to.

import type { JsonObject } from '../../base/json.ts';
import { broken, done, type MoveResult } from '../scenario/move-result.ts';
import { type ListRead, readList } from '../scenario/read-list.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import { attribute } from './attribute.ts';
import { discrepancyOf } from './discrepancies.ts';
import { readBackItem } from './read-back.ts';

/** Reads the list several times in a row. */
export async function checkLists(scenario: Scenario, times: number): Promise<MoveResult> {
  for (let count = 0; count < times; count++) {
    const read = await readList(scenario, (elements) => missingIn(scenario, elements).length > 0);
    if (read.kind !== 'done') return read;
    const verdict = await checkSentinels(scenario, read.value);
    if (verdict.kind !== 'done') return verdict;
  }
  scenario.since.reads.push('list');
  return done;
}

/** The sentinels that a list does not show. */
function missingIn(
  { session: { service, items } }: Scenario,
  elements: readonly JsonObject[],
): readonly OwnedItem[] {
  return service.missingIn(elements, items.sentinels);
}

/** Other writes may move an item from one page to another while the pages are read. */
async function checkSentinels(scenario: Scenario, list: ListRead): Promise<MoveResult> {
  const [item] = list.pages > 1 ? [] : missingIn(scenario, list.elements);
  if (item === undefined || !scenario.session.service.offers('read')) return done;
  const read = await readBackItem(scenario, item);
  if (read.kind !== 'done') return read;
  const discrepancy = discrepancyOf(scenario, item, list, read.value);
  return discrepancy?.kind === 'unlisted' ? broken([attribute(scenario, discrepancy)]) : done;
}
