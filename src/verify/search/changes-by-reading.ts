// Finds out what reading an item changes in it though no client can set it: a counter of views, the
// time of the last look. That is no fault: RFC 9110 section 9.2.1 allows a service such effects,
// which no client asked for.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { parsePointer, toPointer, valueAt } from '../../base/pointer.ts';
import { agrees, isMoment } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { type Place, placesApart } from '../../oracle/member-places.ts';
import { performMove } from '../moves/perform-move.ts';
import { readList } from '../scenario/read-list.ts';
import { Scenario } from '../scenario/scenario.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import type { Session } from '../session/session.ts';

/** What the run saw of one new item, in order. Only reads came between. */
interface WatchedItem {
  readonly sent: JsonObject;
  /** What the answer to its creation showed; `null` if nothing. */
  readonly answered: JsonObject | null;
  readonly sights: readonly Sight[];
}

interface Sight {
  readonly by: 'list' | 'read';
  readonly record: JsonObject;
}

/**
 * Returns whether something was learned that may explain findings: then what was attempted is to be
 * attempted again. Makes two items with different values, reads and removes them.
 */
export async function learnChangesByReading(
  session: Session,
  make: ItemFactory,
  findings: readonly Finding[],
): Promise<boolean> {
  const { service, sender, clock, variation } = session;
  const suspects = findings.filter((one) => isOpen(session, one));
  if (suspects.length === 0 || service.readsWatched >= WATCHED_MAX) return false;
  if (sender.guard.breach() !== null || !clock.isTimeLeft(MS_LEAST)) return false;
  service.readsWatched++;
  const before = service.countChangedByReads();
  await variation.during('none', () => watchItems(session, make, suspects));
  return service.countChangedByReads() > before;
}

/** Whether a finding is about a value that reading was seen to change and no client can set. */
export function isDueToReading({ service }: Session, { code, at }: Finding): boolean {
  const [member, ...below] = parsePointer(at ?? '') ?? [];
  const places = member === undefined ? [] : (service.changedByReads.get(member) ?? []);
  const isWithin = (place: Place): boolean =>
    place.every((step, depth) => below[depth] === undefined || below[depth] === step);
  return CHANGES.has(code) && places.some(isWithin);
}

/** How often items are watched, and how much time that needs, in milliseconds. */
const WATCHED_MAX = 4;
const MS_LEAST = 3_000;

/** Whether a finding may be due to what reading changes, as far as was not found out yet. */
function isOpen({ service }: Session, { code, at }: Finding): boolean {
  const [member] = parsePointer(at ?? '') ?? [];
  if (member === undefined) return code === 'changed-by-reading' && service.readsWatched < 2;
  return CHANGES.has(code) && !service.notChangedByReads.has(member);
}

/** Findings about the value of a member, which another value than the expected one explains. */
const CHANGES: ReadonlySet<string> = new Set([
  'value-changed',
  'answer-differs',
  'changed-another',
  'changed-by-reading',
  'changed-unsent',
  'not-replaced',
  'refused-and-changed',
  'normalised-sometimes',
  'torn-write',
  'list-differs',
  'read-differs',
]);

async function watchItems(
  session: Session,
  make: ItemFactory,
  suspects: readonly Finding[],
): Promise<void> {
  const scenario = new Scenario(session);
  try {
    const watched: WatchedItem[] = [];
    for (const values of [make.plain({ flag: true }), make.plain({ flag: false })]) {
      const label = `watched${watched.length}`;
      const move = { kind: 'create', item: label, values, manner: 'plain' } as const;
      const creation = await performMove(scenario, move);
      const item = scenario.item(label);
      if (creation.kind !== 'done' || item.kind !== 'done') return;
      const seen = await watch(scenario, item.value, watched.length === 0 ? suspects : []);
      if (seen === null) return;
      watched.push(seen);
    }
    const learned = session.service.members.filter((member) => learn(session, member, watched));
    // What was watched because of them did not change, or is for clients to set.
    for (const { at } of suspects) {
      const [member] = parsePointer(at ?? '') ?? [];
      const isSettled = member !== undefined && !learned.includes(member);
      if (isSettled) session.service.notChangedByReads.add(member);
    }
  } finally {
    await scenario.cleanUp();
  }
}

/** Reads an item again and again, from the list first; `null` if it is missing. */
async function watch(
  scenario: Scenario,
  item: OwnedItem,
  suspects: readonly Finding[],
): Promise<WatchedItem | null> {
  const { service, clock } = scenario.session;
  const { forms } = service;
  const ways = (['list', 'read'] as const).filter((kind) => service.offers(kind));
  const watched = {
    sent: forms.comparable(item.sent),
    answered: item.answered ?? null,
    sights: [] as Sight[],
  };
  const look = async (times: number): Promise<boolean> => {
    for (const by of Array.from({ length: times }, () => ways).flat()) {
      const record = await recordIn(scenario, item, by);
      if (record === null && by === 'read') return false;
      if (record !== null) watched.sights.push({ by, record: forms.comparable(record) });
    }
    return true;
  };
  if (!(await look(ways.includes('read') ? TIMES : 2 * TIMES))) return null;
  // Clocks of services may tell seconds.
  const isClock = suspects.some(({ at }) => isSlow(watched.sights, parsePointer(at ?? '') ?? []));
  if (!isClock) return watched;
  await clock.wait(SECOND_MS);
  // A read may show what the one before has changed.
  return (await look(2)) ? watched : null;
}

/** How often an item is read in each way, and what a clock of seconds needs to move, in milliseconds. */
const TIMES = 3;
const SECOND_MS = 1_100;

/** Whether a value holds what may be a time, and has not changed. */
function isSlow(sights: readonly Sight[], steps: readonly string[]): boolean {
  const [first, ...others] = sights.map(({ record }) => valueAt(record, steps));
  if (steps.length === 0 || first === undefined) return false;
  if (isObject(first)) return Object.keys(first).some((name) => isSlow(sights, [...steps, name]));
  const isTime = Number.isInteger(first) || isMoment(first);
  return isTime && others.every((one) => one === first);
}

async function recordIn(
  scenario: Scenario,
  item: OwnedItem,
  by: Sight['by'],
): Promise<JsonObject | null> {
  const { service, sender } = scenario.session;
  if (by === 'list') {
    const isIt = (element: JsonObject): boolean => service.keyOf(element) === item.key;
    const list = await readList(scenario, (elements) => !elements.some(isIt));
    return list.kind === 'done' ? (list.value.elements.find(isIt) ?? null) : null;
  }
  const exchange = await sender.sendUnlessStopped(service.call('read', item.key, null));
  if (exchange.kind !== 'received' || exchange.received.status >= 300) return null;
  const { body } = exchange.received;
  return body.kind === 'json' && isObject(body.value) ? body.value : null;
}

/** Learns of one member what reading changed in it and no client can set; `false` if nothing new. */
function learn(
  { service, sender }: Session,
  member: string,
  watched: readonly WatchedItem[],
): boolean {
  const known = (service.changedByReads.get(member) ?? []).map((place) => toPointer(place));
  const changed = watched.flatMap((one) => changedIn(one, member).map((place) => toPointer(place)));
  const fresh = [...new Set(changed)]
    .filter((name) => !known.includes(name))
    .map((name) => parsePointer(name) ?? [])
    .filter((place) => {
      const isKept = service.habits.get(`replace ${member} sent`) === 'kept';
      return !isKept && !isSetByClients(watched, [member, ...place]);
    });
  if (fresh.length === 0) return false;
  service.noteChangedByReads(member, fresh);
  sender.guard.disregard([...service.madeMembers(), ...service.ignoredMembers()]);
  return true;
}

/** The places within a member that reading changed in the item itself, and not in an answer alone. */
function changedIn({ sights }: WatchedItem, member: string): readonly Place[] {
  const shown = sights.filter(({ record }) => Object.hasOwn(record, member));
  const apart = (['list', 'read'] as const).flatMap((way) => {
    const values = shown.filter(({ by }) => by === way).map(({ record }) => own(record, member));
    return values.slice(1).flatMap((value, index) => placesApart(values[index], value));
  });
  return apart.filter((place) => isInItem(shown, [member, ...place]));
}

/** Whether list and reads show one value that changes: not the time of the request, for example. */
function isInItem(shown: readonly Sight[], steps: readonly string[]): boolean {
  if (new Set(shown.map(({ by }) => by)).size === 1) return true;
  return shown.some(({ by, record }, index) => {
    const [before, after] = [shown[index - 1], shown[index + 1]];
    if (before === undefined || before.by === by) return false;
    const [last, now] = [valueAt(before.record, steps), valueAt(record, steps)];
    if (agrees(last, now)) return true;
    const next = after === undefined ? undefined : valueAt(after.record, steps);
    const isNumber = [last, now, next].every((one) => typeof one === 'number');
    // Lists may count as well.
    return isNumber && Number(last) < Number(now) && Number(now) < Number(next);
  });
}

/** Whether what clients sent there was shown before reading could change it. */
function isSetByClients(watched: readonly WatchedItem[], steps: readonly string[]): boolean {
  const items = watched
    .map((one): EarlyValues => ({ sent: valueAt(one.sent, steps), early: earlyOf(one, steps) }))
    .filter(({ sent }) => sent !== undefined);
  if (items.length === 0) return false;
  if (items.every(({ sent, early }) => early.some((value) => agrees(sent, value)))) return true;
  if (items.some(({ sent, early }) => early.some((value) => isPartOf(sent, value)))) return true;
  const [one, other] = items;
  return one !== undefined && other !== undefined && follow(one, other);
}

/** Whether two flags are what was sent, turned over, or two numbers what was sent and some more. */
function follow(one: EarlyValues, other: EarlyValues): boolean {
  if (typeof one.sent === 'boolean')
    return one.sent !== other.sent && one.early.every((value, at) => value !== other.early[at]);
  const { sent } = one;
  if (typeof sent !== 'number' || typeof other.sent !== 'number') return false;
  const apart = sent - other.sent;
  if (apart === 0) return false;
  return one.early.some((value, at) => {
    const isNear = Math.abs(Number(value) - sent) <= Math.max(1, Math.abs(sent));
    return isNear && Number(value) - Number(other.early[at]) === apart;
  });
}

/** What an item was sent at a place, and what it showed there before reading could change it. */
interface EarlyValues {
  readonly sent: Json | undefined;
  readonly early: readonly Json[];
}

/** What the answer to the creation showed, and the first list and read after it. */
function earlyOf({ answered, sights }: WatchedItem, steps: readonly string[]): readonly Json[] {
  const first = (['list', 'read'] as const).map((way) => sights.find(({ by }) => by === way));
  return [answered, ...first.map((sight) => sight?.record ?? null)].flatMap((record) => {
    const value = record === null ? undefined : valueAt(record, steps);
    return value === undefined ? [] : [value];
  });
}

/** Whether a text or an array that was sent is within a longer one. */
function isPartOf(sent: Json | undefined, shown: Json): boolean {
  if (typeof sent === 'string' && typeof shown === 'string')
    return sent.length >= TEXT_LEAST && shown.includes(sent);
  if (!Array.isArray(sent) || !Array.isArray(shown) || sent.length === 0) return false;
  return (sent as readonly Json[]).every((one) => shown.some((other) => agrees(one, other)));
}

/** How many characters a text needs to be known again in another one. */
const TEXT_LEAST = 4;
