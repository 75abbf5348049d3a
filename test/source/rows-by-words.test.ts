// Operations of which no schema tells what they do: their words and paths do, and the mock keeps rows.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { contractsOfOpenApi } from '../../src/source/source.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const answers = (...given: Parameters<typeof operation>): JsonObject =>
  operation(...given) as JsonObject;
const object = (...names: string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});
const silent: JsonObject = { responses: { 200: { description: 'OK' } } };
const message = answers(200, object('message'));
const text = answers(200, { type: 'string' });
const taking = (...names: string[]): JsonObject => ({
  requestBody: { content: { 'application/json': { schema: object(...names) } } },
});
const asked = (name: string): JsonObject => ({
  parameters: [{ name, in: 'query', schema: { type: 'string' } }],
});
const at = (name: string, operations: JsonObject): Json => ({
  parameters: [{ name, in: 'path', required: true, schema: { type: 'string' } }],
  ...operations,
});
const documentOf = (paths: JsonObject, schemas: JsonObject = {}): JsonObject => ({
  openapi: '3.0.3',
  paths,
  components: { schemas },
});
const mockOf = (paths: JsonObject, schemas: JsonObject = {}) => {
  const mock = openApiMock(documentOf(paths, schemas));
  expect(mock.faults).toEqual([]);
  return mock;
};

describe('a collection whose writes answer a message', () => {
  const paths = {
    '/posts': {
      get: { ...silent, summary: 'Get all posts' },
      post: { ...message, ...taking('title', 'body'), summary: 'Create a post' },
    },
    '/posts/{id}': at('id', {
      get: silent,
      put: { ...message, ...taking('title') },
      delete: message,
    }),
  };

  it('keeps what is created, changed and removed, and answers what is declared', () => {
    const { ask, taken } = mockOf(paths);
    expect(Object.values(taken)).toEqual([
      'list of posts',
      'create of posts',
      'read of posts',
      'replace of posts',
      'remove of posts',
    ]);
    expect(ask('POST /posts', { title: 'zzq' }).json).toEqual({ message: expect.any(String) });
    const [made] = ask('GET /posts').json as readonly JsonObject[];
    expect(made).toMatchObject({ title: 'zzq', id: expect.anything() });
    const path = `/posts/${String(made?.['id'])}`;
    expect(ask(`PUT ${path}`, { title: 'zzr' }).json).toEqual({ message: expect.any(String) });
    expect(ask(`GET ${path}`).json).toMatchObject({ title: 'zzr' });
    expect(ask(`DELETE ${path}`).json).toEqual({ message: expect.any(String) });
    expect(ask(`GET ${path}`).status).toBe(404);
    expect(ask('GET /posts').json).toEqual([]);
  });
});

describe('operations that are called as procedures, in the words of a language', () => {
  it.each([
    [
      '/produtos/Cadastrar',
      '/produtos/InfoProduto',
      '/produtos/Atualizar',
      '/produtos/Excluir/{id}',
    ],
    ['/shop/CadastroItem', '/shop/InfoItem', '/shop/AtualizarItem', '/shop/DeletarItem/{id}'],
    ['/item/aggiungi', '/item/details', '/item/aggiorna', '/item/elimina/{id}'],
    ['/item/tambah', '/item/detail', '/item/ubah', '/item/hapus/{id}'],
  ])('%s, %s, %s and %s are about the same rows', (create, info, change, remove) => {
    const { ask, why } = mockOf({
      [create]: { post: { ...silent, ...taking('name') } },
      [info]: { get: { ...silent, ...asked('id') } },
      [change]: { put: { ...silent, ...taking('id', 'name') } },
      [remove]: at('id', { delete: silent }),
    });
    const { id } = ask(`POST ${create}`, { name: 'zzq' }).json as { readonly id: string };
    expect(ask(`GET ${info}?id=${id}`).json).toMatchObject({ name: 'zzq' });
    ask(`PUT ${change}`, { id, name: 'zzr' });
    expect(ask(`GET ${info}?id=${id}`).json).toMatchObject({ name: 'zzr' });
    expect(ask(`DELETE ${remove.replace('{id}', id)}`).status).toBe(200);
    expect(ask(`GET ${info}?id=${id}`).status).toBe(404);
    expect(why[`PUT ${change}`]).toContain('only its words say so');
  });

  it('are one collection where each step is a verb, beside a list with a schema', () => {
    const Tarea = object('id', 'titulo');
    const { ask, taken } = mockOf(
      {
        '/tareas/listar': { get: answers(200, listOf(ref('Tarea'))) },
        '/tareas/crear': { post: { ...message, ...taking('titulo') } },
        '/tareas/obtener/{id}': at('id', { get: answers(200, ref('Tarea')) }),
        '/tareas/eliminar/{id}': at('id', { delete: silent }),
      },
      { Tarea },
    );
    expect(Object.values(taken)).toEqual(
      ['list', 'create', 'read', 'remove'].map((role) => `${role} of tareas`),
    );
    ask('POST /tareas/crear', { titulo: 'zzq' });
    const rows = ask('GET /tareas/listar').json as readonly { id: string; titulo: string }[];
    const { id } = rows.find(({ titulo }) => titulo === 'zzq') ?? { id: '' };
    expect(ask(`GET /tareas/obtener/${id}`).json).toMatchObject({ titulo: 'zzq' });
    expect(ask(`DELETE /tareas/eliminar/${id}`).status).toBe(200);
    expect(ask(`GET /tareas/obtener/${id}`).status).toBe(404);
  });

  it('have a verb without a mark at its end if several are about the thing', () => {
    const { taken, ask } = mockOf({
      '/createbanner': { post: { ...answers(201, things('id', 'url')), ...taking('url') } },
      '/getallbanners': { get: answers(200, listOf(things('id', 'url'))) },
      '/addresses': { get: text },
    });
    expect(taken['POST /createbanner']).toMatch(/^create of/);
    ask('POST /createbanner', { url: 'zzq' });
    expect(JSON.stringify(ask('GET /getallbanners').json)).toContain('zzq');
  });
});

describe('a list whose declared answer is none', () => {
  const Pet = things('id', 'name');
  const pets = {
    '/pets': {
      get: { ...answers(200, ref('Pet')), summary: 'Get all pets' },
      post: { ...answers(201, ref('Pet')), ...taking('name') },
    },
    '/pets/{id}': at('id', { get: answers(200, ref('Pet')), delete: silent }),
  };

  it('answers one of its rows if it is one item', () => {
    const { taken, why, ask } = mockOf(pets, { Pet });
    expect(taken['GET /pets']).toBe('list of pets');
    expect(why['GET /pets']).toContain('its declared answer is one item: it shows one of them');
    ask('POST /pets', { name: 'zzq' });
    expect(ask('GET /pets').json).toMatchObject({ name: 'zzq' });
  });

  it('answers a text if it is one, and says that it shows no row', () => {
    const { taken, why, ask } = mockOf(
      {
        '/teams': {
          get: { ...text, summary: 'Get all teams' },
          post: { ...text, ...taking('name'), summary: 'Create a team' },
        },
        '/teams/{id}': at('id', { get: { ...answers(200, ref('Pet')) } }),
      },
      { Pet },
    );
    expect(taken['GET /teams']).toBe('list of teams');
    expect(why['GET /teams']).toContain('it shows none of them');
    expect(ask('GET /teams').json).toEqual(expect.any(String));
  });

  it('has rows of any members if it is a list of anything', () => {
    const list = { type: 'object', properties: { success: { type: 'boolean' }, data: listOf({}) } };
    const { taken, ask } = mockOf({
      '/brands': { get: { ...answers(200, list), summary: 'List brands' } },
    });
    expect(taken['GET /brands']).toBe('list of brands');
    expect(ask('GET /brands').json).toMatchObject({
      data: [expect.any(Object), expect.any(Object)],
    });
  });
});

it('shows what is made in the list below that names it', () => {
  const { ask } = mockOf(
    {
      '/payments': { post: { ...text, ...taking('sum', 'user'), summary: 'Create a payment' } },
      '/payments/user/{user}': at('user', { get: answers(200, listOf(ref('Payment'))) }),
    },
    { Payment: object('id', 'sum', 'user') },
  );
  ask('POST /payments', { sum: 'zzq', user: '7' });
  expect(ask('GET /payments/user/7').json).toMatchObject([{ sum: 'zzq' }]);
});

describe('operations that say which items, or what of an item', () => {
  const Crew = object('id', 'name', 'status');

  it('change a member at its own path', () => {
    const { ask, taken } = mockOf({
      '/tasks': { get: silent, post: { ...silent, ...taking('name', 'status') } },
      '/tasks/{id}/status': at('id', { patch: { ...message, ...taking('status') } }),
    });
    expect(taken['PATCH /tasks/{id}/status']).toBe('update of tasks');
    const { id } = ask('POST /tasks', { name: 'a', status: 'open' }).json as { id: string };
    ask(`PATCH /tasks/${id}/status`, { status: 'zzq' });
    expect(ask('GET /tasks').json).toMatchObject([{ name: 'a', status: 'zzq' }]);
  });

  it('list what is searched, if it has an id', () => {
    const found = { ...answers(200, listOf(ref('Crew'))), ...asked('q') };
    const { ask, taken } = mockOf({ '/crews/search': { get: found } }, { Crew });
    expect(taken['GET /crews/search']).toBe('list of crews');
    expect(ask('GET /crews/search').json).toHaveLength(2);
  });

  it('list where an article of several stands behind the verb', () => {
    const paths = {
      '/chat/messaggi': {
        get: { ...answers(200, ref('Crew')), summary: 'Ottieni i messaggi della chat' },
        post: { ...answers(201, ref('Crew')), ...taking('name') },
      },
      '/chat/messaggi/{id}': at('id', { get: answers(200, ref('Crew')) }),
    };
    expect(mockOf(paths, { Crew }).taken['GET /chat/messaggi']).toBe('list of messaggi');
  });

  it('read what there is one of', () => {
    const one = { '/settings': { get: answers(200, object('zone')) } };
    expect(mockOf(one).taken['GET /settings']).toBe('singleton of settings');
  });

  it('change no file', () => {
    const content = { 'multipart/form-data': { schema: object('photo') } };
    const put = { ...silent, requestBody: { content } };
    const { taken } = mockOf({ '/crews/{id}/photo': at('id', { put }) });
    expect(taken['PUT /crews/{id}/photo']).toBe('action');
  });
});

describe('words of other languages that are what things are called', () => {
  it('are no verbs where things are made or changed', () => {
    const { taken, ask } = mockOf({
      '/api/todos': { get: silent, post: { ...silent, ...taking('title') } },
      '/api/todos/{id}': at('id', { get: silent, put: { ...silent, ...taking('title') } }),
      '/api/all/{id}': at('id', { delete: silent }),
    });
    expect(taken['GET /api/todos/{id}']).toBe('read of todos');
    const { id } = ask('POST /api/todos', { title: 'zzq' }).json as { readonly id: string };
    ask(`PUT /api/todos/${id}`, { title: 'zzr' });
    expect(ask(`GET /api/todos/${id}`).json).toMatchObject({ title: 'zzr' });
  });
});

describe('a change that takes no members', () => {
  const Pet = object('id', 'name', 'state');
  const setsName = {
    ...answers(200, ref('Pet')),
    ...asked('name'),
    summary: 'Updates a pet with the data of a form',
  };
  const paths = (change: JsonObject): JsonObject => ({
    '/pets': {
      get: answers(200, listOf(ref('Pet'))),
      post: { ...answers(201, ref('Pet')), ...taking('name', 'state') },
    },
    '/pets/{petId}': at('petId', { get: answers(200, ref('Pet')), ...change }),
  });

  it.each(['post', 'patch', 'put'])('%s has those of its query, or none', (method) => {
    const { ask } = mockOf(paths({ [method]: setsName }), { Pet });
    const { id } = ask('POST /pets', { name: 'a', state: 'b' }).json as { readonly id: string };
    const name = `${method.toUpperCase()} /pets/${id}`;
    expect(ask(name)).toMatchObject({ status: 200, json: { name: 'a', state: 'b' } });
    expect(ask(`${name}?name=zzq&size=9`).json).toEqual({ id, name: 'zzq', state: 'b' });
    expect(ask(`GET /pets/${id}`).json).toMatchObject({ name: 'zzq', state: 'b' });
  });

  it.each([
    ['a text', { type: 'string' }, 'zzq'],
    ['a list', listOf({ type: 'object' }), [{}]],
  ])('takes %s, and changes nothing', (_, schema, sent) => {
    const put = { ...message, requestBody: { content: { 'application/json': { schema } } } };
    const { ask, taken } = mockOf(paths({ put: { ...put, summary: 'Update a pet' } }), { Pet });
    expect(taken['PUT /pets/{petId}']).toBe('action');
    const { id } = ask('POST /pets', { name: 'a' }).json as { readonly id: string };
    expect(ask(`PUT /pets/${id}`, sent as Json).status).toBe(200);
    expect(ask(`GET /pets/${id}`).json).toMatchObject({ name: 'a' });
  });
});

it('lists by GET at a path where POST seems to list, too', () => {
  const found = { ...answers(200, listOf(ref('City'))), operationId: 'citiesSearch' };
  const { ask } = mockOf(
    {
      '/cities/search': { get: found, post: { ...found, ...taking('text') } },
      '/cities/{id}': at('id', { get: answers(200, ref('City')) }),
    },
    { City: object('id', 'name') },
  );
  expect(ask('GET /cities/search').status).toBe(200);
  expect(ask('POST /cities/search', { text: 'a' }).status).toBe(200);
});

describe('rows below others that words alone tell of', () => {
  it('have ids of the type that their paths have', () => {
    const integer = { type: 'integer' };
    const parameters = ['shopId', 'reviewId'].map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: integer,
    }));
    const { ask } = mockOf({
      '/shops': { get: silent, post: { ...silent, ...taking('name') } },
      '/shops/{shopId}/reviews': {
        parameters: parameters.slice(0, 1),
        post: { ...text, ...taking('stars'), summary: 'Add a review to a shop' },
        get: { ...text, summary: 'Get all reviews' },
      },
      '/shops/{shopId}/reviews/{reviewId}': {
        parameters,
        put: { ...text, ...taking('stars'), summary: 'Edit a review' },
      },
    });
    const { id } = ask('POST /shops', { name: 'a' }).json as { readonly id: number };
    ask(`POST /shops/${id}/reviews`, { stars: '1' });
    expect(ask(`PUT /shops/${id}/reviews/1`, { stars: '2' }).status).toBe(200);
  });

  it('are none where they are changed and removed alone: any id is answered', () => {
    const { ask } = mockOf({
      '/schemas': { get: { ...text, summary: 'A set of the schemas' } },
      '/schemas/{id}': at('id', { put: { ...text, ...taking('name') }, delete: text }),
    });
    for (const id of ['a', 'b', 'a']) {
      const shown = { status: 200, json: expect.any(String) };
      expect(ask(`PUT /schemas/${id}`, { name: 'x' })).toEqual(shown);
      expect(ask(`DELETE /schemas/${id}`)).toEqual(shown);
    }
    expect(ask('PUT /schemas/a', { name: 7 }).status).toBe(422);
  });

  it('need no body for a change that takes none', () => {
    const { ask } = mockOf({ '/boats/done/{id}': at('id', { put: silent }) });
    expect(ask('PUT /boats/done/a').status).toBe(200);
    expect(ask('PUT /boats/done/a', { x: 1 }).status).toBe(200);
    expect(ask('PUT /boats/done/b').status).toBe(200);
  });

  it('are none where a read of which nothing is said is alone', () => {
    const any = answers(200, { type: 'object' });
    const several = { content: { 'application/json': { schema: listOf({ type: 'object' }) } } };
    const { ask } = mockOf({
      '/samples/{id}': at('id', {
        get: { ...any, operationId: 'getSamples' },
        post: { ...any, operationId: 'addSamples', requestBody: several },
      }),
    });
    expect(ask('POST /samples/zzq', [{}]).status).toBe(200);
    expect(ask('GET /samples/zzq').status).toBe(200);
  });
});

describe('what is no row by its words', () => {
  const reports = { ...silent, ...taking('name') };
  it.each<[string, JsonObject]>([
    ['POST /auth/token', { ...silent, ...taking('name'), summary: 'Create a token' }],
    ['POST /user/add-credits', { ...silent, ...taking('credits'), summary: 'Add credits' }],
    ['POST /user/update-password', { ...silent, ...taking('password') }],
    ['POST /boats/search', { ...silent, ...taking('name'), summary: 'Search boats' }],
    ['GET /search', { ...answers(200, listOf(things('id', 'name'))), summary: 'Search all' }],
    ['POST /reports/bulk', { ...reports, summary: 'Create several' }],
    ['GET /health/ready', silent],
  ])('%s', (name, given) => {
    const [method = '', path = ''] = name.split(' ');
    const item = { [method.toLowerCase()]: given };
    const { taken } = mockOf({ [path]: path.includes('{') ? at('id', item) : item });
    expect(taken[name]).toBe('action');
  });

  it('is a body that cannot be read', () => {
    const body = { content: { 'application/cbor': { schema: object('name') } } };
    const post = { ...silent, requestBody: body, summary: 'Create a boat' };
    expect(mockOf({ '/boats': { post } }).taken['POST /boats']).toBe('action');
  });
});

it('counts for a mock alone: verify takes no operation for more than the document shows', () => {
  const post = { ...message, ...taking('title'), summary: 'Create a post' };
  const remove = at('id', { delete: message });
  const { taken, contracts } = contractsOfOpenApi(
    documentOf({ '/posts': { post, get: silent }, '/posts/delete/{id}': remove }),
    { name: 'api.json', undescribed: 'left-open' },
  );
  expect(taken.map(({ rows }) => rows)).toEqual([null, null, null]);
  expect(JSON.stringify(contracts)).not.toContain('"does"');
});
