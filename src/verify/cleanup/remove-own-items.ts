// Removes what the run made, also items whose id it never learned. Reports what is left.

import { isObject, type JsonObject } from '../../base/json.ts';
import { longTextsIn } from '../../oracle/sent-values.ts';
import { Interrupted } from '../guard/interrupted.ts';
import type { Doubt } from '../guard/ledger.ts';
import { holdsAnyMark } from '../guard/whose-record.ts';
import { readAll } from '../pages/read-all-pages.ts';
import type { Exchanged } from '../report.ts';
import { runConcurrently } from '../session/concurrency.ts';
import { hasItems } from '../session/first-call.ts';
import { holdsMark } from '../session/owned-item.ts';
import { ReadAhead } from '../session/read-ahead.ts';
import type { Session } from '../session/session.ts';
import { idsOfFailedWrites } from './ids-from-texts.ts';
import { isGone, isMissing, type WhoseItemOptions, whoseItem } from './whose-item.ts';

export interface RemovedOwnItems {
  /** Ids of items that could not be removed, or that may be overwritten bystanders. */
  readonly left: readonly string[];
  /** `false` if there may be more items, with unknown ids. */
  readonly isSure: boolean;
  /** What the run could not find out about what it left; absent if nothing. */
  readonly doubts?: readonly Doubt[];
  /** An item that is still there although its removal succeeded; absent if there is none. */
  readonly notRemoved?: NotRemoved;
}

export interface NotRemoved {
  readonly key: string;
  /** The removal, and the read that shows the item. */
  readonly trace: readonly Exchanged[];
}

/** What a report says if it is not known to be gone. */
export const LEFT_BEHIND = {
  reason: 'Items of the run were left behind.',
  remedy: 'Find out why DELETE did not remove them, then run "standin clean".',
} as const;

/** What a report says if new items may be the run's. */
export const PERHAPS_LEFT = {
  reason: "New items may be the run's: they hold texts that it sent, without its mark.",
  remedy:
    'Look at them, and remove those that nobody else has made. "standin clean" names them until you delete its note.',
} as const;

/** How long the clean-up may take, in milliseconds. The rest is left to `standin clean`. */
export const REMOVE_MS_MAX = 30_000;

/** Removes what is left of the run. */
export async function removeOwnItems(session: Session): Promise<RemovedOwnItems> {
  const { sender, clock } = session;
  const until = clock.now() + REMOVE_MS_MAX;
  sender.guard.extend(until);
  sender.guard.beginCleanUp();
  const shown = new Map<string, NotRemoved>();
  const vain: InVain = { reads: 0, removals: 0, removed: new Set() };
  await claimFailed(session);
  let swept = await removeOnce(session, until, { shown, vain });
  for (
    let looks = 1;
    looks < LOOKS_MAX && mayShowMore(session, swept, looks) && clock.now() + PAUSE_MS < until;
    looks++
  ) {
    await pause(session);
    swept = await removeOnce(session, until, { shown, vain });
  }
  const { skipped, isRead, isNameless, late } = swept;
  // A list may hide items: only known ids can be known to be gone.
  const isAll = isRead ? !sender.hasLost() : !sender.hasUnclaimed() && !mayAppear(session);
  const owned = sender.guard.owned();
  const perhaps = perhapsOurs(session, swept.elements ?? []);
  const doubts: Doubt[] = [];
  const strangers = [...session.items.strangers];
  if (strangers.length > 0)
    doubts.push({ why: 'each creation brought items that may be its own', keys: strangers });
  if (perhaps.length > 0)
    doubts.push({ why: 'new items hold texts that the run sent, without its mark', keys: perhaps });
  const breach = sender.guard.breach();
  // What a creation was answered with may be what it made all the same.
  if (breach?.kind === 'other-item' && !perhaps.includes(breach.key))
    doubts.push({ why: 'a creation was answered with this id', keys: [breach.key] });
  // Without the list `clean` may find more; with it, nobody can.
  if (isRead && !isAll) doubts.push({ why: LOST, keys: [] });
  const notRemoved = owned.flatMap((key) => shown.get(key) ?? [])[0];
  return {
    left: [...new Set([...owned, ...skipped])],
    isSure:
      isAll &&
      !isNameless &&
      !(late && sender.hasLate) &&
      doubts.every(({ keys }) => keys.length === 0),
    ...(doubts.length === 0 ? {} : { doubts }),
    ...(notRemoved === undefined ? {} : { notRemoved }),
  };
}

/** Whether what was answered with 202 may be there later: reads did not show each at once. */
function mayAppear({ sender, service, lag }: Session): boolean {
  const isAtOnce = service.offers('read') && lag.looks > 0 && lag.acceptedMs === 0;
  return sender.hasLate && !isAtOnce;
}

const LOST = 'not every creation returned its id, and the last list did not show all items';

/**
 * The ids of new items that show a text that the run has sent, and not its mark. Others may have made
 * them: nothing is removed because of that.
 */
function perhapsOurs(session: Session, elements: readonly JsonObject[]): readonly string[] {
  const { service, items, bystanders, isShared } = session;
  if (isShared) return [];
  const { contract, schemas } = service;
  const named = [contract.item, contract.operations.create?.body ?? contract.item].map((schema) =>
    JSON.stringify([...schemas.membersOf(schema)]),
  );
  const isNamed = (text: string): boolean =>
    named.some((all) => all.includes(JSON.stringify(text)));
  // What is there already, and what schemas name, is no text of the run.
  const known = elements.filter((one) => bystanders.knows(service.keyOf(one) ?? ''));
  const usual = new Set(known.flatMap((one) => longTextsIn(one)));
  return elements.flatMap((element) => {
    const key = service.keyOf(element);
    if (key === null || items.everOwned.has(key) || bystanders.knows(key)) return [];
    // What carries the mark of another run is not of this one.
    if (holdsAnyMark(element)) return [];
    const isSent = (text: string): boolean =>
      service.sent.hasText(text) && !usual.has(text) && !isNamed(text);
    return longTextsIn(element).some(isSent) ? [key] : [];
  });
}

interface CleanUpPass {
  /** The elements of the list; `null` if it could not be read. */
  readonly elements: readonly JsonObject[] | null;
  /** Ids that may belong to others. */
  readonly skipped: readonly string[];
  /** Whether the list could be read. */
  readonly isRead: boolean;
  /** Whether it showed an item of the run without its id. */
  readonly isNameless: boolean;
  /** Whether it showed an item of the run that was not known to exist. */
  readonly late: boolean;
  /** Whether a removal was accepted (202) whose item is still there. */
  readonly pending: boolean;
  /** The ids of items that it showed, and that neither DELETE nor GET finds. */
  readonly unfound: readonly string[];
}

async function removeOnce(
  session: Session,
  until: number,
  so: Pick<Removals, 'shown' | 'vain'>,
): Promise<CleanUpPass> {
  const { service, sender, items } = session;
  const owned = new Set(sender.guard.owned());
  const elements = await readElements(session);
  const found = elements?.filter((one) => holdsMark(one, items.token)) ?? null;
  const keys = (found ?? []).map((element) => service.keyOf(element) ?? '');
  const unfound = keys.filter((key) => items.unfound.has(key));
  // A list that was late has shown them.
  for (const key of found === null ? [] : items.unfound)
    if (!keys.includes(key)) await sender.guard.release(key);
  const taken = await claimStrays(session, found ?? []);
  const accepted = new Set<string>();
  const removals = { until, accepted, ...so };
  if (service.offers('remove')) {
    await removeAll(session, { ...removals, atOnce: sender.atOnce });
    // What could not be removed in parallel may be removed alone.
    if (sender.atOnce > 1) await removeAll(session, { ...removals, atOnce: 1 });
    await releaseUnlisted(session, elements ?? [], so.vain.removed);
  }
  const late = keys.some((key) => !owned.has(key));
  const pending = [...accepted].some((key) => sender.guard.owned().includes(key));
  return { ...taken, elements, isRead: found !== null, late, pending, unfound };
}

/** Whether the list may show more later: it may lag, and what got a 202 may come any time. */
function mayShowMore(
  { sender }: Session,
  { isRead, late, pending, unfound }: CleanUpPass,
  looks: number,
): boolean {
  if (pending || unfound.length > 0) return true;
  return isRead && (sender.hasLost() || (sender.hasLate && (late || looks === 1)));
}

/** Waits, or returns at once if the user has stopped the run. */
async function pause(session: Session): Promise<void> {
  try {
    await session.clock.wait(PAUSE_MS);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  }
}

/** How often the list is searched, and the pause before each further time in milliseconds. */
const LOOKS_MAX = 3;
const PAUSE_MS = 500;

/** Claims elements with the token. At the id of a bystander it may be that one, overwritten. */
async function claimStrays(
  session: Session,
  found: readonly JsonObject[],
): Promise<{ readonly skipped: readonly string[]; readonly isNameless: boolean }> {
  const skipped: string[] = [];
  let isNameless = false;
  const owned = new Set(session.sender.guard.owned());
  for (const element of found) {
    const key = session.service.keyOf(element);
    if (key === null) isNameless = true;
    else if (owned.has(key)) continue;
    else if (
      session.bystanders.knows(key) ||
      !(await session.items.claim(key, session.items.token, null))
    )
      skipped.push(key);
  }
  return { skipped, isNameless };
}

/** Claims what failed writes have left, where texts become ids: each is read, and has to hold the token. */
async function claimFailed(session: Session): Promise<void> {
  const { service, sender, items, bystanders } = session;
  if (!service.offers('read') || service.traits.idFrom == null) return;
  const texts = { trace: sender.guard.since(0), keys: items.createdMarks, token: items.token };
  const keys = idsOfFailedWrites(texts).filter((key) => key !== '' && !bystanders.knows(key));
  for (const key of keys.slice(0, FAILED_MAX)) {
    if (sender.guard.owned().includes(key)) continue;
    const exchange = await sender.guard.sendIfAllowed(service.call('read', key, null));
    if (exchange.kind !== 'received' || exchange.received.status >= 300) continue;
    const { body } = exchange.received;
    const isOurs =
      body.kind === 'json' && isObject(body.value) && holdsMark(body.value, items.token);
    if (isOurs) await items.claim(key, items.token, null);
  }
}

/** How many ids that failed writes may have made are asked for. */
const FAILED_MAX = 40;

/** The elements of the list; `null` if it cannot be read. */
async function readElements(session: Session): Promise<readonly JsonObject[] | null> {
  const { service, items, sender } = session;
  if (!hasItems(service)) return null;
  const isOurs = (element: JsonObject): boolean => holdsMark(element, items.token);
  // A created item with an unknown id may be on a further page.
  const isMissed = (elements: readonly JsonObject[]): boolean =>
    sender.hasUnclaimed() && !elements.some(isOurs);
  const { pager } = service.traits;
  const call = service.call('list', null, null);
  const ahead = new ReadAhead(sender);
  try {
    ahead.request(service.pageCalls.slice(1, sender.pagesAhead));
    const all = await readAll({
      send: (one) => ahead.answerTo(one) ?? sender.sendUnlessStopped(one),
      call,
      pager,
      isMissed,
    });
    return all.kind === 'unread' ? null : all.elements;
  } catch (error) {
    if (error instanceof Interrupted) return null;
    throw error;
  } finally {
    await ahead.end();
  }
}

interface Removals {
  readonly until: number;
  readonly atOnce: number;
  /** Items that were shown after a removal that succeeded, by key. */
  readonly shown: Map<string, NotRemoved>;
  /** The ids of items whose removal was accepted (202), to be done later. */
  readonly accepted: Set<string>;
  readonly vain: InVain;
}

/** What the service does not tell any more, whatever it is asked. */
interface InVain {
  /** How many reads in a row failed. */
  reads: number;
  /** How many removals and reads in a row failed, both. */
  removals: number;
  /** The ids of items that were removed, and whose read failed: they are not removed again. */
  readonly removed: Set<string>;
}

/** From how many in a row on the next one would fail, too. */
const VAIN_LEAST = 8;

/** Removes what the run owns, as long as there is time and the service answers. */
async function removeAll(session: Session, { until, atOnce, ...seen }: Removals): Promise<void> {
  const { sender, clock } = session;
  let isUseful = true;
  // What could not be told before may be told now, and one by one.
  seen.vain.removals = 0;
  const isLeft = (key: string): boolean => !seen.vain.removed.has(key) && !seen.accepted.has(key);
  const owned = sender.guard.owned().filter(isLeft);
  await runConcurrently(owned, atOnce, async (key) => {
    if (isUseful && clock.now() < until && !(await removeOwned(session, key, seen)))
      isUseful = false;
  });
}

/** A removed item whose read fails is gone if the list showed it before, and does not any more. */
async function releaseUnlisted(
  session: Session,
  before: readonly JsonObject[],
  unread: ReadonlySet<string>,
): Promise<void> {
  const { service, sender } = session;
  const keysOf = (elements: readonly JsonObject[]): ReadonlySet<string | null> =>
    new Set(elements.map((element) => service.keyOf(element)));
  const listed = keysOf(before);
  const left = [...unread].filter((key) => listed.has(key) && sender.guard.owned().includes(key));
  const after = left.length === 0 ? null : await readElements(session);
  if (after === null) return;
  const there = keysOf(after);
  for (const key of left) if (!there.has(key)) await sender.guard.release(key);
}

/** Returns whether to continue: a service that does not answer is not asked about each item. */
async function removeOwned(
  session: Session,
  key: string,
  { shown, accepted, vain }: Pick<Removals, 'shown' | 'accepted' | 'vain'>,
): Promise<boolean> {
  if (vain.removals >= VAIN_LEAST) return false;
  const { service, items, sender } = session;
  const mark = sender.guard.mark();
  const call = service.call('remove', key, null);
  const removal = await sender.sendUnlessStopped(call);
  if (removal.kind === 'trouble')
    return removal.trouble !== 'late' && removal.trouble !== 'refused';
  const isDone = removal.kind === 'received' && removal.received.status < 300;
  const isSuccess = isDone && removal.received.status !== 202;
  if (isSuccess && vain.reads >= VAIN_LEAST) {
    vain.removed.add(key);
    return true;
  }
  const send: WhoseItemOptions['send'] = (call) => sender.sendUnlessStopped(call);
  const isOurs = (record: JsonObject): boolean => sender.guard.isOurs(key, record);
  const { contract } = service;
  const looked = await whoseItem({ send, contract, token: items.token, isOurs }, key);
  // A reply that does not show that it is gone, such as 401 or 429, leaves it the run's.
  // What the guard does not know as the run's stays, and is reported.
  const isUnknown = removal.kind === 'withheld' && looked.kind === 'other';
  // Nor is gone what the list shows, and DELETE has never found.
  const isUnfound = items.unfound.has(key) && isMissing(removal);
  const isRemoved = isGone(looked, removal) && !isUnknown && !isUnfound;
  if (isRemoved) await sender.guard.release(key);
  // 202 promises a removal later.
  if (removal.kind === 'received' && removal.received.status === 202) accepted.add(key);
  const isUntold = looked.kind === 'unknown';
  vain.reads = isUntold ? vain.reads + 1 : 0;
  vain.removals = isUntold && !isDone ? vain.removals + 1 : 0;
  if (isSuccess && isUntold) vain.removed.add(key);
  if (isSuccess && looked.kind === 'ours') {
    const trace = sender.guard.since(mark).filter((one) => one.call.path === call.path);
    shown.set(key, { key, trace });
  }
  // After a breach a removal without effect may have taken an item of someone else.
  return isRemoved || removal.kind === 'withheld' || sender.guard.breach() === null;
}
