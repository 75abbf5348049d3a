// The ids that the run owns, has released, or must never own, and what the replies showed of them.
// An id that was there before a creation is never the run's, and an owned id is written to only
// after its item has shown that the run created it.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { jsonPatch } from '../../base/patch.ts';
import type { Contract } from '../../contract/contract.ts';
import { isSpecified } from '../../contract/is-specified.ts';
import { isMark, isTakenBack } from '../../contract/item-members.ts';
import { kindOf } from '../../contract/operation-at.ts';
import { isSafeMethod } from '../../contract/operation-kinds.ts';
import { createRouter, type Route } from '../../contract/route.ts';
import type { Exchange } from '../../http/client/client.ts';
import { toKey } from '../../model/ids/ids.ts';
import { type Call, type Headers, noBody } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { placeRulesOf } from '../../schema/quick/place-rules.ts';
import type { Schemas } from '../../schema/schema.ts';
import { type Breach, whyStopped } from './breach.ts';
import type { Ledger } from './ledger.ts';
import {
  holdsCutToken,
  holdsFamily,
  holdsToken,
  type Whose,
  type WhoseOptions,
  whoseRecord,
} from './whose-record.ts';

/** What was sent to create an item; `null` if that is unknown. */
export interface Sent {
  readonly values: JsonObject | null;
}

export interface ClaimsOptions {
  readonly contract: Contract;
  /** The schemas of the contract: they tell in which normal forms values may come back. */
  readonly schemas?: Schemas;
  readonly ledger: Ledger;
  readonly mode: 'write' | 'read-only';
  /** Whether the run may write to the only item at the path; absent if not. */
  readonly mayWriteSingle?: boolean;
  /** Whether actions of the service may be sent: those below an item to items of the run. */
  readonly mayWriteActions?: boolean;
  /** How many items the run may make until one was seen removed; absent for any number. */
  readonly leave?: number;
}

interface Owned {
  readonly claim: number;
  /** `null` if the caller has checked whose item it is. */
  readonly sent: Sent | null;
  /** What it may hold: as it was created, and as the last writes changed it. */
  forms: readonly (JsonObject | null)[];
  /** Whether the item showed that the run created it, and nothing else was seen there since. */
  isProven: boolean;
  /** Whether it ever did. */
  wasProven: boolean;
  /** Whether it did at its own address; a list does not say where its address leads. */
  wasRead: boolean;
  /** Whether the run wrote to it since without its token: then its values may be anything. */
  isWritten: boolean;
  /** Whether something else was seen at its address: then the list proves nothing. */
  isDoubtful: boolean;
}

/** What was last seen at an id that the run does not own. */
interface Witnessed {
  readonly record: JsonObject;
  readonly at: 'list' | 'item';
}

export class Claims {
  breach: Breach | null = null;
  private readonly options: ClaimsOptions;
  /** Whether only items of the run are removed from now on, each after a look at it. */
  private isEnding = false;
  /** Whether the address of an item led to one of someone else: then a list proves no other either. */
  private isMisled = false;
  private readonly router: ReturnType<typeof createRouter>;
  /** The member that is the id. */
  private idMember: string;
  private readonly owned = new Map<string, Owned>();
  private readonly released = new Set<string>();
  /** Ids of items that the run did not create, and whether they were there when last seen. */
  private readonly foreign = new Map<string, 'there' | 'gone'>();
  /** Those of them that a reply showed and nobody protected. */
  private readonly sighted = new Set<string>();
  private readonly foreignForms = new Map<string, string>();
  /** Ids at which nothing was, by the number of creations then: what comes next is new. */
  private readonly absent = new Map<string, number>();
  private readonly witnessed = new Map<string, Witnessed>();
  /** Foreign ids that are not in the ledger yet. */
  private unnoted: string[] = [];
  /** Members that tell nothing of an item: the service fills them in itself. */
  private filled: ReadonlySet<string> = new Set();
  private readonly rules: Pick<WhoseOptions, 'rules'>;
  /** The form that each write would leave. */
  private readonly formAfterCall = new WeakMap<
    Call,
    { readonly item: Owned; readonly form: JsonObject }
  >();
  private claims = 0;
  /** Creations that were sent, those that were refused, and those whose item is not known. */
  private creations = 0;
  private refusals = 0;
  /** Creations that are about to be sent. */
  private reserved = 0;
  /** How many items the run may make. */
  private itemsMax: number;
  private open = 0;
  private doubts = 0;

  constructor(options: ClaimsOptions) {
    this.options = options;
    this.router = createRouter([options.contract], '');
    this.idMember = options.contract.id;
    const { schemas, contract } = options;
    this.rules = schemas === undefined ? {} : { rules: placeRulesOf(schemas, contract.item) };
    this.itemsMax = options.leave ?? Number.POSITIVE_INFINITY;
  }

  /** How many more items may be made. */
  get room(): number {
    return this.itemsMax - this.reserved - Math.max(this.claims, this.creations - this.refusals);
  }

  /** Takes the room for a creation that is about to be sent. Returns `false` if there is none. */
  reserve(call: Call): boolean {
    if (!this.isCreation(call)) return true;
    if (this.room < 1) return false;
    this.reserved++;
    return true;
  }

  private isCreation({ method, path }: Call): boolean {
    return method === 'POST' && this.router.find(path)?.kind === 'collection';
  }

  /** A creation that failed has made nothing, as the list shows. */
  refund(): void {
    this.refusals++;
    this.open = Math.max(0, this.open - 1);
  }

  /** Allows some items more: to find out how late a service shows what it made. */
  grant(items: number): void {
    this.itemsMax += items;
  }

  /** From now on any number of items may be made: one was seen removed. */
  lift(): void {
    this.itemsMax = Number.POSITIVE_INFINITY;
  }

  /** From now on another member is the id. Ids that were read from the wrong one are forgotten. */
  correctId(member: string): void {
    this.idMember = member;
    for (const key of this.sighted) this.foreign.delete(key);
    this.sighted.clear();
    this.witnessed.clear();
  }

  /** Takes an id as the run's. Returns `false` if it is protected or cannot be addressed. */
  async own(key: string, mark: string, sent: Sent | null): Promise<boolean> {
    // A caller that has checked the item itself knows better than what was seen of it.
    if (sent === null && this.sighted.delete(key)) this.foreign.delete(key);
    if (this.foreign.has(key) || !isAddressable(key)) return false;
    this.released.delete(key);
    this.open = Math.max(0, this.open - 1);
    const isProven = sent === null || (this.absent.get(key) ?? -2) >= this.creations - 1;
    const forms = [sent?.values == null ? null : this.withoutId(sent.values)];
    const was = { wasProven: isProven, wasRead: isProven };
    const one = { claim: ++this.claims, sent, forms, isProven, ...was };
    this.owned.set(key, { ...one, isWritten: false, isDoubtful: false });
    await this.options.ledger.own(key, mark);
    const seen = this.witnessed.get(key);
    this.witnessed.delete(key);
    const breach = seen === undefined || isProven ? null : this.seeOwned(key, seen.record, seen.at);
    if (breach === null) return true;
    await this.halt(breach);
    return false;
  }

  async release(key: string, claim = this.owned.get(key)?.claim): Promise<void> {
    if (this.owned.get(key)?.claim !== claim) return;
    if (this.owned.delete(key)) this.released.add(key);
    this.absent.delete(key);
    await this.options.ledger.release(key);
  }

  claimOf(key: string): number {
    return this.owned.get(key)?.claim ?? 0;
  }

  /** Whether a record at an id of the run is what the run made there. */
  isOurs(key: string, record: JsonObject): boolean {
    const item = this.owned.get(key);
    const { token } = this.options.ledger;
    if (item === undefined) return holdsToken(record, token);
    return this.whose(item, record) !== 'other' || holdsCutToken(record, token);
  }

  keys(): readonly string[] {
    return [...this.owned.keys()];
  }

  /**
   * Whether a call reads the whole list, or reads or removes an item that the run owns, and asks for
   * nothing else.
   */
  isPlain({ method, path, query, headers }: Call): boolean {
    const isAsUsual = query === '' && Object.entries(headers).every(isOfEach);
    if (!isAsUsual || (method !== 'GET' && method !== 'DELETE')) return false;
    const route = this.router.find(path);
    const kind = route === null ? null : kindOf(method, route, 'usual');
    if (kind === null || !isSpecified(this.options.contract, kind)) return false;
    const key = keyOf(route);
    return kind === 'list' || (key !== null && this.owned.has(key));
  }

  /** Never lets the run own these ids. Ids that it owns already stay owned. */
  protect(keys: Iterable<string>): void {
    for (const key of keys) {
      if (this.owned.has(key)) continue;
      this.addForeign(key);
      this.sighted.delete(key);
    }
  }

  /** Forgets whose items were seen, before the run makes any: the team may have changed them all. */
  forgetItems(): void {
    if (this.owned.size > 0 || this.creations > 0) return;
    for (const seen of [this.foreign, this.sighted, this.foreignForms, this.absent, this.witnessed])
      seen.clear();
    this.unnoted = [];
  }

  /** Records that items of others are gone: others may have removed them. */
  vanished(keys: Iterable<string>): void {
    for (const key of keys) if (this.foreign.has(key)) this.foreign.set(key, 'gone');
  }

  /** Whether the run did not create the item at an id, and that was there when last seen. */
  isForeign(key: string): boolean {
    return this.foreign.get(key) === 'there';
  }

  disregard(members: readonly string[]): void {
    if (members.length > 0) this.filled = new Set(members);
  }

  /** Ends all writing. The run gives up the id, and no clean-up may touch it. */
  async halt(breach: Breach): Promise<void> {
    this.breach ??= breach;
    // The item may be the run's all the same: `clean` looks again.
    if (breach.kind === 'crossed') return;
    if (this.owned.delete(breach.key)) await this.options.ledger.release(breach.key);
    this.addForeign(breach.key);
    await this.noteForeign();
  }

  /** From now on only items of the run are removed, also after a breach: each after a look at it. */
  beginCleanUp(): void {
    this.isEnding = true;
  }

  /** Writes the foreign ids to the ledger that are not in it yet. */
  async noteForeign(): Promise<void> {
    const keys = this.unnoted;
    this.unnoted = [];
    if (keys.length > 0) await this.options.ledger.spare(keys);
  }

  /** Why a call may not be sent; `null` if it may. */
  refusal(call: Call): string | null {
    const { method, path } = call;
    if (method === 'GET' || method === 'HEAD' || method === 'QUERY') return null;
    if (this.options.mode === 'read-only')
      return `${method} ${path} is not sent: the run only reads`;
    const route = this.router.find(path);
    if (method === 'OPTIONS') return null;
    if (this.breach !== null && !this.mayRemove(call)) return this.stopped(call);
    if (this.isRemovalOfOthers(call))
      return `${method} ${path} is not sent: it would remove items that the run did not create`;
    if (this.isOpenAction(call)) return null;
    if (method === 'POST' && route?.kind === 'collection')
      return this.room >= 1 ? null : whyNoRoom(this.itemsMax);
    const isSingle = route?.kind === 'item' && route.contract.isSingle === true;
    if (isSingle && this.options.mayWriteSingle === true) return null;
    const key = keyOf(route) ?? this.keyBelow(call);
    return key !== null && this.owned.has(key)
      ? null
      : `${method} ${path} is not sent: the run does not own what is there`;
  }

  /** Whether a call removes all items, and those of others may be among them. */
  private isRemovalOfOthers({ method, path }: Call): boolean {
    const route = this.router.findAction?.(method, path) ?? null;
    const isOfAll = route?.kind === 'action' && route.operation.does === 'remove-all';
    return isOfAll && [...this.foreign.values()].includes('there');
  }

  /** Whether a call is one of the actions that are below no item, and may be sent. */
  private isOpenAction({ method, path }: Call): boolean {
    if (this.options.mayWriteActions !== true) return false;
    const route = this.router.findAction?.(method, path) ?? null;
    return route?.kind === 'action' && route.key === null;
  }

  /** The id of the item that an action is about, if it may be sent; `null` if none. */
  private keyBelow({ method, path }: Call): string | null {
    const route = this.router.findAction?.(method, path) ?? null;
    if (route?.kind !== 'action') return null;
    const { sets, times } = route.operation;
    const isKnown =
      (sets ?? times) !== undefined ||
      isMark(route.operation) ||
      isTakenBack(route.operation, route.contract);
    return isKnown || this.options.mayWriteActions === true ? route.key : null;
  }

  refusalToReleased(call: Call): string | null {
    const { method, path } = call;
    if (this.options.mode === 'read-only')
      return `${method} ${path} is not sent: the run only reads`;
    if (this.breach !== null) return this.stopped(call);
    const key = keyOf(this.router.find(path));
    const isAllowed =
      key !== null && ON_ITEMS.has(method) && this.released.has(key) && !this.foreign.has(key);
    return isAllowed
      ? null
      : `${method} ${path} is not sent: the run never owned and released this id`;
  }

  /** The caller has to see that nothing is there. */
  refusalToUnused(call: Call): string | null {
    const { method, path } = call;
    if (this.options.mode === 'read-only')
      return `${method} ${path} is not sent: the run only reads`;
    if (this.breach !== null) return this.stopped(call);
    const key = keyOf(this.router.find(path));
    const isAllowed =
      key !== null && method === 'DELETE' && !this.owned.has(key) && !this.foreign.has(key);
    return isAllowed ? null : `${method} ${path} is not sent: something may be there`;
  }

  /**
   * Returns the reads that must come before a write: of an owned item that has not shown yet that
   * the run created it, and of another id that differs from its id only in form.
   */
  looksBefore(call: Call): readonly Call[] {
    if (isSafeMethod(call.method)) return [];
    const key = keyOf(this.router.find(call.path)) ?? this.keyBelow(call);
    const item = key === null ? undefined : this.owned.get(key);
    if (key === null || item === undefined || !this.isReadable()) return [];
    // After a breach the list proves nothing, and neither does what was seen before.
    if (this.breach !== null || (this.isMisled && !item.wasRead))
      Object.assign(item, { isProven: false, isDoubtful: true });
    if (item.isProven) return [];
    const twin = this.foreignForms.get(formOf(key));
    const keys = [key, ...(twin === undefined || twin === key ? [] : [twin])];
    return keys.map((one) => this.lookAt(one));
  }

  /** Whether the item at an id must be read before the next write to it. */
  isUnproven(key: string): boolean {
    return this.isReadable() && this.owned.get(key)?.isProven === false;
  }

  /** Why a write may not follow the read of its item; `null` if it may. */
  refusalAfter(call: Call, looked: Exchange): string | null {
    if (this.breach !== null && !this.mayRemove(call)) return this.stopped(call);
    const key = keyOf(this.router.find(call.path)) ?? this.keyBelow(call);
    const item = key === null ? undefined : this.owned.get(key);
    if (item === undefined) return this.refusal(call);
    if (item.isProven) return null;
    const status = looked.kind === 'received' ? looked.received.status : 0;
    if (!item.isDoubtful && !DENIALS.has(status)) return null;
    return `${call.method} ${call.path} is not sent: it does not show what the run created there`;
  }

  /** Counts a call before it is sent. Returns the number of creations so far. */
  count(call: Call): number {
    if (isSafeMethod(call.method)) return this.creations;
    const route = this.router.find(call.path);
    const item = this.owned.get(keyOf(route) ?? '');
    if (item !== undefined && call.method !== 'DELETE') this.changeForm(item, call);
    if (call.method === 'POST' && route?.kind === 'collection') {
      this.creations++;
      this.open++;
      this.reserved = Math.max(0, this.reserved - 1);
    }
    return this.creations;
  }

  /**
   * Learns from a reply whose items there are. `creations` is what `count` returned before. Returns
   * the read that must confirm what a list shows; `null` if none must.
   */
  async see(call: Call, received: Received, creations: number): Promise<Call | null> {
    const route = this.router.find(call.path);
    const { status, body } = received;
    if (call.method === 'POST' && route?.kind === 'collection') {
      if (status < 400 || status > 499) return null;
      this.open = Math.max(0, this.open - 1);
      this.refusals++;
      return null;
    }
    if (status >= 400 && status < 500) this.doubtForm(call);
    if (call.method !== 'GET' || this.options.contract.isSingle === true) return null;
    const isQuiet = this.open === 0 && this.creations === creations;
    const breach = this.seeReply(route, status, body.kind === 'json' ? body.value : null, isQuiet);
    if (breach === null || this.breach !== null) return null;
    // A list may show the values of one item in another.
    const isListed = breach.kind === 'overwritten' && route?.kind === 'collection';
    if (isListed && this.isReadable())
      return this.doubts++ < DOUBTS_MAX ? this.lookAt(breach.key) : null;
    await this.halt(breach);
    return null;
  }

  private seeReply(
    route: Route | null,
    status: number,
    value: Json,
    isQuiet: boolean,
  ): Breach | null {
    const key = keyOf(route);
    if (key !== null && (status === 404 || status === 410)) return this.seeNothing(key);
    if (status < 200 || status > 299) return null;
    if (key !== null) return isObject(value) ? this.seeItem(key, value, isQuiet) : null;
    if (route?.kind !== 'collection' || !Array.isArray(value)) return null;
    let breach: Breach | null = null;
    for (const element of value as readonly Json[]) {
      const id = isObject(element) ? this.keyIn(element) : null;
      if (id === null || !isObject(element)) continue;
      const item = this.owned.get(id);
      if (item === undefined) breach ??= this.seeOther(id, element, 'list', isQuiet);
      else if (!item.isDoubtful) this.seeOwned(id, element, 'list');
    }
    return breach;
  }

  private seeNothing(key: string): null {
    const item = this.owned.get(key);
    if (item !== undefined) item.isProven &&= item.sent === null;
    else if (this.open === 0) this.absent.set(key, this.creations);
    if (this.foreign.has(key)) this.foreign.set(key, 'gone');
    return null;
  }

  private seeItem(key: string, record: JsonObject, isQuiet: boolean): Breach | null {
    const item = this.owned.get(key);
    const shownId = this.keyIn(record);
    const { token } = this.options.ledger;
    if (shownId !== null && shownId !== key) {
      if (item === undefined) this.seeTwin(key, shownId);
      else {
        item.isDoubtful = true;
        this.isMisled ||= !holdsToken(record, token);
      }
      if (item !== undefined && !item.wasRead) item.isProven = false;
      const isOther = item !== undefined && !item.wasProven && !holdsToken(record, token);
      return isOther ? { kind: 'crossed', key, shown: record } : null;
    }
    if (item === undefined) return this.seeOther(key, record, 'item', isQuiet);
    return this.seeOwned(key, record, 'item');
  }

  private seeOwned(key: string, record: JsonObject, at: 'list' | 'item'): Breach | null {
    const item = this.owned.get(key);
    if (item === undefined || item.sent === null) return null;
    const whose = this.whose(item, record);
    if (at === 'list') {
      const isPlain = encodeURIComponent(key) === key && !this.foreignForms.has(formOf(key));
      if (whose === 'ours' && isPlain && !this.isMisled) this.prove(item, at);
      if (whose === 'other' && !item.isWritten) item.isProven = false;
      return null;
    }
    if (whose !== 'other') this.prove(item, at);
    else if (!item.isWritten) {
      item.isProven = false;
      item.isDoubtful = true;
      if (!item.wasProven) return { kind: 'other-item', key, shown: record };
    }
    return null;
  }

  /** The address of another id that differs only in form leads to an item of the run. */
  private seeTwin(key: string, shownId: string): void {
    const item = this.owned.get(shownId);
    if (item === undefined || formOf(key) !== formOf(shownId)) return;
    item.isProven = false;
    item.isDoubtful = true;
  }

  /** What an item may hold of what was sent: the service need not keep an id. */
  private withoutId(values: JsonObject): JsonObject {
    return objectOf(Object.entries(values).filter(([member]) => member !== this.idMember));
  }

  private whose(item: Owned, record: JsonObject): Whose {
    const { token } = this.options.ledger;
    const all = item.forms.map((values) =>
      whoseRecord(record, token, values, { filled: this.filled, ...this.rules }),
    );
    return (
      all.find((whose) => whose === 'ours') ?? all.find((whose) => whose === 'hidden') ?? 'other'
    );
  }

  private changeForm(item: Owned, call: Call): void {
    const { body } = call;
    if (!holdsToken(textOf(call), this.options.ledger.token)) item.isWritten = true;
    const last = item.forms.at(-1) ?? null;
    const next = body.kind === 'json' && last !== null ? formAfter(last, body.value) : null;
    if (next !== null) {
      item.forms = [...item.forms, next].slice(-FORMS_MAX);
      this.formAfterCall.set(call, { item, form: next });
    } else if (body.kind !== 'json' || !isObject(body.value)) item.isWritten = true;
  }

  /** What a refused write would have left is still possible, but later writes change what was there. */
  private doubtForm(call: Call): void {
    const changed = this.formAfterCall.get(call);
    if (changed === undefined) return;
    const { item, form } = changed;
    item.forms = [form, ...item.forms.filter((one) => one !== form)];
  }

  private prove(item: Owned, at: 'list' | 'item'): void {
    item.isProven = true;
    item.wasProven = true;
    item.wasRead ||= at === 'item';
    item.isWritten = false;
    item.isDoubtful = false;
  }

  /** Something at an id that the run does not own. */
  private seeOther(
    key: string,
    record: JsonObject,
    at: 'list' | 'item',
    isQuiet: boolean,
  ): Breach | null {
    const { token } = this.options.ledger;
    this.absent.delete(key);
    const isMarked = holdsToken(record, token);
    // Another machine of the run removes it again, and then its id may be given out anew.
    if (!isMarked && holdsFamily(record, token)) return null;
    const state = this.foreign.get(key);
    if (state !== undefined) {
      if (isMarked) return state === 'there' ? { kind: 'overwritten', key } : null;
      this.foreign.set(key, 'there');
    } else if (!isMarked && isQuiet && !this.released.has(key)) {
      this.addForeign(key);
      this.sighted.add(key);
    } else this.witnessed.set(key, { record, at });
    return null;
  }

  private addForeign(key: string): void {
    if (!this.foreign.has(key)) this.unnoted.push(key);
    this.foreign.set(key, 'there');
    this.foreignForms.set(formOf(key), key);
    this.witnessed.delete(key);
  }

  /**
   * Whether a removal may be sent after a breach: not if removals are what takes items of others,
   * and only if the service can show the item first.
   */
  private mayRemove({ method }: Call): boolean {
    const isHarmful = this.breach?.kind === 'removed';
    return this.isEnding && !isHarmful && method === 'DELETE' && this.isReadable();
  }

  private lookAt(key: string): Call {
    const path = `${this.options.contract.path}/${encodeURIComponent(key)}`;
    const headers = { accept: 'application/json' };
    return { method: 'GET', path, query: '', headers, body: noBody };
  }

  private isReadable(): boolean {
    return this.options.contract.operations.read !== undefined;
  }

  private keyIn(record: JsonObject): string | null {
    const id = own(record, this.idMember);
    return typeof id === 'string' || typeof id === 'number' ? toKey(id) : null;
  }

  private stopped({ method, path }: Call): string {
    const why = this.breach === null ? '' : whyStopped(this.breach);
    return `${method} ${path} is not sent: the run writes nothing more, because ${why}`;
  }
}

/** Why no more items are made, in a clause. */
export function whyNoRoom(itemsMax: number): string {
  return `no item was seen to be removed here, and a run leaves at most ${itemsMax}; --leave <n> allows more`;
}

/** How many forms of an item are known: a write may be refused, or take effect late. */
const FORMS_MAX = 4;

/** How often what a list shows of an item of someone else is confirmed by a read. */
const DOUBTS_MAX = 20;

export const ON_ITEMS: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

/** Statuses of a read that deny an item, at least to this client; others leave it unknown. */
const DENIALS: ReadonlySet<number> = new Set([401, 403, 404, 407, 410]);

function textOf({ body }: Call): string {
  return body.kind === 'json' || body.kind === 'broken' ? body.text : '';
}

/** The id in a path; `null` if there is none. */
function keyOf(route: Route | null): string | null {
  return route?.kind === 'item' && isAddressable(route.key) ? route.key : null;
}

/** An empty id names the collection, and `.` and `..` are path steps: both reach something else. */
function isAddressable(key: string): boolean {
  return key !== '' && key !== '.' && key !== '..';
}

/**
 * Returns the form that ids share which a careless service takes for the same: in another case,
 * percent-encoded, with spaces around, or the same number written differently.
 */
function formOf(key: string): string {
  let plain = key;
  for (let times = 0; times < 2 && plain.includes('%'); times++) {
    try {
      plain = decodeURIComponent(plain);
    } catch {
      break;
    }
  }
  plain = plain.normalize('NFKC').trim().toLowerCase();
  return /^[+-]?\d+(?:\.0*)?$/.test(plain) ? String(Number(plain)) : plain;
}

/** What an item may hold after a write: the members of the body, or what a JSON Patch makes of it. */
function formAfter(last: JsonObject, body: Json): JsonObject | null {
  if (isObject(body)) return { ...last, ...body };
  const patched = jsonPatch(last, body);
  return patched.kind === 'value' && isObject(patched.value) ? patched.value : null;
}

/** Whether a header field is in each call. */
function isOfEach([name, value]: readonly [string, Headers[string]]): boolean {
  return name === 'accept' && value === 'application/json';
}
