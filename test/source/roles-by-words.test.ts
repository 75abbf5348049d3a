// Roles that words show: registrations, what is about the caller, and parts of a collection.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const answers = (...given: Parameters<typeof operation>): JsonObject =>
  operation(...given) as JsonObject;
const silent: JsonObject = { responses: { 200: { description: 'OK' } } };
const object = (...names: string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});
const taking = (...names: string[]): JsonObject => ({
  requestBody: { content: { 'application/json': { schema: object(...names) } } },
});
const at = (name: string, operations: JsonObject): Json => ({
  parameters: [{ name, in: 'path', required: true, schema: { type: 'integer' } }],
  ...operations,
});
const mockOf = (paths: JsonObject, schemas: JsonObject = {}) => {
  const mock = openApiMock({ openapi: '3.0.3', paths, components: { schemas } });
  expect(mock.faults).toEqual([]);
  return mock;
};

describe('a registration', () => {
  const users = { '/users': { get: answers(200, listOf(ref('User'))) } };
  const User = things('email', 'name');

  it.each(['/register', '/auth/signup', '/users/register'])(
    'has its own word at %s, and makes a row of the users',
    (path) => {
      const post = { ...silent, ...taking('email', 'name', 'password') };
      const { taken, ask } = mockOf({ ...users, [path]: { post } }, { User });
      expect(taken[`POST ${path}`]).toBe('registration of users');
      ask(`POST ${path}`, { email: 'ida@example.com', name: 'Ida', password: 'x' });
      expect(JSON.stringify(ask('GET /users').json)).toContain('ida@example.com');
    },
  );

  it.each(['/devices/register', '/events/{id}/register', '/events/{id}/registrations', '/users'])(
    'is none at %s',
    (path) => {
      const post = { ...answers(201, ref('User')), ...taking('email', 'name') };
      const item = path.includes('{') ? at('id', { post }) : { post };
      expect(mockOf({ [path]: item }, { User }).taken[`POST ${path}`]).not.toMatch(/^registration/);
    },
  );
});

describe('what is about the caller', () => {
  it('is read alone, and answers one item', () => {
    const { taken, ask } = mockOf(
      { '/users/me': { get: answers(200, ref('User')) } },
      { User: things('email') },
    );
    expect(taken['GET /users/me']).toBe('singleton of me');
    expect(ask('GET /users/me').json).toEqual(ask('GET /users/me').json);
  });

  it('is read and changed where nothing is said of the answers', () => {
    const me = { get: silent, patch: { ...silent, ...taking('email') } };
    const { taken, ask } = mockOf({ '/users/me': me });
    expect(taken['PATCH /users/me']).toBe('singleton of me');
    ask('PATCH /users/me', { email: 'ida@example.com' });
    expect(ask('GET /users/me').json).toMatchObject({ email: 'ida@example.com' });
  });
});

describe('parts of a collection of which nothing is said', () => {
  const leaves = {
    '/leaves': { get: silent, post: { ...silent, ...taking('day') } },
    '/leaves/{id}': at('id', { get: silent, delete: silent }),
  };
  it.each(['mine', 'pending', 'approved', 'history', 'available'])('are at /leaves/%s', (last) => {
    const { taken } = mockOf({ ...leaves, [`/leaves/${last}`]: { get: silent } });
    expect(taken[`GET /leaves/${last}`]).toMatch(/^view of/);
  });

  it.each(['balance', 'count', 'export', 'statistics'])('are not at /leaves/%s', (last) => {
    const { taken } = mockOf({ ...leaves, [`/leaves/${last}`]: { get: silent } });
    expect(taken[`GET /leaves/${last}`]).toBe('action');
  });
});

it.each(['/authors', '/auth/users', '/alerts'])('keeps what is made at %s', (path) => {
  const { taken, ask } = mockOf({
    [path]: { get: silent, post: { ...silent, ...taking('name') } },
    [`${path}/{id}`]: at('id', { get: silent, delete: silent }),
  });
  expect(taken[`POST ${path}`]).toMatch(/^create of/);
  ask(`POST ${path}`, { name: 'zzq' });
  expect(JSON.stringify(ask(`GET ${path}`).json)).toContain('zzq');
});

it('takes no item for what is at a path below it', () => {
  const get = answers(200, ref('Tower'));
  const { taken } = mockOf(
    {
      '/towers': { get: answers(200, listOf(ref('Tower'))), post: { ...get, ...taking('name') } },
      '/towers/{id}': at('id', { get }),
      '/towers/{id}/bells': at('id', { get }),
      '/towers/{id}/details': at('id', { get }),
    },
    { Tower: things('id', 'name') },
  );
  expect(taken['GET /towers/{id}/bells']).toBe('action');
});
