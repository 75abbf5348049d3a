// Standin's own calls beside those of the interface: over a real listener.

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  INTERNAL_BODY_BYTES_MAX,
  type InternalCall,
  type InternalReply,
} from '../../../src/http/server/internal-routes.ts';
import { type Listener, listen } from '../../../src/http/server/listener.ts';
import { request } from '../../support/requests.ts';
import { openWire } from '../../support/wire.ts';

interface Served extends AsyncDisposable {
  readonly url: string;
  readonly failures: readonly unknown[];
}

async function serve(
  answer: (call: InternalCall) => InternalReply | Promise<InternalReply>,
): Promise<Served> {
  const failures: unknown[] = [];
  const listener: Listener = await listen({
    host: '127.0.0.1',
    port: 0,
    answer: (call) => ({
      status: 200,
      headers: [],
      body: { kind: 'text', text: `mock ${call.path}`, bytes: 5 + call.path.length },
    }),
    ready: () => null,
    bodyBytesMax: () => 1_000,
    requestMs: 30_000,
    shape: () => ({ error: 'problem', code: 'situation' }),
    onFailure: (error) => failures.push(error),
    side: { prefix: '/__standin', answer: async (call) => answer(call) },
  });
  return {
    url: `http://127.0.0.1:${listener.port}`,
    failures,
    [Symbol.asyncDispose]: () => listener.close(),
  };
}

const text = (body: InternalReply['body']): InternalReply => ({
  status: 200,
  headers: { 'content-type': 'text/plain' },
  body,
});

describe('a listener with internal routes', () => {
  it.each([
    ['/__standin', 'side'],
    ['/__standin/api/rows?seqs=1', 'side'],
    ['/__standin?x', 'side'],
    ['/__standinx', 'mock /__standinx'],
    ['/users/__standin', 'mock /users/__standin'],
    ['/', 'mock /'],
  ])('routes %s to %s', async (target, expected) => {
    await using served = await serve(() => text('side'));
    const reply = await fetch(served.url + target);
    expect(await reply.text()).toBe(expected);
  });

  it('sends 100 to a waiting client, with its own size limit', async () => {
    await using served = await serve((call) => text(`${call.body?.length ?? call.unread}`));
    const port = Number(new URL(served.url).port);
    for (const [bytes, said] of [
      [2_000, '2000'],
      [INTERNAL_BODY_BYTES_MAX + 1, 'too-long'],
    ] as const) {
      const wire = await openWire(port);
      wire.write(
        request('PUT /__standin/a', `Expect: 100-continue\r\nContent-Length: ${bytes}\r\n`),
      );
      expect((await wire.reply()).status).toBe(100);
      expect((await wire.write('a'.repeat(bytes)).reply()).body).toBe(said);
      wire.socket.destroy();
    }
  });

  it('passes method, path, query, fields and body on', async () => {
    const calls: InternalCall[] = [];
    await using served = await serve((call) => {
      calls.push(call);
      return text('');
    });
    await fetch(`${served.url}/__standin/a%20b?q=1&q=2`, {
      method: 'PUT',
      body: 'é',
      headers: { 'standin-token': 't' },
    });
    expect(calls).toMatchObject([
      {
        method: 'PUT',
        path: '/__standin/a%20b',
        query: 'q=1&q=2',
        body: 'é',
        headers: { 'standin-token': 't' },
      },
    ]);
  });

  it('returns no body if it is not UTF-8 or too long', async () => {
    await using served = await serve((call) => text(String(call.body)));
    const ask = async (body: Uint8Array<ArrayBuffer>): Promise<string> =>
      (await fetch(`${served.url}/__standin/x`, { method: 'POST', body })).text();
    expect(await ask(new Uint8Array([0xff, 0xfe]))).toBe('null');
    expect(await ask(new Uint8Array(INTERNAL_BODY_BYTES_MAX + 1))).toBe('null');
    expect(await ask(new Uint8Array([0x61]))).toBe('a');
  });

  it('sends bytes and streams, and no body to HEAD', async () => {
    async function* pieces(): AsyncGenerator<string> {
      yield 'one ';
      await sleep(5);
      yield 'two';
    }
    await using served = await serve((call) =>
      text(call.path.endsWith('bytes') ? new Uint8Array([1, 2]) : pieces()),
    );
    expect([
      ...new Uint8Array(await (await fetch(`${served.url}/__standin/bytes`)).arrayBuffer()),
    ]).toEqual([1, 2]);
    expect(await (await fetch(`${served.url}/__standin/pieces`)).text()).toBe('one two');
    const head = await fetch(`${served.url}/__standin/bytes`, { method: 'HEAD' });
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['2', '']);
  });

  it('ends a stream when the client leaves', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    await using served = await serve((call) => {
      async function* endless(): AsyncGenerator<string> {
        try {
          while (!call.signal.aborted) {
            yield 'x'.repeat(1_000);
            await sleep(1);
          }
        } finally {
          resolve('ended');
        }
      }
      return text(endless());
    });
    const stop = new AbortController();
    const reply = await fetch(`${served.url}/__standin/live`, { signal: stop.signal });
    await reply.body?.getReader().read();
    stop.abort();
    expect(await promise).toBe('ended');
    expect(served.failures).toEqual([]);
  });

  it('answers 500 without a reason, and reports the failure', async () => {
    const failure = new Error('secret');
    await using served = await serve(() => Promise.reject(failure));
    const reply = await fetch(`${served.url}/__standin/x`);
    expect([reply.status, await reply.text()]).toEqual([
      500,
      'This is a fault of Standin, not of the request.\n',
    ]);
    expect(served.failures).toEqual([failure]);
  });
});
