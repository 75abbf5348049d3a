// The relay: what it hands on, what it sends, and what it survives.

import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createRelay,
  type Relay,
  type Relayed,
  type RelayOptions,
} from '../../../src/http/server/relay.ts';
import type { Call } from '../../../src/model/message/call.ts';
import { sendRaw } from '../../support/raw.ts';

const open: Relay[] = [];
afterEach(async () => {
  for (const relay of open.splice(0)) await relay.close();
});

interface Started {
  readonly relay: Relay;
  readonly port: number;
  readonly calls: Call[];
  readonly failures: unknown[];
}

async function start(
  answer: (call: Call) => Promise<Relayed>,
  options: Partial<RelayOptions> = {},
): Promise<Started> {
  const calls: Call[] = [];
  const failures: unknown[] = [];
  const relay = await createRelay({
    answer: (call) => {
      calls.push(call);
      return answer(call);
    },
    onFailure: (error) => failures.push(error),
    ...options,
  });
  open.push(relay);
  return { relay, port: Number(new URL(relay.baseUrl).port), calls, failures };
}

const plain = (status: number, body = '', headers: Relayed['headers'] = {}): Promise<Relayed> =>
  Promise.resolve({ status, headers, body });
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('createRelay', () => {
  it('passes a request on unchanged', async () => {
    const { relay, calls } = await start(() =>
      plain(200, '[]', { 'content-type': 'application/json' }),
    );
    expect(relay.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await fetch(`${relay.baseUrl}/users/%31?a=%20&b`, {
      method: 'PUT',
      headers: { 'X-A': 'é' },
      body: '{"name":"漢"}',
    });
    await fetch(`${relay.baseUrl}/users`);
    expect(calls[0]).toMatchObject({
      method: 'PUT',
      path: '/users/%31',
      query: 'a=%20&b',
      headers: { 'x-a': 'é' },
      body: { kind: 'json', value: { name: '漢' } },
    });
    expect(calls[1]).toMatchObject({
      method: 'GET',
      path: '/users',
      query: '',
      body: { kind: 'none' },
    });
  });

  it('passes on a body that is not JSON, or not text', async () => {
    const { relay, calls } = await start(() => plain(400));
    for (const body of ['{"a"', new Uint8Array([0x22, 0xe9, 0x22])])
      await fetch(relay.baseUrl, { method: 'POST', body });
    expect(calls.map(({ body }) => body)).toMatchObject([
      { kind: 'broken', flaw: 'syntax' },
      { kind: 'broken', flaw: 'utf-8' },
    ]);
  });

  it('sends the given reply with its own length and without hop-by-hop fields', async () => {
    const headers = {
      'content-encoding': 'gzip',
      'content-length': '999',
      'transfer-encoding': 'chunked',
      location: '/users/7',
    };
    const { relay } = await start(() =>
      plain(201, '{"é":1}', { ...headers, 'x-a': ['1', '2'], 'x-b': undefined }),
    );
    const response = await fetch(relay.baseUrl, { method: 'POST', body: '{}' });
    expect(await response.text()).toBe('{"é":1}');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-length': '8',
      location: '/users/7',
      'x-a': '1, 2',
    });
    expect(response.headers.has('content-encoding')).toBe(false);
  });

  it('sends no body with 204, with 304 and to HEAD', async () => {
    const { port } = await start(({ path }) => plain(Number(path.slice(1)), '{"a":1}'));
    const ask = (method: string, status: number): Promise<string> =>
      sendRaw(port, `${method} /${status} HTTP/1.1\r\nHost: h\r\n\r\n`);
    expect(await ask('GET', 204)).toMatch(/^HTTP\/1\.1 204 [^{]*$/);
    expect(await ask('GET', 304)).toMatch(/^HTTP\/1\.1 304 [^{]*$/);
    expect(await ask('HEAD', 200)).toMatch(/^HTTP\/1\.1 200 [^{]*content-length: 7[^{]*$/i);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('secret'))],
    ['has a status that cannot be sent', () => plain(42)],
    ['has a field that cannot be sent', () => plain(200, '', { 'x-a': 'a\nb' })],
  ])('answers 500 without a cause if an answer %s', async (_how, answer) => {
    const { relay, failures } = await start(answer);
    const response = await fetch(relay.baseUrl);
    expect([response.status, await response.json()]).toEqual([
      500,
      { status: 500, detail: 'this is an error in Standin, not in the request' },
    ]);
    expect(failures).toHaveLength(1);
  });

  it('refuses a too long body, and forwards nothing', async () => {
    const { port, calls } = await start(() => plain(200), { bodyBytesMax: 10 });
    const ask = (body: string): Promise<string> =>
      sendRaw(port, `POST / HTTP/1.1\r\nHost: h\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    expect(await ask('x'.repeat(11))).toMatch(
      /^HTTP\/1\.1 413 [\s\S]*the body is longer than 10 bytes/,
    );
    expect(calls).toEqual([]);
    expect(await ask('x'.repeat(10))).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('survives clients that leave, and clients that do not speak HTTP', async () => {
    const { relay, port, calls } = await start(async () => {
      await pause(50);
      return plain(200, 'x'.repeat(100_000));
    });
    const head = 'POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n';
    for (const bytes of [
      'GET / HTTP/1.1\r\nHost: h\r\n\r\n',
      `${head}12`,
      head,
      'nonsense\r\n\r\n',
      'GET / HT',
    ]) {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(bytes);
        setTimeout(() => socket.resetAndDestroy(), 10);
      });
      socket.on('error', () => {});
    }
    await pause(120);
    expect((await fetch(relay.baseUrl)).status).toBe(200);
    expect(calls).toHaveLength(2);
  });

  it('ends at once with all its connections', async () => {
    const { relay, calls } = await start(() => new Promise(() => {}));
    const pending = fetch(relay.baseUrl).catch(() => 'ended');
    while (calls.length === 0) await pause(5);
    await relay.close();
    expect(await pending).toBe('ended');
    await expect(fetch(relay.baseUrl)).rejects.toThrow();
  });
});
