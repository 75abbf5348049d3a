// What a client or a service might try on purpose, over the wire as they would; `defences.ts` says
// what fails without its defence.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMock } from '../../src/index.ts';
import { run } from '../support/cli.ts';
import { documents } from '../support/documents.ts';
import { JSON_TYPE, NEW_USER, request, withBody } from '../support/requests.ts';
import { type Served, serveProject } from '../support/served.ts';
import { startTroubled } from '../support/troubled.ts';
import { ask, openWire } from '../support/wire.ts';
import { attackRecord } from './http-sides.ts';

/**
 * Draws on a terminal, in the ways that there are: ESC, C1, a change of direction, a line of its
 * own.
 */
const ESCAPES = '\u001b[2J\u009b31m\u202e\u2028\u0007';
/** The part of it that a header field may hold. */
const C1 = '\u009b31m';
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

describe('names and values that reach header fields', () => {
  const ids = [
    'a/../../b',
    'a?b#c',
    'a\r\nSet-Cookie: b=c',
    'a b',
    '"a"',
    '\u001b[2J',
    'Zofia Zieli\u0144ska',
    '%0d%0a',
  ];

  it.each(ids)('keeps the id %j in its own step of Location', async (id) => {
    const [first] = documents.contracts;
    const contract = {
      ...first,
      operations: {
        create: { summary: 'Create', source: 'none', body: 'user', outcomes: {} },
        read: { summary: 'Read', source: 'none', outcomes: {} },
      },
      shown: {},
      open: [],
    };
    const user = {
      ...documents.schemas.user,
      properties: { ...documents.schemas.user.properties, id: { type: 'string' } },
    };
    const mock = createMock({
      contracts: [contract],
      schemas: { user, users: { type: 'array', items: { $ref: 'user.json' } } },
      rows: { users: [] },
      pins: { 'create.id': 'keep', 'create.location': 'relative' },
    });
    const body = JSON.stringify({ id, name: 'A', email: 'a@example.com' });
    const headers = { 'content-type': 'application/json' };
    const reply = await mock.fetch(
      new Request('http://localhost/users', { method: 'POST', body, headers }),
    );
    expect([reply.status, await reply.text()]).toMatchObject([
      201,
      expect.stringContaining(JSON.stringify(id)),
    ]);
    expect(reply.headers.get('location')).toBe(`/users/${encodeURIComponent(id)}`);
  });
});

describe('members with a special meaning in JavaScript', () => {
  let served: Served;
  beforeAll(async () => {
    served = await serveProject({
      pins: { 'fields.unknown': 'keep', 'query.dialect': 'json-server-0' } as never,
    });
  });
  afterAll(() => served.listener.close());

  const nothingPolluted = async (): Promise<void> => {
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((await ask(served.port, request('GET /users/1')))?.body).not.toContain('polluted');
    expect(served.failures).toEqual([]);
  };

  it.each([
    [
      'a creation',
      'POST /users',
      NEW_USER.replace(
        '{',
        '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},',
      ),
      JSON_TYPE,
    ],
    [
      'a merge patch',
      'PATCH /users/2',
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
      'Content-Type: application/merge-patch+json\r\n',
    ],
    [
      'a JSON patch',
      'PATCH /users/2',
      '[{"op":"add","path":"/__proto__/polluted","value":1}]',
      'Content-Type: application/json-patch+json\r\n',
    ],
    [
      'a JSON patch through the constructor',
      'PATCH /users/2',
      '[{"op":"add","path":"/constructor/prototype/polluted","value":1}]',
      'Content-Type: application/json-patch+json\r\n',
    ],
  ])('does not change Object.prototype by %s', async (_what, line, body, type) => {
    expect((await ask(served.port, withBody(line, body, type)))?.status).toBeLessThan(500);
    await nothingPolluted();
  });

  it.each([
    '__proto__[polluted]=1',
    '__proto__.polluted=1',
    '__proto__=1',
    'constructor.prototype.polluted=1',
    'toString=1',
    '_sort=__proto__',
    'hasOwnProperty=1',
  ])('does not change Object.prototype by the query %s', async (query) => {
    expect((await ask(served.port, request(`GET /users?${query}`)))?.status).toBeLessThan(500);
    await nothingPolluted();
  });

  it.each(['__proto__: polluted', 'constructor: polluted', 'toString: a', '__defineGetter__: a'])(
    'does not change Object.prototype by the header field %s',
    async (field) => {
      expect((await ask(served.port, request('GET /users/1', `${field}\r\n`)))?.status).toBe(200);
      await nothingPolluted();
    },
  );
});

describe('control characters of a terminal', () => {
  const fields = `Prefer: code=${C1}\r\nStandin-World: \u009b31m\r\nUser-Agent: \u009b31m\r\nAccept: \u0085\r\n`;
  const evil = JSON.stringify({ name: ESCAPES, email: ESCAPES, [ESCAPES]: ESCAPES, id: ESCAPES });
  const calls = (): Buffer[] => [
    Buffer.from(request('GET /users/1', fields), 'latin1'),
    Buffer.from(
      request(`GET /users/${encodeURIComponent(ESCAPES)}?${encodeURIComponent(ESCAPES)}=1`),
    ),
    withBody('POST /users', evil),
    withBody('PUT /users/1', evil.replaceAll(JSON.stringify(ESCAPES), `"${`${C1}\u202e`}"`)),
    withBody('POST /users', `{"${ESCAPES}`),
    withBody('POST /users', '{}', 'Content-Type: \u009b31m\r\n'),
  ];

  it.each([
    ['for people', []],
    ['as JSON', ['--json']],
  ])('are escaped in the output of serve: %s', async (_what, flags) => {
    await using running = run(['serve', '--port', '0', ...flags]);
    const text = await running.until('stdout', (all) => /http:\/\/[^\s"]+/.test(all));
    const port = Number(/:(\d+)/.exec(/http:\/\/[^\s"]+/.exec(text)?.[0] ?? '')?.[1]);
    for (const bytes of calls()) expect(await ask(port, bytes)).not.toBeNull();
    await running.until(
      'stdout',
      (all) => all.split('\n').filter((line) => /PUT|POST/.test(line)).length >= 3,
    );
    expect(hiddenIn(running.stdout() + running.stderr())).toEqual([]);
  });

  it.each([
    ['for people', []],
    ['as JSON', ['--json']],
  ])('are escaped in the output of record: %s', async (_what, flags) => {
    await using service = await startTroubled((_request, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json', 'x-evil': '\u009b31m' })
        .end(`[{"id":1,"name":${JSON.stringify('\u009b31m\u202e')},"email":"\u009b2J"}]`);
    });
    await using running = run(['record', service.url, '--port', '0', ...flags]);
    const text = await running.until(
      'stdout',
      (all) => /records|listening/.test(all) && /127\.0\.0\.1:\d+/.test(all),
    );
    const port = Number(
      [...text.matchAll(/127\.0\.0\.1:(\d+)/g)]
        .map((found) => found[1])
        .find((one) => !service.url.endsWith(one ?? '')),
    );
    for (const bytes of calls())
      await ask(
        port,
        bytes.toString('latin1').includes('Host: standin.test')
          ? Buffer.from(bytes.toString('latin1').replace('standin.test', 'localhost'), 'latin1')
          : bytes,
      );
    await running.until(
      'stdout',
      (all) => all.split('\n').filter((line) => /PUT|POST/.test(line)).length >= 3,
    );
    expect(hiddenIn(running.stdout() + running.stderr())).toEqual([]);
  });

  /** The lines that hold what cannot be seen; colours are not asked for. */
  function hiddenIn(text: string): readonly string[] {
    return text.split('\n').filter((line) => HIDDEN.test(line));
  }
});

describe('requests that could be smuggled through the recorder', () => {
  const hidden = 'DELETE /users/2 HTTP/1.1\r\nHost: localhost\r\n\r\n';

  it.each([
    [
      'a coding under HTTP/1.0',
      `POST /users HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['two Hosts', 'GET /users HTTP/1.1\r\nHost: localhost\r\nHost: evil.test\r\n\r\n', 400],
    [
      'a coding that is not understood',
      `POST /users HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
      501,
    ],
  ])('are refused if smuggled by %s', async (_what, bytes, status) => {
    await using side = await attackRecord();
    expect((await ask(side.port, bytes + hidden))?.status).toBe(status);
    expect(side.take()).toEqual([]);
  });

  it.each(['POST', 'DELETE', 'GET'])(
    'stay in their body if smuggled by a Connection of %s that names Content-Length',
    async (method) => {
      await using side = await attackRecord();
      const head = `${method} /users HTTP/1.1\r\nHost: localhost\r\nConnection: Content-Length, Host\r\nContent-Length: ${hidden.length}\r\n\r\n`;
      expect((await ask(side.port, head + hidden))?.status).toBe(200);
      expect(side.take()).toMatchObject([{ method, target: '/users', body: hidden }]);
      expect(side.faults()).toEqual([]);
    },
  );
});

describe('bounds', () => {
  it('keeps nothing of a connection that the client resets at any moment', async () => {
    const served = await serveProject();
    for (let turn = 0; turn < 50; turn++) {
      const wire = await openWire(served.port);
      wire.write(withBody('POST /users', NEW_USER).subarray(0, 40 + turn)).reset();
    }
    expect((await ask(served.port, request('GET /users')))?.status).toBe(200);
    expect(served.failures).toEqual([]);
    await served.listener.close();
  });
});
