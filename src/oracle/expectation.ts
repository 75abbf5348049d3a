// What a record may hold after a write, member by member, by the rule book, the contract and each
// choice. What else a service may do (ignore a member, fill in a default) is admitted until it is
// observed, and required from then on.

import { describeType, isObject, type Json, type JsonObject, own } from '../base/json.ts';
import { type Pointer, toPointer } from '../base/pointer.ts';
import { beginningOf } from '../base/truncate.ts';
import type { Profile } from '../contract/choices.ts';
import type { By } from '../model/ruling/ruling.ts';
import type { Admissible } from './rulings.ts';

/** `undefined` if the member is absent. */
export interface Candidate {
  readonly value: Json | undefined;
  /** Any value is admitted. */
  readonly isAny?: true;
  /** Any empty value is admitted: see `isEmpty`. */
  readonly isEmptied?: true;
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
  /** The rulings that the write may follow. */
  readonly rulings: readonly Admissible[];
  /** The members of an item, without its id. */
  readonly members: readonly string[];
  /** The members that the contract specifies for this operation. */
  readonly shown: readonly string[];
  /** The members that only the service writes: they may change at any time. None if absent. */
  readonly written?: readonly string[];
}

/** The candidates of a member that only the service writes. What is seen of it is not required. */
export const ANYTHING: readonly Candidate[] = [{ value: undefined, isAny: true, by: 'service' }];

/** Returns what a record may hold after a write. */
export function expectAfterWrite(write: ItemWrite, habits: Habits): Expectation {
  return new Map(write.members.map((member) => [member, candidatesOf(write, member, habits)]));
}

function candidatesOf(write: ItemWrite, member: string, habits: Habits): readonly Candidate[] {
  if (write.written?.includes(member) === true) return ANYTHING;
  const all = Object.hasOwn(write.sent, member)
    ? sentCandidates(write, member)
    : leftOutCandidates(write, member, habits);
  const about = all.find((one) => one.habit !== undefined)?.habit?.about;
  const way = about === undefined ? undefined : habits.get(about);
  if (way === undefined) return all;
  const held = all.filter((one) => one.habit === undefined || one.habit.way === way);
  // The service also replaces empty values by its default.
  if (about !== undefined && way.startsWith(CONSTANT))
    return [{ ...constantOf(way), by: 'service', habit: { about, way } }, ...held];
  return held.length > 0 ? held : all;
}

function sentCandidates(write: ItemWrite, member: string): readonly Candidate[] {
  const value = own(write.sent, member);
  const isShown = write.shown.includes(member);
  const about = `${write.kind} ${member} sent`;
  // The specification does not list the required members of an item, so the service may omit an
  // empty one in any way.
  const omitted: readonly Candidate[] = isEmpty(value) ? [{ value: undefined, by: 'service' }] : [];
  // A service may hide a member, but must not show another value than was sent.
  if (isShown)
    return [
      { value, by: 'contract', habit: { about, way: 'kept' } },
      { value: undefined, by: 'service', habit: { about, way: 'hidden' } },
      ...omitted,
    ];
  const kept: Candidate = { value, by: 'contract', habit: { about, way: 'kept' } };
  if (write.kind === 'create')
    return [
      kept,
      ...omitted,
      { value: undefined, isAny: true, by: 'service', habit: { about, way: ANY } },
    ];
  const before = write.before === null ? undefined : own(write.before, member);
  if (sameJson(before, value)) return [{ value, by: 'contract' }, ...omitted];
  return [kept, ...omitted, { value: before, by: 'service', habit: { about, way: 'ignored' } }];
}

function leftOutCandidates(write: ItemWrite, member: string, habits: Habits): readonly Candidate[] {
  const about = `${write.kind} ${member} left out`;
  if (write.kind === 'create')
    return [{ value: undefined, isAny: true, by: 'service', habit: { about, way: ANY } }];
  const before = write.before === null ? undefined : own(write.before, member);
  const unruled: readonly Candidate[] = [
    { value: before, by: 'service', habit: { about, way: 'kept' } },
    { value: undefined, by: 'service', habit: { about, way: 'cleared' } },
  ];
  const ruled =
    write.rulings.length === 0
      ? unruled
      : write.rulings.map(({ ruling, assumed }): Candidate => {
          const record = ruling.effect.kind === 'put' ? ruling.effect.record.value : {};
          const value = own(record, member);
          return {
            value,
            by: 'replace.mode',
            habit: { about, way: sameJson(value, before) ? 'kept' : 'cleared' },
            assumed,
          };
        });
  return [
    ...ruled,
    ...fallbackOf(habits, member, about),
    { value: undefined, isEmptied: true, by: 'service', habit: { about, way: 'emptied' } },
  ];
}

/** The value that a creation without the member was seen to fill in, if there is one. */
export function fallbackOf(habits: Habits, member: string, about: string): readonly Candidate[] {
  const filled = habits.get(`create ${member} left out`);
  return filled === undefined
    ? []
    : [{ ...constantOf(filled), by: 'service', habit: { about, way: 'filled' } }];
}

/**
 * Tells whether a value is empty: `null`, `false`, 0, an empty text or list, or an object of empty
 * values.
 */
export function isEmpty(value: Json | undefined): boolean {
  if (value === null || value === false || value === 0 || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.values(value).every(isEmpty);
}

/** The way of a service that is still unknown. */
const ANY = 'any';

/**
 * The way of a service that always stores the same value: `constant [...]`, or `constant` alone if
 * the member is absent.
 */
const CONSTANT = 'constant';

function constantOf(way: string): Pick<Candidate, 'value' | 'isExact'> {
  if (way === CONSTANT) return { value: undefined };
  const value = JSON.parse(way.slice(CONSTANT.length + 1)) as Json;
  return isEmpty(value) ? { value, isExact: true } : { value };
}

function constantWay(value: Json | undefined): string {
  return value === undefined ? CONSTANT : `${CONSTANT} ${JSON.stringify(value)}`;
}

export interface Mismatch {
  readonly at: Pointer;
  readonly member: string;
  readonly expected: string;
  readonly actual: string;
  readonly by: By | 'service';
}

export interface Match {
  readonly mismatches: readonly Mismatch[];
  /** The new knowledge: an observed value replaces what was admitted. */
  readonly settled: Expectation;
  readonly habits: readonly Habit[];
  readonly assumed: readonly Partial<Profile>[];
}

/**
 * Compares a record with what it may hold. `only` names the members that are visible here; `null`
 * for all.
 */
export function match(
  expectation: Expectation,
  actual: JsonObject,
  only: readonly string[] | null,
): Match {
  const mismatches: Mismatch[] = [];
  const habits: Habit[] = [];
  const assumed: Partial<Profile>[] = [];
  const settled = new Map(expectation);
  for (const [member, candidates] of expectation) {
    if (candidates === ANYTHING || (only !== null && !only.includes(member))) continue;
    const value = own(actual, member);
    const fitting = candidates.filter((one) => one.isAny !== true && fits(one, value));
    const found = fitting[0] ?? candidates.find((one) => one.isAny === true);
    if (found === undefined) {
      mismatches.push(mismatchOf(member, candidates, value));
      continue;
    }
    settled.set(member, [settledOn(found, value)]);
    // If several ways lead to the same value, it does not tell them apart.
    const isClear = new Set(fitting.map(({ habit }) => habit?.way)).size <= 1;
    if (found.habit !== undefined && isClear)
      habits.push(found.isAny === true ? { ...found.habit, way: constantWay(value) } : found.habit);
    if (found.assumed !== undefined && isClear) assumed.push(found.assumed);
  }
  return { mismatches, settled, habits, assumed };
}

function fits(candidate: Candidate, value: Json | undefined): boolean {
  if (candidate.isEmptied === true) return isEmpty(value);
  return candidate.isExact === true
    ? sameJson(candidate.value, value)
    : agrees(candidate.value, value);
}

/**
 * The knowledge after a candidate was observed. An empty value stays empty: an object without
 * members gets none.
 */
function settledOn(found: Candidate, seen: Json | undefined): Candidate {
  const by = found.by === 'service' ? 'contract' : found.by;
  if (found.isEmptied === true || found.isExact === true) return { value: seen, isExact: true, by };
  return { value: found.isAny === true ? seen : (found.value ?? seen), by };
}

/** Returns the most likely record: the first candidate of each member. */
export function likely(expectation: Expectation): JsonObject {
  const members = [...expectation].flatMap(([member, [first]]) =>
    first?.value === undefined ? [] : [[member, first.value] as const],
  );
  return Object.fromEntries(members);
}

/**
 * Tells whether a value is as expected. Members of objects that were not expected are up to the
 * service.
 */
export function agrees(expected: Json | undefined, actual: Json | undefined): boolean {
  return firstDifference(expected, actual, []) === null;
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
): Difference | null {
  const here: Difference = { steps, expected, actual };
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return here;
    for (const [index, item] of (expected as readonly Json[]).entries()) {
      if (index >= actual.length)
        return { steps: [...steps, index], expected: item, actual: undefined };
      const below = firstDifference(item, actual[index] as Json, [...steps, index]);
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
          : firstDifference(value, own(actual, key), [...steps, key]);
      if (below !== null) return below;
    }
    return null;
  }
  return expected === actual ? null : here;
}

function mismatchOf(
  member: string,
  candidates: readonly Candidate[],
  actual: Json | undefined,
): Mismatch {
  const [first] = candidates;
  const one =
    candidates.length === 1 && first !== undefined
      ? firstDifference(first.value, actual, [member])
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
  const shown = [...new Set(candidates.map((candidate) => show(candidate.value)))]
    .slice(0, 3)
    .join(' or ');
  return {
    at: toPointer([member]),
    member,
    expected: shown,
    actual: show(actual),
    by: first?.by ?? 'contract',
  };
}

/** Maximum number of characters of a value in a message. */
const VALUE_CHARS_SHOWN = 200;

/** Writes a value for a message. */
export function show(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= VALUE_CHARS_SHOWN
    ? text
    : `${beginningOf(text, VALUE_CHARS_SHOWN)}… (${describeType(value)}, ${text.length} characters)`;
}
