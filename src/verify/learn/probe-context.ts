// What the probes of `learn` work with: items of the run, ways to send, and a tally of what the
// replies show. Every item is claimed at once; the token of the run finds the rest.

import { isObject, type Json, type JsonObject, own, pick } from '../../base/json.ts';
import type { Trial } from '../../contract/choice-row.ts';
import type { ChoiceKey } from '../../contract/choices.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { type Call, type Headers, readBody } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import {
  findListed,
  inferChoices,
  type KnownItem,
  type KnownService,
} from '../../oracle/infer-choices.ts';
import { stopIfRemovalsStray } from '../checks/stray-removals.ts';
import { markIn } from '../guard/item-marker.ts';
import { performMove } from '../moves/perform-move.ts';
import { readAll } from '../pages/read-all-pages.ts';
import type { Exchanged } from '../report.ts';
import { findCreatedId, namesOwn, offersOf } from '../scenario/find-created-id.ts';
import { done, doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import { Scenario } from '../scenario/scenario.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import { type OwnedItem, recordOf } from '../session/owned-item.ts';
import type { Session } from '../session/session.ts';
import { type ProbeRequest, REQUESTS_MAX, type Tried } from './probe-request.ts';
import { Tally } from './tally.ts';

export class ProbeContext {
  readonly session: Session;
  readonly make: ItemFactory;
  readonly scenario: Scenario;
  readonly tally = new Tally();
  /** The items that probes share: the first is only read, the last is written to in every way. */
  readonly items: OwnedItem[] = [];
  /** A removed item whose id no other item has. */
  gone: OwnedItem | null = null;
  /** Whether the run has tried to remove one. */
  isRemovalTried = false;
  /** Whether the service reuses removed ids. */
  isReused = false;
  /** The ids that the service gave out, in order. */
  readonly given: Json[] = [];
  /** The statuses of replies, by operation and trial: `replace malformed`. */
  readonly statuses = new Map<string, number>();
  private readonly records = new Map<string, JsonObject>();
  private isListed = false;
  private isRemovalChecked = false;
  private labels = 0;

  private readonly requestsBefore: number;
  private dearest = 0;

  constructor(session: Session, make: ItemFactory) {
    this.requestsBefore = session.sender.guard.requests();
    this.session = session;
    this.make = make;
    this.scenario = new Scenario(session);
  }

  /** Sends a call and counts what the reply shows. Not exercised if there is no reply. */
  async ask(request: ProbeRequest): Promise<MoveResult<Received>> {
    const {
      trial,
      operation,
      call,
      send = (one) => this.session.sender.sendUnlessStopped(one),
    } = request;
    const mark = this.session.sender.guard.mark();
    const exchange = await send(call);
    if (exchange.kind === 'withheld') return notExercised(exchange.message);
    if (exchange.kind === 'trouble')
      return notExercised(`there was no answer: ${exchange.message}`);
    const { received } = exchange;
    this.statuses.set(`${operation ?? call.method} ${trial}`, received.status);
    const { body } = received;
    if (received.status < 300 && body.kind === 'json') this.remember(operation, body.value);
    this.tally.note(
      inferChoices({ operation, trial, call, received, known: this.known() }),
      this.lastSince(mark),
    );
    if (call.method !== 'GET' && call.method !== 'OPTIONS')
      this.session.items.window.kinds.add(operation ?? 'replace');
    return doneWith(received);
  }

  /** The last exchange since a position in the trace. */
  private lastSince(mark: number): readonly Exchanged[] {
    return this.session.sender.guard.since(mark).slice(-1);
  }

  /** Returns the id of an item to read: one of the run, or a bystander if the run has none. */
  readable(): MoveResult<string> {
    const key = this.items[0]?.key ?? this.session.bystanders.keys()[0];
    return key === undefined ? notExercised('there is nothing to read') : doneWith(key);
  }

  /** Returns the item of the run that may be harmed. */
  spare(): MoveResult<OwnedItem> {
    const item = this.items.at(-1);
    return item === undefined ? notExercised('nothing could be created') : doneWith(item);
  }

  private remember(operation: Kind | null, value: Json): void {
    if (operation === 'read' && isObject(value))
      this.records.set(this.session.service.keyOf(value) ?? '', value);
    if (operation === 'list' && Array.isArray(value))
      this.isListed ||= findListed(value, this.known()).length > 0;
  }

  /** Creates an item with plain values. */
  async create(values: JsonObject): Promise<MoveResult<OwnedItem>> {
    const label = `learn${++this.labels}`;
    const creation = await this.bounded(() =>
      this.watched('create', () =>
        performMove(this.scenario, { kind: 'create', item: label, values, manner: 'plain' }),
      ),
    );
    if (creation.kind !== 'done') return creation;
    const item = this.scenario.item(label);
    if (item.kind === 'done') this.given.push(item.value.id);
    return item;
  }

  /** Creates within the limit of requests: finding an id in a long list may take dozens. */
  private async bounded<T>(creation: () => Promise<MoveResult<T>>): Promise<MoveResult<T>> {
    const before = this.spent();
    if (before + this.dearest > REQUESTS_MAX) return notExercised('no requests were left');
    try {
      return await creation();
    } finally {
      this.dearest = Math.max(this.dearest, this.spent() - before);
    }
  }

  /** How many requests were sent so far. */
  spent(): number {
    return this.session.sender.guard.requests() - this.requestsBefore;
  }

  async remove(item: OwnedItem): Promise<MoveResult> {
    const removal = await this.watched('remove', () =>
      performMove(this.scenario, { kind: 'remove', item: item.label }),
    );
    if (removal.kind !== 'done') return removal;
    // The first removal shows whether it took an item of someone else instead.
    if (!this.isRemovalChecked) await this.checkRemoval();
    return item.isAlive ? notExercised('a removal was refused') : done;
  }

  private async checkRemoval(): Promise<void> {
    const { service, sender } = this.session;
    this.isRemovalChecked = true;
    if (!service.offers('list')) return;
    const all = await readAll({
      send: (call) => sender.sendUnlessStopped(call),
      call: service.call('list', null, null),
      pager: service.traits.pager,
      isMissed: () => false,
    });
    // A list that cannot be read shows nothing.
    if (all.kind === 'elements') await stopIfRemovalsStray(this.session, all.elements);
  }

  /** Performs a move, and counts what the replies to its operation show. */
  private async watched(operation: Kind, move: () => Promise<MoveResult>): Promise<MoveResult> {
    const { guard } = this.session.sender;
    const mark = guard.mark();
    try {
      return await move();
    } finally {
      const { method } = this.session.service.call(operation, '', null);
      for (const exchanged of guard.since(mark)) {
        const { call, received } = exchanged;
        if (call.method === method && received !== null)
          this.tally.note(
            inferChoices({ operation, trial: 'plain', call, received, known: this.known() }),
            [exchanged],
          );
      }
    }
  }

  /** Tries a creation that may be refused; `item` is `null` if it made none. */
  tryCreate(trial: Trial, sent: JsonObject, headers: Headers = {}): Promise<MoveResult<Tried>> {
    return this.bounded(() => this.tryNow(trial, sent, headers));
  }

  private async tryNow(
    trial: Trial,
    sent: JsonObject,
    headers: Headers,
  ): Promise<MoveResult<Tried>> {
    const text = JSON.stringify(sent);
    const plain = this.session.service.call('create', null, text);
    const call = { ...plain, headers: { ...plain.headers, ...headers } };
    // The answer to a creation that is not the first with its key is no usual success.
    const operation = trial === 'reused-key' ? null : 'create';
    const reply = await this.ask({ trial, operation, call });
    if (reply.kind !== 'done') return reply;
    const received = reply.value;
    if (received.status >= 300) return doneWith({ received, item: null });
    const mark = markIn(text, this.session.items.token);
    const found = await findCreatedId(this.scenario, sent, mark, received);
    if (found.kind !== 'done') return found;
    const key = found.value === null ? '' : String(found.value.id);
    if (found.value === null && namesOwn(this.session, received)) this.session.sender.countClaim();
    if (found.value === null || this.session.items.byKey.has(key))
      return doneWith({ received, item: null });
    const item = await this.adopt(key, found.value.id, sent);
    return item.kind === 'done' ? doneWith({ received, item: item.value }) : item;
  }

  /** Takes what is at an id as an item of this scenario, so that it is removed with it. */
  async adopt(key: string, id: Json, sent: JsonObject): Promise<MoveResult<OwnedItem>> {
    const { scenario } = this;
    const { items } = this.session;
    const mark = markIn(sent, items.token);
    const { guard } = this.session.sender;
    if (guard.isForeign(key)) await guard.halt({ kind: 'taken', key });
    if (!(await items.claim(key, mark, sent)))
      return notExercised('the new item has the id of an older one');
    const label = `learn${++this.labels}`;
    const item: OwnedItem = {
      label,
      key,
      id,
      mark,
      sent,
      serial: items.nextSerial(),
      expectation: new Map(),
      before: null,
      lastWrite: 'create',
      patched: null,
      rivals: [],
      touched: ['create'],
      isAlive: true,
    };
    scenario.items.set(label, item);
    items.byKey.set(key, item);
    return doneWith(item);
  }

  /**
   * Takes the item that a POST beside a known item made; `null` if it made none: it was answered with
   * the known item, or the list shows no other one.
   */
  async adoptIfMade(
    sent: JsonObject,
    known: OwnedItem,
    received: Received,
  ): Promise<MoveResult<OwnedItem | null>> {
    const { service, items } = this.session;
    const isSearched = service.offers('list') || !this.names(received, known);
    const mark = markIn(sent, items.token);
    const found = isSearched
      ? await findCreatedId(this.scenario, sent, mark, received)
      : doneWith(null);
    if (found.kind !== 'done') return found;
    if (found.value === null) return doneWith(null);
    const { id } = found.value;
    return this.adopt(String(id), id, sent);
  }

  /** Whether an answer to a creation has the id of an item. */
  names(received: Received, { key }: Pick<OwnedItem, 'key'>): boolean {
    const offers = received.status < 300 ? offersOf(this.session, received) : [];
    return offers.some(({ id }) => String(id) === key);
  }

  /**
   * A POST has made nothing else: without a claim, the run would look for one more item. `sent` is what
   * the item holds; `null` if that is not known.
   */
  async claimAgain({ key, mark }: OwnedItem, sent: JsonObject | null): Promise<void> {
    await this.session.items.claim(key, mark, sent);
  }

  /** Returns the body of a replacement that this service accepts, with some values changed. */
  whole(item: OwnedItem, values: JsonObject): JsonObject {
    const { traits, contract } = this.session.service;
    const all = {
      ...item.sent,
      ...recordOf(item, contract.id),
      ...values,
      ...this.session.service.fixedOf(item),
    };
    const sent = pick(all, traits.replaceMembers);
    return traits.replaceId === 'sent' ? { [contract.id]: item.id, ...sent } : sent;
  }

  /** Returns the call of a replacement. It is then no longer known what the item holds. */
  put(item: OwnedItem, text: string, headers?: Headers): Call {
    item.expectation = new Map();
    const call = this.session.service.call('replace', item.key, text);
    return { ...call, headers: headers ?? call.headers, body: readBody(text) };
  }

  /** Reads an item. Not exercised if it is missing. */
  async read(item: OwnedItem, trial: Trial = 'plain'): Promise<MoveResult<JsonObject>> {
    const call = this.session.service.call('read', item.key, null);
    const reply = await this.ask({ trial, operation: 'read', call });
    if (reply.kind !== 'done') return reply;
    const { status, body } = reply.value;
    return status >= 300 || body.kind !== 'json' || !isObject(body.value)
      ? notExercised('an item of the run could not be read')
      : doneWith(body.value);
  }

  /** Returns whether nothing is at the id of an item, so that it may be written to. */
  async isGone(item: OwnedItem): Promise<MoveResult<boolean>> {
    const { service, items } = this.session;
    if (items.byKey.has(item.key)) return doneWith(false);
    const call = service.call('read', item.key, null);
    const reply = await this.ask({ trial: 'other', operation: null, call });
    if (reply.kind !== 'done') return reply;
    const { status } = reply.value;
    const isMissing = status === this.statuses.get('read unknown-id');
    return doneWith(status === 404 || status === 410 || isMissing);
  }

  /** What is known about the service so far. */
  known(): KnownService {
    const { session } = this;
    const members = [session.service.contract.id, ...session.service.members];
    const items = [...session.items.byKey.values()].toSorted(
      (one, other) => one.serial - other.serial,
    );
    return {
      id: session.service.contract.id,
      items: items.map(({ key }): KnownItem => {
        const record = this.records.get(key);
        return { key, record: record === undefined ? null : pick(record, members) };
      }),
      isListed: this.isListed,
      missing: this.statuses.get('read unknown-id') ?? null,
      brief: session.service.schemas.requiredOfItems(session.service.contract.list),
    };
  }

  /** Returns the member that identifies the items of the run. */
  markedMember(sent: JsonObject): MoveResult<string> {
    const { traits } = this.session.service;
    const { token } = this.session.items;
    const holds = (member: string): boolean => String(own(sent, member)).includes(token);
    const found = traits.createMembers.find(holds);
    return found === undefined ? notExercised('no member can hold a free text') : doneWith(found);
  }

  seen(choice: ChoiceKey): string | null {
    const option = this.tally.option(choice);
    return option === null ? null : String(option);
  }
}
