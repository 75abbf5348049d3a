// How the answers of Standin's own calls end: with no content, before their time, or more slowly
// than they are made.

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { InternalCall, InternalReply } from '../../../src/http/server/internal-routes.ts';
import { listen } from '../../../src/http/server/listener.ts';
import { openWire } from '../../support/wire.ts';

interface Served extends AsyncDisposable {
  readonly url: string;
  readonly failures: readonly unknown[];
}

async function serve(
  answer: (call: InternalCall) => InternalReply | Promise<InternalReply>,
): Promise<Served> {
  const failures: unknown[] = [];
  const listener = await listen({
    host: '127.0.0.1',
    port: 0,
    requestMs: 30_000,
    ready: () => null,
    bodyBytesMax: () => 1_000,
    answer: () => ({ status: 404, headers: [], body: { kind: 'none' } }),
    shape: () => ({ error: 'problem', code: 'situation' }),
    onFailure: (error) => failures.push(error),
    side: { prefix: '/own', answer: async (call) => answer(call) },
  });
  return {
    url: `http://127.0.0.1:${listener.port}/own`,
    failures,
    [Symbol.asyncDispose]: () => listener.close(),
  };
}

describe('receiveAside', () => {
  it.each([204, 304])('sends %i without content and without a length', async (status) => {
    await using served = await serve(() => ({ status, headers: { etag: '"a"' }, body: null }));
    const reply = await fetch(served.url);
    expect([reply.status, reply.headers.get('content-length'), reply.headers.get('etag')]).toEqual([
      status,
      null,
      '"a"',
    ]);
  });

  it('sends a length of zero if there could be content but is none', async () => {
    await using served = await serve(() => ({ status: 200, headers: {}, body: null }));
    expect((await fetch(served.url)).headers.get('content-length')).toBe('0');
  });

  it.each(['', 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n', 'garb age\r\n\r\n'])(
    'ends every stream of a lost connection, also queued ones (%j after them)',
    async (behind) => {
      let [begun, open] = [0, 0];
      await using served = await serve(({ signal }) => {
        begun++;
        open++;
        const gone = new Promise<void>((done) => signal.addEventListener('abort', () => done()));
        void gone.then(() => open--);
        const pieces = async function* (): AsyncGenerator<string> {
          yield 'a';
          await gone;
        };
        return { status: 200, headers: {}, body: pieces() };
      });
      const wire = await openWire(Number(new URL(served.url).port));
      wire.write('GET /own HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(12) + behind);
      await expect.poll(() => begun).toBe(12);
      wire.reset();
      await expect.poll(() => open).toBe(0);
      expect(served.failures).toEqual([]);
    },
  );

  it('creates no piece of a stream for HEAD', async () => {
    let made = 0;
    async function* pieces(): AsyncGenerator<string> {
      yield `${made++}`;
    }
    await using served = await serve(() => ({ status: 200, headers: {}, body: pieces() }));
    expect(await (await fetch(served.url, { method: 'HEAD' })).text()).toBe('');
    expect(made).toBe(0);
    expect(await (await fetch(served.url)).text()).toBe('0');
  });

  it('sends a long stream completely to a slow client, and creates no more than it reads', async () => {
    const piece = 'x'.repeat(1_000_000);
    let made = 0;
    async function* pieces(): AsyncGenerator<string> {
      for (; made < 40; made++) yield piece;
    }
    await using served = await serve(() => ({ status: 200, headers: {}, body: pieces() }));
    const reader = (
      await fetch(served.url)
    ).body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    await sleep(200);
    expect(made).toBeLessThan(40);
    let bytes = 0;
    for (let read = await reader.read(); !read.done; read = await reader.read())
      bytes += read.value.length;
    expect(bytes).toBe(40_000_000);
  });

  it('ends the connection if a started stream fails, and reports the failure', async () => {
    const failure = new Error('secret');
    async function* pieces(): AsyncGenerator<string> {
      yield 'begun';
      await sleep(20);
      throw failure;
    }
    await using served = await serve(() => ({ status: 200, headers: {}, body: pieces() }));
    const reply = await fetch(served.url);
    expect(reply.status).toBe(200);
    await expect(reply.text()).rejects.toThrow();
    expect(served.failures).toEqual([failure]);
  });
});
