// Reads one item over and over: nothing is written meanwhile, so whatever changes, reading changed
// it.

import type { Json } from '../../base/json.ts';
import { isObject, objectOf, own } from '../../base/json.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { clauseOf } from '../../oracle/clause.ts';
import { show } from '../../oracle/expectation.ts';
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
  stage: Scenario,
  item: OwnedItem,
  between: 'nothing' | 'list',
): Promise<void> {
  let before = await glance(stage, item);
  for (let time = 1; time < TIMES; time++) {
    if (between === 'list') await readList(stage, () => false);
    const now = await glance(stage, item);
    if (now !== before)
      throw new Broken([
        changedByReading(stage, item, between === 'list' ? 'list' : 'read', before, now),
      ]);
    before = now;
  }
}

/** What the schema names of an item, as text; what a service adds may change by itself. */
async function glance(stage: Scenario, item: OwnedItem): Promise<string> {
  const { session } = stage;
  const { status, body } = await stage.exchange('read', session.call('read', item.key, null));
  if (status >= 300 || body.kind !== 'json' || !isObject(body.value)) return `status ${status}`;
  const { value } = body;
  return show(
    objectOf(session.members.map((member): [string, Json] => [member, own(value, member) ?? null])),
  );
}

function changedByReading(
  stage: Scenario,
  item: OwnedItem,
  operation: Kind,
  before: string,
  now: string,
): Broken['findings'][number] {
  const { session } = stage;
  return {
    code: 'changed-by-reading',
    breach: 'violates',
    operation,
    clause: clauseOf(session.contract, 'methods'),
    at: null,
    message: `${session.contract.resource} ${item.key} changed after nothing but reading ${operation === 'list' ? 'the list' : 'it'}`,
    expected: before,
    actual: now,
    by: 'contract',
    remedy: 'Reading must not change anything (RFC 9110 section 9.2.1).',
  };
}
