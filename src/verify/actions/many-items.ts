// Actions that create a list of items, or remove all: each item counts as if it had been sent alone. What
// they make is removed at once.

import { type Json, type JsonObject, pick } from '../../base/json.ts';
import type { Action } from '../../contract/contract.ts';
import { acceptOf } from '../../model/answers/accept-of.ts';
import { bareReply, wrappedCall } from '../../model/message/bare-body.ts';
import { type Call, noBody, readBody } from '../../model/message/call.ts';
import { aboutAction, alone } from '../../oracle/action.ts';
import { match } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import { shownFindings } from '../../oracle/shown-outcome.ts';
import { whyNoRoom } from '../guard/claims.ts';
import { markIn } from '../guard/item-marker.ts';
import { createsMany, removesAll } from '../move.ts';
import { broken, done, doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import { readList } from '../scenario/read-list.ts';
import { expectationAfter } from '../scenario/record-write.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { holdsMark, type OwnedItem } from '../session/owned-item.ts';
import { pathFor } from './read-actions.ts';

/** Creates items by each action that takes a list of them, and reads each. */
export async function createMany(
  scenario: Scenario,
  values: readonly JsonObject[],
): Promise<MoveResult> {
  const { service, items, sender } = scenario.session;
  const { contract } = service;
  const [action] = (contract.actions ?? []).filter(createsMany);
  const path = action === undefined ? null : pathFor(contract, action, null);
  if (action?.body === undefined || path === null) return notExercised(NO_ACTION);
  if (sender.guard.room() <= values.length) return notExercised(whyNoRoom(sender.guard.leave));
  const sent = values.map((one) =>
    service.sendable('create', pick(one, service.traits.createMembers)),
  );
  if (service.checker.check(action.body, [...sent]).length > 0)
    return notExercised('its list takes other items than POST');
  for (const one of sent) service.sent.note(one);
  const call = callOf(action, path, [...sent]);
  const reply = await scenario.receive('create', call);
  if (reply.kind !== 'done') return reply;
  const { status } = reply.value;
  if (status >= 400 && status < 500)
    return notExercised(`${action.method} ${action.path} was refused with ${status}`);
  const findings = [...answerFlaws(scenario, action, reply.value)];
  const marks = sent.map((one) => markIn(one, items.token));
  const list = await readUntil(scenario, (elements) =>
    marks.every((mark) => elements.some((one) => holdsMark(one, mark))),
  );
  if (list.kind !== 'done') return list;
  const made: string[] = [];
  for (const [index, mark] of marks.entries()) {
    const found = list.value.filter((one) => holdsMark(one, mark));
    for (const element of found) {
      const key = service.keyOf(element);
      if (key === null) continue;
      // The request counts as one creation.
      const isTaken =
        made.length === 0 ? await items.claim(key, mark, null) : await items.claimBeside(key, mark);
      if (isTaken) made.push(key);
    }
    const flaw = await flawOf(scenario, sent[index] ?? {}, found);
    if (flaw.kind !== 'done') return flaw;
    if (flaw.value !== null) findings.push(flaw.value);
  }
  for (const key of made) await removeMade(scenario, key);
  return findings.length === 0 ? done : broken(findings.map((one) => aboutAction(one, action)));
}

/** Why nothing is tried. */
const NO_ACTION = 'no operation does that at a path that the run can fill';

function callOf(action: Action, path: string, body: Json | null): Call {
  const call: Call = {
    method: action.method,
    path,
    query: '',
    headers: { accept: acceptOf(action) },
    body: noBody,
  };
  if (body === null) return call;
  const headers = { ...call.headers, 'content-type': 'application/json' };
  return wrappedCall(action, { ...call, headers, body: readBody(JSON.stringify(body)) });
}

function answerFlaws(
  { session: { service } }: Scenario,
  action: Action,
  received: Parameters<typeof bareReply>[1],
): readonly Finding[] {
  const contract = alone(service.contract, action, 'update');
  const reply = { contract, kind: 'update', received: bareReply(action, received) } as const;
  return shownFindings(reply, 'ok', service.checker);
}

/** Reads the list, several times if it does not show what it should. */
async function readUntil(
  scenario: Scenario,
  isThere: (elements: readonly JsonObject[]) => boolean,
): Promise<MoveResult<readonly JsonObject[]>> {
  const { clock } = scenario.session;
  for (let times = 1; ; times++) {
    const list = await readList(scenario, (elements) => !isThere(elements));
    if (list.kind !== 'done') return list;
    if (isThere(list.value.elements) || times === TIMES_MAX) return doneWith(list.value.elements);
    await clock.wait(WAIT_MS);
  }
}

/** How often a list is read, and how long the run waits between, in milliseconds. */
const TIMES_MAX = 3;
const WAIT_MS = 300;

/** What is wrong with the items that came of one element; `null` if nothing is. */
async function flawOf(
  scenario: Scenario,
  sent: JsonObject,
  [first, second]: readonly JsonObject[],
): Promise<MoveResult<Finding | null>> {
  const { service } = scenario.session;
  const { contract } = service;
  const operation = 'create';
  const nameOf = (element: JsonObject): string =>
    itemName(contract, service.keyOf(element) ?? 'an item');
  if (first === undefined) {
    const facts = { item: null, request: null, actual: 'it is not in the list' };
    return doneWith(itemFinding(contract, { code: 'not-created', operation }, facts));
  }
  const item = nameOf(first);
  if (second !== undefined) {
    const facts = { item: nameOf(second), first: item };
    return doneWith(itemFinding(contract, { code: 'made-twice', operation }, facts));
  }
  const key = service.keyOf(first);
  const read = key === null ? null : await recordAt(scenario, key);
  const shown = read ?? first;
  const expected = expectationAfter(scenario, operation, sent, null, []);
  const members = read === null ? Object.keys(first) : null;
  const [mismatch] = match(expected, shown, members, service).mismatches;
  if (mismatch === undefined) return doneWith(null);
  const { at } = mismatch;
  const facts = { item, expected: mismatch.expected, actual: mismatch.actual };
  return doneWith(itemFinding(contract, { code: 'value-changed', operation, at }, facts));
}

async function recordAt({ session }: Scenario, key: string): Promise<JsonObject | null> {
  const { service, sender } = session;
  if (!service.offers('read')) return null;
  const exchange = await sender.sendUnlessStopped(service.call('read', key, null));
  if (exchange.kind !== 'received' || exchange.received.status >= 300) return null;
  const { body } = exchange.received;
  return body.kind === 'json' && typeof body.value === 'object' ? (body.value as JsonObject) : null;
}

async function removeMade({ session: { service, sender } }: Scenario, key: string): Promise<void> {
  if (!service.offers('remove')) return;
  const removal = await sender.sendUnlessStopped(service.call('remove', key, null));
  if (removal.kind === 'received' && removal.received.status < 300) await sender.guard.release(key);
}

/** Gives up the items that are gone. Returns the findings about the others. */
async function stillThere(
  { session: { service, items, sender } }: Scenario,
  removed: readonly OwnedItem[],
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const item of removed) {
    const exchange = await sender.sendUnlessStopped(service.call('read', item.key, null));
    if (exchange.kind === 'received' && exchange.received.status < 300) {
      const facts = { item: itemName(service.contract, item.key), request: null };
      const blame = { code: 'not-removed', operation: 'remove' } as const;
      findings.push(itemFinding(service.contract, blame, facts));
      continue;
    }
    item.isAlive = false;
    items.drop(item);
    await sender.guard.release(item.key);
  }
  return findings;
}

/**
 * Removes all items, if the collection was empty when the run began and has items of the run alone: others
 * are never removed. The items that the run keeps for its laws go with them.
 */
export async function removeAll(scenario: Scenario): Promise<MoveResult> {
  const { service, items, sender, bystanders, isShared } = scenario.session;
  const { contract } = service;
  const [action] = (contract.actions ?? []).filter(removesAll);
  const path = action === undefined ? null : pathFor(contract, action, null);
  if (action === undefined || path === null) return notExercised(NO_ACTION);
  if (isShared || sender.atOnce > 1 || bystanders.keys().length > 0) return notExercised(OTHERS);
  const list = await readList(scenario, () => false);
  if (list.kind !== 'done') return list;
  const owned = new Set(sender.guard.owned());
  if (!list.value.elements.every((one) => owned.has(service.keyOf(one) ?? '')))
    return notExercised(OTHERS);
  const reply = await scenario.receive('remove', callOf(action, path, null));
  if (reply.kind !== 'done') return reply;
  const { status } = reply.value;
  if (status >= 400 && status < 500)
    return notExercised(`${action.method} ${action.path} was refused with ${status}`);
  // The laws after this one make new ones.
  items.sentinels.splice(0);
  items.idle.splice(0);
  items.kept = null;
  const findings = [
    ...answerFlaws(scenario, action, reply.value),
    ...(await stillThere(scenario, [...items.byKey.values()])),
  ];
  return findings.length === 0 ? done : broken(findings.map((one) => aboutAction(one, action)));
}

const OTHERS = 'the collection has, or had, items that the run did not create';
