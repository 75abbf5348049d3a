// What a record may hold after a write, member by member, by the rule book, the contract and each
// choice. What else a service may do (ignore a member, fill in a default) is admitted until it is
// observed, and required from then on.

import { isEmpty } from '../base/is-empty.ts';
import { describeType, isObject, type Json, type JsonObject, own } from '../base/json.ts';
import { type Pointer, toPointer } from '../base/pointer.ts';
import { beginningOf } from '../base/truncate.ts';
import type { Profile } from '../contract/choices.ts';
import type { By } from '../model/ruling/ruling.ts';
import { isPermutation } from '../schema/set-orders.ts';
import { isWhole, type Place, type PlacesOfMembers, without } from './member-places.ts';
import type { Admissible } from './rulings.ts';
import type { SentValues } from './sent-values.ts';
import type { FormMatch, ListOrder, StoredForms, Unsteady, WriteKind } from './stored-forms.ts';

/** `undefined` if the member is absent. */
export interface Candidate {
  readonly value: Json | undefined;
  /** Any value is admitted. */
  readonly isAny?: true;
  /** Of those, only moments after this one. */
  readonly after?: string;
  /** Any empty value is admitted: see `isEmpty`. */
  readonly isEmptied?: true;
  /** The member is not set: it may be absent or null, which the specification leaves open. */
  readonly isUnset?: true;
  /** The operation that sent the value: the service may store it in a normal form. */
  readonly sentBy?: WriteKind;
  /** Matching it shows nothing: the value was there before, or any other is admitted, too. */
  readonly isSilent?: true;
  /** The value must be equal: an object may not have other members. */
  readonly isExact?: true;
  readonly by: By | 'service';
  /** What this candidate shows about the service if it applies. */
  readonly habit?: Habit;
  readonly assumed?: Partial<Profile>;
}

/** How a service handles a member. `create skills sent` is `kept`, for example. */
export interface Habit {
  readonly about: string;
  readonly way: string;
}

export type Habits = Map<string, string>;
export type Expectation = ReadonlyMap<string, readonly Candidate[]>;

export interface ItemWrite {
  readonly kind: 'create' | 'replace';
  readonly sent: JsonObject;
  /** The known members of the record before the write; `null` if it is new. */
  readonly before: JsonObject | null;
  /** What else the record may have held before the write; absent if `before` is certain. */
  readonly prior?: Expectation;
  /** The rulings that the write may follow. */
  readonly rulings: readonly Admissible[];
  /** The members of an item, without its id. */
  readonly members: readonly string[];
  /** The members that the contract specifies for this operation. */
  readonly shown: readonly string[];
  /** The members that only the service writes: they may change at any time. None if absent. */
  readonly written?: readonly string[];
}

/** Returns what a record may hold after a write. */
export function expectAfterWrite(write: ItemWrite, habits: Habits): Expectation {
  return new Map(write.members.map((member) => [member, candidatesOf(write, member, habits)]));
}

function candidatesOf(write: ItemWrite, member: string, habits: Habits): readonly Candidate[] {
  const isSent = Object.hasOwn(write.sent, member);
  if (write.written?.includes(member) === true)
    return write.kind === 'replace' && !isSent ? [...ANYTHING, UNSET] : ANYTHING;
  if (!isSent && write.kind === 'create') return filledCandidates(member, habits);
  const all = isSent
    ? sentCandidates(write, member, habits)
    : leftOutCandidates(write, member, habits);
  // That the service makes a member is a habit of creations, and does not end what others admit.
  const about = all.find(({ habit }) => habit !== undefined && habit.way !== MADE)?.habit?.about;
  const way = about === undefined ? undefined : habits.get(about);
  if (about === undefined || way === undefined || isOpenWay(way)) return all;
  const held = all.filter(
    ({ habit }) => habit === undefined || habit.about !== about || habit.way === way,
  );
  // The service also replaces empty values by its default.
  if (way.startsWith(CONSTANT))
    return [{ ...constantOf(way), by: 'service', habit: { about, way } }, ...held];
  return held.length > 0 ? held : all;
}

/** The service may choose any value. */
const UNKNOWN: Candidate = { value: undefined, isAny: true, by: 'service' };

/** The candidates of a member that only the service writes. What is seen of it is not required. */
export const ANYTHING: readonly Candidate[] = [UNKNOWN];

/** Whether a member may hold anything until a read shows it. */
export function isOpen(candidates: readonly Candidate[] | undefined): boolean {
  return candidates?.[0] === UNKNOWN && candidates !== ANYTHING;
}

/** Returns an expectation in which some members may hold anything: what is seen of them has to stay. */
export function openUntilSeen(expectation: Expectation, members: readonly string[]): Expectation {
  if (members.length === 0) return expectation;
  return new Map([...expectation, ...members.map((member) => [member, [UNKNOWN]] as const)]);
}

function sentCandidates(write: ItemWrite, member: string, habits: Habits): readonly Candidate[] {
  const value = own(write.sent, member);
  const about = `${write.kind} ${member} sent`;
  // The specification does not list the required members of an item, so the service may omit an
  // empty one in any way: that is how `omitempty` of Go and JSON of protobuf write it.
  const omitted: readonly Candidate[] = isEmpty(value) ? [{ value: undefined, by: 'service' }] : [];
  const sentBy = write.kind;
  const kept: Candidate = { value, by: 'contract', habit: { about, way: 'kept' }, sentBy };
  const hidden: Candidate = { value: undefined, by: 'service', habit: { about, way: 'hidden' } };
  // A service may hide a member, but must not show another value than was sent.
  if (write.shown.includes(member)) return [kept, hidden, ...omitted];
  if (isMade(member, habits)) {
    const way = provenWay(habits.get(about), value);
    const proven: Candidate = { ...kept, habit: { about, way } };
    return habits.get(about) === 'kept' ? [kept, ...omitted] : [proven, ...omitted, UNKNOWN];
  }
  const counted = ownNumber(member, habits);
  if (write.kind === 'create') {
    const ignored = [...ignoredByCreate(member, habits), ...laterMoment(member, habits)];
    return [kept, ...omitted, ...ignored, ...counted];
  }
  const before = priorOf(write, member);
  if (before.every((one) => one.isAny !== true && sameJson(one.value, value)))
    return [{ value, by: 'contract', sentBy, isSilent: true }, ...omitted, ...counted];
  const ignored = before.map(
    (one): Candidate => ({ ...one, by: 'service', habit: { about, way: 'ignored' } }),
  );
  return [kept, ...omitted, ...ignored, ...counted];
}

/** The way of a member that was stored as it was sent: only a second value is no chance. */
function provenWay(before: string | undefined, value: Json | undefined): string {
  const once = `${PERHAPS} ${JSON.stringify(value)}`;
  return before === 'kept' || (before?.startsWith(PERHAPS) === true && before !== once)
    ? 'kept'
    : once;
}

/**
 * What a creation shows that does not take a member: the value that the service gives to items
 * without it. Until an item without it was seen, any value is possible.
 */
function ignoredByCreate(member: string, habits: Habits): readonly Candidate[] {
  const about = `create ${member} sent`;
  const [way, filled] = [habits.get(about), habits.get(`create ${member} left out`)];
  if (filled?.startsWith(CONSTANT) === true && way?.startsWith(CONSTANT) !== true) {
    const { isUnset: _, ...constant } = constantOf(filled);
    // Null stands for a member that was not set; this one was sent.
    if (constant.value === null) return [];
    return [{ ...constant, by: 'service', habit: { about, way: filled } }];
  }
  if (way?.startsWith(PERHAPS) !== true) return [{ ...UNKNOWN, habit: { about, way: ANY } }];
  const constant = `${CONSTANT} ${way.slice(PERHAPS.length + 1)}`;
  return [{ ...constantOf(constant), by: 'service', habit: { about, way: constant } }];
}

/**
 * Items without the member had the same moment: clocks of services may tell seconds. A later one
 * shows that the service makes it.
 */
function laterMoment(member: string, habits: Habits): readonly Candidate[] {
  const filled = habits.get(`create ${member} left out`);
  const { value } = filled?.startsWith(CONSTANT) === true ? constantOf(filled) : { value: null };
  if (typeof value !== 'string' || momentOf(value) === null) return [];
  const habit: Habit = { about: `create ${member} left out`, way: MADE };
  return [{ ...UNKNOWN, after: value, habit }];
}

/**
 * A number that creations do not take is the service's own: all new items had the same one, and it may
 * count their changes or their parts. Another one, which the run did not send, shows that.
 */
export function ownNumber(member: string, habits: Habits): readonly Candidate[] {
  const [way, filled] = [
    habits.get(`create ${member} sent`),
    habits.get(`create ${member} left out`),
  ];
  if (way?.startsWith(CONSTANT) !== true || typeof constantOf(way).value !== 'number') return [];
  if (filled !== undefined && filled !== way) return [];
  return [{ ...UNKNOWN, habit: { about: `create ${member} left out`, way: MADE } }];
}

/** What a member may have held before a write. */
function priorOf({ before, prior }: ItemWrite, member: string): readonly Candidate[] {
  const found = prior?.get(member);
  if (found !== undefined && found.length > 0)
    return found.map(({ habit: _, assumed: __, isSilent: ___, ...one }) => one);
  const value = before === null ? undefined : own(before, member);
  return [value === undefined ? UNSET : { value, by: 'service' }];
}

const UNSET: Candidate = { value: undefined, isUnset: true, by: 'service' };

/** Whether a service was seen to make the values of a member itself. */
export function isMade(member: string, habits: Habits): boolean {
  return habits.get(`create ${member} left out`) === MADE;
}

/** Whether a service that makes the values of a member stores those that creations send, too. */
export function isTaken(member: string, habits: Habits): boolean {
  return habits.get(`create ${member} sent`) === 'kept';
}

function leftOutCandidates(write: ItemWrite, member: string, habits: Habits): readonly Candidate[] {
  const about = `${write.kind} ${member} left out`;
  const filled = habits.get(`create ${member} left out`);
  const prior = priorOf(write, member);
  const [first] = prior;
  const isSure = prior.length === 1 && first?.isAny !== true;
  const isNone = isSure && (first?.isUnset === true || first?.value === undefined);
  // A member that was not set shows nothing: it is absent whether the service keeps or clears it.
  const habitOf = (way: string): Pick<Candidate, 'habit'> =>
    isNone ? {} : { habit: { about, way } };
  const ruled: readonly Candidate[] =
    !isSure || write.rulings.length === 0
      ? [
          ...prior.map((one): Candidate => ({ ...one, by: 'service', ...habitOf('kept') })),
          { ...UNSET, ...habitOf('cleared') },
          ...defaultsAfter(write, member).map((one) => ({ ...one, ...habitOf('cleared') })),
        ]
      : write.rulings.map(({ ruling, assumed }): Candidate => {
          const record = ruling.effect.kind === 'put' ? ruling.effect.record.value : {};
          const value = own(record, member);
          const isSame = sameJson(value, first?.value);
          const unset = value === undefined ? { isUnset: true as const } : {};
          // The default of a member that was cleared may be the value that it had.
          const isEither = isSame && assumed['replace.mode'] !== 'merge';
          const habit = isEither ? {} : habitOf(isSame ? 'kept' : 'cleared');
          return { value, by: 'replace.mode', ...unset, ...habit, assumed };
        });
  return [
    ...ruled,
    ...fallbackOf(habits, member, about),
    { value: undefined, isEmptied: true, by: 'service', habit: { about, way: 'emptied' } },
    ...(filled === MADE ? [UNKNOWN] : ownNumber(member, habits)),
  ];
}

/** The defaults that a whole replacement may put in place of a member, whatever it was before. */
function defaultsAfter({ rulings }: ItemWrite, member: string): readonly Candidate[] {
  return rulings.flatMap(({ ruling: { effect }, assumed }): readonly Candidate[] => {
    if (assumed['replace.mode'] === 'merge' || effect.kind !== 'put') return [];
    const value = own(effect.record.value, member);
    return value === undefined ? [] : [{ value, by: 'replace.mode', assumed }];
  });
}

/** The value that a creation without the member was seen to fill in, if there is one. */
export function fallbackOf(habits: Habits, member: string, about: string): readonly Candidate[] {
  const filled = habits.get(`create ${member} left out`);
  return filled?.startsWith(CONSTANT) === true
    ? [{ ...constantOf(filled), by: 'service', habit: { about, way: 'filled' } }]
    : [];
}

/**
 * What a creation may show of a member that it left out: the value of the item before, or one that
 * the service made for this item. A second value shows that it makes them.
 */
function filledCandidates(member: string, habits: Habits): readonly Candidate[] {
  const about = `create ${member} left out`;
  const filled = habits.get(about);
  if (filled === undefined) return [{ ...UNSET, isAny: true, habit: { about, way: ANY } }];
  if (filled === MADE) return [{ ...UNSET, isAny: true }];
  return [
    { ...constantOf(filled), by: 'service', habit: { about, way: filled } },
    { ...UNSET, isAny: true, habit: { about, way: MADE } },
  ];
}

/** The way of a service that is still unknown. */
const ANY = 'any';

/** The way of a service that makes a value for each item. */
const MADE = 'made';

/**
 * The way of a service that always stores the same value: `constant [...]`, or `constant` alone if
 * the member is absent.
 */
const CONSTANT = 'constant';

/** The one value that a creation stored as it was sent: it may be a constant all the same. */
const PERHAPS = 'perhaps';

/** Whether a way does not yet say what the service does. */
function isOpenWay(way: string): boolean {
  return way === MADE || way.startsWith(PERHAPS);
}

function constantOf(way: string): Pick<Candidate, 'value' | 'isExact' | 'isUnset'> {
  if (way === CONSTANT) return { value: undefined, isUnset: true };
  const value = JSON.parse(way.slice(CONSTANT.length + 1)) as Json;
  if (value === null) return { value, isUnset: true };
  return isEmpty(value) ? { value, isExact: true } : { value };
}

function constantWay(value: Json | undefined): string {
  return value === undefined ? CONSTANT : `${CONSTANT} ${JSON.stringify(value)}`;
}

/**
 * Adds what was seen of a service to what is known. The first habit counts, unless it was open; a
 * habit that rests on another one goes with it.
 */
export function learnHabits(known: Habits, seen: readonly Habit[]): void {
  for (const { about, way } of seen) {
    const before = known.get(about);
    if (before === way || contradicts(known, about, way)) continue;
    const isFilled = about.startsWith('create ') && about.endsWith(' left out');
    if (before === undefined || before.startsWith(PERHAPS) || (isFilled && way === MADE))
      known.set(about, way);
    if (!isFilled) continue;
    // A service that does not take a member treats it as left out.
    const sent = about.replace(/ left out$/, ' sent');
    const ignored = known.get(sent);
    if (ignored?.startsWith(CONSTANT) === true && ignored !== way) known.delete(sent);
  }
}

/** A member that is not taken has the same value whether it is sent or left out. */
function contradicts(known: Habits, about: string, way: string): boolean {
  if (!about.startsWith('create ') || !about.endsWith(' sent') || !way.startsWith(CONSTANT))
    return false;
  const leftOut = known.get(about.replace(/ sent$/, ' left out'));
  return leftOut?.startsWith(CONSTANT) === true && leftOut !== way;
}

export interface Mismatch {
  readonly at: Pointer;
  readonly member: string;
  readonly expected: string;
  readonly actual: string;
  readonly by: By | 'service';
  /** The value is in a normal form, and not in that of other values. */
  readonly unsteady?: Unsteady;
}

/** What the values of a service are compared with, in addition to an expectation. */
export interface SeenService {
  /** `null` if every value must be stored as it was sent. */
  readonly forms: StoredForms | null;
  readonly sent: SentValues;
  /** What reading may change, member by member: nothing is expected of it. Nothing if absent. */
  readonly changedByReads?: PlacesOfMembers;
}

/** A value that is certain to be the stored form of a value that was sent. */
export interface StoredValue {
  readonly kind: WriteKind;
  readonly member: string;
  readonly sent: Json;
  readonly stored: Json | undefined;
}

export interface Match {
  readonly mismatches: readonly Mismatch[];
  /** The new knowledge: an observed value replaces what was admitted. */
  readonly settled: Expectation;
  readonly habits: readonly Habit[];
  readonly assumed: readonly Partial<Profile>[];
  readonly stored: readonly StoredValue[];
}

/**
 * Compares a record with what it may hold. `only` names the members that are visible here; `null`
 * for all. Without a service every value must be stored as it was sent.
 */
export function match(
  expectation: Expectation,
  actual: JsonObject,
  only: readonly string[] | null,
  service: SeenService | null = null,
): Match {
  const mismatches: Mismatch[] = [];
  const habits: Habit[] = [];
  const assumed: Partial<Profile>[] = [];
  const stored: StoredValue[] = [];
  const settled = new Map(expectation);
  for (const [member, candidates] of expectation) {
    if (candidates === ANYTHING || (only !== null && !only.includes(member))) continue;
    const places = service?.changedByReads?.get(member) ?? [];
    if (places.some(isWhole)) continue;
    const value = without(own(actual, member), places);
    const expected = places.length === 0 ? candidates : candidates.map(lacking(places));
    const fitting = fittingOf(expected, member, value, service);
    const found = fitting[0] ?? expected.find((one) => admitsAny(one, member, actual, service));
    if (found === undefined) {
      mismatches.push(mismatchOf(expected, member, value, service));
      continue;
    }
    settled.set(member, [settledOn(found, value)]);
    // If several ways lead to the same value, it does not tell them apart.
    if (isOne(fitting.map(({ habit }) => habit?.way))) {
      const { habit, sentBy: kind, value: sent } = found;
      if (habit !== undefined) habits.push({ ...habit, way: wayOf(habit.way, expected, value) });
      if (kind !== undefined && sent !== undefined && found.isSilent !== true)
        stored.push({ kind, member, sent, stored: value });
    }
    if (isOne(fitting.map((one) => JSON.stringify(one.assumed))) && found.assumed !== undefined)
      assumed.push(found.assumed);
  }
  return { mismatches, settled, habits, assumed, stored };
}

function lacking(places: readonly Place[]): (candidate: Candidate) => Candidate {
  return (candidate) => ({ ...candidate, value: without(candidate.value, places) });
}

/**
 * A value that the run sent for another item is none that the service made for this one, unless it is
 * that of another member of the item.
 */
function admitsAny(
  { isAny, after, habit }: Candidate,
  member: string,
  actual: JsonObject,
  service: SeenService | null,
): boolean {
  const value = own(actual, member);
  if (after !== undefined && !isLater(value, after)) return false;
  const isOfAnother = habit?.way === MADE && service?.sent.has(member, value) === true;
  return isAny === true && (!isOfAnother || isCopied(member, actual));
}

/** Whether a number stands in another member, too: one version may be made of another. */
function isCopied(member: string, actual: JsonObject): boolean {
  const value = own(actual, member);
  return (
    typeof value === 'number' &&
    value > FEW &&
    Object.entries(actual).some(([other, one]) => other !== member && one === value)
  );
}

/** Small numbers are equal by chance. */
const FEW = 9;

/** The time of an RFC 3339 date-time in milliseconds; `null` if a text is none. */
function momentOf(text: string): number | null {
  const time = /^\d{4}-\d\d-\d\d[Tt ]\d/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

/** Whether a value is a moment in RFC 3339: the time of a change, for example. */
export function isMoment(value: Json | undefined): boolean {
  return typeof value === 'string' && momentOf(value) !== null;
}

function isLater(value: Json | undefined, after: string): boolean {
  const moment = typeof value === 'string' ? momentOf(value) : null;
  return moment !== null && moment > (momentOf(after) ?? Number.POSITIVE_INFINITY);
}

function isOne(all: readonly (string | undefined)[]): boolean {
  return new Set(all).size <= 1;
}

/** The way that a value shows: one value that was kept may be a constant, too. */
function wayOf(way: string, candidates: readonly Candidate[], value: Json | undefined): string {
  if (way === ANY) return constantWay(value);
  const isOpen = way === 'kept' && candidates.some((one) => one.habit?.way === ANY);
  return isOpen ? `${PERHAPS} ${JSON.stringify(value)}` : way;
}

function fittingOf(
  candidates: readonly Candidate[],
  member: string,
  value: Json | undefined,
  service: SeenService | null,
): readonly Candidate[] {
  const fitting = candidates.filter(
    (one) => one.isAny !== true && fits(one, member, value, service),
  );
  // An empty value was put there: that says more than that the member is not set.
  return value === null && fitting.some((one) => one.isEmptied === true)
    ? fitting.filter((one) => one.isUnset !== true || one.value === null)
    : fitting;
}

function fits(
  candidate: Candidate,
  member: string,
  value: Json | undefined,
  service: SeenService | null,
): boolean {
  if (candidate.isEmptied === true) return isEmpty(value);
  if (candidate.isUnset === true) return value === undefined || value === null;
  if (candidate.isExact === true && !isWithin(value, candidate.value)) return false;
  const form = formOf(candidate, member, value, service);
  return form === null
    ? agrees(candidate.value, value, service?.forms?.lists)
    : form.kind === 'equal';
}

/** Whether a value has no members that the other lacks, but empty ones. */
function isWithin(value: Json | undefined, other: Json | undefined): boolean {
  if (Array.isArray(value)) {
    const items = Array.isArray(other) ? (other as readonly Json[]) : [];
    return (value as readonly Json[]).every((item, at) => isWithin(item, items[at]));
  }
  if (!isObject(value)) return true;
  const members = isObject(other) ? other : {};
  return Object.entries(value).every(
    ([key, one]) => isEmpty(one) || (Object.hasOwn(members, key) && isWithin(one, members[key])),
  );
}

/** How a value relates to the value that was sent; `null` if it must be as the candidate says. */
function formOf(
  candidate: Candidate,
  member: string,
  value: Json | undefined,
  service: SeenService | null,
): FormMatch | null {
  const { sentBy, value: sent } = candidate;
  const forms = service?.forms ?? null;
  if (forms === null || sentBy === undefined || sent === undefined) return null;
  return forms.compare(sentBy, member, sent, value);
}

/**
 * The knowledge after a candidate was observed. An empty value stays empty: an object without
 * members gets none.
 */
function settledOn(found: Candidate, seen: Json | undefined): Candidate {
  const by = found.by === 'service' ? 'contract' : found.by;
  const isNone = seen === undefined || seen === null;
  if (isNone && (found.isUnset === true || (found.isEmptied === true && seen === null)))
    return { value: seen, isUnset: true, by };
  if (found.isEmptied === true || found.isExact === true) return { value: seen, isExact: true, by };
  const isAsExpected = found.isAny !== true && agrees(found.value, seen);
  return { value: isAsExpected ? (found.value ?? seen) : restrict(found.value, seen), by };
}

/** A value in a normal form, without the members that were not sent: they are the service's own. */
function restrict(sent: Json | undefined, seen: Json | undefined): Json | undefined {
  if (!isObject(sent) || !isObject(seen)) return seen;
  return Object.fromEntries(
    Object.keys(sent).flatMap((key) => {
      const value = restrict(own(sent, key), own(seen, key));
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/** Returns the most likely record: the first candidate of each member. */
export function likely(expectation: Expectation): JsonObject {
  const members = [...expectation].flatMap(([member, [first]]) =>
    first?.value === undefined || first.isUnset === true ? [] : [[member, first.value] as const],
  );
  return Object.fromEntries(members);
}

/**
 * Tells whether a value is as expected. Members of objects that were not expected are up to the
 * service, and so is the order of texts if it is open.
 */
export function agrees(
  expected: Json | undefined,
  actual: Json | undefined,
  lists: ListOrder = 'kept',
): boolean {
  return firstDifference(expected, actual, [], lists) === null;
}

function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  return agrees(a, b) && agrees(b, a);
}

interface Difference {
  readonly steps: readonly (string | number)[];
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
}

function firstDifference(
  expected: Json | undefined,
  actual: Json | undefined,
  steps: readonly (string | number)[],
  lists: ListOrder = 'kept',
): Difference | null {
  const here: Difference = { steps, expected, actual };
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return here;
    if (lists === 'open' && isReordered(expected as readonly Json[], actual as readonly Json[]))
      return null;
    for (const [index, item] of (expected as readonly Json[]).entries()) {
      if (index >= actual.length)
        return { steps: [...steps, index], expected: item, actual: undefined };
      const below = firstDifference(item, actual[index] as Json, [...steps, index], lists);
      if (below !== null) return below;
    }
    if (actual.length === expected.length) return null;
    return {
      steps: [...steps, expected.length],
      expected: undefined,
      actual: actual[expected.length] as Json,
    };
  }
  if (isObject(expected)) {
    if (!isObject(actual)) return here;
    for (const [key, value] of Object.entries(expected)) {
      // An empty member may be omitted.
      const below =
        isEmpty(value) && !Object.hasOwn(actual, key)
          ? null
          : firstDifference(value, own(actual, key), [...steps, key], lists);
      if (below !== null) return below;
    }
    return null;
  }
  return expected === actual ? null : here;
}

/** Whether two lists have the same texts, each as often. */
function isReordered(items: readonly Json[], others: readonly Json[]): boolean {
  return items.every((one) => typeof one === 'string') && isPermutation(items, others);
}

function mismatchOf(
  candidates: readonly Candidate[],
  member: string,
  actual: Json | undefined,
  service: SeenService | null,
): Mismatch {
  const [first] = candidates;
  for (const candidate of candidates) {
    const form = formOf(candidate, member, actual, service);
    if (form?.kind !== 'unsteady' || candidate.value === undefined) continue;
    const expected = show(service?.forms?.likely(member, candidate.value));
    const { by } = candidate;
    return {
      at: toPointer([member]),
      member,
      expected,
      actual: show(actual),
      by,
      unsteady: form.unsteady,
    };
  }
  const one =
    candidates.length === 1 && first !== undefined
      ? firstDifference(first.value, actual, [member], service?.forms?.lists)
      : null;
  if (one !== null) {
    return {
      at: toPointer(one.steps),
      member,
      expected: show(one.expected),
      actual: show(one.actual),
      by: first?.by ?? 'contract',
    };
  }
  const shown = [...new Set(candidates.map(admitted))].slice(0, 3).join(' or ');
  return {
    at: toPointer([member]),
    member,
    expected: shown,
    actual: show(actual),
    by: first?.by ?? 'contract',
  };
}

function admitted({ value, isEmptied }: Candidate): string {
  return isEmptied === true ? 'an empty value' : show(value);
}

/** Maximum number of characters of a value in a message. */
const VALUE_CHARS_SHOWN = 200;

/** Texts that a reader may take for null, a boolean or a number. */
const LIKE_OTHERS = /^(?:null|true|false|-?\d{1,40}(?:\.\d{1,40})?)$/;

/** Writes a value for a message. */
export function show(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  if (typeof value === 'string' && LIKE_OTHERS.test(value)) return `the text ${text}`;
  return text.length <= VALUE_CHARS_SHOWN
    ? text
    : `${beginningOf(text, VALUE_CHARS_SHOWN)}… (${describeType(value)}, ${text.length} characters)`;
}
