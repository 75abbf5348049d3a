// What becomes of an item when the item above it is removed, if the contract says so: whether the
// removal is refused, and else whether the item is still shown where all items of its kind are.

import { StandinError } from '../../base/errors.ts';
import type { Option } from '../../contract/choice-row.ts';
import { wireCall } from '../../model/message/usual-call.ts';
import { type RemovedOwnItems, removeOwnItems } from '../cleanup/remove-own-items.ts';
import { type Drift, differingChoice } from '../learn/learned-profile.ts';
import { performMove } from '../moves/perform-move.ts';
import type { Exchanged } from '../report.ts';
import { Scenario } from '../scenario/scenario.ts';
import { createItemFactory, type ItemFactory } from '../session/item-factory.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import type { Session } from '../session/session.ts';
import { probeCreate, recordBystanders } from './probe-service.ts';
import { checkReachable } from './reach-service.ts';

/** The sessions for what is below an item of the run. */
export interface Below {
  readonly nested: Session;
  /** All items of that kind, whatever they are below; `null` if no contract shows them. */
  readonly flat: Session | null;
  /** Called with what could not be removed, of the nested items and of all. */
  close(swept: readonly RemovedOwnItems[]): Promise<void>;
}

export type OpenBelow = (key: string) => Below;

/** How often, and after how many milliseconds each time, a late removal is looked for. */
const [LOOKS_MAX, BETWEEN_LOOKS_MS] = [5, 500];

/** Makes an item and one below it, removes the upper one, and looks. `null` if all is as specified. */
export async function checkRemovedParent(
  session: Session,
  make: ItemFactory,
  { shown, open }: { readonly shown: Option; readonly open: OpenBelow },
): Promise<Drift | null> {
  const { service, sender } = session;
  const scenario = new Scenario(session);
  const mark = sender.guard.mark();
  const values = make.plain();
  const made = await performMove(scenario, {
    kind: 'create',
    item: 'above',
    values,
    manner: 'plain',
  });
  const [parent] = scenario.alive;
  if (made.kind !== 'done' || parent === undefined) return null;
  const below = open(parent.key);
  try {
    const child = await makeBelow(below);
    if (child === null) return null;
    const creation = creationOf(below.nested, child);
    const before = sender.guard.since(mark);
    const seen = await remove(session, parent, { below, child, shown });
    if (seen === null) return null;
    service.observe('parent.removed', seen.option);
    if (seen.option === shown) return null;
    const removal = sender.guard.since(mark).slice(before.length);
    const evidence = [...before, ...creation, ...removal, ...seen.look];
    const clause = service.contract.operations.remove?.source ?? service.contract.title;
    return differingChoice(
      { choice: 'parent.removed', clause, option: seen.option, evidence },
      shown,
      service.contract,
    );
  } finally {
    const { nested, flat } = below;
    const swept = [await removeOwnItems(nested)];
    if (flat !== null) swept.push(await removeOwnItems(flat));
    await below.close(swept);
    await scenario.cleanUp();
  }
}

/** Makes an item below the parent; `null` if none can be made. */
async function makeBelow({ nested, flat }: Below): Promise<OwnedItem | null> {
  try {
    for (const session of flat === null ? [nested] : [nested, flat]) {
      await checkReachable(session);
      await recordBystanders(session);
    }
    await probeCreate(nested, createItemFactory(nested));
  } catch (error) {
    // The run of that contract says why it cannot be judged.
    if (error instanceof StandinError) return null;
    throw error;
  }
  const [child] = nested.items.sentinels;
  if (child === undefined) return null;
  // What stays there without its parent is removed at its other address.
  for (const { key, mark, sent } of nested.items.sentinels)
    await flat?.items.claim(key, mark, sent);
  return child;
}

interface Fate {
  readonly option: Option;
  /** The read that shows it. */
  readonly look: readonly Exchanged[];
}

/** Removes the parent and looks at the child; `null` if that shows nothing. */
async function remove(
  { service, sender, clock }: Session,
  parent: OwnedItem,
  { below, child, shown }: { below: Below; child: OwnedItem; shown: Option },
): Promise<Fate | null> {
  const { nested, flat } = below;
  if (flat !== null && (await statusOf(flat, child)) >= 300) return null;
  const exchange = await sender.sendUnlessStopped(service.call('remove', parent.key, null));
  if (exchange.kind !== 'received') return null;
  const { status } = exchange.received;
  if (status >= 400) return REFUSING.has(status) ? { option: 'refuse', look: [] } : null;
  if (status >= 300) return null;
  for (let looks = 1; ; looks++) {
    const place = flat ?? nested;
    const mark = place.sender.guard.mark();
    const found = await statusOf(place, child);
    const look = place.sender.guard.since(mark).slice(-1);
    if (found < 300) {
      if (shown !== 'remove' || looks >= LOOKS_MAX) return { option: 'keep', look };
    } else if (found !== 404 && found !== 410) return null;
    // Without a parent, nothing is at the nested path in either case.
    else if (flat !== null) return { option: 'remove', look };
    else return shown === 'refuse' ? { option: 'remove', look } : null;
    await clock.wait(BETWEEN_LOOKS_MS);
  }
}

/** Statuses by which services refuse to remove what has items below it. */
const REFUSING: ReadonlySet<number> = new Set([400, 403, 409, 412, 422, 423]);

/** The status of a read of the child; 500 if there was no answer. */
async function statusOf({ service, sender }: Session, { key }: OwnedItem): Promise<number> {
  const exchange = await sender.sendUnlessStopped(service.call('read', key, null));
  return exchange.kind === 'received' ? exchange.received.status : 500;
}

/** The creation of the child as it is on the wire. */
function creationOf({ service, sender }: Session, { mark }: OwnedItem): readonly Exchanged[] {
  const { contract } = service;
  const found = sender.guard
    .since(0)
    .find(
      ({ call }) =>
        call.method === 'POST' && call.body.kind === 'json' && call.body.text.includes(mark),
    );
  return found === undefined ? [] : [{ ...found, call: wireCall(contract, 'create', found.call) }];
}
