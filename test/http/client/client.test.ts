// What the client makes of services that are well-behaved, odd, hostile, or not there.

import type { Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import {
  type Client,
  type ClientOptions,
  createClient,
  type Exchange,
} from '../../../src/http/client/client.ts';
import { type Call, type Headers, noBody, readBody } from '../../../src/model/message/call.ts';
import { type RawServer, startRaw, type Turn, whole } from './raw-server.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function call(line: string, text = '', headers: Headers = {}): Call {
  const [method = '', target = ''] = line.split(' ');
  const [path = '', query = ''] = target.split('?');
  return { method, path, query, headers, body: text === '' ? noBody : readBody(text) };
}

interface Pair {
  readonly server: RawServer;
  readonly client: Client;
  send(line: string, text?: string, headers?: Headers): Promise<Exchange>;
}

async function pair(
  answer: (socket: Socket, turn: Turn) => void,
  options: Partial<ClientOptions> = {},
): Promise<Pair> {
  const server = await startRaw(answer);
  const client = createClient({ baseUrl: server.baseUrl, ...options });
  ends.push(client.close, server.close);
  return { server, client, send: (line, text, headers) => client.send(call(line, text, headers)) };
}

/** Status and body in a line, or the trouble. */
function gist(exchange: Exchange): string {
  if (exchange.kind === 'trouble') return `${exchange.trouble}: ${exchange.message}`;
  const { status, body } = exchange.received;
  return `${status} ${body.kind}${body.kind === 'json' ? ` ${JSON.stringify(body.value)}` : ''}`;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('createClient', () => {
  const refused: readonly [why: string, options: ClientOptions, message: string][] = [
    ['no address', { baseUrl: 'users' }, 'users is no address of a service'],
    [
      'another scheme',
      { baseUrl: 'ftp://me:secret@host/' },
      'ftp://host/ is no address of a service',
    ],
    [
      'a query',
      { baseUrl: 'http://me:secret@host/api?key=secret' },
      'the base address http://host/api has a query or a fragment',
    ],
    [
      'a fragment',
      { baseUrl: 'http://host/#top' },
      'the base address http://host has a query or a fragment',
    ],
    [
      'a line break in a field',
      { baseUrl: 'http://host', headers: { 'X-Key': 'secret\n' } },
      'the value of the header field X-Key cannot be sent',
    ],
    [
      'a secret for a name',
      { baseUrl: 'http://host', headers: { 'Bearer secret': '' } },
      'a header field has an invalid name',
    ],
  ];

  it.each(refused)('refuses %s, and prints no secret', (_why, options, message) => {
    const attempt = (): unknown => createClient(options);
    expect(attempt).toThrow(StandinError);
    expect(attempt).toThrow(expect.objectContaining({ code: 'option-invalid', message }) as Error);
  });

  it('names the base address without credentials and without a slash at the end', () => {
    expect(createClient({ baseUrl: 'http://me:secret@[::1]:80/api/v1/' }).baseUrl).toBe(
      'http://[::1]/api/v1',
    );
    expect(createClient({ baseUrl: 'HTTPS://Example.ORG' }).baseUrl).toBe('https://example.org');
  });
});

describe('a sent request', () => {
  it('has the path unchanged, after the base path, with the query', async () => {
    const server = await startRaw((socket) => socket.write(whole(200, '[]')));
    const client = createClient({ baseUrl: `${server.baseUrl}/api/v1/` });
    ends.push(client.close, server.close);
    for (const target of ['/users', '/users/%31%2F..', '/users/../a//b', '/users?a=%20&b[]=1'])
      await client.send(call(`GET ${target}`));
    expect(server.turns.map(({ target }) => target)).toEqual([
      '/api/v1/users',
      '/api/v1/users/%31%2F..',
      '/api/v1/users/../a//b',
      '/api/v1/users?a=%20&b[]=1',
    ]);
  });

  it('has the body unchanged, with its length in bytes and the fields of the call', async () => {
    const { server, send } = await pair((socket) => socket.write(whole(200, '')));
    await send('POST /users', '{"a": "漢", }', {
      'Content-Type': 'application/json',
      'Content-Length': '3',
      Connection: 'close',
    });
    await send('DELETE /users/1', '{"a":1}', {
      'transfer-encoding': 'chunked',
      expect: '100-continue',
      host: 'other',
    });
    const [post, remove] = server.turns.map(({ text }) => text);
    expect(post).toMatch(/^POST \/users HTTP\/1\.1\r\n/);
    expect(post).toContain('content-type: application/json\r\n');
    expect(post).toContain('content-length: 14\r\n');
    expect(Buffer.from(post ?? '', 'latin1').toString()).toContain('\r\n\r\n{"a": "漢", }');
    expect(remove).toContain('content-length: 7\r\n');
    expect(remove).toContain(`host: 127.0.0.1:${server.port}\r\n`.replace('host', 'Host'));
    expect(remove).not.toMatch(/transfer-encoding|expect/i);
    expect(remove).toMatch(/\r\n\r\n\{"a":1\}$/);
  });

  it('has a length of zero if a method expects a body and there is none, and otherwise no length', async () => {
    const { server, send } = await pair((socket) => socket.write(whole(200, '')));
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'GET', 'HEAD'])
      await send(`${method} /users`);
    const lengths = server.turns.map(({ text }) => /content-length: (\d+)/.exec(text)?.[1]);
    expect(lengths).toEqual(['0', '0', '0', undefined, undefined, undefined]);
  });

  it('has the credentials, in place of those of the call', async () => {
    const { server, send } = await pair((socket) => socket.write(whole(200, '')), {
      headers: { Authorization: 'Bearer secret' },
    });
    await send('GET /users', '', { authorization: 'Bearer other' });
    expect(server.turns[0]?.text).toContain('authorization: Bearer secret\r\n');
    expect(server.turns[0]?.text).not.toContain('other');
  });

  it('has the user name and password of the address', async () => {
    const server = await startRaw((socket) => socket.write(whole(200, '')));
    const client = createClient({ baseUrl: server.baseUrl.replace('//', '//me:p%40ss@') });
    ends.push(client.close, server.close);
    await client.send(call('GET /users'));
    expect(server.turns[0]?.text).toContain(
      `authorization: Basic ${Buffer.from('me:p@ss').toString('base64')}\r\n`,
    );
  });

  it('goes directly to the service, whatever proxy the environment names', async () => {
    const names = ['http_proxy', 'HTTP_PROXY', 'NODE_USE_ENV_PROXY'];
    const before = names.map((name) => [name, process.env[name]] as const);
    for (const name of names)
      process.env[name] = name.startsWith('NODE') ? '1' : 'http://127.0.0.1:9';
    try {
      const { send } = await pair((socket) => socket.write(whole(200, '[]')));
      expect(gist(await send('GET /users'))).toBe('200 json []');
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
  });

  it('cannot have a path that is invalid in HTTP', async () => {
    const { server, send } = await pair((socket) => socket.write(whole(200, '[]')));
    await expect(send('GET /us\ners')).rejects.toThrow(
      'Request path contains unescaped characters',
    );
    expect(gist(await send('GET /users'))).toBe('200 json []');
    expect(server.turns).toHaveLength(1);
  });
});

const LIST = '[{"id":1,"name":"Zoë 漢 😀"}]';
const READ = `200 json ${LIST}`;
const coded = (coding: string, bytes: Buffer): Buffer =>
  whole(200, bytes, `Content-Encoding: ${coding}\r\n`);
const chunked = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

describe('a received reply', () => {
  const answers: readonly [what: string, answer: string | Buffer, gist: string, ends?: 'ends'][] = [
    ['an answer with a length', whole(200, LIST), READ],
    [
      'chunks',
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunked('[{"id":1,')}${chunked(LIST.slice(9))}0\r\n\r\n`,
      READ,
    ],
    ['HTTP/1.0 until the end of the connection', `HTTP/1.0 200 OK\r\n\r\n${LIST}`, READ, 'ends'],
    [
      'HTTP/1.1 until the end of the connection',
      `HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n${LIST}`,
      READ,
      'ends',
    ],
    [
      'answers that are not final',
      `HTTP/1.1 100 Go\r\n\r\nHTTP/1.1 103 Hints\r\nLink: <a>\r\n\r\n${whole(200, LIST)}`,
      READ,
    ],
    ['no body', 'HTTP/1.1 204 None\r\n\r\n', '204 none'],
    [
      'a body after 204, which is no part of it',
      `HTTP/1.1 204 None\r\nContent-Length: 2\r\n\r\n{}`,
      '204 none',
    ],
    ['an empty body', whole(200, ''), '200 none'],
    ['no reason', `HTTP/1.1 200\r\nContent-Length: 2\r\n\r\n[]`, '200 json []'],
    ['a status that is not known', whole(799, '{}'), '799 json {}'],
    ['HTML', whole(200, '<html>'), '200 broken'],
    ['bytes that are no UTF-8', whole(200, Buffer.from([0x22, 0xe9, 0x22])), '200 broken'],
    ['a byte order mark', whole(200, `\ufeff${LIST}`), READ],
    ['gzip', coded('gzip', gzipSync(LIST)), READ],
    ['gzip by its old name', coded('X-GZip', gzipSync(LIST)), READ],
    ['deflate', coded('deflate', deflateSync(LIST)), READ],
    ['deflate without zlib', coded('deflate', deflateRawSync(LIST)), READ],
    ['brotli', coded('br', brotliCompressSync(LIST)), READ],
    ['two codings', coded('gzip, br', brotliCompressSync(gzipSync(LIST))), READ],
    ['no coding by name', coded('identity', Buffer.from(LIST)), READ],
    ['nothing, coded', coded('gzip', Buffer.alloc(0)), '200 none'],
    [
      'what is not coded as it says',
      coded('gzip', Buffer.from(LIST)),
      'unreadable: the reply cannot be read: it is not coded with gzip, as it claims (Z_DATA_ERROR)',
    ],
    [
      'a coded body that is torn',
      coded('gzip', gzipSync(LIST).subarray(0, -9)),
      'unreadable: the reply cannot be read: it is not coded with gzip, as it claims (Z_BUF_ERROR)',
    ],
    [
      'a coding that is not known',
      coded('compress', Buffer.from('x')),
      'unreadable: the reply cannot be read: its content coding is compress, which was not requested',
    ],
    [
      'no HTTP',
      'SSH-2.0-OpenSSH\r\n',
      'unreadable: the reply is not well-formed HTTP (HPE_INVALID_CONSTANT)',
    ],
    [
      'two lengths',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n[]',
      'unreadable: the reply is not well-formed HTTP (HPE_UNEXPECTED_CONTENT_LENGTH)',
    ],
    [
      'a broken chunk',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      'unreadable: the reply is not well-formed HTTP (HPE_INVALID_CHUNK_SIZE)',
    ],
    [
      'fields without end',
      `HTTP/1.1 200 OK\r\n${'X: '.padEnd(80_000, 'x')}`,
      'unreadable: the reply is not well-formed HTTP (HPE_HEADER_OVERFLOW)',
    ],
    [
      'another protocol',
      'HTTP/1.1 101 Switch\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      'unreadable: the reply is not well-formed HTTP (HPE_UPGRADE)',
    ],
    ['nothing', '', 'reset: the connection ended without a reply (ECONNRESET)', 'ends'],
    [
      'half a head',
      'HTTP/1.1 200 OK\r\nCont',
      'reset: the connection ended in the middle of the reply (ECONNRESET)',
      'ends',
    ],
    [
      'half a body',
      'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[',
      'reset: the connection ended in the middle of the reply (ECONNRESET)',
      'ends',
    ],
    [
      'half the chunks',
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunked('[')}`,
      'reset: the connection ended in the middle of the reply (ECONNRESET)',
      'ends',
    ],
  ];

  it.each(answers)('reads %s', async (_what, answer, expected, ending) => {
    const { send } = await pair(
      (socket) => (ending === 'ends' ? socket.end(answer) : socket.write(answer)),
      {
        timeoutMs: 2_000,
      },
    );
    expect(gist(await send('GET /users'))).toBe(expected);
  });

  it('has no body after HEAD, whatever its fields say', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\nContent-Encoding: gzip\r\n\r\n';
    const { send } = await pair((socket) => socket.write(head));
    expect(gist(await send('HEAD /users'))).toBe('200 none');
  });

  it('has header fields by lower-case name', async () => {
    const { send } = await pair((socket) =>
      socket.write(whole(201, '', 'Location: /users/7\r\nX-A: 1\r\nX-A: 2\r\n')),
    );
    const exchange = await send('POST /users', '{}');
    expect(exchange.kind === 'received' && exchange.received.headers).toMatchObject({
      location: '/users/7',
      'x-a': '1, 2',
    });
    expect(exchange).toMatchObject({ requests: 1, redirected: false });
    expect(exchange.elapsedMs).toBeGreaterThan(0);
  });

  it('is complete if it comes before the service has read the body', async () => {
    const { send } = await pair((socket) => socket.end(whole(413, '{}', 'Connection: close\r\n')));
    expect(gist(await send('POST /users', JSON.stringify('x'.repeat(100_000))))).toBe(
      '413 json {}',
    );
  });
});

describe('bounds', () => {
  it.each([
    ['says so', 'HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n'],
    ['does not say so', `HTTP/1.0 200 OK\r\n\r\n${'x'.repeat(1001)}`],
    ['is coded', coded('gzip', gzipSync('x'.repeat(1001)))],
    ['is coded with brotli', coded('br', brotliCompressSync('x'.repeat(1_000_000)))],
  ])('cuts off a body that is too long and %s', async (_how, answer) => {
    const { send } = await pair((socket) => socket.write(answer), {
      bodyBytesMax: 1_000,
      timeoutMs: 2_000,
    });
    expect(gist(await send('GET /users'))).toBe(
      'oversized: the body of the reply is longer than 1000 bytes',
    );
  });

  it('reads a body of exactly the allowed length', async () => {
    const { send } = await pair(
      (socket) => socket.write(coded('gzip', gzipSync(JSON.stringify('x'.repeat(998))))),
      {
        bodyBytesMax: 1_000,
      },
    );
    expect(gist(await send('GET /users'))).toMatch(/^200 json/);
  });

  it('does not read 100 MB', async () => {
    const piece = Buffer.alloc(1_048_576, 0x20);
    let pieces = 0;
    const { send } = await pair((socket) => {
      socket.write(
        'HTTP/1.1 200 OK\r\nContent-Length: 104857600\r\n\r\n'.replace(
          'Content-Length: 104857600',
          'Connection: close',
        ),
      );
      const more = (): void => {
        while (!socket.destroyed && pieces < 100) {
          pieces++;
          if (!socket.write(piece)) return;
        }
      };
      socket.on('drain', more);
      more();
    });
    expect(gist(await send('GET /users'))).toBe(
      'oversized: the body of the reply is longer than 8388608 bytes',
    );
    expect(pieces).toBeLessThan(60);
  });

  it('ends a call that gets no reply', async () => {
    const { send } = await pair(() => {}, { timeoutMs: 80 });
    const exchange = await send('GET /users');
    expect(gist(exchange)).toBe('late: no reply arrived in time');
    expect(exchange.elapsedMs).toBeGreaterThan(70);
    expect(exchange.elapsedMs).toBeLessThan(1_000);
  });

  it.each([
    ['body', 'HTTP/1.1 200 OK\r\n\r\n', 'late: the reply was not complete in time'],
    ['head', 'HTTP/1.1 200 OK\r\nX: ', 'late: no reply arrived in time'],
    [
      'line of answers that are not final',
      'HTTP/1.1 100 Continue\r\n\r\n',
      'late: no reply arrived in time',
    ],
  ])('ends a call whose reply drips: a %s', async (what, start, expected) => {
    const drip = what.startsWith('line') ? start : ' ';
    const { send } = await pair(
      (socket) => {
        socket.write(start);
        const timer = setInterval(() => socket.write(drip), 10);
        socket.on('close', () => clearInterval(timer));
      },
      { timeoutMs: 150 },
    );
    const exchange = await send('GET /users');
    expect(gist(exchange)).toBe(expected);
    expect(exchange.elapsedMs).toBeLessThan(1_000);
  });

  it('has at most eight calls under way, and does not count waiting in the queue as time', async () => {
    let [now, most] = [0, 0];
    const { send } = await pair((socket) => {
      most = Math.max(most, ++now);
      setTimeout(() => {
        now--;
        socket.write(whole(200, '[]'));
      }, 60);
    });
    const all = await Promise.all(Array.from({ length: 24 }, () => send('GET /users')));
    expect(most).toBe(8);
    expect(new Set(all.map(gist))).toEqual(new Set(['200 json []']));
    expect(Math.min(...all.slice(16).map(({ elapsedMs }) => elapsedMs))).toBeLessThan(120);
  });

  it('has as many calls under way as allowed, also after the limit grows', async () => {
    let [now, most] = [0, 0];
    const { send, client } = await pair((socket) => {
      most = Math.max(most, ++now);
      setTimeout(() => {
        now--;
        socket.write(whole(200, '[]'));
      }, 60);
    });
    const all = Promise.all(Array.from({ length: 24 }, () => send('GET /users')));
    client.allow(12);
    expect(new Set((await all).map(gist))).toEqual(new Set(['200 json []']));
    expect(most).toBe(12);
  });
});

describe('without a reply', () => {
  it('reports refused connections', async () => {
    const { server, send } = await pair(() => {});
    await server.close();
    expect(gist(await send('GET /users'))).toBe(
      `refused: 127.0.0.1:${server.port} refuses connections (ECONNREFUSED)`,
    );
  });

  it('reports an unknown host name', async () => {
    const client = createClient({ baseUrl: 'http://me:secret@standin.invalid', timeoutMs: 20_000 });
    ends.push(client.close);
    expect(gist(await client.send(call('GET /users')))).toMatch(
      /^unresolved: the name standin\.invalid is not known \((ENOTFOUND|EAI_AGAIN)\)$/,
    );
  });

  it.each([
    ['speaks plain HTTP', (socket: Socket) => socket.end(whole(400, '')), 'does not speak TLS'],
    ['ends the handshake', (socket: Socket) => socket.destroy(), 'no secure connection to'],
  ])('reports that a service %s', async (_what, act, expected) => {
    const { createServer } = await import('node:net');
    const server = createServer((socket) => {
      socket.on('error', () => {}).once('data', () => act(socket));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const client = createClient({
      baseUrl: `https://127.0.0.1:${port}`,
      headers: { authorization: 'Bearer secret' },
    });
    ends.push(client.close, () => server.close());
    const exchange = await client.send(call('GET /users'));
    expect(exchange).toMatchObject({ kind: 'trouble', trouble: 'tls' });
    expect(gist(exchange)).toContain(expected);
    expect(gist(exchange)).not.toContain('secret');
  });

  it('ends calls under way when it is closed', async () => {
    const server = await startRaw(() => {});
    const client = createClient({ baseUrl: server.baseUrl });
    ends.push(server.close);
    const pending = client.send(call('GET /users'));
    await pause(50);
    client.close();
    expect(gist(await pending)).toBe('reset: the connection ended without a reply (ECONNRESET)');
  });
});

describe('connections', () => {
  it('are reused for repeatable methods, and nothing is repeated once the client is closed', async () => {
    const server = await startRaw(
      (socket, { target }) => target === '/silent' || socket.write(whole(200, '[]')),
    );
    const client = createClient({ baseUrl: server.baseUrl, repeatable: ['POST'] });
    ends.push(server.close);
    for (const line of ['POST /users', 'GET /users', 'POST /users']) await client.send(call(line));
    const pending = client.send(call('POST /silent'));
    await expect.poll(() => server.turns.length).toBe(4);
    client.close();
    expect(gist(await pending)).toBe('reset: the connection ended without a reply (ECONNRESET)');
    expect(server.turns.map(({ method, connection }) => `${method} ${connection}`)).toEqual([
      'POST 1',
      'GET 1',
      'POST 1',
      'POST 1',
    ]);
  });

  it('are reused for idempotent methods, and new for POST and PATCH', async () => {
    const { server, send } = await pair((socket) => socket.write(whole(200, '[]')));
    for (const method of [
      'GET',
      'GET',
      'PUT',
      'DELETE',
      'HEAD',
      'POST',
      'GET',
      'PATCH',
      'POST',
      'GET',
    ])
      await send(`${method} /users`);
    expect(server.turns.map(({ method, connection }) => `${method} ${connection}`)).toEqual([
      'GET 1',
      'GET 1',
      'PUT 1',
      'DELETE 1',
      'HEAD 1',
      'POST 2',
      'GET 2',
      'PATCH 3',
      'POST 4',
      'GET 4',
    ]);
  });

  it('are not reused after a failure, which may have left nobody at the other end', async () => {
    const failed = new Set<number>();
    const { server, send } = await pair((socket, { target, connection }) => {
      if (failed.has(connection)) return;
      if (target === '/broken') failed.add(connection);
      socket.write(target === '/broken' ? whole(500, '{}') : whole(200, '[]'));
    });
    for (const target of ['/users', '/broken', '/users', '/users']) await send(`GET ${target}`);
    expect(server.turns.map(({ connection }) => connection)).toEqual([1, 1, 2, 2]);
  });

  it('that the service closed while idle cause no finding', async () => {
    // Each connection answers once, says nothing of its end, and resets at the next request.
    const served = new Set<number>();
    const { server, send } = await pair((socket, { connection }) => {
      if (served.has(connection)) socket.destroy();
      else socket.write(whole(200, '[]'));
      served.add(connection);
    });
    for (const method of ['GET', 'GET', 'POST', 'PUT', 'POST', 'DELETE', 'GET'])
      expect(gist(await send(`${method} /users`))).toBe('200 json []');
    expect(server.turns.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  it('that are new and end without a reply cause a finding, and a POST is never sent twice', async () => {
    const { server, send } = await pair((socket, { target }) =>
      target === '/users' ? socket.write(whole(200, '[]')) : socket.destroy(),
    );
    await send('GET /users');
    for (const line of ['POST /bad', 'DELETE /bad', 'GET /bad'])
      expect(await send(line)).toMatchObject({ trouble: 'reset', requests: 1 });
    await send('GET /users');
    expect(await send('DELETE /bad')).toMatchObject({ trouble: 'reset', requests: 2 });
    expect(server.turns.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('that end in the middle of a reply cause a finding, also if reused', async () => {
    const { send } = await pair((socket, { request }) =>
      request === 1 ? socket.write(whole(200, '[]')) : socket.end('HTTP/1.1 200'),
    );
    await send('GET /users');
    expect(await send('GET /users')).toMatchObject({ trouble: 'reset', requests: 1 });
  });

  it('with leftover bytes of one reply do not spoil another', async () => {
    const { send } = await pair((socket, { connection, request }) => {
      if (request === 1) {
        socket.write('HTTP/1.1 204 None\r\n\r\n');
        setTimeout(() => socket.write('{"left":"over"}'), 20);
      } else socket.write(whole(200, JSON.stringify(connection)));
    });
    expect(gist(await send('DELETE /users/1'))).toBe('204 none');
    await pause(60);
    // Node 22 keeps the connection, and drops what is left on it.
    expect(gist(await send('GET /users'))).toMatch(/^200 json [12]$/);
  });

  it('with leftover bytes after the next request do not spoil its reply', async () => {
    const { send } = await pair((socket, { connection, request }) => {
      if (request === 2) socket.write('{"left":"over"}');
      socket.write(whole(200, JSON.stringify(connection)));
    });
    expect(gist(await send('GET /users'))).toBe('200 json 1');
    expect(await send('GET /users')).toMatchObject({
      received: { body: { value: 2 } },
      requests: 2,
    });
  });

  it('are used one at a time if the service accepts no more', async () => {
    const waiting: (() => void)[] = [];
    let active: Socket | null = null;
    const { server, send } = await pair(
      (socket) => {
        const serve = (): void => {
          active = socket;
          setTimeout(() => socket.write(whole(200, '[]')), 5);
        };
        if (active === socket || active === null) serve();
        else waiting.push(serve);
        socket.once('close', () => {
          if (active !== socket) return;
          active = null;
          waiting.shift()?.();
        });
      },
      { timeoutMs: 2_000 },
    );
    await send('GET /users');
    const all = await Promise.all(
      ['POST', 'GET', 'POST', 'PUT', 'POST', 'GET'].map((method) => send(`${method} /users`)),
    );
    expect(all.map(gist)).toEqual(Array.from({ length: 6 }, () => '200 json []'));
    expect(server.turns).toHaveLength(7);
  });
});

describe('redirections', () => {
  const to = (status: number, location: string): Buffer =>
    whole(status, '', `Location: ${location}\r\n`);
  const answering =
    (answers: Readonly<Record<string, Buffer>>) =>
    (socket: Socket, { target }: Turn): void => {
      socket.write(answers[target] ?? whole(200, JSON.stringify(target)));
    };

  it.each([301, 302, 307, 308])('are followed for GET within the origin: %i', async (status) => {
    const { send } = await pair(answering({ '/users?a=1': to(status, '/users/?a=1') }));
    const exchange = await send('GET /users?a=1');
    expect(gist(exchange)).toBe('200 json "/users/?a=1"');
    expect(exchange).toMatchObject({ redirected: true, requests: 2 });
  });

  it('are followed three times at most', async () => {
    const { server, send } = await pair(
      answering({ '/a': to(302, 'b'), '/b': to(302, 'c'), '/c': to(302, 'd'), '/d': to(302, 'a') }),
    );
    const exchange = await send('GET /a');
    expect(gist(exchange)).toBe('302 none');
    expect(exchange).toMatchObject({ redirected: true, requests: 4 });
    expect(server.turns).toHaveLength(4);
  });

  it('are followed for writes with method and body if the last segment stays the same', async () => {
    const { server, send } = await pair(
      answering({ '/users': to(307, '/users/'), '/users/7': to(308, '/v2/users/7') }),
    );
    expect(gist(await send('POST /users', '{"a":1}'))).toBe('200 json "/users/"');
    expect(gist(await send('DELETE /users/7'))).toBe('200 json "/v2/users/7"');
    expect(
      server.turns.map(
        ({ method, text }) => `${method} ${text.slice(text.indexOf('\r\n\r\n') + 4)}`,
      ),
    ).toEqual(['POST {"a":1}', 'POST {"a":1}', 'DELETE ', 'DELETE ']);
  });

  it.each([
    ['GET', 303, '/users/'],
    ['GET', 304, '/users/'],
    ['GET', 201, '/users/'],
    ['POST', 301, '/users/'],
    ['PUT', 302, '/users/'],
    ['DELETE', 307, '/users/8'],
    ['PUT', 308, '/'],
    ['GET', 302, 'http://127.0.0.2:1/users'],
    ['GET', 302, '//127.0.0.2:1/users'],
    ['GET', 301, 'https://127.0.0.1/users'],
    ['GET', 302, 'http://['],
  ])('are not followed: %s %i to %s', async (method, status, location) => {
    const { server, send } = await pair(answering({ '/users': to(status, location) }), {
      headers: { authorization: 'Bearer secret' },
    });
    const exchange = await send(`${method} /users`, method === 'GET' ? '' : '{}');
    expect(exchange).toMatchObject({
      kind: 'received',
      received: { status },
      redirected: false,
      requests: 1,
    });
    expect(server.turns).toHaveLength(1);
  });

  it('do not extend the time limit', async () => {
    const { send } = await pair(
      (socket, { request }) => setTimeout(() => socket.write(to(302, `/${request}`)), 60),
      {
        timeoutMs: 150,
      },
    );
    expect(gist(await send('GET /users'))).toBe('late: no reply arrived in time');
  });
});

describe('streams', () => {
  const head = (fields = '') =>
    `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n${fields}Connection: close\r\n\r\n`;

  async function read(...pieces: readonly (string | Buffer)[]): Promise<Exchange> {
    const { send } = await pair(
      (socket) => {
        for (const piece of pieces) socket.write(piece);
      },
      { timeoutMs: 500, bodyBytesMax: 64 },
    );
    return send('GET /events');
  }

  const shown = (exchange: Exchange): unknown =>
    exchange.kind === 'trouble'
      ? exchange.message
      : [
          exchange.received.body.kind === 'broken' ? exchange.received.body.text : '',
          exchange.received.cut ?? false,
        ];

  it('are read as far as they came, in whole lines', async () => {
    expect(shown(await read(head(), 'data: 1\n\ndata: 2'))).toEqual(['data: 1\n\n', true]);
    expect(shown(await read(head()))).toEqual(['', true]);
    const euro = Buffer.from('data: €').subarray(0, -1);
    expect(shown(await read(head(), 'data: 1\n\n', euro))).toEqual(['data: 1\n\n', true]);
  });

  it('are read up to the maximum size', async () => {
    const whole = `data: ${'x'.repeat(40)}\n\n`;
    expect(shown(await read(head(), whole, whole, whole))).toEqual([whole, true]);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('are decoded as far as they came: %s', async (coding, compress) => {
    const bytes = compress(Buffer.from('data: 1\n\ndata: 2\n\n'));
    const partly = await read(head(`Content-Encoding: ${coding}\r\n`), bytes.subarray(0, -1));
    expect(shown(partly)).toEqual([expect.stringContaining('data: 1\n'), true]);
  });

  it('that end are read whole', async () => {
    const { send } = await pair((socket) => socket.end(`${head()}data: 1\n\ndata: 2`));
    expect(shown(await send('GET /events'))).toEqual(['data: 1\n\ndata: 2', false]);
  });
});
