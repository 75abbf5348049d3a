// Answers that are held back, spoilt or broken off, as raw sockets see them; and what the mock
// keeps of calls that were answered so.

import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer, request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CHECK_MS,
  type Listener,
  type ListenOptions,
  listen,
} from '../../../src/http/server/listener.ts';
import { receive } from '../../../src/http/server/receive.ts';
import type { Call, Reply, ReplyBody } from '../../../src/model/message/call.ts';
import type { Delivery, DeliveryFate, WireFault } from '../../../src/model/message/delivery.ts';
import { textBody } from '../../../src/model/ruling/render.ts';
import { NEW_USER, request, withBody, withChunks } from '../../support/requests.ts';
import { type Served, serveProject } from '../../support/served.ts';
import { ask, openWire, type Wire } from '../../support/wire.ts';

const TEXT = JSON.stringify([{ id: 1, name: 'Zoë' }, { id: 2 }]);
const BYTES = Buffer.byteLength(TEXT);
/** Longer than any test waits. */
const LONG_MS = 60_000;
const faults: readonly WireFault[] = [
  { kind: 'reset' },
  { kind: 'empty' },
  { kind: 'truncate' },
  { kind: 'malformed' },
];

/**
 * Reads from a path how it is to be answered: `/truncate`, `/drip/100`, `/delay/30/reset`,
 * `/plain`; what follows `?` is the body.
 */
function replyTo({ path, query }: Call): Reply {
  const steps = path.split('/').slice(1);
  const delayMs = steps[0] === 'delay' ? Number(steps.splice(0, 2)[1]) : 0;
  const [kind = 'plain', overMs = '0'] = steps;
  const fault =
    kind === 'drip'
      ? ({ kind, overMs: Number(overMs) } as const)
      : (faults.find((one) => one.kind === kind) ?? null);
  const delivery: Delivery = { delayMs, fault };
  const headers = ['content-type', 'application/json'];
  if (query === 'none') return { status: 204, headers: [], body: { kind: 'none' }, delivery };
  return {
    status: 200,
    headers,
    body: bodyFor(query),
    ...(kind === 'plain' && delayMs === 0 ? {} : { delivery }),
  };
}

function bodyFor(query: string): ReplyBody {
  if (query.startsWith('pieces'))
    return { kind: 'pieces', pieces: () => ['[1,', '2,', '3]'][Symbol.iterator]() };
  if (query === 'throws') return { kind: 'pieces', pieces: throwing };
  return textBody(query === 'empty' ? '' : query === 'one' ? '1' : query === '' ? TEXT : query);
}

function* throwing(): Generator<string> {
  yield '[1,';
  throw new Error('planted');
}

const failures: unknown[] = [];
const calls: Call[] = [];

function start(more: Partial<ListenOptions> = {}): Promise<Listener> {
  return listen({
    host: '127.0.0.1',
    port: 0,
    ready: () => null,
    bodyBytesMax: () => 1_000,
    requestMs: 30_000,
    answer: (call) => {
      calls.push(call);
      return replyTo(call);
    },
    shape: () => ({ error: 'problem', code: 'situation' }),
    onFailure: (error) => failures.push(error),
    ...more,
  });
}

let listener: Listener;

beforeAll(async () => {
  listener = await start();
});

afterAll(() => listener.close());

const get = (target: string, fields = ''): string => request(`GET ${target}`, fields);

/** What comes until the connection ends, and whether it ends with a reset. */
async function end(wire: Wire): Promise<{ text: string; isReset: boolean }> {
  let isReset = false;
  wire.socket.on('error', (error: NodeJS.ErrnoException) => {
    isReset = error.code === 'ECONNRESET';
  });
  const text = await wire.rest();
  wire.socket.destroy();
  if (!wire.socket.closed) await once(wire.socket, 'close');
  return { text, isReset };
}

async function endOf(
  bytes: string | Buffer,
  port = listener.port,
): Promise<{ text: string; isReset: boolean }> {
  const wire = await openWire(port);
  wire.write(bytes);
  return end(wire);
}

describe('deliver, given a delayed answer', () => {
  /** Listens, and gives what is told of each reply, by its status. */
  async function telling(): Promise<{
    readonly listener: Listener;
    readonly told: ('sent' | DeliveryFate)[];
    until(count: number): Promise<void>;
  }> {
    const told: ('sent' | DeliveryFate)[] = [];
    const calls = new EventEmitter();
    const onFate = (_: Reply, fate: 'sent' | DeliveryFate): void => {
      told.push(fate);
      calls.emit('told');
    };
    return {
      listener: await start({ onFate }),
      told,
      async until(count) {
        while (told.length < count) await once(calls, 'told');
      },
    };
  }

  it('reports it as sent once it is, whatever its fault', async () => {
    const { listener: own, told, until } = await telling();
    for (const path of ['/delay/20', '/delay/20/reset', '/truncate'])
      await endOf(get(path, 'connection: close\r\n'), own.port);
    await until(3);
    expect(told).toEqual(['sent', 'sent', 'sent']);
    await endOf(get('/plain', 'connection: close\r\n'), own.port);
    expect(told).toHaveLength(3);
    await own.close();
  });

  it('reports that the client left earlier', async () => {
    const { listener: own, told, until } = await telling();
    for (const path of [`/delay/${LONG_MS}`, `/delay/${LONG_MS}/truncate`]) {
      const wire = await openWire(own.port);
      const before = calls.length;
      wire.write(get(path));
      while (calls.length === before) await sleep(1);
      wire.socket.resetAndDestroy();
    }
    await until(2);
    expect(told).toEqual(['client-gone', 'client-gone']);
    await own.close();
  });

  it('answers a client that has closed its side, and reports it', async () => {
    const { listener: own, told } = await telling();
    const wire = await openWire(own.port);
    wire.socket.end(get('/delay/300'));
    expect((await end(wire)).text).toContain(TEXT);
    expect(told).toEqual(['sent-half-closed']);
    await own.close();
  });

  it('reports that the listener closed earlier', async () => {
    const { listener: own, told } = await telling();
    const wire = await openWire(own.port);
    const before = calls.length;
    wire.write(get(`/delay/${LONG_MS}`));
    while (calls.length === before) await sleep(1);
    const ended = end(wire);
    await own.close();
    expect(told).toEqual(['closed']);
    expect((await ended).text).toBe('');
  });
});

describe('deliver, given a fault', () => {
  it.each(['', '?pieces', '?empty', '?none', '?one'])(
    'resets or closes the connection without a byte, with the body %j',
    async (query) => {
      expect(await endOf(get(`/reset${query}`))).toEqual({ text: '', isReset: true });
      expect(await endOf(get(`/empty${query}`))).toEqual({ text: '', isReset: false });
      expect(await endOf(request(`HEAD /reset${query}`))).toEqual({ text: '', isReset: true });
    },
  );

  it('shows a client of Node a reset as ECONNRESET', async () => {
    const asked = httpRequest({ host: '127.0.0.1', port: listener.port, path: '/reset' }).end();
    const [error] = await once(asked, 'error');
    expect(error).toMatchObject({ code: 'ECONNRESET' });
  });

  it('announces the whole length of a truncated body, and sends half', async () => {
    const { text, isReset } = await endOf(get('/truncate'));
    const [head = '', body = ''] = text.split('\r\n\r\n');
    expect(head).toMatch(
      new RegExp(`^HTTP/1\\.1 200 OK\\r\\n(?:.*\\r\\n)*content-length: ${BYTES}(\\r\\n|$)`),
    );
    expect(TEXT.startsWith(body)).toBe(true);
    expect(Buffer.byteLength(body)).toBe(BYTES >> 1);
    expect(isReset).toBe(false);
  });

  it('truncates a body of one byte before it, and a long one after its first piece', async () => {
    expect((await endOf(get('/truncate?one'))).text).toMatch(/content-length: 1\r\n.*\r\n\r\n$/s);
    expect((await endOf(get('/truncate?pieces'))).text).toMatch(
      /Transfer-Encoding: chunked\r\n\r\n3\r\n\[1,\r\n$/,
    );
    const old = await endOf('GET /truncate?pieces HTTP/1.0\r\n\r\n');
    expect(old.text).toMatch(/\r\n\r\n(\[1,)?$/);
    expect(old.isReset).toBe(true);
  });

  it('sends a chunk and then an invalid one', async () => {
    const { text } = await endOf(get('/malformed'));
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*transfer-encoding: chunked\r\n/s);
    expect(text).not.toMatch(/content-length/i);
    const [size = '', chunk = '', rest] = (text.split('\r\n\r\n')[1] ?? '').split('\r\n');
    expect(Buffer.byteLength(chunk)).toBe(Number.parseInt(size, 16));
    expect(TEXT.startsWith(chunk) && chunk !== '').toBe(true);
    expect(rest).toBe('xyz');
    expect((await endOf(get('/malformed?one'))).text).toMatch(/\r\n\r\nxyz\r\n/);
    expect((await endOf(get('/malformed?pieces'))).text).toMatch(/\r\n\r\n3\r\n\[1,\r\nxyz\r\n/);
    const asked = httpRequest({ host: '127.0.0.1', port: listener.port, path: '/malformed' }).end();
    asked.on('response', (reply) => reply.on('error', () => undefined).resume());
    const [error] = await once(asked, 'error');
    expect(error).toMatchObject({ code: 'HPE_INVALID_CHUNK_SIZE' });
  });

  it.each([
    ['HEAD', ''],
    ['GET', '?empty'],
    ['GET', '?none'],
  ])('closes without a byte if %s%s has no body to cut', async (method, query) => {
    for (const fault of ['truncate', 'malformed'])
      expect((await endOf(request(`${method} /${fault}${query}`))).text).toBe('');
  });

  it.each(['/drip/120', '/drip/0', '/drip/1?one', '/delay/20/drip/60'])(
    'drips the whole body of %s, and continues',
    async (target) => {
      const wire = await openWire(listener.port);
      wire.write(get(target) + get('/plain'));
      const dripped = await wire.reply();
      expect(dripped).toMatchObject({
        framing: 'length',
        body: target.endsWith('one') ? '1' : TEXT,
      });
      expect((await wire.reply()).body).toBe(TEXT);
      wire.socket.destroy();
    },
  );

  it('drips in parts, the head before the body', async () => {
    const wire = await openWire(listener.port);
    const chunks: string[] = [];
    wire.socket.on('data', (chunk: Buffer) => chunks.push(chunk.toString('latin1')));
    await wire.write(get('/drip/200')).reply();
    expect(chunks[0]).toMatch(/\r\n\r\n$/);
    expect(chunks.length).toBe(5);
    wire.socket.destroy();
  });

  it('drips a long text, and sends answers without a body at once', async () => {
    const wire = await openWire(listener.port);
    expect(await wire.write(get('/drip/100?pieces')).reply()).toMatchObject({
      framing: 'chunked',
      body: '[1,2,3]',
    });
    expect(await wire.write(get('/drip/60000?none')).reply()).toMatchObject({ status: 204 });
    expect(await wire.write(get('/drip/60000?empty')).reply()).toMatchObject({
      status: 200,
      body: '',
    });
    const head = await wire.write(request('HEAD /drip/60000')).reply('HEAD');
    expect(head.headers.get('content-length')).toBe(String(BYTES));
    wire.socket.destroy();
  });

  it('cuts the connection if creating the pieces fails, and reports it', async () => {
    failures.length = 0;
    for (const target of ['/drip/100?throws', '/drip/0?throws', '/delay/1?throws']) {
      await expect((await openWire(listener.port)).write(get(target)).reply()).rejects.toThrow(
        'the connection ended',
      );
    }
    expect(failures).toEqual([new Error('planted'), new Error('planted'), new Error('planted')]);
  });
});

describe('deliver, given a connection over TLS', () => {
  const file = (name: string): Buffer =>
    readFileSync(join(import.meta.dirname, '../../support/tls', name));
  const [cert, key] = [file('cert.pem'), file('key.pem')];
  const front = {
    answer: replyTo,
    ready: () => null,
    bodyBytesMax: () => 1_000,
    onFailure: (error: unknown) => failures.push(error),
    shape: () => ({ error: 'problem', code: 'situation' }) as const,
  };
  const server = createServer({ cert, key }, (asked, response) => receive(front, asked, response));
  const ask = (path: string) => {
    const { port } = server.address() as AddressInfo;
    return httpsRequest({
      host: '127.0.0.1',
      port,
      path,
      ca: cert,
      agent: false,
      checkServerIdentity: () => undefined,
    }).end();
  };

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterAll(() => void server.close());

  it.each(['/reset', '/empty', '/delay/5/reset'])(
    'shows %s as a reset connection',
    async (path) => {
      expect((await once(ask(path), 'error'))[0]).toMatchObject({ code: 'ECONNRESET' });
    },
  );

  it('cuts, corrupts and drips as without TLS', async () => {
    const [cut] = await once(ask('/truncate'), 'response');
    await expect(once(cut.resume(), 'end')).rejects.toMatchObject({ code: 'ECONNRESET' });
    const spoilt = ask('/malformed');
    spoilt.on('response', (reply) => reply.on('error', () => undefined).resume());
    expect((await once(spoilt, 'error'))[0]).toMatchObject({ code: 'HPE_INVALID_CHUNK_SIZE' });
    const [dripped] = await once(ask('/delay/5/drip/60'), 'response');
    expect((await dripped.toArray()).join('')).toBe(TEXT);
  });
});

describe('deliver, given several requests on a connection', () => {
  it('keeps the order of the answers, whichever is delayed', async () => {
    const wire = await openWire(listener.port);
    const targets = [
      '/delay/40?first',
      '/plain?second',
      '/delay/1?third',
      '/drip/60?fourth',
      '/delay/20?pieces',
      '/plain?sixth',
    ];
    wire.write(targets.map((target) => get(target)).join(''));
    const bodies: string[] = [];
    for (const _ of targets) bodies.push((await wire.reply()).body);
    expect(bodies).toEqual(['first', 'second', 'third', 'fourth', '[1,2,3]', 'sixth']);
    wire.socket.destroy();
  });

  it('keeps the order if requests have bodies', async () => {
    const wire = await openWire(listener.port);
    wire.write(
      Buffer.concat([withBody('POST /delay/40?first', '{}'), withBody('POST /plain?second', '{}')]),
    );
    wire.write(withChunks('POST /delay/1?third', '2\r\n{}\r\n0\r\n\r\n') + get('/plain?fourth'));
    for (const body of ['first', 'second', 'third', 'fourth'])
      expect((await wire.reply()).body).toBe(body);
    wire.socket.destroy();
  });

  it('delays no other connection', async () => {
    const wire = await openWire(listener.port);
    wire.write(get(`/delay/${LONG_MS}`) + get('/plain'));
    expect((await ask(listener.port, get('/plain')))?.status).toBe(200);
    expect(wire.socket.bytesRead).toBe(0);
    wire.socket.destroy();
  });

  it.each(faults)(
    'answers requests before $kind completely, and nothing after it',
    async ({ kind }) => {
      calls.length = 0;
      const wire = await openWire(listener.port);
      wire.write(
        get('/plain') +
          get(`/plain?${'a'.repeat(8_000)}`) +
          get('/plain?pieces') +
          get(`/${kind}`) +
          get('/after'),
      );
      expect((await wire.reply()).body).toBe(TEXT);
      expect((await wire.reply()).body).toHaveLength(8_000);
      expect((await wire.reply()).body).toBe('[1,2,3]');
      await end(wire);
      expect(calls.map(({ path }) => path)).not.toContain('/after');
    },
  );

  it('answers an invalid request after the delayed answer', async () => {
    const wire = await openWire(listener.port);
    wire.write(`${get('/delay/30')}HELLO\r\n\r\n`);
    expect((await wire.reply()).body).toBe(TEXT);
    expect((await wire.reply()).status).toBe(400);
    expect((await end(wire)).text).toBe('');
  });

  it('answers a client that half-closes while it waits', async () => {
    for (const target of ['/delay/20', '/drip/60']) {
      const wire = await openWire(listener.port);
      expect((await wire.end(get(target)).reply()).body).toBe(TEXT);
      wire.socket.destroy();
    }
  });
});

describe('deliver, given Expect and too large bodies', () => {
  it.each(['/delay/20', '/drip/60'])('sends 100 at once and %s then', async (target) => {
    const wire = await openWire(listener.port);
    wire.write(request(`POST ${target}`, 'Expect: 100-continue\r\nContent-Length: 2\r\n'));
    expect((await wire.reply()).status).toBe(100);
    expect((await wire.write('{}').reply()).body).toBe(TEXT);
    expect((await wire.write(get('/plain')).reply()).status).toBe(200);
    wire.socket.destroy();
  });

  it('sends 100 and then nothing', async () => {
    const wire = await openWire(listener.port);
    wire.write(request('POST /empty', 'Expect: 100-continue\r\nContent-Length: 2\r\n'));
    expect((await wire.reply()).status).toBe(100);
    expect((await end(wire.write('{}'))).text).toBe('');
  });

  const told = (target: string, sent: number): string =>
    request(`POST ${target}`, 'Content-Length: 5000\r\n') + 'x'.repeat(sent);
  const untold = (target: string, sent: number): string =>
    withChunks(
      `POST ${target}`,
      `1388\r\n${'x'.repeat(sent)}${sent < 5_000 ? '' : '\r\n0\r\n\r\n'}`,
    );

  it.each([
    ['told', told],
    ['chunked', untold],
  ] as const)('applies faults to the refusal of a body whose length is %s', async (_, make) => {
    for (const sent of [2_000, 5_000]) {
      const wire = await openWire(listener.port);
      expect((await wire.write(make('/delay/20', sent)).reply()).body).toBe(TEXT);
      if (sent < 5_000) wire.write('x'.repeat(5_000 - sent));
      wire.end();
      await end(wire);
      expect((await endOf(make('/reset', sent))).text).toBe('');
      expect((await endOf(make('/empty', sent))).text).toBe('');
      expect((await endOf(make('/truncate', sent))).text).toMatch(
        new RegExp(`content-length: ${BYTES}`),
      );
      expect((await endOf(make('/malformed', sent))).text).toMatch(/\r\nxyz\r\n/);
      const dripping = await openWire(listener.port);
      expect((await dripping.write(make('/drip/60', sent)).reply()).body).toBe(TEXT);
      expect((await end(dripping)).text).toBe('');
    }
  });
});

describe('deliver, given clients that leave and listeners that close', () => {
  it.each([
    ['/delay', 'reset'],
    ['/delay', 'destroy'],
    ['/drip', 'reset'],
    ['/drip', 'destroy'],
  ] as const)('leaves nothing of %s behind if the client leaves by %s', async (kind, leave) => {
    const other = await start();
    const wire = await openWire(other.port);
    wire.write(get(`${kind}/${LONG_MS}`) + get('/plain'));
    await ask(other.port, get('/plain'));
    if (leave === 'reset') wire.reset();
    else wire.socket.destroy();
    await ask(other.port, get('/plain'));
    await other.close();
  });

  it.each([`/delay/${LONG_MS}`, `/drip/${LONG_MS}`, `/delay/${LONG_MS}/reset`])(
    'ends within its bounds while %s is under way',
    async (target) => {
      const other = await start();
      const wires = await Promise.all(Array.from({ length: 10 }, () => openWire(other.port)));
      for (const wire of wires) wire.write(get(target));
      const oversized = await openWire(other.port);
      oversized.write(request(`POST ${target}`, 'Content-Length: 5000\r\n'));
      await ask(other.port, get('/plain'));
      await other.close();
      for (const wire of [...wires, oversized]) await end(wire);
      expect(failures.filter((error) => !String(error).includes('planted'))).toEqual([]);
    },
  );

  it('waits longer than a request may take to come', async () => {
    const other = await start({ requestMs: 100 });
    const delayMs = CHECK_MS + 200;
    const bodies = [get(`/delay/${delayMs}`), withBody(`POST /delay/${delayMs}`, '{}')].map(
      (bytes) => ask(other.port, bytes),
    );
    for (const reply of await Promise.all(bodies))
      expect(reply).toMatchObject({ status: 200, body: TEXT });
    await other.close();
  });

  it('answers 200 delayed requests at once', async () => {
    const all = Array.from({ length: 200 }, (_, index) =>
      ask(listener.port, get(`/delay/50?n${index}`)),
    );
    const bodies = (await Promise.all(all)).map((reply) => reply?.body);
    expect(bodies).toEqual(bodies.map((_, index) => `n${index}`));
  });
});

describe('deliver, given the mock', () => {
  let served: Served;
  let faulty: Listener;
  let delivery: Delivery | null = null;

  beforeAll(async () => {
    served = await serveProject({ more: 3_000 });
    // The first body has the checker loaded.
    await ask(served.port, withBody('POST /users', '{}'));
    faulty = await start({
      answer: (call) => {
        const reply = served.mock.answer(call);
        return delivery === null ? reply : { ...reply, delivery };
      },
      bodyBytesMax: () => 1_000_000,
    });
  });

  afterAll(async () => {
    await faulty.close();
    await served.listener.close();
  });

  const whole = async (): Promise<string> => (await ask(served.port, get('/users')))?.body ?? '';

  it.each(faults)('stores a record sent with $kind once and completely', async (fault) => {
    const before = JSON.parse(await whole()).length;
    const { kind } = fault;
    delivery = { delayMs: 5, fault };
    const named = NEW_USER.replace('Zofia', kind);
    await endOf(withBody('PUT /users/1', named), faulty.port);
    await endOf(withBody('POST /users', named.replace('zofia@', `${kind}@`)), faulty.port);
    const now = JSON.parse(await whole());
    expect(now).toHaveLength(before + 1);
    expect(now[0]).toMatchObject(JSON.parse(named));
    expect(now.at(-1)).toMatchObject(JSON.parse(named.replace('zofia@', `${kind}@`)));
  });

  it('applies faults to a list of more than 2,000 rows', async () => {
    const list = await whole();
    delivery = { delayMs: 0, fault: { kind: 'truncate' } };
    const cut = await endOf(get('/users'), faulty.port);
    expect(/chunked\r\n\r\n[0-9a-f]+\r\n\[/.test(cut.text)).toBe(true);
    expect(cut.text.length).toBeLessThan(list.length);
    expect(cut.text.endsWith('0\r\n\r\n')).toBe(false);
    delivery = { delayMs: 0, fault: { kind: 'malformed' } };
    expect((await endOf(get('/users'), faulty.port)).text.includes('\r\nxyz\r\n')).toBe(true);
    delivery = { delayMs: 5, fault: { kind: 'drip', overMs: 100 } };
    const wire = await openWire(faulty.port);
    expect((await wire.write(get('/users')).reply()).body === list).toBe(true);
    expect((await wire.write(get('/users/1')).reply()).status).toBe(200);
    wire.socket.destroy();
  });
});
