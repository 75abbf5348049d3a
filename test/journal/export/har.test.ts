import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { toHar, toHarEntry } from '../../../src/journal/export/har.ts';
import { readHar } from '../../../src/journal/export/har-import.ts';
import type { Recorded } from '../../../src/journal/interaction/recorded.ts';
import { createChecker } from '../../../src/schema/check.ts';
import { type Schema, Schemas } from '../../../src/schema/schema.ts';
import { usersContract } from '../../support/users.ts';
import { recordedOf, replyOf, textOf, unnumbered } from '../../support/written.ts';

const schema = JSON.parse(
  readFileSync(new URL('./har-1.2.json', import.meta.url), 'utf8'),
) as Schema;
const checker = createChecker(new Schemas(new Map([['har', schema]])));

const all: readonly Recorded[] = [
  recordedOf({
    request: 'GET /users?page=2&tag=a+b%20c',
    headers: [
      ['host', 'a.test'],
      ['cookie', 'a=1; b'],
    ],
    answered: [{ id: 1, name: 'Ada' }],
  }),
  recordedOf({
    request: 'POST /users',
    sent: { name: 'Zażółć' },
    status: 201,
    replyHeaders: [
      ['location', '/users/2'],
      ['set-cookie', 'a=1; Path=/'],
    ],
  }),
  recordedOf({
    request: 'POST /users',
    headers: [['content-type', 'application/x-www-form-urlencoded']],
    sent: textOf('a=1&b=%20'),
  }),
  recordedOf({
    request: 'PUT /users/1',
    sent: { kind: 'bytes', base64: '/wA=', bytes: 2, cut: false },
    answered: { kind: 'bytes', base64: '/wAB', bytes: 3, cut: false },
  }),
  recordedOf({
    request: 'PUT /users/1',
    sent: textOf('{"a', 'cut'),
    answered: { kind: 'unkept', bytes: null },
  }),
  recordedOf({
    request: 'POST /users',
    sent: { kind: 'unkept', bytes: 7 },
    more: { reply: null, trouble: 'connection reset' },
  }),
  recordedOf({
    request: 'DELETE /users/1',
    status: 599,
    more: {
      verdict: 'violates',
      mock: replyOf(204, undefined),
      findings: [
        {
          code: 'refused',
          breach: 'violates',
          operation: 'remove',
          clause: 'section 4',
          at: null,
          by: 'contract',
          message: 'm',
          expected: 'e',
          actual: 'a',
          remedy: 'r',
        },
      ],
    },
  }),
];

async function harOf(recorded: readonly Recorded[]): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of toHar(recorded, { version: '0.1.0' })) pieces.push(piece);
  return pieces.join('');
}

describe('toHar', () => {
  it.each([[all], [[]]])('is HAR 1.2', async (recorded) => {
    const har = JSON.parse(await harOf(recorded)) as Json;
    expect(checker.check('har', har)).toEqual([]);
  });

  it('returns a piece for each entry', async () => {
    const pieces: string[] = [];
    for await (const piece of toHar(all, { version: '0.1.0' })) pieces.push(piece);
    expect(pieces).toHaveLength(all.length + 2);
  });

  it('puts data without a HAR member into _standin', () => {
    const entry = toHarEntry(all.at(-1) ?? recordedOf());
    expect(entry).toMatchObject({
      comment: '1: violates: refused',
      _standin: { verdict: 'violates', findings: [{ code: 'refused' }] },
    });
  });

  it('names the world, and has the answer before it was altered', () => {
    const more = {
      world: 'alice',
      original: recordedOf().reply,
      trouble: 'connection reset, as requested',
      reply: null,
    };
    expect(toHarEntry(recordedOf({ more }))).toMatchObject({
      comment: '1: conforms: world alice',
      response: { status: 0, comment: 'connection reset, as requested' },
      _standin: {
        world: 'alice',
        original: { status: 200 },
        trouble: 'connection reset, as requested',
      },
    });
  });

  it('has an address that a browser can show', () => {
    expect(toHarEntry(all[0] ?? recordedOf())).toMatchObject({
      request: { url: 'http://a.test/users?page=2&tag=a+b%20c' },
    });
    expect(toHarEntry(all[0] ?? recordedOf(), { baseUrl: 'https://b.test/api/' })).toMatchObject({
      request: { url: 'https://b.test/api/users?page=2&tag=a+b%20c' },
    });
  });

  it('has the Host of its address, not that of the recorder', () => {
    const recorded = recordedOf({
      request: 'GET /users',
      headers: [
        ['host', '127.0.0.1:4000'],
        ['accept', '*/*'],
      ],
      more: { service: 'https://api.example.com' },
    });
    const headers = [
      { name: 'host', value: 'api.example.com' },
      { name: 'accept', value: '*/*' },
    ];
    expect(toHarEntry(recorded)).toMatchObject({ request: { headers } });
    expect(toHarEntry(recorded, { baseUrl: 'http://b.test:81/api' })).toMatchObject({
      request: { headers: [{ name: 'host', value: 'b.test:81' }, headers[1]] },
    });
  });

  it('reads back unchanged', async () => {
    const { entries, leftOut } = readHar(await harOf(all), {
      file: 'a.har',
      contracts: [usersContract],
    });
    expect(leftOut).toEqual([]);
    const plain = all.map((one) => ({
      ...unnumbered(one),
      verdict: 'unjudged',
      findings: [],
      mock: null,
      service: one === all[0] ? 'http://a.test' : 'http://127.0.0.1:3000',
    }));
    expect(entries).toEqual(plain);
  });
});

function entryWith(change: JsonObject): JsonObject {
  const response = {
    status: 200,
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    content: { size: 2, text: '[]' },
  };
  return {
    startedDateTime: '2026-01-02T03:04:05.678+02:00',
    time: 12.5,
    request: { method: 'GET', url: 'https://a.test/users', headers: [] },
    response,
    ...change,
  };
}

function read(...entries: readonly Json[]): ReturnType<typeof readHar> {
  return readHar(JSON.stringify({ log: { version: '1.2', entries } }), { file: 'a.har' });
}

function refused(text: string, entriesMax = 10): string {
  try {
    readHar(text, { file: 'a.har', entriesMax });
    return 'nothing';
  } catch (error) {
    return error instanceof StandinError
      ? `${error.code}: ${error.message}\n${error.remedy}`
      : String(error);
  }
}

describe('readHar', () => {
  it('reads HAR of Chrome: pseudo-header fields, a failed request, decoded content', () => {
    const { entries } = read(
      entryWith({
        request: {
          method: 'GET',
          url: 'https://a.test/users?q=%20#top',
          headers: [
            { name: ':authority', value: 'a.test' },
            { name: ':method', value: 'GET' },
            { name: 'Accept', value: '*/*' },
          ],
        },
        response: {
          status: 200,
          headers: [{ name: 'Content-Encoding', value: 'gzip' }],
          content: { size: 2, text: 'W10=', encoding: 'base64' },
        },
      }),
      entryWith({
        response: { status: 0, content: { size: 0 }, _error: 'net::ERR_CONNECTION_REFUSED' },
      }),
    );
    expect(entries[0]).toMatchObject({
      at: Date.parse('2026-01-02T01:04:05.678Z'),
      elapsedMs: 12.5,
      request: {
        path: '/users',
        query: 'q=%20',
        headers: [
          ['host', 'a.test'],
          ['accept', '*/*'],
        ],
      },
      reply: { headers: [], body: { kind: 'text', text: '[]', bytes: 2, cut: false } },
    });
    expect(entries[1]).toMatchObject({ reply: null, trouble: 'net::ERR_CONNECTION_REFUSED' });
  });

  it('keeps the time until the first byte, there and back', () => {
    const timings = { send: 1, wait: 9, receive: 2.5 };
    const { entries } = read(
      entryWith({ time: 12.5, timings }),
      entryWith({ time: 1, timings }),
      entryWith({ time: 12.5, timings: { ...timings, receive: 0 } }),
    );
    expect(entries.map(({ firstByteMs }) => firstByteMs)).toEqual([10, undefined, undefined]);
    const written = entries.map((one, index) => toHarEntry({ ...one, seq: index + 1 }));
    expect(written.map((one) => one['timings'])).toMatchObject([
      { wait: 10, receive: 2.5 },
      { wait: 1, receive: 0 },
      { wait: 12.5, receive: 0 },
    ]);
  });

  it('reads HAR of Firefox: content that was not kept', () => {
    const { entries } = read(
      entryWith({
        response: { status: 200, content: { size: 812 } },
        request: { method: 'POST', url: 'http://a.test', bodySize: 5, postData: { text: '' } },
      }),
    );
    expect(entries[0]).toMatchObject({
      request: { path: '/', body: { kind: 'unkept', bytes: 5 } },
      reply: { body: { kind: 'unkept', bytes: 812 } },
    });
  });

  it('reads HAR of Charles: a byte order mark, forms as parameters only, tunnels', () => {
    const form = {
      mimeType: 'application/x-www-form-urlencoded',
      params: [{ name: 'a', value: 'b c' }, { name: 'd' }],
    };
    const entries = [
      entryWith({ request: { method: 'CONNECT', url: 'https://a.test:443' } }),
      entryWith({ request: { method: 'post', url: 'http://a.test/x', postData: form }, time: -1 }),
    ];
    const result = readHar(`\ufeff${JSON.stringify({ log: { entries } })}`, { file: 'a.har' });
    expect(result.leftOut).toEqual([{ index: 0, why: 'it opens a tunnel' }]);
    expect(result.entries[0]).toMatchObject({
      elapsedMs: 0,
      request: { method: 'POST', body: { kind: 'text', text: 'a=b+c&d=' } },
    });
  });

  it('takes the type of a body that no header field names from beside its text', () => {
    const { entries } = read(
      entryWith({
        request: {
          method: 'POST',
          url: 'http://a.test',
          postData: { mimeType: 'text/csv', text: 'a,b' },
        },
        response: { status: 200, content: { mimeType: 'x-unknown', text: 'c' } },
      }),
    );
    expect(entries[0]).toMatchObject({
      request: { headers: [['content-type', 'text/csv']] },
      reply: { headers: [] },
    });
  });

  it('keeps events and messages over time, there and back', () => {
    const parts = [
      { offsetMs: 1.5, from: 'client', name: 'text', body: textOf('{"a":1}') },
      { offsetMs: null, from: 'service', name: 'binary', body: textOf('whole', 'cut') },
      {
        offsetMs: 3,
        from: 'service',
        name: 'binary',
        body: { kind: 'bytes', base64: '/wA=', bytes: 2, cut: false },
      },
      { offsetMs: 4, from: 'service', name: 'close', body: { kind: 'unkept', bytes: 9 } },
      { offsetMs: 5, from: 'service', name: 'ping', body: { kind: 'none' } },
    ] as const;
    for (const kind of ['websocket', 'events'] as const) {
      const stream = { kind, parts, left: { parts: 2, bytes: 7 } };
      const one = recordedOf({ status: 101, more: { stream } });
      const entry = toHarEntry(one);
      expect(read(entry).entries[0]?.stream).toEqual(stream);
      expect('_webSocketMessages' in entry).toBe(kind === 'websocket');
    }
  });

  it('reads the messages of WebSockets that Chrome writes', () => {
    const at = 1_700_000_000_000;
    const entry = {
      ...toHarEntry(recordedOf({ status: 101, more: { at } })),
      _standin: null,
      _webSocketMessages: [
        { type: 'send', time: at / 1_000 + 0.25, opcode: 1, data: 'hello' },
        { type: 'receive', time: at / 1_000 + 0.5, opcode: 2, data: '/wA=' },
        { type: 'error', time: 0, opcode: 1, data: 'not a message' },
        null,
      ],
    };
    const { stream } = read(entry).entries[0] ?? {};
    expect(stream).toEqual({
      kind: 'websocket',
      parts: [
        { offsetMs: 250, from: 'client', name: 'text', body: textOf('hello') },
        {
          offsetMs: 500,
          from: 'service',
          name: 'binary',
          body: { kind: 'bytes', base64: '/wA=', bytes: 2, cut: false },
        },
      ],
      left: { parts: 0, bytes: 0 },
    });
  });

  it.each([null, 'x', { kind: 'events' }, { kind: 'other', parts: [] }])(
    'passes over what is no stream: %j',
    (stream) => {
      const entry = { ...toHarEntry(recordedOf()), _standin: { stream } };
      expect(read(entry).entries[0]).not.toHaveProperty('stream');
    },
  );

  it('leaves out entries that are no HTTP requests, and says why', () => {
    const { entries, leftOut } = read(
      entryWith({}),
      7,
      {},
      entryWith({ request: { url: 'https://a.test/' } }),
      entryWith({ request: { method: 'GET', url: 'data:text/plain,a' } }),
      entryWith({ request: { method: 'GET', url: 'wss://a.test/' } }),
    );
    expect(entries).toHaveLength(1);
    expect(leftOut.map(({ index, why }) => `${index}: ${why}`)).toEqual([
      '1: it is not an object',
      '2: it has no request',
      '3: its request has no method',
      '4: its address does not begin with http or https',
      '5: its address does not begin with http or https',
    ]);
  });

  it('gives an entry without a time that of the one before, or of the first one that has one', () => {
    const named = '2026-01-02T03:04:05Z';
    const later = Date.parse('2026-01-02T03:05:00Z');
    const { entries, leftOut } = read(
      entryWith({ startedDateTime: '' }),
      entryWith({ startedDateTime: named }),
      entryWith({ startedDateTime: 'yesterday' }),
      entryWith({ startedDateTime: later }),
      entryWith({ startedDateTime: null }),
    );
    const first = Date.parse(named);
    expect(entries.map(({ at }) => at)).toEqual([first, first, first, later, later]);
    expect(leftOut).toEqual([]);
    expect(read(entryWith({ startedDateTime: '' })).entries[0]?.at).toBe(0);
  });

  it.each([
    ['/kites?page=2', {}, 'http://localhost'],
    ['/kites?page=2', { Host: 'api.test:81' }, 'http://api.test:81'],
    ['https://b.test/kites?page=2', { Host: 'api.test' }, 'https://b.test'],
  ])('reads the address %s with the header fields %j', (url, headers, service) => {
    const { entries, hosts } = read(entryWith({ request: { method: 'get', url, headers } }));
    expect(entries[0]).toMatchObject({ service, request: { path: '/kites', query: 'page=2' } });
    expect(hosts).toEqual([service.replace(/^https?:\/\//, '')]);
    expect(entries[0]?.request.headers).toEqual(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
  });

  it.each([
    ['204', 204],
    ['ok', null],
    ['', null],
    [null, null],
  ])('reads the status %j as %j', (status, expected) => {
    const { reply } = read(entryWith({ response: { status } })).entries[0] ?? {};
    expect(reply?.status ?? null).toBe(expected);
  });

  it.each([
    [
      '',
      'har-invalid: a.har is not JSON: the text is empty; expected a JSON value (line 1, column 1)\nIt may have been cut while it was saved. Export it again.',
    ],
    [
      '{"log":{"entries":[',
      'har-invalid: a.har is not JSON: expected a JSON value at /log/entries/0, found the end of the text (line 1, column 20)\nIt may have been cut while it was saved. Export it again.',
    ],
    [
      '[]',
      'har-invalid: a.har at /log: there is no object\nA HAR file is {"log": {"entries": [...]}}. Export it as "HAR".',
    ],
    [
      '{"log":{}}',
      'har-invalid: a.har at /log/entries: there is no list\nExport the requests again, as "HAR".',
    ],
    [
      '{"log":{"entries":[1,2]}}',
      'har-invalid: a.har at /log/entries/0: it is not an object; and no other entry can be read\nExport HTTP requests.',
    ],
    [
      `{"log":{"entries":[${'1,'.repeat(10)}1]}}`,
      'har-invalid: a.har has 11 entries, more than 10\nExport fewer requests.',
    ],
  ])('refuses %j', (text, told) => {
    expect(refused(text)).toBe(told);
  });

  it('cuts too long bodies', () => {
    const { entries } = read(
      entryWith({
        response: { status: 200, content: { size: 5_000_000, text: 'x'.repeat(5_000_000) } },
      }),
    );
    expect(entries[0]?.reply?.body).toMatchObject({ kind: 'text', bytes: 5_000_000, cut: true });
  });
});
