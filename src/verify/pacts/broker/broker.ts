// A client of a Pact Broker: starts at the index, and sends nothing to any other origin.

import { StandinError } from '../../../base/errors.ts';
import type { Json, JsonObject } from '../../../base/json.ts';
import { printable } from '../../../base/printable.ts';
import { readBaseUrl } from '../../../http/client/base-url.ts';
import { createClient, type Exchange } from '../../../http/client/client.ts';
import { type Body, type Headers, noBody } from '../../../model/message/call.ts';
import { ANSWER_BYTES_MAX, brokerUnusable, resourceIn } from './broker-reply.ts';
import { expand, linkOf } from './hal.ts';

export interface BrokerOptions {
  /** The address of its index. Credentials in it are ignored. */
  readonly baseUrl: string;
  /** Credentials. */
  readonly headers: Headers;
  /** Timeout for one reply. */
  readonly timeoutMs: number;
  /** Removes credentials from a text. */
  readonly hide: (text: string) => string;
  readonly wait: (ms: number) => Promise<void>;
}

export interface Broker {
  /** Its address without credentials. */
  readonly shown: string;
  /** Reads the index, once. */
  index(): Promise<JsonObject>;
  /** Returns the target of a link in the index. Brokers have the link from version `since` on. */
  find(relation: string, values: Readonly<Record<string, string>>, since: string): Promise<string>;
  /**
   * Each throws a StandinError if no resource comes back, or if the address has another origin.
   * `purpose` is for messages: `asking for the pacts of users`.
   */
  get(url: string, purpose: string): Promise<JsonObject>;
  send(method: 'POST' | 'PUT', url: string, body: Json, purpose: string): Promise<JsonObject>;
  /** Cancels open requests. Nothing is sent afterwards. */
  close(): void;
  isClosed(): boolean;
}

/** Pauses before a retry of a temporary failure, in milliseconds. */
const RETRY_MS = [500, 2_000] as const;

/** Returns a broker; sends nothing yet. Throws a StandinError for unusable options. */
export function createBroker(options: BrokerOptions): Broker {
  const { origin, shown } = readBaseUrl(options.baseUrl);
  const start = new URL(options.baseUrl).pathname;
  const { ask, isClosed, close } = createAsker(options, origin, shown);
  let index: Promise<JsonObject> | null = null;
  const broker: Broker = {
    shown,
    isClosed,
    close,
    index() {
      index ??= ask('GET', origin + start, noBody, 'reading its index');
      return index;
    },
    async find(relation, values, since) {
      const link = linkOf(await broker.index(), relation);
      if (link !== null) return expand(link.href, values);
      const message = `the broker ${shown} has no ${relation} in its index`;
      throw brokerUnusable(
        message,
        `Give the address of the index; brokers have it from ${since} on.`,
      );
    },
    get: (url, purpose) => ask('GET', url, noBody, purpose),
    send(method, url, value, purpose) {
      return ask(
        method,
        url,
        { kind: 'json', value, text: JSON.stringify(value), duplicate: null },
        purpose,
      );
    },
  };
  return broker;
}

interface Asker extends Pick<Broker, 'close' | 'isClosed'> {
  ask(method: string, url: string, body: Body, purpose: string): Promise<JsonObject>;
}

/** Sends requests until it is closed, and retries temporary failures. */
function createAsker(options: BrokerOptions, origin: string, shown: string): Asker {
  const client = createClient({
    baseUrl: origin,
    headers: options.headers,
    timeoutMs: options.timeoutMs,
    bodyBytesMax: ANSWER_BYTES_MAX,
  });
  let isClosed = false;
  const asker = options.headers['authorization'] === undefined ? 'unknown' : 'known';
  const about = { shown, hide: options.hide, asker } as const;
  return {
    async ask(method, url, body, purpose) {
      const target = targetIn(url, origin, shown, purpose);
      const headers = {
        accept: 'application/hal+json',
        ...(body.kind === 'none' ? {} : { 'content-type': 'application/json' }),
      };
      for (let tries = 0; ; tries++) {
        if (isClosed) throw stopped(shown, purpose);
        const exchange = await client.send({ method, ...target, headers, body });
        const ms = RETRY_MS[tries];
        if (ms === undefined || !mayPass(exchange))
          return resourceIn(exchange, { ...about, purpose });
        await options.wait(ms);
      }
    },
    isClosed: () => isClosed,
    close() {
      isClosed = true;
      client.close();
    },
  };
}

/** Path and query of an address of the broker. Credentials go nowhere else. */
function targetIn(
  url: string,
  origin: string,
  shown: string,
  purpose: string,
): { path: string; query: string } {
  const to = URL.canParse(url, `${shown}/`) ? new URL(url, `${shown}/`) : null;
  if (to !== null && to.origin === origin) return { path: to.pathname, query: to.search.slice(1) };
  const where =
    to === null
      ? 'to an invalid address'
      : `to ${printable(to.origin === 'null' ? to.protocol : to.origin)}`;
  throw brokerUnusable(
    `the broker ${shown} leads ${where}, which is not followed (${purpose})`,
    'Give --broker the address with which the broker begins its links, or configure its base URL.',
  );
}

function stopped(shown: string, purpose: string): StandinError {
  const message = `the broker ${shown} gets no more requests (${purpose}): the run was stopped`;
  return new StandinError('broker-unreachable', message, 'Run it again to the end.');
}

function mayPass(exchange: Exchange): boolean {
  if (exchange.kind === 'received')
    return exchange.received.status >= 502 && exchange.received.status <= 504;
  return exchange.trouble === 'refused' || exchange.trouble === 'reset';
}
