// What a passage teaches about the items of a contract, once it has its number.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { tryPercentDecode } from '../../base/percent.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { type Call, header } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { match } from '../../oracle/expectation.ts';
import type { Admissible } from '../../oracle/rulings.ts';
import { afterUpdate, afterWrite, anything, asSeen, certain, sentIn } from './expected-item.ts';
import { type ItemKnowledge, isSeen, noteSeen } from './item-knowledge.ts';
import { isWhole, keyOf } from './judge-items.ts';
import type { Asking, ShadowState } from './shadow-state.ts';

/** A passage as it is learned from. */
export interface Lesson {
  readonly seq: number;
  readonly kind: Kind;
  /** The key in the path; `null` for the collection. */
  readonly key: string | null;
  readonly call: Call;
  readonly received: Received;
  readonly asking: Asking;
  /** The rulings that the reply fits. */
  readonly fitting: readonly Admissible[];
}

/** Learns from a reply to an operation of the contract. */
export function learn(memory: ShadowState, lesson: Lesson): void {
  const { kind, key, received } = lesson;
  const { status } = received;
  const isRefused = status >= 400 && status < 500;
  const isDone = status >= 200 && status < 300 && status !== 202;
  if (kind === 'create') learnCreation(memory, lesson);
  else if (kind === 'list' || key === null) return;
  else if (status === 404 || status === 410) learnMissing(memory, lesson, key);
  else if (kind === 'read') return;
  else if (isRefused) learnRefusal(memory, lesson, key);
  else if (isDone) learnWrite(memory, lesson, key);
  else doubt(memory, key);
}

/** Nothing is certain of an item any more. */
export function doubt(memory: ShadowState, key: string | null): void {
  memory.isListKnown = false;
  if (key === null) return;
  const known = memory.items.get(key);
  if (known !== undefined) known.state = 'unsure';
}

/** Gives the id of what was made: in the body, or at the end of Location. */
export function newIdIn(memory: ShadowState, { headers, body }: Received): Json | null {
  const { form } = memory;
  const inBody =
    body.kind === 'json' && isObject(body.value) ? own(body.value, form.contract.id) : undefined;
  const step = /\/([^/?#]+)\/?(?:[?#].*)?$/.exec(header(headers, 'location') ?? '')?.[1];
  const isId = typeof inBody === 'number' || (typeof inBody === 'string' && inBody !== '');
  if (isId && body.kind === 'json' && (isOfItem(memory, body.value) || step === String(inBody)))
    return inBody;
  const isNumber = form.schemas
    .typesOf(form.contract.item, form.contract.id)
    .some((type) => type !== 'string');
  if (step === undefined) return null;
  return isNumber ? (/^\d{1,15}$/.test(step) ? Number(step) : null) : tryPercentDecode(step);
}

/**
 * Says whether an object is the item, or its id alone: an event that tells of it has an id of its
 * own.
 */
function isOfItem({ form }: ShadowState, value: Json): boolean {
  const { id, item } = form.contract;
  const others = isObject(value) ? Object.keys(value).filter((name) => name !== id) : [];
  return others.length === 0 || others.some((name) => form.schemas.membersOf(item).has(name));
}

function learnCreation(memory: ShadowState, lesson: Lesson): void {
  const { received, seq, asking, call, fitting } = lesson;
  const { form } = memory;
  if (received.status >= 400 && received.status < 500) return;
  const id = received.status < 300 ? newIdIn(memory, received) : null;
  if (id === null || received.status === 202) {
    memory.isListKnown = false;
    return;
  }
  const known = memory.item(String(id));
  const isSure = known.state !== 'there' || known.write === null || known.viewer !== asking.viewer;
  const sent = sentIn(form, 'create', call.body, call.headers);
  known.expectation = afterWrite(form, 'create', sent, null, fitting, memory.habits);
  known.id = id;
  known.before = null;
  known.sent = sent;
  Object.assign(known.tale, {
    created: seq,
    replaced: 0,
    updated: 0,
    deleted: 0,
    missing: 0,
    seen: 0,
    shown: '',
  });
  wrote(memory, known, lesson, isSure ? 'there' : 'unsure');
  memory.noteWrite({ seq, kind: 'create', key: known.key, tick: asking.span.ended, sent });
}

function learnWrite(memory: ShadowState, lesson: Lesson, key: string): void {
  const { kind, seq, call, asking, fitting } = lesson;
  const { form } = memory;
  const known = memory.item(key);
  const before = known.state === 'there' && memory.certain(key, asking) !== null ? known : null;
  if (kind === 'remove') {
    known.tale.deleted = seq;
    known.sent = null;
    if (before === null && known.state !== 'there') known.expectation = anything(form);
    wrote(memory, known, lesson, 'gone');
  } else if (kind === 'replace') {
    const sent = sentIn(form, 'replace', call.body, call.headers);
    const isNew = memory.certain(key, asking)?.state === 'gone';
    const expectation =
      before === null && !isNew
        ? vague(memory, lesson, sent)
        : afterWrite(form, 'replace', sent, before, fitting, memory.habits);
    known.before = before === null ? null : certain(before);
    known.expectation = isNew
      ? afterWrite(form, 'create', sent, null, fitting, memory.habits)
      : expectation;
    known.sent = sent;
    if (before === null) known.id = idOf(memory, key);
    Object.assign(known.tale, { replaced: seq, missing: 0, deleted: 0 });
    wrote(memory, known, lesson, 'there');
  } else {
    known.expectation = afterUpdate(form, call.body, before);
    known.tale.updated = seq;
    known.sent = null;
    wrote(memory, known, lesson, before === null ? 'unsure' : 'there');
  }
  memory.noteWrite({ seq, kind, key, tick: asking.span.ended, sent: known.sent });
}

/**
 * What was there before is not known: what was sent is there, or whatever a service did not take.
 */
function vague(
  memory: ShadowState,
  lesson: Lesson,
  sent: JsonObject | null,
): ItemKnowledge['expectation'] {
  const { form } = memory;
  return afterWrite(
    form,
    'replace',
    sent,
    { ...memory.item(lesson.key ?? ''), expectation: anything(form) },
    [],
    memory.habits,
  );
}

function wrote(
  memory: ShadowState,
  known: ItemKnowledge,
  { seq, kind, asking }: Lesson,
  state: ItemKnowledge['state'],
): void {
  const { shared, span, at, viewer } = asking;
  const isShared = shared.isAll || shared.keys.has(known.key);
  known.state = isShared ? 'unsure' : state;
  known.write = { seq, kind, manner: 'done' };
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
  memory.settle(known);
}

function learnMissing(memory: ShadowState, { seq, kind, asking }: Lesson, key: string): void {
  const { shared, span, at, viewer } = asking;
  if (shared.isAll || shared.keys.has(key)) return;
  // Also a removal that finds nothing may do harm.
  if (kind === 'remove') memory.noteWrite({ seq, kind, key, tick: span.ended, sent: null });
  const known = memory.item(key);
  if (span.begun < known.since || (known.state !== 'unsure' && known.viewer !== viewer)) return;
  if (known.state === 'gone') {
    if (kind === 'read') known.readBy = seq;
    Object.assign(known, { seenAt: span.ended, at });
    return;
  }
  if (shared.hasNew) return;
  known.tale.missing = seq;
  Object.assign(known, {
    state: 'gone',
    write: null,
    since: span.ended,
    seenAt: span.ended,
    at,
    viewer,
    refused: null,
  });
  memory.settle(known);
}

function learnRefusal(memory: ShadowState, { seq, kind }: Lesson, key: string): void {
  const known = memory.items.get(key);
  if (known?.state === 'there') known.refused = { seq, kind, manner: 'refused' };
}

/** Learns how an item looks, by its address or in the list. */
export function learnSight(
  memory: ShadowState,
  key: string,
  record: JsonObject,
  seq: number,
  asking: Asking,
  view: 'whole' | 'element',
): void {
  const { shared, span, at, viewer } = asking;
  const { form } = memory;
  if (shared.isAll || shared.keys.has(key)) return;
  const known = memory.item(key);
  if (
    span.begun < known.since ||
    (known.state !== 'unsure' && known.viewer !== viewer && known.write !== null)
  )
    return;
  const members =
    view === 'whole' ? null : form.members.filter((member) => Object.hasOwn(record, member));
  const compared = match(known.expectation, record, members);
  const isSame =
    known.state === 'there' && compared.mismatches.length === 0 && known.expectation.size > 0;
  const isFirst = known.state === 'there' && known.write !== null && !isSeen(known);
  if (isFirst && view === 'element' && !isSame && ++known.doubts === 1) return;
  if (isFirst && view === 'whole' && known.sent !== null)
    memory.habits.note(known.write?.kind ?? '', known.sent, record);
  if (known.write?.kind === 'create') memory.isKeeping = true;
  noteSeen(known, seq, record);
  known.id = own(record, form.contract.id) ?? known.id;
  if (!isSame)
    Object.assign(known, {
      since: span.ended,
      write: null,
      before: null,
      readBy: 0,
      listedBy: 0,
      isFull: false,
    });
  const seen = asSeen(form, record, view);
  known.expectation = isSame
    ? new Map([...compared.settled, ...(view === 'whole' ? seen : [])])
    : seen;
  Object.assign(known, { state: 'there', seenAt: span.ended, at, viewer, refused: null });
  known.isFull ||= view === 'whole';
  if (view === 'whole') known.readBy = seq;
  else known.listedBy = seq;
  memory.settle(known);
}

/** Learns what a list without query shows, and what it does not. */
export function learnList(
  memory: ShadowState,
  elements: readonly JsonObject[],
  seq: number,
  asking: Asking,
  all: { readonly total: number | null; readonly isPage: boolean },
): void {
  const { viewer, span, shared } = asking;
  const before = memory.lists.get(viewer);
  const whole = isWhole(memory, elements.length, all.total, viewer);
  const keys: string[] = [];
  for (const element of elements) {
    const key = keyOf(memory, element);
    if (key === null) continue;
    keys.push(key);
    learnSight(memory, key, element, seq, asking, 'element');
  }
  const shown = new Set(keys);
  const earlier = new Set(before?.keys);
  for (const [key, known] of memory.items) {
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
  memory.lists.set(viewer, {
    keys,
    tick: span.ended,
    most: Math.max(before?.most ?? 0, elements.length),
  });
  if (memory.lists.size > VIEWERS_MAX) memory.lists.delete([...memory.lists.keys()][0] ?? '');
  const isQuiet = !shared.isAll && !shared.hasNew && shared.keys.size === 0;
  memory.isListKnown = isQuiet && !all.isPage && keys.length === memory.collection.size;
}

/** Of how many users the list is remembered. */
const VIEWERS_MAX = 100;

function idOf({ form }: ShadowState, key: string): Json {
  const isNumber = form.schemas
    .typesOf(form.contract.item, form.contract.id)
    .some((type) => type !== 'string');
  return isNumber && /^-?\d{1,15}$/.test(key) ? Number(key) : key;
}
