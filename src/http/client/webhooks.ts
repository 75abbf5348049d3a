// Tells receivers what changed: each event is posted, signed and tried again, in order for each
// receiver and apart from the others. Never waits for anybody who adds an event; bounded in memory,
// in attempts and in time. Does not know what the events are about.

import { createHmac, randomUUID } from 'node:crypto';
import { StandinError } from '../../base/errors.ts';
import { readBody } from '../../model/message/call.ts';
import { type Client, createClient } from './client.ts';

export interface WebhookEvent {
  /** Writes it with an id: when it is sent, and not before. */
  readonly write: (id: string) => string;
  /** How many characters of text it holds while it waits. */
  readonly chars: number;
}

export interface WebhookOptions {
  /** Addresses of http or https, with query and credentials where they have any. */
  readonly urls: readonly string[];
  /** What events are signed with: `whsec_` and Base64, or any text; `null` for no signature. */
  readonly secret: string | null;
  /** Told in a sentence what could not be delivered. */
  readonly onTrouble: (text: string) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** How long to wait before each further attempt, in milliseconds: 250, 500, 1,000 and 2,000. */
  readonly waitsMs?: readonly number[];
  /** How long a receiver may take to answer, in milliseconds: 5,000. */
  readonly timeoutMs?: number;
}

export interface Webhooks {
  add(event: WebhookEvent): void;
  /** What became of the events so far, over all receivers. */
  counts(): { readonly delivered: number; readonly dropped: number; readonly waiting: number };
  /** Delivers what it can within `CLOSE_MS`, drops the rest and tells how many. */
  close(): Promise<void>;
}

/**
 * How many events wait for one receiver, and how many characters they hold; what comes on top of
 * either is dropped and counted.
 */
export const WAITING_MAX = 10_000;
export const WAITING_CHARS_MAX = 8_388_608;
export const CLOSE_MS = 400;
const WAITS_MS = [250, 500, 1_000, 2_000];
const TIMEOUT_MS = 5_000;
const GONE = 410;
/** An answer is not looked at: it may have so many bytes and no more. */
const ANSWER_BYTES_MAX = 65_536;

/**
 * Begins to deliver events. Throws a StandinError where an address or the secret cannot be used.
 */
export function createWebhooks(options: WebhookOptions): Webhooks {
  const key = options.secret === null ? null : keyOf(options.secret);
  const receivers = options.urls.map((url) => new Receiver(url, key, options));
  const sum = (count: (receiver: Receiver) => number): number =>
    receivers.reduce((total, one) => total + count(one), 0);
  return {
    add(event) {
      for (const receiver of receivers) receiver.add(event);
    },
    counts: () => ({
      delivered: sum((one) => one.delivered),
      dropped: sum((one) => one.dropped),
      waiting: sum((one) => one.waiting),
    }),
    async close() {
      await Promise.all(receivers.map((receiver) => receiver.close()));
    },
  };
}

/** A secret is written as Standard Webhooks has it, or is any text. */
function keyOf(secret: string): Buffer {
  const encoded = /^whsec_(.*)$/s.exec(secret)?.[1];
  if (encoded === undefined) {
    if (secret !== '') return Buffer.from(secret);
  } else if (/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return Buffer.from(encoded, 'base64');
  throw new StandinError(
    'option-invalid',
    'the secret of webhooks cannot be used',
    'Give a text, or whsec_ and Base64.',
  );
}

/**
 * Gives the signature of an event: `v1,` and an HMAC of SHA-256 in Base64, as Standard Webhooks has
 * it.
 */
export function signatureOf(key: Buffer, id: string, seconds: number, text: string): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${text}`).digest('base64')}`;
}

/** One receiver, its events in order, and how far it has come. */
class Receiver {
  delivered = 0;
  dropped = 0;
  private chars = 0;
  private readonly events: WebhookEvent[] = [];
  private readonly options: WebhookOptions;
  private readonly key: Buffer | null;
  private readonly client: Client;
  private readonly target: { readonly path: string; readonly query: string };
  /** The address without credentials and query: they may be secret. */
  private readonly shown: string;
  private readonly end = new AbortController();
  private running: Promise<void> | null = null;
  private isGone = false;

  constructor(address: string, key: Buffer | null, options: WebhookOptions) {
    this.options = options;
    this.key = key;
    const url = readAddress(address);
    this.target = { path: url.pathname, query: url.search.slice(1) };
    this.shown = url.origin + url.pathname;
    const { timeoutMs = TIMEOUT_MS } = options;
    const user =
      url.username === '' && url.password === '' ? '' : `${url.username}:${url.password}@`;
    const baseUrl = `${url.protocol}//${user}${url.host}`;
    // A receiver knows an event that comes twice by its id.
    this.client = createClient({
      baseUrl,
      timeoutMs,
      bodyBytesMax: ANSWER_BYTES_MAX,
      repeatable: ['POST'],
    });
  }

  get waiting(): number {
    return this.events.length;
  }

  add(event: WebhookEvent): void {
    if (this.isGone || this.end.signal.aborted || this.isFull(event)) {
      this.drop(
        this.isGone
          ? 'it answered 410'
          : this.end.signal.aborted
            ? ENDED
            : 'too many events wait for it',
      );
      return;
    }
    this.events.push(event);
    this.chars += event.chars;
    this.running ??= this.run();
  }

  /** One event has room, however long it is. */
  private isFull({ chars }: WebhookEvent): boolean {
    const count = this.events.length;
    return count >= WAITING_MAX || (count > 0 && this.chars + chars > WAITING_CHARS_MAX);
  }

  async close(): Promise<void> {
    const timer = setTimeout(() => this.stop(), CLOSE_MS);
    await this.running;
    clearTimeout(timer);
    this.stop();
    if (this.dropped > 0)
      this.options.onTrouble(
        `webhook ${this.shown}: ${countOf(this.dropped)} not delivered in all`,
      );
  }

  private stop(): void {
    if (this.end.signal.aborted) return;
    this.end.abort();
    this.client.close();
  }

  private async run(): Promise<void> {
    // What is added in one stretch has been answered before the first event goes out.
    await new Promise((resolve) => setImmediate(resolve));
    for (let event = this.events[0]; event !== undefined; event = this.events[0]) {
      const failure = this.end.signal.aborted ? ENDED : await this.deliver(event);
      this.events.shift();
      this.chars -= event.chars;
      if (failure === null) this.delivered++;
      else this.drop(failure);
    }
    this.running = null;
  }

  /** Gives why an event was not delivered in spite of all attempts; `null` where it was. */
  private async deliver(event: WebhookEvent): Promise<string | null> {
    const id = randomUUID();
    const text = event.write(id);
    const { waitsMs = WAITS_MS } = this.options;
    const { signal } = this.end;
    for (let attempt = 0, earlier: string | null = null; ; attempt++) {
      const failure = await this.post(id, text);
      if (failure === null || this.isGone) return failure;
      // What came of an attempt that Standin itself broke off says nothing about the receiver.
      if (signal.aborted) return givenUp(earlier);
      const wait = waitsMs[attempt];
      if (wait === undefined) return failure;
      await pause(wait, signal);
      if (signal.aborted) return givenUp(failure);
      earlier = failure;
    }
  }

  private async post(id: string, text: string): Promise<string | null> {
    const seconds = Math.floor((this.options.now ?? Date.now)() / 1_000);
    const headers = {
      'content-type': 'application/cloudevents+json; charset=utf-8',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      ...(this.key === null
        ? {}
        : { 'webhook-signature': signatureOf(this.key, id, seconds, text) }),
    };
    const exchange = await this.client.send({
      method: 'POST',
      ...this.target,
      headers,
      body: readBody(text),
    });
    // An answer of any length is as good as none: its status was read.
    if (exchange.kind === 'trouble') return exchange.message;
    const { status } = exchange.received;
    this.isGone = status === GONE;
    return status >= 200 && status < 300 ? null : `it answered ${status}`;
  }

  /** The first one that is dropped is told, then the tenth, the hundredth, and so on. */
  private drop(why: string): void {
    this.dropped++;
    if (!Number.isInteger(Math.log10(this.dropped))) return;
    this.options.onTrouble(`webhook ${this.shown}: ${countOf(this.dropped)} not delivered: ${why}`);
  }
}

const ENDED = 'it was given up when Standin ended';

function givenUp(earlier: string | null): string {
  return earlier === null ? ENDED : `${earlier}; ${ENDED}`;
}

function countOf(dropped: number): string {
  return dropped === 1 ? '1 event was' : `${dropped} events were`;
}

function readAddress(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hash === '')
    return url;
  // It may hold credentials, and is not repeated.
  throw new StandinError(
    'option-invalid',
    'the address of a webhook is none of http or https',
    'Write it as http://127.0.0.1:4000/events.',
  );
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}
