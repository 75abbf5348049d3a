// Changes some members of an item of the run (PATCH), in each form that the service takes.

import { isObject, type Json, type JsonObject, own, pick } from '../../base/json.ts';
import { jsonPatch, mergePatch } from '../../base/patch.ts';
import { toPointer } from '../../base/pointer.ts';
import type { PatchForm } from '../../contract/operation-way.ts';
import {
  expectAfterUpdate,
  expectPatched,
  membersOfSteps,
} from '../../oracle/expect-after-update.ts';
import { type Expectation, openUntilSeen } from '../../oracle/expectation.ts';
import { showable } from '../../oracle/shown-members.ts';
import type { Move } from '../move.ts';
import { mannerOf } from '../scenario/mixed-values.ts';
import { done, doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import { noteRefusal } from '../scenario/record-write.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { type OwnedItem, recordOf } from '../session/owned-item.ts';
import type { ServiceKnowledge } from '../session/service-knowledge.ts';
import { followRename } from './follow-rename.ts';
import { beforeWrite, followWrite } from './replace-item.ts';

/** The media type of each form. */
export const MEDIA_TYPES: Readonly<Record<PatchForm, string>> = {
  'merge-patch': 'application/merge-patch+json',
  json: 'application/json',
  'json-patch': 'application/json-patch+json',
};

/** Changes the members of the move. Skipped if the service does not take the form of the move. */
export async function updateItem(
  scenario: Scenario,
  move: Extract<Move, { kind: 'update' }>,
): Promise<MoveResult> {
  const { service } = scenario.session;
  const { traits } = service;
  const found = scenario.item(move.item);
  if (found.kind !== 'done') return found;
  const [first] = traits.updateForms;
  if (first === undefined) return notExercised(NO_FORM);
  if (move.form !== undefined && !traits.updateForms.includes(move.form)) return done;
  const sent = service.sendable('update', pick(move.values, traits.updateMembers));
  // The service refuses to change these members.
  if (Object.keys(sent).length === 0 && Object.keys(move.values).length > 0) return done;
  return patch(scenario, found.value, {
    sent,
    form: move.form ?? first,
    manner: move.manner,
  });
}

/** Why no PATCH is tried. */
export const NO_FORM = 'no PATCH succeeded as the contract specifies';

export interface Patch {
  readonly sent: JsonObject;
  readonly form: PatchForm;
  /** The form of a `trial` may be refused: that says nothing about its values. */
  readonly manner: 'plain' | 'unusual' | 'trial';
}

/**
 * Sends a PATCH, and records what the item should hold then. Returns that; `null` if it was
 * refused.
 */
export async function patch(
  scenario: Scenario,
  item: OwnedItem,
  { sent, form, manner }: Patch,
): Promise<MoveResult<Expectation | null>> {
  const { service } = scenario.session;
  const before = recordOf(item, service.contract.id);
  const written = { kind: 'update', ...beforeWrite(scenario, item, sent) } as const;
  // A service that replaces nested objects need not accept a part of one.
  const isPart = form === 'json' && hasParts(sent, before);
  const usual = manner === 'trial' ? 'unusual' : manner;
  const answer = await send(scenario, item, {
    body: bodyOf(service, item, { sent, form, before }),
    form,
    manner: isPart ? 'unusual' : usual,
    change: { before, sent },
  });
  if (answer.kind !== 'done') return answer;
  if (answer.value.isRefused) {
    const { received, manner: judged } = answer.value;
    if (manner !== 'trial') noteRefusal(scenario, 'update', received, sent, judged);
    return doneWith(null);
  }
  await followRename(scenario, item, { kind: 'update', sent, received: answer.value.received });
  const { contract, settled } = service;
  const merge = contract.shown['update.merge'] ?? settled['update.merge'] ?? null;
  const expected = expectAfterUpdate(
    {
      form,
      sent: showable(contract, sent),
      before: item.expectation,
      merge,
      written: [...service.unsettableMembers, ...service.unshowableMembers('update', sent)],
    },
    service.habits,
  );
  const members = Object.keys(sent);
  const after = openUntilSeen(expected, service.losses.of('update', members));
  keep(scenario, item, {
    before,
    after,
    sent: mergePatch(item.sent, sent) as JsonObject,
    members,
  });
  item.written = written;
  await followWrite(scenario, item, { received: answer.value.received, sent });
  return doneWith(after);
}

/** Sends a JSON Patch, if the service takes one. A patch that fails must change nothing. */
export async function updateBySteps(
  scenario: Scenario,
  move: Extract<Move, { kind: 'update-steps' }>,
): Promise<MoveResult> {
  const { service } = scenario.session;
  const found = scenario.item(move.item);
  if (found.kind !== 'done') return found;
  if (!service.traits.updateForms.includes('json-patch')) return done;
  const item = found.value;
  const before = recordOf(item, service.contract.id);
  const steps = move.steps.filter((step) => isTaken(service, step));
  const patched = jsonPatch(before, steps);
  if (patched.kind === 'value' && breaksSchema(service, before, patched.value)) return done;
  const answer = await send(scenario, item, {
    body: steps,
    form: 'json-patch',
    manner: patched.kind === 'failed' ? 'unusual' : move.manner,
  });
  if (answer.kind !== 'done') return answer;
  if (answer.value.isRefused) return done;
  const isPatched = patched.kind === 'value' && isObject(patched.value);
  const members = isPatched ? membersOfSteps(steps) : [];
  const value = isPatched ? (patched.value as JsonObject) : before;
  const expected = expectPatched(item.expectation, {
    patched: showable(service.contract, value),
    touched: members,
    written: service.unsettableMembers,
  });
  const sent = { ...item.sent, ...pick(value, members) };
  const after = openUntilSeen(expected, service.losses.of('update', members));
  keep(scenario, item, { before, after, sent, members });
  await followWrite(scenario, item, { received: answer.value.received, sent });
  return done;
}

/** Whether a change leads to an item that its schema excludes: a list with an element twice. */
function breaksSchema({ contract, checker }: ServiceKnowledge, before: Json, after: Json): boolean {
  const known = new Set(checker.check(contract.item, before).map(({ at }) => at));
  return checker.check(contract.item, after).some(({ at }) => !known.has(at));
}

/** Whether PATCH takes the members that a step names; a step that must fail names others. */
function isTaken(service: ServiceKnowledge, step: Json): boolean {
  const taken = service.traits.updateMembers;
  const left = service.membersOf('update').filter((member) => !taken.includes(member));
  return membersOfSteps([step]).every((member) => !left.includes(member));
}

interface Sending {
  readonly body: Json;
  readonly form: PatchForm;
  readonly manner: 'plain' | 'unusual';
  /** The values that the PATCH sets, and those before it; absent if it may fail for other reasons. */
  readonly change?: { readonly before: JsonObject; readonly sent: JsonObject };
}

interface Answer {
  readonly received: Parameters<typeof noteRefusal>[2];
  readonly isRefused: boolean;
  /** How it was judged. */
  readonly manner: 'plain' | 'unusual';
}

async function send(
  scenario: Scenario,
  item: OwnedItem,
  { body, form, manner: given, change }: Sending,
): Promise<MoveResult<Answer>> {
  const { service } = scenario.session;
  const call = service.call('update', item.key, JSON.stringify(body), MEDIA_TYPES[form]);
  const rulings = updateRulings(scenario, call);
  const reply = await scenario.receive('update', call);
  if (reply.kind !== 'done') return reply;
  const write =
    change === undefined ? null : ({ kind: 'update', manner: given, ...change } as const);
  const manner = write === null ? given : mannerOf(service, write, reply.value.status);
  const judgement = scenario.judge('update', reply.value, rulings, manner);
  const isRefused = judgement.kind === 'done' && judgement.value.answer === 'refused';
  if (isRefused) noteRefused(item);
  // Also a write whose answer is wrong may have changed the item.
  scenario.wrote('update', item);
  if (judgement.kind !== 'done') return judgement;
  return doneWith({ received: reply.value, isRefused, manner });
}

/** Returns the rulings on a PATCH, as it holds the id or not. */
export function updateRulings(
  scenario: Scenario,
  call: Parameters<Scenario['rulings']>[0],
): ReturnType<Scenario['rulings']> {
  const { updateId } = scenario.session.service.traits;
  return scenario.rulings(call, { 'replace.id': updateId === 'sent' ? 'require' : 'ignore' });
}

/** If nothing else was written to the item since the last check, a change is due to the refusal. */
export function noteRefused(item: OwnedItem): void {
  if (item.touched.length === 0) item.patched = 'refused';
}

function keep(
  scenario: Scenario,
  item: OwnedItem,
  after: {
    readonly before: JsonObject;
    readonly after: Expectation;
    readonly sent: JsonObject;
    readonly members: readonly string[];
  },
): void {
  item.patched = patchedSince(item, after.members);
  item.before = after.before;
  item.sent = after.sent;
  item.expectation = after.after;
  item.lastWrite = 'update';
  item.rivals = [];
  scenario.session.items.keep(item);
}

/** The members that were patched since the last check; `null` if something else was written. */
function patchedSince(
  { touched, patched }: OwnedItem,
  members: readonly string[],
): OwnedItem['patched'] {
  if (touched.length <= 1) return members;
  return patched === null || patched === 'refused' ? null : [...patched, ...members];
}

/** Returns the body of a PATCH in a form, for an item that holds `before`. */
export function bodyOf(
  service: ServiceKnowledge,
  item: OwnedItem,
  { sent, form, before }: Pick<Patch, 'sent' | 'form'> & { readonly before: JsonObject },
): Json {
  const { contract, traits } = service;
  if (form === 'json-patch') return stepsTo(before, sent, []);
  const body = service.withRequired(sent, { ...item.sent, ...before });
  return traits.updateId === 'sent' ? { [contract.id]: item.id, ...body } : body;
}

/** The steps of a JSON Patch that set the same values. Nested objects are changed member by member. */
function stepsTo(
  before: JsonObject,
  sent: JsonObject,
  place: readonly string[],
): readonly JsonObject[] {
  return Object.entries(sent).flatMap(([member, value]) => {
    const path = toPointer([...place, member]);
    const held = own(before, member);
    if (isObject(value) && held !== undefined && isObject(held))
      return stepsTo(held, value, [...place, member]);
    if (value === null && place.length > 0)
      return held === undefined ? [] : [{ op: 'remove', path }];
    return [{ op: held === undefined ? 'add' : 'replace', path, value }];
  });
}

/** Whether a nested object is sent without some of its members. */
function hasParts(sent: JsonObject, before: JsonObject): boolean {
  return Object.entries(sent).some(([member, value]) => {
    const held = own(before, member);
    if (!isObject(value) || held === undefined || !isObject(held)) return false;
    return Object.keys(held).some((key) => !Object.hasOwn(value, key));
  });
}
