// Posts signed events to receivers and retries them, in order and separately for each receiver.
// Delivery is asynchronous and never blocks a producer; memory, attempts and time are bounded. Does
// not know the content of events.

import { createHmac, randomUUID } from 'node:crypto';
import { StandinError } from '../../base/errors.ts';
import { readBody } from '../../model/message/call.ts';
import { wait } from '../wait.ts';
import { type Client, createClient } from './client.ts';

export interface WebhookEvent {
  /** Writes it with an id: when it is sent, and not before. */
  readonly write: (id: string) => string;
  /** Maximum number of characters that wait. */
  readonly chars: number;
}

export interface WebhookOptions {
  /** Addresses with http or https, including query and credentials. */
  readonly urls: readonly string[];
  /** The secret for signatures: `whsec_` and Base64, or any text; `null` for no signature. */
  readonly secret: string | null;
  /** Called with a sentence for each event that was not delivered. */
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
  /** The fate of the events so far, over all receivers. */
  counts(): { readonly delivered: number; readonly dropped: number; readonly waiting: number };
  /** Delivers what it can within `CLOSE_MS`, drops the rest and reports how many. */
  close(): Promise<void>;
}

/** Limits of one receiver's queue, in events and characters. Others are dropped and counted. */
export const WAITING_MAX = 10_000;
export const WAITING_CHARS_MAX = 8_388_608;
export const CLOSE_MS = 400;
const WAITS_MS = [250, 500, 1_000, 2_000];
const TIMEOUT_MS = 5_000;
const GONE = 410;
/** Maximum size of a reply, whose content is ignored. */
const ANSWER_BYTES_MAX = 65_536;

/** Starts to deliver events. Throws a StandinError if an address or the secret cannot be used. */
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

/** Signs an event as Standard Webhooks specifies: `v1,` and an HMAC of SHA-256 in Base64. */
export function signatureOf(key: Buffer, id: string, seconds: number, text: string): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${text}`).digest('base64')}`;
}

/** One receiver with its queue of events. */
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
    // A receiver recognises a repeated event by its id.
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
    // Events added in the same turn are answered before the first one is sent.
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

  /** Returns why an event was not delivered after all attempts; `null` if it was. */
  private async deliver(event: WebhookEvent): Promise<string | null> {
    const id = randomUUID();
    const text = event.write(id);
    const { waitsMs = WAITS_MS } = this.options;
    const { signal } = this.end;
    for (let attempt = 0, earlier: string | null = null; ; attempt++) {
      const failure = await this.post(id, text);
      if (failure === null || this.isGone) return failure;
      // An attempt that Standin itself cut off says nothing about the receiver.
      if (signal.aborted) return givenUp(earlier);
      const waitMs = waitsMs[attempt];
      if (waitMs === undefined) return failure;
      await wait(waitMs, signal).catch(() => undefined);
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
    // The length of a reply does not matter: the status was read.
    if (exchange.kind === 'trouble') return exchange.message;
    const { status } = exchange.received;
    this.isGone = status === GONE;
    return status >= 200 && status < 300 ? null : `it answered ${status}`;
  }

  /** Reports the first dropped event, then the tenth, the hundredth, and so on. */
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
  // It may contain credentials, so the message does not repeat it.
  throw new StandinError(
    'option-invalid',
    'the address of a webhook does not begin with http:// or https://',
    'Write it as http://127.0.0.1:4000/events.',
  );
}
