import { describe, expect, it } from 'vitest';
import { type Listener, type ListenOptions, listen } from '../../../src/http/server/listener.ts';
import type { Call, Reply } from '../../../src/model/message/call.ts';
import { textBody } from '../../../src/model/ruling/render.ts';
import { serveProject } from '../../support/served.ts';
import { ask, openWire } from '../../support/wire.ts';

interface Preparing extends AsyncDisposable {
  readonly port: number;
  /** What was prepared and answered, in order. */
  readonly log: readonly string[];
  readonly failures: readonly unknown[];
  /** Ends what is being prepared for a query. */
  readonly end: (query: string, how?: 'done' | 'failed') => Promise<void>;
}

/** A listener whose calls with a query are prepared until they are told to be. */
async function startPreparing(more: Partial<ListenOptions> = {}): Promise<Preparing> {
  const log: string[] = [];
  const failures: unknown[] = [];
  const endings = new Map<
    string,
    { done: () => void; failed: (error: unknown) => void; promise: Promise<void> }
  >();
  const endingOf = (
    query: string,
  ): { done: () => void; failed: (error: unknown) => void; promise: Promise<void> } => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const ending = endings.get(query) ?? { done: resolve, failed: reject, promise };
    endings.set(query, ending);
    return ending;
  };
  const answer = (call: Call): Reply => {
    log.push(`answer ${call.path}?${call.query}`);
    return { status: 200, headers: [], body: textBody(`${call.method} ${call.query}`) };
  };
  const listener: Listener = await listen({
    host: '127.0.0.1',
    port: 0,
    answer,
    ready: () => null,
    requestMs: 30_000,
    bodyBytesMax: () => 1_000,
    prepare: (call) => {
      if (call.query === '') return null;
      log.push(`prepare ${call.query}`);
      return call.query === 'none' ? null : endingOf(call.query).promise;
    },
    shape: () => ({ error: 'problem', code: 'situation' }),
    onFailure: (error) => failures.push(error),
    ...more,
  });
  return {
    port: listener.port,
    log,
    failures,
    async end(query, how = 'done') {
      while (!log.includes(`prepare ${query}`))
        await new Promise((resolve) => setImmediate(resolve));
      if (how === 'done') endingOf(query).done();
      else endingOf(query).failed(new Error('no luck'));
    },
    [Symbol.asyncDispose]: () => listener.close(),
  };
}

const get = (target: string): string => `GET ${target} HTTP/1.1\r\nHost: a.test\r\n\r\n`;

describe('listen, if a call needs preparation', () => {
  it('answers once it is prepared, and prepares nothing without a query', async () => {
    await using server = await startPreparing();
    expect((await ask(server.port, get('/plain')))?.body).toBe('GET ');
    expect((await ask(server.port, get('/x?none')))?.body).toBe('GET none');
    const slow = ask(server.port, get('/x?slow'));
    await server.end('slow');
    expect((await slow)?.body).toBe('GET slow');
    expect(server.log).toEqual([
      'answer /plain?',
      'prepare none',
      'answer /x?none',
      'prepare slow',
      'answer /x?slow',
    ]);
  });

  it('answers other connections meanwhile, and keeps the order of its own', async () => {
    await using server = await startPreparing();
    const wire = await openWire(server.port);
    wire.write(get('/x?slow') + get('/behind') + get('/x?again') + get('/last'));
    expect((await ask(server.port, get('/other')))?.body).toBe('GET ');
    expect(server.log).not.toContain('answer /behind?');
    await server.end('slow');
    await server.end('again');
    for (const body of ['GET slow', 'GET ', 'GET again', 'GET '])
      expect((await wire.reply()).body).toBe(body);
    expect(server.log.filter((line) => line.startsWith('answer'))).toEqual([
      'answer /other?',
      'answer /x?slow',
      'answer /behind?',
      'answer /x?again',
      'answer /last?',
    ]);
    wire.socket.destroy();
  });

  it('prepares a call with a body, too', async () => {
    await using server = await startPreparing();
    const wire = await openWire(server.port);
    wire.write(
      `GET /x?slow HTTP/1.1\r\nHost: a.test\r\nContent-Length: 2\r\n\r\n{}${get('/behind')}`,
    );
    await server.end('slow');
    expect([(await wire.reply()).body, (await wire.reply()).body]).toEqual(['GET slow', 'GET ']);
    wire.socket.destroy();
  });

  it('answers 500 if that fails, and continues', async () => {
    await using server = await startPreparing();
    const slow = ask(server.port, get('/x?slow'));
    await server.end('slow', 'failed');
    expect((await slow)?.status).toBe(500);
    expect(server.failures).toEqual([new Error('no luck')]);
    expect((await ask(server.port, get('/plain')))?.body).toBe('GET ');
  });

  it('is not disturbed by a client that leaves', async () => {
    await using server = await startPreparing();
    const wire = await openWire(server.port);
    wire.write(get('/x?slow'));
    await ask(server.port, get('/other'));
    wire.socket.destroy();
    await server.end('slow');
    expect((await ask(server.port, get('/plain')))?.body).toBe('GET ');
    expect(server.failures).toEqual([]);
  });

  it('selects from a long list over the wire', async () => {
    await using served = await serveProject({
      pins: { 'query.dialect': 'json-server-0' },
      more: 3_000,
    });
    const reply = await ask(
      served.port,
      get('/users?name_like=^User+300\\d$&_sort=id&_order=desc&_limit=2'),
    );
    expect(JSON.parse(reply?.body ?? '').map((user: { id: number }) => user.id)).toEqual([
      3005, 3004,
    ]);
    expect(reply?.headers.get('x-total-count')).toBe('6');
    expect(served.failures).toEqual([]);
  });
});
