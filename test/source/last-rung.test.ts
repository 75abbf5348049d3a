// Operations that no other rule gives a role: their method and path do, and the mock keeps rows. What a
// document describes speaks against that.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { contractsOfOpenApi } from '../../src/source/source.ts';
import { listOf, openApiMock, operation, things } from '../support/openapi-mock.ts';

const silent: JsonObject = { responses: { 200: { description: 'OK' } } };
const mute: JsonObject = { responses: {} };
const answers = (...given: Parameters<typeof operation>): JsonObject =>
  operation(...given) as JsonObject;
const taking = (...names: string[]): JsonObject => ({
  requestBody: { content: { 'application/json': { schema: things(...names) } } },
});
const at = (operations: JsonObject): Json => ({
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  ...operations,
});
const documentOf = (paths: JsonObject): JsonObject => ({ openapi: '3.0.3', paths });
const mockOf = (paths: JsonObject) => {
  const mock = openApiMock(documentOf(paths));
  expect(mock.faults).toEqual([]);
  return mock;
};
const ship = things('id', 'name');
const fleet = things('id', 'name', 'status', 'berth', 'captain');
const ships = {
  '/ships': { get: answers(200, listOf(ship)), post: answers(201, ship, things('name')) },
  '/ships/{id}': at({ get: answers(200, ship) }),
};

describe('an item', () => {
  it('is replaced by a PUT of which no body is described', () => {
    const { ask, taken } = mockOf({
      ...ships,
      '/ships/{id}': at({ get: answers(200, ship), put: silent }),
    });
    expect(taken['PUT /ships/{id}']).toBe('replace of ships');
    const { id } = ask('POST /ships', { name: 'a' }).json as { readonly id: string };
    ask(`PUT /ships/${id}`, { name: 'zzq' });
    expect(ask(`GET /ships/${id}`).json).toMatchObject({ name: 'zzq' });
  });

  it('is changed at the path of one of its members, by PATCH without a body, and by POST that sets', () => {
    const { ask, taken } = mockOf({
      '/ships': { get: answers(200, listOf(fleet)), post: answers(201, fleet, things('name')) },
      '/ships/{id}': at({ get: answers(200, fleet) }),
      '/ships/{id}/status': at({ patch: silent }),
      '/ships/{id}/harbour': at({ patch: { ...silent, ...taking('berth') } }),
      '/ships/{id}/assign-captain': at({ post: { ...silent, ...taking('captain') } }),
    });
    const { id } = ask('POST /ships', { name: 'a' }).json as { readonly id: string };
    for (const [request, sent] of [
      ['PATCH /ships/{id}/status', { status: 'zzq' }],
      ['PATCH /ships/{id}/harbour', { berth: 'zzr' }],
      ['POST /ships/{id}/assign-captain', { captain: 'zzs' }],
    ] as const) {
      expect(taken[request]).toBe('update of ships');
      ask(request.replace('{id}', id), sent);
      expect(ask(`GET /ships/${id}`).json).toMatchObject(sent);
    }
  });

  it.each([
    ['/ships/{id}/members', 'post', { ...silent, ...taking('userId') }],
    ['/ships/{id}/cancel', 'patch', silent],
    ['/ships/{id}/avatar', 'put', { ...silent, ...taking('file') }],
    ['/ships/{id}/withdraw', 'put', { ...silent, ...taking('amount') }],
    ['/ships/{id}/unmoor', 'put', { ...silent, ...taking('id', 'name') }],
  ])('is not what %s is about', (path, method, one) => {
    const { taken } = mockOf({ ...ships, [path]: at({ [method]: one }) });
    expect(taken[`${method.toUpperCase()} ${path}`]).toBe('action');
  });
});

describe('an item that nothing lists or makes', () => {
  it('is replaced and removed, and any id is answered', () => {
    const { ask, taken } = mockOf({ '/buoys/{id}': at({ put: silent, delete: silent }) });
    expect(taken).toEqual({
      'PUT /buoys/{id}': 'replace of buoys',
      'DELETE /buoys/{id}': 'remove of buoys',
    });
    expect(ask('PUT /buoys/none', { name: 'zzq' }).status).toBe(200);
    expect(ask('DELETE /buoys/none').status).toBe(200);
  });

  it('is removed alone', () => {
    const { ask, taken } = mockOf({ '/plan/{plan_id}': { delete: silent } });
    expect(taken['DELETE /plan/{plan_id}']).toBe('remove of plan');
    expect(ask('DELETE /plan/7').status).toBe(200);
  });

  it.each([
    ['delete', '/auth/{id}'],
    ['delete', '/unlock/{id}'],
    ['delete', '/reports/{id}'],
    ['put', '/followers/{id}'],
    ['patch', '/reset-password/{id}'],
  ])('is not what %s %s is about', (method, path) => {
    const { taken } = mockOf({ [path]: at({ [method]: silent }) });
    expect(taken[`${method.toUpperCase()} ${path}`]).toBe('action');
  });

  it('is at a parameter in angle brackets, too', () => {
    const { taken } = mockOf({
      '/ships': ships['/ships'],
      '/ships/<int:id>': { get: answers(200, ship) },
    });
    expect(Object.values(taken)).toContain('read of ships');
  });

  it('is nothing that a service is tested for', () => {
    const { taken } = contractsOfOpenApi(documentOf({ '/plan/{id}': at({ delete: silent }) }), {
      name: 'api.json',
      undescribed: 'left-open',
    });
    expect(taken.map(({ as }) => as)).toEqual(['action']);
  });
});

describe('a list', () => {
  it('is what GET shows at a plural, and has rows', () => {
    const { ask, taken } = mockOf({ '/crews': { get: silent }, '/crews/anchors': { get: silent } });
    expect(taken['GET /crews/anchors']).toBe('list of anchors');
    expect(ask('GET /crews/anchors').json).toMatchObject([{ id: expect.anything() }, {}]);
  });

  it('has what is sent to be made there, where POST lists', () => {
    const message = things('id', 'text');
    const { ask, taken } = mockOf({
      '/chat/messages': {
        post: { ...answers(200, listOf(message), things('room')), summary: 'List of messages' },
      },
      '/chat/send-message': { post: { ...silent, ...taking('room', 'text') } },
    });
    expect(taken).toEqual({
      'POST /chat/messages': 'list of messages',
      'POST /chat/send-message': 'create of messages',
    });
    ask('POST /chat/send-message', { room: '1', text: 'zzq' });
    expect(JSON.stringify(ask('POST /chat/messages', { room: '1' }).json)).toContain('zzq');
  });

  it.each([
    ['a text', { type: 'string' }],
    ['a map of texts', { type: 'object', additionalProperties: { type: 'string' } }],
    ['several lists', { type: 'object', properties: { a: listOf(ship), b: listOf(ship) } }],
    ['texts', { type: 'array', items: { type: 'string' } }],
  ])('is none where %s is described', (_, schema) => {
    const { taken } = mockOf({ '/moles': { get: answers(200, schema as Json) } });
    expect(taken['GET /moles']).not.toMatch('list');
  });

  it('is those above that are of the caller', () => {
    const { ask, taken } = mockOf({
      '/bookings': { post: { ...mute, summary: 'Book a session' } },
      '/bookings/me': { get: silent },
    });
    expect(Object.values(taken).map((one) => one.split(' ')[0])).toEqual(['create', 'list']);
    ask('POST /bookings', { day: 'zzq' });
    expect(JSON.stringify(ask('GET /bookings/me').json)).toContain('zzq');
  });
});

describe('a creation', () => {
  it('is POST at a plural that takes members', () => {
    const { ask, taken } = mockOf({
      '/ships/{id}/replies': at({
        post: { ...answers(200, things('message')), ...taking('text') },
      }),
    });
    expect(taken['POST /ships/{id}/replies']).toBe('create of replies');
    expect(ask('POST /ships/1/replies', { text: 'a' }).status).toBe(200);
  });

  it.each([
    ['answers what it does not take', '/routes', answers(200, things('ticket'), things('name'))],
    ['takes a number', '/labels', answers(200, null, { type: 'integer' })],
    ['takes nothing', '/mails', silent],
    ['is below a verb', '/send/emails', { ...silent, ...taking('to', 'text') }],
    ['gives access', '/sessions', { ...silent, ...taking('name', 'day') }],
  ])('is none where it %s', (_, path, post) => {
    expect(mockOf({ [path]: { post } }).taken[`POST ${path}`]).toBe('action');
  });
});

describe('what the caller has one of', () => {
  it('is kept at a path that is read, changed and removed, whatever is sent', () => {
    const { ask, taken } = mockOf({
      '/team': {
        get: answers(200, things('title', 'points')),
        put: answers(200, { type: 'string' }, things('name')),
        delete: silent,
      },
    });
    expect(new Set(Object.values(taken))).toEqual(new Set(['singleton of team']));
    ask('PUT /team', { name: 'zzq' });
    expect(ask('GET /team').json).toMatchObject({ name: 'zzq' });
    ask('DELETE /team');
    expect(ask('GET /team').status).toBe(404);
  });

  it.each([
    ['get', '/users', { ...silent, summary: 'Get user profile' }],
    ['delete', '/user/delete_account', silent],
    ['post', '/user/update-profile', { ...silent, ...taking('name') }],
    ['post', '/update-settings', silent],
    ['put', '/user/privacy', { ...silent, ...taking('level') }],
  ])('is %s %s', (method, path, one) => {
    const { taken } = mockOf({ [path]: { [method]: one } });
    expect(taken[`${method.toUpperCase()} ${path}`]).toMatch('singleton');
  });

  it.each(['/health', '/health.json', '/persons'])('is nothing at %s', (path) => {
    const post = { ...silent, ...taking('name') };
    const { taken } = mockOf({ [path]: { get: silent, put: silent, post, delete: silent } });
    expect(taken[`PUT ${path}`]).not.toMatch('singleton');
  });

  it('is nothing at a step that is a parameter in part', () => {
    const step = '/kegs/{id}{suffix}';
    const parameters = ['id', 'suffix'].map((name) => ({ name, in: 'path', required: true }));
    const { taken } = mockOf({ [step]: { parameters, get: silent, delete: silent } });
    expect(Object.values(taken)).toEqual(['action', 'action']);
  });

  it('is at the path of each operation, where accounts are read and changed apart', () => {
    const user = things('id', 'email', 'name');
    const { taken } = mockOf({
      '/login': { post: answers(200, things('token'), things('email', 'password')) },
      '/users/{id}': at({ get: answers(200, user) }),
      '/users': { post: answers(201, user, things('email', 'password')) },
      '/user/profile': { get: answers(200, user) },
      '/user/profile/update': { put: answers(200, user, things('name')) },
    });
    expect(taken['GET /user/profile']).toMatch('singleton');
    expect(taken['PUT /user/profile/update']).toMatch('singleton');
  });
});

describe('what paths alone say', () => {
  const paths = {
    ...ships,
    '/crews/anchors': { get: silent },
    '/user/update-profile': { post: { ...silent, ...taking('name') } },
    '/ships/{id}/harbour': at({ patch: { ...silent, ...taking('berth') } }),
    '/replies': { post: { ...answers(200, things('message')), ...taking('text') } },
  };

  it('is nothing that a service is tested for', () => {
    const { taken } = contractsOfOpenApi(documentOf(paths), {
      name: 'api.json',
      undescribed: 'left-open',
    });
    const roles = new Map(taken.map(({ method, path, as }) => [`${method} ${path}`, as]));
    for (const one of [
      'GET /crews/anchors',
      'POST /user/update-profile',
      'PATCH /ships/{id}/harbour',
      'POST /replies',
    ])
      expect(roles.get(one)).toBe('action');
  });
});
