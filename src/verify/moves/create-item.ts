// Creates an item. It belongs to the run as soon as its id is known. A duplicate id, an id that
// leads nowhere, and a reply that describes another item are findings.

import { isObject, type JsonObject, own, pick } from '../../base/json.ts';
import { valueAt } from '../../base/pointer.ts';
import type { Headers } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding } from '../../oracle/item-findings.ts';
import { describedAnother, describedIn } from '../checks/described-item.ts';
import { checkLocation } from '../checks/location.ts';
import { checkOwnLinks } from '../checks/own-links.ts';
import type { Breach } from '../guard/breach.ts';
import { markIn } from '../guard/item-marker.ts';
import { checkSafeIntegerId } from '../guard/safe-integer-id.ts';
import type { Move } from '../move.ts';
import { breachFinding } from '../scenario/breach-finding.ts';
import { findCreatedId, offersOf } from '../scenario/find-created-id.ts';
import { learnLinks } from '../scenario/learn-links.ts';
import { broken, done, type MoveResult, notExercised } from '../scenario/move-result.ts';
import { readListIfSound } from '../scenario/read-list.ts';
import { expectationAfter, noteRefusal } from '../scenario/record-write.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { withoutFlawed } from '../scenario/without-flawed.ts';
import { isIdTaken, learnIdFrom } from '../session/id-from-values.ts';
import { withFreeId } from '../session/item-factory.ts';
import { IdMisread } from '../session/misread.ts';
import { holdsMark, type OwnedItem } from '../session/owned-item.ts';
import type { OwnedItems } from '../session/owned-items.ts';
import { claimCompanions } from './claim-companions.ts';
import { followAccepted, readAccepted } from './follow-accepted.ts';
import { removeUnwanted } from './write-invalid-body.ts';

/** Creates an item and claims it for the run; `headers` are further fields of the request. */
export async function createItem(
  scenario: Scenario,
  move: Extract<Move, { kind: 'create' }>,
  headers: Headers = {},
): Promise<MoveResult> {
  const { service, items, sender } = scenario.session;
  const futile = sender.access.whyFutile('create');
  if (futile !== null) return notExercised(futile);
  const serial = items.nextSerial();
  const values = service.sendable('create', pick(move.values, service.traits.createMembers));
  const sent = withUnusedId(scenario, values, serial);
  // Only their mark tells which items a creation made beside the one that is found.
  if (items.areListed && !holdsMark(sent, items.token))
    return notExercised('one POST makes several items, and these values have no room for a mark');
  const id = own(sent, service.contract.id);
  if (id === undefined) return sendCreation(scenario, move, { serial, sent, headers });
  const key = String(id);
  if (sender.guard.isForeign(key)) return notExercised(`the id ${key} belongs to someone else`);
  // A refusal of it would show neither a limit nor a fault.
  if (isInUse(items, key)) return notExercised('no id could be made that no item of the run has');
  items.chosenIds.add(key);
  try {
    return await sendCreation(scenario, move, { serial, sent, headers });
  } finally {
    items.chosenIds.delete(key);
  }
}

interface Creation {
  readonly serial: number;
  readonly sent: JsonObject;
  /** Further fields of the request. */
  readonly headers: Headers;
}

async function sendCreation(
  scenario: Scenario,
  move: Extract<Move, { kind: 'create' }>,
  { serial, sent, headers }: Creation,
): Promise<MoveResult> {
  const { service, items, sender } = scenario.session;
  const mark = markIn(sent, items.token);
  const mayRefuse = service.traits.isPicky || isIdTaken(service.traits, sent, items);
  const manner = mayRefuse ? 'unusual' : move.manner;
  const plain = service.call('create', null, JSON.stringify(sent));
  const call = { ...plain, headers: { ...plain.headers, ...headers } };
  const rulings = scenario.rulings(call);
  const position = sender.guard.mark();
  service.sent.note(sent);
  const reply = await scenario.receive('create', call);
  if (reply.kind !== 'done') return reply;
  const received = reply.value;
  if (isQuota(received, items.byKey.size, manner)) {
    service.notes.add(
      `no more than ${items.byKey.size} ${service.contract.resource} of the run were accepted: status ${received.status}`,
    );
    return notExercised(`the service accepts no more than ${items.byKey.size} at a time`);
  }
  const closed = sender.access.closed.get('create');
  if (closed !== undefined) return notExercised(closed.why);
  const judgement = scenario.judge('create', received, rulings, manner, sent);
  if (judgement.kind !== 'done') {
    // The item is there, whatever is wrong with the answer.
    if (received.status < 300) await removeUnwanted(scenario, JSON.stringify(sent), received);
    else if (Number.isFinite(sender.guard.room())) await lookForFailed(scenario, mark);
    return judgement;
  }
  if (judgement.value.answer === 'refused') {
    noteRefusal(scenario, 'create', received, sent, manner);
    items.refusedMarks.add(mark);
    return done;
  }
  scenario.wrote('create', null);
  let search = await findCreatedId(scenario, sent, mark, received);
  await followAccepted(scenario.session, received, async () => {
    if (search.kind !== 'done') return true;
    if (search.value === null) search = await findCreatedId(scenario, sent, mark, received);
    const id = search.kind === 'done' ? search.value?.id : undefined;
    if (id === undefined) return false;
    return !service.offers('read') || (await readAccepted(scenario.session, String(id))) !== null;
  });
  if (search.kind !== 'done') return search;
  const found = search.value;
  const named = foreignIn(scenario, received);
  if (named !== null) return stop(scenario, { kind: 'taken', key: named });
  if (found === null && !service.offers('list')) {
    const astray = await checkLocation(scenario, received, { key: '', sent, mark });
    return astray === null
      ? notExercised('the reply to POST does not show the id, and there is no list')
      : broken([astray]);
  }
  if (found === null) return broken([lost(scenario, received)]);
  checkSafeIntegerId(found.id, `POST ${call.path}`);
  const key = String(found.id);
  const { member } = found;
  if (member !== undefined && (service.showsIds || (await isListedBy(scenario, member, key))))
    throw await misread(scenario, key, mark, member);
  const isTaken = items.holds(key) || (items.everOwned.has(key) && !service.offers('remove'));
  if (isTaken) return broken([notUnique(scenario, key)]);
  if (sender.guard.isForeign(key)) return stop(scenario, { kind: 'taken', key });
  const isClaimed = await items.claim(key, mark, withoutFlawed(service, sent, received));
  const breach = sender.guard.breach();
  if (breach !== null) return stop(scenario, breach);
  if (!isClaimed)
    return notExercised(`the new item got the id ${key}, which an item of someone else had`);
  if (mark !== items.token) items.createdMarks.set(mark, key);
  service.traits.idAt = found.at;
  service.isIdProven = true;
  const { body } = received;
  const isByLink = found.at.kind === 'body' && found.at.isLink === true;
  if (isByLink && body.kind === 'json' && isObject(body.value))
    learnLinks(scenario.session, body.value, sent, key);
  learnIdFrom(service.traits, sent, key);
  await claimCompanions(scenario, received, found, { sent, mark });
  const item: OwnedItem = {
    label: move.item,
    key,
    id: found.id,
    mark,
    serial,
    sent,
    expectation: expectationAfter(scenario, 'create', sent, null, rulings),
    before: null,
    written: {
      kind: 'create',
      sent,
      before: null,
      known: [],
      unused: Object.keys(sent),
      mark: position,
    },
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
  const astray = await checkLocation(scenario, received, { key, sent, mark });
  if (astray !== null) return broken([astray]);
  const wrong = await checkOwnLinks(scenario, received, { key, sent, mark });
  if (wrong.length > 0) return broken(wrong);
  const other =
    move.manner === 'plain'
      ? describedAnother(scenario, 'create', received, { item, known: [sent] })
      : null;
  if (other !== null) return broken([other]);
  item.answered = describedIn(service, 'create', received);
  return done;
}

/** Changes an id that creations send if an item of the run ever had it, or at least if one has it. */
function withUnusedId({ session }: Scenario, values: JsonObject, serial: number): JsonObject {
  const { service, items, sender } = session;
  const isFree = (key: string): boolean => !isInUse(items, key) && !sender.guard.isForeign(key);
  const isNew = (key: string): boolean => isFree(key) && !items.everOwned.has(key);
  const keyOf = (sent: JsonObject): string => String(own(sent, service.contract.id));
  if (isNew(keyOf(values))) return values;
  const draft = { token: items.token, serial };
  const fresh = withFreeId(service, draft, values, isNew);
  return isFree(keyOf(fresh)) ? fresh : withFreeId(service, draft, fresh, isFree);
}

function isInUse(items: OwnedItems, key: string): boolean {
  return items.byKey.has(key) || items.chosenIds.has(key);
}

/**
 * Returns the id of an item of someone else that an answer names as the created one; `null` if it
 * names none: in the only item of the body, or in Location.
 */
function foreignIn({ session }: Scenario, received: Received): string | null {
  const { service, sender } = session;
  const offers = offersOf(session, received);
  const inBody = offers.filter(({ at }) => at.kind === 'body');
  const named = offers.filter(({ at }) => {
    if (at.kind !== 'body') return inBody.length === 0;
    const { body } = received;
    const holder = body.kind === 'json' ? valueAt(body.value, at.steps.slice(0, -1)) : undefined;
    const isItem =
      at.steps.length === 1 ||
      (isObject(holder) && service.members.some((member) => Object.hasOwn(holder, member)));
    return inBody.length === 1 && isItem;
  });
  const keys = named.map(({ id }) => String(id));
  return keys.find((key) => sender.guard.isForeign(key)) ?? null;
}

/** Whether a creation that failed made an item counts where few may be made: the list tells. */
async function lookForFailed(scenario: Scenario, mark: string): Promise<void> {
  const { sender, items } = scenario.session;
  if (mark === items.token) return;
  const read = await readListIfSound(scenario, () => false);
  if (read.kind !== 'done' || read.value === null || read.value.pages === 0) return;
  if (!read.value.elements.some((element) => holdsMark(element, mark))) sender.guard.refund();
}

/** Whether the list, if there is one, shows an item by a member that no schema names. */
async function isListedBy(scenario: Scenario, member: string, key: string): Promise<boolean> {
  if (!scenario.session.service.offers('list')) return true;
  const read = await readListIfSound(scenario, () => false);
  if (read.kind !== 'done' || read.value === null) return false;
  return read.value.elements.some((element) => String(own(element, member)) === key);
}

/** Corrects the id of the items, and removes the one that showed which member it is. */
async function misread(
  { session }: Scenario,
  key: string,
  mark: string,
  member: string,
): Promise<IdMisread> {
  const { service, items, sender } = session;
  await sender.guard.correctId(member);
  const isClaimed = await items.claim(key, mark, null);
  if (isClaimed && service.offers('remove')) {
    const removal = await sender.sendUnlessStopped(service.call('remove', key, null));
    if (removal.kind === 'received' && removal.received.status < 300)
      await sender.guard.release(key);
  }
  return new IdMisread(member, {
    keys: [key],
    marks: new Map([...items.createdMarks, [mark, key]]),
    serials: items.nextSerial(),
  });
}

/** Ends all writing of the run: the next write could reach an item of someone else. */
async function stop({ session }: Scenario, breach: Breach): Promise<MoveResult<never>> {
  await session.sender.guard.halt(breach);
  return broken([breachFinding(session, breach)]);
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

function notUnique(scenario: Scenario, key: string): Finding {
  return itemFinding(
    scenario.session.service.contract,
    { code: 'id-not-unique', operation: 'create', about: 'item' },
    { key },
  );
}
