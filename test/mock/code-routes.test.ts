// Routes of a program in a mock: what they answer, and what they do to the rows.

import { describe, expect, it } from 'vitest';
import { defaultProfile } from '../../src/contract/choices.ts';
import { type MswHandler, type Routes, readRoute } from '../../src/http/fetch/code-routes.ts';
import { createMock, type Mock, type MockOptions } from '../../src/mock/mock.ts';
import { type Call, noBody, type Reply, readBody } from '../../src/model/message/call.ts';
import { State } from '../../src/model/state/state.ts';
import { clinic } from '../support/clinic.ts';
import { machines } from '../support/machines.ts';
import { createWorld, type Project } from '../support/users.ts';

interface Coded {
  readonly mock: Mock;
  readonly troubles: readonly string[];
  readonly ask: (request: string, more?: Partial<Call>) => Promise<Reply>;
}

function coded(
  project: Project,
  functions: Routes,
  {
    handlers = [],
    basePath = '',
    ...more
  }: Pick<MockOptions, 'routeTimeoutMs'> & {
    handlers?: readonly MswHandler[];
    basePath?: string;
  } = {},
): Coded {
  const { contracts, schemas, checker } = project;
  const troubles: string[] = [];
  const routes = Object.entries(functions).flatMap(([name, one]) => readRoute(name, one) ?? []);
  const mock = createMock({
    rules: { contracts, schemas, checker, profile: defaultProfile },
    state: createWorld({ project }).state ?? State.of([]),
    basePath,
    routes: () => ({ file: 'contracts/routes.ts', routes, handlers }),
    onTrouble: (text) => troubles.push(text),
    ...more,
  });
  return {
    mock,
    troubles,
    async ask(request, more = {}) {
      const [method = '', path = ''] = request.split(' ');
      const call: Call = { method, path, query: '', headers: {}, body: noBody, ...more };
      await mock.prepare(call);
      return mock.answer(call);
    },
  };
}

const textOf = ({ body }: Reply): string => (body.kind === 'text' ? body.text : '');
const json = (value: unknown): Partial<Call> => ({
  headers: { 'content-type': 'application/json', authorization: 'Bearer x' },
  body: readBody(JSON.stringify(value)),
});

describe('createMock, with routes of a program', () => {
  it('answers what they answer, and says so in the journal', async () => {
    const { mock, ask } = coded(machines(), {
      'POST /login/{name}': async (request, { params, world }) =>
        Response.json(
          { ...params, world, sent: await request.json(), query: new URL(request.url).search },
          {
            status: 201,
            headers: [
              ['set-cookie', 'a=1'],
              ['set-cookie', 'b=2'],
            ],
          },
        ),
    });
    const reply = await ask('POST /login/ada', { ...json({ x: 1 }), query: 'q=1' });
    expect([reply.status, JSON.parse(textOf(reply))]).toEqual([
      201,
      { name: 'ada', world: null, sent: { x: 1 }, query: '?q=1' },
    ]);
    expect(reply.headers.filter((one) => one === 'set-cookie')).toHaveLength(2);
    const [last] = mock.journal.newest(1);
    expect([last?.ruling.status, last?.ruling.situation]).toEqual([
      { value: 201, by: 'routes' },
      { value: 'ok', by: 'routes' },
    ]);
  });

  it('comes before the contracts, and leaves them what it does not answer', async () => {
    const { ask, mock } = coded(
      machines(),
      {
        'GET /plant/machines': () => new Response('mine'),
        'DELETE /plant/machines/{id}': () => undefined,
      },
      { basePath: '/api' },
    );
    expect(textOf(await ask('GET /api/plant/machines'))).toBe('mine');
    expect((await ask('DELETE /api/plant/machines/1')).status).toBe(204);
    expect((await ask('GET /plant/machines')).status).toBe(404);
    expect(mock.servedAs('/plant/machines')).toBeNull();
  });

  it.each<[string, string | RegExp | undefined, boolean]>([
    ['/hello', '/hello', true],
    ['/hello/ada', 'https://api.example.com/hello/:name', true],
    ['/v1/hello', '*/hello', true],
    ['/hello', /\/hel+o$/, true],
    ['/hello/ada', '/hello', false],
    ['/anything', '*', false],
    ['/anything', undefined, false],
  ])('knows whether %s is the path of a handler for %s: %s', (path, of, isThere) => {
    const handlers: MswHandler[] = [
      { info: { method: 'GET', path: of }, run: async () => null },
      { run: async () => null },
    ];
    const { mock } = coded(machines(), {}, { handlers });
    expect(mock.servedAs(path)).toBe(isThere ? 'readable' : null);
  });

  it('knows the paths of routes, beside those of the contracts', () => {
    const { mock } = coded(
      machines(),
      {
        'POST /login': () => new Response(),
        'DELETE /plant/machines': () => new Response(),
        'GET /{code}': () => new Response(),
      },
      { basePath: '/api' },
    );
    const paths = ['/~ada/api/login', '/api/plant/machines', '/api/Zx81', '/api/plant/elsewhere'];
    expect(paths.map((path) => mock.servedAs(path))).toEqual([
      'served',
      'readable',
      'served',
      null,
    ]);
  });

  it('has bytes in and out', async () => {
    const { ask } = coded(machines(), {
      'PUT /picture': async (request) => new Response(await request.arrayBuffer()),
      'GET /nothing': () => new Response(null, { status: 204 }),
    });
    const bytes = new Uint8Array([0, 255, 1]);
    const reply = await ask('PUT /picture', { body: readBody(bytes) });
    expect(reply.body).toEqual({ kind: 'text', text: '\u0000\u00ff\u0001', bytes: 3 });
    expect((await ask('GET /nothing')).body.kind).toBe('none');
    const oversized = { body: { kind: 'oversized', bytesMax: 1 } } as const;
    expect((await ask('PUT /picture', oversized)).status).toBe(404);
  });

  it('reads and changes rows by the rules of their contract', async () => {
    const { ask, mock } = coded(machines(), {
      'POST /try': (_request, { rows }) => {
        const all = rows('machines');
        const made = all.add({ name: 'Saw' });
        const changed = all.change(Number(made['serial']), { power: 2 });
        all.remove(1);
        return Response.json([made, changed, all.find(1) ?? null, all.list().length]);
      },
    });
    const saw = { serial: 2, name: 'Saw' };
    expect(JSON.parse(textOf(await ask('POST /try', json({}))))).toEqual([
      saw,
      { ...saw, power: 2 },
      null,
      1,
    ]);
    // No client has asked for these changes.
    expect(mock.journal.newest(9).map(({ call }) => call.method)).toEqual(['POST']);
    await ask('POST /~tess/try', json({}));
    expect(mock.state.collection('machines').size).toBe(1);
    expect(mock.worlds.look('tess').collection('machines').size).toBe(1);
  });

  it('changes rows below others, and by replacement where there is no update', async () => {
    const { ask } = coded(clinic, {
      'POST /try': (_request, { rows }) => {
        const made = rows('pets-of-owner', { ownerId: 1 }).add({ name: 'Bo', kind: 'cat' });
        return Response.json(rows('pets').change(Number(made['id']), { name: 'Bo', kind: 'dog' }));
      },
    });
    expect(textOf(await ask('POST /try'))).toContain('"kind":"dog"');
  });

  it.each<[string, (rows: Parameters<Routes[string]>[1]['rows']) => unknown, string]>([
    [
      'a refusal',
      (rows) => rows('machines').add({ name: 5 }),
      'create of machines was refused with 422',
    ],
    [
      'an unknown resource',
      (rows) => rows('cars'),
      'there is no resource "cars"; there are machines',
    ],
    [
      'a missing row',
      (rows) => rows('machines').remove(9),
      'remove of machines was refused: there is no machines/9',
    ],
  ])('answers 500 with %s', async (_, act, detail) => {
    const { ask, troubles } = coded(machines(), {
      'GET /try': (_request, { rows }) => {
        act(rows);
        return new Response();
      },
    });
    const reply = await ask('GET /try');
    expect([reply.status, textOf(reply)]).toEqual([
      500,
      expect.stringContaining(JSON.stringify(detail).slice(1, -1)),
    ]);
    expect(troubles).toEqual([expect.stringContaining(`GET /try failed in contracts/routes.ts`)]);
  });

  it('answers 500 if a route returns something else, or throws no error', async () => {
    const { ask } = coded(machines(), {
      'GET /text': (() => 'hello') as never,
      'GET /thrown': () => {
        throw 'no luck';
      },
    });
    expect(textOf(await ask('GET /text'))).toContain(
      'GET /text must return a Response, not string',
    );
    expect(textOf(await ask('GET /thrown'))).toContain('no luck');
  });

  it('answers 504 if a route does not answer in time, and ends its request', async () => {
    let signal: AbortSignal | null = null;
    const { ask, troubles } = coded(
      machines(),
      {
        'GET /never': (request) => {
          ({ signal } = request);
          return new Promise(() => {});
        },
      },
      { routeTimeoutMs: 1 },
    );
    const late = await ask('GET /never');
    const detail = 'contracts/routes.ts: GET /never did not answer within 0.001 seconds';
    expect([late.status, JSON.parse(textOf(late))]).toEqual([
      504,
      { title: 'The route did not answer in time', status: 504, detail },
    ]);
    expect([troubles, signal]).toEqual([[detail], expect.objectContaining({ aborted: true })]);
  });

  it('answers OPTIONS, and preflights of pages', async () => {
    const { ask } = coded(machines(), { 'GET /a': () => new Response('a') });
    const headers = { origin: 'http://a.b', 'access-control-request-method': 'GET' };
    const reply = await ask('OPTIONS /a', { headers });
    const at = reply.headers.indexOf('access-control-allow-methods');
    expect([reply.status, reply.headers[at + 1]]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });

  it('asks handlers of Mock Service Worker', async () => {
    const handlers: MswHandler[] = [
      { run: async () => null },
      {
        run: async ({ request, resolutionContext }) =>
          new URL(request.url).pathname === '/hello'
            ? { response: new Response(resolutionContext?.baseUrl ?? '') }
            : {},
      },
    ];
    const { ask } = coded(machines(), {}, { handlers });
    expect(textOf(await ask('GET /hello', { headers: { host: 'a:1' } }))).toBe('http://a:1');
    expect((await ask('GET /plant/machines')).status).toBe(200);
  });
});
