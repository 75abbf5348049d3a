// What one run knows of the service: the contract it is held to, the way in, the ways it has, and
// the items that are the run's.

import { equal } from '../../base/equal.ts';
import { type Json, type JsonObject, own } from '../../base/json.ts';
import type { Option } from '../../contract/choice.ts';
import type { ChoiceKey, Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import { itemMembers, requestMembers, requiredMembers } from '../../contract/item-members.ts';
import { type Kind, methods } from '../../contract/operation-kinds.ts';
import { toKey } from '../../model/ids/ids.ts';
import { type Call, type Headers, noBody, readBody } from '../../model/message/call.ts';
import type { Habit, Habits } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import type { Admissible } from '../../oracle/rulings.ts';
import type { Checker } from '../../schema/check.ts';
import type { Schemas } from '../../schema/schema.ts';
import { type Activity, unwatched } from '../activity.ts';
import { Access } from '../guard/access.ts';
import type { Guard, GuardedExchange } from '../guard/guard.ts';
import { InterruptibleSender } from '../guard/interruptible-sender.ts';
import { Bystanders, type Window } from './bystanders.ts';
import { ExpectedState } from './expected-state.ts';
import type { OwnedItem } from './owned-item.ts';
import { isSafeIntegerId } from './safe-integer-id.ts';
import type { ServiceTraits } from './service-traits.ts';

export interface SessionOptions {
  readonly contract: Contract;
  readonly schemas: Schemas;
  readonly checker: Checker;
  readonly guard: Guard;
  /** Stands in everything that the run makes. */
  readonly token: string;
  readonly pins: Partial<Profile>;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** When the run must be done, in the milliseconds of `now`. */
  readonly deadline: number;
  /** Whether somebody has stopped the run. */
  readonly isStopped?: () => boolean;
  /** Told what is sent for what. */
  readonly during?: Activity;
}

export class Session {
  readonly contract: Contract;
  readonly schemas: Schemas;
  readonly checker: Checker;
  readonly guard: Guard;
  readonly during: Activity;
  readonly token: string;
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  readonly deadline: number;
  /** Options that are known of the service, by pin or by what it did. */
  settled: Partial<Profile>;
  readonly habits: Habits = new Map();
  readonly traits: ServiceTraits;
  /** What is noticed and is no fault. */
  readonly notes = new Set<string>();
  /** How often each option of a choice was seen. */
  readonly seen = new Map<ChoiceKey, Map<Option, number>>();
  /** Every item of the run that is there, by key. */
  readonly owns = new Map<string, OwnedItem>();
  /** Those whose removal is under way: their ids may be given out again before it is answered. */
  readonly leaving = new Set<OwnedItem>();
  /** Every key that was the run's at some time. */
  readonly everOwned = new Set<string>();
  /** Items that stand through the whole run: whatever is done to others must leave them alone. */
  readonly sentinels: OwnedItem[] = [];
  /** An item that is kept for the law about ids that begin alike; `null` where there is none. */
  kept: OwnedItem | null = null;
  readonly bystanders: Bystanders;
  readonly wayOut: InterruptibleSender;
  readonly access: Access;
  /** What was written since the list was last looked at, by whatever stage. */
  window: Window;
  /** The members that were seen to hold values of the right form. */
  readonly sound = new Set<string>();
  /** Creations that were sent and whose id is not known yet, and how many there were in all. */
  creating = 0;
  created = 0;
  /** What was wrong with the list before the run wrote anything. */
  listFlaws: readonly Finding[] = [];
  /** Which operation was seen to change things by reading them; `null` where none was. */
  readingHarm: Kind | null = null;
  /**
   * How many things are done at once: more than one where answers take long and are seen to come at
   * the same time.
   */
  atOnce = 1;
  /** The calls by which the whole list was read last, page by page. */
  pageCalls: readonly Call[] = [];
  private turns = 0;
  private pagesRead = 0;
  private readonly shelf: ExpectedState;
  private serials = 0;

  constructor(options: SessionOptions) {
    const { contract, schemas } = options;
    this.contract = contract;
    this.schemas = schemas;
    this.checker = options.checker;
    this.guard = options.guard;
    this.during = options.during ?? unwatched;
    this.token = options.token;
    this.now = options.now;
    this.wait = options.wait;
    this.deadline = options.deadline;
    this.wayOut = new InterruptibleSender(options.guard, options.isStopped ?? (() => false));
    this.settled = { ...options.pins };
    const first = this.offers('list')
      ? this.call('list', null, null)
      : this.call('read', options.token, null);
    const isPutOff: Guard['isPutOff'] = (received) => options.guard.isPutOff(received);
    this.access = new Access({ send: (call) => this.send(call), first, isPutOff });
    this.window = { kinds: new Set(), since: options.now() };
    this.bystanders = new Bystanders({
      token: options.token,
      members: this.members,
      keyOf: (element) => this.keyOf(element),
      isOwned: (key) => this.everOwned.has(key),
      now: options.now,
    });
    this.shelf = new ExpectedState(options);
    this.traits = {
      createMembers: this.membersOf('create'),
      replaceMembers: this.membersOf('replace'),
      fixedMembers: [],
      replaceId: 'left-out',
      idAt: { kind: 'list' },
      pager: null,
      listed: new Set(),
    };
  }

  /** Whether the contract has an operation. */
  offers(kind: Kind): boolean {
    return this.contract.operations[kind] !== undefined;
  }

  /** The members of an item, without its id. */
  get members(): readonly string[] {
    return itemMembers(this.contract, this.schemas);
  }

  /** The members that a request may hold, without the id. */
  membersOf(kind: 'create' | 'replace'): readonly string[] {
    return requestMembers(this.contract, this.schemas, kind);
  }

  /** The members that the contract shows a request to hold. */
  shownMembers(kind: 'create' | 'replace'): readonly string[] {
    return requiredMembers(this.contract, this.schemas, kind);
  }

  /** What a replacement of an item has to leave as it is. */
  fixedOf(item: OwnedItem): JsonObject {
    const { fixedMembers } = this.traits;
    return Object.fromEntries(
      Object.entries(item.sent).filter(([member]) => fixedMembers.includes(member)),
    );
  }

  /** Takes an item as the run's, so that it is removed at the end. */
  async claim(key: string, mark: string): Promise<boolean> {
    const isTaken = await this.guard.own(key, mark);
    if (isTaken) this.everOwned.add(key);
    if (isTaken) this.wayOut.claimed();
    return isTaken;
  }

  /** How long the service took to answer on average so far, in milliseconds. */
  answerMs(): number {
    const sent = this.guard.since(0);
    return sent.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0) / Math.max(1, sent.length);
  }

  /** Whether elements of the list show every member of an item. */
  isListWhole(): boolean {
    return this.members.every((member) => this.traits.listed.has(member));
  }

  nextTurn(): number {
    return this.turns++;
  }

  /** A list of many pages is not read each time. */
  isListAffordable(): boolean {
    return this.pagesRead < PAGES_READ_MAX;
  }

  countPages(pages: number): void {
    if (pages > PAGES_CHEAP) this.pagesRead += pages;
  }

  nextSerial(): number {
    return ++this.serials;
  }

  /** The call that an operation is. */
  call(kind: Kind, key: string | null, text: string | null): Call {
    const path =
      key === null ? this.contract.path : `${this.contract.path}/${encodeURIComponent(key)}`;
    const headers: Headers = text === null ? ACCEPT : SENDING;
    return {
      method: methods[kind].method,
      path,
      query: '',
      headers,
      body: text === null ? noBody : readBody(text),
    };
  }

  send(call: Call): Promise<GuardedExchange> {
    return this.wayOut.send(call);
  }

  /** The rulings that the contract admits for a call, on what the run knows to be there. */
  rulings(call: Call): readonly Admissible[] {
    return this.shelf.rulings(call, this.settled);
  }

  /** Takes down what an item should hold now, for the rule book to rule on. */
  keep(item: OwnedItem): void {
    this.shelf.keep(item);
  }

  /** Takes down that an item is gone or on its way; another may have its id by now. */
  drop(item: OwnedItem): void {
    if (this.owns.get(item.key) !== item) return;
    this.owns.delete(item.key);
    this.shelf.keep(item);
  }

  /** Whether an id belongs to an item of the run that stays. */
  holds(key: string): boolean {
    const item = this.owns.get(key);
    return item !== undefined && !this.leaving.has(item);
  }

  /** Takes down a habit that was seen. */
  learn(habits: readonly Habit[], assumed: readonly Partial<Profile>[]): void {
    for (const { about, way } of habits) if (!this.habits.has(about)) this.habits.set(about, way);
    for (const options of assumed) {
      for (const [key, option] of Object.entries(options)) this.observe(key as ChoiceKey, option);
    }
  }

  observe(key: ChoiceKey, option: Option): void {
    const options = this.seen.get(key) ?? new Map<Option, number>();
    options.set(option, (options.get(option) ?? 0) + 1);
    this.seen.set(key, options);
  }

  /**
   * The key of an element of the list or of a record, or `null` where it has no id that could stand
   * in a path.
   */
  keyOf(record: JsonObject): string | null {
    const id = own(record, this.contract.id);
    return id === undefined || id === null || typeof id === 'object' || !isSafeIntegerId(id)
      ? null
      : toKey(id);
  }

  isTimeLeft(ms: number): boolean {
    return this.now() + ms < this.deadline;
  }

  sameId(a: Json | undefined, b: Json): boolean {
    return a !== undefined && equal(a, b);
  }
}

/** How many pages are read in a run for lists of more than a few. */
const PAGES_READ_MAX = 250;
const PAGES_CHEAP = 4;

const ACCEPT: Headers = { accept: 'application/json' };
const SENDING: Headers = { accept: 'application/json', 'content-type': 'application/json' };
