// What a record may hold after a PATCH, member by member. Members that were not sent stay as they
// were. What the media type leaves open (null and nested objects in plain JSON) is admitted until it
// is observed, and required from then on.

import { isEmpty } from '../base/is-empty.ts';
import { isObject, type Json, type JsonObject, own } from '../base/json.ts';
import { mergePatch } from '../base/patch.ts';
import { parsePointer } from '../base/pointer.ts';
import type { Contract } from '../contract/contract.ts';
import type { PatchForm } from '../contract/operation-way.ts';
import type { Checker } from '../schema/check.ts';
import type { SchemaName } from '../schema/schema.ts';
import {
  ANYTHING,
  type Candidate,
  type Expectation,
  fallbackOf,
  type Habits,
  ownNumber,
} from './expectation.ts';

/** What a PATCH, which holds parts of objects, need not keep to. */
export const OF_WHOLES: ReadonlySet<string> = new Set([
  'required',
  'dependentRequired',
  'minProperties',
  'anyOf',
  'oneOf',
]);

export interface ItemUpdate {
  readonly form: PatchForm;
  /** The members that the patch sets; with `null` as the form reads it. */
  readonly sent: JsonObject;
  /** What the item was expected to hold before. */
  readonly before: Expectation;
  /** How plain JSON is read, if the contract or a pin decides it; else `null`. */
  readonly merge: 'patch' | 'shallow' | null;
  /** The members that only the service writes. */
  readonly written: readonly string[];
}

/** Returns what a record may hold after a PATCH. */
export function expectAfterUpdate(update: ItemUpdate, habits: Habits): Expectation {
  return new Map(
    [...update.before].map(([member, before]) => [
      member,
      candidatesOf(update, member, before, habits),
    ]),
  );
}

export interface PatchedRecord {
  /** The record with the patch applied. */
  readonly patched: JsonObject;
  /** The members that the patch names. */
  readonly touched: readonly string[];
  /** The members that only the service writes. */
  readonly written: readonly string[];
}

/** Returns what a record may hold after a JSON Patch. */
export function expectPatched(
  before: Expectation,
  { patched, touched, written }: PatchedRecord,
): Expectation {
  return new Map(
    [...before].map(([member, held]): [string, readonly Candidate[]] => {
      if (written.includes(member)) return [member, ANYTHING];
      if (!touched.includes(member)) return [member, held];
      const value = own(patched, member);
      return [member, value === undefined || value === null ? ABSENT : stored(value, 'whole')];
    }),
  );
}

/** Returns the members of the item that the steps of a JSON Patch name. */
export function membersOfSteps(steps: readonly Json[]): readonly string[] {
  const pointers = steps.flatMap((step) =>
    isObject(step) && own(step, 'op') !== 'test' ? [own(step, 'path'), own(step, 'from')] : [],
  );
  return pointers.flatMap((one) => (typeof one === 'string' ? (parsePointer(one)?.[0] ?? []) : []));
}

/**
 * Returns the members of a request that an item may not show as they were sent, though the request
 * may hold them: the service has to show something else.
 */
export function unshowableMembers(
  { item, operations }: Contract,
  checker: Checker,
  kind: 'create' | 'replace' | 'update',
  sent: JsonObject,
): readonly string[] {
  const body = operations[kind]?.body ?? item;
  if (body === item) return [];
  const flawed = (schema: SchemaName): readonly string[] =>
    checker
      .check(schema, sent)
      .filter(({ facet }) => facet !== 'format' && facet !== 'bounds')
      .filter(({ keyword }) => kind !== 'update' || !OF_WHOLES.has(keyword))
      .flatMap(({ at }) => parsePointer(at)?.[0] ?? []);
  // What a PATCH sets to null, an item lacks.
  const isTold = (member: string): boolean =>
    Object.hasOwn(sent, member) && (kind !== 'update' || own(sent, member) !== null);
  const unfit = flawed(item).filter(isTold);
  if (unfit.length === 0) return unfit;
  const wrong = flawed(body);
  return unfit.filter((member) => !wrong.includes(member));
}

/** A service may show a member without a value as `null`. */
const ABSENT: readonly Candidate[] = [
  { value: undefined, by: 'contract' },
  { value: null, by: 'service' },
];

function candidatesOf(
  update: ItemUpdate,
  member: string,
  before: readonly Candidate[],
  habits: Habits,
): readonly Candidate[] {
  if (update.written.includes(member)) return ANYTHING;
  const value = own(update.sent, member);
  if (value === undefined) {
    const counted = before === ANYTHING ? [] : ownNumber(member, habits);
    return counted.length === 0 ? before : [...before, ...counted];
  }
  if (value === null) return chosen(nullCandidates(update, member, before, habits), habits);
  if (isObject(value)) return chosen(objectCandidates(update, member, value, before), habits);
  return stored(value);
}

/** An empty value may be omitted. Of an object that was replaced, no other member may remain. */
function stored(value: Json, extent: 'whole' | 'part' = 'part'): readonly Candidate[] {
  const exact = extent === 'whole' && isObject(value) ? ({ isExact: true } as const) : {};
  return [
    { value, ...exact, by: 'contract', sentBy: 'update' },
    ...(isEmpty(value) ? [{ value: undefined, by: 'service' } as const] : []),
  ];
}

/**
 * In a merge patch `null` removes the member (RFC 7396 section 2); a service may then show `null`,
 * its default or an empty value. Plain JSON leaves it open, unless the contract decides it.
 */
function nullCandidates(
  { form, merge }: ItemUpdate,
  member: string,
  before: readonly Candidate[],
  habits: Habits,
): readonly Candidate[] {
  // A service may read null in one media type in another way than in the other.
  const about = `update ${member} null${form === 'merge-patch' ? ' merged' : ''}`;
  const isPlain = form === 'json' && merge === null;
  if (form === 'json-patch' || (form === 'json' && merge === 'shallow'))
    return ABSENT.toReversed().map((one) => ({ ...one, by: 'contract' }));
  const removed: readonly Candidate[] = [
    ...ABSENT.map((one, index) => ({
      ...one,
      habit: { about, way: index === 0 ? 'removed' : 'null' },
    })),
    ...fallbackOf(habits, member, about),
    { value: undefined, isEmptied: true, by: 'service', habit: { about, way: 'emptied' } },
  ];
  return isPlain
    ? [...removed, ...before.map((one) => ({ ...one, habit: { about, way: 'ignored' } }))]
    : removed;
}

/** Objects merge; plain JSON may also replace them, unless the contract decides it. */
function objectCandidates(
  { form, merge }: ItemUpdate,
  member: string,
  value: JsonObject,
  before: readonly Candidate[],
): readonly Candidate[] {
  const isMerged = form !== 'json' || merge !== 'shallow';
  const isReplaced = form === 'json' && merge !== 'patch';
  const merged = isMerged ? before.flatMap((one) => mergedWith(one, value)) : [];
  const replaced = isReplaced ? stored(value) : [];
  if (merged.length === 0 || replaced.length === 0) return [...merged, ...replaced];
  const about = `update ${member} nested`;
  return [
    ...merged.map((one) => ({
      ...one,
      habit: { about, way: 'merged' },
      assumed: { 'update.merge': 'patch' } as const,
    })),
    ...replaced.map((one) => ({
      ...one,
      habit: { about, way: 'replaced' },
      assumed: { 'update.merge': 'shallow' } as const,
    })),
  ];
}

function mergedWith(before: Candidate, value: JsonObject): readonly Candidate[] {
  if (before.isAny === true) return [{ value: mergePatch({}, value), by: 'contract' }];
  const merged = mergePatch(before.value ?? null, value);
  // A member that was removed must not remain; it may be shown as `null`.
  return stored(merged, Object.values(value).includes(null) ? 'whole' : 'part');
}

/** Keeps the candidates of the way that the service was seen to take. */
function chosen(all: readonly Candidate[], habits: Habits): readonly Candidate[] {
  const about = all.find((one) => one.habit !== undefined)?.habit?.about;
  const way = about === undefined ? undefined : habits.get(about);
  const held = all.filter((one) => one.habit === undefined || one.habit.way === way);
  return way === undefined || held.length === 0 ? all : held;
}
