// Documents that say by paths and methods alone what their operations are for.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { contractsOfOpenApi } from '../../src/source/source.ts';
import { openApiMock } from '../support/openapi-mock.ts';
import { useTempFolder } from '../support/temp-folder.ts';
import { runVerify } from '../support/verifying.ts';

const ok = { responses: { 200: { description: 'OK' } } };
const body = (schema: Json): JsonObject => ({
  requestBody: { content: { 'application/json': { schema } } },
});
const inPath = (name: string, type: string): JsonObject => ({
  parameters: [{ name, in: 'path', required: true, schema: { type } }],
});
const documentOf = (paths: JsonObject): JsonObject => ({
  openapi: '3.0.3',
  info: { title: 'Kites', version: '1' },
  paths,
});

const kite = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: { name: { type: 'string' }, metres: { type: 'number' } },
};

/** As generators write it who only see the routes of a server. */
const kites = documentOf({
  '/kites/': {
    get: ok,
    post: { ...body(kite), responses: { 201: { description: 'Created' } } },
  },
  '/kites/{kiteId}': {
    ...inPath('kiteId', 'integer'),
    get: ok,
    put: { ...body(kite), ...ok },
    delete: ok,
  },
});

it('makes the id of an item, where what is sent has only that of another', () => {
  const visit = { type: 'object', properties: { stallId: { type: 'string' }, day: {} } };
  const { ask } = openApiMock(
    documentOf({
      '/stallvisits': { get: ok, post: { ...body(visit), ...ok } },
      '/stallvisits/{stallVisitId}': { ...inPath('stallVisitId', 'string'), delete: ok },
    }),
  );
  const sent = { stallId: 'north', day: 'mon' };
  const [one, other] = [1, 2].map(() => ask('POST /stallvisits', sent).json as { id: string });
  expect(one).toMatchObject(sent);
  expect(other?.id).not.toBe(one?.id);
  ask(`DELETE /stallvisits/${one?.id}`);
  expect(ask('GET /stallvisits').json).toEqual([other]);
});

describe('a collection none of whose answers is described', () => {
  const { ask, taken, why, notes, faults } = openApiMock(kites);

  it('keeps state, and says that this is assumed', () => {
    expect(faults).toEqual([]);
    expect(taken).toEqual({
      'GET /kites/': 'list of kites',
      'POST /kites/': 'create of kites',
      'GET /kites/{kiteId}': 'read of kites',
      'PUT /kites/{kiteId}': 'replace of kites',
      'DELETE /kites/{kiteId}': 'remove of kites',
    });
    expect(why['GET /kites/']).toContain('its answer is assumed: the document describes none');
    expect(notes).toEqual([
      '/paths/~1kites~1/get: no answer of this collection has a schema: the mock answers its items as they were sent, with an id; "verify" does not expect that',
    ]);
  });

  it('answers items as they were sent, with ids of the type of the path', () => {
    expect(ask('GET /kites')).toEqual({ status: 200, json: [] });
    expect(ask('POST /kites', { name: 'Red', metres: 2.5 })).toEqual({
      status: 201,
      json: { id: 1, name: 'Red', metres: 2.5 },
    });
    expect(ask('POST /kites', { name: 'Red', colour: 'red' }).status).toBe(422);
    expect(ask('PUT /kites/1', { name: 'Blue' }).status).toBe(200);
    expect(ask('GET /kites/1').json).toMatchObject({ id: 1, name: 'Blue' });
    expect(ask('DELETE /kites/1').status).toBe(200);
    expect(ask('GET /kites').json).toEqual([]);
  });

  it('stays open where nothing may be assumed', () => {
    const { taken: open, notes: none } = contractsOfOpenApi(kites, {
      name: 'kites.json',
      undescribed: 'left-open',
    });
    expect(open.map(({ rows }) => rows)).toEqual([null, null, null, null, null]);
    expect(none).toEqual([]);
  });

  it('takes any members, and none, if no body is described either', () => {
    const { ask: send, faults: wrong } = openApiMock(
      documentOf({
        '/winds': { get: ok, post: ok },
        '/winds/{name}': { ...inPath('name', 'string'), get: ok, put: ok, delete: ok },
      }),
    );
    expect(wrong).toEqual([]);
    const { status, json } = send('POST /winds', { from: 'north' });
    expect([status, json]).toEqual([200, { id: expect.any(String), from: 'north' }]);
    expect(send('POST /winds').status).toBe(200);
    expect(send('GET /winds').json).toHaveLength(2);
  });

  it('counts as silent where an answer is JSON of which nothing is said', () => {
    const anything = {
      responses: { 200: { description: 'OK', content: { 'application/json': {} } } },
    };
    const sent = { type: 'object', properties: { from: { type: 'string' } } };
    const writing = {
      ...anything,
      requestBody: { content: { 'application/json': { schema: sent } } },
    };
    const { ask: send, taken: roles } = openApiMock(
      documentOf({
        '/wind': { get: anything },
        '/wind/create': { post: writing },
        '/wind/{id}': { ...inPath('id', 'integer'), get: anything, put: writing, delete: anything },
      }),
    );
    expect(roles).toEqual({
      'GET /wind': 'list of wind',
      'POST /wind/create': 'create of wind',
      'GET /wind/{id}': 'read of wind',
      'PUT /wind/{id}': 'replace of wind',
      'DELETE /wind/{id}': 'remove of wind',
    });
    const { json } = send('POST /wind/create', { from: 'north' });
    expect(send('GET /wind').json).toEqual([json]);
    const example = { 'application/json': { example: { up: true } } };
    const said = openApiMock(
      documentOf({
        '/wind': {
          get: { responses: { 200: { description: 'OK', content: example } } },
          post: writing,
        },
        '/wind/{id}': { ...inPath('id', 'integer'), get: anything },
      }),
    );
    expect(said.ask('GET /wind').json).toEqual({ up: true });
  });

  it('has the id that its items have', () => {
    const properties = { code: { type: 'string' }, ends: {} };
    const knot = { type: 'object', required: ['code'], properties };
    const { ask: send } = openApiMock(
      documentOf({
        '/knots': { get: ok, post: { ...body(knot), ...ok } },
        '/knots/{code}': {
          ...inPath('code', 'string'),
          get: ok,
          patch: { ...body({ type: 'object', properties }), ...ok },
        },
      }),
    );
    expect(send('POST /knots', { code: 'reef', ends: 2 }).json).toEqual({ code: 'reef', ends: 2 });
    expect(send('PATCH /knots/reef', { ends: 3 }).json).toEqual({ code: 'reef', ends: 3 });
  });

  it.each<[string, JsonObject, JsonObject]>([
    [
      'an answer is described',
      {
        '/kites': { get: ok, post: { ...body(kite), ...ok } },
        '/kites/{id}': {
          ...inPath('id', 'integer'),
          get: {
            responses: {
              200: { content: { 'application/json': { schema: { type: 'string' } } } },
            },
          },
        },
      },
      { name: 'Red' },
    ],
    [
      'GET has no content',
      {
        '/kites': { get: { responses: { 204: { description: '' } } }, post: ok },
        '/kites/{id}': { ...inPath('id', 'integer'), get: ok },
      },
      { id: 1, name: 'Red' },
    ],
  ])('answers what is declared if %s', (_what, paths, made) => {
    const { ask, faults } = openApiMock(documentOf(paths));
    expect(faults).toEqual([]);
    expect(ask('POST /kites', { name: 'Red' })).toEqual({ status: 200, json: made });
    const list = ask('GET /kites');
    if (list.status === 204) expect(list.json).toBeNull();
    else expect(list).toEqual({ status: 200, json: [made] });
    const read = ask('GET /kites/1').json;
    if ('id' in made) expect(read).toEqual(made);
    else expect(read).toEqual(expect.any(String));
  });

  it('is assumed nothing of if nothing is listed', () => {
    const paths = { '/kites': { post: ok }, '/kites/{id}': { delete: ok } };
    expect(Object.values(openApiMock(documentOf(paths)).taken)).not.toContain('list of kites');
  });
});

describe('verify, of a service that answers something else', () => {
  const folder = useTempFolder();

  it('finds nothing: the document says nothing of it', async () => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json').end('{"kites":{"total":0}}');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    try {
      folder.write('kites.json', kites);
      const { port } = server.address() as AddressInfo;
      const { code, stdout } = await runVerify(`http://127.0.0.1:${port}`, {
        contract: 'kites.json',
      });
      expect(code, stdout).toBe(0);
      expect(stdout).toContain('conforms to the contract');
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});

describe('a list of objects of which nothing is said', () => {
  const page = {
    type: 'object',
    properties: {
      content: { type: 'array', items: { type: 'object' } },
      totalElements: { type: 'integer' },
      sort: { type: 'object', properties: { empty: { type: 'boolean' } } },
    },
  };
  const shown = (schema: Json): JsonObject => ({
    responses: { 200: { content: { 'application/json': { schema } } } },
  });
  const item = { type: 'object', properties: { id: { type: 'integer' }, name: {} } };

  it('is that of the items below it, as generators write pages of any type', () => {
    const { ask, taken, faults } = openApiMock(
      documentOf({
        '/kites': { get: shown(page), post: { ...body(item), ...shown(item) } },
        '/kites/{id}': { ...inPath('id', 'integer'), get: shown(item) },
      }),
    );
    expect(faults).toEqual([]);
    expect(taken['GET /kites']).toBe('list of kites');
    ask('POST /kites', { name: 'Red' });
    expect(ask('GET /kites').json).toMatchObject({ content: [{ id: 1, name: 'Red' }] });
  });

  it('shows none of the items if several lists may be meant', () => {
    const { ask, faults } = openApiMock(
      documentOf({
        '/kites': {
          get: shown({
            type: 'object',
            properties: { content: page.properties.content, items: page.properties.content },
          }),
          post: { ...body(item), ...shown(item) },
        },
        '/kites/{id}': { ...inPath('id', 'integer'), get: shown(item) },
      }),
    );
    expect(faults).toEqual([]);
    ask('POST /kites', { name: 'zzq' });
    const { status, json } = ask('GET /kites');
    expect(status).toBe(200);
    expect(json).toEqual({ content: expect.any(Array), items: expect.any(Array) });
    expect(JSON.stringify(json)).not.toContain('zzq');
  });
});

describe('items that are made below a parent, and read at a path of their own', () => {
  const clubs = {
    '/clubs': { get: ok, post: { ...body(kite), responses: { 201: { description: '' } } } },
    '/clubs/{id}': { ...inPath('id', 'integer'), get: ok, delete: ok },
  };
  const below = (
    item: JsonObject,
    made: JsonObject = { 201: { description: '' } },
  ): JsonObject => ({
    ...clubs,
    '/clubs/{id}/kites': {
      ...inPath('id', 'integer'),
      get: ok,
      post: { ...body(kite), responses: made },
    },
    '/kites/{kiteId}': item,
  });

  it.each<[string, string, JsonObject, string]>([
    ['integer', 'replace', { put: { ...body(kite), ...ok } }, 'PUT'],
    [
      'string',
      'update',
      { patch: { ...body({ type: 'object', properties: kite.properties }), ...ok } },
      'PATCH',
    ],
  ])('are one resource, with ids of type %s', (type, role, change, method) => {
    const { ask, taken, faults } = openApiMock(
      documentOf(below({ ...inPath('kiteId', type), get: ok, delete: ok, ...change })),
    );
    expect(faults).toEqual([]);
    expect(taken['GET /kites/{kiteId}']).toBe('read of kites');
    expect(taken[`${method} /kites/{kiteId}`]).toBe(`${role} of kites`);
    const club = ask('POST /clubs', { name: 'North' }).json as { id: number };
    const made = ask(`POST /clubs/${club.id}/kites`, { name: 'Red' });
    const { id } = made.json as { id: number | string };
    expect(typeof id).toBe(type === 'integer' ? 'number' : 'string');
    expect(ask(`GET /kites/${id}`).json).toMatchObject({ id, name: 'Red' });
    expect(ask(`${method} /kites/${id}`, { name: 'Blue' }).status).toBe(200);
    expect(ask(`GET /clubs/${club.id}/kites`).json).toMatchObject([{ id, name: 'Blue' }]);
    expect(ask(`${method} /kites/${type === 'integer' ? 99 : 'ab'}`, { name: 'Blue' }).status).toBe(
      404,
    );
    expect(ask(`DELETE /kites/${id}`).status).toBe(200);
    expect(ask(`GET /clubs/${club.id}/kites`).json).toEqual([]);
  });

  it('are two if items of this name are at two paths', () => {
    const item = { ...inPath('kiteId', 'integer'), get: ok, delete: ok };
    const { ask, taken } = openApiMock(documentOf({ ...below(item), '/old/kites/{kiteId}': item }));
    expect(taken['GET /kites/{kiteId}']).toBe('read of kites');
    const club = ask('POST /clubs', { name: 'North' }).json as { id: number };
    const { id } = ask(`POST /clubs/${club.id}/kites`, { name: 'Red' }).json as { id: number };
    expect(ask(`GET /kites/${id}`).status).toBe(404);
  });
});

describe('what methods and paths alone tell', () => {
  const silent = (...methods: readonly string[]): JsonObject =>
    Object.fromEntries(methods.map((method) => [method, ok]));
  const made = { responses: { 201: { description: 'Created' } } };

  it.each<[string, string, string]>([
    ['/cage', '/cage/{id}', 'put'],
    ['/hotel/rooms', '/hotel/rooms/{roomId}', 'patch'],
    ['/gifts', '/gifts/{gift}', 'delete'],
  ])('POST %s makes what GET %s shows without a list', (path, at, change) => {
    const [name = ''] = /[^{]+(?=\})/.exec(at) ?? [];
    const { ask, faults } = openApiMock(
      documentOf({
        [path]: { post: made },
        [at]: { ...inPath(name, 'integer'), ...silent('get', change) },
      }),
    );
    expect(faults).toEqual([]);
    const { status, json } = ask(`POST ${path}`, { colour: 'red' });
    const { id } = json as { id: number };
    expect([status, json]).toEqual([201, { id: expect.any(Number), colour: 'red' }]);
    expect(ask(`GET ${path}/${id}`).json).toEqual(json);
    ask(`${change.toUpperCase()} ${path}/${id}`, { colour: 'blue' });
    const after = ask(`GET ${path}/${id}`);
    if (change === 'delete') expect(after.status).toBe(404);
    else expect(after.json).toEqual({ id, colour: 'blue' });
  });

  it('items that are read and removed, and not made', () => {
    const { taken } = openApiMock(
      documentOf({
        '/users/{userId}': { ...inPath('userId', 'string'), ...silent('get', 'delete') },
      }),
    );
    expect(taken).toEqual({
      'GET /users/{userId}': 'read of users',
      'DELETE /users/{userId}': 'remove of users',
    });
  });

  it('a list that an empty example says nothing of', () => {
    const nothing = (example: Json): JsonObject => ({
      responses: {
        200: { description: '', content: { 'application/json': { schema: {}, example } } },
      },
    });
    for (const example of ['', null]) {
      const { ask, taken } = openApiMock(
        documentOf({
          '/kinds': { get: nothing(example), post: { ...body(kite), ...nothing('') } },
        }),
      );
      expect(taken['POST /kinds']).toBe('create of kinds');
      ask('POST /kinds', { name: 'Red' });
      expect(ask('GET /kinds').json).toMatchObject([{ name: 'Red' }]);
    }
    const said = openApiMock(documentOf({ '/kinds': { get: nothing([3]), post: nothing('') } }));
    said.ask('POST /kinds', { name: 'Red' });
    expect(said.ask('GET /kinds')).toEqual({ status: 200, json: [3] });
  });

  it('creations that nothing shows, by their plural and by 201 or their words', () => {
    const { ask, taken } = openApiMock(
      documentOf({
        '/reviews': { post: { ...body(kite), ...made } },
        '/kites/{id}/notes': { ...inPath('id', 'integer'), post: { ...ok, summary: 'Add a note' } },
        '/mails': { post: ok },
        '/check-rights': { post: made },
        '/passwords/resets': { post: made },
        '/coupon/validate': { post: made },
      }),
    );
    expect(Object.values(taken).map((one) => one.split(' ')[0])).toEqual([
      'create',
      'create',
      'action',
      'action',
      'action',
      'action',
    ]);
    expect(ask('POST /reviews', { name: 'Good' }).json).toMatchObject({ name: 'Good' });
  });

  it('lists of some items, by a word that ends as the collection', () => {
    const { ask, taken } = openApiMock(
      documentOf({
        '/pets': { get: ok, post: made },
        '/pets/{id}': { ...inPath('id', 'integer'), get: ok },
        '/pets/recentPets': { get: ok },
        '/pets/by/month': { get: { ...ok, operationId: 'findAllOfMonth' } },
        '/pets/settings': { get: ok },
      }),
    );
    ask('POST /pets', { name: 'Rex' });
    expect(ask('GET /pets/recentPets').json).toMatchObject([{ name: 'Rex' }]);
    expect(ask('GET /pets/by/month').json).toMatchObject([{ name: 'Rex' }]);
    expect(taken['GET /pets/settings']).not.toMatch(/^view/);
    expect(JSON.stringify(ask('GET /pets/settings').json)).not.toContain('Rex');
  });

  it('no list of other things: what is assumed has an id alone, and is like anything', () => {
    const { taken } = openApiMock(
      documentOf({
        '/events': { get: ok, post: made },
        '/events/{id}/bookings': { ...inPath('id', 'integer'), get: ok },
      }),
    );
    expect(taken['GET /events/{id}/bookings']).toMatch(/^list of/);
  });
});

describe('a list that shows its elements, beside operations that say nothing', () => {
  const inline = {
    type: 'object',
    properties: { id: { type: 'integer' }, days: { type: 'number' } },
  };
  const list = {
    responses: {
      200: {
        description: '',
        content: { 'application/json': { schema: { type: 'array', items: inline } } },
      },
    },
  };

  it('tells what is made and read there, though its elements have no name', () => {
    const { ask, faults } = openApiMock(
      documentOf({
        '/cars/{carId}/rents': { ...inPath('carId', 'integer'), get: list, post: ok },
        '/cars/{carId}/rents/{id}': {
          parameters: ['carId', 'id'].flatMap(
            (name) => inPath(name, 'integer')['parameters'] as Json[],
          ),
          get: ok,
          patch: ok,
        },
      }),
    );
    expect(faults).toEqual([]);
    const { id } = ask('POST /cars/1/rents', { days: 3 }).json as { id: number };
    expect(ask(`GET /cars/1/rents/${id}`).json).toMatchObject({ id, days: 3 });
    ask(`PATCH /cars/1/rents/${id}`, { days: 4 });
    expect(ask('GET /cars/1/rents').json).toMatchObject([{ id, days: 4 }]);
  });

  it('is not at the prefix of a service', () => {
    const { taken } = openApiMock(
      documentOf({
        '/api/all': { get: { ...ok, summary: 'All papers' } },
        '/api/users': { get: ok },
        '/api/papers': { post: { ...body(kite), responses: { 201: { description: '' } } } },
      }),
    );
    expect(taken['GET /api/users']).toMatch(/^list of/);
  });
});
