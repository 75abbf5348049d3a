// Measures how far reads lag behind writes: creates, changes and removes an item, and looks at it
// and at the list until they show that. Compares states with each other, not with the contract.

import { equal } from '../../base/equal.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import { type Sight, type Watched, watchUntilNew } from '../checks/watch-until-new.ts';
import { readAll } from '../pages/read-all-pages.ts';
import type { MoveResult } from '../scenario/move-result.ts';
import { trackPendingCreation } from '../scenario/pending-creation.ts';
import { Scenario } from '../scenario/scenario.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import { type MeasuredLag, waitFor } from '../session/reading-lag.ts';
import type { Session } from '../session/session.ts';
import { createItem } from './create-item.ts';
import { removeItem } from './remove-item.ts';
import { replaceItem } from './replace-item.ts';
import { updateItem } from './update-item.ts';

/** Measures the lag: once as it comes, and then with waits, which must be enough. */
export async function measureLag(session: Session, make: ItemFactory): Promise<MeasuredLag> {
  const { guard } = session.sender;
  const before = session.lag.waitMs;
  try {
    let measured = await measureOnce(session, make, before);
    let onces = 0;
    for (let times = 0; times < CONFIRMED_MAX && measured.kind === 'late'; times++) {
      const longestMs = Math.max(measured.settledMs, measured.acceptedMs);
      const again = await measureOnce(session, make, Math.max(before, waitFor(longestMs)));
      if (again.kind === 'prompt') return measured;
      // A lag that varies may end between two looks; longer waits each time outlast that.
      const once = again.kind === 'late' ? again.once : null;
      if (once !== null && ++onces >= ONCES) return { kind: 'unsteady', finding: once };
      measured = again;
    }
    return measured.kind === 'late' ? { kind: 'unsettled' } : measured;
  } finally {
    guard.settle(session.lag.waitMs);
  }
}

/** How often a longer lag may follow a lag. */
const CONFIRMED_MAX = 5;

/** In how many measurements with longer and longer waits the first look alone must be old. */
const ONCES = 3;

async function measureOnce(
  session: Session,
  make: ItemFactory,
  firstMs: number,
): Promise<MeasuredLag> {
  const scenario = new Scenario(session);
  try {
    return await new Measurement(scenario, make, firstMs).measure();
  } finally {
    session.sender.guard.settle(firstMs);
    await scenario.cleanUp();
  }
}

/** How many items more may be made to find out how late a service is, before one was removed. */
const TRIES_MORE = 10;

type Place = 'read' | 'list';

/** What a place shows of the item; `null` if it shows no such item, `undefined` if it failed. */
type Shown = JsonObject | null | undefined;

class Measurement {
  private readonly scenario: Scenario;
  private readonly make: ItemFactory;
  private readonly firstMs: number;
  /** What each place showed last. */
  private readonly shown = new Map<Place, Shown>();
  private lagMs = 0;
  private settledMs = 0;
  private acceptedMs = 0;
  private once: Finding | null = null;

  constructor(scenario: Scenario, make: ItemFactory, firstMs: number) {
    this.scenario = scenario;
    this.make = make;
    this.firstMs = firstMs;
  }

  async measure(): Promise<MeasuredLag> {
    // Fills the caches that the service may have.
    await this.elements();
    const item = await this.create();
    if (item === null) return UNMEASURED;
    return (
      (await this.watch('create', item, new Map())) ??
      (await this.change(item)) ??
      (await this.remove(item)) ??
      (this.settledMs + this.acceptedMs === 0
        ? { kind: 'prompt' }
        : {
            kind: 'late',
            lagMs: this.lagMs,
            settledMs: this.settledMs,
            acceptedMs: this.acceptedMs,
            once: this.once,
          })
    );
  }

  /** Creates an item. If it cannot be found, the next one gets more time. */
  private async create(): Promise<OwnedItem | null> {
    const { scenario } = this;
    const { sender, lag, service, items } = scenario.session;
    if (items.removal === 'untried' && service.offers('remove')) sender.guard.grant(TRIES_MORE);
    const waits = [this.firstMs, ...WAITS_MS.filter((ms) => ms > this.firstMs), lag.lagMsMax];
    for (const [index, waitMs] of waits.entries()) {
      sender.guard.settle(Math.min(waitMs, lag.lagMsMax));
      const label = `lag${index}`;
      const values = this.make.plain();
      const made = await trackPendingCreation(scenario, () =>
        createItem(scenario, { kind: 'create', item: label, values, manner: 'plain' }),
      );
      sender.guard.settle(0);
      const item = scenario.items.get(label);
      if (item !== undefined) {
        // The wait before was too short.
        const lagMs = Math.max(1, waits[index - 1] ?? 0);
        if (service.traits.idAt.kind === 'list' && index > 0)
          this.count({ lagMs, settledMs: waitMs }, 'read');
        return item;
      }
      if (made.kind !== 'broken' || made.findings[0]?.code !== 'not-created') return null;
    }
    return null;
  }

  private async change(item: OwnedItem): Promise<MeasuredLag | null> {
    const before = new Map(this.shown);
    const isChanged = await this.changeNow(item);
    return isChanged ? this.watch(item.lastWrite, item, before) : null;
  }

  /** Changes the item in any way; `false` if the service does not take that. */
  private async changeNow(item: OwnedItem): Promise<boolean> {
    const { scenario } = this;
    const { service } = scenario.session;
    const move = { item: item.label, values: this.make.plain(), manner: 'unusual' } as const;
    let changed: MoveResult | null = null;
    if (service.offers('replace'))
      changed = await replaceItem(scenario, { kind: 'replace', ...move });
    else if (service.offers('update'))
      changed = await updateItem(scenario, { kind: 'update', ...move });
    return changed?.kind === 'done' && (changed.value ?? null) !== null;
  }

  private async remove(item: OwnedItem): Promise<MeasuredLag | null> {
    const { scenario } = this;
    if (!scenario.session.service.offers('remove')) return null;
    const before = new Map(this.shown);
    const removed = await removeItem(scenario, item);
    if (removed.kind !== 'done' || item.isAlive) return null;
    const unsettled = await this.watch('remove', item, before);
    const { items, sender } = scenario.session;
    if (unsettled === null && items.removal === 'untried') {
      // What the run removes is gone in the end.
      items.removal = 'works';
      sender.guard.lift();
    }
    return unsettled;
  }

  /** Watches all places that may show a write; `null` if all of them did in the end. */
  private async watch(
    kind: Kind,
    item: OwnedItem,
    before: ReadonlyMap<Place, Shown>,
  ): Promise<MeasuredLag | null> {
    const { clock, sender, lag } = this.scenario.session;
    const { guard } = sender;
    const since = guard.wroteAt();
    const isAccepted = guard
      .since(guard.mark() - RECENT)
      .some(({ call, received }) => received?.status === 202 && call.method !== 'GET');
    const watched = await Promise.all(
      this.places().map(async (place): Promise<readonly [Place, Watched]> => {
        const was = kind === 'create' ? null : before.get(place);
        if (was === undefined || (kind !== 'create' && was === null)) return [place, SETTLED];
        const isHidden = (member: string): boolean => !Object.hasOwn(was ?? {}, member);
        if (kind !== 'create' && kind !== 'remove' && Object.keys(item.sent).every(isHidden))
          return [place, SETTLED];
        const look = async (): Promise<Sight> =>
          sightOf(await this.show(place, item, kind === 'create'), was, kind);
        const { now, wait } = clock;
        const { lagMsMax } = lag;
        return [
          place,
          await watchUntilNew({ look, now, wait, since, firstMs: this.firstMs, lagMsMax }),
        ];
      }),
    );
    for (const [place, one] of watched) {
      const stale = (manner: 'back' | 'first', afterMs: number): Finding =>
        this.staleRead(item, place, { write: kind, manner, afterMs });
      if (one.kind === 'settled') {
        this.count(one, isAccepted ? 'accepted' : 'read');
        if (one.isOnce) this.once = stale('first', one.lagMs);
      } else if (one.kind === 'unsteady')
        return { kind: 'unsteady', finding: stale('back', one.afterMs) };
      else return one.kind === 'failed' ? UNMEASURED : one;
    }
    return null;
  }

  private staleRead(
    { key }: OwnedItem,
    operation: Place,
    seen: {
      readonly write: Kind;
      readonly manner: 'back' | 'first';
      readonly afterMs: number;
    },
  ): Finding {
    const { contract } = this.scenario.session.service;
    const item = itemName(contract, key);
    return itemFinding(contract, { code: 'stale-read', operation }, { item, ...seen });
  }

  private count(
    { lagMs, settledMs }: { readonly lagMs: number; readonly settledMs: number },
    about: 'read' | 'accepted',
  ): void {
    if (about === 'accepted') {
      this.acceptedMs = Math.max(this.acceptedMs, settledMs);
      return;
    }
    this.lagMs = Math.max(this.lagMs, lagMs);
    this.settledMs = Math.max(this.settledMs, settledMs);
  }

  private places(): readonly Place[] {
    const { service } = this.scenario.session;
    return (['read', 'list'] as const).filter(
      (place) => service.offers(place) && (place === 'read' || service.isListAffordable()),
    );
  }

  private async show(place: Place, item: OwnedItem, isMissed: boolean): Promise<Shown> {
    const shown = await this.showNow(place, item, isMissed);
    this.shown.set(place, shown);
    return shown;
  }

  private async showNow(place: Place, item: OwnedItem, isMissed: boolean): Promise<Shown> {
    const { service, sender } = this.scenario.session;
    const keyOf = (record: JsonObject): string | null => service.keyOf(record);
    if (place === 'list') {
      const elements = await this.elements(isMissed ? item.key : null);
      return elements === null
        ? undefined
        : (elements.find((element) => keyOf(element) === item.key) ?? null);
    }
    const exchange = await sender.sendUnlessStopped(service.call('read', item.key, null));
    if (exchange.kind !== 'received') return undefined;
    const { status, body } = exchange.received;
    if (status >= 400 && status < 500) return null;
    if (status >= 300 || body.kind !== 'json' || !isObject(body.value)) return undefined;
    return keyOf(body.value) === item.key ? body.value : null;
  }

  /** All elements of the list. A missing item may be on a further page. */
  private async elements(missing: string | null = null): Promise<readonly JsonObject[] | null> {
    const { service, sender } = this.scenario.session;
    if (!service.offers('list')) return null;
    const all = await readAll({
      send: (call) => sender.sendUnlessStopped(call),
      call: service.call('list', null, null),
      pager: service.traits.pager,
      isMissed: (elements) =>
        missing !== null && !elements.some((element) => service.keyOf(element) === missing),
    });
    return all.kind === 'unread' ? null : all.elements;
  }
}

/** Compares what a place shows with what it showed before the write. */
function sightOf(shown: Shown, was: JsonObject | null, kind: Kind): Sight {
  if (shown === undefined) return 'failed';
  // An item that is there and was not removed is missing: that is older still.
  if (shown === null) return kind === 'remove' ? 'new' : 'old';
  if (was === null) return 'new';
  const isSame = Object.keys(was).every((member) => sameJson(own(was, member), own(shown, member)));
  return isSame ? 'old' : 'new';
}

function sameJson(one: Json | undefined, other: Json | undefined): boolean {
  return one === undefined || other === undefined ? one === other : equal(one, other);
}

const SETTLED: Watched = { kind: 'settled', lagMs: 0, settledMs: 0, isOnce: false };
const UNMEASURED: MeasuredLag = { kind: 'unmeasured' };

/** How long the reads after a creation wait whose item was not found without a wait. */
const WAITS_MS = [50, 250, 1_000];

/** How many exchanges back the last write is. */
const RECENT = 3;
