// Tries to read, list, change and remove items of the run as a second user. Whether items are shared or
// private is for the service to say: an item that this user can read is shared. Answers are not judged
// by the contract, which is about the run's own user.

import type { JsonObject } from '../../base/json.ts';
import { pick } from '../../base/json.ts';
import type { Call } from '../../model/message/call.ts';
import { isStatusDeclared } from '../../oracle/declared-answer.ts';
import { show } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import { type Discrepancy, discrepancyOf } from '../checks/discrepancies.ts';
import { readBackItem } from '../checks/read-back.ts';
import type { GuardedExchange } from '../guard/guard.ts';
import { readAll } from '../pages/read-all-pages.ts';
import { broken, done, doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { holdsMark, type OwnedItem, recordOf } from '../session/owned-item.ts';

type Send = (call: Call) => Promise<GuardedExchange>;

/** The items of the run that the second user tries to write to, by what is tried. */
export interface ItemsToTry {
  readonly update: OwnedItem;
  readonly replace: OwnedItem;
  readonly remove: OwnedItem;
}

/** What is new to the items, by what is tried. */
export interface ValuesToTry {
  readonly update: JsonObject;
  readonly replace: JsonObject;
}

/** A trial of the second user. */
interface Trial {
  readonly scenario: Scenario;
  readonly send: Send;
}

/** Tries everything, and removes what a PUT of the second user may have made. */
export async function tryAsSecondUser(
  scenario: Scenario,
  items: ItemsToTry,
  values: ValuesToTry,
): Promise<MoveResult> {
  const send = scenario.session.sender.guard.sendAsSecond;
  if (send === null) return notExercised(NO_SECOND_USER);
  const { service } = scenario.session;
  if (!service.offers('read')) return notExercised('no operation reads an item');
  const trial: Trial = { scenario, send };
  // What is not as the run's own user wrote it is for other laws to find.
  for (const item of Object.values(items) as readonly OwnedItem[]) {
    const seen = await seenByOwner(scenario, item);
    if (seen.kind !== 'done') return seen;
    if (seen.value !== null) return notExercised('the items are not as they were written');
  }
  const sight = await sightOf(trial, items.remove);
  if (sight.kind !== 'done') return sight;
  const isPrivate = sight.value === 'private';
  service.notes.add(
    isPrivate
      ? 'the second user cannot read what the run makes: items are private'
      : 'the second user can read what the run makes: items are shared',
  );
  const findings = isPrivate ? await listedFinding(trial, items.remove) : [];
  const lacks = isPrivate ? 'read' : null;
  const given = { lacks, values } as const;
  const updated = await tryWrite(trial, 'update', items.update, given);
  if (updated.kind !== 'done') return updated;
  const replaced = await tryWrite(trial, 'replace', items.replace, given);
  if (replaced.kind !== 'done') return replaced;
  // A PUT may have made an item that the second user alone sees.
  const own =
    isPrivate && replaced.value?.isAccepted === true
      ? await tryWrite(trial, 'remove', items.replace, given)
      : doneWith(null);
  if (own.kind !== 'done') return own;
  const changes = [updated, replaced];
  const mayNotChange = changes.some(({ value }) => value?.isForbidden === true);
  const removed = await tryWrite(trial, 'remove', items.remove, {
    ...given,
    lacks: lacks ?? (mayNotChange ? 'change' : null),
  });
  if (removed.kind !== 'done') return removed;
  if (!mayNotChange && removed.value?.isForbidden === true) noteChanges(scenario, changes);
  const all = [updated, replaced, own, removed].flatMap(({ value }) => [
    ...(value?.findings ?? []),
    // What is refused in one way is not granted in another.
    ...(mayNotChange && value?.granted != null ? [value.granted] : []),
  ]);
  return findings.length + all.length === 0 ? done : broken([...findings, ...all]);
}

/** Tells of changes that are granted though the contract declares a refusal, and a removal has one. */
function noteChanges(
  { session: { service } }: Scenario,
  changes: readonly { readonly value: Tried | null }[],
): void {
  const { contract, notes } = service;
  for (const { value } of changes) {
    const kind = value?.granted?.operation;
    if (kind !== 'update' && kind !== 'replace') continue;
    if (isStatusDeclared({ contract, kind }, FORBIDDEN))
      notes.add(
        `the second user may change what the run makes (${kind}), though 403 is declared for it, and not remove it`,
      );
  }
}

const FORBIDDEN = 403;

/** Why nothing is tried. */
export const NO_SECOND_USER =
  'the run has no second user (give one: --second-user or STANDIN_SECOND_USER)';

/** What is wrong with an item as the run's own user reads it; `null` if nothing is. */
async function seenByOwner(
  scenario: Scenario,
  item: OwnedItem,
): Promise<MoveResult<Discrepancy | null>> {
  const seen = await readBackItem(scenario, item);
  return seen.kind === 'done' ? doneWith(discrepancyOf(scenario, item, null, seen.value)) : seen;
}

/** Whether the second user can read an item. */
async function sightOf(
  { scenario, send }: Trial,
  item: OwnedItem,
): Promise<MoveResult<'shared' | 'private'>> {
  const { service } = scenario.session;
  const exchange = await send(service.call('read', item.key, null));
  if (exchange.kind !== 'received') return notExercised(exchange.message);
  const { status, body } = exchange.received;
  if (status < 300 && body.kind === 'json' && holdsMark(body.value, item.mark))
    return doneWith('shared');
  // Credentials that the service does not know at all say nothing about a second user.
  if (FORBIDDING.has(status) && (await isKnown({ scenario, send }))) return doneWith('private');
  return notExercised(
    `the second user's read of an item was answered with ${status}, which says nothing of what it may see`,
  );
}

/** What a service answers to those who may not do something. */
const FORBIDDING: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** Whether the service lets the second user list, as far as there is a list. */
async function isKnown({ scenario, send }: Trial): Promise<boolean> {
  const { service } = scenario.session;
  if (!service.offers('list')) return true;
  const exchange = await send(service.call('list', null, null));
  return exchange.kind === 'received' && exchange.received.status < 300;
}

/** The finding about a private item that the list of the second user has; none if it has not. */
async function listedFinding(
  { scenario, send }: Trial,
  item: OwnedItem,
): Promise<readonly Finding[]> {
  const { service } = scenario.session;
  const { contract, traits } = service;
  if (!service.offers('list')) return [];
  let pages = 0;
  const list = await readAll({
    send: async (call) =>
      ++pages > PAGES_MAX ? { kind: 'withheld', message: 'enough pages' } : send(call),
    call: service.call('list', null, null),
    pager: traits.pager,
    isMissed: () => false,
  });
  if (list.kind !== 'elements') return [];
  const element = list.elements.find((one) => service.keyOf(one) === item.key);
  if (element === undefined || !holdsMark(element, item.mark)) return [];
  const facts = {
    item: itemName(contract, item.key),
    lacks: 'read',
    expected: 'no item that this user cannot read',
    actual: show(element),
  } as const;
  return [itemFinding(contract, { code: 'open-to-others', operation: 'list' }, facts)];
}

/** How many pages of its list the second user reads. */
const PAGES_MAX = 20;

/** What came of a write. */
interface Tried {
  /** Whether the second user may not do it. */
  readonly isForbidden: boolean;
  readonly isAccepted: boolean;
  readonly findings: readonly Finding[];
  /** What is wrong with a change that was granted, if this user may not make it; `null` for none. */
  readonly granted: Finding | null;
}

/** Writes as the second user, and looks as the run's own; `null` if the contract has no such write. */
async function tryWrite(
  { scenario, send }: Trial,
  kind: 'update' | 'replace' | 'remove',
  item: OwnedItem,
  { lacks, values }: { readonly lacks: 'read' | 'change' | null; readonly values: ValuesToTry },
): Promise<MoveResult<Tried | null>> {
  const { session } = scenario;
  const { service, items, sender } = session;
  const { contract } = service;
  const call = service.offers(kind) ? callOf(scenario, kind, item, values) : null;
  if (call === null) return doneWith(null);
  const exchange = await send(call);
  if (exchange.kind !== 'received') return notExercised(exchange.message);
  const { status } = exchange.received;
  const isRefused = status >= 400 && status < 500;
  const tried = { isForbidden: FORBIDDING.has(status), isAccepted: status < 300 };
  const seen = await seenByOwner(scenario, item);
  if (seen.kind !== 'done') return seen;
  const discrepancy = seen.value;
  if (discrepancy === null) {
    const mayBeForbidden = isRefused && kind !== 'remove' && status !== 429;
    const isForbidden =
      tried.isForbidden || (mayBeForbidden && (await isDoneByOwner(scenario, item, call)));
    return doneWith({ ...tried, isForbidden, findings: [], granted: null });
  }
  const isGone = discrepancy.kind === 'lost' || discrepancy.kind === 'unreadable';
  // Nobody knows what the item holds now.
  item.expectation = new Map();
  if (isGone) {
    item.isAlive = false;
    items.drop(item);
    await sender.guard.release(item.key);
  }
  const [first] = 'mismatches' in discrepancy ? discrepancy.mismatches : [];
  const at = first?.at;
  const facts = {
    item: itemName(contract, item.key),
    lacks: lacks ?? 'change',
    expected: isGone ? 'the item, as its owner wrote it' : (first?.expected ?? 'the item'),
    actual: isGone ? 'it is gone' : (first?.actual ?? 'another item'),
  };
  const code = isRefused ? 'refused-and-changed' : 'open-to-others';
  const blame = { code, operation: kind, ...(at === undefined ? {} : { at }) } as const;
  const finding = itemFinding(contract, blame, facts);
  return lacks === null && !isRefused
    ? doneWith({ ...tried, findings: [], granted: finding })
    : doneWith({ ...tried, findings: [finding], granted: null });
}

/**
 * Whether the service does for its owner what it refused to the second user: then the refusal was about
 * who sent it, whatever its status.
 */
async function isDoneByOwner(
  { session: { sender } }: Scenario,
  item: OwnedItem,
  call: Call,
): Promise<boolean> {
  // Nobody knows what the item holds then.
  item.expectation = new Map();
  const exchange = await sender.sendUnlessStopped(call);
  return exchange.kind === 'received' && exchange.received.status < 300;
}

/** What the second user sends; `null` if the service takes nothing of it. */
function callOf(
  { session: { service } }: Scenario,
  kind: 'update' | 'replace' | 'remove',
  item: OwnedItem,
  values: ValuesToTry,
): Call | null {
  if (kind === 'remove') return service.call('remove', item.key, null);
  const { contract, traits } = service;
  const before = { ...item.sent, ...recordOf(item, contract.id) };
  const id = { [contract.id]: item.id };
  if (kind === 'replace') {
    const whole = { ...before, ...values.replace, ...service.fixedOf(item) };
    const body = service.sendable(
      'replace',
      service.withConditions('replace', whole, traits.replaceMembers),
    );
    const sent = traits.replaceId === 'sent' ? { ...id, ...body } : body;
    return service.call('replace', item.key, JSON.stringify(sent));
  }
  const form = traits.updateForms.find((one) => one !== 'json-patch');
  const some = service.sendable('update', pick(values.update, traits.updateMembers));
  if (form === undefined || Object.keys(some).length === 0) return null;
  const body = service.withRequired(some, before);
  const sent = traits.updateId === 'sent' ? { ...id, ...body } : body;
  const mediaType = form === 'json' ? 'application/json' : 'application/merge-patch+json';
  return service.call('update', item.key, JSON.stringify(sent), mediaType);
}
