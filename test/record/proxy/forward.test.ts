// Replies that no HTTP server should send, and what the client gets.

import { describe, expect, it } from 'vitest';
import { startRaw, whole } from '../../http/client/raw-server.ts';
import { readRaw, sendRaw } from '../../support/raw.ts';
import { proxied, until } from '../proxied.ts';

describe('a query parameter that the recorder adds', () => {
  it('replaces that of the client on the way to the service alone', async () => {
    let seen = '';
    const server = await startRaw((socket, { target }) => {
      seen = target;
      socket.write('HTTP/1.1 204 X\r\n\r\n');
    });
    await using one = await proxied(server.baseUrl, { query: 'k=mine' });
    await sendRaw(one.proxy.port, 'GET /a?k=own&b=1 HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(seen).toBe('/a?b=1&k=mine');
    expect(one.passed[0]?.head.target).toBe('/a?k=own&b=1');
    await server.close();
  });
});

describe('bytes after a complete reply', () => {
  const strays: readonly [method: string, status: number, fields: string, passed: string][] = [
    ['GET', 204, '', ''],
    ['GET', 204, 'Content-Length: 5\r\n', ''],
    ['GET', 304, '', ''],
    ['HEAD', 200, 'Content-Length: 5\r\n', ''],
    ['GET', 200, 'Content-Length: 2\r\n', 'st'],
    ['POST', 204, '', ''],
  ];

  it.each(strays)(
    'do not withhold it from the client: %s, %i, %j',
    async (method, status, fields, passed) => {
      const server = await startRaw((socket) =>
        socket.write(`HTTP/1.1 ${status} X\r\n${fields}\r\nstray`),
      );
      let ended = 0;
      await using one = await proxied(server.baseUrl, {}, () => ended++);
      const answer = readRaw(
        await sendRaw(one.proxy.port, `${method} /a HTTP/1.1\r\nHost: a\r\n\r\n`),
      );
      expect([answer.status, answer.body]).toEqual([status, passed]);
      expect(one.passed).toMatchObject([
        { trouble: 'the service sent bytes after the end of the answer (HPE_INVALID_CONSTANT)' },
      ]);
      expect(ended).toBe(1);
      await server.close();
    },
  );

  it('are not read as the next reply', async () => {
    const server = await startRaw((socket, { request }) => {
      if (request > 1) {
        socket.write(whole(200, 'mine'));
        return;
      }
      socket.write('HTTP/1.1 204 X\r\n\r\n');
      setTimeout(() => socket.write(whole(200, 'late')), 20);
    });
    await using one = await proxied(server.baseUrl);
    await fetch(one.url);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await (await fetch(one.url)).text()).toBe('mine');
    await server.close();
  });

  it('forwards a reply with a malformed chunk up to that chunk', async () => {
    const server = await startRaw((socket) =>
      socket.write('HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\nzz\r\n'),
    );
    await using one = await proxied(server.baseUrl);
    const answer = await sendRaw(one.proxy.port, 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n');
    await until(() => one.passed[0]?.trouble !== undefined);
    expect(one.passed[0]?.trouble).toBe(
      'the reply is not well-formed HTTP (HPE_INVALID_CHUNK_SIZE)',
    );
    expect(answer).not.toContain('0\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 200 X\r\n/);
    await server.close();
  });
});

describe('a reply that cannot be forwarded', () => {
  const answers: readonly [what: string, bytes: string, trouble: string][] = [
    [
      'a status below 100',
      'HTTP/1.1 099 X\r\nContent-Length: 0\r\n\r\n',
      'the reply cannot be forwarded (ERR_HTTP_INVALID_STATUS_CODE)',
    ],
    [
      'a header field over two lines',
      'HTTP/1.1 200 X\r\nX-A: 1\r\n folded\r\nContent-Length: 0\r\n\r\n',
      'the reply is not well-formed HTTP (HPE_INVALID_HEADER_TOKEN)',
    ],
  ];

  it.each(answers)('is reported as a fault of the reply: %s', async (_what, bytes, trouble) => {
    const server = await startRaw((socket) => socket.write(bytes));
    await using one = await proxied(server.baseUrl);
    const { status, body } = readRaw(
      await sendRaw(one.proxy.port, 'GET /a HTTP/1.1\r\nHost: a\r\n\r\n'),
    );
    expect([status, one.passed[0]?.trouble]).toEqual([502, trouble]);
    expect(body).toContain(trouble);
    await server.close();
  });
});
