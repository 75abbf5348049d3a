// Lists and items of which a document says nothing but what their paths, parameters and words tell.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { openApiMock } from '../support/openapi-mock.ts';

const ok = { responses: { 200: { description: 'OK' } } };
const documentOf = (paths: JsonObject): JsonObject => ({
  openapi: '3.0.3',
  info: { title: 'Harbour', version: '1' },
  paths,
});
const content = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
const inPath = (name: string): JsonObject => ({
  parameters: [{ name, in: 'path', required: true, schema: { type: 'integer' } }],
});
const inQuery = (...names: readonly string[]): JsonObject => ({
  parameters: names.map((name) => ({ name, in: 'query', schema: { type: 'integer' } })),
});

describe('an envelope whose contents may be anything', () => {
  const outcome = { code: { type: 'integer' }, msg: { type: 'string' } };
  const answers = (data: Json): JsonObject => ({
    responses: {
      200: { description: '', ...content({ type: 'object', properties: { ...outcome, data } }) },
    },
  });
  const boat = { type: 'object', properties: { id: { type: 'integer' }, sail: {} } };
  const ids = {
    type: 'object',
    properties: { ids: { type: 'array', items: { type: 'integer' } } },
  };
  const { ask, taken, faults } = openApiMock(
    documentOf({
      '/boats': {
        get: answers({}),
        post: { ...answers({}), requestBody: content(boat) },
        delete: { ...answers({}), requestBody: content(ids) },
      },
      '/crews': { get: answers({ type: 'object' }), post: answers({}) },
    }),
  );

  it('holds the items, and their list', () => {
    expect(faults).toEqual([]);
    expect(taken).toMatchObject({
      'GET /boats': 'list of boats',
      'POST /boats': 'create of boats',
      'GET /crews': 'list of crews',
    });
    const { json } = ask('POST /boats', { sail: 'red' });
    expect(json).toMatchObject({ code: expect.any(Number), data: { id: 1, sail: 'red' } });
    expect(ask('GET /boats').json).toMatchObject({ data: [{ id: 1, sail: 'red' }] });
    expect(ask('GET /crews').json).toMatchObject({ data: { items: [] } });
  });

  it('loses the items that DELETE names in its body, and no others', () => {
    expect(taken['DELETE /boats']).toBe('remove of boats');
    for (const sail of ['white', 'blue']) ask('POST /boats', { sail });
    expect(ask('DELETE /boats', { ids: [2, 3] }).status).toBe(200);
    expect(ask('GET /boats').json).toMatchObject({ data: [{ id: 1 }] });
    expect(ask('DELETE /boats', { ids: [2] }).status).toBe(404);
    expect(ask('DELETE /boats', { ids: [1] }).status).toBe(200);
  });
});

describe('the id in the query', () => {
  const boat = {
    type: 'object',
    properties: { id: { type: 'integer' }, sail: { type: 'string' } },
  };
  const shown = { responses: { 200: { description: '', ...content(boat) } } };
  const { ask, taken } = openApiMock(
    documentOf({
      '/boats': {
        get: {
          responses: { 200: { description: '', ...content({ type: 'array', items: boat }) } },
        },
        post: { ...shown, requestBody: content(boat) },
        put: {
          ...shown,
          ...inQuery('boatId'),
          requestBody: content({ ...boat, required: ['sail'] }),
        },
        delete: { ...ok, ...inQuery('boatId') },
      },
      '/boats/one': { get: { ...shown, ...inQuery('boat_id') } },
    }),
  );

  it('tells which item is read, replaced and removed', () => {
    expect(taken).toMatchObject({
      'GET /boats/one': 'read of boats',
      'DELETE /boats': 'remove of boats',
    });
    ask('POST /boats', { sail: 'red' });
    const id = (ask('POST /boats', { sail: 'blue' }).json as { readonly id: number }).id;
    expect(ask(`GET /boats/one?boat_id=${id}`).json).toEqual({ id, sail: 'blue' });
    expect(ask(`DELETE /boats?boatId=${id}`).status).toBe(200);
    expect(ask(`GET /boats/one?boat_id=${id}`).status).toBe(404);
    expect(ask('GET /boats').json).toMatchObject([{ sail: 'red' }]);
    expect(ask('GET /boats/one').status).toBe(404);
  });
});

describe('GET of which no answer is described', () => {
  it.each<[string, JsonObject, string]>([
    [
      'its items can be read',
      { '/fleet': { get: ok }, '/fleet/{id}': { ...inPath('id'), get: ok } },
      '/fleet',
    ],
    ['its name is a plural', { '/quays': { get: ok } }, '/quays'],
    [
      'the document calls it a list',
      { '/fleet': { get: { ...ok, summary: 'Alle Boote' } } },
      '/fleet',
    ],
    [
      'the document says so in other letters',
      { '/fleet': { get: { ...ok, summary: '船列表' } } },
      '/fleet',
    ],
    [
      'it is called so as a function',
      { '/fleet': { get: { ...ok, operationId: 'findAllOfFleet' } } },
      '/fleet',
    ],
    [
      'the document names several things',
      { '/fleet': { get: { ...ok, summary: 'Get boats' } } },
      '/fleet',
    ],
    ['it has pages', { '/fleet': { get: { ...ok, ...inQuery('page', 'size') } } }, '/fleet'],
    ['its path has a verb', { '/fleet/list': { get: ok } }, '/fleet/list'],
  ])('lists if %s', (_what, paths, path) => {
    const { taken, ask, why, faults } = openApiMock(documentOf(paths));
    expect(faults).toEqual([]);
    expect(taken[`GET ${path}`]).toMatch(/^list of/);
    expect(why[`GET ${path}`]).toContain('its answer is assumed');
    expect(ask(`GET ${path}`).json).toEqual(expect.any(Array));
  });

  it.each<[string, string, JsonObject]>([
    ['tells of the server', '/actuator/beans', {}],
    ['is an extract', '/boatsExcelExport', {}],
    ['counts', '/boats/stats', {}],
    ['says nothing at all', '/fleet', { summary: 'Fleet' }],
    ['has one thing', '/fleet', { summary: 'Get the flagship' }],
  ])('lists nothing if it %s', (_what, path, more) => {
    const { taken } = openApiMock(documentOf({ [path]: { get: { ...ok, ...more } } }));
    expect(taken[`GET ${path}`]).toBe('action');
  });

  it('shows known things below another list, and new ones by their plural', () => {
    const { taken } = openApiMock(
      documentOf({
        '/boats': { get: ok },
        '/crews': { get: ok },
        '/crews/boats': { get: ok },
        '/crews/anchors': { get: ok },
        '/boats/mine': { get: { ...ok, summary: 'List my boats' } },
      }),
    );
    expect(taken).toMatchObject({
      'GET /crews/boats': 'view of crews-boats',
      'GET /boats/mine': 'view of mine',
      'GET /crews/anchors': 'list of anchors',
    });
  });

  it('has the items that a read beside it describes', () => {
    const sail = { type: 'object', properties: { id: { type: 'integer' }, colour: {} } };
    const { taken, ask } = openApiMock(
      documentOf({
        '/sails': { get: ok },
        '/sails/{id}': {
          ...inPath('id'),
          get: { responses: { 200: { description: '', ...content(sail) } } },
        },
      }),
    );
    expect(taken['GET /sails']).toBe('list of sails');
    const [first] = ask('GET /sails').json as readonly { readonly id: number }[];
    expect(ask(`GET /sails/${first?.id}`).json).toEqual(first);
  });
});

describe('items whose names are in their paths', () => {
  const inText = (name: string): JsonObject => ({
    parameters: [{ name, in: 'path', required: true, schema: { type: 'string' } }],
  });

  it('are made, listed by their names and removed', () => {
    const names = { type: 'array', items: { type: 'string' } };
    const { ask, taken, faults } = openApiMock(
      documentOf({
        '/flags': { get: { responses: { 200: { description: '', ...content(names) } } } },
        '/flags/{flag}': { ...inText('flag'), post: ok, delete: ok },
      }),
    );
    expect(faults).toEqual([]);
    expect(taken).toEqual({
      'GET /flags': 'list of flags',
      'POST /flags/{flag}': 'create of flags',
      'DELETE /flags/{flag}': 'remove of flags',
    });
    ask('POST /flags/pilot');
    ask('POST /flags/quarantine');
    ask('DELETE /flags/pilot');
    expect(ask('GET /flags').json).toEqual(['quarantine']);
  });

  it('are made by POST and shown by GET, of which nothing is said', () => {
    const any = { requestBody: content({ type: 'object' }), ...ok };
    const { ask, taken, faults } = openApiMock(
      documentOf({ '/alarms/{name}': { ...inText('name'), get: ok, post: any, put: any } }),
    );
    expect(faults).toEqual([]);
    expect(Object.values(taken)).toEqual([
      'read of alarms',
      'replace of alarms',
      'create of alarms',
    ]);
    expect(ask('GET /alarms/dawn').status).toBe(404);
    ask('POST /alarms/dawn', { at: '05:10' });
    expect(ask('GET /alarms/dawn').json).toMatchObject({ at: '05:10' });
  });

  it('are none if nothing lists or reads them', () => {
    const { taken } = openApiMock(
      documentOf({ '/token/{name}': { ...inText('name'), post: ok, delete: ok } }),
    );
    expect(Object.values(taken)).toEqual(['action', 'action']);
  });
});

describe('operations beside the usual ones', () => {
  const keeper = {
    type: 'object',
    properties: { id: { type: 'integer' }, name: { type: 'string' }, mail: { type: 'string' } },
  };
  const shown = (schema: Json): JsonObject => ({
    responses: { 200: { description: '', ...content(schema) } },
  });
  const keepers = {
    '/users': { get: shown({ type: 'array', items: keeper }) },
    '/users/{id}': { ...inPath('id'), get: shown(keeper) },
  };

  it('read an item by a member in the query', () => {
    const find = { parameters: [{ name: 'mail', in: 'query', schema: { type: 'string' } }] };
    const { ask, taken, why } = openApiMock(
      documentOf({ ...keepers, '/users/find': { get: { ...shown(keeper), ...find } } }),
    );
    expect(taken['GET /users/find']).toBe('read of users');
    expect(why['GET /users/find']).toContain('?mail is its "mail"');
    const [first] = ask('GET /users').json as readonly { readonly mail: string }[];
    expect(ask(`GET /users/find?mail=${encodeURIComponent(first?.mail ?? '')}`).json).toEqual(
      first,
    );
    expect(ask('GET /users/find?mail=nobody').status).toBe(404);
  });

  it.each(['/auth/register', '/user/sign-up', '/accounts/new-user', '/usuarios/cadastrar'])(
    'register at %s, with a password and one member of the users',
    (path) => {
      const sent = { type: 'object', properties: { name: {}, password: { type: 'string' } } };
      const { ask, taken } = openApiMock(
        documentOf({ ...keepers, [path]: { post: { ...ok, requestBody: content(sent) } } }),
      );
      expect(taken[`POST ${path}`]).toMatch(/^(?:create|registration) of/);
      expect(ask(`POST ${path}`, { name: 'Ida', password: 'x' }).status).toBe(200);
      expect(ask('GET /users').json).toContainEqual(expect.objectContaining({ name: 'Ida' }));
    },
  );

  it('register where nothing is said of the users but their id', () => {
    const sent = { type: 'object', properties: { login: {}, password: { type: 'string' } } };
    const { taken } = openApiMock(
      documentOf({
        '/admin/users': { get: ok },
        '/register': { post: { ...ok, requestBody: content(sent) } },
      }),
    );
    expect(taken['POST /register']).toMatch(/^(?:create|registration) of/);
  });

  it('do not register without a password, with nothing that users have', () => {
    const sent = { type: 'object', properties: { code: { type: 'string' } } };
    const { taken } = openApiMock(
      documentOf({ ...keepers, '/register': { post: { ...ok, requestBody: content(sent) } } }),
    );
    expect(taken['POST /register']).toBe('action');
  });

  it('create at a path that ends with the parameter of another thing', () => {
    const berth = {
      type: 'object',
      properties: { id: { type: 'integer' }, quay: { type: 'integer' }, depth: {} },
    };
    const two = {
      parameters: ['quay', 'berthId'].map((name) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'integer' },
      })),
    };
    const writing = { ...shown(berth), requestBody: content(berth) };
    const { ask, taken, faults } = openApiMock(
      documentOf({
        '/berths/{quay}': { ...inPath('quay'), post: writing },
        '/berths/{quay}/{berthId}': { ...two, get: shown(berth), put: writing, delete: ok },
      }),
    );
    expect(faults).toEqual([]);
    expect(Object.values(taken).map((one) => one.split(' ')[0])).toEqual([
      'create',
      'read',
      'replace',
      'remove',
    ]);
    const { id } = ask('POST /berths/7', { depth: 3 }).json as { readonly id: number };
    expect(ask(`GET /berths/7/${id}`).json).toMatchObject({ id, depth: 3 });
    expect(ask(`DELETE /berths/7/${id}`).status).toBe(200);
    expect(ask(`GET /berths/7/${id}`).status).toBe(404);
  });

  it('remove what they remove with a success, though refusals alone are named', () => {
    const refused = { responses: { 400: { description: '', ...content({ type: 'object' }) } } };
    const { ask } = openApiMock(
      documentOf({
        ...keepers,
        '/users/{id}': { ...inPath('id'), get: shown(keeper), delete: refused },
      }),
    );
    const [first] = ask('GET /users').json as readonly { readonly id: number }[];
    expect(ask(`DELETE /users/${first?.id}`).status).toBeLessThan(300);
    expect(ask(`GET /users/${first?.id}`).status).toBe(404);
  });

  it('let somebody in, and list nothing', () => {
    const token = { type: 'object', properties: { id: { type: 'integer' }, token: {} } };
    const { taken } = openApiMock(
      documentOf({ '/auth/refresh': { get: shown({ type: 'array', items: token }) } }),
    );
    expect(taken['GET /auth/refresh']).toBe('action');
  });
});

describe('items whose schema is not there', () => {
  const lost = { $ref: '#/components/schemas/Pier' };
  const { ask, taken, faults, notes } = openApiMock(
    documentOf({
      '/piers': {
        get: {
          responses: { 200: { description: '', ...content({ type: 'array', items: lost }) } },
        },
        post: {
          requestBody: content({ type: 'object', properties: { length: { type: 'integer' } } }),
          responses: { 201: { description: 'made' } },
        },
      },
      '/piers/{id}': {
        ...inPath('id'),
        get: { responses: { 200: { description: '', ...content(lost) } } },
        delete: ok,
      },
    }),
  );

  it('are those that are sent: the reference costs its note alone', () => {
    expect(faults).toEqual([]);
    expect(notes.join()).toContain('#/components/schemas/Pier leads nowhere');
    expect(Object.values(taken)).toEqual([
      'list of piers',
      'create of piers',
      'read of piers',
      'remove of piers',
    ]);
    expect(ask('POST /piers', { length: 90 }).json).toEqual({ id: 1, length: 90 });
    expect(ask('GET /piers').json).toEqual([{ id: 1, length: 90 }]);
    expect(ask('GET /piers/1').json).toEqual({ id: 1, length: 90 });
    ask('DELETE /piers/1');
    expect(ask('GET /piers').json).toEqual([]);
  });
});
