// Calls through the recorder that wait at breakpoints.

import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { HELD_BYTES_MAX } from '../../../src/base/hold.ts';
import { holding } from '../../support/holding.ts';
import { startTroubled } from '../../support/troubled.ts';
import { recording } from '../recording.ts';

const USER = { id: 1, name: 'Ann', email: 'ann@example.com', isPremium: false };
const json = { 'content-type': 'application/json' };

/** A service that answers with the call as it came. */
async function startEcho() {
  return startTroubled(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url, headers } = request;
    const body = Buffer.concat(chunks).toString();
    response.writeHead(200, json).end(JSON.stringify({ method, url, headers, body }));
  });
}

async function startUsers() {
  return startTroubled((request, response) => {
    request.resume();
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' });
    response.end(gzipSync(JSON.stringify(USER)));
  });
}

const isCut = (asked: Promise<Response>): Promise<boolean> =>
  asked.then(
    () => false,
    () => true,
  );

describe('a request at a breakpoint of the recorder', () => {
  it('reaches the service as it was changed, and is recorded so', async () => {
    const held = holding(['request', 'method:post request:ada']);
    await using service = await startEcho();
    await using one = await recording(service.url, [], held.hold);
    const asked = fetch(`${one.url}/users?a=1`, { method: 'POST', headers: json, body: '"Ada"' });
    const { id, request } = await held.next();
    expect(service.requests).toEqual([]);
    expect(request).toMatchObject({ method: 'POST', target: '/users?a=1' });
    const body = Buffer.from('"Zoë, who is longer"');
    const fields = [...request.fields, ['X-Made', 'by hand'] as const];
    const message = { method: 'PUT', target: '/users/7', fields, body };
    held.breakpoints.decide(id, { kind: 'change', message });
    expect(await (await asked).json()).toMatchObject({
      method: 'PUT',
      url: '/users/7',
      headers: { 'x-made': 'by hand', 'content-length': String(body.length) },
      body: body.toString(),
    });
    expect(await one.recorded()).toMatchObject([
      {
        request: { method: 'PUT', path: '/users/7', body: { text: body.toString() } },
        reply: { status: 200 },
        trouble: expect.stringMatching(/^request held \d+ ms at a breakpoint and changed$/),
        original: null,
      },
    ]);
    expect(one.failures).toEqual([]);
  });

  it('passes unchanged, with or without a body, and if it is too long to be held', async () => {
    const held = holding(['request', '']);
    await using service = await startEcho();
    await using one = await recording(service.url, [], held.hold);
    for (const init of [{}, { method: 'POST', headers: json, body: '[1]' }]) {
      const asked = fetch(`${one.url}/a`, init);
      held.breakpoints.decide((await held.next()).id, { kind: 'pass' });
      expect(await (await asked).json()).toMatchObject({ body: init.body ?? '' });
    }
    const long = 'x'.repeat(HELD_BYTES_MAX + 1);
    const answer = await fetch(`${one.url}/a`, { method: 'POST', body: long });
    expect(((await answer.json()) as { body: string }).body.length).toBe(long.length);
    expect((await one.recorded()).map(({ trouble }) => trouble)).toEqual([
      expect.stringMatching(/^request held/),
      expect.stringMatching(/^request held/),
      null,
    ]);
  });

  it('never reaches the service if it is dropped', async () => {
    const held = holding(['request', 'path:/users']);
    await using service = await startEcho();
    await using one = await recording(service.url, [], held.hold);
    const cut = isCut(fetch(`${one.url}/users`));
    held.breakpoints.decide((await held.next()).id, { kind: 'drop' });
    expect(await cut).toBe(true);
    expect(service.requests).toEqual([]);
    expect(await one.recorded()).toMatchObject([
      { reply: null, trouble: expect.stringMatching(/at a breakpoint and dropped$/) },
    ]);
  });
});

describe('a client that leaves a breakpoint of the recorder', () => {
  it('is not waited for, and its request is not sent', async () => {
    const held = holding(['request', '']);
    await using service = await startEcho();
    await using one = await recording(service.url, [], held.hold);
    const leaving = new AbortController();
    const cut = isCut(fetch(`${one.url}/users/1`, { signal: leaving.signal }));
    await held.next();
    const left = new Promise<void>((resolve) => {
      held.breakpoints.follow(() => held.breakpoints.held().length === 0 && resolve());
    });
    leaving.abort();
    await left;
    expect(await cut).toBe(true);
    expect(await one.recorded()).toMatchObject([
      { reply: null, trouble: expect.stringMatching(/at a breakpoint, the client left$/) },
    ]);
    expect(service.requests).toEqual([]);
  });
});

describe('an answer at a breakpoint of the recorder', () => {
  it('is shown without its coding, and reaches the client as it was changed', async () => {
    const held = holding(['answer', 'op:users.read reply:ann']);
    await using service = await startUsers();
    await using one = await recording(service.url, [], held.hold);
    const asked = fetch(`${one.url}/users/1`);
    const { id, answer, request } = await held.next();
    expect(request.target).toBe('/users/1');
    expect(Buffer.from(answer?.body ?? []).toString()).toBe(JSON.stringify(USER));
    const body = Buffer.from('{"title":"no"}');
    const fields = answer?.fields ?? [];
    held.breakpoints.decide(id, { kind: 'change', message: { status: 500, fields, body } });
    const got = await asked;
    expect([
      got.status,
      got.statusText,
      got.headers.get('content-encoding'),
      await got.json(),
    ]).toEqual([500, 'Internal Server Error', null, { title: 'no' }]);
    expect(await one.recorded()).toMatchObject([
      {
        reply: { status: 500, body: { text: '{"title":"no"}' } },
        original: { status: 200, body: { text: JSON.stringify(USER) } },
        verdict: 'unjudged',
        trouble: expect.stringMatching(/^answer held \d+ ms at a breakpoint and changed$/),
      },
    ]);
    expect(one.failures).toEqual([]);
  });

  it('passes byte for byte, and is judged', async () => {
    const held = holding(['answer', 'path:/users']);
    await using service = await startUsers();
    await using one = await recording(service.url, [], held.hold);
    const asked = fetch(`${one.url}/users/1`);
    held.breakpoints.decide((await held.next()).id, { kind: 'pass' });
    const got = await asked;
    expect([got.headers.get('content-encoding'), await got.json()]).toEqual(['gzip', USER]);
    expect(await one.recorded()).toMatchObject([{ verdict: 'conforms', original: null }]);
  });

  it('is not sent if it is dropped', async () => {
    const held = holding(['answer', '']);
    await using service = await startUsers();
    await using one = await recording(service.url, [], held.hold);
    const cut = isCut(fetch(`${one.url}/users/1`));
    held.breakpoints.decide((await held.next()).id, { kind: 'drop' });
    expect(await cut).toBe(true);
    expect(await one.recorded()).toMatchObject([
      { reply: null, original: { status: 200 }, trouble: expect.stringMatching(/dropped$/) },
    ]);
  });

  it('is never held if it is an event stream, or too long', async () => {
    const held = holding(['answer', '']);
    const long = 'x'.repeat(HELD_BYTES_MAX + 1);
    await using service = await startTroubled((request, response) => {
      if (request.url === '/long') response.end(long);
      else response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    });
    await using one = await recording(service.url, [], held.hold);
    expect((await (await fetch(`${one.url}/long`)).text()).length).toBe(long.length);
    const leaving = new AbortController();
    const stream = await fetch(`${one.url}/events`, { signal: leaving.signal });
    const { value } = (await stream.body?.getReader().read()) ?? {};
    expect(Buffer.from(value ?? []).toString()).toBe('data: 1\n\n');
    leaving.abort();
  });
});
