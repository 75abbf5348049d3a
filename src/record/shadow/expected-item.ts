// What an item should hold after a recorded write. What a service may normalise is not asserted.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import type { Body, Headers } from '../../model/message/call.ts';
import { header } from '../../model/message/call.ts';
import {
  agrees,
  type Candidate,
  type Expectation,
  expectAfterWrite,
  isMoment,
} from '../../oracle/expectation.ts';
import { isJsonType } from '../../oracle/reply-findings.ts';
import type { Admissible } from '../../oracle/rulings.ts';
import { showable } from '../../oracle/shown-members.ts';
import type { StoredForms } from '../../oracle/stored-forms.ts';
import { isClients } from './clients-members.ts';
import type { ContractRules } from './contract-rules.ts';
import type { ItemKnowledge } from './item-knowledge.ts';
import type { KeptMembers } from './kept-members.ts';

const ANYTHING: readonly Candidate[] = [{ value: undefined, isAny: true, by: 'service' }];

/** Returns the expectation for an unknown item. */
export function anything(rules: ContractRules): Expectation {
  return new Map(rules.members.map((member) => [member, ANYTHING]));
}

/** Returns the expectation for an observed item. A list may omit members; those stay unknown. */
export function asSeen(
  rules: ContractRules,
  record: JsonObject,
  view: 'whole' | 'element',
): Expectation {
  return new Map(
    rules.members.map((member) => {
      const isKnown = view === 'whole' || Object.hasOwn(record, member);
      return [member, isKnown ? [seenCandidate(own(record, member))] : ANYTHING];
    }),
  );
}

/** A member that is absent or null may not be set; then it may be shown either way. */
function seenCandidate(value: Json | undefined): Candidate {
  const isNone = value === undefined || value === null;
  return isNone ? { value, isUnset: true, by: 'contract' } : { value, by: 'contract' };
}

/** Returns what an item may show of a request; `null` if it is unclear how a service reads it. */
export function sentIn(
  rules: ContractRules,
  kind: 'create' | 'replace',
  body: Body,
  headers: Headers,
): JsonObject | null {
  const type = header(headers, 'content-type');
  if (body.kind !== 'json' || body.duplicate !== null || type === undefined || !isJsonType(type))
    return null;
  const schema = rules.contract.operations[kind]?.body ?? rules.contract.item;
  return isObject(body.value) && rules.checker.check(schema, body.value).length === 0
    ? showable(rules.contract, body.value)
    : null;
}

/**
 * Returns what an item may hold after a create or a replace. `before` is `null` if it is new. A member
 * that may be the service's own may have any value, until the service was seen to store it.
 */
export function afterWrite(
  rules: ContractRules,
  kind: 'create' | 'replace',
  sent: JsonObject | null,
  before: ItemKnowledge | null,
  rulings: readonly Admissible[],
  habits: KeptMembers,
): Expectation {
  if (sent === null) return anything(rules);
  const known = before === null ? null : certainMembers(before);
  const shown = kind === 'create' ? rules.shown : [];
  const expectation = expectAfterWrite(
    { kind, sent, before: known, rulings, members: rules.members, shown },
    new Map(),
  );
  return new Map(
    [...expectation].map(([member, candidates]) => {
      const value = own(sent, member);
      const isPlain = value === undefined || isPlainValue(value);
      if (value !== undefined && isPlain && habits.keeps(kind, member))
        return [member, [{ value, by: 'contract', sentBy: kind }]];
      const isUnsettled = before !== null && !isSettled(before, member);
      const values = { value, before: own(known ?? {}, member) };
      const isOpen =
        kind === 'create'
          ? isMoment(value)
          : isUnsettled || !isGiven(rules, habits, member, values);
      return [member, isPlain && !isOpen ? candidates : [...candidates, ...ANYTHING]];
    }),
  );
}

/**
 * Tells whether a replace gives a member its value: it is the clients', or the contract requires it and
 * this one changes it. A client that sends back what it read may send what the service has written.
 */
function isGiven(
  rules: ContractRules,
  habits: KeptMembers,
  member: string,
  { value, before }: { readonly value: Json | undefined; readonly before: Json | undefined },
): boolean {
  // A service may choose what to do with the members that a replace omits.
  if (value === undefined) return false;
  if (isClients(rules, habits, member, [value, before])) return true;
  const isChanged = before !== undefined && !agrees(before, value) && !isMoment(value);
  return isChanged && rules.replaced.includes(member) && !habits.writes(member);
}

/** Returns the members that are certain. */
export function certainMembers(known: ItemKnowledge): JsonObject {
  const members = [...known.expectation].flatMap(([member, [first]]) =>
    isSettled(known, member) && first?.value !== undefined && first.isUnset !== true
      ? [[member, first.value] as const]
      : [],
  );
  return Object.fromEntries(members);
}

/** Tells whether only one value of a member is possible. */
export function isSettled({ expectation }: ItemKnowledge, member: string): boolean {
  const candidates = expectation.get(member) ?? ANYTHING;
  return candidates.length === 1 && candidates[0]?.isAny !== true;
}

/** Returns the members that a write sends with other values than the item had. */
export function membersSentAnew(
  rules: ContractRules,
  kind: 'replace' | 'update',
  { sent, before }: Pick<ItemKnowledge, 'sent' | 'before'>,
  forms: StoredForms,
): readonly string[] {
  if (sent === null || before === null) return [];
  return rules.members.filter(
    (member) =>
      Object.hasOwn(sent, member) &&
      Object.hasOwn(before, member) &&
      forms.compare(kind, member, own(sent, member) ?? null, own(before, member)).kind === 'other',
  );
}

/** Tells whether a granted write changed none of the members that it sends with other values. */
export function isUntouched(
  rules: ContractRules,
  before: JsonObject | null,
  sentAnew: readonly string[],
  record: JsonObject,
): boolean {
  const isShown = sentAnew.some((member) => rules.shown.includes(member));
  return (
    isShown && sentAnew.every((member) => agrees(own(before ?? {}, member), own(record, member)))
  );
}

/**
 * Tells whether a replace with these new values must change an item: the contract requires one of
 * them, the service was seen to store one by a replace, or they are all that clients can set. A
 * service may take some members of a replace and ignore the others.
 */
export function mustReplace(
  rules: ContractRules,
  habits: KeptMembers,
  sentAnew: readonly string[],
): boolean {
  return (
    sentAnew.some((one) => rules.replaced.includes(one) || habits.stores('replace', one)) ||
    rules.members.every((one) => sentAnew.includes(one) || rules.made.includes(one))
  );
}

/** Whether a service can return the value unchanged: normalised, exact, and not very large. */
export function isPlainValue(value: Json): boolean {
  if (typeof value === 'string') {
    return (
      value.length <= PLAIN_CHARS_MAX &&
      value.isWellFormed() &&
      value.normalize() === value &&
      !value.includes('\0')
    );
  }
  if (typeof value === 'number') return Number.isSafeInteger(value);
  if (typeof value === 'boolean') return true;
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    return items.length <= PLAIN_ITEMS_MAX && items.every(isPlainValue);
  }
  return isObject(value) && Object.values(value).every(isPlainValue);
}

/** Longer texts and lists may exceed a bound of the service. */
const [PLAIN_CHARS_MAX, PLAIN_ITEMS_MAX] = [1_000, 100];
