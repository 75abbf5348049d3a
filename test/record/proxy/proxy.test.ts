// What the proxy forwards, byte for byte, and what it refuses.

import { createHash, randomBytes } from 'node:crypto';
import { createServer, get, request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startRaw, whole } from '../../http/client/raw-server.ts';
import { readRaw, sendRaw } from '../../support/raw.ts';
import { hanging, startResetting, startTroubled } from '../../support/troubled.ts';
import { proxied, until } from '../proxied.ts';

describe('forwarding', () => {
  it('keeps names, order and duplicates of header fields both ways, and sets Host alone', async () => {
    const server = await startRaw((socket) => {
      socket.end(
        whole(
          200,
          'ok',
          'X-ODD: 1\r\nset-cookie: a=1; Domain=example.com\r\nx-odd: 2\r\nSet-Cookie: b=2\r\nLocation: http://other/1\r\nConnection: x-hop\r\nX-Hop: 1\r\n',
        ),
      );
    });
    await using one = await proxied(server.baseUrl);
    const answer = await sendRaw(
      one.proxy.port,
      'GET /users?a=%20b&a=2 HTTP/1.1\r\nX-Second: 2\r\nhOST: mine\r\nx-first: 1\r\nX-FIRST: one\r\nConnection: keep-alive, X-Gone\r\nX-Gone: 1\r\nKeep-Alive: timeout=1\r\n\r\n',
    );
    const host = server.baseUrl.slice('http://'.length);
    expect(server.turns[0]?.text).toBe(
      `GET /users?a=%20b&a=2 HTTP/1.1\r\nX-Second: 2\r\nhOST: ${host}\r\nx-first: 1\r\nX-FIRST: one\r\nConnection: keep-alive\r\n\r\n`,
    );
    expect(answer).toBe(
      'HTTP/1.1 200 Answer\r\nContent-Length: 2\r\nX-ODD: 1\r\nset-cookie: a=1; Domain=example.com\r\nx-odd: 2\r\nSet-Cookie: b=2\r\nLocation: http://other/1\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\nok',
    );
    await server.close();
  });

  it('forwards 200 MB each way byte for byte, without buffering them', {
    timeout: 60_000,
  }, async () => {
    const size = 200;
    const block = randomBytes(1_048_576);
    const whatWas = createHash('sha1');
    for (let count = 0; count < size; count++) whatWas.update(block);
    const expected = whatWas.digest('hex');
    let received = '';
    const server = createServer((request, response) => {
      const hash = createHash('sha1');
      request
        .on('data', (chunk: Buffer) => hash.update(chunk))
        .on('end', () => {
          received = hash.digest('hex');
          let left = size;
          const more = (): void => {
            while (left-- > 0) if (!response.write(block)) return;
            response.end();
          };
          response.on('drain', more);
          more();
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await using one = await proxied(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const before = process.memoryUsage().rss;
    let highest = 0;
    const watching = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage().rss);
    }, 20);
    const hash = createHash('sha1');
    await new Promise<void>((resolve, reject) => {
      const request = httpRequest(`${one.url}/big`, { method: 'POST' }, (response) => {
        response.on('data', (chunk: Buffer) => hash.update(chunk)).on('end', resolve);
      }).on('error', reject);
      let left = size;
      const more = (): void => {
        while (left-- > 0) if (!request.write(block)) return;
        request.end();
      };
      request.on('drain', more);
      more();
    });
    clearInterval(watching);
    expect([received, hash.digest('hex')]).toEqual([expected, expected]);
    expect(one.passed[0]).toMatchObject({
      requestBytes: size * 1_048_576,
      replyBytes: size * 1_048_576,
      trouble: null,
    });
    expect(highest - before).toBeLessThan(150 * 1_048_576);
    server.closeAllConnections();
    server.close();
  });

  it('forwards interim replies, trailers and Expect', async () => {
    const server = createServer();
    server.on('checkContinue', (request, response) => {
      response.writeContinue();
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      request.resume().on('end', () => {
        response.writeHead(200, { Trailer: 'X-Sum', 'X-Got': String(request.rawTrailers) });
        response.write('a');
        response.addTrailers({ 'X-Sum': '1' });
        response.end('b');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await using one = await proxied(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const answer = await sendRaw(
      one.proxy.port,
      'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n1\r\na\r\n0\r\nX-T: end\r\n\r\n',
    );
    expect(answer.replaceAll(/Date: [^\r]*/g, 'Date: -')).toBe(
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n' +
        'HTTP/1.1 200 OK\r\nTrailer: X-Sum\r\nX-Got: X-T,end\r\nDate: -\r\nTransfer-Encoding: chunked\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n' +
        '1\r\na\r\n1\r\nb\r\n0\r\nX-Sum: 1\r\n\r\n',
    );
    server.closeAllConnections();
    server.close();
  });

  it('ends a reply that is interim again and again', async () => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n';
    const server = await startRaw((socket) => {
      const more = (): void => {
        while (socket.writable && socket.write(hint.repeat(100)));
      };
      socket.on('drain', more);
      more();
    });
    await using one = await proxied(server.baseUrl);
    const answer = await sendRaw(
      one.proxy.port,
      'GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    expect(answer.split(hint)).toHaveLength(1_001);
    expect(answer).toContain('HTTP/1.1 502 ');
    expect(one.passed[0]?.trouble).toBe('the service sent too many interim answers (1xx)');
    await server.close();
  });

  it('takes interim replies no faster than the client reads them', async () => {
    // 900 of them with fields of 60,000 bytes: 54 MB.
    const hint = `HTTP/1.1 103 Early Hints\r\nLink: <${'a'.repeat(60_000)}>\r\n\r\n`;
    let sent = 0;
    let isWaiting = false;
    const server = await startRaw((socket) => {
      const more = (): void => {
        isWaiting = false;
        while (sent < 900 && !isWaiting) {
          sent++;
          isWaiting = !socket.write(hint);
        }
        if (sent === 900 && !isWaiting) socket.write(whole(200, 'ok'));
      };
      socket.on('drain', more);
      more();
    });
    await using one = await proxied(server.baseUrl);
    const client = connect(one.proxy.port, '127.0.0.1');
    client.pause().write('GET /a HTTP/1.1\r\nHost: a\r\n\r\n');
    // The service stands still once the buffers of both connections are full.
    let before = -1;
    while (before !== sent || sent === 0) {
      before = sent;
      await sleep(300);
    }
    expect(isWaiting).toBe(true);
    expect(sent).toBeLessThan(600);
    const text = await new Promise<string>((resolve) => {
      let all = '';
      client.on('data', (chunk) => {
        all = (all + chunk.toString('latin1')).slice(-200);
        if (all.endsWith('ok')) resolve(all);
      });
      client.resume();
    });
    expect(text).toContain('HTTP/1.1 200 ');
    expect(sent).toBe(900);
    client.destroy();
    await server.close();
  });

  it.each([
    ['HEAD', 200, 'Content-Length: 7\r\n', ''],
    ['GET', 204, '', ''],
    ['GET', 304, 'Content-Length: 7\r\nETag: "a"\r\n', ''],
  ])('answers %s with %i without a body', async (method, status, fields) => {
    const server = await startRaw((socket) =>
      socket.write(`HTTP/1.1 ${status} X\r\n${fields}\r\n`),
    );
    await using one = await proxied(server.baseUrl);
    const answer = await sendRaw(one.proxy.port, `${method} /a HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(answer).toBe(
      `HTTP/1.1 ${status} X\r\n${fields}Connection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n`,
    );
    await server.close();
  });

  it('answers HTTP/1.0 without chunks', async () => {
    await using server = await startTroubled((_request, response) => {
      response.write('a');
      response.end('b');
    });
    await using one = await proxied(server.url);
    const answer = await sendRaw(one.proxy.port, 'GET /a HTTP/1.0\r\n\r\n');
    expect(answer).not.toMatch(/transfer-encoding/i);
    expect(readRaw(answer).body).toBe('ab');
  });

  it('keeps the order of pipelined requests', async () => {
    await using server = await startTroubled((request, response) => {
      setTimeout(() => response.end(request.url), request.url === '/1' ? 80 : 0);
    });
    await using one = await proxied(server.url);
    const answer = await sendRaw(
      one.proxy.port,
      ['/1', '/2', '/3'].map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''),
      {
        quietMs: 300,
      },
    );
    expect(server.requests).toEqual(['GET /1', 'GET /2', 'GET /3']);
    expect(answer.match(/^\/\d/gm)).toEqual(['/1', '/2', '/3']);
  });

  it('forwards each event of a stream at once', async () => {
    await using server = await startTroubled((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
      setTimeout(() => response.write('data: 1\n\n'), 50);
    });
    await using one = await proxied(server.url);
    const began = performance.now();
    await new Promise<void>((resolve, reject) => {
      const asked = get(`${one.url}/events`, (response) => {
        response.once('data', () => {
          asked.destroy();
          resolve();
        });
      }).on('error', reject);
    });
    expect(performance.now() - began).toBeLessThan(10_000);
    await until(() => one.passed[0]?.trouble !== undefined);
    expect(one.passed[0]?.trouble).toBe('the client went away');
  });

  it('forwards WebSocket', async () => {
    const server = createServer();
    server.on('upgrade', (request: IncomingMessage, socket) => {
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Path: ${request.url}\r\n\r\n`,
      );
      socket
        .on('data', (chunk: Buffer) => socket.write(`echo ${chunk}`))
        .on('end', () => socket.end())
        .on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await using one = await proxied(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const answer = await sendRaw(
      one.proxy.port,
      'GET /live HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nfirst',
    );
    expect(answer).toBe(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Path: /live\r\n\r\necho first',
    );
    await until(() => one.passed[0]?.trouble !== undefined);
    expect(one.passed[0]).toMatchObject({
      reply: { status: 101 },
      requestBytes: 'first'.length,
      replyBytes: 'echo first'.length,
      trouble: null,
    });
    server.closeAllConnections();
    server.close();
  });

  it('replaces header fields of the client by added ones', async () => {
    const server = await startRaw((socket) => socket.end(whole(200, '')));
    await using one = await proxied(server.baseUrl, { added: ['authorization', 'Bearer secret'] });
    await sendRaw(
      one.proxy.port,
      'GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer mine\r\n\r\n',
    );
    expect(server.turns[0]?.text.match(/authorization.*/gi)).toEqual([
      'authorization: Bearer secret',
    ]);
    expect(JSON.stringify(one.passed)).not.toContain('secret');
    await server.close();
  });

  it('says that a POST without a body has none', async () => {
    const server = await startRaw((socket) => socket.end(whole(200, '')));
    await using one = await proxied(server.baseUrl);
    await sendRaw(one.proxy.port, 'POST / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(server.turns[0]?.text).toMatch(/\r\nContent-Length: 0\r\n/);
    await server.close();
  });

  it('waits longer for a reply than it keeps a connection', async () => {
    await using server = await startTroubled(
      (_request, response) => void setTimeout(() => response.end('late'), 2_500),
    );
    await using one = await proxied(server.url);
    expect(await (await fetch(one.url)).text()).toBe('late');
  });
});

describe('errors', () => {
  it('ends the request to the service when the client goes away', async () => {
    let isEnded = false;
    await using server = await startTroubled((request) => {
      request.on('close', () => {
        isEnded = true;
      });
    });
    await using one = await proxied(server.url);
    const asked = get(one.url).on('error', () => undefined);
    await until(() => server.requests.length === 1);
    asked.destroy();
    await until(() => isEnded);
    expect(isEnded).toBe(true);
    expect(one.passed[0]?.trouble).toBe('the client went away');
  });

  it('answers for a service that refuses, resets, hangs or sends garbage, and continues', async () => {
    await using refusing = await proxied('http://127.0.0.1:1');
    await using resetting = await startResetting();
    await using reset = await proxied(resetting.url);
    await using hangs = await startTroubled(hanging);
    await using late = await proxied(hangs.url, { answerMs: 100 });
    const raw = await startRaw((socket) => socket.end('garbage\r\n\r\n'));
    await using garbage = await proxied(raw.baseUrl);
    const told = async (one: typeof late, init: RequestInit = {}): Promise<unknown> => {
      const response = await fetch(one.url, init);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      return {
        status: response.status,
        detail: ((await response.json()) as { detail: string }).detail,
      };
    };
    const ours = 'this answer comes from the Standin recorder, not from the service';
    for (const init of [{}, { method: 'POST', body: 'x'.repeat(1_000) }]) {
      expect(await told(refusing, init)).toEqual({
        status: 502,
        detail: `127.0.0.1:1 cannot be reached (ECONNREFUSED); ${ours}`,
      });
      expect(await told(reset, init)).toEqual({
        status: 502,
        detail: `the connection ended without a reply (ECONNRESET); ${ours}`,
      });
      expect(await told(late, init)).toEqual({
        status: 504,
        detail: `no answer within 0.1 s; ${ours}`,
      });
      expect(await told(garbage, init)).toEqual({
        status: 502,
        detail: `the reply is not well-formed HTTP (HPE_INVALID_CONSTANT); ${ours}`,
      });
    }
    expect(late.passed.map(({ trouble }) => trouble)).toEqual([
      'no answer within 0.1 s',
      'no answer within 0.1 s',
    ]);
    await raw.close();
  });

  it('cuts a reply that the service cut', async () => {
    const server = await startRaw((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'),
    );
    await using one = await proxied(server.baseUrl);
    const answer = await sendRaw(one.proxy.port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(readRaw(answer).body).toBe('abc');
    expect(one.passed[0]?.trouble).toBe(
      'the connection ended in the middle of the reply (ECONNRESET)',
    );
    await server.close();
  });

  it('repeats safe requests if an idle connection was closed', async () => {
    const server = await startRaw((socket, { connection, request }) => {
      if (connection === 1 && request === 2) socket.destroy();
      else socket.write(whole(200, 'ok'));
    });
    await using one = await proxied(server.baseUrl);
    expect(await (await fetch(one.url)).text()).toBe('ok');
    expect(await (await fetch(one.url)).text()).toBe('ok');
    expect(server.turns.map(({ connection }) => connection)).toEqual([1, 1, 2]);
    await server.close();
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'sends each %s over a new connection, and closes it',
    async (method) => {
      let open = 0;
      const server = await startRaw((socket) => {
        open++;
        socket.on('close', () => open--);
        // Kept, as it seems, and closed quietly.
        socket.write(whole(200, 'ok'), () => setTimeout(() => socket.destroy(), 5));
      });
      await using one = await proxied(server.baseUrl);
      for (let count = 0; count < 6; count++) {
        const response = await fetch(
          one.url,
          method === 'DELETE' ? { method } : { method, body: 'a' },
        );
        expect([response.status, await response.text()]).toEqual([200, 'ok']);
        await new Promise((resolve) => setTimeout(resolve, count));
      }
      expect(server.turns.map(({ connection }) => connection)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(server.turns[0]?.text).toMatch(/connection: keep-alive/i);
      await until(() => open === 0);
      expect(open).toBe(0);
      await server.close();
    },
  );

  it('sends requests with a body over a fresh connection', async () => {
    const server = await startRaw((socket) => socket.write(whole(200, 'ok')));
    await using one = await proxied(server.baseUrl);
    const post = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na';
    const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
    for (const message of [
      get,
      post,
      get,
      post,
      get.replace('\r\n\r\n', '\r\nContent-Length: 1\r\n\r\na'),
      get,
    ])
      await sendRaw(one.proxy.port, message, { quietMs: 30 });
    expect(server.turns.map(({ connection }) => connection)).toEqual([1, 2, 1, 3, 4, 1]);
    await server.close();
  });

  it('ends soon with connections open', async () => {
    await using server = await startTroubled(hanging);
    const one = await proxied(server.url);
    const asked = fetch(one.url).catch(() => 'cut');
    await until(() => server.requests.length === 1);
    const began = performance.now();
    await one.proxy.close();
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(await asked).toBe('cut');
    expect(one.passed[0]?.trouble).toBe('the recorder was ended');
  });
});

describe('requests that are not forwarded', () => {
  const refused: readonly [what: string, message: string, status: number][] = [
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 405],
    ['another host', 'GET http://example.com/users HTTP/1.1\r\nHost: example.com\r\n\r\n', 421],
    [
      'a host that looks like the target',
      'GET http://127.0.0.1:1@example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n',
      421,
    ],
    ['another scheme', 'GET ftp://example.com/ HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    [
      'Content-Length and Transfer-Encoding',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n',
      400,
    ],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\naaaa',
      400,
    ],
    [
      'another coding',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
      501,
    ],
    ['chunks in HTTP/1.0', 'POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['a bare line feed', 'GET / HTTP/1.1\nHost: a\n\n', 400],
    ['a space before the colon', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length : 4\r\n\r\n', 400],
  ];

  it.each(refused)('%s', async (_what, message, status) => {
    await using server = await startTroubled((_request, response) => response.end('passed'));
    await using one = await proxied(server.url);
    expect(readRaw(await sendRaw(one.proxy.port, message)).status).toBe(status);
    expect(server.requests).toEqual([]);
    // Reported once: as a request if it is one, otherwise as trouble.
    expect([...one.passed, ...one.troubles]).toHaveLength(1);
    for (const { fate, trouble } of one.passed) {
      expect([fate, trouble]).toEqual([
        'refused',
        expect.stringMatching(`^refused here with ${status}: `),
      ]);
    }
  });

  it('bad chunks', async () => {
    const server = await startRaw((socket) => socket.write(whole(200, 'ok')));
    await using one = await proxied(server.baseUrl);
    const answer = await sendRaw(
      one.proxy.port,
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nGET /smuggled HTTP/1.1\r\n\r\n',
    );
    expect(answer).not.toContain('200');
    expect(server.turns.map(({ text }) => text).join('')).not.toContain('smuggled');
    await server.close();
  });

  it('but an absolute target of the service itself does', async () => {
    await using server = await startTroubled((request, response) => response.end(request.url));
    await using one = await proxied(server.url);
    const host = server.url.slice('http://'.length);
    const answer = await sendRaw(
      one.proxy.port,
      `GET ${server.url}/users?x HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    );
    expect(answer).toContain('/users?x');
    expect(server.requests).toEqual(['GET /users?x']);
  });
});

describe('probe', () => {
  it('distinguishes a reachable service from an unreachable one, and from itself', async () => {
    await using server = await startTroubled(hanging);
    await using there = await proxied(server.url);
    expect(await there.proxy.probe()).toBe('reachable');
    await using missing = await proxied('http://127.0.0.1:1');
    expect(await missing.proxy.probe()).toBe('unreachable');
    const port = there.proxy.port;
    await there.proxy.close();
    await using itself = await proxied(`http://localhost:${port}`, { port });
    expect(await itself.proxy.probe()).toBe('loop');
  });
});
