// An address that answers an OpenAPI document, as frameworks and hand-written services serve theirs.

import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { loadProject, type Project } from '../../../src/project/load/project.ts';
import { listen } from '../../support/shops.ts';

const ITEM = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'integer' }, knots: { type: 'integer' } },
};

function paths(schema: Json = ITEM): JsonObject {
  const body = { content: { 'application/json': { schema } } };
  return {
    '/rafts': {
      get: {
        responses: {
          '200': {
            description: 'all',
            content: { 'application/json': { schema: { type: 'array', items: schema } } },
          },
        },
      },
      post: { requestBody: body, responses: { '201': { description: 'made', ...body } } },
    },
  };
}

const openapi = (more: JsonObject = {}): JsonObject => ({
  openapi: '3.0.3',
  info: { title: 'Rafts', version: '1' },
  paths: paths(),
  ...more,
});

const swagger: JsonObject = {
  swagger: '2.0',
  info: { title: 'Rafts', version: '1' },
  basePath: '/api',
  paths: {
    '/rafts': {
      get: {
        responses: { '200': { description: 'all', schema: { type: 'array', items: ITEM } } },
      },
    },
  },
};

const YAML = `
# written by hand
openapi: 3.1.0
info: {title: Rafts, version: '1'}
paths:
  /rafts:
    get:
      responses:
        '200':
          description: all
          content:
            application/json:
              schema: {type: array, items: {type: object, properties: {id: {type: integer}}}}
`;

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | Json;
}

/** Answers by path and query; 404 for all others. */
function serving(answers: Readonly<Record<string, Answer>>, asked: string[] = []): RequestListener {
  return ({ url = '', headers }, response) => {
    asked.push(`${url} ${headers.authorization ?? '-'}`);
    const { status = 200, headers: fields = {}, body = '' } = answers[url] ?? { status: 404 };
    response.writeHead(status, fields);
    response.end(
      typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    );
  };
}

const load = (contract: string): Promise<Project> =>
  loadProject({ contract, db: null, profile: 'standin' });

const pathsOf = ({ files }: Project): readonly string[] => [
  ...new Set(files.source.taken.map(({ path }) => path)),
];

async function failure(place: string): Promise<string> {
  const error = await load(place).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof StandinError)) throw new Error('it was read');
  return error.message;
}

describe('the address of a document', () => {
  const served: readonly (readonly [string, string, Answer, string])[] = [
    ['as FastAPI serves it', '/openapi.json', { body: openapi() }, '/rafts'],
    [
      'as springdoc serves it',
      '/v3/api-docs',
      { body: openapi({ servers: [{ url: 'http://127.0.0.1:9/hub' }] }) },
      '/hub/rafts',
    ],
    ['as Nest serves it', '/api-json', { body: openapi({ servers: [] }) }, '/rafts'],
    [
      'below a query',
      '/schema/?format=json',
      { body: openapi({ servers: [{ url: '/v2' }] }) },
      '/v2/rafts',
    ],
    ['of Swagger 2', '/swagger.json', { body: swagger }, '/api/rafts'],
    [
      'in YAML',
      '/openapi.yaml',
      { body: YAML, headers: { 'content-type': 'application/yaml' } },
      '/rafts',
    ],
    [
      'in YAML as a text',
      '/docs',
      { body: YAML, headers: { 'content-type': 'text/plain' } },
      '/rafts',
    ],
    [
      'in JSON as a page',
      '/docs.json',
      { body: openapi(), headers: { 'content-type': 'text/html' } },
      '/rafts',
    ],
    [
      'with lists that look like items',
      '/openapi.json',
      { body: openapi({ tags: [{ id: 1, name: 'rafts' }], servers: [{ url: '/', id: 2 }] }) },
      '/rafts',
    ],
    [
      'in gzip',
      '/openapi.json',
      { body: gzipSync(JSON.stringify(openapi())), headers: { 'content-encoding': 'gzip' } },
      '/rafts',
    ],
    [
      'with a server beside it',
      '/docs/v3/openapi.json',
      { body: openapi({ servers: [{ url: '../api' }] }) },
      '/docs/api/rafts',
    ],
  ];

  it.each(served)('is a document %s', async (_, path, answer, taken) => {
    await using real = await listen(serving({ [path]: answer }));
    const project = await load(real.origin + path);
    expect(project.files.source.kind).toBe('openapi');
    expect(pathsOf(project)).toEqual([taken]);
  });

  it('is followed to another path of its origin, from which its server counts', async () => {
    const document = openapi({ servers: [{ url: 'api' }] });
    const listener = serving({
      '/docs': { status: 302, headers: { location: '/v1/docs.json' } },
      '/v1/docs.json': { body: document },
    });
    await using real = await listen(listener);
    expect(pathsOf(await load(`${real.origin}/docs`))).toEqual(['/v1/api/rafts']);
  });

  it('is not followed to another origin', async () => {
    const location = 'http://far.test/openapi.json';
    await using real = await listen(serving({ '/docs': { status: 302, headers: { location } } }));
    expect(await failure(`${real.origin}/docs`)).toBe(`${real.origin}/docs answers 302: nothing`);
  });

  it('is read with the documents below its folder that it refers to', async () => {
    const asked: string[] = [];
    const listener = serving(
      {
        '/docs/openapi.yaml': {
          body: { ...openapi({ paths: paths({ $ref: 'parts/raft.json' }) }) },
        },
        '/docs/parts/raft.json': { body: { ...ITEM, properties: { ...ITEM.properties, own: {} } } },
      },
      asked,
    );
    await using real = await listen(listener);
    const project = await load(`${real.origin.replace('//', '//ana:hidden@')}/docs/openapi.yaml`);
    expect(
      project.schemas.names().flatMap((name) => [...project.schemas.membersOf(name).keys()]),
    ).toContain('own');
    const basic = `Basic ${Buffer.from('ana:hidden').toString('base64')}`;
    expect(asked).toEqual([`/docs/openapi.yaml ${basic}`, `/docs/parts/raft.json ${basic}`]);
    expect(JSON.stringify(project.files)).not.toContain('hidden');
  });

  it('names the documents that cannot be read', async () => {
    const listener = serving({
      '/docs/openapi.json': {
        body: openapi({ 'x-a': { $ref: 'gone.json' }, 'x-b': { $ref: '../above.json' } }),
      },
    });
    await using real = await listen(listener);
    const { files } = await load(`${real.origin}/docs/openapi.json`);
    expect(files.source.notes.map(({ place, message }) => `${place}: ${message}`)).toEqual(
      expect.arrayContaining([
        'openapi.json names gone.json: it cannot be read: it is answered with 404',
        'openapi.json names ../above.json: only files below the folder of the document are read',
      ]),
    );
  });

  const broken = [
    ['JSON', '{"openapi":"3.0.3",\n"paths":{', /expected a key in double quotes/],
    ['YAML', 'openapi: 3.0.3\npaths: [', / at line 2, column 9: unexpected end/],
    ['a version that nobody reads', '{"openapi":"4.0.0"}', /this is OpenAPI 4\.0\.0/],
  ] as const;

  it.each(broken)('is refused as a document if it is broken: %s', async (_, body, message) => {
    await using real = await listen(serving({ '/openapi.json': { body } }));
    expect(await failure(`${real.origin}/openapi.json`)).toMatch(message);
  });

  it('is refused as what it is if credentials are missing', async () => {
    await using real = await listen(serving({ '/openapi.json': { status: 401, body: 'no' } }));
    expect(await failure(`${real.origin}/openapi.json`)).toBe(
      `${real.origin}/openapi.json answers 401: no`,
    );
  });
});
