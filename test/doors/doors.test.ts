// The same calls through every door: each answers what `serve` answers, or leaves to others what no
// path of the mock is.

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { listOf, operation, ref, things } from '../support/openapi-mock.ts';
import { root } from '../support/root.ts';
import { type TempFolder, useTempFolder } from '../support/temp-folder.ts';
import { type Door, type DoorOptions, openDoors } from './open-doors.ts';

const folder = useTempFolder();

/** `POST /login {"user":"ada"}`, the status of `serve`, and whether the other doors leave it to others. */
type Row = readonly [
  call: string,
  status: number,
  more?: { readonly leftToOthers?: true; readonly type?: string },
];

interface Project {
  readonly what: string;
  readonly write: (folder: TempFolder) => void;
  readonly options?: DoorOptions;
  readonly headers?: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
}

const others = { leftToOthers: true } as const;

const tracks: JsonObject = {
  openapi: '3.1.0',
  servers: [{ url: 'https://radio.example/api' }],
  paths: {
    '/tracks': {
      get: operation(200, listOf(ref('Track'))),
      post: {
        ...(operation(201, ref('Track'), ref('NewTrack')) as JsonObject),
        security: [{ token: [] }],
      },
    },
    '/tracks/{id}': {
      get: operation(200, ref('Track')),
      delete: { responses: { 204: {} }, security: [{ token: [] }] },
    },
    '/tracks/{id}/cover': {
      get: {
        responses: {
          200: { content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } },
        },
      },
      put: {
        requestBody: { content: { 'image/png': { schema: { type: 'string', format: 'binary' } } } },
        responses: { 204: {} },
      },
    },
    '/tracks/{id}/plays': { post: operation(200, things('count')) },
    '/login': { post: operation(200, things('token'), things('user')) },
    '/genres': { get: operation(200, { type: 'array', items: { type: 'string' } }) },
    '/charts/{week}.json': { get: operation(200, things('title')) },
  },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
    schemas: {
      NewTrack: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } },
      Track: {
        type: 'object',
        required: ['id', 'title'],
        properties: { id: { type: 'integer' }, title: { type: 'string' } },
      },
    },
  },
};
const seeds = {
  tracks: [
    { id: 1, title: 'Intro' },
    { id: 2, title: 'Outro' },
  ],
};

/** The calls of the document, with a prefix for all paths. */
const tracksRows = (at: string): readonly Row[] => [
  [`GET ${at}/tracks`, 200],
  [`HEAD ${at}/tracks`, 200],
  [`OPTIONS ${at}/tracks`, 204],
  [`POST ${at}/tracks {"title":"Bridge"}`, 201],
  [`POST ${at}/tracks {"title":7}`, 422],
  [`GET ${at}/tracks/3`, 200],
  [`GET ${at}/tracks/9`, 404],
  [`PATCH ${at}/tracks/3 {"title":"x"}`, 405],
  [`DELETE ${at}/tracks/2`, 204],
  [`GET ${at}/tracks/1/cover`, 404],
  [`PUT ${at}/tracks/1/cover \u0089PNG`, 204, { type: 'image/png' }],
  [`GET ${at}/tracks/1/cover`, 200],
  [`POST ${at}/tracks/1/plays`, 200],
  [`GET ${at}/tracks/1/nothing`, 404],
  [`POST ${at}/login {"user":"ada"}`, 200],
  [`OPTIONS ${at}/login`, 204],
  [`GET ${at}/login`, 405],
  [`PUT ${at}/login {"user":"ada"}`, 405],
  [`GET ${at}/genres`, 200],
  [`HEAD ${at}/genres`, 200],
  [`GET ${at}/charts/7.json`, 200],
  [`GET /__elsewhere`, 404, others],
  [`POST /__elsewhere {}`, 404, others],
];

const routes = `
export default {
  'POST /login': async (request, { rows }) => {
    const { name } = await request.json();
    return Response.json({ known: rows('tracks').list().length, name }, { status: 201 });
  },
  'GET /tracks/{id}/words': (_request, { params }) => new Response(\`la \${params.id}\`),
  'GET /tracks': () => undefined,
  'POST /tracks/{id}/stars': async (request, { params, rows }) =>
    Response.json(rows('tracks').change(Number(params.id), { stars: 1, ...(await request.json()) })),
  'GET /late/:name': (_request, { params }) => Response.json(params),
};
`;

const projects: readonly Project[] = [
  {
    what: 'rows alone',
    write: (folder) =>
      folder.write('db.json', {
        posts: [
          { id: 1, title: 'A', author: { name: 'Ana' } },
          { id: 2, title: 'B', author: { name: 'Bo' } },
        ],
        comments: [{ id: 1, postId: 1, text: 'Yes' }],
        profile: { name: 'x' },
      }),
    rows: [
      ['GET /posts', 200],
      ['GET /posts?title=A', 200],
      ['GET /posts?_page=1&_per_page=1', 200],
      ['GET /posts/1?_embed=comments', 200],
      ['POST /posts {"title":"C","author":{"name":"Cy"}}', 201],
      ['POST /posts {', 400],
      ['PATCH /posts/1 {"title":"AA"}', 200],
      ['PUT /posts/1 {"title":"AB"}', 200],
      ['DELETE /posts/2', 200],
      ['GET /posts/2', 404],
      ['GET /profile', 200],
      ['PUT /profile {"name":"y"}', 200],
      ['OPTIONS /posts', 204],
      ['HEAD /posts', 200],
      ['GET /comments/', 200],
      ['GET /nothing', 404, others],
      ['GET /', 200, others],
    ],
  },
  {
    what: 'rows next to routes in code',
    write(folder) {
      folder.write('db.json', { tracks: [{ id: 1, title: 'Intro', by: { name: 'Ada' } }] });
      folder.write('contracts/routes.mjs', routes);
    },
    rows: [
      ['POST /login {"name":"ada"}', 201],
      ['GET /tracks/1/words', 200],
      ['GET /tracks', 200],
      ['POST /tracks/1/stars {"by":{"name":"Bo"}}', 200],
      ['GET /tracks/1', 200],
      ['GET /nothing', 404, others],
    ],
  },
  {
    what: 'rows alone below a base path',
    write: (folder) => folder.write('db.json', { posts: [{ id: 1, title: 'A' }] }),
    options: { basePath: '/api/' },
    rows: [
      ['GET /api/posts', 200],
      ['POST /api/posts {"title":"C"}', 201],
      ['GET /~ada/api/posts/1', 200],
      ['GET /posts', 404, others],
    ],
  },
  {
    what: 'rows alone as json-server 0.17 has them',
    write: (folder) => {
      folder.write('json-server.json', {});
      folder.write('db.json', {
        posts: [{ id: 1, title: 'A' }],
        comments: [{ id: 1, postId: 1, text: 'Yes' }],
      });
    },
    rows: [
      ['GET /db', 200],
      ['GET /posts/1/comments', 200],
      ['POST /posts/1/comments {"text":"No"}', 201],
      ['GET /posts/1/nothing', 404],
    ],
  },
  {
    what: 'an OpenAPI document',
    write: (folder) => writeTracks(folder),
    rows: [...tracksRows('/api'), ['GET /tracks', 404, others], ['GET /api/nothing', 404, others]],
  },
  {
    what: 'an OpenAPI document with a base path in the place of that of its server',
    write: (folder) => writeTracks(folder),
    options: { basePath: '/v2' },
    rows: [...tracksRows('/v2'), ['GET /api/tracks', 404, others]],
  },
  {
    what: 'an OpenAPI document with no base path',
    write: (folder) => writeTracks(folder),
    options: { basePath: '/' },
    rows: [...tracksRows(''), ['GET /api/tracks', 404, others]],
  },
  {
    what: 'an OpenAPI document that asks for credentials',
    write: (folder) => writeTracks(folder),
    options: { pins: { 'auth.scheme': 'bearer' } },
    rows: [
      ['GET /api/tracks', 200],
      ['POST /api/tracks {"title":"Bridge"}', 401],
      ['DELETE /api/tracks/1', 401],
      ['POST /api/login {"user":"ada"}', 200],
      ['GET /api/genres', 200],
      ['PUT /api/genres', 405],
    ],
  },
  {
    what: 'an OpenAPI document that asks for credentials, with some',
    write: (folder) => writeTracks(folder),
    options: { pins: { 'auth.scheme': 'bearer' } },
    headers: { authorization: 'Bearer any' },
    rows: [
      ['POST /api/tracks {"title":"Bridge"}', 201],
      ['DELETE /api/tracks/1', 204],
      ['POST /api/login {"user":"ada"}', 200],
    ],
  },
  {
    what: 'an OpenAPI document, with routes in code',
    write(folder) {
      writeTracks(folder);
      folder.write('contracts/routes.mjs', routes);
    },
    options: { basePath: '/v3' },
    rows: [
      ['POST /v3/login {"name":"ada"}', 201],
      ['GET /v3/login', 405],
      ['OPTIONS /v3/login', 204],
      ['GET /v3/tracks/1/words', 200],
      ['HEAD /v3/tracks/1/words', 200],
      ['GET /v3/late/bird', 200],
      ['POST /v3/late/bird', 404],
      ['GET /v3/tracks', 200],
      ['GET /late/bird', 404, others],
    ],
  },
  {
    what: 'contracts',
    write(folder) {
      for (const name of ['contracts', 'schemas', 'db.json'])
        cpSync(join(root, name), name, { recursive: true });
      folder.write('contracts/routes.mjs', routes.replaceAll('tracks', 'users'));
    },
    options: { basePath: '/v1' },
    rows: [
      ['GET /v1/users', 200],
      ['POST /v1/users {"name":"Zoe","email":"zoe@example.com"}', 201],
      ['PUT /v1/users/1 {"name":"Zoe","email":"zo@example.com"}', 200],
      ['DELETE /v1/users/1', 204],
      ['GET /v1/users/1', 404],
      ['GET /v1/users/2/words', 200],
      ['POST /v1/login {"name":"ada"}', 201],
      ['GET /users', 404, others],
    ],
  },
];

function writeTracks(folder: TempFolder): void {
  folder.write('openapi.json', tracks);
  folder.write('db.json', seeds);
}

/** The header fields that clients read. */
const FIELDS = [
  'allow',
  'content-type',
  'etag',
  'link',
  'location',
  'www-authenticate',
  'x-total-count',
];

interface Sent {
  readonly type?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

interface Seen {
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly body: string;
}

async function ask(
  door: Door,
  call: string,
  { type = 'application/json', headers = {} }: Sent,
): Promise<Seen | null> {
  const [, method = '', path = '', body = ''] = /^(\S+) (\S+) ?(.*)$/.exec(call) ?? [];
  const response = await door.ask(path, {
    method,
    headers: { ...headers, ...(body === '' ? {} : { 'content-type': type }) },
    ...(body === '' ? {} : { body }),
  });
  if (response === null) return null;
  const plain = (text: string): string => text.replaceAll(/https?:\/\/[\w.]+(?::\d+)?(?=\/)/g, '');
  const fields = FIELDS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, plain(value)] as const];
  });
  return {
    status: response.status,
    fields: Object.fromEntries(fields),
    body: plain(await response.text()),
  };
}

/** The server of Vite answers OPTIONS itself, before any plugin is asked: `server.cors` says how. */
function isExcused(door: string, call: string): boolean {
  return door === 'Vite' && call.startsWith('OPTIONS ');
}

describe('every door', { timeout: 60_000 }, () => {
  it.each(projects)(
    'answers what serve answers for $what',
    async ({ write, options = {}, headers, rows }) => {
      write(folder);
      const doors = await openDoors(options);
      try {
        for (const [call, status, more] of rows) {
          const [expected, ...seen] = await Promise.all(
            doors.map(
              async (door) =>
                [door.name, await ask(door, call, { type: more?.type, headers })] as const,
            ),
          );
          expect([call, expected?.[1]?.status]).toEqual([call, status]);
          for (const [name, answer] of seen) {
            if (isExcused(name, call)) continue;
            const isLeft = more?.leftToOthers === true && name !== 'fetch';
            expect([call, name, answer]).toEqual([call, name, isLeft ? null : expected?.[1]]);
          }
        }
      } finally {
        for (const door of doors) await door.close();
      }
    },
  );
});

describe('the server of Vite', { timeout: 60_000 }, () => {
  it('has pages where the mock answers no GET', async () => {
    writeTracks(folder);
    folder.write(
      'contracts/routes.mjs',
      `export default { 'GET /:any': () => new Response('any') };`,
    );
    const doors = await openDoors({ basePath: '/' });
    const vite = doors.find(({ name }) => name === 'Vite');
    const page = { accept: 'text/html,application/xml;q=0.9,*/*;q=0.8' };
    const asked = async (path: string, headers: Readonly<Record<string, string>>) =>
      (await vite?.ask(path, { headers }))?.status ?? null;
    try {
      expect(await asked('/login', page)).toBeNull();
      expect(await asked('/tracks/1/edit', page)).toBeNull();
      expect(await asked('/about', page)).toBeNull();
      expect(await asked('/main.js', { 'sec-fetch-dest': 'script' })).toBeNull();
      expect(await asked('/about', {})).toBe(200);
      expect(await asked('/genres', page)).toBe(200);
      expect(await asked('/tracks/1', page)).toBe(200);
    } finally {
      for (const door of doors) await door.close();
    }
  });
});
