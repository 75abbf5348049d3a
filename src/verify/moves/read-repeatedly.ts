// Reads one item over and over: nothing is written meanwhile, so whatever changes, reading changed
// it.

import type { Json } from '../../base/json.ts';
import { isObject, objectOf, own } from '../../base/json.ts';
import { show } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import { readList } from '../scenario/read-list.ts';
import { Broken, type Scenario } from '../scenario/scenario.ts';
import type { OwnedItem } from '../session/owned-item.ts';

/** How often it is read. */
const TIMES = 4;

/**
 * Reads an item some times, with `list` the list in between; throws `Broken` where it is not the
 * same each time.
 */
export async function readRepeatedly(
  scenario: Scenario,
  item: OwnedItem,
  between: 'nothing' | 'list',
): Promise<void> {
  let before = await glance(scenario, item);
  for (let time = 1; time < TIMES; time++) {
    if (between === 'list') await readList(scenario, () => false);
    const now = await glance(scenario, item);
    if (now !== before)
      throw new Broken([
        changedByReading(scenario, item, between === 'list' ? 'list' : 'read', before, now),
      ]);
    before = now;
  }
}

/** What the schema names of an item, as text; what a service adds may change by itself. */
async function glance(scenario: Scenario, item: OwnedItem): Promise<string> {
  const { session } = scenario;
  const { status, body } = await scenario.exchange('read', session.call('read', item.key, null));
  if (status >= 300 || body.kind !== 'json' || !isObject(body.value)) return `status ${status}`;
  const { value } = body;
  return show(
    objectOf(session.members.map((member): [string, Json] => [member, own(value, member) ?? null])),
  );
}

function changedByReading(
  scenario: Scenario,
  item: OwnedItem,
  operation: 'list' | 'read',
  before: string,
  now: string,
): Finding {
  const { contract } = scenario.session;
  return itemFinding(
    contract,
    { code: 'changed-by-reading', operation, about: 'methods' },
    { item: itemName(contract, item.key), expected: before, actual: now },
  );
}
