// Documents that say little of what can be made, or say it in a form of their own: envelopes of one
// team, silent reads, single items that POST makes.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const at = (name: string, operations: JsonObject, type = 'string'): Json => ({
  parameters: [{ name, in: 'path', required: true, schema: { type } }],
  ...operations,
});
const gone = { responses: { 204: { description: 'gone' } } };
const silent = { responses: { default: { description: 'done' } } };
const taking = (schema: Json, operations: JsonObject): JsonObject => ({
  ...operations,
  requestBody: { content: { 'application/json': { schema } } },
});
const mockOf = (paths: JsonObject, schemas: JsonObject = {}) => {
  const mock = openApiMock({ openapi: '3.0.3', paths, components: { schemas } });
  expect(mock.faults).toEqual([]);
  return mock;
};

describe('contractsOfOpenApi, of an envelope of one team', () => {
  const around = (data: Json): Json => ({
    type: 'object',
    properties: {
      data,
      outcome: { type: 'string' },
      stack: { type: 'string' },
      hint: { type: 'string' },
    },
  });
  const Case = things('caseId', 'topic');
  const paths = {
    '/cases': { post: operation(201, ref('OfCase'), things('topic')) },
    '/cases/{caseId}': at('caseId', { get: operation(200, ref('OfCase')) }, 'integer'),
  };

  it('finds the item in what stands around several things', () => {
    const mock = mockOf(
      {
        ...paths,
        '/a': { get: operation(200, ref('OfText')) },
        '/b': { get: operation(200, ref('OfOther')) },
      },
      {
        Case,
        OfCase: around(ref('Case')),
        OfText: around({ type: 'string' }),
        OfOther: around(things('left', 'right')),
      },
    );
    const made = mock.ask('POST /cases', { topic: 'zzq' }).json as { data: { caseId: number } };
    expect(made.data).toMatchObject({ topic: 'zzq' });
    expect(mock.ask(`GET /cases/${made.data.caseId}`).json).toMatchObject({
      data: { topic: 'zzq' },
    });
  });

  it('takes what is around one thing alone for members of it', () => {
    const mock = mockOf(paths, { Case, OfCase: around(ref('Case')) });
    expect(mock.contracts).not.toMatchObject([{ item: { at: '/data' } }]);
  });
});

describe('contractsOfOpenApi, of reads of which nothing is said', () => {
  it('answers the item of the list beside it', () => {
    const mock = mockOf(
      {
        '/tools': {
          get: operation(200, listOf(ref('Tool'))),
          post: operation(201, ref('Tool'), things('name')),
        },
        '/tools/{id}': at(
          'id',
          { get: operation(200, { type: 'object' }), delete: gone },
          'integer',
        ),
      },
      { Tool: things('id', 'name', 'colour') },
    );
    expect(mock.taken['GET /tools/{id}']).toBe('read of tools');
    mock.ask('POST /tools', { name: 'saw' });
    expect(mock.ask('GET /tools/1').json).toMatchObject({ id: 1, name: 'saw' });
  });

  it('reads an item at its profile, if nothing else does', () => {
    const mock = mockOf(
      {
        '/users': { post: taking(ref('User'), { responses: { 201: { description: 'made' } } }) },
        '/users/{username}': at('username', { delete: gone }),
        '/users/{username}/profile': at('username', { get: operation(200, { type: 'object' }) }),
        '/profile/{topic}': at('topic', { get: operation(200, things('topic', 'text')) }),
      },
      { User: things('username', 'town') },
    );
    expect(mock.taken).toMatchObject({
      'GET /users/{username}/profile': 'read of users',
      'GET /profile/{topic}': 'read of profile',
    });
    mock.ask('POST /users', { username: 'ann', town: 'zzq' });
    expect(mock.ask('GET /users/ann/profile').json).toMatchObject({ town: 'zzq' });
    expect(mock.ask('DELETE /users/ann').status).toBe(204);
    expect(mock.ask('GET /users/ann/profile').status).toBe(404);
  });

  it('reads an item at its configuration, if what is at the item lists something else', () => {
    const listing = (summary: string, operations: JsonObject = {}): JsonObject => ({
      get: { summary, ...(operation(200, {}) as JsonObject) },
      put: {
        ...taking(ref('Peer'), { responses: { 200: { description: 'done' } } }),
        summary: 'Define a new peer, or update an existing one',
      },
      delete: gone,
      ...operations,
    });
    const paths = (summary: string): JsonObject => ({
      '/peers/{id}': at('id', listing(summary)),
      '/peers/{id}/configuration': at('id', { get: operation(200, ref('Peer')) }),
    });
    const Peer = things('host', 'username', 'password');
    const mock = mockOf(paths('List the operations of a peer'), { Peer });
    expect(mock.taken).toMatchObject({
      'GET /peers/{id}': 'action',
      'GET /peers/{id}/configuration': 'read of peers',
    });
    mock.ask('PUT /peers/ann', { host: 'zzq', username: 'eve', password: 'x' });
    expect(mock.ask('GET /peers/ann/configuration').json).toMatchObject({ host: 'zzq' });
    mock.ask('DELETE /peers/ann');
    expect(mock.ask('GET /peers/ann/configuration').status).toBe(404);

    expect(mockOf(paths('Get a peer'), { Peer }).taken['GET /peers/{id}']).toBe('read of peers');
  });
});

describe('contractsOfOpenApi, of a single item that POST makes and DELETE removes', () => {
  it('keeps it below its parent', () => {
    const mock = mockOf(
      {
        '/films': {
          get: operation(200, listOf(ref('Film'))),
          post: operation(201, ref('Film'), things('title')),
        },
        '/films/{id}': at('id', { get: operation(200, ref('Film')) }, 'integer'),
        '/films/{id}/rating': at(
          'id',
          { get: silent, post: taking(things('stars', 'comment'), silent), delete: silent },
          'integer',
        ),
      },
      { Film: things('id', 'title') },
    );
    expect(mock.taken['POST /films/{id}/rating']).toBe('singleton of rating');
    const { id } = mock.ask('POST /films', { title: 'x' }).json as { readonly id: number };
    const path = `/films/${id}/rating`;
    expect(mock.ask(`GET ${path}`).status).toBe(404);
    expect(mock.ask(`POST ${path}`, { stars: 'four' }).status).toBeLessThan(300);
    expect(mock.ask(`GET ${path}`).json).toMatchObject({ stars: 'four' });
    expect(mock.ask(`DELETE ${path}`).status).toBeLessThan(300);
    expect(mock.ask(`GET ${path}`).status).toBe(404);
  });
});

describe('contractsOfOpenApi, of what an operation says of itself', () => {
  it('creates what it answers, if it is called so', () => {
    const named = (summary: string, schema: Json): Json => ({
      ...(operation(200, ref('Service'), schema) as JsonObject),
      summary,
    });
    const mock = mockOf(
      {
        '/services': { get: operation(200, listOf(ref('Service'))) },
        '/services/{id}': at('id', { get: operation(200, ref('Service')) }, 'integer'),
        '/services/plain': { post: named('createPlainService', things('name', 'resource')) },
        '/services/plain/event': { post: named('createEventService', things('name', 'topic')) },
        '/services/check': { post: named('Checks a service', things('name', 'rule')) },
      },
      { Service: things('id', 'name', 'version', 'kind') },
    );
    expect(mock.taken).toMatchObject({
      'POST /services/plain': 'create of services',
      'POST /services/plain/event': 'create of services',
      'POST /services/check': 'action',
    });
    mock.ask('POST /services/plain/event', { name: 'zzq', topic: 't' });
    const listed = mock.ask('GET /services').json as readonly JsonObject[];
    expect(listed.map(({ name }) => name)).toContain('zzq');
  });
});

describe('contractsOfOpenApi, of a member that a path of its own names', () => {
  it('is not taken for the id that another path has', () => {
    const mock = mockOf(
      {
        '/logins': {
          get: operation(200, listOf(ref('Login'))),
          post: operation(201, ref('Login'), ref('Login')),
        },
        '/logins/{id}': at('id', { get: operation(200, ref('Login')), delete: gone }),
        '/logins/username/{username}': at('username', {
          get: operation(200, ref('Login')),
          delete: gone,
        }),
      },
      { Login: things('username', 'secret') },
    );
    mock.ask('POST /logins', { username: 'ann', secret: 's' });
    expect(mock.ask('GET /logins/username/ann').json).toMatchObject({ username: 'ann' });
    expect(mock.ask('DELETE /logins/username/ann').status).toBe(204);
    expect(mock.ask('GET /logins').json).toEqual([]);
  });
});

describe('contractsOfOpenApi, of a list that is put together of parts', () => {
  it('shares its rows with the path at which its items are read', () => {
    const page = {
      allOf: [
        {
          type: 'object',
          properties: { data: { type: 'array', items: {} }, cursor: { type: 'string' } },
        },
        { type: 'object', properties: { data: listOf(ref('Epic')) } },
      ],
    };
    const mock = mockOf(
      {
        '/projects': {
          get: operation(200, listOf(ref('Project'))),
          post: operation(201, ref('Project'), things('name')),
        },
        '/projects/{id}': at('id', { get: operation(200, ref('Project')) }, 'integer'),
        '/projects/{id}/epics': at(
          'id',
          { get: operation(200, page), post: operation(201, ref('Epic'), things('title')) },
          'integer',
        ),
        '/epics/{id}': at('id', { get: operation(200, ref('Epic')), delete: gone }, 'integer'),
      },
      { Project: things('id', 'name'), Epic: things('id', 'title') },
    );
    const project = mock.ask('POST /projects', { name: 'x' }).json as { readonly id: number };
    const path = `/projects/${project.id}/epics`;
    const { id } = mock.ask(`POST ${path}`, { title: 'zzq' }).json as { readonly id: number };
    expect(mock.ask(`GET /epics/${id}`).json).toEqual({ id, title: 'zzq' });
    expect(mock.ask(`GET ${path}`).json).toMatchObject({ data: [{ id, title: 'zzq' }] });
    expect(mock.ask(`DELETE /epics/${id}`).status).toBe(204);
    expect(mock.ask(`GET ${path}`).json).toMatchObject({ data: [] });
  });
});

describe('contractsOfOpenApi, of what keeps no state', () => {
  it('says what was looked for, and at which path', () => {
    const { why } = mockOf({
      '/weather/{town}': at('town', { get: operation(200, things('sky', 'wind')) }),
      '/invoices/expire/{code}': at('code', { get: operation(200, things('message')) }),
      '/tariff': { get: operation(200, listOf(things('amount', 'unit'))) },
    });
    expect(why).toEqual({
      'GET /weather/{town}':
        'most operations like it read an item (answers an item at a parameter, answers an item): it reads a row of /weather; nothing lists or makes these, so it answers a sample where no row is',
      'GET /invoices/expire/{code}':
        'no list, creation or change was found for /invoices/expire/{id}: it answers a sample at any id',
      'GET /tariff':
        'no read, creation or change was found for the items of /tariff, and none of their members is sure to be an id: it answers a sample',
    });
  });
});
