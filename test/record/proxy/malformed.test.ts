// Requests that turn malformed while they are forwarded, and bytes after a valid one.

import { describe, expect, it } from 'vitest';
import { sendRaw } from '../../support/raw.ts';
import { startTroubled } from '../../support/troubled.ts';
import { proxied, until } from '../proxied.ts';

const NO_HTTP = 'this is not a well-formed HTTP/1.1 request';

describe('a request that turns malformed', () => {
  const head = 'POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n';
  const bodies: readonly [what: string, rest: string][] = [
    ['a bad size of a chunk', 'zz\r\n'],
    ['Transfer-Encoding in trailers', '0\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['Content-Length in trailers', '0\r\nContent-Length: 3\r\n\r\n'],
  ];

  for (const pauseMs of [0, 30]) {
    it.each(bodies)(
      `gets 400, and its reason is recorded: %s, ${pauseMs} ms later`,
      async (_what, rest) => {
        await using server = await startTroubled((request, response) =>
          request.on('end', () => response.end('passed')).resume(),
        );
        await using one = await proxied(server.url);
        const answer = await sendInTurn(
          one.proxy.port,
          pauseMs === 0 ? [head + rest] : [head, rest],
        );
        expect(answer).toMatch(/^HTTP\/1.1 400 .*\r\nConnection: close\r\n/s);
        expect(answer).toContain(
          `"detail":"${NO_HTTP}; this answer comes from the Standin recorder, not from the service"`,
        );
        await until(() => one.passed[0]?.trouble !== undefined);
        expect(one.passed.map(({ trouble }) => trouble)).toEqual([
          `the request is malformed: ${NO_HTTP}`,
        ]);
      },
    );
  }

  it('ends a reply that has begun', async () => {
    await using server = await startTroubled((_request, response) => response.write('begun'));
    await using one = await proxied(server.url);
    const answer = await sendInTurn(one.proxy.port, [head, 'zz\r\n']);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer).toMatch(/begun\r\n$/);
    expect(one.passed[0]?.trouble).toBe(`the request is malformed: ${NO_HTTP}`);
  });
});

describe('bytes after a request', () => {
  const good = 'GET /1 HTTP/1.1\r\nHost: a\r\n\r\n';
  const statuses = (answer: string): string[] => answer.match(/(?<=HTTP\/1\.1 )\d+/g) ?? [];

  it.each([0, 20])(
    'do not delay the answer if the rest is garbage, %i ms later',
    async (pauseMs) => {
      await using server = await startTroubled((_request, response) =>
        setTimeout(() => response.end('passed'), 60),
      );
      await using one = await proxied(server.url);
      const answer = await sendInTurn(
        one.proxy.port,
        pauseMs === 0 ? [`${good}garb age\r\n\r\n`] : [good, 'garb age\r\n\r\n', 'more'],
      );
      expect(statuses(answer)).toEqual(['200', '400']);
      expect(answer).toContain('passed');
      expect(one.passed.map(({ trouble }) => trouble)).toEqual([null]);
      expect(one.troubles).toEqual([NO_HTTP]);
    },
  );

  it('are dropped after Connection: close', async () => {
    await using server = await startTroubled((_request, response) =>
      setTimeout(() => response.end('passed'), 60),
    );
    await using one = await proxied(server.url);
    const last = good.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
    expect(statuses(await sendInTurn(one.proxy.port, [last + good]))).toEqual(['200']);
    expect(one.passed.map(({ trouble }) => trouble)).toEqual([null]);
    expect([server.requests.length, one.troubles]).toEqual([1, []]);
  });

  it('are not forwarded if they turn malformed while they wait', async () => {
    await using server = await startTroubled((_request, response) =>
      setTimeout(() => response.end('passed'), 60),
    );
    await using one = await proxied(server.url);
    const second = 'POST /2 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n';
    expect(statuses(await sendInTurn(one.proxy.port, [good + second]))).toEqual(['200', '400']);
    expect(one.passed.map(({ trouble }) => trouble)).toEqual([
      null,
      `refused here with 400: ${NO_HTTP}`,
    ]);
    expect([server.requests, one.troubles]).toEqual([['GET /1'], []]);
  });
});

/** Sends chunks 30 ms apart, and returns everything received until the end. */
async function sendInTurn(port: number, pieces: readonly string[]): Promise<string> {
  if (pieces.length === 1) return sendRaw(port, pieces[0] ?? '', { quietMs: 300 });
  const { connect } = await import('node:net');
  const socket = connect(port, '127.0.0.1');
  let text = '';
  const closed = new Promise<void>((resolve) =>
    socket.on('close', () => resolve()).on('error', () => resolve()),
  );
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  for (const piece of pieces) {
    if (socket.writable) socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 1_000))]);
  socket.destroy();
  return text;
}
