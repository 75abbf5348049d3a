// One look at everything that a stage has made: the list and the items, compared with what should
// be there and with each other.

import { Broken, type Scenario } from '../scenario/scenario.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import { attribute } from './attribute.ts';
import { type Discrepancy, discrepancyOf, ghostOf, strayIn } from './discrepancies.ts';
import { type ReadBack, type ReadBacks, readBack, readBackItem } from './read-back.ts';

/**
 * Looks at everything; throws `Broken` with the first thing that is wrong. With `all`, every item
 * is read; else those that were written to since the last look, one more in turn, and those that
 * the list shows otherwise than they should be.
 */
export async function checkItems(scenario: Scenario, scope: 'all' | 'touched'): Promise<void> {
  const { session } = scenario;
  const alive = [...scenario.alive];
  const removed = scenario.removed.slice(-REMOVED_LOOKED_AT);
  const chosen = scope === 'all' ? alive : worthReading(scenario, alive);
  const ghosts = scope === 'all' ? removed : removed.filter((item) => item.touched.length > 0);
  const created = session.creating > 0 ? null : session.created;
  const sights = await readBack(scenario, [...chosen, ...ghosts], [...alive, ...session.sentinels]);
  tellLoss(scenario, sights);
  for (const item of alive) await examine(scenario, item, sights);
  for (const item of ghosts)
    tell(scenario, ghostOf(scenario, item, sights.list, sights.items.get(item) ?? UNSEEN));
  if (sights.listFlaw !== null) throw sights.listFlaw;
  if (sights.list !== null) await lookFurther(scenario, sights, created === session.created);
  for (const item of [...alive, ...removed]) item.touched = [];
  scenario.since = { writes: [], reads: [], isPaused: false };
}

/** Where the contract reads no single item. */
const UNSEEN: ReadBack = { kind: 'missing', status: 404 };

/** How many removed items, the last ones, are looked for each time. */
const REMOVED_LOOKED_AT = 3;

/**
 * Where the list shows whole items, it shows each as well as reading it would: the first and the
 * last that were written to are read too. Else all of those are, and one more in turn.
 */
function worthReading(scenario: Scenario, alive: readonly OwnedItem[]): readonly OwnedItem[] {
  const touched = alive.filter((item) => item.touched.length > 0);
  if (scenario.session.isListWhole())
    return touched.filter((item, index) => index === 0 || item === touched.at(-1));
  const untouched = alive.filter((item) => item.touched.length === 0);
  const next = untouched[scenario.session.nextTurn() % Math.max(1, untouched.length)];
  return alive.filter((item) => item.touched.length > 0 || item === next);
}

/**
 * That all items are gone that stand through the whole run need not be the fault of the last write:
 * where that removed, both are told.
 */
function tellLoss(scenario: Scenario, { list }: ReadBacks): void {
  const { sentinels, window } = scenario.session;
  const keys = new Set(list?.elements.map((element) => scenario.session.keyOf(element)));
  const [item] = sentinels;
  if (
    list === null ||
    item === undefined ||
    sentinels.length < 2 ||
    sentinels.some(({ key }) => keys.has(key))
  )
    return;
  const findings = [attribute(scenario, { kind: 'all-lost', item, count: sentinels.length })];
  if (window.kinds.has('remove'))
    findings.push(attribute(scenario, { kind: 'lost', item, status: null }));
  sentinels.splice(0);
  throw new Broken(findings);
}

/** An item that was not read is, where the list shows that something is wrong with it. */
async function examine(scenario: Scenario, item: OwnedItem, sights: ReadBacks): Promise<void> {
  const seen = sights.items.get(item);
  const damage = discrepancyOf(scenario, item, sights.list, seen ?? null);
  if (damage === null || seen !== undefined || !scenario.session.offers('read'))
    return tell(scenario, damage);
  tell(
    scenario,
    discrepancyOf(scenario, item, sights.list, await readBackItem(scenario, item)) ?? damage,
  );
}

/**
 * Looks at what is not of this stage: items that stand through the whole run, strays, and those of
 * others.
 */
async function lookFurther(
  scenario: Scenario,
  sights: ReadBacks,
  isSettled: boolean,
): Promise<void> {
  const { session } = scenario;
  const elements = sights.list?.elements ?? [];
  const stray = isSettled ? strayIn(scenario, elements) : null;
  if (stray !== null) {
    await session.claim(stray.key, stray.mark);
    tell(scenario, stray.damage);
  }
  const standing = [...session.sentinels];
  for (const item of standing) {
    try {
      await examine(scenario, item, sights);
    } catch (error) {
      session.sentinels.splice(session.sentinels.indexOf(item), 1);
      throw error;
    }
  }
  const overwritten = session.bystanders.see(elements, session.window);
  session.window = { kinds: new Set(), since: session.now() };
  if (overwritten !== null)
    tell(scenario, { kind: 'overwritten', key: overwritten.key, by: overwritten.kind });
}

function tell(scenario: Scenario, damage: Discrepancy | null): void {
  if (damage !== null) throw new Broken([attribute(scenario, damage)]);
}
