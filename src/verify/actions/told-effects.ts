// What an action may have changed, and what it may not: two items of the run before and after. Pure.

import { equal } from '../../base/equal.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import type { Action } from '../../contract/contract.ts';

/** An item before and after an action was sent for it, and what was sent. */
export interface Change {
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** The members of the body that was sent; empty if it had none. */
  readonly sent: JsonObject;
}

/** A member that is not as it has to be, or `null` for the item as a whole. */
export interface Flaw {
  readonly code: 'not-replaced' | 'changed-another' | 'value-changed' | 'answer-differs';
  readonly member: string | null;
  readonly what: string;
  readonly expected: Json | string;
  readonly actual: Json | string;
}

/** Returns the members that differ between two records. */
export function movedIn(
  members: readonly string[],
  before: JsonObject,
  after: JsonObject,
): readonly string[] {
  return members.filter((member) => !isSame(own(before, member), own(after, member)));
}

function isSame(one: Json | undefined, other: Json | undefined): boolean {
  return one === undefined || other === undefined ? one === other : equal(one, other);
}

/** What an item shows that the action was not sent for: it changed, and as the other one did, if that did. */
export function neighbourFlaws(
  members: readonly string[],
  { before, after }: Change,
  neighbour: Omit<Change, 'sent'>,
): readonly Flaw[] {
  return movedIn(members, neighbour.before, neighbour.after).flatMap((member): Flaw[] => {
    const isMoved = !isSame(own(before, member), own(after, member));
    // What one item alone can have goes from another one: a default, a place in an order.
    const isAlike =
      isSame(own(before, member), own(neighbour.before, member)) &&
      isSame(own(after, member), own(neighbour.after, member));
    if (isMoved && !isAlike) return [];
    return [
      {
        code: 'changed-another',
        member,
        what: `also changed ${JSON.stringify(member)} of another item`,
        expected: own(neighbour.before, member) ?? 'nothing',
        actual: own(neighbour.after, member) ?? 'nothing',
      },
    ];
  });
}

/** What one item shows otherwise than the other: they were alike in a member, and one of them moved. */
export function unlikeFlaws(
  members: readonly string[],
  first: Change,
  second: Change,
): readonly Flaw[] {
  return members.flatMap((member): Flaw[] => {
    const [from, to] = [own(first.before, member), own(first.after, member)];
    const [otherFrom, otherTo] = [own(second.before, member), own(second.after, member)];
    const areLike = isSame(from, otherFrom);
    const isOneAlone = isSame(from, to) !== isSame(otherFrom, otherTo);
    const isSent = [first, second].some(({ sent }) => own(sent, member) !== undefined);
    if (!areLike || !isOneAlone || isSent) return [];
    return [
      {
        code: 'not-replaced',
        member,
        what: `changed ${JSON.stringify(member)} of one item and not of another that was alike`,
        expected: (isSame(from, to) ? otherTo : to) ?? 'nothing',
        actual: from ?? 'nothing',
      },
    ];
  });
}

/** What was sent and is not there: of a PUT any value, of others what is as it was in both items. */
export function sentFlaws(
  { method }: Action,
  members: readonly string[],
  changes: readonly Change[],
): readonly Flaw[] {
  return members.flatMap((member): Flaw[] => {
    const isLost = ({ sent, before, after }: Change): boolean => {
      const [value, was, is] = [own(sent, member), own(before, member), own(after, member)];
      if (value === undefined || is === undefined || isSame(was, value)) return false;
      if (isSame(is, value) || isSameSet(is, value)) return false;
      return method === 'PUT' || isSame(was, is);
    };
    const [first] = changes;
    if (first === undefined || !changes.every(isLost)) return [];
    return [
      {
        code: 'not-replaced',
        member,
        what: `did not store ${JSON.stringify(member)}`,
        expected: own(first.sent, member) ?? null,
        actual: own(first.after, member) ?? 'nothing',
      },
    ];
  });
}

/** A list may come in another order, and without what is there twice; texts in another case. */
function isSameSet(one: Json, other: Json): boolean {
  if (typeof one === 'string' && typeof other === 'string')
    return one.toLowerCase() === other.toLowerCase();
  if (!Array.isArray(one) || !Array.isArray(other)) return false;
  const [texts, others] = [one, other].map((list) => new Set(list.map((it) => JSON.stringify(it))));
  return texts?.size === others?.size && [...(texts ?? [])].every((text) => others?.has(text));
}

/**
 * What the name of an action says, and neither item shows: nothing changed at all, a time beside a state
 * that was set is still absent, or a number moved by another step than one.
 */
export function namedFlaws(
  { suggests = {} }: Action,
  members: readonly string[],
  changes: readonly Change[],
): readonly Flaw[] {
  const { sets = {}, times = [], counts } = suggests;
  const isAsNamed = (record: JsonObject): boolean =>
    Object.entries(sets).every(([member, value]) => isSame(own(record, member), value));
  const isIdle = ({ before, after }: Change): boolean =>
    movedIn([...members, ...times, ...(counts === undefined ? [] : [counts])], before, after)
      .length === 0 && !isAsNamed(before);
  const [first] = changes;
  const [named] = Object.entries(sets);
  if (first === undefined) return [];
  if (named !== undefined && changes.every(isIdle)) {
    const [member, value] = named;
    const what = `succeeded and changed nothing, although ${JSON.stringify(member)} can be ${JSON.stringify(value)}`;
    const actual = own(first.after, member) ?? 'nothing';
    return [{ code: 'not-replaced', member, what, expected: value, actual }];
  }
  const isUntimed = ({ before, after }: Change, member: string): boolean =>
    named !== undefined &&
    !isAsNamed(before) &&
    isAsNamed(after) &&
    own(before, member) === null &&
    own(after, member) === null;
  const untimed = times.find((member) => changes.every((one) => isUntimed(one, member)));
  if (untimed !== undefined) {
    const what = `did not set ${JSON.stringify(untimed)}`;
    const expected = 'the time of the call';
    return [{ code: 'not-replaced', member: untimed, what, expected, actual: null }];
  }
  return counts === undefined ? [] : stepFlaws(counts, changes);
}

function stepFlaws(counts: string, changes: readonly Change[]): readonly Flaw[] {
  const steps = changes.map(({ before, after }) => {
    const [from, to] = [own(before, counts), own(after, counts)];
    return typeof from === 'number' && typeof to === 'number' ? to - from : 0;
  });
  const [step = 0] = steps;
  if (step === 0 || step === 1 || steps.some((one) => one !== step)) return [];
  const was = own(changes[0]?.before ?? {}, counts);
  const expected = typeof was === 'number' ? was + 1 : 'one more';
  const what = `added ${step} to ${JSON.stringify(counts)}`;
  const actual = own(changes[0]?.after ?? {}, counts) ?? null;
  return [{ code: 'value-changed', member: counts, what, expected, actual }];
}

/** What an action that can be repeated has changed when it was sent again. */
export function repeatedFlaws(
  members: readonly string[],
  once: JsonObject,
  twice: JsonObject,
): readonly Flaw[] {
  return movedIn(members, once, twice).map((member) => ({
    code: 'value-changed',
    member,
    what: `, sent twice, changed ${JSON.stringify(member)} once more`,
    expected: own(once, member) ?? 'nothing',
    actual: own(twice, member) ?? 'nothing',
  }));
}

/** What the answer to an action shows, and a read of the item does not. */
export function answerFlaws(
  members: readonly string[],
  answered: Json,
  after: JsonObject,
): readonly Flaw[] {
  if (!isObject(answered)) return [];
  const shown = members.filter(
    (member) => own(answered, member) !== undefined && own(after, member) !== undefined,
  );
  return movedIn(shown, answered, after).map((member) => ({
    code: 'answer-differs',
    member,
    what: `answered with another ${JSON.stringify(member)} than is stored`,
    expected: own(after, member) ?? null,
    actual: own(answered, member) ?? null,
  }));
}

/**
 * What an action has moved and the DELETE at its path leaves in both items, though it succeeded: all of
 * it, or what a client had set.
 */
export function undoneFlaws(
  members: readonly string[],
  settable: readonly string[],
  earlier: readonly Change[],
  changes: readonly Change[],
): readonly Flaw[] {
  const moved = movedInAll(members, earlier);
  const left = moved.filter((member) =>
    changes.every(({ before, after }) => isSame(own(before, member), own(after, member))),
  );
  const kept = moved.filter((member) =>
    changes.every((one, index) => {
      const was = own(earlier[index]?.before ?? {}, member);
      return settable.includes(member) && !isSame(was, own(one.after, member));
    }),
  );
  const [member] = left.length === moved.length ? left : kept;
  const [first] = changes;
  if (first === undefined || member === undefined) return [];
  return [
    {
      code: 'not-replaced',
      member,
      what: `did not take back ${JSON.stringify(member)}`,
      expected: own(earlier[0]?.before ?? {}, member) ?? 'as before the action',
      actual: own(first.after, member) ?? 'nothing',
    },
  ];
}

function movedInAll(members: readonly string[], changes: readonly Change[]): readonly string[] {
  return members.filter(
    (member) =>
      changes.length > 0 &&
      changes.every(({ before, after }) => !isSame(own(before, member), own(after, member))),
  );
}
