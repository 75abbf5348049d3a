// What the probes of `learn` work with: items of the run, ways to send, and a tally of all that the
// answers show. Whatever is made here is claimed at once; what is lost sight of is found by the
// token of the run.

import { isObject, type Json, type JsonObject, own, pick } from '../../base/json.ts';
import type { ChoiceKey } from '../../contract/choices.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { type Call, type Headers, readBody } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import {
  inferChoices,
  type Known,
  type KnownItem,
  placesIn,
  type Trial,
} from '../../oracle/infer-choices.ts';
import type { Guard } from '../guard/guard.ts';
import { performMove } from '../moves/perform-move.ts';
import type { Exchanged } from '../report.ts';
import { findCreatedId } from '../scenario/find-created-id.ts';
import { Scenario } from '../scenario/scenario.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import { markIn } from '../session/item-marker.ts';
import { type OwnedItem, recordOf } from '../session/owned-item.ts';
import type { Session } from '../session/session.ts';
import { type ProbeRequest, REQUESTS_MAX, type Tried, Untold } from './probe-request.ts';
import { Tally } from './tally.ts';

export class ProbeContext {
  readonly session: Session;
  readonly make: ItemFactory;
  /** Sends without the credentials of the run; `null` where nobody can. */
  readonly bare: Pick<Guard, 'send' | 'mark' | 'since'> | null;
  readonly scenario: Scenario;
  readonly tally = new Tally();
  /**
   * The items that the probes have in common: the first is only read, the last is written to in
   * every way.
   */
  readonly items: OwnedItem[] = [];
  /** An item that was removed, and whose id nobody has. */
  gone: OwnedItem | null = null;
  /** Whether the next creation is given the id of one that was removed. */
  isReused = false;
  /** The ids that the service gave out, in order. */
  readonly given: Json[] = [];
  /** Statuses of answers, by operation and trial: `replace malformed`. */
  readonly statuses = new Map<string, number>();
  private readonly records = new Map<string, JsonObject>();
  private isListed = false;
  private labels = 0;

  private readonly requestsBefore: number;
  private dearest = 0;

  constructor(session: Session, make: ItemFactory, bare: ProbeContext['bare']) {
    this.requestsBefore = session.guard.requests();
    this.session = session;
    this.make = make;
    this.bare = bare;
    this.scenario = new Scenario(session);
  }

  /** Sends a call and takes down what the answer shows. Throws `Untold` where there is none. */
  async ask(asking: ProbeRequest): Promise<Received> {
    const { trial, operation, call, send = (one) => this.session.send(one) } = asking;
    const marks = [this.session.guard.mark(), this.bare?.mark() ?? 0] as const;
    const exchange = await send(call);
    if (exchange.kind === 'trouble') throw new Untold(`there was no answer: ${exchange.message}`);
    const { received } = exchange;
    this.statuses.set(`${operation ?? call.method} ${trial}`, received.status);
    const { body } = received;
    if (received.status < 300 && body.kind === 'json') this.remember(operation, body.value);
    this.tally.note(
      inferChoices({ operation, trial, call, received, known: this.known() }),
      this.lastSince(...marks),
    );
    if (call.method !== 'GET' && call.method !== 'OPTIONS')
      this.session.window.kinds.add(operation ?? 'replace');
    return received;
  }

  /**
   * What was sent last since two places in the traces of the run: with its credentials, and
   * without.
   */
  private lastSince(mark: number, bareMark: number): readonly Exchanged[] {
    const bare =
      this.bare?.since(bareMark).map((one) => ({ ...one, credentials: 'none' as const })) ?? [];
    return [...this.session.guard.since(mark), ...bare].slice(-1);
  }

  /** Gives an item of the run that is only read, or of whoever is there where the run has none. */
  readable(): string {
    const key = this.items[0]?.key ?? this.session.bystanders.keys()[0];
    if (key === undefined) throw new Untold('there is nothing to read');
    return key;
  }

  /** Gives an item of the run that may come to any harm. */
  victim(): OwnedItem {
    const item = this.items.at(-1);
    if (item === undefined) throw new Untold('nothing could be created');
    return item;
  }

  private remember(operation: Kind | null, value: Json): void {
    if (operation === 'read' && isObject(value))
      this.records.set(this.session.keyOf(value) ?? '', value);
    if (operation === 'list' && Array.isArray(value))
      this.isListed ||= placesIn(value, this.known()).length > 0;
  }

  /** Makes an item that no service should stumble over. */
  async create(values: JsonObject): Promise<OwnedItem> {
    const label = `learn${++this.labels}`;
    await this.bounded(() =>
      this.watched('create', () =>
        performMove(this.scenario, { kind: 'create', item: label, values, manner: 'plain' }),
      ),
    );
    const item = this.scenario.item(label);
    this.given.push(item.id);
    return item;
  }

  /**
   * Creates within the bound: where ids are found in the list alone, and that in many pages, it may
   * take dozens of requests.
   */
  private async bounded<T>(creation: () => Promise<T>): Promise<T> {
    const before = this.spent();
    if (before + this.dearest > REQUESTS_MAX) throw new Untold('no requests were left');
    try {
      return await creation();
    } finally {
      this.dearest = Math.max(this.dearest, this.spent() - before);
    }
  }

  /** How many requests were sent so far. */
  spent(): number {
    return this.session.guard.requests() - this.requestsBefore;
  }

  async remove(item: OwnedItem): Promise<void> {
    await this.watched('remove', () =>
      performMove(this.scenario, { kind: 'remove', item: item.label }),
    );
    if (item.isAlive) throw new Untold('a removal was refused');
  }

  /** Does a move, and takes down what the answers to its operation show. */
  private async watched(operation: Kind, move: () => Promise<void>): Promise<void> {
    const { guard } = this.session;
    const mark = guard.mark();
    try {
      await move();
    } finally {
      const { method } = this.session.call(operation, '', null);
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

  /**
   * Tries a creation that may be refused. What it makes is the run's; `null` where it made nothing.
   */
  tryCreate(trial: Trial, sent: JsonObject): Promise<Tried> {
    return this.bounded(() => this.tryNow(trial, sent));
  }

  private async tryNow(trial: Trial, sent: JsonObject): Promise<Tried> {
    const text = JSON.stringify(sent);
    const received = await this.ask({
      trial,
      operation: 'create',
      call: this.session.call('create', null, text),
    });
    if (received.status >= 300) return { received, item: null };
    const mark = markIn(text, this.session.token);
    const found = await findCreatedId(this.scenario, sent, mark, received);
    const key = found === null ? '' : String(found.id);
    if (found === null || this.session.owns.has(key)) return { received, item: null };
    return { received, item: await this.adopt(key, found.id, sent) };
  }

  /** Takes what is at an id as an item of this stage, so that it is removed with it. */
  async adopt(key: string, id: Json, sent: JsonObject): Promise<OwnedItem> {
    const { session, scenario } = this;
    const mark = markIn(sent, session.token);
    if (!(await session.claim(key, mark)))
      throw new Untold('what was made has the id of something that was there before');
    const label = `learn${++this.labels}`;
    const item: OwnedItem = {
      label,
      key,
      id,
      mark,
      sent,
      serial: session.nextSerial(),
      expectation: new Map(),
      before: null,
      lastWrite: 'create',
      rivals: [],
      touched: ['create'],
      isAlive: true,
    };
    scenario.items.set(label, item);
    session.owns.set(key, item);
    return item;
  }

  /** Gives the body of a replacement that this service takes, with some values changed. */
  whole(item: OwnedItem, values: JsonObject): JsonObject {
    const { traits, contract } = this.session;
    const all = {
      ...item.sent,
      ...recordOf(item, contract.id),
      ...values,
      ...this.session.fixedOf(item),
    };
    const sent = pick(all, traits.replaceMembers);
    return traits.replaceId === 'sent' ? { [contract.id]: item.id, ...sent } : sent;
  }

  /** Gives the call of a replacement. */
  put(item: OwnedItem, text: string, headers?: Headers): Call {
    const call = this.session.call('replace', item.key, text);
    return { ...call, headers: headers ?? call.headers, body: readBody(text) };
  }

  /** Reads an item as it is now. Throws `Untold` where it is not there. */
  async read(item: OwnedItem, trial: Trial = 'plain'): Promise<JsonObject> {
    const { status, body } = await this.ask({
      trial,
      operation: 'read',
      call: this.session.call('read', item.key, null),
    });
    if (status >= 300 || body.kind !== 'json' || !isObject(body.value))
      throw new Untold('an item of the run could not be read');
    return body.value;
  }

  /** Says whether nothing is there any more, so that it may be written to. */
  async isGone(item: OwnedItem): Promise<boolean> {
    const { session } = this;
    if (session.owns.has(item.key)) return false;
    const { status } = await this.ask({
      trial: 'other',
      operation: null,
      call: session.call('read', item.key, null),
    });
    return status === 404 || status === 410 || status === this.statuses.get('read unknown-id');
  }

  /** What is known of the service so far. */
  known(): Known {
    const { session } = this;
    const members = [session.contract.id, ...session.members];
    const items = [...session.owns.values()].toSorted((one, other) => one.serial - other.serial);
    return {
      id: session.contract.id,
      items: items.map(({ key }): KnownItem => {
        const record = this.records.get(key);
        return { key, record: record === undefined ? null : pick(record, members) };
      }),
      isListed: this.isListed,
      missing: this.statuses.get('read unknown-id') ?? null,
      brief: session.schemas.requiredOfItems(session.contract.list),
    };
  }

  /** The member that tells the items of the run apart, as an item was sent it. */
  markedMember(sent: JsonObject): string {
    const { traits, token } = this.session;
    const holds = (member: string): boolean => String(own(sent, member)).includes(token);
    const found = traits.createMembers.find(holds);
    if (found === undefined) throw new Untold('no member holds a text that is free');
    return found;
  }

  needs(kind: Kind): void {
    if (this.session.contract.operations[kind] === undefined)
      throw new Untold('the contract has no such operation');
  }

  seen(choice: ChoiceKey): string | null {
    const option = this.tally.option(choice);
    return option === null ? null : String(option);
  }
}
