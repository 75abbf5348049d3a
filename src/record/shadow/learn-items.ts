// Learns from a judged exchange about the items of a contract.

import { isObject, type Json, type JsonObject, objectOf, own, pick } from '../../base/json.ts';
import { tryPercentDecode } from '../../base/percent.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { type Call, header } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { ANYTHING, type Match, match } from '../../oracle/expectation.ts';
import type { Admissible } from '../../oracle/rulings.ts';
import { mismatchesOfClients } from './clients-members.ts';
import { afterWrite, anything, asSeen, certainMembers, sentIn } from './expected-item.ts';
import { afterUpdate, learnUpdates, readPatch } from './expected-update.ts';
import {
  type ItemKnowledge,
  isSeen,
  type KnownPatch,
  NO_HISTORY,
  noteSeen,
} from './item-knowledge.ts';
import { isWhole, keyOf } from './judge-items.ts';
import type { RequestContext, ShadowState } from './shadow-state.ts';

/** A judged exchange with its number. */
export interface LearnedExchange {
  readonly seq: number;
  readonly kind: Kind;
  /** The key in the path; `null` for the collection. */
  readonly key: string | null;
  readonly call: Call;
  readonly received: Received;
  readonly asking: RequestContext;
  /** The rulings that the reply fits. */
  readonly fitting: readonly Admissible[];
}

/** Learns from a reply to an operation of the contract. */
export function learn(shadowState: ShadowState, lesson: LearnedExchange): void {
  const { kind, key, received } = lesson;
  const { status } = received;
  const isRefused = status >= 400 && status < 500;
  const isDone = status >= 200 && status < 300 && status !== 202;
  if (kind === 'create') learnCreation(shadowState, lesson);
  else if (kind === 'list' || key === null) return;
  else if (status === 404 || status === 410) learnMissing(shadowState, lesson, key);
  else if (kind === 'read') return;
  else if (isRefused) learnRefusal(shadowState, lesson, key);
  else if (isDone) learnWrite(shadowState, lesson, key);
  else markUnsure(shadowState, key);
}

/** Marks the knowledge of an item as uncertain. */
export function markUnsure(shadowState: ShadowState, key: string | null): void {
  shadowState.isListKnown = false;
  if (key === null) return;
  const known = shadowState.items.get(key);
  if (known !== undefined) known.state = 'unsure';
}

/** Returns the id of the created item: from the body, or from the end of Location. */
export function newIdIn(shadowState: ShadowState, { headers, body }: Received): Json | null {
  const { rules } = shadowState;
  const inBody =
    body.kind === 'json' && isObject(body.value) ? own(body.value, rules.contract.id) : undefined;
  const step = /\/([^/?#]+)\/?(?:[?#].*)?$/.exec(header(headers, 'location') ?? '')?.[1];
  const isId = typeof inBody === 'number' || (typeof inBody === 'string' && inBody !== '');
  if (
    isId &&
    body.kind === 'json' &&
    (isOfItem(shadowState, body.value) || step === String(inBody))
  )
    return inBody;
  if (step === undefined) return null;
  return rules.hasNumericIds
    ? /^\d{1,15}$/.test(step)
      ? Number(step)
      : null
    : tryPercentDecode(step);
}

/** Tells whether an object is the item, or its id alone. An event about the item has an id too. */
function isOfItem({ rules }: ShadowState, value: Json): boolean {
  const { id, item } = rules.contract;
  const others = isObject(value) ? Object.keys(value).filter((name) => name !== id) : [];
  return others.length === 0 || others.some((name) => rules.schemas.membersOf(item).has(name));
}

function learnCreation(shadowState: ShadowState, lesson: LearnedExchange): void {
  const { received, seq, asking, call, fitting } = lesson;
  const { rules } = shadowState;
  if (received.status >= 400 && received.status < 500) return;
  const id = received.status < 300 ? newIdIn(shadowState, received) : null;
  if (id === null || received.status === 202) {
    shadowState.isListKnown = false;
    return;
  }
  const known = shadowState.item(String(id));
  const isSure = known.state !== 'there' || known.write === null || known.viewer !== asking.viewer;
  const sent = sentIn(rules, 'create', call.body, call.headers);
  known.expectation = afterWrite(rules, 'create', sent, null, fitting, shadowState.habits);
  known.id = id;
  known.before = null;
  known.isNew = true;
  known.sent = sent;
  known.patch = null;
  Object.assign(known.history, NO_HISTORY, { created: seq });
  noteWritten(shadowState, known, lesson, isSure ? 'there' : 'unsure');
  shadowState.noteWrite({ seq, kind: 'create', key: known.key, tick: asking.span.ended, sent });
}

function learnWrite(shadowState: ShadowState, lesson: LearnedExchange, key: string): void {
  const { kind, seq, call, asking, fitting } = lesson;
  const { rules } = shadowState;
  const known = shadowState.item(key);
  const before =
    known.state === 'there' && shadowState.certain(key, asking) !== null ? known : null;
  const patch = kind === 'update' && before !== null ? readPatch(rules, call, before) : null;
  const isNew = kind === 'replace' && shadowState.certain(key, asking)?.state === 'gone';
  known.isNew = isNew;
  if (kind === 'remove') {
    known.history.deleted = seq;
    known.sent = null;
    if (before === null && known.state !== 'there') known.expectation = anything(rules);
    noteWritten(shadowState, known, lesson, 'gone');
  } else if (kind === 'replace') {
    const sent = sentIn(rules, 'replace', call.body, call.headers);
    const expectation =
      before === null && !isNew
        ? afterBlindReplace(shadowState, lesson, sent)
        : afterWrite(rules, 'replace', sent, before, fitting, shadowState.habits);
    known.before = before === null ? null : certainMembers(before);
    known.expectation = isNew
      ? afterWrite(rules, 'create', sent, null, fitting, shadowState.habits)
      : expectation;
    known.sent = sent;
    if (before === null) known.id = idOf(shadowState, key);
    Object.assign(known.history, { replaced: seq, missing: 0, deleted: 0 });
    noteWritten(shadowState, known, lesson, 'there');
  } else {
    known.before = before === null ? null : certainMembers(before);
    known.expectation = afterUpdate(rules, patch, before, shadowState);
    known.history.updated = seq;
    known.sent = patch?.sent ?? null;
    noteWritten(shadowState, known, lesson, before === null ? 'unsure' : 'there');
  }
  known.patch = patch;
  shadowState.noteWrite({ seq, kind, key, tick: asking.span.ended, sent: known.sent });
}

/** Returns the expectation after a replace of an unknown item: the sent values, or anything. */
function afterBlindReplace(
  shadowState: ShadowState,
  lesson: LearnedExchange,
  sent: JsonObject | null,
): ItemKnowledge['expectation'] {
  const { rules } = shadowState;
  return afterWrite(
    rules,
    'replace',
    sent,
    { ...shadowState.item(lesson.key ?? ''), expectation: anything(rules) },
    [],
    shadowState.habits,
  );
}

function noteWritten(
  shadowState: ShadowState,
  known: ItemKnowledge,
  { seq, kind, asking }: LearnedExchange,
  state: ItemKnowledge['state'],
): void {
  const { shared, span, at, viewer } = asking;
  const isShared =
    shared.isAll || shared.keys.has(known.key) || (state === 'there' && shared.hasRemovalElsewhere);
  known.state = isShared ? 'unsure' : state;
  known.write = { seq, kind, manner: 'done' };
  shadowState.wroteAt = at;
  Object.assign(known, {
    since: span.ended,
    seenAt: span.ended,
    at,
    viewer,
    refused: null,
    readBy: 0,
    listedBy: 0,
    doubts: 0,
  });
  known.isFull = false;
  shadowState.settle(known);
}

function learnMissing(
  shadowState: ShadowState,
  { seq, kind, asking }: LearnedExchange,
  key: string,
): void {
  const { shared, span, at, viewer } = asking;
  if (shared.isAll || shared.keys.has(key)) return;
  // A remove that finds nothing may still do harm.
  if (kind === 'remove') shadowState.noteWrite({ seq, kind, key, tick: span.ended, sent: null });
  const known = shadowState.item(key);
  if (span.begun < known.since || (known.state !== 'unsure' && known.viewer !== viewer)) return;
  if (known.state === 'gone') {
    if (kind === 'read') known.readBy = seq;
    Object.assign(known, { seenAt: span.ended, at });
    return;
  }
  if (shared.hasNew) return;
  known.history.missing = seq;
  Object.assign(known, {
    state: 'gone',
    write: null,
    since: span.ended,
    seenAt: span.ended,
    at,
    viewer,
    refused: null,
  });
  shadowState.settle(known);
}

function learnRefusal(shadowState: ShadowState, { seq, kind }: LearnedExchange, key: string): void {
  const known = shadowState.items.get(key);
  if (known?.state === 'there') known.refused = { seq, kind, manner: 'refused' };
}

/** Learns an item from a read or from the list. */
export function learnItem(
  shadowState: ShadowState,
  key: string,
  record: JsonObject,
  seq: number,
  asking: RequestContext,
  view: 'whole' | 'element',
): void {
  const { shared, span, at, viewer } = asking;
  const { rules } = shadowState;
  if (shared.isAll || shared.keys.has(key) || shared.hasRemovalElsewhere) return;
  const known = shadowState.item(key);
  if (
    span.begun < known.since ||
    (known.state !== 'unsure' && known.viewer !== viewer && known.write !== null)
  )
    return;
  const members =
    view === 'whole' ? null : rules.members.filter((member) => Object.hasOwn(record, member));
  const compared = match(known.expectation, record, members, shadowState);
  const mismatches = mismatchesOfClients(shadowState, known, compared.mismatches);
  const isSame = known.state === 'there' && mismatches.length === 0 && known.expectation.size > 0;
  const isFirst = known.state === 'there' && known.write !== null && !isSeen(known);
  if (isFirst && view === 'element' && !isSame && ++known.doubts === 1) return;
  const isUnread = isSame && known.write !== null && known.readBy === 0;
  if (isFirst || (isUnread && view === 'whole'))
    noteStored(shadowState, known, record, { view, ...(isSame ? compared : NOTHING_SHOWN) });
  if (known.write?.kind === 'create') shadowState.isKeeping = true;
  noteSeen(known, seq, record);
  known.id = own(record, rules.contract.id) ?? known.id;
  if (!isSame)
    Object.assign(known, {
      since: span.ended,
      write: null,
      before: null,
      readBy: 0,
      listedBy: 0,
      isFull: false,
    });
  const seen = asSeen(rules, record, view);
  const changed = compared.mismatches.map(
    ({ member }) => [member, seen.get(member) ?? []] as const,
  );
  known.expectation = isSame
    ? new Map([...compared.settled, ...(view === 'whole' ? seen : changed)])
    : seen;
  Object.assign(known, { state: 'there', seenAt: span.ended, at, viewer, refused: null });
  known.isFull ||= view === 'whole';
  if (view === 'whole') known.readBy = seq;
  else known.listedBy = seq;
  shadowState.settle(known);
}

/** What a look at an item shows of the write before it. */
interface SeenAfterWrite extends Pick<Match, 'stored' | 'habits'> {
  readonly view: 'whole' | 'element';
}

/** Learns from the first look at an item after a write what the service makes of values. */
function noteStored(
  shadowState: ShadowState,
  known: ItemKnowledge,
  record: JsonObject,
  { view, stored, habits }: SeenAfterWrite,
): void {
  const { forms, updates } = shadowState;
  const { write, sent, patch } = known;
  if (sent === null || write === null) return;
  if (patch !== null) {
    if (view === 'whole') notePatched(shadowState, known, patch, record);
    learnUpdates(updates, patch.kind, habits);
  } else if (write.kind === 'create' || write.kind === 'replace') {
    noteSent(shadowState, known, { kind: write.kind, sent, view }, record);
  } else return;
  for (const one of stored) forms.learn(one.kind, one.member, one.sent, one.stored);
}

/** Learns which values the service stored. What a list shows otherwise may be a part of them. */
function noteSent(
  { forms, habits, rules }: ShadowState,
  { before, isNew }: ItemKnowledge,
  { kind, sent, view }: SentValuesSeen,
  record: JsonObject,
): void {
  const isStored = (member: string, value: Json): boolean =>
    forms.compare(kind, member, value, own(record, member)).kind !== 'other';
  const members = Object.keys(sent).filter(
    (member) => view === 'whole' || isStored(member, own(sent, member) ?? null),
  );
  const known = isNew ? null : (before ?? {});
  habits.note(kind, { sent: pick(sent, members), before: known }, isStored);
  if (!isNew) return;
  const leftOut = rules.members.filter(
    (member) => !Object.hasOwn(sent, member) && (own(record, member) ?? null) !== null,
  );
  habits.noteFilled(pick(record, leftOut));
}

interface SentValuesSeen {
  readonly kind: 'create' | 'replace';
  readonly sent: JsonObject;
  readonly view: 'whole' | 'element';
}

const NOTHING_SHOWN = { stored: [], habits: [] } as const;

/** Learns which of the values of a PATCH the service stored. Null says nothing about others. */
function notePatched(
  shadowState: ShadowState,
  { before }: ItemKnowledge,
  { kind, sent, taken }: KnownPatch,
  record: JsonObject,
): void {
  const isTaken = (member: string): boolean => {
    const alone = new Map([[member, taken.get(member) ?? ANYTHING]]);
    return match(alone, record, null, shadowState).mismatches.length === 0;
  };
  const values = Object.entries(sent).filter(
    ([member, value]) => value !== null && (taken.get(member) ?? ANYTHING) !== ANYTHING,
  );
  shadowState.habits.note(kind, { sent: objectOf(values), before: before ?? {} }, isTaken);
  // A flag that was changed has had both of its values.
  const turned = values.filter(
    ([member, value]) =>
      typeof value === 'boolean' && own(before ?? {}, member) === !value && isTaken(member),
  );
  shadowState.habits.note(
    kind,
    {
      sent: objectOf(turned.map(([member, value]) => [member, value !== true])),
      before: null,
    },
    () => true,
  );
}

/** Learns what a list without a query shows, and what it omits. */
export function learnList(
  shadowState: ShadowState,
  elements: readonly JsonObject[],
  seq: number,
  asking: RequestContext,
  all: { readonly total: number | null; readonly isPage: boolean },
): void {
  const { viewer, span, shared } = asking;
  const before = shadowState.lists.get(viewer);
  const whole = isWhole(shadowState, elements.length, all.total, viewer);
  const keys: string[] = [];
  for (const element of elements) {
    const key = keyOf(shadowState, element);
    if (key === null) continue;
    keys.push(key);
    learnItem(shadowState, key, element, seq, asking, 'element');
  }
  const shown = new Set(keys);
  const earlier = new Set(before?.keys);
  for (const [key, known] of shadowState.items) {
    if (
      shown.has(key) ||
      known.since > span.begun ||
      known.viewer !== viewer ||
      shared.keys.has(key) ||
      shared.isAll
    )
      continue;
    if (known.state === 'gone' && (whole || earlier.has(key))) known.listedBy = seq;
    if (known.state !== 'there') continue;
    if (known.listedBy === 0) known.doubts++;
    if (whole && (isSeen(known) || known.doubts > 1)) known.state = 'unsure';
  }
  shadowState.lists.set(viewer, {
    keys,
    tick: span.ended,
    most: Math.max(before?.most ?? 0, elements.length),
  });
  if (shadowState.lists.size > VIEWERS_MAX)
    shadowState.lists.delete([...shadowState.lists.keys()][0] ?? '');
  const isQuiet = !shared.isAll && !shared.hasNew && shared.keys.size === 0;
  shadowState.isListKnown = isQuiet && !all.isPage && keys.length === shadowState.size;
}

/** Maximum number of users whose lists are remembered. */
const VIEWERS_MAX = 100;

function idOf({ rules }: ShadowState, key: string): Json {
  return rules.hasNumericIds && /^-?\d{1,15}$/.test(key) ? Number(key) : key;
}
