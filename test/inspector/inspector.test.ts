import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { reportOf } from '../../src/commands/inspect/report-source.ts';
import type { Assets } from '../../src/inspector/assets.ts';
import type { ContractView } from '../../src/inspector/wire.ts';
import { toJson } from '../../src/verify/print/json.ts';
import type { Report } from '../../src/verify/report.ts';
import { reportOf as reportNamed } from '../ui/fake-views.ts';
import { createInspectorClient, memberOf, TOKEN } from './inspector-client.ts';

const runReport = JSON.parse(toJson(reportNamed('nightly') as Report)) as JsonObject;

describe('the overview', () => {
  it('says what is inspected, what is possible, and why not', async () => {
    const { ask, backend } = createInspectorClient();
    const { json } = await ask('GET api/');
    expect(json).toEqual({
      version: '1.2.3',
      mode: 'serve',
      subject: 'http://127.0.0.1:3000',
      older: null,
      token: TOKEN,
      you: null,
      replica: null,
      totals: { total: 0, oldest: 0, newest: 0, dropped: 0 },
      readOnly: null,
      can: { replay: null, hold: false, annotate: true, editData: true },
      why: { replay: 'There is no server to send to: the mock is not running.' },
      resources: [
        { resource: 'users', path: '/users', records: backend.state().collection('users').size },
      ],
    });
  });
});

describe('every path of the API', () => {
  it.each([
    ['GET api/nowhere', 404],
    ['GET api/__proto__', 404],
    ['GET api/constructor', 404],
    ['POST api/rows', 405],
    ['DELETE api/contract', 405],
    ['GET api/replay', 405],
    ['POST api/replay', 409],
    ['GET api/reports/none', 404],
    ['GET api/interactions/1', 404],
    ['GET api/interactions/x', 404],
    ['GET api/matches?q=staus:404', 400],
    ['GET api/matches?after=x', 400],
    ['GET api/rows?seqs=1,x', 400],
    ['GET api/export?form=pdf', 400],
    ['GET interactions?limit=0', 400],
  ])('answers %s with %d, as problem details', async (request, status) => {
    const reply = await createInspectorClient().ask(request);
    expect([reply.status, reply.headers['content-type']]).toEqual([
      status,
      'application/problem+json',
    ]);
    expect(memberOf(reply, 'detail')).not.toBe('');
  });

  it('reports where a filter is wrong', async () => {
    const { json } = await createInspectorClient().ask('GET api/matches?q=method:get%20staus:404');
    expect(json).toMatchObject({ from: 11, to: 17 });
    expect((json as JsonObject)['detail']).toContain('status');
  });

  it('is refused for changes without the token, and from other sites', async () => {
    const { ask, changes } = createInspectorClient();
    expect((await ask('DELETE api/data/users/1', '', { 'standin-token': '' })).status).toBe(401);
    expect((await ask('GET api/', '', { origin: 'https://evil.example' })).status).toBe(403);
    expect((await ask('GET api/', '', { host: 'rebound.example' })).status).toBe(403);
    expect(changes.length).toBe(0);
  });
});

describe('api/contract', () => {
  it('shows operations with clauses, choices with reasons, and schemas', async () => {
    const { json } = await createInspectorClient().ask('GET api/contract');
    const { resources, schemas } = json as unknown as ContractView;
    const [users] = resources;
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(['user', 'users', 'user-create']));
    expect(
      users?.operations.map(({ operation, method, path }) => `${operation}: ${method} ${path}`),
    ).toEqual(
      expect.arrayContaining([
        'list: GET /users',
        'read: GET /users/{id}',
        'create: POST /users',
        'remove: DELETE /users/{id}',
      ]),
    );
    const read = users?.operations.find(({ operation }) => operation === 'read');
    expect(read?.clause).toContain('GET /users/{user_id}');
    expect(read?.outcomes.find(({ situation }) => situation === 'ok')).toMatchObject({
      status: { value: 200, by: 'read.status' },
      body: { value: 'user', by: 'contract' },
    });
    const created = users?.choices.find(({ choice }) => choice === 'create.status');
    expect(created).toMatchObject({ chosen: 201, by: 'default' });
    expect(created?.clause).not.toBe('');
    expect(created?.options.map(({ option }) => option)).toEqual([201, 200, 202]);
  });

  it('shows who relies on which fields', async () => {
    const pact = JSON.stringify({
      consumer: { name: 'shop' },
      interactions: [
        {
          description: 'reads one',
          request: { method: 'GET', path: '/users/7' },
          response: {
            status: 200,
            body: { content: { id: 7, address: { city: 'Bern' }, skills: ['js'] } },
          },
        },
        {
          description: 'of another resource',
          request: { method: 'GET', path: '/usersx' },
          response: {},
        },
      ],
    });
    const { backend } = createInspectorClient();
    const { ask } = createInspectorClient({
      rules: () => Promise.resolve({ ...backend.rules(), pacts: [pact, 'no json', '[]'] }),
    });
    const { resources } = (await ask('GET api/contract')).json as unknown as ContractView;
    expect(resources[0]?.consumers).toEqual([
      {
        consumer: 'shop',
        interaction: 'reads one',
        operation: 'read',
        fields: ['/id', '/address/city', '/skills/0'],
      },
    ]);
  });
});

describe('the page', () => {
  const script = new TextEncoder().encode('1');
  const assets: Assets = new Map([
    [
      'index.html',
      {
        type: 'text/html; charset=utf-8',
        bytes: new TextEncoder().encode('<p>'),
        gzip: script,
        etag: '"a"',
      },
    ],
    [
      'assets/x.js',
      { type: 'text/javascript', bytes: script, gzip: new Uint8Array([9]), etag: '"b"' },
    ],
  ]);
  const { ask } = createInspectorClient({ assets: () => Promise.resolve(assets) });

  it('has a strict policy, and is revalidated each time', async () => {
    const page = await ask('GET ');
    expect([page.status, page.text]).toEqual([200, '<p>']);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; .*trusted-types 'none'$/,
    );
    expect(page.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('serves its files compressed on request, cacheable, and only if they exist', async () => {
    const packed = await ask('GET assets/x.js', '', { 'accept-encoding': 'br, gzip' });
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await ask('GET assets/x.js', '', { 'if-none-match': '"b"' })).status).toBe(304);
    for (const name of ['../package.json', 'assets/../../package.json', 'assets', '%2e%2e/x'])
      expect((await ask(`GET ${name}`)).status).toBe(404);
  });

  it('explains how to build it if it was not built', async () => {
    const reply = await createInspectorClient().ask('GET ');
    expect([reply.status, memberOf(reply, 'detail')]).toEqual([
      503,
      expect.stringContaining('npm run build'),
    ]);
  });
});

describe('the problems', () => {
  it('are listed and explained', async () => {
    const { ask } = createInspectorClient();
    expect((await ask('GET problems')).json).toHaveProperty('problems.invalid');
    expect((await ask('GET problems/invalid')).json).toMatchObject({
      code: 'invalid',
      type: '/__standin/problems/invalid',
    });
    expect((await ask('GET problems/toString')).status).toBe(404);
  });
});

describe('api/reports', () => {
  const { ask } = createInspectorClient({
    reports: () =>
      Promise.resolve(
        new Map([
          ['run.json', reportOf(runReport, 'run.json')],
          ['damaged.json', reportOf({ ...runReport, laws: null }, 'damaged.json')],
        ]),
      ),
  });

  it('serves a report as a page that runs nothing and that no other origin can frame', async () => {
    const { status, headers, text } = await ask('GET api/reports/run.json/page');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox$/,
    );
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toContain('<html lang="en">');
    expect((await ask('GET api/reports/run.json/page?theme=dark')).text).toContain(
      '<html lang="en" data-theme="dark">',
    );
  });

  it.each([
    ['GET api/reports/run.json/page?theme=pink', 400],
    ['GET api/reports/run.json/page?colour=dark', 400],
    ['GET api/reports/run.json/other', 404],
    ['GET api/reports/run.json/page/more', 404],
    ['GET api/reports/none/page', 404],
    ['POST api/reports/run.json/page', 405],
    ['GET api/reports/damaged.json/page', 422],
  ])('answers %s with %i', async (request, status) => {
    expect((await ask(request)).status).toBe(status);
  });

  it('is refused to other sites, as the rest of the API is', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await ask('GET api/reports/run.json/page', '', headers)).status).toBe(403);
  });
});
