// A Pact Broker, asked over HTTP: it is found by its index alone, and nothing is sent to any other
// origin. Knows no pacts.

import { StandinError } from '../../../base/errors.ts';
import { isObject, type Json, type JsonObject } from '../../../base/json.ts';
import { cut, printable } from '../../../base/printable.ts';
import { readBaseUrl } from '../../../http/client/base-url.ts';
import { createClient, type Exchange } from '../../../http/client/client.ts';
import { type Body, type Headers, header, noBody } from '../../../model/message/call.ts';
import type { Received } from '../../../model/message/received.ts';
import { detailsIn } from './broker-errors.ts';
import { expand, linkOf } from './hal.ts';

export interface BrokerOptions {
  /** Where its index is; what is secret in it is not used. */
  readonly baseUrl: string;
  /** Credentials. */
  readonly headers: Headers;
  /** How long one answer may take. */
  readonly timeoutMs: number;
  /** Gives a text without credentials. */
  readonly hide: (text: string) => string;
  readonly wait: (ms: number) => Promise<void>;
}

/** What was asked for, as messages name it: `asking for the pacts of users`. */
export type Purpose = string;

export interface Broker {
  /** Its address without credentials. */
  readonly shown: string;
  /** Reads the index, once. */
  index(): Promise<JsonObject>;
  /** Gives where a link of the index leads. `since` is the version of the broker that has it. */
  find(relation: string, values: Readonly<Record<string, string>>, since: string): Promise<string>;
  /**
   * Each throws a StandinError where no resource comes back, and where the address is not of the
   * broker's own origin.
   */
  get(url: string, purpose: Purpose): Promise<JsonObject>;
  send(method: 'POST' | 'PUT', url: string, body: Json, purpose: Purpose): Promise<JsonObject>;
  /** Ends what is under way; nothing is sent after that. */
  close(): void;
  isClosed(): boolean;
}

/** Bytes of one answer, at most: 8 MiB. A pact is rarely longer than one. */
const ANSWER_BYTES_MAX = 8_388_608;

/**
 * How long is waited before a request is sent again that failed for a reason that may pass, in
 * milliseconds.
 */
const RETRY_MS = [500, 2_000] as const;

/**
 * Gives a broker; asks it for nothing yet. Throws a StandinError where its address or the
 * credentials cannot be used.
 */
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
      throw unusable(message, `Give the address of the index; brokers have it from ${since} on.`);
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
  ask(method: string, url: string, body: Body, purpose: Purpose): Promise<JsonObject>;
}

/** Gives what sends each request, again where what is wrong may pass, until it is closed. */
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

/**
 * Path and query of an address, where it is one of the broker. Credentials go nowhere else,
 * whatever a link says.
 */
function targetIn(
  url: string,
  origin: string,
  shown: string,
  purpose: Purpose,
): { path: string; query: string } {
  const to = URL.canParse(url, `${shown}/`) ? new URL(url, `${shown}/`) : null;
  if (to !== null && to.origin === origin) return { path: to.pathname, query: to.search.slice(1) };
  const where =
    to === null
      ? 'to what is no address'
      : `to ${printable(to.origin === 'null' ? to.protocol : to.origin)}`;
  throw unusable(
    `the broker ${shown} leads ${where}, which is not followed (${purpose})`,
    'Give --broker the address that the broker says it has, or have its base URL set: it is what its links begin with.',
  );
}

function stopped(shown: string, purpose: Purpose): StandinError {
  const message = `the broker ${shown} was asked no more (${purpose}): the run was stopped`;
  return new StandinError('broker-unreachable', message, 'Run it again to the end.');
}

function mayPass(exchange: Exchange): boolean {
  if (exchange.kind === 'received')
    return exchange.received.status >= 502 && exchange.received.status <= 504;
  return exchange.trouble === 'refused' || exchange.trouble === 'reset';
}

interface Asked {
  readonly shown: string;
  readonly purpose: Purpose;
  readonly hide: (text: string) => string;
  /** `known`: there were credentials. */
  readonly asker: 'known' | 'unknown';
}

const NO_CREDENTIALS = 'Set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.';

function resourceIn(exchange: Exchange, asked: Asked): JsonObject {
  const { shown, purpose, hide } = asked;
  if (exchange.kind === 'trouble') {
    const remedy = REMEDIES[exchange.trouble] ?? 'Check its address, and whether it is running.';
    throw new StandinError(
      'broker-unreachable',
      `the broker ${shown} gave no answer (${purpose}): ${hide(exchange.message)}`,
      remedy,
    );
  }
  const { received } = exchange;
  const { status, headers, body } = received;
  if (status >= 300) throw refused(received, asked);
  if (status === 204 || (body.kind === 'none' && status === 201)) return {};
  const type = header(headers, 'content-type') ?? 'no media type';
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(type);
  if (isJson && body.kind === 'json' && body.duplicate === null && isObject(body.value))
    return body.value;
  const what = !isJson ? `${cut(printable(hide(type)), 80)}` : whatIsWrong(body);
  throw unusable(
    `the broker ${shown} answered ${what} in place of application/hal+json (${purpose})`,
    'Give the address of the broker itself: its index, not a page of it or a gateway before it.',
  );
}

function whatIsWrong(body: Body): string {
  if (body.kind === 'broken') return `broken JSON (${printable(body.message)})`;
  return body.kind === 'json' && body.duplicate !== null
    ? `JSON with a key twice (${printable(body.duplicate)})`
    : 'no JSON object';
}

const REMEDIES: Readonly<Partial<Record<string, string>>> = {
  late: 'Give it more time with --broker-timeout.',
  oversized: `At most ${ANSWER_BYTES_MAX} bytes are read. Split what the consumer relies on, or select fewer pacts.`,
  untrusted: 'Name the certificate of its authority in NODE_EXTRA_CA_CERTS.',
};

/** Says why there is no resource, with what the broker said of it. */
function refused(
  { status, headers, body }: Received,
  { shown, purpose, hide, asker }: Asked,
): StandinError {
  if (status < 400) {
    const location = header(headers, 'location') ?? '';
    const to = URL.canParse(location, shown) ? new URL(location, `${shown}/`).origin : 'nowhere';
    const remedy =
      'Give --broker the address that it leads to, if that is the broker: credentials are not sent to another one.';
    return unusable(
      `the broker ${shown} leads to ${hide(printable(to))} (${status}, ${purpose})`,
      remedy,
    );
  }
  const details = body.kind === 'json' ? detailsIn(body.value) : [];
  const told =
    details.length === 0
      ? ''
      : `: ${cut(details.map((one) => printable(hide(one))).join('; '), DETAIL_CHARS_MAX)}`;
  const message = `the broker ${shown} answered ${status} (${purpose})${told}`;
  if (status === 401) {
    const remedy =
      asker === 'known'
        ? 'See whether the credentials are still good: it does not take them.'
        : NO_CREDENTIALS;
    return new StandinError('broker-unauthorized', message, remedy);
  }
  if (status === 403) {
    return new StandinError(
      'broker-unauthorized',
      message,
      'The credentials are known there, but may not do this: see their rights.',
    );
  }
  if (status === 404)
    return unusable(
      message,
      'Check the address of the broker, and the names: --provider, and those of versions.',
    );
  return unusable(
    message,
    status < 500 ? 'See what the broker says.' : 'Try again later, or see its log.',
  );
}

/** How much of what a broker says is told. */
const DETAIL_CHARS_MAX = 600;

function unusable(message: string, remedy: string): StandinError {
  return new StandinError('broker-unusable', message, remedy);
}
