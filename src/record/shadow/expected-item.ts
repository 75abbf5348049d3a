// What an item should hold after a write that passed. Careful: values that a service may take in a
// form of its own are not held to.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import { itemMembers, requiredMembers } from '../../contract/item-members.ts';
import type { Body, Headers } from '../../model/message/call.ts';
import { header } from '../../model/message/call.ts';
import {
  agrees,
  type Candidate,
  type Expectation,
  expectAfterWrite,
} from '../../oracle/expectation.ts';
import { isJsonType } from '../../oracle/reply-findings.ts';
import type { Admissible } from '../../oracle/rulings.ts';
import type { Checker } from '../../schema/check.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { ItemKnowledge } from './item-knowledge.ts';
import type { KeptMembers } from './kept-members.ts';

/** What is fixed for one contract. */
export interface ContractRules {
  readonly contract: Contract;
  readonly schemas: Schemas;
  readonly checker: Checker;
  /** The members of an item without its id. */
  readonly members: readonly string[];
  /** The members that the contract shows a creation to hold. */
  readonly shown: readonly string[];
}

export function contractRulesOf(
  contract: Contract,
  schemas: Schemas,
  checker: Checker,
): ContractRules {
  const members = itemMembers(contract, schemas);
  const shown = requiredMembers(contract, schemas, 'create');
  return { contract, schemas, checker, members, shown };
}

const ANYTHING: readonly Candidate[] = [{ value: undefined, isAny: true, by: 'service' }];

/** Nothing is known of any member. */
export function anything(form: ContractRules): Expectation {
  return new Map(form.members.map((member) => [member, ANYTHING]));
}

/**
 * Gives what an item holds that was seen so; members that were not shown are known only of a whole
 * item.
 */
export function asSeen(
  form: ContractRules,
  record: JsonObject,
  view: 'whole' | 'element',
): Expectation {
  return new Map(
    form.members.map((member) => {
      const isKnown = view === 'whole' || Object.hasOwn(record, member);
      return [
        member,
        isKnown ? [{ value: own(record, member), by: 'contract' as const }] : ANYTHING,
      ];
    }),
  );
}

/** Gives what is sent as an item; `null` where it cannot be told what a service makes of it. */
export function sentIn(
  form: ContractRules,
  kind: 'create' | 'replace',
  body: Body,
  headers: Headers,
): JsonObject | null {
  const type = header(headers, 'content-type');
  if (body.kind !== 'json' || body.duplicate !== null || type === undefined || !isJsonType(type))
    return null;
  const schema = form.contract.operations[kind]?.body ?? form.contract.item;
  return isObject(body.value) && form.checker.check(schema, body.value).length === 0
    ? body.value
    : null;
}

/**
 * Gives what may be there after a creation or a replacement. `before` is what is known of the item;
 * `null` where it is new.
 */
export function afterWrite(
  form: ContractRules,
  kind: 'create' | 'replace',
  sent: JsonObject | null,
  before: ItemKnowledge | null,
  rulings: readonly Admissible[],
  habits: KeptMembers,
): Expectation {
  if (sent === null) return anything(form);
  const known = before === null ? null : certainMembers(before);
  const shown = kind === 'create' ? form.shown : [];
  const expectation = expectAfterWrite(
    { kind, sent, before: known, rulings, members: form.members, shown },
    new Map(),
  );
  return new Map(
    [...expectation].map(([member, candidates]) => {
      const isSent = Object.hasOwn(sent, member);
      const isPlain = !isSent || isPlainValue(own(sent, member) ?? null);
      // What becomes of what a replacement leaves out, is the service's to choose.
      const isKept = isSent && habits.keeps(kind, member);
      if (isKept && isPlain)
        return [member, [{ value: own(sent, member), by: 'contract' as const }]];
      const isOpen =
        kind === 'replace' && (!isSent || (before !== null && !isSettled(before, member)));
      return [member, isPlain && !isOpen ? candidates : [...candidates, ...ANYTHING]];
    }),
  );
}

/** After a patch, what it names may hold anything, and the rest what it held. */
export function afterUpdate(
  form: ContractRules,
  body: Body,
  before: ItemKnowledge | null,
): Expectation {
  if (body.kind !== 'json' || !isObject(body.value) || before === null) return anything(form);
  const sent = body.value;
  return new Map(
    [...before.expectation].map(([member, candidates]) => [
      member,
      Object.hasOwn(sent, member) ? ANYTHING : candidates,
    ]),
  );
}

/** Gives the members that are known for certain. */
export function certainMembers(known: ItemKnowledge): JsonObject {
  const members = [...known.expectation].flatMap(([member, [first]]) =>
    isSettled(known, member) && first?.value !== undefined ? [[member, first.value] as const] : [],
  );
  return Object.fromEntries(members);
}

function isSettled({ expectation }: ItemKnowledge, member: string): boolean {
  const candidates = expectation.get(member) ?? ANYTHING;
  return candidates.length === 1 && candidates[0]?.isAny !== true;
}

/** Says whether a replacement that was granted changed nothing of what it should have changed. */
export function isUntouched(
  form: ContractRules,
  sent: JsonObject | null,
  before: JsonObject | null,
  record: JsonObject,
): boolean {
  if (sent === null || before === null) return false;
  const changed = form.members.filter(
    (member) =>
      Object.hasOwn(sent, member) &&
      Object.hasOwn(before, member) &&
      !agrees(own(sent, member), own(before, member)),
  );
  const isShown = changed.some((member) => form.shown.includes(member));
  return isShown && changed.every((member) => agrees(own(before, member), own(record, member)));
}

/**
 * Whether a value can be sent back as it came: texts are well-formed and normalised, numbers exact,
 * and nothing is beyond measure.
 */
function isPlainValue(value: Json): boolean {
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

/** Longer texts and lists may meet a bound. */
const [PLAIN_CHARS_MAX, PLAIN_ITEMS_MAX] = [1_000, 100];
