// The guard: every call of a run passes it. It keeps the pace that the service asks for, notes each
// creation before it is sent, and sends no call that could change an item which the run does not
// own. It judges only whose items replies show.

import type { JsonObject } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import { requiredCondition } from '../../contract/is-specified.ts';
import { isSafeMethod } from '../../contract/operation-kinds.ts';
import type { Exchange } from '../../http/client/client.ts';
import { type Call, type Headers, noBody, readBody } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { Exchanged } from '../report.ts';
import type { Breach } from './breach.ts';
import { Claims, ON_ITEMS, type Sent } from './claims.ts';
import { Failures } from './failures.ts';
import type { Ledger } from './ledger.ts';
import { Passing, whatMayPass } from './passing.ts';
import { conditionFrom, isConditional, type Precondition, withCondition } from './precondition.ts';
import { isLimited, waitMsOf } from './retry-after.ts';
import { SettlingTime } from './settling-time.ts';
import { createTrace } from './trace.ts';

export interface GuardOptions {
  /** The address below which all paths are; absent if it is not known. */
  readonly baseUrl?: string;
  readonly send: (call: Call) => Promise<Exchange>;
  /** Sends without the credentials of the run; absent if that is not possible. */
  readonly bare?: OtherWay;
  /** Sends with a token that lacks the scopes of operations; absent if the run has none. */
  readonly restricted?: OtherWay & Pick<Guard, 'restrictedScopes'>;
  /** Sends with the credentials of a second user; absent if the run has none. */
  readonly second?: OtherWay;
  /** Lets `send` run more calls at once; absent if there is no limit. */
  readonly allow?: (calls: number) => void;
  readonly ledger: Ledger;
  readonly contract: Contract;
  /** The schemas of the contract; absent if values come back as they were sent. */
  readonly schemas?: Schemas;
  /** `read-only` allows GET and HEAD only. */
  readonly mode: 'write' | 'read-only';
  /** Whether the run may write to the only item at the path; absent if not. */
  readonly mayWriteSingle?: boolean;
  /** Whether the run may send actions that change what the contract does not say. */
  readonly mayWriteActions?: boolean;
  /** How many items the run may make until one was seen removed; absent for any number. */
  readonly leave?: number;
  /** How often a call is sent again that failed in a way that may pass. Defaults to 0. */
  readonly retries?: number;
  /** How many calls may begin in a second; `null` for any number. */
  readonly ratePerSecond: number | null;
  readonly wait: (ms: number) => Promise<void>;
  /** The time of day in milliseconds. */
  readonly now: () => number;
  /** Called before each wait that the service asked for. */
  readonly onWaiting: (seconds: number, why: string) => void;
  /** The time of day in milliseconds after which no wait that the service asks for may end. */
  readonly deadline: number;
  /** The longest wait in milliseconds. Defaults to 30,000. Longer ones are not waited for. */
  readonly waitMsMax?: number;
  /** Names of further header fields that hold credentials. */
  readonly secretHeaders?: readonly string[];
  /** Whether the user leaves the operation of a call out; absent if none is left out. */
  readonly isLeftOut?: (call: Call) => boolean;
  /** Watches every request, also repeated ones. */
  readonly watch?: Watch;
}

/** A way to send. */
interface Way extends Pick<GuardOptions, 'send' | 'watch'> {
  /** Whether the call is the team's: then the run claims nothing that it makes. */
  readonly isOfTeam?: boolean;
}

/** The last answer to a call. */
interface Answered {
  readonly exchange: Exchange;
  readonly exchanged: Exchanged;
  readonly turn: number;
  /** Whether it asks for a longer wait than is obeyed. */
  readonly isPutOff: boolean;
}

/** A second way to send. */
interface OtherWay {
  readonly send: GuardOptions['send'];
  readonly watch?: Watch;
}

/**
 * Called when a request goes out; the function that it returns is called with the reply, as
 * received and as the trace shows it. Never throws.
 */
export type Watch = (call: Call) => (exchange: Exchange, exchanged: Exchanged) => void;

export interface Guard {
  /** The address below which all paths are; `null` if it is not known. */
  readonly baseUrl: string | null;
  /** The names of the header fields with credentials that every call carries. */
  readonly credentials: readonly string[];
  /** Sends a call, unless it could change an item that the run does not own. */
  sendIfAllowed(call: Call): Promise<GuardedExchange>;
  /**
   * Sends a call without the credentials of the run, under the same rules; `null` if that is not
   * possible.
   */
  readonly sendBare: ((call: Call) => Promise<GuardedExchange>) | null;
  /** Sends with a token that lacks scopes, under the same rules; `null` if the run has none. */
  readonly sendRestricted: ((call: Call) => Promise<GuardedExchange>) | null;
  /** Sends as a second user, under the same rules; `null` if the run has none. */
  readonly sendAsSecond: ((call: Call) => Promise<GuardedExchange>) | null;
  /** The scopes that the restricted token has. */
  readonly restrictedScopes: readonly string[];
  /**
   * Sends a PUT, PATCH or DELETE to an id that the run released, after the caller has seen that
   * nothing is there. An item that a PUT creates there belongs to the run only when it is owned
   * again.
   */
  sendToReleased(call: Call): Promise<GuardedExchange>;
  /** Sends a DELETE to an id that nothing has, after a read that shows so. */
  sendToUnused(call: Call): Promise<GuardedExchange>;
  /** Sends a call that Pact made. If it may not be sent, the reply is 403 with `requests: 0`. */
  relay(call: Call): Promise<Exchange>;
  /**
   * Sends the request of an interaction that the team has set up with its own handler, whatever it
   * writes to. What it makes never belongs to the run.
   */
  relayForTeam(call: Call): Promise<Exchange>;
  /**
   * Takes an id as the run's. `mark` identifies the item. With `sent`, the guard writes to it only
   * after the item has shown that the run created it; without, the caller has checked that. Returns
   * `false` if the id is protected or cannot be addressed (`..`).
   */
  own(key: string, mark: string, sent?: Sent): Promise<boolean>;
  /**
   * Gives an id up, after its item was removed, unless the run has owned it again since `claim`:
   * the service may reuse an id before it answers the removal.
   */
  release(key: string, claim?: number): Promise<void>;
  /** The number of the latest claim on an id, for `release`. */
  claimOf(key: string): number;
  owned(): readonly string[];
  /** Whether a record at an id of the run is what the run made there. */
  isOurs(key: string, record: JsonObject): boolean;
  /** Whether the guard would read an item before the next write to it, for nobody to judge. */
  isUnproven(key: string): boolean;
  /** Never lets the run own these ids of earlier items. Ids that it owns already stay owned. */
  protect(keys: Iterable<string>): void;
  /** Forgets whose items were seen, before the run makes any: the team may have changed them all. */
  forgetItems(): void;
  /** Records that protected items are gone: others may have removed them. They stay protected. */
  vanished(keys: Iterable<string>): void;
  /** Whether an id belongs to an item that the run did not create, and that was there last. */
  isForeign(key: string): boolean;
  /** Why the run writes nothing more; `null` if it does. */
  breach(): Breach | null;
  /** Ends all writing of the run. The clean-up never touches the id of the breach. */
  halt(breach: Breach): Promise<void>;
  /** The members that the service fills in itself: they do not tell whose an item is. */
  disregard(members: readonly string[]): void;
  /** How many more items may be made; infinity for any number. */
  room(): number;
  /** How many items may be made as long as none was seen removed; infinity for any number. */
  readonly leave: number;
  /** Tells that a creation that failed has made nothing, as the list shows. */
  refund(): void;
  /** Allows some items more: to find out how late a service shows what it made. */
  grant(items: number): void;
  /** From now on any number of items may be made: one was seen removed. */
  lift(): void;
  /** Tells which member is the id, if another one was taken for it: in the ledger, too. */
  correctId(member: string): Promise<void>;
  /**
   * From now on the run only removes what it made. After a breach that is still allowed, each item
   * after a read at its own address.
   */
  beginCleanUp(): void;
  /** The current position in the trace, for `since`. */
  mark(): number;
  /**
   * The calls that were answered since a position, in the order in which they were sent, without
   * credentials and without repetitions.
   */
  since(mark: number): readonly Exchanged[];
  /** The calls that failed. */
  readonly failures: Failures;
  /** The answers that did not come again. */
  readonly passing: Pick<Passing, 'all' | 'isUsual'>;
  /** How many requests went out, with redirects and repeats. */
  requests(): number;
  /** How often, and how long, the service made the run wait. */
  waits(): { readonly times: number; readonly elapsedMs: number };
  /** The header field of a condition that the service asked for (428); `null` if it did not. */
  precondition(): string | null;
  /** Whether a reply asks for a longer wait than is obeyed. */
  isPutOff(received: Received): boolean;
  /** Allows more calls at once, if the service was seen to answer that many in parallel. */
  allow(calls: number): void;
  /** From now on reads wait this long after a write that they may depend on, in milliseconds. */
  settle(waitMs: number): void;
  /** When the last write was answered, in the milliseconds of `now`. */
  wroteAt(): number;
  /** Moves the deadline: the clean-up has its own. */
  extend(deadline: number): void;
}

export type GuardedExchange = Exchange | Withheld;

/** The guard did not send the call: it would change an item that the run does not own. */
export interface Withheld {
  readonly kind: 'withheld';
  /** A clause with the call. */
  readonly message: string;
}

/** The longest wait that is obeyed, in milliseconds, and how often one call is repeated. */
export const WAIT_MS_MAX = 30_000;
export const REPEATS_MAX = 10;

/** How often one write is sent with a condition: another write may come between read and write. */
const CONDITIONS_MAX = 5;

/** Returns the guard of a run. */
export function createGuard(options: GuardOptions): Guard {
  const trace = createTrace(options.secretHeaders ?? []);
  const pace = createPace(options);
  const claims = new Claims(options);
  const settling = new SettlingTime({ ...options, path: options.contract.path });
  const failures = new Failures();
  const passing = new Passing(options.retries ?? 0);
  const writes = { begun: 0, open: 0 };
  const { isLeftOut = () => false } = options;
  let requests = 0;
  const isConditioned = Object.values(options.contract.operations).some(
    (one) => requiredCondition(one) !== null,
  );
  let precondition: Precondition['name'] | null = isConditioned ? 'If-Match' : null;
  /**
   * Keeps the pace, traces the reply, and repeats the call if the service asks to wait, or if its reply
   * may pass.
   */
  async function sendPaced(
    call: Call,
    mayRepeat: () => Promise<boolean>,
    way: Way = options,
  ): Promise<Exchange> {
    if (isLeftOut(call)) return forbidden(leftOut(call));
    let last = await sendOnce(call, mayRepeat, way);
    let timesLeft =
      way.isOfTeam === true ? 0 : passing.timesAgain(call, last.exchange, way === options);
    const failed: Answered[] = [];
    while (timesLeft-- > 0 && !last.isPutOff && (await mayRepeat())) {
      const first = last;
      failed.push(first);
      const begun = writes.begun;
      last = await sendOnce(call, mayRepeat, way);
      const isAlone =
        writes.open === 0 && writes.begun - begun <= (isSafeMethod(call.method) ? 0 : 1);
      const isSame = whatMayPass(last.exchange) === whatMayPass(first.exchange);
      // What comes again may pass all the same: then each of them has passed.
      for (const one of isSame ? [first] : failed) passing.see({ ...one, call, isSame, isAlone });
      if (!isSame) timesLeft = 0;
    }
    const { exchange, exchanged, turn, isPutOff } = last;
    trace.add(exchanged, turn);
    // What asks for a longer wait than the run may take ends the run.
    if (!isPutOff) failures.see(exchange, exchanged, claims.isPlain(call));
    return exchange;
  }
  /** Sends a call, and again as often as the service asks to wait. */
  async function sendOnce(
    call: Call,
    mayRepeat: () => Promise<boolean>,
    { send, watch, isOfTeam }: Way,
  ): Promise<Answered> {
    const isWrite = !isSafeMethod(call.method);
    for (let times = 0; ; times++) {
      await settling.before(call);
      await pace.step();
      const ended = watch?.(call);
      const creations = isOfTeam === true ? null : claims.count(call);
      const turn = trace.turn();
      if (isWrite) [writes.begun, writes.open] = [writes.begun + 1, writes.open + 1];
      const exchange = await send(call).finally(() => {
        if (isWrite) writes.open--;
      });
      settling.after(call);
      const shown = trace.show(call, exchange);
      const exchanged: Exchanged = { ...shown, ...credentialsOf(options, send) };
      ended?.(exchange, exchanged);
      requests += exchange.requests;
      const received = exchange.kind === 'received' ? exchange.received : null;
      const doubtful =
        received !== null && creations !== null
          ? await claims.see(call, received, creations)
          : null;
      if (doubtful !== null) await sendPaced(doubtful, always);
      if (received !== null && (await pace.obey(received, times)) && (await mayRepeat())) continue;
      return { exchange, exchanged, turn, isPutOff: received !== null && pace.isPutOff(received) };
    }
  }
  /** Notes a creation in the ledger before it is sent. */
  async function sendNoted(call: Call): Promise<Exchange> {
    if (call.method === 'POST') await intend();
    return sendPaced(call, always);
  }
  async function sendOther(call: Call, way: OtherWay): Promise<GuardedExchange> {
    const refusal = await refusalOf(call);
    if (refusal !== null) return { kind: 'withheld', message: refusal };
    if (!claims.reserve(call)) return withheld(claims.refusal(call));
    if (call.method === 'POST') await intend();
    return sendPaced(call, always, way);
  }
  async function intend(): Promise<void> {
    await Promise.all([claims.noteForeign(), options.ledger.intend()]);
  }
  /** Returns why a call may not be sent. Reads the item first if it is not known whose it is. */
  async function refusalOf(call: Call): Promise<string | null> {
    const refusal = isLeftOut(call) ? leftOut(call) : claims.refusal(call);
    if (refusal !== null) return refusal;
    const [look, ...others] = claims.looksBefore(call);
    if (look === undefined) return null;
    const looked = await sendPaced(look, always);
    for (const other of others) await sendPaced(other, always);
    return claims.refusalAfter(call, looked);
  }
  async function readCondition(call: Call): Promise<Precondition | null> {
    const headers = { ...ACCEPT, ...negotiationOf(call) };
    const read: Call = { ...call, method: 'GET', query: '', headers, body: noBody };
    const exchange = await sendPaced(read, always);
    return exchange.kind === 'received' ? conditionFrom(exchange.received) : null;
  }
  /**
   * Sends a write to an item. If the service asks for a condition (428), the write is sent again
   * with the validator that reading the item shows, and so is every later one.
   */
  async function sendWrite(call: Call): Promise<GuardedExchange> {
    let condition = precondition === null ? null : await readCondition(call);
    for (let times = 1; ; times++) {
      // The read for the condition may have shown an item of someone else.
      const refusal = claims.refusal(call);
      if (refusal !== null) return { kind: 'withheld', message: refusal };
      const exchange = await sendNoted(condition === null ? call : withCondition(call, condition));
      const status = exchange.kind === 'received' ? exchange.received.status : 0;
      const isAsked = condition === null ? status === 428 : status === 412 || status === 428;
      if (!isAsked || times > CONDITIONS_MAX) return exchange;
      condition = await readCondition(call);
      if (condition === null) return exchange;
      precondition = condition.name;
    }
  }
  const { bare, restricted, second } = options;
  return {
    baseUrl: options.baseUrl ?? null,
    credentials: options.secretHeaders ?? [],
    sendBare: bare === undefined ? null : (call) => sendOther(call, bare),
    sendRestricted: restricted === undefined ? null : (call) => sendOther(call, restricted),
    sendAsSecond: second === undefined ? null : (call) => sendOther(call, second),
    restrictedScopes: restricted?.restrictedScopes ?? [],
    async sendIfAllowed(call) {
      const refusal = await refusalOf(call);
      if (refusal !== null) return { kind: 'withheld', message: refusal };
      if (!claims.reserve(call)) return withheld(claims.refusal(call));
      return ON_ITEMS.has(call.method) && !isConditional(call) ? sendWrite(call) : sendNoted(call);
    },
    async sendToReleased(call) {
      const refusal = claims.refusalToReleased(call);
      if (refusal !== null) return { kind: 'withheld', message: refusal };
      if (call.method !== 'DELETE') await intend();
      // During the wait the service may have reused the id for another item.
      const look: Call = { ...call, method: 'GET', query: '', headers: {}, body: noBody };
      return sendPaced(call, async () => isAbsent(await sendPaced(look, always)));
    },
    async sendToUnused(call) {
      const refusal = claims.refusalToUnused(call);
      if (refusal !== null) return { kind: 'withheld', message: refusal };
      const look: Call = { ...call, method: 'GET', query: '', headers: {}, body: noBody };
      const isUnused = async (): Promise<boolean> => isAbsent(await sendPaced(look, always));
      return (await isUnused()) ? sendPaced(call, isUnused) : withheld(claims.refusal(call));
    },
    async relay(call) {
      const refusal = await refusalOf(call);
      if (refusal !== null) return forbidden(refusal);
      if (!claims.reserve(call)) return forbidden(claims.refusal(call) ?? '');
      const exchange = await sendNoted(call);
      failures.leave(exchange);
      return exchange;
    },
    relayForTeam: (call) => sendPaced(call, always, { ...options, isOfTeam: true }),
    own: (key, mark, sent) => claims.own(key, mark, sent ?? null),
    release: (key, claim) => claims.release(key, claim),
    claimOf: (key) => claims.claimOf(key),
    owned: () => claims.keys(),
    isOurs: (key, record) => claims.isOurs(key, record),
    isUnproven: (key) => claims.isUnproven(key),
    protect: (keys) => claims.protect(keys),
    forgetItems: () => claims.forgetItems(),
    vanished: (keys) => claims.vanished(keys),
    isForeign: (key) => claims.isForeign(key),
    breach: () => claims.breach,
    halt: (breach) => claims.halt(breach),
    disregard: (members) => claims.disregard(members),
    room: () => claims.room,
    leave: options.leave ?? Number.POSITIVE_INFINITY,
    refund: () => claims.refund(),
    grant: (items) => claims.grant(items),
    lift: () => claims.lift(),
    async correctId(member) {
      claims.correctId(member);
      await options.ledger.correctId(member);
    },
    beginCleanUp() {
      passing.isEnding = true;
      claims.beginCleanUp();
    },
    mark: trace.mark,
    since: trace.since,
    failures,
    passing,
    requests: () => requests,
    waits: pace.waits,
    extend: pace.extend,
    settle: (waitMs) => {
      settling.waitMs = waitMs;
    },
    wroteAt: () => settling.wroteAt,
    precondition: () => precondition,
    isPutOff: pace.isPutOff,
    allow: (calls) => options.allow?.(calls),
  };
}

/** Whose credentials a call has, if not those of the run. */
function credentialsOf(
  { bare, restricted, second }: GuardOptions,
  send: GuardOptions['send'],
): Pick<Exchanged, 'credentials'> {
  if (send === bare?.send) return { credentials: 'none' };
  if (send === restricted?.send) return { credentials: 'restricted' };
  return send === second?.send ? { credentials: 'second-user' } : {};
}

function leftOut({ method, path }: Call): string {
  return `${method} ${path} is not sent: you leave it out`;
}

function withheld(message: string | null): Withheld {
  return { kind: 'withheld', message: message ?? '' };
}

const ACCEPT: Headers = { accept: 'application/json' };

/** The header fields by which a service may choose a representation: each has its own validator. */
function negotiationOf({ headers }: Call): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('accept')));
}

const always = (): Promise<boolean> => Promise.resolve(true);

function isAbsent(exchange: Exchange): boolean {
  return (
    exchange.kind === 'received' &&
    (exchange.received.status === 404 || exchange.received.status === 410)
  );
}

interface Pace extends Pick<Guard, 'waits' | 'extend' | 'isPutOff'> {
  /** Waits until the next call may begin. */
  step(): Promise<void>;
  /** Waits as long as a reply asks. `false` if it does not ask, or asks for too much. */
  obey(received: Received, times: number): Promise<boolean>;
}

function createPace(options: GuardOptions): Pace {
  const { now, wait, waitMsMax = WAIT_MS_MAX, ratePerSecond } = options;
  const gapMs = ratePerSecond === null ? 0 : 1_000 / ratePerSecond;
  let { deadline } = options;
  let [nextAt, pausedUntil, times, elapsedMs] = [0, 0, 0, 0];
  const putOff = new WeakSet<Received>();
  return {
    async step() {
      const at = Math.max(now(), nextAt, pausedUntil);
      nextAt = at + gapMs;
      if (at > now()) await wait(at - now());
    },
    async obey(received, repeats) {
      if (!isLimited(received) || repeats >= REPEATS_MAX) return false;
      const ms = waitMsOf(received, repeats, now());
      if (ms > waitMsMax || now() + ms > deadline) {
        putOff.add(received);
        return false;
      }
      // Calls that are sent meanwhile wait as well: the service would refuse them too.
      pausedUntil = Math.max(pausedUntil, now() + ms);
      times++;
      elapsedMs += ms;
      options.onWaiting(ms / 1_000, `the service answered ${received.status} and asks to wait`);
      await wait(ms);
      return true;
    },
    waits: () => ({ times, elapsedMs }),
    isPutOff: (received) => putOff.has(received),
    extend(until) {
      deadline = until;
    },
  };
}

function forbidden(detail: string): Exchange {
  const headers = { 'content-type': 'application/problem+json' };
  const body = readBody(JSON.stringify({ title: 'Not sent by Standin', status: 403, detail }));
  return {
    kind: 'received',
    received: { status: 403, headers, body },
    elapsedMs: 0,
    requests: 0,
    redirected: false,
  };
}
