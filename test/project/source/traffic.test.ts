// Files of traffic and running services as sources: how they are found, what is refused, and what a
// service is asked.

import { mkdirSync, truncateSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import { initFrom } from '../../../src/commands/init/init-from.ts';
import { openRecording } from '../../../src/journal/file/open-recording.ts';
import { loadProject, type Project } from '../../../src/project/load/project.ts';
import { findPlaces } from '../../../src/project/source/find-source.ts';
import { listProjectFiles } from '../../../src/project/source/list-files.ts';
import { recordedOf, replyOf, textOf } from '../../support/recorded.ts';
import { type Answered, harOf } from '../../support/sessions.ts';
import { listen, recipes } from '../../support/shops.ts';
import { useTempFolder } from '../../support/temp-folder.ts';

const folder = useTempFolder();

function load(source: string): Promise<Project> {
  return Promise.resolve().then(() => loadProject(findPlaces({ source })));
}

async function failure(source: string): Promise<string> {
  const error = await load(source).catch((one: unknown) => one);
  expect(error).toBeInstanceOf(Error);
  return (error as Error).message;
}

function answered(target: string, json: Json, given: Partial<Answered> = {}): Answered {
  const [name, method, status] = ['', 'GET', 200] as const;
  return { name, method, target, status, json, contentType: 'application/json', ...given };
}

const CATS = [
  answered('/cats', [{ id: 7, name: 'Tom' }]),
  answered('/cats/7', { id: 7, name: 'Tom' }),
];
const DOGS = [
  answered('/dogs', [{ id: 3, name: 'Rex' }]),
  answered('/dogs/3', { id: 3, name: 'Rex' }),
];

function pathsOf({ contracts }: Project): readonly string[] {
  return contracts.map(({ path }) => path);
}

describe('a HAR file', () => {
  it('is found by its name or its content, and has rows with its name', async () => {
    folder.write('a.har', harOf('http://x.test', CATS));
    folder.write('b.json', harOf('http://x.test', CATS));
    expect(pathsOf(await load('a.har'))).toEqual(['/cats']);
    const { files, rows } = await load('b.json');
    expect(files.source.kind).toBe('traffic');
    expect(files.db.file).toBe('b.db.json');
    expect(rows.get('cats')).toMatchObject([{ id: 7 }]);
    expect(listProjectFiles('a.har').rules).toContain('a.har');
  });

  it('is read with the others of its folder', async () => {
    folder.write('sessions/one.har', harOf('http://x.test', CATS));
    folder.write('sessions/two.har', harOf('http://x.test', DOGS));
    folder.write('sessions/notes.txt', 'no traffic');
    const project = await load('sessions');
    expect(pathsOf(project)).toEqual(['/cats', '/dogs']);
    expect(project.files.db.file).toBe('sessions.db.json');
    expect(listProjectFiles('sessions').rules).toContain('sessions/two.har');
  });

  it('may have overrides beside it', async () => {
    folder.write('a.har', harOf('http://x.test', CATS));
    folder.write('standin.json', { '/cats': { title: 'The cats' } });
    expect((await load('a.har')).contracts[0]?.title).toBe('The cats');
    folder.write('standin.json', { '/cast': {} });
    expect(await failure('a.har')).toContain('there is no path /cast');
  });

  it('may have bodies in base64, as text, and fields of HTTP/2', async () => {
    const har = JSON.stringify(harOf('http://x.test', CATS));
    const text = JSON.stringify(JSON.stringify(CATS[0]?.json));
    const base64 = Buffer.from(JSON.stringify(CATS[0]?.json)).toString('base64');
    folder.write(
      'a.har',
      har
        .replace(`"text":${text}`, `"encoding":"base64","text":"${base64}"`)
        .replaceAll('"headers":[]', '"headers":[{"name":":authority","value":"x.test"}]'),
    );
    const { files } = await load('a.har');
    expect(files.source.taken.map(({ as }) => as)).toEqual(['list', 'read']);
  });

  it('may have JSON as plain text, and JSON that is no object', async () => {
    const plain = { contentType: 'text/plain; charset=utf-8' };
    const counts = ['/count', '/name'].map((target) => answered(target, [1]));
    const har = harOf('http://x.test', [...CATS.map((one) => ({ ...one, ...plain })), ...counts]);
    folder.write('a.har', JSON.stringify(har).replace('"text":"[1]"', '"text":"1"'));
    const { files } = await load('a.har');
    expect(files.source.taken.map(({ as }) => as)).toEqual(['list', 'read', 'action', 'action']);
    expect(files.source.notes).toEqual([]);
  });

  it('leaves credentials behind, and values if you do not ask for them', async () => {
    const headers = { authorization: 'Bearer top-secret', cookie: 'sid=top-secret' };
    folder.write(
      'a.har',
      harOf(
        'http://x.test',
        CATS.map((one) => ({ ...one, headers })),
      ),
    );
    const made = JSON.stringify((await load('a.har')).files);
    expect(made).not.toMatch(/top-secret|Tom/);
    expect(made).toContain('bearer');
    await initFrom({ folder: 'own', from: 'a.har', only: null, values: 'copied' });
    expect(folder.read('own/db.json')).toContain('Tom');
  });

  const broken = [
    ['no JSON', '{"log": {"entries": [', 'a.har is not JSON: expected a JSON value'],
    ['no archive', '{"a": 1}', 'a.har at /log: there is no object'],
    ['nothing', '{"log": {"entries": []}}', 'a.har shows no operation that speaks JSON'],
    [
      'a WebSocket',
      '{"log": {"entries": [{"request": {"method": "GET", "url": "wss://x.test/"}}]}}',
      'its address does not begin with http or https',
    ],
  ] as const;

  it.each(broken)('is refused with %s in it', async (_, text, message) => {
    folder.write('a.har', text);
    expect(await failure('a.har')).toContain(message);
  });

  it('is refused before it is read if it is too large', async () => {
    folder.write('a.har', '{"log": {');
    truncateSync('a.har', 300_000_000);
    expect(await failure('a.har')).toBe('a.har has more than 268435456 bytes');
  });

  it('is refused if it has only pages', async () => {
    const page = answered('/', '<html>', { contentType: 'text/html' });
    folder.write('a.har', harOf('http://x.test', [page, page]));
    expect(await failure('a.har')).toBe(
      'a.har shows no operation that speaks JSON; 2 requests are left out: they answered pages, scripts, pictures and other things that are no JSON',
    );
  });
});

describe('a recording', () => {
  it('is read as traffic', async () => {
    const recording = await openRecording('run.sqlite', { mode: 'create' });
    recording.add(recordedOf());
    const { request } = recordedOf();
    const body = textOf('[{"id":7,"name":"Ada"}]');
    recording.add(
      recordedOf({ request: { ...request, path: '/users' }, reply: replyOf({ body }) }),
    );
    recording.add(recordedOf({ reply: null, trouble: 'no answer' }));
    await recording.close();
    const { files } = await load('run.sqlite');
    expect(files.source.taken.map(({ as, path }) => `${as} ${path}`)).toEqual([
      'read /users/{userId}',
      'list /users',
    ]);
    expect(files.source.notes.map(({ message }) => message)).toContain(
      '1 request is left out: it got no answer',
    );
  });

  it('is of the service, whatever the address of the recorder was', async () => {
    const { request } = recordedOf();
    mkdirSync('both');
    for (const [file, host, path, json] of [
      ['one.standin', '127.0.0.1:4000', '/users', '[{"id":7}]'],
      ['two.standin', '127.0.0.1:4001', '/users/7', '{"id":7}'],
    ] as const) {
      const recording = await openRecording(`both/${file}`, { mode: 'create' });
      const asked = { ...request, path, headers: [['host', host]] as const };
      const reply = replyOf({ body: textOf(json) });
      recording.add(recordedOf({ service: 'http://api.test:8080', request: asked, reply }));
      await recording.close();
    }
    const { files } = await load('both');
    expect(files.source.notes).toEqual([]);
    expect(files.source.taken.map(({ as, path }) => `${as} ${path}`)).toEqual([
      'list /users',
      'read /users/{userId}',
    ]);
  });
});

describe('long ids in a HAR file', () => {
  it('keep all digits, beside fractions that are rounded', async () => {
    const text = '[{"id":175928847299117063,"share":0.33333333333333333333}]';
    const entry = {
      startedDateTime: '2026-03-01T09:00:00Z',
      request: { method: 'GET', url: 'http://b.test/terns', headers: [] },
      response: {
        status: 200,
        headers: [{ name: 'content-type', value: 'application/json' }],
        content: { text },
      },
    };
    folder.write('a.har', { log: { version: '1.2', entries: [entry] } });
    const { rows } = await loadProject({
      contract: 'a.har',
      db: 'a.db.json',
      profile: 'standin',
      values: 'copied',
    });
    expect(rows.get('terns')).toEqual([{ id: 175928847299117063n, share: 0.3333333333333333 }]);
  });
});

describe('a running service', () => {
  interface Asked {
    readonly requests: string[];
    readonly listener: RequestListener;
  }

  /** Answers some paths with JSON, and notes what it was asked. */
  function service(answers: Readonly<Record<string, Json>>): Asked {
    const requests: string[] = [];
    const listener: RequestListener = ({ method, url = '' }, response) => {
      requests.push(`${method} ${url}`);
      const json = answers[url];
      response.writeHead(json === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(json ?? {}));
    };
    return { requests, listener };
  }

  it('is read with GET alone: the list, its next page, and three items', async () => {
    const items = [1, 2, 3, 4, 5].map((id) => ({ id, name: `cat ${id}` }));
    const { requests, listener } = service({
      '/api/cats/': { data: items, next: '/api/cats?page=2' },
      '/api/cats?page=2': { data: items.slice(3), next: null },
      ...Object.fromEntries(items.map((one) => [`/api/cats/${one.id}`, { data: one }])),
    });
    await using real = await listen(listener);
    const { contracts, files, rows } = await load(`${real.origin}/api/cats/`);
    expect(requests).toEqual([
      'GET /api/cats/',
      'GET /api/cats/1',
      'GET /api/cats/2',
      'GET /api/cats/3',
      'GET /api/cats?page=2',
    ]);
    expect(Object.keys(contracts[0]?.operations ?? {})).toHaveLength(6);
    expect(rows.get('cats')).toHaveLength(5);
    expect(files.source).toMatchObject({ kind: 'service', place: `${real.origin}/api/cats` });
    expect(files.source.notes[0]?.message).toMatch(
      /^read with 5 requests, GET alone\. To know more, Standin would have to send POST \/api\/cats, /,
    );
  });

  it('is read if the list is two steps down', async () => {
    const kilns = [{ id: 'k1', cone: 5 }];
    const { requests, listener } = service({
      '/kilns': { result: { items: kilns, total: 1 } },
      '/kilns/k1': { result: kilns[0] ?? null },
    });
    await using real = await listen(listener);
    const { contracts } = await load(`${real.origin}/kilns`);
    expect(requests).toEqual(['GET /kilns', 'GET /kilns/k1']);
    expect(contracts.map(({ path }) => path)).toEqual(['/kilns']);
  });

  it('keeps no state if it shows no items, and says so', async () => {
    await using real = await listen(service({ '/kilns': [] }).listener);
    const { files } = await load(`${real.origin}/kilns`);
    expect(files.source.notes.map(({ message }) => message)).toContain(
      'it shows no items with an id, so nothing keeps state: name the address of a collection with at least one item',
    );
  });

  it('is read from an index of links, of this origin alone', async () => {
    const { requests, listener } = service({
      '/api': {
        cats: '/api/cats',
        _links: { dogs: { href: '/api/dogs' }, far: 'http://far.test/' },
      },
      '/api/dogs': [{ id: 1, name: 'Rex' }],
      '/api/dogs/1': { id: 1, name: 'Rex' },
    });
    await using real = await listen(listener);
    const { files } = await load(`${real.origin}/api`);
    expect(files.source.taken.map(({ path, seen }) => `${seen} ${path}`)).toContain(
      '1 /api/dogs/{dogId}',
    );
    expect(requests).toEqual(['GET /api', 'GET /api/dogs', 'GET /api/dogs/1']);
  });

  it('is asked with the user of the address, which nothing shows', async () => {
    const seen: (string | undefined)[] = [];
    await using real = await listen(({ headers }, response) => {
      seen.push(headers.authorization);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('[{"id":1,"name":"a"}]');
    });
    const { files } = await load(`${real.origin.replace('//', '//ana:hidden@')}/cats`);
    expect(seen[0]).toBe(`Basic ${Buffer.from('ana:hidden').toString('base64')}`);
    expect(JSON.stringify(files)).not.toContain('hidden');
  });

  const refused = [
    ['a page', 200, 'text/html', '<html>\n\t<body>', '200 text/html: <html> <body>'],
    ['nothing', 200, '', '', '200: nothing'],
    ['nothing at all', 204, '', '', '204: nothing'],
    ['401', 401, 'application/json', '{}', '401 application/json: {}'],
    ['404', 404, 'text/plain; charset=utf-8', 'gone\n', '404 text/plain: gone'],
    ['a failure', 500, 'text/json', '[{"id":1}]', '500 text/json: [{"id":1}]'],
    ['a text', 200, 'text/json', '"hello"', '200 text/json: "hello"'],
    ['null', 200, 'application/json', 'null', '200 application/json: null'],
    ['broken JSON', 200, 'text/json', '[{"id": 1},', '200 text/json: [{"id": 1},'],
    ['one item', 200, 'text/json', '{"id":7}', '200 text/json: {"id":7}'],
    [
      'a document of another kind',
      200,
      'text/json',
      '{"asyncapi":"3.0.0","channels":[{"id":1}]}',
      '200 text/json: {"asyncapi":"3.0.0","channels":[{"id":1}]}',
    ],
    ['a long text', 200, 'text/plain', 'ab'.repeat(60), `200 text/plain: ${'ab'.repeat(40)}…`],
  ] as const;

  it.each(refused)('is refused if it answers %s', async (_, status, type, text, message) => {
    await using real = await listen((_request, response) => {
      response.writeHead(status, type === '' ? {} : { 'content-type': type });
      response.end(text);
    });
    expect(await failure(`${real.origin}/cats`)).toBe(`${real.origin}/cats answers ${message}`);
  });

  it('is refused if nothing listens', async () => {
    expect(await failure('http://127.0.0.1:9/cats')).toMatch(
      /^http:\/\/127\.0\.0\.1:9\/cats cannot be read: /,
    );
  });

  it('is a collection of json-server, too', async () => {
    await using real = await listen(recipes());
    expect(pathsOf(await load(`${real.origin}/recipes`))).toEqual(['/recipes']);
  });
});
