// Compares everything that a scenario has made: the list and the items, with what is expected and
// with each other.

import { breachFinding } from '../scenario/breach-finding.ts';
import { type Broken, broken, done, type MoveResult } from '../scenario/move-result.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import { attribute } from './attribute.ts';
import { type Discrepancy, discrepancyOf, remainsOf, strayIn } from './discrepancies.ts';
import { type ReadBack, type ReadBacks, readBackItem, readListAndItems } from './read-back.ts';
import { stopIfRemovalsStray } from './stray-removals.ts';

/**
 * Compares everything; the first discrepancy is the finding. With `all`, every item is read. With
 * `touched`, those written to since the last check are read, one more in turn, and those that the
 * list does not show as expected.
 */
export async function checkItems(
  scenario: Scenario,
  scope: 'all' | 'touched',
): Promise<MoveResult> {
  const { items } = scenario.session;
  const alive = [...scenario.alive];
  const removed = scenario.removed.slice(-REMOVED_CHECKED);
  const chosen = scope === 'all' ? alive : worthReading(scenario, alive);
  const removedItems =
    scope === 'all' ? removed : removed.filter((item) => item.touched.length > 0);
  const created = items.creating > 0 ? null : items.created;
  const read = await readListAndItems(
    scenario,
    [...chosen, ...removedItems],
    [...alive, ...items.sentinels],
  );
  if (read.kind !== 'done') return read;
  const seen = read.value;
  const breach = scenario.session.sender.guard.breach();
  if (breach !== null) return broken([breachFinding(scenario.session, breach)]);
  const stopped = await stopIfRemovalsStray(scenario.session, seen.list?.elements ?? []);
  if (stopped !== null) return stopped;
  for (const check of [
    () => checkSentinels(scenario, seen),
    ...alive.map((item) => () => checkItem(scenario, item, seen)),
    ...removedItems.map((item) => () => checkRemoved(scenario, item, seen)),
    () => seen.listFlaw ?? done,
    () => (seen.list === null ? done : checkOthers(scenario, seen, created === items.created)),
  ]) {
    const verdict = await check();
    if (verdict.kind === 'broken') await stopIfOthersAreLost(scenario, verdict, seen);
    if (verdict.kind !== 'done') return verdict;
  }
  if (scenario.since.writes.length > 0) scenario.session.lag.looks++;
  for (const item of [...alive, ...removed]) item.touched = [];
  scenario.since = { writes: [], reads: [], isPaused: false };
  return done;
}

/** Used if the contract cannot read single items. */
const UNSEEN: ReadBack = { kind: 'missing', status: 404 };

/** How many removed items, the most recent ones, are checked each time. */
const REMOVED_CHECKED = 3;

/**
 * If the list shows whole items, the first and the last of the touched ones are read. Else all
 * touched ones are, and one more in turn.
 */
function worthReading(scenario: Scenario, alive: readonly OwnedItem[]): readonly OwnedItem[] {
  const touched = alive.filter((item) => item.touched.length > 0);
  if (scenario.session.service.isListWhole())
    return touched.filter((item, index) => index === 0 || item === touched.at(-1));
  const untouched = alive.filter((item) => item.touched.length === 0);
  const next = untouched[scenario.session.items.nextTurn() % Math.max(1, untouched.length)];
  return alive.filter((item) => item.touched.length > 0 || item === next);
}

/**
 * Reports that every sentinel is gone. That need not be the fault of the last write: if it was a
 * removal, both are reported.
 */
function checkSentinels(scenario: Scenario, { list }: ReadBacks): MoveResult {
  const { sentinels, window } = scenario.session.items;
  const keys = new Set(list?.elements.map((element) => scenario.session.service.keyOf(element)));
  const [item] = sentinels;
  if (
    list === null ||
    item === undefined ||
    sentinels.length < 2 ||
    sentinels.some(({ key }) => keys.has(key))
  )
    return done;
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
  const discrepancy = discrepancyOf(scenario, item, seen.list, known ?? null);
  if (discrepancy === null || known !== undefined || !scenario.session.service.offers('read'))
    return verdictOn(scenario, discrepancy);
  const read = await readBackItem(scenario, item);
  if (read.kind !== 'done') return read;
  const again = discrepancyOf(scenario, item, seen.list, read.value);
  // Reading shows the same value as the list: it is in a normal form.
  const isExplained = again === null && discrepancy?.kind === 'list-differs';
  return verdictOn(scenario, isExplained ? null : (again ?? discrepancy));
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
  const stray = isSettled ? strayIn(scenario, elements) : null;
  if (stray !== null) {
    await takeStray(scenario, stray.key, stray.mark);
    return verdictOn(scenario, stray.discrepancy);
  }
  for (const item of [...items.sentinels]) {
    const verdict = await checkItem(scenario, item, seen);
    if (verdict.kind === 'done') continue;
    items.sentinels.splice(items.sentinels.indexOf(item), 1);
    return verdict;
  }
  const overwritten = bystanders.see(elements, items.window);
  scenario.session.sender.guard.vanished(bystanders.gone());
  items.window = { kinds: new Set(), since: clock.now() };
  if (overwritten === null) return done;
  const { key, kind } = overwritten;
  return verdictOn(scenario, { kind: 'overwritten', key, by: kind });
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
  const key = list === null || !isWrite ? null : session.bystanders.firstLost(list.elements);
  if (key === null || finding === undefined) return;
  await session.sender.guard.halt({ kind: 'removed', key, operation: finding.operation });
}

/**
 * Claims an item that no creation of the run made. After a write to another item it may be that of
 * someone else, overwritten, which the list did not show before: then it is left alone.
 */
async function takeStray({ session, since }: Scenario, key: string, mark: string): Promise<void> {
  const last = since.writes.at(-1)?.kind ?? 'create';
  if (last === 'create') await session.items.claim(key, mark, null);
  else session.sender.guard.protect([key]);
}

function verdictOn(scenario: Scenario, discrepancy: Discrepancy | null): MoveResult {
  return discrepancy === null ? done : broken([attribute(scenario, discrepancy)]);
}
