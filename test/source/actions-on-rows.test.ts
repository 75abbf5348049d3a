// Operations at paths of their own that do to items what others do, in a mock.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import type { Profile } from '../../src/contract/choices.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const parameters = (...names: readonly string[]): Json =>
  names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: /Id$|^id$/.test(name) ? 'integer' : 'string' },
  }));

const word: Json = { type: 'string' };
const words: Json = { type: 'array', items: word };
const gone = { responses: { 204: { description: 'gone' }, 404: { description: 'not there' } } };
const Member = things('id', 'username', 'email');
const draft = things('username', 'email');

const mockOf = (
  paths: JsonObject,
  schemas: JsonObject = { Member },
  pins: Partial<Profile> = {},
) => {
  const document = {
    openapi: '3.0.3',
    paths: {
      '/members': {
        get: operation(200, listOf(ref('Member'))),
        post: operation(201, ref('Member'), draft),
      },
      '/members/{id}': {
        parameters: parameters('id'),
        get: operation(200, ref('Member')),
        delete: gone,
      },
      ...paths,
    },
    components: { schemas },
  };
  const mock = openApiMock(document, {}, {}, pins);
  expect(mock.faults).toEqual([]);
  return mock;
};

const ann = { username: 'ann', email: 'ann@example.com' };

describe('contractsOfOpenApi, of items by another member than their id', () => {
  const mock = mockOf({
    '/members/username/{username}': {
      parameters: parameters('username'),
      get: operation(200, ref('Member')),
      delete: gone,
    },
    '/members/by-email/{mail}': {
      parameters: parameters('mail'),
      get: operation(200, ref('Member')),
    },
  });

  it('reads and removes them', () => {
    expect(mock.taken).toMatchObject({
      'GET /members/username/{username}': 'read of members',
      'DELETE /members/username/{username}': 'remove of members',
      'GET /members/by-email/{mail}': 'read of members',
    });
    expect(mock.why['GET /members/by-email/{mail}']).toBe(
      'it answers an item of /members, and {mail} is its "email"',
    );
    const missing = mock.ask('GET /members/username/ann');
    expect(missing).toMatchObject({
      status: 404,
      json: { detail: 'there is no item of members with the username ann' },
    });
    const made = mock.ask('POST /members', ann).json;
    mock.ask('POST /members', { username: 'bo', email: 'bo@example.com' });
    expect(mock.ask('GET /members/username/ann')).toEqual({ status: 200, json: made });
    expect(mock.ask('GET /members/by-email/ann%40example.com').json).toEqual(made);
    expect(mock.ask('DELETE /members/username/ann').status).toBe(204);
    expect(mock.ask('GET /members/1').status).toBe(404);
    expect(mock.ask('GET /members').json).toMatchObject([{ username: 'bo' }]);
    expect(mock.ask('DELETE /members/username/ann').status).toBe(404);
  });
});

describe('openApiMock, of a read by another member, where an item lacks a member', () => {
  it('shows null only where the read of the item does', () => {
    const byName = {
      '/members/username/{username}': {
        parameters: parameters('username'),
        get: operation(200, ref('Member')),
      },
    };
    const { ask } = mockOf(byName, undefined, { 'fields.unset': 'null' });
    ask('POST /members', { username: 'ann' });
    expect(ask('GET /members/1').json).toEqual({ id: 1, username: 'ann', email: null });
    expect(ask('GET /members/username/ann').json).toEqual({ id: 1, username: 'ann' });
  });
});

describe('contractsOfOpenApi, of ids of several members', () => {
  it('reads and removes an item by all of them', () => {
    const Shift = things('workerId', 'placeId', 'day', 'note');
    const mock = mockOf(
      {
        '/shifts': {
          get: operation(200, listOf(ref('Shift'))),
          post: operation(201, ref('Shift'), ref('Shift')),
        },
        '/shifts/{workerId}/{placeId}/{day}': {
          parameters: parameters('workerId', 'placeId', 'day'),
          get: operation(200, ref('Shift')),
          delete: gone,
        },
      },
      { Member, Shift },
    );
    expect(mock.taken['GET /shifts/{workerId}/{placeId}/{day}']).toBe('read of shifts');
    const shift = { workerId: 7, placeId: 8, day: 'monday', note: 'zzq' };
    mock.ask('POST /shifts', shift);
    mock.ask('POST /shifts', { ...shift, placeId: 9 });
    expect(mock.ask('GET /shifts/7/8/monday').json).toMatchObject(shift);
    expect(mock.ask('GET /shifts/7/8/sunday').status).toBe(404);
    expect(mock.ask('DELETE /shifts/7/8/monday').status).toBe(204);
    expect(mock.ask('GET /shifts/7/8/monday').status).toBe(404);
    expect(mock.ask('GET /shifts').json).toMatchObject([{ placeId: 9 }]);
  });
});

describe('contractsOfOpenApi, of verbs in paths', () => {
  const mock = mockOf({
    '/members/save': { post: operation(200, ref('Member'), draft) },
    '/members/update': { put: operation(200, ref('Member'), ref('Member')) },
    '/members/delete/{id}': { parameters: parameters('id'), delete: gone },
    '/auth/register': { post: operation(200, null, things('username', 'email', 'password')) },
    '/auth/login': { post: operation(200, things('token'), things('username', 'password')) },
    '/members/{id}/promote': {
      parameters: parameters('id'),
      post: operation(200, ref('Member'), things('rank')),
    },
  });

  it('creates, replaces and removes the items that lists and reads show', () => {
    expect(mock.taken).toMatchObject({
      'POST /members/save': 'create of members',
      'PUT /members/update': 'replace of members',
      'DELETE /members/delete/{id}': 'remove of members',
      'POST /auth/register': 'registration of members',
      'POST /auth/login': 'login of members',
      'POST /members/{id}/promote': 'action',
    });
    expect(mock.ask('POST /members/save', ann)).toMatchObject({ status: 200, json: ann });
    expect(mock.ask('GET /members/1').json).toMatchObject(ann);
    mock.ask('PUT /members/update', { id: 1, username: 'eve', email: 'eve@example.com' });
    expect(mock.ask('GET /members/1').json).toMatchObject({ username: 'eve' });
    expect(mock.ask('PUT /members/update', { username: 'x' }).status).toBeGreaterThanOrEqual(400);
    expect(mock.ask('DELETE /members/delete/1').status).toBe(204);
    expect(mock.ask('GET /members/1').status).toBe(404);
  });

  it('registers one of the people, without showing what only the registration takes', () => {
    expect(mock.ask('POST /auth/register', { ...ann, password: 'p' }).status).toBe(200);
    const [one] = mock.ask('GET /members').json as readonly JsonObject[];
    expect(one).toMatchObject(ann);
    expect(one).not.toHaveProperty('password');
  });

  it('refuses what it must', () => {
    expect(mock.ask('POST /members/save', { username: 7 }).status).toBe(422);
  });
});

describe('contractsOfOpenApi, of a path with and without a slash at its end', () => {
  it('takes both for one operation', () => {
    const mock = mockOf({ '/members/': { get: operation(200, listOf(ref('Member'))) } });
    expect(mock.taken['GET /members/']).toBe('list of members');
    expect(mock.why['GET /members/']).toBe('it is GET /members with another slash');
  });
});

describe('contractsOfOpenApi, of paths that the document ends in a slash', () => {
  const kite = {
    type: 'object',
    required: ['name'],
    properties: { id: { type: 'integer' }, name: word },
  };
  const paths = {
    '/kites/': {
      get: operation(200, { type: 'array', items: kite }),
      post: operation(201, kite, kite),
    },
    '/kites/{id}/': { get: operation(200, kite) },
    '/wind/': { get: operation(200, { type: 'object' }) },
    '/calm': { get: operation(200, { type: 'object' }) },
  };

  it('answers there, whatever a choice says of other slashes', () => {
    const mock = openApiMock({ openapi: '3.1.0', paths }, {}, {}, { 'path.slash': 'unrouted' });
    expect(mock.ask('POST /kites/', { name: 'a' }).status).toBe(201);
    const statuses = ['/kites/', '/kites/1/', '/wind/', '/calm', '/calm/', '/kites'].map(
      (path) => mock.ask(`GET ${path}`).status,
    );
    expect(statuses).toEqual([200, 200, 200, 200, 404, 200]);
  });
});

describe('contractsOfOpenApi, of POST that answers the list of GET', () => {
  const kite = { type: 'object', properties: { id: word, name: word, tags: words } };
  const many = { type: 'array', items: kite };
  const takenWith = (sent: JsonObject): string | undefined =>
    openApiMock({
      openapi: '3.1.0',
      paths: {
        '/kites': {
          get: operation(200, many),
          post: operation(200, many, { type: 'object', properties: sent }),
        },
        '/kites/{id}': { get: operation(200, kite) },
      },
    }).taken['POST /kites'];

  it('asks for items if most of what it takes is no member of them', () => {
    expect(takenWith({ ids: words, names: words, tags: words })).toBe('action');
    expect(takenWith({ name: word, tags: words, from: word })).toBe('create of kites');
  });
});

describe('contractsOfOpenApi, of a list at the path at which items are created', () => {
  const kite = { type: 'object', required: ['name'], properties: { id: word, name: word } };
  const Kite = ref('Kite');

  it('answers both', () => {
    const mock = mockOf(
      {
        '/kites/create/': {
          get: operation(200, listOf(Kite)),
          post: operation(201, Kite, Kite),
        },
        '/kites/retrieve/': { get: operation(200, listOf(Kite)) },
        '/kites/{id}/update/': {
          parameters: parameters('id'),
          put: operation(200, Kite, Kite),
        },
      },
      { Kite: kite },
    );
    expect(mock.taken['POST /kites/create/']).toBe('create of kites');
    expect(mock.ask('POST /kites/create/', { name: 'a' }).status).toBe(201);
    for (const path of ['/kites/create/', '/kites/retrieve/', '/kites/create'])
      expect(mock.ask(`GET ${path}`).json).toMatchObject([{ name: 'a' }]);
    expect(mock.ask('DELETE /kites/create/').status).toBe(405);
  });
});
