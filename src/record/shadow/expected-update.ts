// What an item should hold after a recorded PATCH: a merge patch, plain JSON or a JSON Patch. What
// its form leaves open, or the service was not yet seen to do, is admitted. Other media types, forms
// and bodies that are unclear are not compared.

import { isObject, type Json, type JsonObject, objectOf, own, pick } from '../../base/json.ts';
import { jsonPatch } from '../../base/patch.ts';
import { parsePointer } from '../../base/pointer.ts';
import { type Call, header } from '../../model/message/call.ts';
import { readBodyType } from '../../model/message/negotiate.ts';
import {
  expectAfterUpdate,
  expectPatched,
  membersOfSteps,
  OF_WHOLES,
  unshowableMembers,
} from '../../oracle/expect-after-update.ts';
import {
  ANYTHING,
  type Candidate,
  type Expectation,
  type Habit,
} from '../../oracle/expectation.ts';
import { showable } from '../../oracle/shown-members.ts';
import { isClients, valuesOf } from './clients-members.ts';
import type { ContractRules } from './contract-rules.ts';
import { anything, certainMembers, isPlainValue, isSettled } from './expected-item.ts';
import type { ItemKnowledge, KnownPatch } from './item-knowledge.ts';
import type { LearnedTraits } from './shadow-state.ts';

/** Reads a PATCH; `null` if it is unclear what it should do. */
export function readPatch(
  rules: ContractRules,
  call: Call,
  before: ItemKnowledge,
): KnownPatch | null {
  const { body, headers } = call;
  const contentType = header(headers, 'content-type');
  const type = readBodyType(contentType);
  const kind = `update ${contentType?.split(';')[0]?.trim().toLowerCase()}`;
  if (body.kind !== 'json' || body.duplicate !== null || body.form !== undefined) return null;
  if (type === 'json-patch') return readSteps(rules, kind, body.value, before);
  if ((type !== 'json' && type !== 'merge-patch') || !isObject(body.value)) return null;
  const { contract, checker, made } = rules;
  const schema = contract.operations.update?.body ?? contract.item;
  if (checker.check(schema, body.value).some(({ keyword }) => !OF_WHOLES.has(keyword))) return null;
  const sent = pick(showable(contract, body.value), rules.members);
  const whole = expectAfterUpdate(
    {
      form: type,
      sent,
      before: before.expectation,
      merge: contract.shown['update.merge'] ?? null,
      written: [...made, ...unshowableMembers(contract, checker, 'update', sent)],
    },
    new Map(),
  );
  return patchOf(kind, sent, Object.keys(sent), whole, before);
}

/** A JSON Patch can be followed if it sets whole members, or everything it is about was seen. */
function readSteps(
  rules: ContractRules,
  kind: string,
  steps: Json,
  before: ItemKnowledge,
): KnownPatch | null {
  if (!Array.isArray(steps)) return null;
  const patched =
    membersSet(steps as readonly Json[]) ?? patchedRecord(rules, steps as readonly Json[], before);
  if (patched === null) return null;
  const touched = membersOfSteps(steps as readonly Json[]);
  const expected = { patched: showable(rules.contract, patched), touched, written: rules.made };
  const sent = pick(patched, touched);
  return patchOf(kind, sent, touched, expectPatched(before.expectation, expected), before);
}

/** Returns the values that steps set, each of a whole member; `null` if some do more. */
function membersSet(steps: readonly Json[]): JsonObject | null {
  const members = new Map<string, Json>();
  for (const step of steps) {
    if (!isObject(step)) return null;
    const [op, path, value] = [own(step, 'op'), own(step, 'path'), own(step, 'value')];
    const [member, ...below] = typeof path === 'string' ? (parsePointer(path) ?? []) : [];
    const isWhole = (op === 'add' || op === 'replace') && below.length === 0;
    if (!isWhole || member === undefined || value === undefined) return null;
    members.set(member, value);
  }
  return objectOf(members);
}

/** Returns the item with a JSON Patch applied; `null` if some of what it is about was not seen. */
function patchedRecord(
  { contract }: ContractRules,
  steps: readonly Json[],
  before: ItemKnowledge,
): JsonObject | null {
  const isOfItem = steps.some((step) => isObject(step) && isOfAll(step));
  const isSeen = membersOfSteps(steps).every((member) => isSettled(before, member));
  if (!before.isFull || isOfItem || !isSeen) return null;
  const patched = jsonPatch({ ...certainMembers(before), [contract.id]: before.id }, steps);
  return patched.kind === 'value' && isObject(patched.value) ? patched.value : null;
}

/** Whether a step of a JSON Patch is about the whole item. */
function isOfAll(step: JsonObject): boolean {
  return [own(step, 'path'), own(step, 'from')].some(
    (pointer) => typeof pointer === 'string' && parsePointer(pointer)?.length === 0,
  );
}

function patchOf(
  kind: string,
  sent: JsonObject,
  touched: readonly string[],
  whole: Expectation,
  { isFull }: ItemKnowledge,
): KnownPatch {
  const taken = touched.flatMap((member) => {
    const candidates = whole.get(member);
    if (candidates === undefined) return [];
    // An object that was not seen may have more members than were sent.
    return [[member, isFull ? candidates : candidates.map(inexact)] as const];
  });
  return { kind, sent, touched, taken: new Map(taken) };
}

function inexact({ isExact: _, ...candidate }: Candidate): Candidate {
  return candidate;
}

/** Returns what an item may hold after a PATCH. */
export function afterUpdate(
  rules: ContractRules,
  patch: KnownPatch | null,
  before: ItemKnowledge | null,
  traits: LearnedTraits,
): Expectation {
  if (patch === null || before === null) return anything(rules);
  return new Map(
    [...before.expectation].map(([member, held]) => [
      member,
      patch.touched.includes(member)
        ? touchedCandidates(rules, patch, { member, held }, traits)
        : isClients(rules, traits.habits, member, valuesOf(held))
          ? held
          : ANYTHING,
    ]),
  );
}

/**
 * A service may leave a member alone until it was seen to change it, and write a member itself until
 * it was seen to store it. What it makes of null and of nested objects is required once it was seen.
 */
function touchedCandidates(
  rules: ContractRules,
  { kind, sent, taken }: KnownPatch,
  { member, held }: { readonly member: string; readonly held: readonly Candidate[] },
  { habits, updates }: LearnedTraits,
): readonly Candidate[] {
  const candidates = taken.get(member) ?? ANYTHING;
  if (candidates === ANYTHING) return ANYTHING;
  const seen = candidates.filter(({ habit }) => isAsSeen(kind, habit, updates));
  const value = own(sent, member) ?? null;
  const isClear =
    value === null ? seen.length < candidates.length : isPlainValue(value) && !hasNull(value);
  const all = seen.length === 0 ? candidates : seen;
  if (isClear && habits.keeps(kind, member)) return all;
  const isOpen = !isClear || !isClients(rules, habits, member, [value, ...valuesOf(held)]);
  return [...all, ...held, ...(isOpen ? ANYTHING : [])];
}

function hasNull(value: Json): boolean {
  if (value === null || typeof value !== 'object') return value === null;
  return Object.values(value).some((one) => hasNull(one as Json));
}

function isAsSeen(
  kind: string,
  habit: Habit | undefined,
  updates: LearnedTraits['updates'],
): boolean {
  if (habit === undefined) return true;
  const way = updates.get(`${kind} ${habit.about}`);
  return way === undefined || way === wayOf(habit);
}

/** A member that is not set may be shown as null, or not at all. */
function wayOf({ way }: Habit): string {
  return way === 'null' ? 'removed' : way;
}

/** Learns what a service makes of null and of nested objects. What it did first counts. */
export function learnUpdates(
  updates: LearnedTraits['updates'],
  kind: string,
  habits: readonly Habit[],
): void {
  for (const habit of habits) {
    const about = `${kind} ${habit.about}`;
    if (!updates.has(about)) updates.set(about, wayOf(habit));
  }
}
