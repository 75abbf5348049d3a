// Webhooks: what receivers get, in which order, how often, and what happens where they fail.

import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import {
  createWebhooks,
  signatureOf,
  WAITING_CHARS_MAX,
  WAITING_MAX,
  type WebhookEvent,
  type WebhookOptions,
  type Webhooks,
} from '../../../src/http/client/webhooks.ts';
import { startReceiver } from '../../support/receiver.ts';

/**
 * Nobody listens there: the port is reserved (RFC 6335 section 6), and a connection is refused at
 * once.
 */
const DEAD = 'http://127.0.0.1:1/events';

function hooksFor(
  urls: readonly string[],
  more: Partial<WebhookOptions> = {},
): { readonly hooks: Webhooks; readonly told: string[] } {
  const told: string[] = [];
  const onTrouble = (text: string): void => void told.push(text);
  return {
    hooks: createWebhooks({ urls, secret: null, onTrouble, waitsMs: [1, 1, 1], ...more }),
    told,
  };
}

const event = (number: number): WebhookEvent => ({
  write: (id) => JSON.stringify({ id, number }),
  chars: 0,
});
const numbersOf = (deliveries: readonly { readonly text: string }[]): readonly number[] =>
  deliveries.map(({ text }) => (JSON.parse(text) as { number: number }).number);

describe('createWebhooks', () => {
  it('posts events in order, with an id that is also in the event, a time and a signature', async () => {
    await using receiver = await startReceiver();
    const { hooks } = hooksFor([`${receiver.url}/in?token=a%20b`], {
      secret: 'whsec_c2VjcmV0',
      now: () => 1_700_000_000_999,
    });
    for (let number = 1; number <= 50; number++) hooks.add(event(number));
    expect(receiver.deliveries).toEqual([]);
    await expect.poll(() => hooks.counts()).toEqual({ delivered: 50, dropped: 0, waiting: 0 });
    expect(numbersOf(receiver.deliveries)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
    for (const { headers, text, target } of receiver.deliveries) {
      const id = String(headers['webhook-id']);
      expect(target).toBe('/in?token=a%20b');
      expect(headers['content-type']).toBe('application/cloudevents+json; charset=utf-8');
      expect(headers['webhook-timestamp']).toBe('1700000000');
      expect((JSON.parse(text) as { id: string }).id).toBe(id);
      const expected = createHmac('sha256', 'secret')
        .update(`${id}.1700000000.${text}`)
        .digest('base64');
      expect(headers['webhook-signature']).toBe(`v1,${expected}`);
    }
    expect(new Set(receiver.deliveries.map(({ headers }) => headers['webhook-id'])).size).toBe(50);
    await hooks.close();
  });

  it('signs as the example of Standard Webhooks does', () => {
    const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
    const signature = signatureOf(
      key,
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      1_614_265_330,
      '{"test": 2432232314}',
    );
    expect(signature).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('retries refused or unanswered events, with the same id and body, before it continues', async () => {
    await using receiver = await startReceiver((count) =>
      count === 1 ? 500 : count === 2 ? null : 204,
    );
    const { hooks, told } = hooksFor([receiver.url], { timeoutMs: 100 });
    hooks.add(event(1));
    hooks.add(event(2));
    await expect.poll(() => hooks.counts().delivered).toBe(2);
    expect(numbersOf(receiver.deliveries)).toEqual([1, 1, 1, 2]);
    const [one, two, three] = receiver.deliveries;
    expect(
      new Set(
        [one, two, three].map((delivery) => `${delivery?.headers['webhook-id']} ${delivery?.text}`),
      ).size,
    ).toBe(1);
    expect(told).toEqual([]);
    await hooks.close();
  });

  it('gives up after the last attempt, reports it and continues with the next', async () => {
    await using receiver = await startReceiver((_, { text }) =>
      text.includes('"number":1}') ? 503 : 200,
    );
    const { hooks, told } = hooksFor([`${receiver.url}/in?token=secret`]);
    hooks.add(event(1));
    hooks.add(event(2));
    await expect.poll(() => hooks.counts()).toEqual({ delivered: 1, dropped: 1, waiting: 0 });
    expect(numbersOf(receiver.deliveries)).toEqual([1, 1, 1, 1, 2]);
    expect(told).toEqual([
      `webhook ${receiver.url}/in: 1 event was not delivered: it answered 503`,
    ]);
    await hooks.close();
  });

  it('sends nothing more to a receiver that answers 410', async () => {
    await using receiver = await startReceiver(() => 410);
    const { hooks } = hooksFor([receiver.url]);
    hooks.add(event(1));
    await expect.poll(() => hooks.counts().dropped).toBe(1);
    hooks.add(event(2));
    expect(hooks.counts()).toEqual({ delivered: 0, dropped: 2, waiting: 0 });
    expect(receiver.deliveries).toHaveLength(1);
    await hooks.close();
  });

  it('makes no receiver wait for another', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<number>((done) => {
      release = () => done(204);
    });
    await using slow = await startReceiver(() => held);
    await using quick = await startReceiver();
    const { hooks } = hooksFor([slow.url, quick.url]);
    for (let number = 1; number <= 20; number++) hooks.add(event(number));
    await expect.poll(() => quick.deliveries.length).toBe(20);
    expect(slow.deliveries).toHaveLength(1);
    release();
    await expect.poll(() => numbersOf(slow.deliveries)).toEqual(numbersOf(quick.deliveries));
    await hooks.close();
  });

  it('limits the queue for an unreachable receiver, and counts dropped events', async () => {
    const { hooks, told } = hooksFor([DEAD], { waitsMs: [60_000] });
    let made = 0;
    const write = (id: string): string => {
      made++;
      return id;
    };
    for (let number = 1; number <= 20_000; number++) {
      hooks.add({ write, chars: 1 });
      expect(hooks.counts().waiting).toBeLessThanOrEqual(WAITING_MAX);
    }
    expect(hooks.counts()).toEqual({
      delivered: 0,
      dropped: 20_000 - WAITING_MAX,
      waiting: WAITING_MAX,
    });
    await hooks.close();
    expect(hooks.counts()).toEqual({ delivered: 0, dropped: 20_000, waiting: 0 });
    // Texts are made when they are sent: those that waited were never written.
    expect(made).toBeLessThanOrEqual(1);
    expect(told.length).toBeLessThanOrEqual(6);
    expect(told[0]).toBe(
      'webhook http://127.0.0.1:1/events: 1 event was not delivered: too many events wait for it',
    );
    expect(told.at(-1)).toBe(
      'webhook http://127.0.0.1:1/events: 20000 events were not delivered in all',
    );
  });

  it('limits the text queued for an unreachable receiver, but keeps one event of any length', async () => {
    const { hooks } = hooksFor([DEAD], { waitsMs: [60_000] });
    const long = (chars: number): void => hooks.add({ write: (id) => id, chars });
    long(WAITING_CHARS_MAX * 2);
    long(1);
    expect(hooks.counts()).toMatchObject({ dropped: 1, waiting: 1 });
    const { hooks: other } = hooksFor([DEAD], { waitsMs: [60_000] });
    for (let count = 0; count < 20; count++)
      other.add({ write: (id) => id, chars: WAITING_CHARS_MAX / 8 });
    expect(other.counts()).toMatchObject({ dropped: 12, waiting: 8 });
    await Promise.all([hooks.close(), other.close()]);
  });

  it('has room for text again once queued events are delivered', async () => {
    await using receiver = await startReceiver();
    const { hooks } = hooksFor([receiver.url]);
    for (let count = 1; count <= 3; count++) {
      hooks.add({ write: (id) => id, chars: WAITING_CHARS_MAX });
      await expect.poll(() => hooks.counts()).toEqual({ delivered: count, dropped: 0, waiting: 0 });
    }
    await hooks.close();
  });

  it('delivers 5,000 simultaneous events in order over one connection', async () => {
    await using receiver = await startReceiver();
    const { hooks, told } = hooksFor([receiver.url]);
    for (let number = 1; number <= 5_000; number++) hooks.add(event(number));
    await expect
      .poll(() => hooks.counts(), { timeout: 60_000 })
      .toEqual({ delivered: 5_000, dropped: 0, waiting: 0 });
    expect(numbersOf(receiver.deliveries)).toEqual(
      Array.from({ length: 5_000 }, (_, index) => index + 1),
    );
    expect(receiver.connections()).toBe(1);
    expect(told).toEqual([]);
    await hooks.close();
  }, 90_000);

  it('continues over a new connection if the receiver closed the old one', async () => {
    await using receiver = await startReceiver((_, { end }) => {
      end();
      return 204;
    });
    const { hooks, told } = hooksFor([receiver.url], { waitsMs: [] });
    for (let number = 1; number <= 20; number++) hooks.add(event(number));
    await expect.poll(() => hooks.counts()).toEqual({ delivered: 20, dropped: 0, waiting: 0 });
    expect([...new Set(numbersOf(receiver.deliveries))]).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    expect(told).toEqual([]);
    await hooks.close();
  });

  it('reports that it gave up on closing, not that the receiver ended the connection', async () => {
    await using silent = await startReceiver((count) => (count === 1 ? 503 : null));
    const { hooks, told } = hooksFor([silent.url], { timeoutMs: 60_000 });
    hooks.add(event(1));
    await expect.poll(() => silent.deliveries.length).toBe(2);
    await hooks.close();
    expect(told[0]).toBe(
      `webhook ${silent.url}/: 1 event was not delivered: it answered 503; it was given up when Standin ended`,
    );
    await using never = await startReceiver(() => null);
    const other = hooksFor([never.url], { timeoutMs: 60_000 });
    other.hooks.add(event(1));
    await expect.poll(() => never.deliveries.length).toBe(1);
    await other.hooks.close();
    expect(other.told[0]).toBe(
      `webhook ${never.url}/: 1 event was not delivered: it was given up when Standin ended`,
    );
  });

  it('delivers queued events when it is closed, and ends even if a receiver does not answer', async () => {
    await using quick = await startReceiver();
    await using silent = await startReceiver(() => null);
    const { hooks, told } = hooksFor([quick.url, silent.url], { timeoutMs: 60_000 });
    for (let number = 1; number <= 5; number++) hooks.add(event(number));
    await hooks.close();
    expect(quick.deliveries).toHaveLength(5);
    expect(hooks.counts()).toEqual({ delivered: 5, dropped: 5, waiting: 0 });
    expect(told.at(-1)).toBe(`webhook ${silent.url}/: 5 events were not delivered in all`);
    hooks.add(event(6));
    expect(hooks.counts().waiting).toBe(0);
  });

  it.each([
    ['no-address', null],
    ['ftp://127.0.0.1/x', null],
    ['http://127.0.0.1/x#part', null],
    [DEAD, 'whsec_???'],
    [DEAD, ''],
  ])('refuses %s with the secret %j, and repeats neither', (url, secret) => {
    let failure: unknown = null;
    try {
      hooksFor([url], { secret });
    } catch (error) {
      failure = error;
    }
    expect(failure).toBeInstanceOf(StandinError);
    expect(String(failure)).not.toContain('x#part');
    expect(String(failure)).not.toContain('???');
  });
});
