// Roles of operations at other paths than the usual ones, of lists that say in their path of which they
// are, and of creations that nothing shows.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { openApiMock } from '../support/openapi-mock.ts';

const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
const answers = (status: number, schema?: Json): JsonObject => ({
  responses: { [status]: { description: '', ...(schema === undefined ? {} : json(schema)) } },
});
const taking = (schema: Json): JsonObject => ({ requestBody: json(schema) });
const at = (...names: readonly string[]): JsonObject => ({
  parameters: names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: /id$/i.test(name) ? 'integer' : 'string' },
  })),
});
const object = (...names: readonly string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    names.map((name) => [name, { type: /id$/i.test(name) ? 'integer' : 'string' }]),
  ),
});
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const listOf = (items: Json): JsonObject => ({ type: 'array', items });
const mockOf = (paths: JsonObject, schemas: JsonObject = {}) =>
  openApiMock({
    openapi: '3.0.3',
    info: { title: 'Orchard', version: '1' },
    paths,
    components: { schemas },
  });

describe('a list among others in one answer', () => {
  it.each([
    ['PlotListDto', '/plotLists'],
    ['models.Grove', '/groves'],
    ['BarnVm', '/barns'],
  ])('is that whose elements %s are called as the path', (name, path) => {
    const Page = {
      type: 'object',
      properties: { kinds: listOf(ref('Kind')), rows2: listOf(ref(name)) },
    };
    const paths = {
      [path]: {
        get: answers(200, ref('Page')),
        post: { ...taking(object('name')), ...answers(200, { type: 'integer' }) },
      },
      [`${path}/{id}`]: { ...at('id'), delete: answers(200) },
    };
    const schemas = { Page, Kind: object('id', 'title'), [name]: object('id', 'name') };
    const { taken, ask, faults } = mockOf(paths, schemas);
    expect(faults).toEqual([]);
    expect(Object.values(taken).map((one) => one.split(' ')[0])).toEqual([
      'list',
      'create',
      'remove',
    ]);
    ask(`POST ${path}`, { name: 'zzq' });
    expect(JSON.stringify(ask(`GET ${path}`).json)).toContain('zzq');
  });
});

it('finds an item that two holders hold', () => {
  const held = {
    type: 'object',
    properties: { data: { type: 'object', properties: { item: object('id', 'name', 'year') } } },
  };
  const { taken } = mockOf({
    '/pears': { get: answers(200, listOf(object('id', 'name', 'year'))) },
    '/pears/{id}': { ...at('id'), get: answers(200, held) },
  });
  expect(taken['GET /pears/{id}']).toBe('read of pears');
});

describe('a creation that nothing shows', () => {
  const Note = object('id', 'text');
  it.each([
    ['answers 201 with a thing called so', '/trees/{treeId}/notes', answers(201, ref('Note'))],
    [
      'is called so and answers one',
      '/notes',
      { summary: 'Create a note', ...answers(200, ref('Note')) },
    ],
    ['answers one with an id that nobody sends', '/notes', answers(200, ref('Note'))],
    ['makes what else would be numbers', '/reports', answers(201, ref('Report'))],
  ])('is one if it %s', (_, path, post) => {
    const one = {
      ...at(...(path.includes('{') ? ['treeId'] : [])),
      post: { ...post, ...taking(object('text')) },
    };
    const { taken, ask } = mockOf({ [path]: one }, { Note, Report: Note });
    expect(taken[`POST ${path}`]).toMatch(/^create of/);
    expect(ask(`POST ${path.replace('{treeId}', '3')}`, { text: 'zzq' }).json).toMatchObject({
      text: 'zzq',
    });
  });

  it.each([
    ['/tokens', answers(201, ref('Token'))],
    ['/note', answers(200, ref('Note'))],
    ['/box', answers(201, ref('Note'))],
    ['/notes/search', answers(201, ref('Note'))],
  ])('is none at %s by less', (path, post) => {
    const paths = { [path]: { post: { ...post, ...taking(object('text')) } } };
    const { taken } = mockOf(paths, { Note, Token: object('id', 'text') });
    expect(taken[`POST ${path}`]).toBe('action');
  });
});

describe('a creation at another path', () => {
  const Visit = object('id', 'day');
  const list = { '/me/visits': { get: answers(200, listOf(ref('Visit'))) } };
  const post = { ...taking(object('day')), ...answers(201, ref('Visit')) };

  it.each(['/visits/book', '/visits/register'])('makes what nothing else makes at %s', (path) => {
    const { taken, ask } = mockOf({ ...list, [path]: { post } }, { Visit });
    expect(taken[`POST ${path}`]).toBe('create of visits');
    ask(`POST ${path}`, { day: 'zzq' });
    expect(JSON.stringify(ask('GET /me/visits').json)).toContain('zzq');
  });

  it.each(['/login', '/stays/{id}/close'])('is none at %s', (path) => {
    const { taken } = mockOf({ ...list, [path]: { post } }, { Visit });
    expect(taken[`POST ${path}`]).toBe('action');
  });
});

describe('lists that say in their path of which they are, where nothing is said of answers', () => {
  const silent = { responses: { 200: { description: '' } } };
  const base = {
    '/loans': { get: silent, post: { ...taking(object('userId', 'book')), ...silent } },
    '/loans/{id}': { ...at('id'), get: silent },
  };
  it.each([
    ['/loans/user/{userId}', undefined],
    ['/loans/of/{userId}', 'Get loans of a user'],
  ])('%s shows rows', (path, summary) => {
    const get = { ...silent, ...(summary === undefined ? {} : { summary }) };
    const { taken, ask } = mockOf({ ...base, [path]: { ...at('userId'), get } });
    expect(taken[`GET ${path}`]).toMatch(/^view of/);
    ask('POST /loans', { userId: 77, book: 'zzq' });
    expect(JSON.stringify(ask(`GET ${path.replace('{userId}', '77')}`).json)).toContain('zzq');
    expect(JSON.stringify(ask(`GET ${path.replace('{userId}', '78')}`).json)).not.toContain('zzq');
  });

  it.each([
    ['/loans/id/{id}', undefined, 'read of loans'],
    ['/loans/image/{userId}', undefined, 'action'],
    ['/loans/stats/{userId}', undefined, 'action'],
  ])('%s (%s) is %s', (path, summary, as) => {
    const get = { ...silent, ...(summary === undefined ? {} : { summary }) };
    const { taken } = mockOf({ ...base, [path]: { ...at(/\{(.*)\}/.exec(path)?.[1] ?? ''), get } });
    expect(taken[`GET ${path}`]).toBe(as);
  });

  it('show no rows by words that say something else', () => {
    const get = { ...silent, summary: 'Get a short text' };
    const { ask, taken } = mockOf({ ...base, '/loans/last/{userId}': { ...at('userId'), get } });
    expect(taken['GET /loans/last/{userId}']).not.toMatch(/ of loans$|^view/);
    ask('POST /loans', { userId: 77, book: 'zzq' });
    for (const id of [77, 78]) expect(ask(`GET /loans/last/${id}`).status).toBe(200);
    expect(JSON.stringify(ask('GET /loans/last/77').json)).not.toContain('zzq');
  });
});

describe('lists that end with a parameter', () => {
  const Seat = object('id', 'row', 'hallId');
  it.each([
    ['/seats/hall/{hallId}', 'list of'],
    ['/things/hall/{hallId}', 'action'],
  ])('%s: %s', (path, as) => {
    const { taken } = mockOf(
      { [path]: { ...at('hallId'), get: answers(200, listOf(ref('Seat'))) } },
      { Seat },
    );
    expect(taken[`GET ${path}`]?.slice(0, as.length)).toBe(as);
  });

  it('show items although something else is done there', () => {
    const paths = {
      '/seats': {
        get: answers(200, listOf(ref('Seat'))),
        post: { ...taking(ref('Seat')), ...answers(201, ref('Seat')) },
      },
      '/seats/row/{row}': {
        ...at('row'),
        get: answers(200, listOf(ref('Seat'))),
        put: answers(204),
      },
    };
    expect(mockOf(paths, { Seat }).taken['GET /seats/row/{row}']).toMatch(/^view of/);
  });
});

describe('a read without a creation', () => {
  const Event = object('id', 'name', 'place', 'text');
  const read = { '/events/{id}': { ...at('id'), get: answers(200, ref('Event')) } };
  it('reads what a search below it lists', () => {
    const get = answers(200, listOf(object('id', 'name', 'place')));
    const { taken } = mockOf({ ...read, '/events/search': { get } }, { Event });
    expect(taken).toEqual({
      'GET /events/{id}': 'read of events',
      'GET /events/search': 'view of search',
    });
  });

  it('has no rows if the list below is of others', () => {
    const get = answers(200, listOf(object('code', 'size')));
    const { ask } = mockOf({ ...read, '/events/sizes': { get } }, { Event });
    expect(ask('GET /events/77').status).toBe(200);
  });

  it('names a member by the beginning of its name', () => {
    const Tool = object('id', 'codigo_barras', 'name');
    const paths = {
      '/tools': { get: answers(200, listOf(ref('Tool'))) },
      '/tools/{id}': { ...at('id'), get: answers(200, ref('Tool')) },
      '/tools/scan/{codigo}': { ...at('codigo'), get: answers(200, ref('Tool')) },
    };
    expect(mockOf(paths, { Tool }).taken['GET /tools/scan/{codigo}']).toBe('read of tools');
  });
});

describe('verbs in paths', () => {
  const Film = object('id', 'title');
  const films = { '/films': { get: answers(200, listOf(ref('Film'))) } };
  const post = { ...taking(object('title')), ...answers(201, ref('Film')) };
  it.each(['/add/film', '/create/films', '/new/film'])('create before the name: %s', (path) => {
    const { taken, ask } = mockOf({ ...films, [path]: { post } }, { Film });
    expect(taken[`POST ${path}`]).toBe('create of films');
    ask(`POST ${path}`, { title: 'zzq' });
    expect(JSON.stringify(ask('GET /films').json)).toContain('zzq');
  });

  it('do not create what no path names', () => {
    expect(
      mockOf({ ...films, '/add/actor': { post: answers(200) } }, { Film }).taken['POST /add/actor'],
    ).toBe('action');
  });

  it('remove behind a name in the singular', () => {
    const remove = { '/film/delete/{id}': { ...at('id'), delete: answers(204) } };
    expect(mockOf({ ...films, ...remove }, { Film }).taken['DELETE /film/delete/{id}']).toBe(
      'remove of films',
    );
  });

  it('tell where the item is that is changed or removed beside its read', () => {
    const { taken } = mockOf(
      {
        ...films,
        '/films/detail/{id}': { ...at('id'), get: answers(200, ref('Film')), delete: answers(204) },
        '/films/update-details/{id}': {
          ...at('id'),
          put: { ...taking(object('id', 'title')), ...answers(200) },
        },
      },
      { Film },
    );
    expect(taken).toMatchObject({
      'GET /films/detail/{id}': 'read of films',
      'DELETE /films/detail/{id}': 'remove of films',
      'PUT /films/update-details/{id}': 'replace of films',
    });
  });
});

describe('DELETE at a collection', () => {
  const Cup = object('id', 'name');
  const cups = (remove: JsonObject) =>
    mockOf(
      {
        '/cups': {
          get: answers(200, listOf(ref('Cup'))),
          post: { ...taking(ref('Cup')), ...answers(201, ref('Cup')) },
          delete: { ...answers(204), ...remove },
        },
      },
      { Cup },
    ).taken['DELETE /cups'];
  it('removes all, unless it is told one', () => {
    const query = (name: string) => ({
      parameters: [{ name, in: 'query', schema: { type: 'integer' } }],
    });
    expect(cups({})).toMatch(/^removeAll/);
    expect(cups({ summary: 'Delete all cups' })).toMatch(/^removeAll/);
    expect(cups({ summary: 'Deletes a cup' })).toBe('action');
    expect(cups(query('shelfId'))).toBe('action');
    expect(cups(query('id'))).toMatch(/^remove of/);
    expect(cups(taking(object('shelfId')))).toBe('action');
  });
});

describe('what is created and removed, and never shown', () => {
  const silent = { responses: { 200: { description: '' } } };
  const paths = {
    '/remarks': { post: { ...taking(object('text')), ...silent } },
    '/remarks/{id}': {
      ...at('id'),
      patch: { ...taking(object('text')), ...silent },
      delete: silent,
    },
  };
  it('is made with an id', () => {
    const { taken, ask } = mockOf(paths);
    expect(Object.values(taken).map((one) => one.split(' ')[0])).toEqual([
      'create',
      'remove',
      'update',
    ]);
    const made = ask('POST /remarks', { text: 'zzq' }).json as JsonObject;
    expect(ask(`DELETE /remarks/${String(made['id'])}`).status).toBe(200);
    expect(ask(`DELETE /remarks/${String(made['id'])}`).status).toBe(404);
  });

  it('is that of another path with its name, if that shows it', () => {
    const { ask } = mockOf({
      ...paths,
      '/mine/remarks': { get: answers(200, listOf(object('id', 'text'))) },
    });
    ask('POST /remarks', { text: 'zzq' });
    expect(JSON.stringify(ask('GET /mine/remarks').json)).toContain('zzq');
  });
});

it('takes a pair of operations that reset a password for no collection', () => {
  const silent = { responses: { 201: { description: '' } } };
  const { taken } = mockOf({
    '/reset_password': { get: silent, post: { ...taking(object('email')), ...silent } },
  });
  expect(taken).toEqual({ 'GET /reset_password': 'action', 'POST /reset_password': 'action' });
});

describe('a media type that is misspelt', () => {
  const Tree = object('id', 'name');
  const paths = (type: string): JsonObject => ({
    '/trees': {
      get: answers(200, listOf(ref('Tree'))),
      post: {
        requestBody: { content: { [type]: { schema: object('name') } } },
        ...answers(201, ref('Tree')),
      },
    },
  });
  it.each([
    ['appliation/json', 'application/json', { name: 'zzq' }],
    ['application/jsn', 'application/json', { name: 'zzq' }],
    ['aplication/x-www-form-urlencoded', 'application/x-www-form-urlencoded', 'name=zzq'],
  ])('%s is %s', (type, meant, body) => {
    const { taken, ask } = mockOf(paths(type), { Tree });
    expect(taken['POST /trees']).toBe('create of trees');
    expect(ask('POST /trees', body, { 'content-type': meant })).toMatchObject({
      status: 201,
      json: { name: 'zzq' },
    });
  });

  it.each(['application/cbor', 'text/plain', 'multipart/mixed'])('%s is none', (type) => {
    expect(mockOf(paths(type), { Tree }).taken['POST /trees']).toBe('action');
  });
});
