// Plain requests, which are answered without node:http, and the ones that go there: both are answered
// with the same bytes. A request that comes in two pieces always goes there.

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListenOptions, listen } from '../../../src/http/server/listener.ts';
import type { Call, Reply } from '../../../src/model/message/call.ts';
import { textBody } from '../../../src/model/ruling/render.ts';
import { JSON_TYPE, NEW_USER, request, withBody, withChunks } from '../../support/requests.ts';
import { type Served, serveProject } from '../../support/served.ts';
import { ask, openWire } from '../../support/wire.ts';

/** How many requests node:http has read, by the port they came to. */
const readByNode = new Map<number, number>();

function count(message: unknown): void {
  const { socket } = (message as { readonly request: IncomingMessage }).request;
  const port = socket.localPort ?? 0;
  readByNode.set(port, (readByNode.get(port) ?? 0) + 1);
}

/** Two mocks with the same rows, which get the same calls: one whole, the other in two pieces. */
let whole: Served;
let cut: Served;

beforeAll(async () => {
  subscribe('http.server.request.start', count);
  [whole, cut] = await Promise.all([serveProject(), serveProject()]);
  // A write waits for the checker until it is loaded.
  for (const { port } of [whole, cut]) await ask(port, withBody('POST /users', '{}'));
});

afterAll(async () => {
  unsubscribe('http.server.request.start', count);
  await Promise.all([whole.listener.close(), cut.listener.close()]);
});

/** Returns all that is answered until the connection ends, and how many requests node:http read. */
async function answerTo(
  port: number,
  pieces: readonly Buffer[],
): Promise<{ readonly text: string; readonly byNode: number }> {
  const before = readByNode.get(port) ?? 0;
  const wire = await openWire(port);
  wire.socket.setNoDelay();
  for (const piece of pieces) {
    wire.write(piece);
    // Client and server share this thread: after some turns the server has read the piece.
    for (let turn = 0; turn < 5; turn++) await setImmediate();
  }
  const text = await wire.end().rest();
  return {
    text: text.replaceAll(/\r\nDate: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r\n/g, '\r\nDate: -\r\n'),
    byNode: (readByNode.get(port) ?? 0) - before,
  };
}

/** Sends the same bytes to both mocks. */
async function askBoth(
  bytes: string | Buffer,
): Promise<{ readonly fast: string; readonly slow: string; readonly byNode: number }> {
  const all = Buffer.from(bytes);
  const [one, two] = [
    await answerTo(whole.port, [all]),
    await answerTo(cut.port, [all.subarray(0, -1), all.subarray(-1)]),
  ];
  return { fast: one.text, slow: two.text, byNode: one.byNode };
}

const plain: Readonly<Record<string, string | Buffer>> = {
  'a read': request('GET /users/1'),
  'a list': request('GET /users'),
  'a list with a query': request('GET /users?page=1&x=%20'),
  HEAD: request('HEAD /users/1'),
  OPTIONS: request('OPTIONS /users'),
  'a preflight': request(
    'OPTIONS /users',
    'Origin: http://a.test\r\nAccess-Control-Request-Method: PUT\r\n',
  ),
  'an origin': request('GET /users/1', 'Origin: http://a.test\r\n'),
  'an unknown path': request('GET /nothing'),
  'an unknown item': request('GET /users/99999'),
  'a method without an operation': request('DELETE /users'),
  'an Accept that is not met': request('GET /users/1', 'Accept: text/html\r\n'),
  'a field that is kept open': request('GET /users/1', 'Connection: Keep-Alive\r\n'),
  'blanks around a value': request('GET /users/1', 'Accept:  \t application/json \r\n'),
  'a value of blanks': request('GET /users/1', `X-Empty:${' \t'.repeat(100)}\r\n`),
  'an empty value': request('GET /users/1', 'X-Empty:\r\n'),
  'a creation': withBody('POST /users', NEW_USER),
  'a creation in ASCII': withBody('POST /users', '{"name":"Zo","email":"zo@example.com"}'),
  'an invalid creation': withBody('POST /users', '{"name":1}'),
  'a key given twice': withBody('POST /users', '{"name":"a","name":"b"}'),
  'broken JSON': withBody('POST /users', '{"name":'),
  'a byte order mark': withBody('POST /users', `\ufeff${NEW_USER}`),
  'a body of another type': withBody('POST /users', NEW_USER, 'Content-Type: text/plain\r\n'),
  'an empty body': withBody('POST /users', ''),
  'no body': request('POST /users', JSON_TYPE),
  'a replacement': withBody('PUT /users/1', NEW_USER),
  'a change': withBody('PATCH /users/1', '{"name":"Ada"}'),
  'a body of a read': withBody('GET /users/1', '{}'),
  'a removal': request('DELETE /users/2'),
};

/** Those that node:http reads, also when they come in one piece, and how many it reads. */
const others: Readonly<Record<string, readonly [string | Buffer, number]>> = {
  'a connection that ends': [request('GET /users/1', 'Connection: close\r\n'), 1],
  'a connection with more options': [request('GET /users/1', 'Connection: keep-alive, x\r\n'), 1],
  'a body in chunks': [withChunks('POST /users', '2\r\n{}\r\n0\r\n\r\n'), 1],
  'a body and chunks': [
    withBody('POST /users', '0\r\n\r\n', `${JSON_TYPE}Transfer-Encoding: chunked\r\n`),
    0,
  ],
  'two lengths': [withBody('POST /users', '{}', 'Content-Length: 2\r\n'), 0],
  'a length with a sign': [`${request('POST /users', 'Content-Length: +2\r\n')}{}`, 0],
  'a length that is too long': [withBody('POST /users', '{}').subarray(0, -1), 1],
  'more than one request': [request('GET /users/1') + request('GET /users/2'), 2],
  'bytes behind a request': [`${withBody('POST /users', '{}').toString()}\r\n`, 1],
  'a body that is not UTF-8': [withBody('POST /users', Buffer.from([0x22, 0xff, 0x22])), 1],
  'a body that is too large': [withBody('POST /users', 'x'.repeat(1_100_000)), 1],
  'a request to go on': [withBody('POST /users', '{}', 'Expect: 100-continue\r\n'), 1],
  'another protocol': [request('GET /users/1', 'Connection: upgrade\r\nUpgrade: h2c\r\n'), 1],
  'a field given twice': [request('GET /users/1', 'X-A: 1\r\nx-a: 2\r\n'), 1],
  'a cookie that is set': [request('GET /users/1', 'Set-Cookie: a=b\r\n'), 1],
  'a field with the name of a method': [request('GET /users/1', 'constructor: 1\r\n'), 1],
  'a value that is not ASCII': [Buffer.from(request('GET /users/1', 'X-A: \xe9\r\n'), 'latin1'), 1],
  'a blank before a colon': [request('GET /users/1', 'X-A : 1\r\n'), 0],
  'a folded line': [request('GET /users/1', 'X-A: 1\r\n 2\r\n'), 0],
  'a bare line feed': [request('GET /users/1', 'X-A: 1\nX-B: 2\r\n'), 0],
  'a bare carriage return': [request('GET /users/1', 'X-A: 1\rX-B: 2\r\n'), 0],
  'no host': ['GET /users/1 HTTP/1.1\r\n\r\n', 1],
  'an empty host': ['GET /users/1 HTTP/1.1\r\nHost:\r\n\r\n', 1],
  'two hosts': ['GET /users/1 HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', 1],
  'a host that is none': ['GET /users/1 HTTP/1.1\r\nHost: a b\r\n\r\n', 1],
  'HTTP/1.0': ['GET /users/1 HTTP/1.0\r\nHost: a.test\r\n\r\n', 1],
  'HTTP/2.0': ['GET /users/1 HTTP/2.0\r\nHost: a.test\r\n\r\n', 1],
  'an absolute target': [request('GET http://a.test/users/1'), 1],
  'a target with a fragment': [request('GET /users/1#a'), 1],
  'a target that is not ASCII': [request('GET /ü'), 0],
  'an unknown method': [request('FROB /users/1'), 0],
  'a long head': [request('GET /users/1', `X-A: ${'a'.repeat(9_000)}\r\n`), 1],
  'a delayed answer': [request('GET /users/1', 'Prefer: wait=0.01\r\n'), 1],
  'an empty line before': [`\r\n${request('GET /users/1')}`, 1],
};

describe('a plain request', () => {
  it.each(Object.entries(plain))('is answered like others: %s', async (_, bytes) => {
    const { fast, slow, byNode } = await askBoth(bytes);
    expect(fast).toBe(slow);
    expect(fast).toMatch(/^HTTP\/1\.1 \d{3} /);
    expect(byNode).toBe(0);
    expect(whole.mock.journal.newest(1)[0]?.call).toEqual(cut.mock.journal.newest(1)[0]?.call);
  });

  it.each(Object.entries(others))(
    'is none, and read by node:http: %s',
    async (_, [bytes, most]) => {
      const { fast, slow, byNode } = await askBoth(bytes);
      expect(fast).toBe(slow);
      expect(byNode).toBe(most);
    },
  );

  it('is answered alike with any byte in the place of another', async () => {
    const originals = [plain['a read'], plain['a creation in ASCII'], plain['an origin']];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...originals.map((one) => Buffer.from(one ?? ''))),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 2 }),
        async (original, changes) => {
          const bytes = Buffer.from(original);
          for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
          const { fast, slow } = await askBoth(bytes);
          expect(fast).toBe(slow);
        },
      ),
      { numRuns: 150 },
    );
  }, 60_000);

  it('follows others on its connection, also those that node:http reads', async () => {
    const before = readByNode.get(whole.port) ?? 0;
    const wire = await openWire(whole.port);
    const statuses: number[] = [];
    const send = async (bytes: string | Buffer): Promise<void> => {
      statuses.push((await wire.write(bytes).reply()).status);
    };
    for (let time = 0; time < 3; time++) await send(request('GET /users/1'));
    expect(readByNode.get(whole.port) ?? 0).toBe(before);
    await send(request('GET /users/1', 'X-A: 1\r\nX-A: 2\r\n'));
    await send(withBody('POST /users', NEW_USER));
    expect(readByNode.get(whole.port)).toBe(before + 2);
    expect(statuses).toEqual([200, 200, 200, 200, 201]);
    wire.socket.destroy();
  });

  it('is given to node:http while a page holds calls', async () => {
    const slot = { current: null } as NonNullable<ListenOptions['hold']>;
    await using served = await serveProject({ hold: slot });
    await answerTo(served.port, [Buffer.from(request('GET /users/1'))]);
    expect(readByNode.get(served.port) ?? 0).toBe(0);
    slot.current = {
      mayHold: () => false,
      holdRequest: () => null,
      holdAnswer: () => Promise.resolve({ kind: 'pass', heldMs: 0, note: '' }),
    };
    await answerTo(served.port, [Buffer.from(request('GET /users/1'))]);
    expect(readByNode.get(served.port)).toBe(1);
  });
});

const OK: Reply = { status: 200, headers: [], body: textBody('done') };

function options(answer: (call: Call) => Reply, more: Partial<ListenOptions> = {}): ListenOptions {
  return {
    host: '127.0.0.1',
    port: 0,
    answer,
    ready: () => null,
    bodyBytesMax: () => 1_000,
    requestMs: 30_000,
    shape: () => ({ error: 'problem', code: 'situation' }),
    onFailure: () => undefined,
    ...more,
  };
}

const replies: Readonly<Record<string, Reply>> = {
  'in pieces': {
    ...OK,
    body: { kind: 'pieces', pieces: () => ['a', 'b'][Symbol.iterator]() },
  },
  delayed: { ...OK, delivery: { delayMs: 1, fault: null } },
  'with a field of the connection': { ...OK, headers: ['connection', 'close'] },
  'with a field that is not ASCII': { ...OK, headers: ['x-a', 'é'] },
  'with an invalid field': { ...OK, headers: ['x a', '1'] },
  'with an interim status': { ...OK, status: 150 },
};

describe('a call that is begun and cannot be answered at once', () => {
  it.each(Object.entries(replies))('is answered once: %s', async (_, reply) => {
    const calls: Call[] = [];
    const listener = await listen(
      options((call) => {
        calls.push(call);
        return reply;
      }),
    );
    const { text, byNode } = await answerTo(listener.port, [Buffer.from(request('GET /'))]);
    expect(text).toMatch(/^HTTP\/1\.1 \d{3} /);
    expect([calls.length, byNode]).toEqual([1, 1]);
    await listener.close();
  });

  it('is prepared once, and holds the next one back', async () => {
    const prepared: string[] = [];
    const answered: string[] = [];
    const gate = Promise.withResolvers<void>();
    const listener = await listen(
      options(
        ({ path }) => {
          answered.push(path);
          return OK;
        },
        {
          prepare({ path }) {
            prepared.push(path);
            return path === '/1' ? gate.promise : null;
          },
        },
      ),
    );
    const wire = await openWire(listener.port);
    wire.write(request('GET /1'));
    while (prepared.length === 0) await setImmediate();
    wire.write(request('GET /2'));
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    expect(answered).toEqual([]);
    gate.resolve();
    expect([(await wire.reply()).status, (await wire.reply()).status]).toEqual([200, 200]);
    expect([prepared, answered]).toEqual([
      ['/1', '/2'],
      ['/1', '/2'],
    ]);
    wire.socket.destroy();
    await listener.close();
  });

  it('fails once, and the connection ends', async () => {
    const failures: unknown[] = [];
    const failure = new Error('broken');
    const listener = await listen(
      options(
        () => {
          throw failure;
        },
        { onFailure: (error) => failures.push(error) },
      ),
    );
    const { text } = await answerTo(listener.port, [Buffer.from(request('GET /'))]);
    expect(text).toMatch(/^HTTP\/1\.1 500 [\s\S]*\r\nConnection: close\r\n/);
    expect(failures).toEqual([failure]);
    await listener.close();
  });
});

describe('a connection with plain requests alone', () => {
  it.each([
    ['nothing', '', request('GET /')],
    ['only a part', 'GET /', ' HTTP/1.1\r\nHost: a.test\r\n\r\n'],
  ])('is told 408 if %s comes, and nothing is done after that', async (_, first, later) => {
    const calls: Call[] = [];
    const listener = await listen(
      options(
        (call) => {
          calls.push(call);
          return OK;
        },
        { requestMs: 300 },
      ),
    );
    const wire = await openWire(listener.port);
    if (first !== '') wire.write(first);
    expect((await wire.reply()).status).toBe(408);
    wire.end(later);
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    expect(await wire.rest()).toBe('');
    await listener.close();
    expect(calls).toEqual([]);
  });

  it('is kept for as long as its answers say, and a second', async () => {
    const listener = await listen(options(() => OK, { requestMs: 300 }));
    const wire = await openWire(listener.port);
    const { headers } = await wire.write(request('GET /')).reply();
    expect(headers.get('keep-alive')).toBe('timeout=5');
    await sleep(600);
    const began = performance.now();
    expect((await wire.write(request('GET /')).reply()).status).toBe(200);
    expect(await wire.rest()).toBe('');
    expect(performance.now() - began).toBeGreaterThan(5_000);
    await listener.close();
  }, 30_000);

  it('ends at once when the listener closes', async () => {
    const listener = await listen(options(() => OK));
    const wire = await openWire(listener.port);
    await wire.write(request('GET /')).reply();
    await Promise.all([wire.rest(), listener.close(60_000)]);
  });

  it('ends with its next answer when the listener drains', async () => {
    const listener = await listen(options(() => OK));
    const wire = await openWire(listener.port);
    expect((await wire.write(request('GET /')).reply()).headers.get('connection')).toBe(
      'keep-alive',
    );
    listener.drain();
    expect((await wire.write(request('GET /')).reply()).headers.get('connection')).toBe('close');
    expect(await wire.rest()).toBe('');
    await listener.close();
  });

  it('is answered in order if the client reads late', async () => {
    const text = 'x'.repeat(8_000_000);
    const listener = await listen(options(({ path }) => ({ ...OK, body: textBody(path + text) })));
    const wire = await openWire(listener.port);
    wire.socket.pause();
    wire.write(request('GET /1'));
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    wire.write(request('GET /2'));
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    wire.socket.resume();
    expect((await wire.reply()).body.slice(0, 3)).toBe('/1x');
    expect((await wire.reply()).body.slice(0, 3)).toBe('/2x');
    wire.socket.destroy();
    await listener.close();
  });
});
