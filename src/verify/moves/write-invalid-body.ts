// Sends a write that may be refused, and then must have no effect.

import { isObject, pick } from '../../base/json.ts';
import { parsePointer } from '../../base/pointer.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { Call } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import type { Expectation } from '../../oracle/expectation.ts';
import { checkItems } from '../checks/check-items.ts';
import { isMissing } from '../cleanup/whose-item.ts';
import { bodyToKnow } from '../guard/invalid-items.ts';
import { markIn } from '../guard/item-marker.ts';
import type { Move } from '../move.ts';
import { findCreatedId, namesOwn } from '../scenario/find-created-id.ts';
import { done, doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import { discard, type Scenario } from '../scenario/scenario.ts';
import { withoutFlawed } from '../scenario/without-flawed.ts';
import { createItemFactory } from '../session/item-factory.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import type { ServiceKnowledge } from '../session/service-knowledge.ts';
import type { Session } from '../session/session.ts';
import { claimCompanions } from './claim-companions.ts';
import { followRename } from './follow-rename.ts';
import { put } from './replace-item.ts';
import { MEDIA_TYPES, NO_FORM, noteRefused, patch, updateRulings } from './update-item.ts';

/** Sends a body unchanged, in a creation, a replacement or a PATCH. */
export async function writeInvalidBody(
  scenario: Scenario,
  move: Extract<Move, { kind: 'write-flawed' }>,
): Promise<MoveResult> {
  const { service } = scenario.session;
  const target = move.item === null ? doneWith(null) : scenario.item(move.item);
  if (target.kind !== 'done') return target;
  const item = target.value;
  // What is open would not tell that the write changed it.
  if (item !== null && service.losses.leave(item.expectation)) {
    const seen = await checkItems(scenario, 'touched');
    if (seen.kind !== 'done') return seen;
  }
  const [form] = service.traits.updateForms;
  if (move.by === 'update' && form === undefined) return notExercised(NO_FORM);
  const kind = item === null ? 'create' : (move.by ?? 'replace');
  const type = kind === 'update' && form !== undefined ? MEDIA_TYPES[form] : undefined;
  const call = service.call(kind, item === null ? null : item.key, move.text, type);
  const reply = await scenario.receive(kind, call);
  if (reply.kind !== 'done') return reply;
  const all = kind === 'update' ? updateRulings(scenario, call) : scenario.rulings(call);
  // What the service makes of a body that its schema forbids is open, also where it may be accepted.
  const rulings = isForbidden(service, kind, call)
    ? all.filter(({ ruling }) => ruling.situation.value !== 'ok')
    : all;
  const judgement = scenario.judge(kind, reply.value, rulings, 'unusual');
  if (judgement.kind !== 'done') return judgement;
  if (item !== null && kind === 'update' && judgement.value.answer === 'refused') noteRefused(item);
  scenario.wrote(kind, item);
  if (judgement.value.answer === 'refused') {
    const { items } = scenario.session;
    if (item === null) items.refusedMarks.add(markIn(move.text, items.token));
    else if (kind === 'replace')
      item.refusedInvalid = [...(item.refusedInvalid ?? []), bodyToKnow(move.text) ?? {}];
    return done;
  }
  if (service.contract.operations[kind]?.outcomes.invalid === undefined)
    service.noteLeftOpen(kind, 'invalid bodies', 'accepted', wordsOf(service, kind, call));
  // The contract does not specify what an accepted invalid body becomes. It is replaced or removed
  // before any check.
  if (item === null) return removeUnwanted(scenario, move.text, reply.value);
  const sent = bodyToKnow(move.text);
  if (sent !== null) await followRename(scenario, item, { kind, sent, received: reply.value });
  return mend(scenario, item, move.text);
}

function isForbidden({ contract, checker }: ServiceKnowledge, kind: Kind, { body }: Call): boolean {
  const schema = contract.operations[kind]?.body ?? contract.item;
  return body.kind === 'json' && checker.check(schema, body.value).length > 0;
}

/** Says what is wrong with a body: `one without "title"`. */
function wordsOf({ contract, checker }: ServiceKnowledge, kind: Kind, { body }: Call): string {
  const schema = contract.operations[kind]?.body ?? contract.item;
  const [flaw] = body.kind === 'json' ? checker.check(schema, body.value) : [];
  const [member = flaw?.missing] = parsePointer(flaw?.at ?? '') ?? [];
  if (flaw === undefined || member === undefined) return 'one that is no object in JSON';
  return flaw.missing === member
    ? `one without ${JSON.stringify(member)}`
    : `one whose ${JSON.stringify(member)} violates "${flaw.keyword}"`;
}

/**
 * Writes valid values to an item that took an invalid body. If it still shows something invalid, it is
 * removed: another law would read it.
 */
export async function mend(scenario: Scenario, item: OwnedItem, text: string): Promise<MoveResult> {
  const { session } = scenario;
  item.expectation = unknown(item.expectation);
  const repaired = await repair(scenario, item, text);
  if (repaired.kind === 'broken' || (await isSound(session, item))) return repaired;
  session.items.invalid.add(item.key);
  for (const [label, one] of scenario.items) if (one === item) scenario.items.delete(label);
  await discard(session, item);
  return done;
}

/** Whether an item shows nothing invalid, as far as it can be read. */
async function isSound({ service, sender }: Session, item: OwnedItem): Promise<boolean> {
  if (!service.offers('read')) return true;
  const exchange = await sender.sendUnlessStopped(service.call('read', item.key, null));
  if (exchange.kind !== 'received' || exchange.received.status >= 300) return true;
  sender.guard.failures.judge(exchange.received, 'open');
  const { body } = exchange.received;
  const { item: schema } = service.contract;
  return body.kind !== 'json' || service.checker.check(schema, body.value).length === 0;
}

/** Removes the item of a creation that the service should have refused. */
export async function removeUnwanted(
  scenario: Scenario,
  text: string,
  received: Received,
): Promise<MoveResult> {
  const { service, items, sender } = scenario.session;
  const mark = markIn(text, items.token);
  // Whatever becomes of it: a list may lag.
  const known = bodyToKnow(text);
  if (known !== null) items.invalid.addBody(known);
  const found = await findCreatedId(scenario, {}, mark, received);
  if (found.kind !== 'done') return found;
  const key = found.value === null ? null : String(found.value.id);
  if (key !== null && sender.guard.isForeign(key)) await sender.guard.halt({ kind: 'taken', key });
  // A form says as one text what JSON may say as a list of one.
  const { body } = service.call('create', null, text);
  const whole = body.kind === 'json' && isObject(body.value) ? body.value : null;
  const sent = whole === null ? null : withoutFlawed(service, whole, received);
  if (key === null && namesOwn(scenario.session, received)) sender.countClaim();
  if (key === null || items.holds(key) || !(await items.claim(key, mark, sent))) return done;
  if (found.value !== null)
    await claimCompanions(scenario, received, found.value, { sent: sent ?? {}, mark });
  if (!service.offers('remove')) return done;
  const claim = sender.guard.claimOf(key);
  const removal = await sender.sendUnlessStopped(service.call('remove', key, null));
  const isRemoved = removal.kind === 'received' && removal.received.status < 300;
  if (isRemoved || isMissing(removal)) await sender.guard.release(key, claim);
  return done;
}

/** Writes all values of an item again, and valid ones of what else the invalid body had. */
function repair(scenario: Scenario, item: OwnedItem, text: string): Promise<MoveResult> {
  const { session } = scenario;
  const { traits } = session.service;
  const named = Object.keys(bodyToKnow(text) ?? {});
  const valid = pick(createItemFactory(session).plain(), named);
  const values = { ...valid, ...item.sent };
  const [form] = traits.updateForms;
  if (session.service.offers('replace') || form === undefined)
    return put(scenario, item, pick(values, traits.replaceMembers), 'unusual');
  const sent = pick(values, traits.updateMembers);
  return patch(scenario, item, { sent, form, manner: 'unusual' });
}

function unknown(expectation: Expectation): Expectation {
  return new Map(
    [...expectation.keys()].map((member) => [
      member,
      [{ value: undefined, isAny: true, by: 'service' }],
    ]),
  );
}
