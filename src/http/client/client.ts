// The HTTP client: sends a Call with node:http or node:https and returns the result as data, even
// if no reply comes. Ignores proxies from the environment. Does not know what it sends, nor whether
// it may.

import type { OutgoingHttpHeaders } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { StandinError } from '../../base/errors.ts';
import { HOP_BY_HOP } from '../../base/hop-by-hop.ts';
import type { Body, Call, Headers } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { Agent, validateHeaderName, validateHeaderValue } from '../node-http.ts';
import { withQuery } from './added-query.ts';
import { type Attempt, attempt, type Outgoing, type RequestTrouble } from './attempt.ts';
import { type BaseUrl, readBaseUrl } from './base-url.ts';
import { CODINGS } from './decode.ts';
import { REDIRECTS_MAX, redirection } from './redirect.ts';

export interface ClientOptions {
  /** `http` or `https`, perhaps with a base path. Its user and password become a header field. */
  readonly baseUrl: string;
  /** Header fields, such as credentials, that replace those of requests. No message shows them. */
  readonly headers?: Headers;
  /** Query parameters that replace those of requests, encoded. No message shows them. */
  readonly query?: string;
  /** How long a call may take to the last byte of its answer, in milliseconds: 10,000. */
  readonly timeoutMs?: number;
  /** Bytes of a body above which an answer is cut off, as sent and as decoded: 8 MiB. */
  readonly bodyBytesMax?: number;
  /** Methods that may be sent twice although not idempotent: the service recognises repetitions. */
  readonly repeatable?: readonly string[];
}

export interface Client {
  /** The base address without credentials and without a slash at the end. */
  readonly baseUrl: string;
  /** Sends a call below the base path. Rejects only if the call cannot be written as HTTP. */
  send(call: Call): Promise<Exchange>;
  /** How many calls may be under way at once from now on: 8 at first. */
  allow(calls: number): void;
  /** Ends all connections; calls under way end as `reset`. */
  close(): void;
}

interface Sent {
  /** From the first request to the last byte. */
  readonly elapsedMs: number;
  /** How many requests were sent: more than one after a redirect or a retry. */
  readonly requests: number;
  /** A redirection within the origin was followed. */
  readonly redirected: boolean;
  /** The path and query at which the redirection ended. */
  readonly target?: string;
}

export type Exchange = Sent &
  (
    | { readonly kind: 'received'; readonly received: Received }
    /**
     * `message` is a clause that says what happened, without credentials; `status` is that of a
     * reply whose body could not be read.
     */
    | {
        readonly kind: 'trouble';
        readonly trouble: RequestTrouble;
        readonly message: string;
        readonly status?: number | null;
      }
  );

export const TIMEOUT_MS = 10_000;
export const BODY_BYTES_MAX = 8_388_608;
/** Default number of concurrent calls. Others wait; `elapsedMs` does not include their waiting. */
export const SOCKETS_MAX = 8;
/** The share of the time for a call that a stream gets for its first byte, and then for the rest. */
const PATIENCE = 0.4;
/**
 * How long to try one address of a name before trying the next one as well, in milliseconds. Node's
 * default, 250, is too short for a service on the other side of the world.
 */
const ADDRESS_MS = 1_500;

/** Creates a client. Throws a StandinError if its address or a header field cannot be used. */
export function createClient(options: ClientOptions): Client {
  const base = readBaseUrl(options.baseUrl);
  const credentials = checked(options.headers ?? {});
  const { timeoutMs = TIMEOUT_MS, bodyBytesMax = BODY_BYTES_MAX } = options;
  const repeatable: ReadonlySet<string> = new Set([...IDEMPOTENT, ...(options.repeatable ?? [])]);
  let isClosed = false;
  const mayRepeat: MayRepeat = (method) => !isClosed && repeatable.has(method);
  const slots = createSlots(SOCKETS_MAX);
  const agent = createAgent(base, slots);
  async function sendNow(call: Call): Promise<Exchange> {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), timeoutMs);
    const outgoing: Outgoing = {
      base,
      agent,
      bodyBytesMax,
      patienceMs: timeoutMs * PATIENCE,
      signal: abort.signal,
      method: call.method,
      target: withQuery(targetOf(base, call), options.query ?? ''),
      text: textOf(call.body),
      cutAt: call.sending?.cutAt ?? null,
      headers: fieldsOf(base, call, credentials),
    };
    if (call.sending?.connection === 'new') dropIdle(agent);
    try {
      const redirectsMax = call.sending?.redirection === 'kept' ? 0 : REDIRECTS_MAX;
      const exchange = await follow(outgoing, mayRepeat, redirectsMax);
      // A handler that failed may never look at its connection again.
      if (exchange.kind === 'received' && exchange.received.status >= 500) dropIdle(agent);
      return exchange;
    } finally {
      clearTimeout(timer);
    }
  }
  return {
    baseUrl: base.shown,
    async send(call) {
      await slots.enter();
      try {
        return await sendNow(call);
      } finally {
        slots.leave();
      }
    },
    allow: slots.allow,
    close() {
      isClosed = true;
      agent.destroy();
    },
  };
}

/**
 * A connection is kept only while no other call is active: a service that serves one connection at
 * a time would wait for the idle one.
 */
function createAgent(base: BaseUrl, slots: Slots): Agent {
  const options = { keepAlive: true, autoSelectFamilyAttemptTimeout: ADDRESS_MS };
  const agent = base.protocol === 'https:' ? new SecureAgent(options) : new Agent(options);
  const keep = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => slots.taken() <= 1 && keep(socket);
  return agent;
}

/** Returns whether a request may be sent a second time now. */
type MayRepeat = (method: string) => boolean;

async function follow(
  first: Outgoing,
  mayRepeat: MayRepeat,
  redirectsMax: number,
): Promise<Exchange> {
  const startedAt = performance.now();
  let outgoing = first;
  let requests = 0;
  for (let redirects = 0; ; redirects++) {
    const { made, times } = await attemptSafely(outgoing, mayRepeat);
    requests += times;
    const target =
      made.kind === 'received' && redirects < redirectsMax
        ? redirection(outgoing.base.origin, outgoing.method, outgoing.target, made.received)
        : null;
    if (target === null) {
      const sent = {
        elapsedMs: performance.now() - startedAt,
        requests,
        redirected: redirects > 0,
        ...(redirects > 0 ? { target: outgoing.target } : {}),
      };
      if (made.kind === 'received') return { ...made, ...sent };
      const { trouble, message, status } = made;
      return { kind: 'trouble', trouble, message, status, ...sent };
    }
    outgoing = { ...outgoing, target };
  }
}

/**
 * A service may close an idle connection at any time, which is not a fault (RFC 9112 section
 * 9.3.1), but a client that sends at that moment cannot know whether its request was handled. So
 * idempotent requests are retried once on a fresh connection (RFC 9110 section 9.2.2), like those
 * that the sender calls `repeatable`. Other POST and PATCH requests always use a fresh connection:
 * a second POST could create a second item, and if a fresh connection closes without a reply, the
 * service closed it while handling the request.
 */
async function attemptSafely(
  outgoing: Outgoing,
  mayRepeat: MayRepeat,
): Promise<{ made: Attempt; times: number }> {
  if (!mayRepeat(outgoing.method)) dropIdle(outgoing.agent);
  const made = await attempt(outgoing);
  if (made.kind === 'received' || !made.isStale || !mayRepeat(outgoing.method))
    return { made, times: 1 };
  dropIdle(outgoing.agent);
  return { made: await attempt(outgoing), times: 2 };
}

const IDEMPOTENT = ['GET', 'HEAD', 'OPTIONS', 'QUERY', 'PUT', 'DELETE'] as const;

function dropIdle(agent: Agent): void {
  for (const sockets of Object.values(agent.freeSockets))
    for (const socket of sockets ?? []) socket.destroy();
}

function targetOf({ basePath }: BaseUrl, { path, query }: Call): string {
  const target = basePath + path;
  return `${target === '' ? '/' : target}${query === '' ? '' : `?${query}`}`;
}

function textOf(body: Body): string | Uint8Array {
  if (body.kind === 'broken' && body.bytes !== undefined) return body.bytes;
  return body.kind === 'json' || body.kind === 'broken' ? body.text : '';
}

function fieldsOf(base: BaseUrl, call: Call, credentials: Headers): OutgoingHttpHeaders {
  const fields: OutgoingHttpHeaders = { 'user-agent': 'standin', 'accept-encoding': CODINGS };
  for (const [name, value] of Object.entries(call.headers)) set(fields, name, value);
  const text = textOf(call.body);
  if (text.length > 0 || EXPECTING.has(call.method))
    fields['content-length'] = Buffer.byteLength(text);
  if (base.authorization !== null) fields['authorization'] = base.authorization;
  for (const [name, value] of Object.entries(credentials))
    if (value !== undefined) fields[name] = plain(value);
  return fields;
}

function set(
  fields: OutgoingHttpHeaders,
  name: string,
  value: string | readonly string[] | undefined,
): void {
  const lower = name.toLowerCase();
  if (value !== undefined && !WRITTEN_HERE.has(lower)) fields[lower] = plain(value);
}

function plain(value: string | readonly string[]): string | string[] {
  return typeof value === 'string' ? value : [...value];
}

/** Methods of which a service may expect a Content-Length, if only of 0 (RFC 9110 section 8.6). */
const EXPECTING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** The client writes these itself. */
const WRITTEN_HERE: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'host',
  'content-length',
  'expect',
]);

function checked(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const isName = passes(() => validateHeaderName(name));
      const isGood =
        isName && [value ?? ''].flat().every((one) => passes(() => validateHeaderValue(name, one)));
      if (isGood) return [name.toLowerCase(), value];
      // What is not a valid name may be the secret itself.
      throw new StandinError(
        'option-invalid',
        isName
          ? `the value of the header field ${name} cannot be sent`
          : 'a header field has an invalid name',
        "Give it as 'Name: value', without line breaks and with nothing above U+00FF.",
      );
    }),
  );
}

function passes(check: () => void): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

interface Slots {
  readonly taken: () => number;
  enter(): Promise<void>;
  leave(): void;
  allow(calls: number): void;
}

function createSlots(atFirst: number): Slots {
  let [max, taken] = [atFirst, 0];
  const queue: (() => void)[] = [];
  return {
    taken: () => taken,
    async enter() {
      if (taken < max) taken++;
      else await new Promise<void>((resolve) => queue.push(resolve));
    },
    leave() {
      // The slot goes to the next in the queue, so that no later call takes it first.
      const next = queue.shift();
      if (next === undefined) taken--;
      else next();
    },
    allow(calls) {
      max = calls;
      for (const next of queue.splice(0, Math.max(0, max - taken))) {
        taken++;
        next();
      }
    },
  };
}
