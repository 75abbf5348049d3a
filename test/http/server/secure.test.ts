// HTTPS: HTTP/2 and HTTP/1.1 on one port, the same answers as over plain HTTP, and what is no TLS
// at all.

import { once } from 'node:events';
import { constants } from 'node:http2';
import { Agent, request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../src/model/message/call.ts';
import type { DeliveryFate } from '../../../src/model/message/delivery.ts';
import { serveProject } from '../../support/served.ts';
import { identity, openSession, replyOf } from '../../support/streams.ts';
import { ask } from '../../support/wire.ts';

const secured = { listen: { tls: identity } } as const;
const NEW_USER = { name: 'Zofia', email: 'zofia@example.com' };

/** Asks over HTTP/1.1, with one connection for each call. */
function askOld(
  port: number,
  path: string,
  method = 'GET',
): Promise<{ status: number; version: string; body: string }> {
  return new Promise((done, failed) => {
    const agent = new Agent({ ca: identity.cert, keepAlive: false });
    const asked = request({ host: '127.0.0.1', port, path, method, agent }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, version: response.httpVersion, body }),
      );
    });
    asked.on('error', failed).end();
  });
}

describe('listen, with a certificate', () => {
  it('answers reading, creating, replacing, patching and removing over HTTP/2', async () => {
    await using served = await serveProject(secured);
    await using client = await openSession(served.port);
    expect(client.session.alpnProtocol).toBe('h2');
    const list = await client.ask('GET', '/users');
    expect(list).toMatchObject({
      status: 200,
      code: 0,
      headers: { 'content-type': 'application/json' },
    });
    expect(JSON.parse(list.body)).toHaveLength(5);
    const made = await client.ask('POST', '/users', NEW_USER);
    expect(made).toMatchObject({ status: 201, headers: { location: '/users/6' } });
    expect(await client.ask('PUT', '/users/6', { ...NEW_USER, name: 'Zoe' })).toMatchObject({
      status: 200,
    });
    const patch = { 'content-type': 'application/merge-patch+json' };
    expect(await client.ask('PATCH', '/users/6', { isPremium: true }, patch)).toMatchObject({
      status: 200,
    });
    expect(JSON.parse((await client.ask('GET', '/users/6')).body)).toMatchObject({
      id: 6,
      name: 'Zoe',
      isPremium: true,
    });
    expect(await client.ask('HEAD', '/users/6')).toMatchObject({ status: 200, body: '', code: 0 });
    expect(await client.ask('DELETE', '/users/6')).toMatchObject({
      status: 204,
      body: '',
      code: 0,
    });
    expect(await client.ask('GET', '/users/6')).toMatchObject({ status: 404 });
    expect(served.failures).toEqual([]);
  });

  it('returns the same answers over HTTP/1.1, depending on the client', async () => {
    await using served = await serveProject(secured);
    await using client = await openSession(served.port);
    const { body } = await client.ask('GET', '/users/1');
    expect(await askOld(served.port, '/users/1')).toEqual({ status: 200, version: '1.1', body });
    expect(await askOld(served.port, '/users/1', 'DELETE')).toMatchObject({ status: 204 });
    expect((await client.ask('GET', '/users/1')).status).toBe(404);
  });

  it('presents the call as over HTTP/1.1: Host instead of :authority, no field that begins with a colon', async () => {
    await using served = await serveProject(secured);
    await using client = await openSession(served.port);
    await client.ask('GET', '/users?a=1', undefined, { cookie: 'a=1', 'x-two': ['one', 'two'] });
    const call = served.mock.journal.newest(1)[0]?.call;
    expect(call).toMatchObject({ method: 'GET', path: '/users', query: 'a=1', scheme: 'https' });
    expect(call?.headers).toEqual({
      host: `127.0.0.1:${served.port}`,
      cookie: 'a=1',
      'x-two': 'one, two',
    });
  });

  it('links to a created item with https', async () => {
    await using served = await serveProject({
      ...secured,
      pins: { 'create.location': 'absolute' },
    });
    await using client = await openSession(served.port);
    const { headers } = await client.ask('POST', '/users', NEW_USER);
    expect(headers['location']).toBe(`https://127.0.0.1:${served.port}/users/6`);
  });

  it.each([
    ['broken JSON', 'POST', '/users', '{"name":', {}, 400],
    ['a body that does not fit', 'POST', '/users', { name: 7 }, {}, 422],
    ['another media type', 'POST', '/users', 'a=1', { 'content-type': 'text/plain' }, 415],
    ['no body', 'POST', '/users', undefined, { 'content-type': 'application/json' }, 400],
    ['a path that nothing has', 'GET', '/nowhere', undefined, {}, 404],
    ['a method that the path does not have', 'DELETE', '/users', undefined, {}, 405],
    ['an invalid host', 'GET', '/users', undefined, { ':authority': 'a b' }, 400],
  ] as const)(
    'answers %s with its status, and continues',
    async (_, method, path, body, headers, status) => {
      await using served = await serveProject(secured);
      await using client = await openSession(served.port);
      const reply = await client.ask(method, path, body, headers);
      // A library may refuse to send or to hand on what is no host at all.
      expect([status, 0]).toContain(reply.status);
      if (reply.status !== 0) expect(JSON.parse(reply.body)).toMatchObject({ status });
      expect((await client.ask('GET', '/users/1')).status).toBe(200);
    },
  );

  it('answers a too long body while it still arrives, and ends only that stream', async () => {
    await using served = await serveProject({ ...secured, pins: { 'limit.body': 65_536 } });
    await using client = await openSession(served.port);
    for (const length of [{ 'content-length': '10000000' }, {}]) {
      const stream = client.open({
        ':method': 'POST',
        ':path': '/users',
        'content-type': 'application/json',
        ...length,
      });
      stream.write('x'.repeat(200_000));
      expect(await replyOf(stream)).toMatchObject({ status: 413, code: 0 });
    }
    expect((await client.ask('GET', '/users/1')).status).toBe(200);
    expect(served.failures).toEqual([]);
  });

  it('handles a hundred streams in parallel: none waits for an incomplete body', async () => {
    await using served = await serveProject(secured);
    await using client = await openSession(served.port);
    const slow = client.open({
      ':method': 'POST',
      ':path': '/users',
      'content-type': 'application/json',
    });
    slow.write('{"name":');
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        index % 2 === 0 ? client.ask('GET', '/users/1') : client.ask('POST', '/users', NEW_USER),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(
      replies.map((_, index) => (index % 2 === 0 ? 200 : 201)),
    );
    const ids = replies.flatMap(({ headers }) =>
      headers['location'] === undefined ? [] : [headers['location']],
    );
    expect(new Set(ids).size).toBe(50);
    slow.end('"Late","email":"late@example.com"}');
    expect((await replyOf(slow)).status).toBe(201);
  });

  it('streams a long list as fast as the client reads, while it answers others', async () => {
    await using served = await serveProject({ ...secured, more: 30_000 });
    await using client = await openSession(served.port);
    const stream = client.open({ ':method': 'GET', ':path': '/users' });
    const [head] = (await once(stream, 'response')) as [Record<string, unknown>];
    expect(head[':status']).toBe(200);
    expect((await client.ask('GET', '/users/30005')).status).toBe(200);
    expect((await client.ask('DELETE', '/users/30005')).status).toBe(204);
    const { body, code } = await replyOf(stream);
    expect(code).toBe(0);
    // One moment, also for a slow reader: what was removed meanwhile is still in it.
    expect(JSON.parse(body)).toHaveLength(30_005);
  });

  it('continues after a client has reset a stream in the middle of a list, or of a body', async () => {
    await using served = await serveProject({ ...secured, more: 30_000 });
    await using client = await openSession(served.port);
    const stream = client.open({ ':method': 'GET', ':path': '/users' });
    await once(stream, 'response');
    stream.close(constants.NGHTTP2_CANCEL);
    const half = client.open({
      ':method': 'POST',
      ':path': '/users',
      'content-type': 'application/json',
    });
    half.write('{"name":');
    half.close(constants.NGHTTP2_CANCEL);
    await replyOf(half);
    expect((await client.ask('GET', '/users/1')).status).toBe(200);
    expect(served.mock.state.collection('users').size).toBe(30_005);
    expect(served.failures).toEqual([]);
  });

  it('answers 408 if a body is incomplete in time', async () => {
    await using served = await serveProject({ listen: { tls: identity, requestMs: 100 } });
    await using client = await openSession(served.port);
    const stream = client.open({
      ':method': 'POST',
      ':path': '/users',
      'content-type': 'application/json',
    });
    stream.write('{');
    expect(await replyOf(stream)).toMatchObject({ status: 408 });
    expect((await client.ask('GET', '/users/1')).status).toBe(200);
  });

  it('answers a fault of its own with 500, and refuses to be a proxy', async () => {
    const answer = (): Reply => {
      throw new Error('planted');
    };
    await using served = await serveProject({ listen: { tls: identity, answer } });
    await using client = await openSession(served.port);
    expect(await client.ask('GET', '/users')).toMatchObject({ status: 500 });
    expect(served.failures).toHaveLength(1);
    const tunnel = client.open({ ':method': 'CONNECT', ':authority': 'example.com:443' });
    expect(await replyOf(tunnel)).toMatchObject({ status: 405 });
  });

  it('tells clients that speak plain HTTP that this is HTTPS', async () => {
    await using served = await serveProject(secured);
    const reply = await ask(served.port, 'GET /users HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(reply?.status).toBe(400);
    expect(reply?.body).toContain('this port speaks HTTPS');
  });

  it('ends connections without data or with an unreadable handshake', async () => {
    await using served = await serveProject({ listen: { tls: identity, requestMs: 100 } });
    expect(await ask(served.port, '')).toBeNull();
    expect(await ask(served.port, Buffer.from([22, 3, 1, 0, 4, 1, 2, 3, 4]))).toBeNull();
    expect((await askOld(served.port, '/users/1')).status).toBe(200);
  });

  it('announces the end (GOAWAY), and lets streams under way finish', async () => {
    const served = await serveProject({ ...secured, more: 3_000 });
    const client = await openSession(served.port);
    const stream = client.open({ ':method': 'GET', ':path': '/users' });
    await once(stream, 'response');
    const goaway = once(client.session, 'goaway');
    const closed = served.listener.close();
    expect(JSON.parse((await replyOf(stream)).body)).toHaveLength(3_005);
    await goaway;
    await closed;
  });

  it('ends in time though a client neither reads nor leaves', async () => {
    const served = await serveProject({ ...secured, more: 50_000 });
    const client = await openSession(served.port);
    const stream = client.open({ ':method': 'GET', ':path': '/users' });
    await once(stream, 'response');
    const gone = once(client.session, 'close');
    await served.listener.close();
    await gone;
  });
});

describe('internal routes, over HTTP/2', () => {
  it('streams events to a page, with a body of the page read whole', async () => {
    let ended = false;
    async function* events(signal: AbortSignal): AsyncGenerator<string> {
      yield 'data: one\n\n';
      await once(signal, 'abort');
      ended = true;
    }
    const side = {
      prefix: '/__standin',
      answer: (call: { readonly signal: AbortSignal; readonly body: string | null }) =>
        Promise.resolve(
          call.body === ''
            ? {
                status: 200,
                headers: { 'content-type': 'text/event-stream' },
                body: events(call.signal),
              }
            : { status: 200, headers: {}, body: call.body },
        ),
    };
    await using served = await serveProject({ listen: { tls: identity, side } });
    await using client = await openSession(served.port);
    expect(await client.ask('POST', '/__standin/api', 'a text')).toMatchObject({
      status: 200,
      body: 'a text',
    });
    const stream = client.open({ ':method': 'GET', ':path': '/__standin/live' });
    const [chunk] = (await once(stream, 'data')) as [Buffer];
    expect(chunk.toString()).toBe('data: one\n\n');
    stream.close(constants.NGHTTP2_CANCEL);
    await replyOf(stream);
    await expect.poll(() => ended).toBe(true);
  });
});

describe('faults, over HTTP/2', () => {
  it.each([
    ['reset', constants.NGHTTP2_INTERNAL_ERROR, 0],
    ['empty', constants.NGHTTP2_CANCEL, 0],
    ['truncate', constants.NGHTTP2_INTERNAL_ERROR, 200],
    ['malformed', constants.NGHTTP2_INTERNAL_ERROR, 200],
    ['drip(200)', constants.NGHTTP2_NO_ERROR, 200],
  ])('%s harms only its own stream, and no rows', async (fault, code, status) => {
    await using served = await serveProject(secured);
    await using client = await openSession(served.port);
    const whole = (await client.ask('GET', '/users/1')).body;
    const put = { ...NEW_USER, name: 'Put once' };
    const [harmed, other] = await Promise.all([
      client.ask('PUT', '/users/1', put, { prefer: `fault=${fault}` }),
      client.ask('GET', '/users/2'),
    ]);
    expect(harmed).toMatchObject({ code, status });
    if (code !== constants.NGHTTP2_NO_ERROR)
      expect(harmed.body.length).toBeLessThan(whole.length / 2 + 20);
    expect(other).toMatchObject({ code: 0, status: 200 });
    expect(JSON.parse((await client.ask('GET', '/users/1')).body)).toMatchObject({
      id: 1,
      name: 'Put once',
    });
    expect(served.failures).toEqual([]);
  });

  it('delays one stream and no other', async () => {
    await using served = await serveProject(secured);
    await using client = await openSession(served.port);
    const order: string[] = [];
    const late = client
      .ask('GET', '/users/1', undefined, { prefer: 'delay=300' })
      .then(({ status }) => order.push(`late ${status}`));
    const soon = client.ask('GET', '/users/2').then(({ status }) => order.push(`soon ${status}`));
    await Promise.all([late, soon]);
    expect(order).toEqual(['soon 200', 'late 200']);
  });

  it('reports the outcome of a delayed stream', async () => {
    const told: ('sent' | DeliveryFate)[] = [];
    const onFate = (_: Reply, fate: 'sent' | DeliveryFate): void => void told.push(fate);
    await using served = await serveProject({ listen: { tls: identity, onFate } });
    await using client = await openSession(served.port);
    expect(await client.ask('GET', '/users/1', undefined, { prefer: 'delay=20' })).toMatchObject({
      status: 200,
    });
    const stream = client.open({ ':path': '/users/1', prefer: 'delay=60000' });
    stream.on('error', () => undefined);
    await client.ask('GET', '/users/2');
    stream.close(constants.NGHTTP2_CANCEL);
    while (told.length < 2) await sleep(5);
    void client.ask('GET', '/users/1', undefined, { prefer: 'delay=60000' });
    await client.ask('GET', '/users/2');
    await served.listener.close();
    expect(told).toEqual(['sent', 'client-gone', 'closed']);
  });
});
