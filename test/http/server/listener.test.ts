// The listener from its beginning to its end: what it answers to sound requests, how long it waits,
// how it fails and how it closes.

import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import { CHECK_MS, type ListenOptions, listen } from '../../../src/http/server/listener.ts';
import type { Call, Reply } from '../../../src/model/message/call.ts';
import { follow } from '../../support/cli.ts';
import { expectDiscretion, readProblem } from '../../support/problem.ts';
import { JSON_TYPE, NEW_USER, request, withBody, withChunks } from '../../support/requests.ts';
import { type Served, serveProject } from '../../support/served.ts';
import { ask, openWire, type WireReply } from '../../support/wire.ts';

let served: Served;

beforeAll(async () => {
  served = await serveProject();
});

afterAll(() => served.listener.close());

const userOne = (): Promise<WireReply | null> => ask(served.port, request('GET /users/1'));

/** Header fields without those that each answer has its own of. */
function lasting(reply: WireReply | null): Record<string, string> {
  const { date, ...rest } = Object.fromEntries(reply?.headers ?? []);
  expect(date).toMatch(/ GMT$/);
  return rest;
}

function options(answer: (call: Call) => Reply, more: Partial<ListenOptions> = {}): ListenOptions {
  return {
    host: '127.0.0.1',
    port: 0,
    answer,
    ready: () => null,
    bodyBytesMax: () => 1_000,
    requestMs: 30_000,
    shape: () => ({ error: 'problem', code: 'situation' }),
    onFailure: () => undefined,
    ...more,
  };
}

function textReply(text: string): Reply {
  return {
    status: 200,
    headers: ['content-type', 'text/plain'],
    body: { kind: 'text', text, bytes: Buffer.byteLength(text) },
  };
}

describe('listen, given a request', () => {
  it('passes method, path, query, headers and body on unchanged', async () => {
    const calls: Call[] = [];
    const listener = await listen(
      options((call) => {
        calls.push(call);
        return textReply('done');
      }),
    );
    const target = '/a%20b//c%zz?x=1?y=%zz&&';
    await ask(
      listener.port,
      withBody(`POST ${target}`, '{"a":[1,"ł"]}', 'X-One: 1\r\nx-one: 2\r\nX-Latin: \xe9\r\n'),
    );
    await ask(listener.port, request('GET /plain'));
    await listener.close();
    expect(calls).toMatchObject([
      {
        method: 'POST',
        path: '/a%20b//c%zz',
        query: 'x=1?y=%zz&&',
        headers: { host: 'standin.test', 'x-one': '1, 2', 'content-length': '14' },
        body: { kind: 'json', value: { a: [1, 'ł'] }, text: '{"a":[1,"ł"]}', duplicate: null },
      },
      { method: 'GET', path: '/plain', query: '', body: { kind: 'none' } },
    ]);
  });

  it.each([
    ['http://standin.test/users/1', '/users/1', ''],
    ['HTTP://STANDIN.TEST:80/users/1?a=b', '/users/1', 'a=b'],
    ['https://standin.test//users', '//users', ''],
    ['http://standin.test', '/', ''],
    ['http://standin.test?a=b', '/', 'a=b'],
    ['ftp://standin.test/users', 'ftp://standin.test/users', ''],
    ['*', '*', ''],
  ])('reads the path of the target %s', async (target, path, query) => {
    const calls: Call[] = [];
    const listener = await listen(
      options((call) => {
        calls.push(call);
        return textReply('done');
      }),
    );
    await ask(listener.port, request(`OPTIONS ${target}`));
    await listener.close();
    expect(calls).toMatchObject([{ path, query }]);
  });

  it('counts the bytes of an answer, not its characters', async () => {
    const text = 'Zażółć gęślą jaźń 北区 🦊';
    const listener = await listen(options(() => textReply(text)));
    const reply = await ask(listener.port, request('GET /'));
    await listener.close();
    expect(reply).toMatchObject({ framing: 'length', body: text });
  });

  it('answers HEAD with the headers of GET and without its body', async () => {
    for (const target of ['/users', '/users/1', '/', '/users/999999', '/nothing']) {
      const get = await ask(served.port, request(`GET ${target}`));
      const wire = await openWire(served.port);
      const head = await wire.write(request(`HEAD ${target}`)).reply('HEAD');
      expect(head.status).toBe(get?.status);
      expect(lasting(head)).toEqual(lasting(get));
      expect(Number(head.headers.get('content-length'))).toBeGreaterThan(0);
      const next = await wire.write(request(`GET ${target}`)).reply();
      expect(next.body, 'no byte of a body stands before the next answer').toBe(get?.body);
      wire.socket.destroy();
    }
  });

  it('answers OPTIONS with the methods and no body', async () => {
    const reply = await ask(served.port, request('OPTIONS /users/1'));
    expect(reply).toMatchObject({ status: 204, body: '' });
    expect(reply?.headers.get('allow')).toBe('GET, HEAD, PUT, PATCH, DELETE, OPTIONS');
    expect(reply?.headers.has('content-length')).toBe(false);
  });

  it('answers OPTIONS *', async () => {
    const reply = await ask(served.port, request('OPTIONS *'));
    expect([200, 204, 404]).toContain(reply?.status);
    if (reply?.status === 404) expect(readProblem(reply)).toMatchObject({ code: 'unrouted' });
  });

  it('answers 304 without body and without Content-Length', async () => {
    const etag = (await userOne())?.headers.get('etag') ?? '';
    expect(etag).toMatch(/^".+"$/);
    const wire = await openWire(served.port);
    const reply = await wire.write(request('GET /users/1', `If-None-Match: ${etag}\r\n`)).reply();
    expect(reply).toMatchObject({ status: 304, body: '' });
    expect(reply.headers.has('content-length')).toBe(false);
    expect((await wire.write(request('GET /users/1')).reply()).status).toBe(200);
    wire.socket.destroy();
  });

  it('answers a request that asks for an upgrade as plain HTTP, and ends the connection', async () => {
    const body = (await userOne())?.body;
    for (const fields of [
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: a\r\nSec-WebSocket-Version: 13\r\n',
      'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n',
    ]) {
      const wire = await openWire(served.port);
      // node:http passes over what comes in one piece with it: whoever sent that is to know.
      const reply = await wire
        .write(request('GET /users/1', fields) + request('DELETE /users/1'))
        .reply();
      expect(reply).toMatchObject({ status: 200, body });
      expect(reply.headers.get('connection')).toBe('close');
      expect(await wire.rest()).toBe('');
      expect((await userOne())?.body).toBe(body);
      wire.socket.destroy();
    }
  });

  it('skips line breaks before a request', async () => {
    expect((await ask(served.port, `\r\n\r\n${request('GET /users/1')}`))?.status).toBe(200);
  });

  it('answers HTTP/1.0 and ends the connection', async () => {
    const wire = await openWire(served.port);
    const reply = await wire.write('GET /users/1 HTTP/1.0\r\n\r\n').reply();
    expect(reply).toMatchObject({ status: 200, body: (await userOne())?.body });
    expect(reply.headers.get('connection')).toBe('close');
    expect(await wire.rest()).toBe('');
    wire.socket.destroy();
  });

  it('keeps an HTTP/1.0 connection on request', async () => {
    const wire = await openWire(served.port);
    for (const _turn of [1, 2]) {
      const reply = await wire
        .write('GET /users/1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n')
        .reply();
      expect(reply.status).toBe(200);
      expect(reply.headers.get('connection')).toBe('keep-alive');
    }
    wire.socket.destroy();
  });

  it('closes an HTTP/1.1 connection on request', async () => {
    const wire = await openWire(served.port);
    const reply = await wire.write(request('GET /users/1', 'Connection: close\r\n')).reply();
    expect(reply.headers.get('connection')).toBe('close');
    expect(await wire.rest()).toBe('');
    wire.socket.destroy();
  });

  it('reads a request that comes one byte at a time', async () => {
    await using other = await serveProject();
    const wire = await openWire(other.port);
    wire.socket.setNoDelay(true);
    for (const byte of withBody('POST /users', NEW_USER)) {
      await new Promise((sent) => wire.socket.write(Buffer.of(byte), sent));
    }
    const reply = await wire.reply();
    expect(reply.status).toBe(201);
    expect(JSON.parse(reply.body)).toMatchObject(JSON.parse(NEW_USER));
    wire.socket.destroy();
  });

  it('answers a client that half-closes after its request', async () => {
    await using other = await serveProject();
    const wire = await openWire(other.port);
    expect((await wire.end(withBody('POST /users', NEW_USER)).reply()).status).toBe(201);
    expect(await wire.rest()).toBe('');
    wire.socket.destroy();
  });
});

describe('listen, given pipelined requests', () => {
  it('answers in order', async () => {
    const wire = await openWire(served.port);
    wire.write(
      ['/users/3', '/nothing', '/users/1', '/users', '/users/2']
        .map((path) => request(`GET ${path}`))
        .join(''),
    );
    expect(JSON.parse((await wire.reply()).body)).toMatchObject({ id: 3 });
    expect((await wire.reply()).status).toBe(404);
    expect(JSON.parse((await wire.reply()).body)).toMatchObject({ id: 1 });
    expect(JSON.parse((await wire.reply()).body)).toBeInstanceOf(Array);
    expect(JSON.parse((await wire.reply()).body)).toMatchObject({ id: 2 });
    wire.socket.destroy();
  });

  it('answers valid requests before it refuses an invalid one', async () => {
    const wire = await openWire(served.port);
    wire.write(`${request('GET /users/1')}HELLO\r\n\r\n`);
    expect(JSON.parse((await wire.reply()).body)).toMatchObject({ id: 1 });
    expect(readProblem(await wire.reply())).toMatchObject({ status: 400 });
    expect(await wire.rest()).toBe('');
    wire.socket.destroy();
  });

  // RFC 9112 section 9.3.2: only requests with safe methods may be processed in parallel.
  it('handles one request after the other', async () => {
    await using other = await serveProject();
    const next = other.mock.state.collection('users').highestEver + 1;
    const wire = await openWire(other.port);
    const path = `/users/${next}`;
    wire.write(
      Buffer.concat([
        withBody('POST /users', NEW_USER),
        Buffer.from(request(`GET ${path}`) + request(`DELETE ${path}`)),
      ]),
    );
    wire.write(request(`GET ${path}`));
    const statuses = [
      (await wire.reply()).status,
      (await wire.reply()).status,
      (await wire.reply()).status,
      (await wire.reply()).status,
    ];
    wire.socket.destroy();
    expect(statuses).toEqual([201, 200, 204, 404]);
  });

  it('answers a creation followed by an invalid request', async () => {
    await using other = await serveProject();
    const users = other.mock.state.collection('users');
    const before = users.size;
    for (const turn of ['before the checker is there', 'with the checker']) {
      const wire = await openWire(other.port);
      wire.write(Buffer.concat([withBody('POST /users', NEW_USER), Buffer.from('HELLO\r\n\r\n')]));
      const reply = await wire.reply();
      wire.socket.destroy();
      // Either the creation is done and answered, or it is not done; a 400 in its place would say
      // the wrong thing of it.
      expect([reply.status, users.size > before], turn).toEqual(
        users.size > before ? [201, true] : [400, false],
      );
    }
  });
});

describe('listen, given a body', () => {
  const spaces = (bytes: number): string =>
    NEW_USER.replace('}', `${' '.repeat(bytes - Buffer.byteLength(NEW_USER))}}`);

  it('accepts one of exactly the limit, and not one byte more', async () => {
    await using other = await serveProject({ pins: { 'limit.body': 65_536 } });
    const users = other.mock.state.collection('users');
    const before = users.size;
    expect((await ask(other.port, withBody('POST /users', spaces(65_536))))?.status).toBe(201);
    expect(
      readProblem(await ask(other.port, withBody('POST /users', spaces(65_537)))),
    ).toMatchObject({
      status: 413,
      detail: 'the body has more than 65536 bytes',
    });
    const chunk = `10000\r\n${spaces(65_536)}\r\n`;
    expect((await ask(other.port, withChunks('POST /users', `${chunk}0\r\n\r\n`)))?.status).toBe(
      201,
    );
    expect(
      (await ask(other.port, withChunks('POST /users', `${chunk}1\r\n \r\n0\r\n\r\n`)))?.status,
    ).toBe(413);
    expect(users.size).toBe(before + 2);
  });

  it('answers 413 before the body if Content-Length is too large', async () => {
    const wire = await openWire(served.port);
    const reply = await wire
      .write(request('POST /users', `${JSON_TYPE}Content-Length: 1048577\r\n`))
      .reply();
    expect(readProblem(reply)).toMatchObject({ status: 413, code: 'oversized' });
    expect(reply.headers.get('connection')).toBe('close');
    expect(await wire.rest()).toBe('');
    wire.socket.destroy();
  });

  it('answers 413 while chunks still arrive', async () => {
    const wire = await openWire(served.port);
    wire.write(request('POST /users', `${JSON_TYPE}Transfer-Encoding: chunked\r\n`));
    const chunk = `4000\r\n${' '.repeat(16_384)}\r\n`;
    let sent = 0;
    const reply = wire.reply();
    let isAnswered = false;
    void reply.then(() => {
      isAnswered = true;
    });
    wire.socket.on('error', () => undefined);
    while (!isAnswered && sent < 8_000_000) {
      await new Promise((done) => wire.socket.write(chunk, done));
      sent += 16_384;
    }
    expect(readProblem(await reply)).toMatchObject({ status: 413 });
    wire.socket.destroy();
  });

  it('answers 413 once if a single chunk is too large', async () => {
    const wire = await openWire(served.port);
    wire.write(withChunks('POST /users', `100001\r\n${' '.repeat(1_048_577)}\r\n0\r\n\r\n`));
    expect(readProblem(await wire.reply())).toMatchObject({ status: 413 });
    expect(await wire.rest()).toBe('');
    wire.socket.destroy();
  });

  // Many clients send the whole body before they look for an answer.
  it('reads the rest, so that a client that reads after sending sees the 413', async () => {
    const body = Buffer.alloc(8_000_000, ' ');
    const wire = await openWire(served.port);
    wire.socket.pause();
    const sent = new Promise<Error | null | undefined>((done) =>
      wire.socket.write(withBody('POST /users', body), done),
    );
    expect(await sent, 'the whole body can be sent').toBeFalsy();
    wire.socket.resume();
    expect(readProblem(await wire.reply())).toMatchObject({ status: 413 });
    wire.socket.destroy();
  });

  it('cuts a client that keeps sending a refused body', async () => {
    const wire = await openWire(served.port);
    wire.socket.on('error', () => undefined);
    const ended = new Promise<void>((done) => wire.socket.once('close', () => done()));
    wire.write(request('POST /users', `${JSON_TYPE}Transfer-Encoding: chunked\r\n`));
    const chunk = `10000\r\n${' '.repeat(65_536)}\r\n`;
    let sent = 0;
    while (!wire.socket.destroyed && sent < 64_000_000) {
      await new Promise((done) => wire.socket.write(chunk, done));
      sent += 65_536;
    }
    expect(sent).toBeLessThan(64_000_000);
    await ended;
    expect((await userOne())?.status).toBe(200);
  });

  it('sends nothing after 413 to a client that does not send the body', async () => {
    for (const fields of [
      'Content-Length: 1048577\r\n',
      'Content-Length: 1048577\r\nExpect: 100-continue\r\n',
    ]) {
      const wire = await openWire(served.port);
      expect((await wire.write(request('POST /users', JSON_TYPE + fields)).reply()).status).toBe(
        413,
      );
      expect(await wire.end().rest()).toBe('');
      wire.socket.destroy();
    }
  });

  it('answers a call that needs no body as usual if its body is too large', async () => {
    await using other = await serveProject({ more: 5_000 });
    const fields = 'Content-Length: 1048577\r\n';
    const list = await ask(other.port, request('GET /users', fields));
    if (list?.status === 200)
      expect(JSON.parse(list.body)).toHaveLength(other.mock.state.collection('users').size);
    else expect(readProblem(list)).toMatchObject({ status: 413 });
    const options = await ask(other.port, request('OPTIONS /users', fields));
    // RFC 9110 section 8.6: a server must not send Content-Length in any response with the status
    // 204.
    expect(options?.status === 204 && options.headers.has('content-length')).toBe(false);
    const head = await openWire(other.port);
    expect(await head.write(request('HEAD /users/1', fields)).reply('HEAD')).toMatchObject({
      body: '',
    });
    expect(await head.end().rest(), 'no byte of a body').toBe('');
    head.socket.destroy();
  });

  it('sends 100 to a waiting client, then the answer', async () => {
    await using other = await serveProject();
    const wire = await openWire(other.port);
    const body = Buffer.from(NEW_USER);
    wire.write(
      request(
        'POST /users',
        `${JSON_TYPE}Expect: 100-continue\r\nContent-Length: ${body.length}\r\n`,
      ),
    );
    expect((await wire.reply()).status).toBe(100);
    expect((await wire.write(body).reply()).status).toBe(201);
    expect((await wire.write(request('GET /users/1')).reply()).status).toBe(200);
    wire.socket.destroy();
  });

  it('sends 413 instead of 100 if the body would be too large', async () => {
    const wire = await openWire(served.port);
    wire.write(
      request('POST /users', `${JSON_TYPE}Expect: 100-continue\r\nContent-Length: 2000000\r\n`),
    );
    expect(readProblem(await wire.reply())).toMatchObject({ status: 413 });
    expect(await wire.rest()).toBe('');
    wire.socket.destroy();
  });

  it('accepts one with a byte order mark', async () => {
    await using other = await serveProject();
    const reply = await ask(other.port, withBody('POST /users', `\ufeff${NEW_USER}`));
    expect(reply?.status).toBe(201);
    expect(JSON.parse(reply?.body ?? '')).toMatchObject(JSON.parse(NEW_USER));
  });

  it('reads __proto__ as a plain key', async () => {
    await using other = await serveProject();
    const body = `{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},${NEW_USER.slice(1)}`;
    const reply = await ask(other.port, withBody('POST /users', body));
    expect([201, 422]).toContain(reply?.status);
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
    if (reply?.status === 201) expect(reply.body).toContain('"__proto__":{"isAdmin":true}');
  });

  it('accepts one in many small chunks, with extensions and trailers', async () => {
    await using other = await serveProject();
    const chunks = [...Buffer.from(NEW_USER)].map((byte) =>
      Buffer.concat([Buffer.from('1;a=b\r\n'), Buffer.of(byte), Buffer.from('\r\n')]),
    );
    const head = Buffer.from(
      request('POST /users', `${JSON_TYPE}Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n`),
    );
    const reply = await ask(
      other.port,
      Buffer.concat([head, ...chunks, Buffer.from('0\r\nX-Sum: 1\r\n\r\n')]),
    );
    expect(reply?.status).toBe(201);
  });

  it('is answered once `ready` resolves; a request without body does not wait', async () => {
    let resolve = (): void => undefined;
    const isReady = new Promise<void>((done) => {
      resolve = done;
    });
    let isResolved = false;
    const listener = await listen(
      options((call) => textReply(`${call.method} ${isResolved}`), { ready: () => isReady }),
    );
    expect((await ask(listener.port, request('GET /')))?.body).toBe('GET false');
    const post = ask(listener.port, withBody('POST /', '{}'));
    const next = new Promise((done) => setImmediate(done));
    await next;
    isResolved = true;
    resolve();
    expect((await post)?.body).toBe('POST true');
    await listener.close();
  });
});

describe('listen, given a request that is incomplete in time', () => {
  const REQUEST_MS = 600;

  it('answers 408 and ends the connection, whatever is missing', async () => {
    await using other = await serveProject({ listen: { requestMs: REQUEST_MS } });
    const version = other.mock.state.collection('users').version;
    const late = async (first: string, drip: string): Promise<WireReply> => {
      const wire = await openWire(other.port);
      wire.socket.on('error', () => undefined);
      wire.write(first);
      const dripping = setInterval(() => wire.write(drip), 50);
      try {
        const reply = await wire.reply();
        await wire.rest();
        return reply;
      } finally {
        clearInterval(dripping);
        wire.socket.destroy();
      }
    };
    const replies = await Promise.all([
      late('GET /users HTTP/1.1\r\nX-A: ', 'a'),
      late(request('POST /users', `${JSON_TYPE}Content-Length: 100000\r\n`), ' '),
      late(request('POST /users', `${JSON_TYPE}Transfer-Encoding: chunked\r\n`), '1\r\n \r\n'),
      late('D', ''),
      late(request('POST /users', `${JSON_TYPE}Content-Length: 10\r\n`), ''),
    ]);
    for (const reply of replies) {
      expect(readProblem(reply)).toMatchObject({
        status: 408,
        code: 'late',
        detail: 'the request was not complete in time',
      });
      expect(reply.headers.get('connection')).toBe('close');
    }
    expect(other.mock.state.collection('users').version).toBe(version);
    expect((await ask(other.port, request('GET /users/1')))?.status).toBe(200);
  });

  it('does not close a connection between requests or during an answer', async () => {
    let resolve = (): void => undefined;
    const isReady = new Promise<void>((done) => {
      resolve = done;
    });
    const listener = await listen(
      options((call) => textReply(call.method), { requestMs: REQUEST_MS, ready: () => isReady }),
    );
    const idle = await openWire(listener.port);
    expect((await idle.write(request('GET /')).reply()).body).toBe('GET');
    const waiting = await openWire(listener.port);
    waiting.write(withBody('POST /', '{}'));
    await sleep(REQUEST_MS + 2 * CHECK_MS);
    resolve();
    expect((await waiting.reply()).body).toBe('POST');
    expect((await idle.write(request('GET /')).reply()).body).toBe('GET');
    idle.socket.destroy();
    waiting.socket.destroy();
    await listener.close();
  });
});

describe('listen, if creating the answer fails', () => {
  it('answers 500 without a stack trace, and reports the error and the call', async () => {
    const told: [unknown, Call][] = [];
    const failure = new Error(`something in ${process.cwd()} is broken`);
    const listener = await listen(
      options(
        (call) => {
          if (call.path === '/broken') throw failure;
          return textReply('sound');
        },
        { onFailure: (error, call) => told.push([error, call]) },
      ),
    );
    for (const bytes of [request('GET /broken'), withBody('POST /broken', '{"a":1}')]) {
      const reply = await ask(listener.port, bytes);
      expect(readProblem(reply)).toEqual({
        type: '/__standin/problems/failed',
        title: 'Standin failed',
        status: 500,
        detail: 'this is an error in Standin, not in the request',
        code: 'failed',
      });
      expect(reply?.headers.get('connection')).toBe('close');
    }
    const head = await ask(listener.port, request('HEAD /broken'), 'HEAD');
    expect(head).toMatchObject({ status: 500, body: '' });
    expect((await ask(listener.port, request('GET /sound')))?.body).toBe('sound');
    await listener.close();
    expect(told.map(([error, call]) => [error, call.method])).toEqual([
      [failure, 'GET'],
      [failure, 'POST'],
      [failure, 'HEAD'],
    ]);
  });

  it.each([
    ['the answer', '/throws'],
    ['a header name', '/header-name'],
    ['a header value', '/header-value'],
    ['a status', '/status'],
  ])('answers 500, reports it and continues if %s is at fault', async (_what, path) => {
    await using faulty = await follow([], { script: 'test/support/faulty.ts' });
    const reply = await ask(faulty.port, request(`GET ${path}`));
    expect(readProblem(reply)).toMatchObject({ status: 500, code: 'failed' });
    expect(await faulty.untilEvents('failure', 1)).toHaveLength(1);
    expect((await ask(faulty.port, request('GET /sound')))?.status).toBe(204);
  });

  it.each(['/first-piece', '/second-piece'])(
    'ends the connection without the end of the list, reports it and continues if %s fails',
    async (path) => {
      await using faulty = await follow([], { script: 'test/support/faulty.ts' });
      const wire = await openWire(faulty.port);
      const text = await wire.write(request(`GET ${path}`)).rest();
      wire.socket.destroy();
      expectDiscretion(text);
      expect(text, 'the end of the list is not pretended').not.toContain('\r\n0\r\n');
      expect(await faulty.untilEvents('failure', 1)).toHaveLength(1);
      expect((await ask(faulty.port, request('GET /sound')))?.status).toBe(204);
    },
  );

  it('continues after a client that resets its connection right after CONNECT', async () => {
    await using faulty = await follow([], { script: 'test/support/faulty.ts' });
    for (let turn = 0; turn < 30; turn++) {
      const wire = await openWire(faulty.port).catch(() => null);
      await new Promise<void>((sent) =>
        wire === null
          ? sent()
          : wire.socket.write('CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', () => sent()),
      );
      wire?.reset();
    }
    const alive = await ask(faulty.port, request('GET /sound')).catch(() => null);
    expect(alive?.status, faulty.stderr()).toBe(204);
  });
});

describe('listen, if it cannot start', () => {
  const failureOf = (more: Partial<ListenOptions>): Promise<unknown> =>
    listen(options(() => textReply(''), more)).then(
      async (listener) => {
        await listener.close();
        return null;
      },
      (error: unknown) => error,
    );

  it('reports that the port is in use', async () => {
    const error = await failureOf({ port: served.port });
    expect(error).toBeInstanceOf(StandinError);
    expect(error).toMatchObject({
      code: 'port-taken',
      message: `port ${served.port} on 127.0.0.1 is in use`,
      remedy:
        'End the process that uses it, or choose another port (--port); 0 selects a free one.',
    });
  });

  it('reports that the user may not use a port', async ({ skip }) => {
    const { seteuid, geteuid } = process;
    skip(
      seteuid === undefined || geteuid === undefined || unprivilegedPortMin() <= 80,
      'every user may take port 80 here',
    );
    const isRoot = geteuid?.() === 0;
    try {
      if (isRoot) seteuid?.(65_534);
      expect(await failureOf({ port: 80 })).toMatchObject({
        code: 'port-taken',
        message: 'port 80 may not be used by this user',
        remedy: 'Choose one above 1023 (--port).',
      });
    } finally {
      if (isRoot) seteuid?.(0);
    }
  });

  // The first is of a block for documentation (RFC 5737), the second of a name that never exists
  // (RFC 6761).
  it.each(['192.0.2.1', 'standin.invalid'])(
    'reports that %s is no address of this machine',
    async (host) => {
      const error = await failureOf({ host });
      expect(error).toBeInstanceOf(StandinError);
      expect(error).toMatchObject({
        code: 'host-unusable',
        message: `${host} is not an address of this machine`,
        remedy: 'Leave out --host to use 127.0.0.1.',
      });
    },
  );

  it('reports that it cannot use a link-local address', async () => {
    const error = await failureOf({ host: 'fe80::1' });
    expect(error).toBeInstanceOf(StandinError);
    expect(error).toMatchObject({ code: 'host-unusable' });
  });
});

/** The first port that every user may take (Linux); 0 where that is not known. */
function unprivilegedPortMin(): number {
  const file = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
}

describe('Listener', () => {
  it('returns the requested host and the assigned port', async () => {
    expect(served.listener.host).toBe('127.0.0.1');
    expect(served.listener.port).toBeGreaterThan(0);
  });

  it('ends idle connections when it closes, and accepts no more', async () => {
    const listener = await listen(options(() => textReply('done')));
    const idle = await openWire(listener.port);
    await idle.write(request('GET /')).reply();
    const silent = await openWire(listener.port);
    await listener.close();
    expect(await idle.rest()).toBe('');
    expect(await silent.rest()).toBe('');
    idle.socket.destroy();
    silent.socket.destroy();
    const refused = await new Promise((resolve) => {
      connect(listener.port, '127.0.0.1').once('error', resolve).once('connect', resolve);
    });
    expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('lets a call under way end when it closes', async () => {
    let resolve = (): void => undefined;
    const isReady = new Promise<void>((done) => {
      resolve = done;
    });
    let asked = (): void => undefined;
    const isAsked = new Promise<void>((done) => {
      asked = done;
    });
    const ready = (): Promise<void> => {
      asked();
      return isReady;
    };
    const listener = await listen(options(() => textReply('done'), { ready }));
    const reply = ask(listener.port, withBody('POST /', '{}'));
    await isAsked;
    const closed = listener.close();
    resolve();
    expect((await reply)?.body).toBe('done');
    await closed;
  });

  it('cuts connections that do not end when it closes', async () => {
    const calls: Call[] = [];
    const listener = await listen(
      options((call) => {
        calls.push(call);
        return textReply('done');
      }),
    );
    const half = await openWire(listener.port);
    half.socket.on('error', () => undefined);
    await new Promise((sent) =>
      half.socket.write(withBody('POST /', '{"a":1}').subarray(0, -1), sent),
    );
    await listener.close();
    await half.rest();
    half.socket.destroy();
    expect(calls).toEqual([]);
  });

  it('may be closed twice', async () => {
    const listener = await listen(options(() => textReply('done')));
    await Promise.all([listener.close(), listener.close()]);
    await listener.close();
    await expect(ask(listener.port, request('GET /'))).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });
});
