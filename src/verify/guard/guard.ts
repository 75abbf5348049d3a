// The guard: every call of a run passes it. It keeps the pace that the service asks for, notes each
// creation before it is sent, and sends no call that could change an item which the run does not
// own. It does not judge replies.

import type { Contract } from '../../contract/contract.ts';
import { createRouter, type Route } from '../../contract/route.ts';
import type { Exchange } from '../../http/client/client.ts';
import { type Call, type Headers, noBody, readBody } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import type { Exchanged } from '../report.ts';
import type { Ledger } from './ledger.ts';
import { conditionFrom, isConditional, type Precondition, withCondition } from './precondition.ts';
import { isLimited, waitMsOf } from './retry-after.ts';
import { createTrace } from './trace.ts';

export interface GuardOptions {
  readonly send: (call: Call) => Promise<Exchange>;
  /** Lets `send` run more calls at once; absent if there is no limit. */
  readonly allow?: (calls: number) => void;
  readonly ledger: Ledger;
  readonly contract: Contract;
  /** `read-only` allows GET and HEAD only. */
  readonly mode: 'write' | 'read-only';
  /** How many calls may begin in a second; `null` for any number. */
  readonly ratePerSecond: number | null;
  readonly wait: (ms: number) => Promise<void>;
  /** The time of day in milliseconds. */
  readonly now: () => number;
  /** Called before each wait that the service asked for. */
  readonly onWaiting: (seconds: number, why: string) => void;
  /** The time of day in milliseconds after which no wait that the service asks for may end. */
  readonly deadline: number;
  /**
   * The longest wait that is obeyed, in milliseconds. Defaults to 30,000. A reply that asks for
   * more is returned unchanged.
   */
  readonly waitMsMax?: number;
  /** Names of further header fields that hold credentials. */
  readonly secretHeaders?: readonly string[];
  /** Watches every request, also repeated ones. */
  readonly watch?: Watch;
}

/**
 * Called when a request goes out; the function that it returns is called with the reply, as
 * received and as the trace shows it. Never throws.
 */
export type Watch = (call: Call) => (exchange: Exchange, exchanged: Exchanged) => void;

export interface Guard {
  /** The names of the header fields with credentials that every call carries. */
  readonly credentials: readonly string[];
  /** Sends a call, unless it could change an item that the run does not own. */
  sendIfAllowed(call: Call): Promise<GuardedExchange>;
  /**
   * Sends a PUT, PATCH or DELETE to an id that the run released, after the caller has seen that
   * nothing is there. An item that a PUT creates there belongs to the run only when it is owned
   * again.
   */
  sendToReleased(call: Call): Promise<GuardedExchange>;
  /** Sends a call that Pact made. If it may not be sent, the reply is 403 with `requests: 0`. */
  relay(call: Call): Promise<Exchange>;
  /**
   * Takes an id as the run's. `mark` identifies the item. Returns `false` if the id is protected or
   * cannot be addressed (`..`).
   */
  own(key: string, mark: string): Promise<boolean>;
  /**
   * Gives an id up, after its item was removed, unless the run has owned it again since `claim`:
   * the service may reuse an id before it answers the removal.
   */
  release(key: string, claim?: number): Promise<void>;
  /** The number of the latest claim on an id, for `release`. */
  claimOf(key: string): number;
  owned(): readonly string[];
  /**
   * Never lets the run own these ids: their items existed before. Ids that it owns already stay
   * owned.
   */
  protect(keys: Iterable<string>): void;
  /**
   * Lets the run own a protected id, after the caller has seen that its old item is gone and the
   * new one is the run's.
   */
  unprotect(key: string): void;
  /** The current position in the trace, for `since`. */
  mark(): number;
  /**
   * The calls since a position, oldest first, without credentials and without calls that were
   * repeated.
   */
  since(mark: number): readonly Exchanged[];
  /** How many requests went out, with redirects and repeats. */
  requests(): number;
  /** How often, and how long, the service made the run wait. */
  waits(): { readonly times: number; readonly elapsedMs: number };
  /**
   * The header field with which writes to items are sent, since the service asked for a condition
   * (428); `null` if it did not.
   */
  precondition(): string | null;
  /** Whether a reply asks for a longer wait than is obeyed. */
  isPutOff(received: Received): boolean;
  /** Allows more calls at once, if the service was seen to answer that many in parallel. */
  allow(calls: number): void;
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
  const claims = createClaims(options);
  let requests = 0;
  let precondition: Precondition['name'] | null = null;
  /** Keeps the pace, traces the reply, and repeats the call if the service asks to wait. */
  async function sendPaced(call: Call, mayRepeat: () => Promise<boolean>): Promise<Exchange> {
    for (let times = 0; ; times++) {
      await pace.step();
      const ended = options.watch?.(call);
      const got = await options.send(call);
      const exchanged = trace.show(call, got);
      ended?.(got, exchanged);
      requests += got.requests;
      if (got.kind === 'received' && (await pace.obey(got.received, times)) && (await mayRepeat()))
        continue;
      trace.add(exchanged);
      return got;
    }
  }
  /** Notes a creation in the ledger before it is sent. */
  async function sendNoted(call: Call): Promise<Exchange> {
    if (call.method === 'POST') await options.ledger.intend();
    return sendPaced(call, always);
  }
  async function readCondition(call: Call): Promise<Precondition | null> {
    const read: Call = { ...call, method: 'GET', query: '', headers: ACCEPT, body: noBody };
    const exchange = await sendPaced(read, always);
    return exchange.kind === 'received' ? conditionFrom(exchange.received) : null;
  }
  /**
   * Sends a write to an item. If the service asks for a condition (428), the write is sent again
   * with the validator that reading the item shows, and so is every later one.
   */
  async function sendWrite(call: Call): Promise<Exchange> {
    let condition = precondition === null ? null : await readCondition(call);
    for (let times = 1; ; times++) {
      const exchange = await sendNoted(condition === null ? call : withCondition(call, condition));
      const status = exchange.kind === 'received' ? exchange.received.status : 0;
      const isAsked = condition === null ? status === 428 : status === 412 || status === 428;
      if (!isAsked || times > CONDITIONS_MAX) return exchange;
      condition = await readCondition(call);
      if (condition === null) return exchange;
      precondition = condition.name;
    }
  }
  return {
    credentials: options.secretHeaders ?? [],
    async sendIfAllowed(call) {
      const refusal = claims.refusal(call);
      if (refusal !== null) return { kind: 'withheld', message: refusal };
      return ON_ITEMS.has(call.method) && !isConditional(call) ? sendWrite(call) : sendNoted(call);
    },
    async sendToReleased(call) {
      const refusal = claims.refusalToReleased(call);
      if (refusal !== null) return { kind: 'withheld', message: refusal };
      if (call.method !== 'DELETE') await options.ledger.intend();
      // During the wait the service may have reused the id for another item.
      const look: Call = { ...call, method: 'GET', query: '', headers: {}, body: noBody };
      return sendPaced(call, async () => isAbsent(await sendPaced(look, always)));
    },
    async relay(call) {
      const refusal = claims.refusal(call);
      return refusal === null ? sendNoted(call) : forbidden(refusal);
    },
    own: claims.own,
    release: claims.release,
    claimOf: claims.claimOf,
    owned: claims.owned,
    protect: claims.protect,
    unprotect: claims.unprotect,
    mark: trace.mark,
    since: trace.since,
    requests: () => requests,
    waits: pace.waits,
    extend: pace.extend,
    precondition: () => precondition,
    isPutOff: pace.isPutOff,
    allow: (calls) => options.allow?.(calls),
  };
}

const ACCEPT: Headers = { accept: 'application/json' };

const always = (): Promise<boolean> => Promise.resolve(true);

function isAbsent(exchange: Exchange): boolean {
  return (
    exchange.kind === 'received' &&
    (exchange.received.status === 404 || exchange.received.status === 410)
  );
}

type Claims = Pick<Guard, 'own' | 'release' | 'claimOf' | 'owned' | 'protect' | 'unprotect'> & {
  /** Why a call may not be sent; `null` if it may. */
  refusal(call: Call): string | null;
  refusalToReleased(call: Call): string | null;
};

/** Keeps the ids that the run owns, has released, or must never own. */
function createClaims({ contract, ledger, mode }: GuardOptions): Claims {
  const router = createRouter([contract], '');
  const [owned, released, foreign] = [
    new Map<string, number>(),
    new Set<string>(),
    new Set<string>(),
  ];
  let claims = 0;
  return {
    async own(key, mark) {
      if (foreign.has(key) || !isAddressable(key)) return false;
      released.delete(key);
      owned.set(key, ++claims);
      await ledger.own(key, mark);
      return true;
    },
    async release(key, claim = owned.get(key)) {
      if (owned.get(key) !== claim) return;
      if (owned.delete(key)) released.add(key);
      await ledger.release(key);
    },
    claimOf: (key) => owned.get(key) ?? 0,
    owned: () => [...owned.keys()],
    protect(keys) {
      for (const key of keys) if (!owned.has(key)) foreign.add(key);
    },
    unprotect(key) {
      foreign.delete(key);
    },
    refusal(call) {
      const { method, path } = call;
      if (method === 'GET' || method === 'HEAD') return null;
      if (mode === 'read-only') return `${method} ${path} is not sent: the run only reads`;
      const route = router.find(path);
      if (method === 'OPTIONS' || (method === 'POST' && route?.kind === 'collection')) return null;
      const key = keyOf(route);
      return key !== null && owned.has(key)
        ? null
        : `${method} ${path} is not sent: the run does not own what is there`;
    },
    refusalToReleased({ method, path }) {
      if (mode === 'read-only') return `${method} ${path} is not sent: the run only reads`;
      const key = keyOf(router.find(path));
      const isAllowed =
        key !== null && ON_ITEMS.has(method) && released.has(key) && !foreign.has(key);
      return isAllowed
        ? null
        : `${method} ${path} is not sent: the run never owned and released this id`;
    },
  };
}

const ON_ITEMS: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

/** The id in a path; `null` if there is none. */
function keyOf(route: Route | null): string | null {
  return route?.kind === 'item' && isAddressable(route.key) ? route.key : null;
}

/**
 * An empty id names the collection, and `.` and `..` are path steps: such a write would reach
 * something else.
 */
function isAddressable(key: string): boolean {
  return key !== '' && key !== '.' && key !== '..';
}

interface Pace extends Pick<Guard, 'waits' | 'extend' | 'isPutOff'> {
  /** Waits until the next call may begin. */
  step(): Promise<void>;
  /**
   * Waits as long as a reply asks. Returns `false` without waiting if it does not ask, or asks for
   * too much.
   */
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
