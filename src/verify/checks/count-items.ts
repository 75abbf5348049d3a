// Compares the numbers of items that a list tells with the items that it has.

import { itemFinding } from '../../oracle/item-findings.ts';
import { PAGES_MAX } from '../pages/pagination.ts';
import { inapplicable } from '../scenario/inapplicable.ts';
import { broken, done, type MoveResult, notExercised } from '../scenario/move-result.ts';
import { readList } from '../scenario/read-list.ts';
import type { Count, Scenario } from '../scenario/scenario.ts';

/**
 * Reads and counts the whole list. Others may write between a page and its total, so one wrong
 * total of a scenario shows nothing.
 */
export async function countItems(scenario: Scenario): Promise<MoveResult> {
  const { service } = scenario.session;
  if (!service.isListAffordable())
    return notExercised(
      `the list has more than ${PAGES_MAX} pages, or takes too long to read, so its items were not counted`,
    );
  const read = await readList(scenario, ({ length }, told) =>
    told.some(({ value }) => length < value),
  );
  if (read.kind !== 'done') return read;
  const { elements, pages, told } = read.value;
  if (told.length === 0) return notExercised(inapplicable.noTotal);
  if (pages >= PAGES_MAX)
    return notExercised(
      `the list has more than ${PAGES_MAX} pages, or takes too long to read, so its items were not counted`,
    );
  const items = elements.length;
  for (const { at, value, isOfPage } of told)
    scenario.counts.push({ at, told: isOfPage ? items : value, items });
  const all = scenario.counts.filter((one) => isWrong(scenario, one));
  const wrong = told
    .map((one) => all.filter(({ at }) => at === one.at))
    .find(({ length }) => length >= WRONG_LEAST);
  const last = wrong?.at(-1);
  if (last === undefined) return done;
  const blame = { code: 'wrong-total', operation: 'list' } as const;
  return broken([itemFinding(service.contract, blame, last)]);
}

/** How many numbers at one place must be wrong. */
const WRONG_LEAST = 2;

/**
 * A list may have pages that the run cannot request. It was shown whole if it was longer at another
 * time.
 */
function isWrong({ counts, session }: Scenario, { told, items }: Count): boolean {
  const isWhole =
    session.service.traits.pager !== null || counts.some((other) => other.items > items);
  return told < items || (told > items && isWhole);
}
