// `standin serve --webhook`: which events go out for which changes, and that no answer waits for
// them.

import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { runToEnd, serve } from '../../support/cli.ts';
import { JSON_HEADERS } from '../../support/project.ts';
import { startReceiver } from '../../support/receiver.ts';

interface Event {
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly subject: string;
  readonly time: string;
  readonly data?: unknown;
}

function eventsOf(deliveries: readonly { readonly text: string }[]): readonly Event[] {
  return deliveries.map(({ text }) => JSON.parse(text) as Event);
}

function send(url: string, method: string, body?: unknown): Promise<number> {
  const init =
    body === undefined ? { method } : { method, body: JSON.stringify(body), headers: JSON_HEADERS };
  return fetch(url, init).then(async (response) => {
    await response.text();
    return response.status;
  });
}

const ZOFIA = { name: 'Zofia', email: 'zofia@example.com' };

describe('standin serve --webhook', () => {
  it('sends each change, and nothing else, as CloudEvents 1.0, in order', async () => {
    await using receiver = await startReceiver();
    await using serving = await serve([
      '--webhook',
      `${receiver.url}/hook`,
      '--pin',
      'replace.missing=create',
    ]);
    const users = `${serving.url}/users`;
    expect(await send(users, 'POST', ZOFIA)).toBe(201);
    expect(await send(users, 'POST', { name: 7 })).toBe(422);
    expect(await send(`${users}/6`, 'PUT', { ...ZOFIA, name: 'Zoe' })).toBe(200);
    expect(await send(`${users}/6`, 'GET')).toBe(200);
    expect(await send(`${users}/6`, 'PATCH', { isPremium: true })).toBe(200);
    expect(await send(`${users}/6`, 'DELETE')).toBe(204);
    expect(await send(`${users}/40`, 'PUT', ZOFIA)).toBe(201);
    await expect.poll(() => receiver.deliveries.length).toBe(5);
    const events = eventsOf(receiver.deliveries);
    expect(events.map(({ type, subject }) => [type, subject])).toEqual([
      ['users.created', '6'],
      ['users.replaced', '6'],
      ['users.updated', '6'],
      ['users.removed', '6'],
      ['users.created', '40'],
    ]);
    for (const event of events) {
      expect(event).toMatchObject({ specversion: '1.0', source: users });
      expect(event.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect('data' in event).toBe('datacontenttype' in event);
    }
    expect(events[0]?.data).toEqual({ id: 6, ...ZOFIA });
    expect(events[1]?.data).toEqual({ id: 6, ...ZOFIA, name: 'Zoe' });
    expect(events[2]?.data).toEqual({ id: 6, ...ZOFIA, name: 'Zoe', isPremium: true });
    expect(events[3]?.data).toBeUndefined();
    expect(receiver.deliveries[0]?.headers['webhook-signature']).toBeUndefined();
  });

  it.each([
    ['the command line', ['--webhook-secret', 'sesame'], {}],
    ['the environment', [], { STANDIN_WEBHOOK_SECRET: 'sesame' }],
  ])('signs with a secret of %s, and prints it nowhere', async (_, args, env) => {
    await using receiver = await startReceiver();
    await using serving = await serve(['--webhook', receiver.url, ...args], { env });
    await send(`${serving.url}/users`, 'POST', ZOFIA);
    await expect.poll(() => receiver.deliveries.length).toBe(1);
    const [delivery] = receiver.deliveries;
    const signed = `${delivery?.headers['webhook-id']}.${delivery?.headers['webhook-timestamp']}.${delivery?.text}`;
    expect(delivery?.headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', 'sesame').update(signed).digest('base64')}`,
    );
    expect(serving.stdout() + serving.stderr()).not.toContain('sesame');
  });

  it('answers while a receiver does not, and stops cleanly', async () => {
    await using receiver = await startReceiver(() => null);
    await using serving = await serve(['--webhook', receiver.url]);
    for (let count = 0; count < 20; count++)
      expect(await send(`${serving.url}/users`, 'POST', ZOFIA)).toBe(201);
    await expect.poll(() => receiver.deliveries.length).toBe(1);
    serving.child.kill('SIGTERM');
    expect(await serving.ended).toMatchObject({ code: 0 });
    expect(serving.stderr()).toContain('20 events were not delivered in all');
  });

  it('sends nothing if the choice says so', async () => {
    await using receiver = await startReceiver();
    await using serving = await serve(['--webhook', receiver.url, '--pin', 'events.delivery=none']);
    await send(`${serving.url}/users`, 'POST', ZOFIA);
    serving.child.kill('SIGTERM');
    await serving.ended;
    expect(receiver.deliveries).toEqual([]);
  });

  it.each([
    [['--webhook', 'nowhere'], 'the address of a webhook does not begin with http:// or https://'],
    [['--webhook-secret', 'x'], '--webhook-secret is given without --webhook'],
    [
      ['--pin', 'events.delivery=webhook'],
      'events.delivery is webhook, but there is no receiver\nName one with --webhook <url>',
    ],
  ])('ends with 2 for %j', async (args, message) => {
    const ended = await runToEnd(['serve', '--port', '0', ...args]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(message);
  });
});
