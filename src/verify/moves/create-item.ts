// Creates an item. It belongs to the run as soon as its id is known. A duplicate id, an id that
// leads nowhere, and a reply that describes another item are findings.

import { own, pick } from '../../base/json.ts';
import type { Received } from '../../model/message/received.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import { markPattern } from '../../schema/sample/draft.ts';
import type { Move } from '../move.ts';
import { findCreatedId } from '../scenario/find-created-id.ts';
import { broken, done, doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import { readList } from '../scenario/read-list.ts';
import { expectationAfter, noteRefusal } from '../scenario/record-write.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { withChosenId } from '../session/item-factory.ts';
import { markIn } from '../session/item-marker.ts';
import { holdsMark, type OwnedItem } from '../session/owned-item.ts';
import { checkSafeIntegerId } from '../session/safe-integer-id.ts';

/** Creates an item and claims it for the run. */
export async function createItem(
  scenario: Scenario,
  move: Extract<Move, { kind: 'create' }>,
): Promise<MoveResult> {
  const { service, items, sender } = scenario.session;
  const serial = items.nextSerial();
  const values = pick(move.values, service.traits.createMembers);
  const isUsed = items.everOwned.has(String(own(values, service.contract.id)));
  const sent = isUsed ? withChosenId(service, { token: items.token, serial }, values) : values;
  const mark = markIn(sent, items.token);
  const call = service.call('create', null, JSON.stringify(sent));
  const rulings = scenario.rulings(call);
  const reply = await scenario.receive('create', call);
  if (reply.kind !== 'done') return reply;
  const received = reply.value;
  if (isQuota(received, items.byKey.size, move.manner)) {
    service.notes.add(
      `no more than ${items.byKey.size} ${service.contract.resource} of the run were accepted: status ${received.status}`,
    );
    return notExercised(`the service accepts no more than ${items.byKey.size} at a time`);
  }
  const closed = sender.access.closed.get('create');
  if (closed !== undefined) return notExercised(closed.why);
  const judgement = scenario.judge('create', received, rulings, move.manner);
  if (judgement.kind !== 'done') return judgement;
  if (judgement.value.answer === 'refused') {
    noteRefusal(scenario, 'create', received, sent, move.manner);
    return done;
  }
  scenario.wrote('create', null);
  const search = await findCreatedId(scenario, sent, mark, received);
  if (search.kind !== 'done') return search;
  const found = search.value;
  if (found === null && !service.offers('list'))
    return notExercised('the reply to POST does not show the id, and there is no list');
  if (found === null) return broken([lost(scenario, received)]);
  checkSafeIntegerId(found.id, `POST ${call.path}`);
  const key = String(found.id);
  const isTaken = items.holds(key) || (items.everOwned.has(key) && !service.offers('remove'));
  if (isTaken) return broken([notUnique(scenario, key)]);
  if (!(await items.claim(key, mark))) {
    const inherited = await claimReusedId(scenario, key, mark);
    if (inherited.kind !== 'done') return inherited;
    if (!inherited.value) return broken([notUnique(scenario, key)]);
  }
  service.traits.idAt = found.at;
  const item: OwnedItem = {
    label: move.item,
    key,
    id: found.id,
    mark,
    serial,
    sent,
    expectation: expectationAfter(scenario, 'create', sent, null, rulings),
    before: null,
    lastWrite: 'create',
    patched: null,
    rivals: [],
    touched: ['create'],
    isAlive: true,
  };
  scenario.items.set(move.item, item);
  items.byKey.set(key, item);
  items.keep(item);
  const last = scenario.since.writes.findLast(
    (write) => write.kind === 'create' && write.item === null,
  );
  if (last !== undefined)
    scenario.since.writes[scenario.since.writes.indexOf(last)] = { kind: 'create', item };
  const other = move.manner === 'plain' ? otherMarkIn(received, mark, items.token) : null;
  return other === null ? done : broken([describesAnother(scenario, key, other)]);
}

/**
 * Returns the mark of another item in a reply that lacks the mark of its own item; `null` if there
 * is none.
 */
function otherMarkIn({ body }: Received, mark: string, token: string): string | null {
  if (body.kind !== 'json') return null;
  const marks = [...body.text.matchAll(new RegExp(markPattern(token).source, 'gi'))].map(
    ([found]) => found.toLowerCase(),
  );
  return marks.includes(mark) ? null : (marks[0] ?? null);
}

/**
 * The id of a bystander may be given out again after someone removed it. If the item there now
 * holds the mark, it is the run's.
 */
async function claimReusedId(
  scenario: Scenario,
  key: string,
  mark: string,
): Promise<MoveResult<boolean>> {
  const { service, items, sender, bystanders } = scenario.session;
  const reply = await scenario.receive('read', service.call('read', key, null));
  if (reply.kind !== 'done') return reply;
  const list = await readList(scenario, () => false);
  if (list.kind !== 'done') return list;
  const { body } = reply.value;
  const holders = list.value.elements.filter((element) => service.keyOf(element) === key);
  if (body.kind !== 'json' || !holdsMark(body.value, mark) || holders.length > 1)
    return doneWith(false);
  bystanders.forget(key);
  sender.guard.unprotect(key);
  return doneWith(await items.claim(key, mark));
}

/**
 * If the run has a few items already, refusing one more is a limit, which the specification leaves
 * open. Unusual values may be refused for themselves; then only 507 shows a limit (Insufficient
 * Storage, RFC 4918 section 11.5).
 */
function isQuota({ status }: Received, owned: number, manner: 'plain' | 'unusual'): boolean {
  if (owned <= QUOTA_LEAST) return false;
  return (
    status === 507 ||
    (manner === 'plain' && status >= 400 && status < 500 && status !== 404 && status !== 405)
  );
}

const QUOTA_LEAST = 3;

function lost(scenario: Scenario, { status }: Received): Finding {
  const actual = `status ${status}; neither the body nor Location nor the list leads to the item`;
  return itemFinding(
    scenario.session.service.contract,
    { code: 'not-created', operation: 'create' },
    { item: null, request: null, actual },
  );
}

function describesAnother(scenario: Scenario, key: string, sentBefore: string): Finding {
  const { contract } = scenario.session.service;
  return itemFinding(
    contract,
    { code: 'describes-another', operation: 'create' },
    { item: itemName(contract, key), sentBefore },
  );
}

function notUnique(scenario: Scenario, key: string): Finding {
  return itemFinding(
    scenario.session.service.contract,
    { code: 'id-not-unique', operation: 'create', about: 'item' },
    { key },
  );
}
