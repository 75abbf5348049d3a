// Compares everything that a scenario has made: the list and the items, with what is expected and
// with each other.

import type { JsonObject } from '../../base/json.ts';
import { breachFinding } from '../scenario/breach-finding.ts';
import { type Broken, broken, done, type MoveResult } from '../scenario/move-result.ts';
import type { ListRead } from '../scenario/read-list.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { readSharedList } from '../scenario/shared-list.ts';
import { holdsMark, type OwnedItem } from '../session/owned-item.ts';
import type { Session } from '../session/session.ts';
import { attribute } from './attribute.ts';
import { type Discrepancy, discrepancyOf, remainsOf, strayIn } from './discrepancies.ts';
import { type ReadBack, type ReadBacks, readBackItem, readListAndItems } from './read-back.ts';
import { firstLost, stopIfRemovalsStray } from './stray-removals.ts';

/** A scenario that looks. */
export interface Look {
  readonly scenario: Scenario;
  /** With `all`, every item is read; with `touched`, those written to since the last check. */
  readonly scope: 'all' | 'touched';
  /** The only items to read; the list shows the others. */
  readonly reads?: readonly OwnedItem[];
}

/**
 * Compares everything; the first discrepancy is the finding. With `touched`, one more item is read
 * in turn, and those that the list does not show as expected.
 */
export async function checkItems(
  scenario: Scenario,
  scope: 'all' | 'touched',
): Promise<MoveResult> {
  const [verdict = done] = await checkTogether([{ scenario, scope }]);
  return verdict;
}

/**
 * Compares everything of several scenarios with one reading of the list. Returns a verdict for each;
 * what concerns none of them in particular is in the first.
 */
export async function checkTogether(looks: readonly Look[]): Promise<readonly MoveResult[]> {
  const [first] = looks;
  if (first === undefined) return [];
  const { session } = first.scenario;
  const { items } = session;
  const planned = looks.map((look) => planOf(look, looks.length > 1));
  const chosen = planned.flatMap((plan) => plan.chosen);
  const removed = planned.flatMap(({ removedItems, removedReads }) =>
    removedItems.slice(-removedReads),
  );
  const isSampled = looks.length > 1 && session.service.isListWhole();
  const created = items.creating > 0 ? null : items.created;
  const read = await readListAndItems(
    first.scenario,
    isSampled ? [...oneOfEachKind(session, chosen), ...removed.slice(-1)] : [...chosen, ...removed],
    [...planned.flatMap(({ alive }) => alive), ...items.sentinels],
  );
  for (const { scenario } of looks) scenario.unread ??= first.scenario.unread;
  if (read.kind !== 'done') return looks.map(() => read);
  const seen = read.value;
  const breach = session.sender.guard.breach();
  if (breach !== null) return looks.map(() => broken([breachFinding(session, breach)]));
  const stopped = await stopIfRemovalsStray(session, seen.list?.elements ?? []);
  if (stopped !== null) return looks.map(() => stopped);
  const verdicts: MoveResult[] = [];
  for (const plan of planned) {
    const isFirst = plan === planned[0];
    verdicts.push(await compare(plan, seen, { isFirst, isSettled: created === items.created }));
  }
  return verdicts;
}

/**
 * One item of each kind: by the last write to it, and by the members of which several values are
 * admitted. The list shows what the others hold. What a PATCH leaves depends on what was there
 * before: each is read, and so is what was asked for before it was there.
 */
function oneOfEachKind(
  { items: { foreseen } }: Session,
  items: readonly OwnedItem[],
): readonly OwnedItem[] {
  const kindOf = ({ key, touched, expectation }: OwnedItem): string => {
    if (touched.at(-1) === 'update' || foreseen.has(key)) return key;
    const open = [...expectation].filter(([, candidates]) => candidates.length > 1);
    return [touched.at(-1), ...open.map(([member]) => member)].join(' ');
  };
  return [...new Map(items.map((item) => [kindOf(item), item])).values()];
}

/** What a scenario compares, and which items it reads. */
interface Plan {
  readonly scenario: Scenario;
  readonly alive: readonly OwnedItem[];
  readonly chosen: readonly OwnedItem[];
  readonly removed: readonly OwnedItem[];
  readonly removedItems: readonly OwnedItem[];
  /** How many of them are read, the last ones; the list shows the others. */
  readonly removedReads: number;
}

function planOf({ scenario, scope, reads }: Look, isShared: boolean): Plan {
  const alive = [...scenario.alive];
  const removed = scenario.removed.slice(-REMOVED_CHECKED);
  const touched = removed.filter((item) => item.touched.length > 0);
  return {
    scenario,
    alive,
    chosen:
      reads === undefined
        ? worthReading(scenario, alive, { isShared, scope })
        : alive.filter((item) => reads.includes(item)),
    removed,
    removedItems: scope === 'all' ? removed : touched,
    removedReads: reads === undefined ? Number.POSITIVE_INFINITY : 1,
  };
}

async function compare(
  { scenario, alive, removed, removedItems }: Plan,
  seen: ReadBacks,
  { isFirst, isSettled }: { readonly isFirst: boolean; readonly isSettled: boolean },
): Promise<MoveResult> {
  for (const check of [
    () => (isFirst ? checkSentinels(scenario, seen) : done),
    ...alive.map((item) => () => checkItem(scenario, item, seen)),
    ...removedItems.map((item) => () => checkRemoved(scenario, item, seen)),
    () => seen.listFlaw ?? done,
    () => (isFirst && seen.list !== null ? checkOthers(scenario, seen, isSettled) : done),
  ]) {
    const verdict = await check();
    if (verdict.kind === 'broken') await stopIfOthersAreLost(scenario, verdict, seen);
    if (verdict.kind !== 'done') return verdict;
  }
  if (scenario.since.writes.length > 0) scenario.session.lag.looks++;
  for (const item of [...alive, ...removed]) item.touched = [];
  for (const { key } of seen.items.keys()) scenario.session.items.foreseen.delete(key);
  scenario.since = { writes: [], reads: [], isPaused: false };
  return done;
}

/** Used if the contract cannot read single items. */
const UNSEEN: ReadBack = { kind: 'missing', status: 404 };

/** How many removed items, the most recent ones, are checked each time. */
const REMOVED_CHECKED = 3;

/**
 * If the list shows whole items, the first and the last of the touched ones are read; if others
 * look as well, the last; and what was asked for before it was there. Else all touched ones are, and
 * one more in turn.
 */
function worthReading(
  scenario: Scenario,
  alive: readonly OwnedItem[],
  { isShared, scope }: { readonly isShared: boolean; readonly scope: Look['scope'] },
): readonly OwnedItem[] {
  if (scope === 'all' && !isShared) return alive;
  const touched = alive.filter((item) => item.touched.length > 0);
  const { service, items } = scenario.session;
  if (service.isListWhole())
    return touched.filter(
      (item, index) =>
        (index === 0 && !isShared) || item === touched.at(-1) || items.foreseen.has(item.key),
    );
  if (isShared) return scope === 'all' ? alive : touched;
  const untouched = alive.filter((item) => item.touched.length === 0);
  const next = untouched[items.nextTurn() % Math.max(1, untouched.length)];
  return alive.filter((item) => item.touched.length > 0 || item === next);
}

/**
 * Reports that every sentinel is gone. That need not be the fault of the last write: if it was a
 * removal, both are reported. If other writes moved them from page to page of the list, a read still
 * shows them.
 */
async function checkSentinels(scenario: Scenario, { list }: ReadBacks): Promise<MoveResult> {
  const { service, items } = scenario.session;
  const { sentinels, window } = items;
  const [item] = sentinels;
  if (list === null || item === undefined || sentinels.length < 2) return done;
  if (service.missingIn(list.elements, sentinels).length < sentinels.length) return done;
  if (list.pages > 1 && service.offers('read')) {
    const read = await readBackItem(scenario, item);
    if (read.kind !== 'done' || read.value.kind === 'there')
      return read.kind === 'done' ? done : read;
  }
  const findings = [attribute(scenario, { kind: 'all-lost', item, count: sentinels.length })];
  if (window.kinds.has('remove'))
    findings.push(attribute(scenario, { kind: 'lost', item, status: null }));
  sentinels.splice(0);
  return broken(findings);
}

/** Checks one item. An item that was not read is read if the list shows something wrong with it. */
async function checkItem(
  scenario: Scenario,
  item: OwnedItem,
  seen: ReadBacks,
): Promise<MoveResult> {
  const known = seen.items.get(item);
  let { list } = seen;
  let discrepancy = discrepancyOf(scenario, item, list, known ?? null);
  for (let times = 0; times < TORN_MAX && mayBeTorn(scenario, discrepancy, list); times++) {
    list = await readAgain(scenario);
    discrepancy = discrepancyOf(scenario, item, list, known ?? null);
  }
  if (discrepancy === null || known !== undefined || !scenario.session.service.offers('read'))
    return verdictOn(scenario, discrepancy);
  const read = await readBackItem(scenario, item);
  if (read.kind !== 'done') return read;
  const again = discrepancyOf(scenario, item, list, read.value);
  // Reading shows the same value as the list: it is in a normal form.
  const isExplained = again === null && discrepancy?.kind === 'list-differs';
  return verdictOn(scenario, isExplained ? null : (again ?? discrepancy));
}

/**
 * Whether an item may be missing, or there twice, because others wrote while the pages of the list
 * were read, which moved it from one page to another.
 */
function mayBeTorn(
  { session }: Scenario,
  discrepancy: Discrepancy | null,
  list: ListRead | null,
): boolean {
  const isOfPages = discrepancy?.kind === 'unlisted' || discrepancy?.kind === 'listed-twice';
  const isShared = session.isShared || session.sender.atOnce > 1;
  return isOfPages && list !== null && list.pages > 1 && isShared;
}

/** How often in a row a list that is read page by page may be torn by the writes of others. */
const TORN_MAX = 3;

/** Reads the list once more; `null` if it cannot be read. */
async function readAgain(scenario: Scenario): Promise<ListRead | null> {
  const read = await readSharedList(scenario, () => false);
  return read.kind === 'done' ? read.value : null;
}

function checkRemoved(scenario: Scenario, item: OwnedItem, { list, items }: ReadBacks): MoveResult {
  return verdictOn(scenario, remainsOf(scenario, item, list, items.get(item) ?? UNSEEN));
}

/**
 * Checks what is not of this scenario: strays, the sentinels of the run, and the bystanders.
 */
async function checkOthers(
  scenario: Scenario,
  seen: ReadBacks,
  isSettled: boolean,
): Promise<MoveResult> {
  const { items, clock, bystanders } = scenario.session;
  const elements = seen.list?.elements ?? [];
  await claimUnanswered(scenario, elements);
  const stray = isSettled ? strayIn(scenario, elements) : null;
  if (stray !== null) {
    for (let one: typeof stray | null = stray; one !== null; ) {
      await takeStray(scenario, one);
      // Several creations may each have made one.
      const next = strayIn(scenario, elements);
      const isNext: boolean = next !== null && next.key !== one.key && next.discrepancy.isCreated;
      one = isNext ? next : null;
    }
    return verdictOn(scenario, stray.discrepancy);
  }
  for (const item of [...items.sentinels]) {
    const verdict = await checkItem(scenario, item, seen);
    if (verdict.kind === 'done') continue;
    items.sentinels.splice(items.sentinels.indexOf(item), 1);
    return verdict;
  }
  bystanders.see(elements, items.window);
  scenario.session.sender.guard.vanished(bystanders.gone());
  items.window = { kinds: new Set(), since: clock.now() };
  return done;
}

/**
 * A write that did not do its work, and an item of someone else that is lost at the same time: the
 * next write could take another one.
 */
async function stopIfOthersAreLost(
  { session }: Scenario,
  { findings }: Broken,
  { list }: ReadBacks,
): Promise<void> {
  const [finding] = findings;
  const isWrite = session.items.window.kinds.size > 0;
  const key = list === null || !isWrite ? null : await firstLost(session, list.elements);
  if (key === null || finding === undefined) return;
  await session.sender.guard.halt({ kind: 'removed', key, operation: finding.operation });
}

/** Claims the items of creations that got no answer. Nothing else has made them. */
async function claimUnanswered(
  { session: { service, items, bystanders } }: Scenario,
  elements: readonly JsonObject[],
): Promise<void> {
  for (const mark of items.unansweredMarks)
    for (const element of elements) {
      const key = service.keyOf(element);
      if (key === null || items.everOwned.has(key) || bystanders.knows(key)) continue;
      if (holdsMark(element, mark)) await items.claim(key, mark, null);
    }
}

/**
 * Claims an item that no creation of the run made. After a write to another item it may be that of
 * someone else, overwritten, which the list did not show before: then it is left alone.
 */
async function takeStray(
  scenario: Scenario,
  { key, mark, discrepancy }: NonNullable<ReturnType<typeof strayIn>>,
): Promise<void> {
  const { items, sender } = scenario.session;
  if (discrepancy.isCreated) await items.claim(key, mark, null);
  else sender.guard.protect([key]);
  // From now on nothing is created without a mark: only that tells what else came of it.
  items.areListed ||= discrepancy.kin !== null;
}

function verdictOn(scenario: Scenario, discrepancy: Discrepancy | null): MoveResult {
  return discrepancy === null ? done : broken([attribute(scenario, discrepancy)]);
}
