// Whether the service keeps to what the contract shows of references: what becomes of items when
// the item that they refer to is removed, filters by a reference, and related items in answers.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import type { Reference } from '../../contract/contract.ts';
import { refersTo } from '../../contract/relations/references.ts';
import { toKey } from '../../model/ids/ids.ts';
import type { Call } from '../../model/message/call.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import { performMove } from '../moves/perform-move.ts';
import { elementsOf, objectsIn } from '../pages/pagination.ts';
import { broken, done, type MoveResult, notExercised } from '../scenario/move-result.ts';
import { Scenario } from '../scenario/scenario.ts';
import { createItemFactory, type ItemFactory } from '../session/item-factory.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import type { Session } from '../session/session.ts';

/** The items of the run that a reference leads to, and the session that made them. */
export interface ReferredItems {
  readonly reference: Reference;
  readonly session: Session;
  /** At least two. */
  readonly ids: readonly [Json, Json, ...Json[]];
}

interface Relation {
  readonly session: Session;
  readonly make: ItemFactory;
  readonly referred: ReferredItems;
}

/** Checks one reference: the dialect first, for the other check removes an item. */
export async function checkRelation(relation: Relation): Promise<MoveResult> {
  const { contract } = relation.session.service;
  const { shown } = contract;
  const isAsked =
    shown['query.dialect'] === 'json-server-0' || shown['query.dialect'] === 'json-server-1';
  if (!isAsked && shown['reference.removed'] === undefined) return done;
  const scenario = new Scenario(relation.session);
  const above = new Scenario(relation.referred.session);
  try {
    const queried = isAsked ? await checkQueries(relation, scenario) : done;
    if (queried.kind !== 'done' || shown['reference.removed'] === undefined) return queried;
    return await checkRemoval(relation, scenario, above);
  } finally {
    await scenario.cleanUp();
    await above.cleanUp();
  }
}

/** Creates an item that refers to some id. */
async function createReferring(
  { make, referred: { reference } }: Relation,
  scenario: Scenario,
  label: string,
  id: Json,
): Promise<MoveResult<OwnedItem>> {
  const values = {
    ...make.plain(),
    [reference.member]: reference.holds === 'list' ? [id] : id,
  };
  const created = await performMove(scenario, {
    kind: 'create',
    item: label,
    values,
    manner: 'plain',
  });
  return created.kind === 'done' ? scenario.item(label) : created;
}

async function checkQueries(relation: Relation, scenario: Scenario): Promise<MoveResult> {
  const { ids, reference } = relation.referred;
  const first = await createReferring(relation, scenario, 'refers-first', ids[0]);
  if (first.kind !== 'done') return first;
  const second = await createReferring(relation, scenario, 'refers-second', ids[1]);
  if (second.kind !== 'done') return second;
  const pair: Pair = { of: first.value, other: second.value };
  const filtered = reference.holds === 'one' ? await checkFilter(relation, pair) : done;
  if (filtered.kind !== 'done') return filtered;
  const those = await checkThose(relation, pair);
  return those.kind === 'done' ? checkThat(relation, pair) : those;
}

/** An item that refers to the first of the referred items, and one that refers to the second. */
interface Pair {
  readonly of: OwnedItem;
  readonly other: OwnedItem;
}

/** Reads the list, filtered by the reference. */
async function checkFilter(
  { session, referred }: Relation,
  { of, other }: Pair,
): Promise<MoveResult> {
  const { service } = session;
  const { reference, ids } = referred;
  const query = `${encodeURIComponent(reference.member)}=${encodeURIComponent(toKey(ids[0]))}`;
  const elements = await listAt(session, { ...service.call('list', null, null), query });
  if (elements === null) return notExercised('the filtered list could not be read');
  const keys = elements.map((one) => service.keyOf(one));
  const stray = elements.find((one) => !refersTo(one, reference, toKey(ids[0])));
  const flaw =
    stray !== undefined || keys.includes(other.key)
      ? `${itemName(service.contract, String(stray === undefined ? other.key : service.keyOf(stray)))} as well`
      : keys.includes(of.key) || service.traits.pager !== null
        ? null
        : `no ${itemName(service.contract, of.key)}`;
  if (flaw === null) return done;
  const blame = { code: 'filter-ignored', operation: 'list' } as const;
  return broken([itemFinding(service.contract, blame, { query, actual: flaw })]);
}

/** Reads the item that is referred to, with those that refer to it. */
async function checkThose(
  { session, referred }: Relation,
  { of, other }: Pair,
): Promise<MoveResult> {
  const { contract } = session.service;
  const name = contract.path.slice(contract.path.lastIndexOf('/') + 1);
  const above = referred.session.service;
  if (!above.offers('read')) return done;
  const key = toKey(referred.ids[0]);
  const record = await recordAt(referred.session, {
    ...above.call('read', key, null),
    query: `_embed=${encodeURIComponent(name)}`,
  });
  const embedded = record === null ? undefined : own(record, name);
  const keys = Array.isArray(embedded)
    ? objectsIn(embedded as readonly Json[]).map((one) => session.service.keyOf(one))
    : [];
  const flaw = keys.includes(other.key)
    ? `${itemName(contract, other.key)} as well`
    : keys.includes(of.key)
      ? null
      : `no ${itemName(contract, of.key)}`;
  return flaw === null
    ? done
    : wrongEmbedded(session, `${itemName(above.contract, key)} with ${name}`, flaw);
}

/** Reads an item with the one that it refers to. */
async function checkThat({ session, referred }: Relation, { of }: Pair): Promise<MoveResult> {
  const { service } = session;
  const { member, holds } = referred.reference;
  const name = /^(.+)Id$/.exec(member)?.[1];
  if (name === undefined || holds === 'list' || !service.offers('read')) return done;
  const parameter =
    service.contract.shown['query.dialect'] === 'json-server-0' ? '_expand' : '_embed';
  const call = { ...service.call('read', of.key, null), query: `${parameter}=${name}` };
  const record = await recordAt(session, call);
  const that = record === null ? undefined : own(record, name);
  const found = that !== undefined && isObject(that) ? referred.session.service.keyOf(that) : null;
  const key = toKey(referred.ids[0]);
  if (found === key) return done;
  const { contract } = referred.session.service;
  const flaw = found === null ? `no ${itemName(contract, key)}` : itemName(contract, found);
  return wrongEmbedded(session, `${itemName(service.contract, of.key)} with ${name}`, flaw);
}

function wrongEmbedded({ service }: Session, asked: string, actual: string): MoveResult {
  const blame = { code: 'wrong-embedded', operation: 'read' } as const;
  return broken([itemFinding(service.contract, blame, { asked, actual })]);
}

/** Removes an item that another one refers to. */
async function checkRemoval(
  relation: Relation,
  scenario: Scenario,
  above: Scenario,
): Promise<MoveResult> {
  const { session, referred } = relation;
  const { contract } = session.service;
  if (!referred.session.service.offers('remove') || !session.service.offers('read')) return done;
  const made = await createAbove(above);
  if (made.kind !== 'done') return made;
  const spare = made.value;
  const gone = await createReferring(relation, scenario, 'refers-to-removed', spare.id);
  if (gone.kind !== 'done') return gone;
  const kept = await createReferring(relation, scenario, 'refers-to-kept', referred.ids[0]);
  if (kept.kind !== 'done') return kept;
  const option = contract.shown['reference.removed'];
  if (option === 'refuse') return checkRefused(relation, above, spare, gone.value);
  const removed = await performMove(above, { kind: 'remove', item: SPARE });
  if (removed.kind !== 'done') return removed;
  const after = await recordOf(session, gone.value);
  const stays = await recordOf(session, kept.value);
  const name = itemName(referred.session.service.contract, spare.key);
  const findings: Finding[] = [];
  const { member } = referred.reference;
  const refers = after !== null && refersTo(after, referred.reference, spare.key);
  const became = after === null ? 'gone' : refers ? 'as before' : `without "${member}"`;
  const wanted = { remove: 'gone', keep: 'as before', unset: `without "${member}"` }[
    option ?? 'keep'
  ];
  if (became !== wanted)
    findings.push(
      itemFinding(
        contract,
        { code: 'not-cascaded', operation: 'remove' },
        {
          item: itemName(contract, gone.value.key),
          removed: name,
          expected: wanted,
          actual: became,
        },
      ),
    );
  const without = `after ${name} was removed, to which it does not refer`;
  if (stays === null || !refersTo(stays, referred.reference, toKey(referred.ids[0])))
    findings.push(
      itemFinding(
        contract,
        { code: 'removed-another', operation: 'remove' },
        {
          item: itemName(contract, kept.value.key),
          after: without,
          actual: stays === null ? 'gone' : `without "${member}"`,
        },
      ),
    );
  if (after === null) await forget(session, gone.value);
  if (stays === null) await forget(session, kept.value);
  return findings.length === 0 ? done : broken(findings);
}

const SPARE = 'referred-to';

async function createAbove(above: Scenario): Promise<MoveResult<OwnedItem>> {
  const make = createItemFactory(above.session);
  const values = make.plain();
  const made = await performMove(above, { kind: 'create', item: SPARE, values, manner: 'plain' });
  return made.kind === 'done' ? above.item(SPARE) : made;
}

/** The removal of an item that another one refers to is refused, and changes neither. */
async function checkRefused(
  { session, referred }: Relation,
  above: Scenario,
  spare: OwnedItem,
  item: OwnedItem,
): Promise<MoveResult> {
  const { service, sender } = referred.session;
  const exchange = await sender.sendUnlessStopped(service.call('remove', spare.key, null));
  if (exchange.kind !== 'received') return done;
  above.wrote('remove', spare);
  if (exchange.received.status >= 400 && (await recordOf(session, item)) !== null) return done;
  const { contract } = session.service;
  return broken([
    itemFinding(
      contract,
      { code: 'not-cascaded', operation: 'remove' },
      {
        item: itemName(contract, item.key),
        removed: itemName(service.contract, spare.key),
        expected: 'a refusal of the removal, and both items as before',
        actual: `status ${exchange.received.status}`,
      },
    ),
  ]);
}

/** Gives up an item that the service removed with another one. */
async function forget({ items, sender }: Session, item: OwnedItem): Promise<void> {
  const claim = sender.guard.claimOf(item.key);
  item.isAlive = false;
  item.lastWrite = 'remove';
  items.drop(item);
  await sender.guard.release(item.key, claim);
}

function recordOf(session: Session, { key }: OwnedItem): Promise<JsonObject | null> {
  return recordAt(session, session.service.call('read', key, null));
}

async function recordAt({ sender }: Session, call: Call): Promise<JsonObject | null> {
  const exchange = await sender.sendUnlessStopped(call);
  if (exchange.kind !== 'received' || exchange.received.status >= 300) return null;
  const { body } = exchange.received;
  return body.kind === 'json' && isObject(body.value) ? body.value : null;
}

async function listAt({ sender }: Session, call: Call): Promise<readonly JsonObject[] | null> {
  const exchange = await sender.sendUnlessStopped(call);
  if (exchange.kind !== 'received' || exchange.received.status >= 300) return null;
  const elements = elementsOf(exchange.received);
  return elements === null ? null : objectsIn(elements);
}
