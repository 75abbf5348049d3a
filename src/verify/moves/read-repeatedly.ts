// Reads one item repeatedly. Nothing is written meanwhile, so reading caused any change.

import { isObject, type Json, objectOf, own } from '../../base/json.ts';
import { show } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import { isWhole, without } from '../../oracle/member-places.ts';
import { broken, done, doneWith, type MoveResult } from '../scenario/move-result.ts';
import { readList } from '../scenario/read-list.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { OwnedItem } from '../session/owned-item.ts';

/** How often it is read, with nothing and with the list in between. */
const TIMES = { nothing: 4, list: 3 } as const;

/**
 * Reads an item some times, with `list` also the list in between. It must not change, but for what no
 * client can set.
 */
export async function readRepeatedly(
  scenario: Scenario,
  item: OwnedItem,
  between: 'nothing' | 'list',
): Promise<MoveResult> {
  const first = await readMembers(scenario, item);
  if (first.kind !== 'done') return first;
  for (let time = 1; time < TIMES[between]; time++) {
    const list = between === 'list' ? await readList(scenario, () => false) : done;
    if (list.kind !== 'done') return list;
    const now = await readMembers(scenario, item);
    if (now.kind !== 'done') return now;
    if (now.value !== first.value) {
      const operation = between === 'list' ? 'list' : 'read';
      return broken([changedByReading(scenario, item, operation, first.value, now.value)]);
    }
  }
  return done;
}

/**
 * The members in the schema, as text: what a service adds may change by itself. The reads are all
 * the same: another form of the request could be the cause of a difference, too.
 */
async function readMembers(scenario: Scenario, item: OwnedItem): Promise<MoveResult<string>> {
  const { service, sender } = scenario.session;
  const call = service.call('read', item.key, null);
  const reply = await scenario.receive('read', call, (one) => sender.sendUnlessStopped(one));
  if (reply.kind !== 'done') return reply;
  const { status, body } = reply.value;
  if (status >= 300 || body.kind !== 'json' || !isObject(body.value))
    return doneWith(`status ${status}`);
  const { value } = body;
  const { changedByReads } = service;
  const members = service.members
    .filter((member) => changedByReads.get(member)?.some(isWhole) !== true)
    .map((member): [string, Json] => [
      member,
      without(own(value, member), changedByReads.get(member) ?? []) ?? null,
    ]);
  return doneWith(show(service.forms.comparable(objectOf(members))));
}

function changedByReading(
  scenario: Scenario,
  item: OwnedItem,
  operation: 'list' | 'read',
  before: string,
  now: string,
): Finding {
  const { contract } = scenario.session.service;
  return itemFinding(
    contract,
    { code: 'changed-by-reading', operation, about: 'methods' },
    { item: itemName(contract, item.key), expected: before, actual: now },
  );
}
