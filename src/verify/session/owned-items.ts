// The items that the run made, and what should be there of them now.

import type { Json, JsonObject } from '../../base/json.ts';
import type { Profile } from '../../contract/choices.ts';
import type { Call } from '../../model/message/call.ts';
import { ANYTHING, type Candidate } from '../../oracle/expectation.ts';
import type { Admissible } from '../../oracle/rulings.ts';
import { InvalidItems } from '../guard/invalid-items.ts';
import type { KeptSingle } from '../guard/ledger.ts';
import type { Window } from './bystanders.ts';
import type { ExpectedState } from './expected-state.ts';
import type { OwnedItem } from './owned-item.ts';
import type { Sender } from './sender.ts';

export interface OwnedItemsOptions {
  readonly token: string;
  readonly sender: Sender;
  readonly expected: ExpectedState;
  readonly now: () => number;
  /** What an earlier pass of the run has made; absent if there was none. */
  readonly earlier?: EarlierPass;
}

/** A pass of the run before this one. */
export interface EarlierPass {
  /** The ids of its items. */
  readonly keys: readonly string[];
  /** The marks of what it created, each with the id. */
  readonly marks?: ReadonlyMap<string, string>;
  /** How many items it has drawn values for: marks are not used twice. */
  readonly serials: number;
}

export class OwnedItems {
  /** Is in everything that the run makes. */
  readonly token: string;
  /** Every item of the run that exists, by key. */
  readonly byKey = new Map<string, OwnedItem>();
  /** Items whose removal is under way: the service may reuse their ids before it answers. */
  readonly leaving = new Set<OwnedItem>();
  /** Every key that belonged to the run at some time. */
  readonly everOwned = new Set<string>();
  /** The ids at which DELETE found nothing, although no DELETE had removed an item there. */
  readonly unfound = new Set<string>();
  /** Whether an id belonged to two items of the run, one after the other. */
  areIdsReused = false;
  /** Ids that creations under way have chosen. */
  readonly chosenIds = new Set<string>();
  /** Ids that were read before anything had them: the service may remember that nothing is there. */
  readonly foreseen = new Set<string>();
  /** Items that exist through the whole run. No operation on another item may change them. */
  readonly sentinels: OwnedItem[] = [];
  /** The only item at the path, as far as the run may write to it; `null` for none. */
  single: OwnedItem | null = null;
  /** What it held before, if it belongs to the service; `null` if not. */
  borrowed: KeptSingle | null = null;
  /** An item kept for the law about prefix ids; `null` if there is none. */
  kept: OwnedItem | null = null;
  /**
   * Whether the first item of the run was removed, and is gone. If not, and few items may be made, laws
   * share them, and none is given up.
   */
  removal: 'untried' | 'works' | 'fails' = 'untried';
  /** What DELETE changes in an item in place of removing it; `null` if that was not seen. */
  keptBy: string | null = null;
  /** Ids of items that came with each creation, and that nothing shows to be the run's. */
  readonly strangers = new Set<string>();
  /** How many items a creation was seen to make, and whether the list alone shows all of them. */
  perCreation = 1;
  areListed = false;
  /** How many of the few items are kept for creations that a service should refuse. */
  reserve = 1;
  /** Items that laws have done with, the oldest first: others beside them may use those. */
  readonly idle: OwnedItem[] = [];
  /** The item that laws beside each other had done with and that was removed last; `null` for none. */
  removedLast: OwnedItem | null = null;
  /** The marks of creations that were refused: an item that holds one was created all the same. */
  readonly refusedMarks = new Set<string>();
  /** The marks of creations that made an item, each with its key. */
  readonly createdMarks = new Map<string, string>();
  /** The marks of creations without an answer: their items may appear at any time. */
  readonly unansweredMarks = new Set<string>();
  /** What invalid bodies made that the service accepted, and the run could not remove. */
  readonly invalid = new InvalidItems();
  /** Creations that were sent and whose id is not known yet, and all creations. */
  creating = 0;
  created = 0;
  /** What the run wrote since the list was last compared, in all scenarios. */
  window: Window;
  private readonly sender: Sender;
  private readonly expected: ExpectedState;
  private turns = 0;
  private serials = 0;

  constructor({ token, sender, expected, now, earlier }: OwnedItemsOptions) {
    this.token = token;
    this.sender = sender;
    this.expected = expected;
    this.window = { kinds: new Set(), since: now() };
    for (const key of earlier?.keys ?? []) this.everOwned.add(key);
    for (const [mark, key] of earlier?.marks ?? []) this.createdMarks.set(mark, key);
    this.serials = earlier?.serials ?? 0;
  }

  /**
   * Claims an item for the run, so that it is removed at the end. `sent` are the values that it was
   * created with; `null` if only its mark is known.
   */
  async claim(key: string, mark: string, sent: JsonObject | null): Promise<boolean> {
    const isTaken = await this.sender.guard.own(key, mark, { values: sent });
    if (isTaken) this.areIdsReused ||= this.everOwned.has(key);
    if (isTaken) this.everOwned.add(key);
    if (isTaken) this.sender.countClaim();
    return isTaken;
  }

  /** Claims an item that a creation made beside another one. */
  async claimBeside(key: string, mark: string): Promise<boolean> {
    const isTaken = await this.sender.guard.own(key, mark);
    if (isTaken) this.everOwned.add(key);
    return isTaken;
  }

  /** Records that a write gave an item another id. */
  async move(item: OwnedItem, key: string, id: Json): Promise<boolean> {
    if (!(await this.sender.guard.own(key, item.mark))) return false;
    this.everOwned.add(key);
    this.byKey.delete(item.key);
    this.expected.keep({ ...item, isAlive: false });
    await this.sender.guard.release(item.key);
    item.key = key;
    item.id = id;
    this.byKey.set(key, item);
    return true;
  }

  /** Records what an item should hold now. */
  keep(item: OwnedItem): void {
    this.expected.keep(item);
  }

  /**
   * Forgets the values of members that the service makes: any write may change them, or set none. What
   * was sent of those that it takes as well has to stay.
   */
  loosen(members: readonly string[], isTaken: (member: string) => boolean): void {
    if (members.length === 0) return;
    for (const item of this.byKey.values()) {
      const open = members.filter((one) => !Object.hasOwn(item.sent, one) || !isTaken(one));
      item.expectation = new Map([
        ...item.expectation,
        ...open.map((member) => [member, loosened(item.expectation.get(member))] as const),
      ]);
    }
  }

  /** Records that an item is gone or about to be; another may already have its id. */
  drop(item: OwnedItem): void {
    if (this.byKey.get(item.key) !== item) return;
    this.byKey.delete(item.key);
    this.expected.keep(item);
  }

  /** Whether an id belongs to an item of the run that stays. */
  holds(key: string): boolean {
    const item = this.byKey.get(key);
    return item !== undefined && !this.leaving.has(item);
  }

  /** Returns the rulings that the contract admits for a call on the items of the run. */
  rulings(call: Call, settled: Partial<Profile>): readonly Admissible[] {
    return this.expected.rulings(call, settled);
  }

  /** Whether nothing can be removed, so that a run makes few items and keeps them. */
  get areScarce(): boolean {
    return this.removal === 'fails' && this.sender.guard.leave < PLENTY;
  }

  nextTurn(): number {
    return this.turns++;
  }

  nextSerial(): number {
    return ++this.serials;
  }
}

/** So many items are enough for laws that share none. */
const PLENTY = 60;

/** Any value, and none if there may have been none. */
function loosened(known: readonly Candidate[] = []): readonly Candidate[] {
  return [...ANYTHING, ...known.filter(({ isUnset }) => isUnset === true).slice(0, 1)];
}
