// Replaces and removes an item whose id is the beginning of another id: a service that finds items
// by the beginning of their id changes both.

import type { JsonObject } from '../../base/json.ts';
import { checkItems } from '../checks/check-items.ts';
import type { Move } from '../move.ts';
import { inapplicable } from '../scenario/inapplicable.ts';
import { done, doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import { trackPendingCreation } from '../scenario/pending-creation.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { settle } from '../scenario/settle.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import type { OwnedItems } from '../session/owned-items.ts';
import { creationsToPrefixIds, prefixIdsIn } from '../session/prefix-ids.ts';
import { createItem } from './create-item.ts';
import { readItem } from './read-item.ts';
import { removeItem } from './remove-item.ts';
import { replaceItem } from './replace-item.ts';

/**
 * Uses sentinels and new items as soon as one id is the beginning of another. Not exercised if that
 * does not happen.
 */
export async function writePrefixIds(
  scenario: Scenario,
  { created, values }: Extract<Move, { kind: 'write-alike' }>,
): Promise<MoveResult> {
  const short = await findShortId(scenario, created);
  if (short.kind !== 'done') return short;
  scenario.items.set(SHORT, short.value);
  for (const step of [
    () => replaceItem(scenario, { kind: 'replace', item: SHORT, values, manner: 'plain' }),
    () => checkItems(scenario, 'touched'),
    () => removeItem(scenario, short.value),
    () => checkItems(scenario, 'touched'),
  ]) {
    const verdict = await step();
    if (verdict.kind !== 'done') return verdict;
  }
  return done;
}

/** Whether an id that begins with another one exists, or comes with the next creations. */
export function isPrefixIdNear(items: OwnedItems, creations = NEAR): boolean {
  const shorts = [...writableItems(items).keys()];
  const isThere = prefixIdsIn(shorts, [...items.byKey.keys()]) !== null;
  return isThere || creationsToPrefixIds(shorts, lastOf(items)) <= creations;
}

/** Returns the item with the shorter id, as an item of the scenario. */
async function findShortId(
  scenario: Scenario,
  created: Extract<Move, { kind: 'write-alike' }>['created'],
): Promise<MoveResult<OwnedItem>> {
  const { session } = scenario;
  for (let made = 0; ; ) {
    const items = new Map([
      ...session.items.idle.map((item) => [item.key, item] as const),
      ...writableItems(session.items),
      ...scenario.alive.map((item) => [item.key, item] as const),
    ]);
    const keys = [...items.keys()];
    const [shortKey = '', longKey = ''] = prefixIdsIn(keys, keys) ?? [];
    const short = items.get(shortKey);
    const long = items.get(longKey);
    if (long !== undefined && takeIdle(scenario, long)) scenario.items.set(LONG, long);
    if (short !== undefined) return doneWith(takeIntoScenario(scenario, short));
    const away = creationsToPrefixIds(keys, lastOf(session.items));
    const left = (away === Infinity ? TRIED : created.length) - made;
    if (left <= 0 || (away !== Infinity && away > left)) break;
    // Beside other laws, ids pass fast: then all are created at once.
    const next = created.slice(made, made + Math.min(left, session.sender.atOnce));
    if (next.length === 0) break;
    const verdict = await settle(
      next.map((values, index) => createAndRead(scenario, `alike${made + index + 1}`, values)),
    );
    if (verdict.kind !== 'done') return verdict;
    made += next.length;
  }
  return notExercised(inapplicable.noPrefixIds);
}

/** Reads the new item now, so that a later difference is due to what is done to the other item. */
async function createAndRead(
  scenario: Scenario,
  label: string,
  values: JsonObject,
): Promise<MoveResult> {
  const creation = await trackPendingCreation(scenario, () =>
    createItem(scenario, { kind: 'create', item: label, values, manner: 'plain' }),
  );
  if (creation.kind !== 'done' || !scenario.session.service.offers('read')) return creation;
  const item = scenario.item(label);
  return item.kind === 'done' ? readItem(scenario, item.value) : item;
}

/** Takes an item that no other law uses out of those; `false` if it is none of them. */
function takeIdle({ session: { items } }: Scenario, item: OwnedItem): boolean {
  const place = items.idle.indexOf(item);
  if (place >= 0) items.idle.splice(place, 1);
  return place >= 0;
}

/** Takes an item into the scenario. If it was a sentinel, the kept item replaces it. */
function takeIntoScenario(scenario: Scenario, short: OwnedItem): OwnedItem {
  const { items } = scenario.session;
  const place = items.sentinels.indexOf(short);
  if (place >= 0 && items.kept !== null) items.sentinels.splice(place, 1, items.kept);
  if (place >= 0 || items.kept === short) items.kept = null;
  takeIdle(scenario, short);
  for (const [label, item] of scenario.items) if (item === short) scenario.items.delete(label);
  return short;
}

/**
 * The items of the run that may be written to here: if an item is kept, that one and the sentinels.
 */
function writableItems({ kept, sentinels }: OwnedItems): ReadonlyMap<string, OwnedItem> {
  return new Map((kept === null ? [] : [kept, ...sentinels]).map((item) => [item.key, item]));
}

function lastOf({ everOwned }: OwnedItems): string | undefined {
  return [...everOwned].at(-1);
}

const SHORT = 'short';
const LONG = 'long';

/** How many creations are few, and how many are tried if ids do not count up. */
const NEAR = 4;
const TRIED = 2;
