// What the recorder does after a request that it refuses, and with an upgrade between other
// requests.

import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startTroubled } from '../../support/troubled.ts';
import { openWire } from '../../support/wire.ts';
import { proxied, until } from '../proxied.ts';

const good = 'GET /1 HTTP/1.1\r\nHost: a\r\n\r\n';

/** Sends requests in one piece to a recorder, whose service reports what it received. */
async function exchange(
  text: string,
): Promise<{ statuses: readonly string[]; asked: readonly string[]; answers: string }> {
  await using server = await startTroubled((request, response) =>
    setTimeout(() => response.end(`passed ${request.url}`), 20),
  );
  await using one = await proxied(server.url);
  const wire = await openWire(one.proxy.port);
  const answers = await wire.write(text).rest();
  return {
    answers,
    statuses: answers.match(/(?<=HTTP\/1\.1 )\d{3}/g) ?? [],
    asked: server.requests,
  };
}

describe('the recorder, after a request that it refuses', () => {
  it.each([
    ['no Host', 'GET / HTTP/1.1\r\n\r\n', '400'],
    ['another version', 'GET / HTTP/2.0\r\nHost: a\r\n\r\n', '505'],
    ['HTTP/0.9', 'GET /\r\n\r\n', '505'],
    [
      'a body before a change',
      'POST / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 2\r\n\r\nok',
      '400',
    ],
    ['a name of others', 'GET / HTTP/1.1\r\nHost: evil.test\r\n\r\n', '421'],
  ])('forwards nothing: %s', async (_what, refused, status) => {
    const behind = `${refused}${good.replace('/1', '/2')}garb age\r\n\r\n`;
    expect(await exchange(behind)).toMatchObject({ statuses: [status], asked: [] });
    expect(await exchange(good + behind)).toMatchObject({
      statuses: ['200', status],
      asked: ['GET /1'],
    });
  });

  it('forwards nothing after a reply that closes the connection', async () => {
    // node:http closes the connection if a client expects 100 and the service answers without it.
    const asked: string[] = [];
    const service = createServer((socket) => {
      socket.on('data', (chunk) => {
        asked.push(String(chunk).split(' HTTP')[0] ?? '');
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npassed');
      });
    });
    await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
    await using one = await proxied(`http://127.0.0.1:${(service.address() as AddressInfo).port}`);
    const wire = await openWire(one.proxy.port);
    const expecting = good.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n');
    const answers = await wire.write(expecting + good.replace('/1', '/2')).rest();
    expect(answers.match(/(?<=HTTP\/1\.1 )\d{3}/g)).toEqual(['200']);
    expect(asked).toEqual(['GET /1']);
    service.close();
  });

  it('closes the connection after a request for an unsupported upgrade', async () => {
    const change = good.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n');
    const { answers, asked } = await exchange(change + good.replace('/1', '/2'));
    expect(answers).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n.*passed \/1$/is);
    expect(asked).toEqual(['GET /1']);
  });

  it('answers a request to upgrade in its turn', async () => {
    const change =
      'GET /2 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
    const { answers, statuses } = await exchange(good + change);
    expect(statuses).toEqual(['200', '200']);
    expect(answers.indexOf('passed /1')).toBeLessThan(answers.indexOf('passed /2'));
    expect(await exchange(`${good}CONNECT b:80 HTTP/1.1\r\nHost: a\r\n\r\n`)).toMatchObject({
      statuses: ['200', '405'],
    });
  });
});

describe('the recorder, if the client resets the connection', () => {
  const CHANGE = 'GET /2 HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
  const CONNECT = 'CONNECT b:80 HTTP/1.1\r\nHost: a\r\n\r\n';

  it.each([CHANGE, CONNECT, 'garb age\r\n\r\n'])(
    'continues, with a reply in progress and %j after it',
    async (behind) => {
      let goOn = (): void => undefined;
      await using server = await startTroubled((request, response) => {
        if (request.url === '/1') goOn = () => response.end('late');
        else response.end('passed');
      });
      await using one = await proxied(server.url);
      const wire = await openWire(one.proxy.port);
      wire.write(good + behind);
      await until(() => server.requests.length > 0);
      wire.reset();
      // It was reset before these came.
      for (let turn = 0; turn < 3; turn++) expect((await fetch(`${one.url}/3`)).status).toBe(200);
      goOn();
      expect((await fetch(`${one.url}/4`)).status).toBe(200);
      expect(server.requests).not.toContain('GET /2');
    },
  );

  it('continues if the refusal is still being sent', async () => {
    await using server = await startTroubled((_request, response) => response.end('passed'));
    await using one = await proxied(server.url);
    for (const refused of [CONNECT, CHANGE.replace('Host: a', 'Host: evil.test'), CHANGE]) {
      const wire = await openWire(one.proxy.port);
      wire.write(refused).reset();
      expect((await fetch(`${one.url}/3`)).status).toBe(200);
    }
  });
});
