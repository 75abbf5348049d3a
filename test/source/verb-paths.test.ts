// Paths that are calls of procedures: one resource for the things that they are about.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const at = (operations: JsonObject): Json => ({
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
  ...operations,
});
const gone = { responses: { 204: { description: 'gone' } } };
const list = { get: operation(200, listOf(ref('User'))) };
const make = { post: operation(201, ref('User'), things('name')) };
const read = at({ get: operation(200, ref('User')) });
const change = at({ put: operation(200, ref('User'), things('name')) });
const remove = at({ delete: gone });

const mockOf = (paths: JsonObject) => {
  const components = { schemas: { User: things('id', 'name'), Address: things('id', 'street') } };
  const mock = openApiMock({ openapi: '3.0.3', paths, components });
  expect(mock.faults).toEqual([]);
  return mock;
};

describe('contractsOfOpenApi, of paths that are calls', () => {
  it.each<[string, JsonObject]>([
    [
      'verbs at the top',
      {
        '/getAllUsers': list,
        '/createUser': make,
        '/getUser/{id}': read,
        '/updateUser/{id}': change,
        '/deleteUser/{id}': remove,
      },
    ],
    [
      'verbs below the collection',
      {
        '/api/users/get-users': list,
        '/api/users/add-user': make,
        '/api/users/getUserById/{id}': read,
        '/api/users/edit-user/{id}': change,
        '/api/users/remove-user/{id}': remove,
      },
    ],
  ])('keeps items with %s', (_, paths) => {
    const mock = mockOf(paths);
    const [all, post, one, put, away] = Object.keys(paths);
    expect(Object.values(mock.taken).map((taken) => taken.split(' ')[0])).toEqual([
      'list',
      'create',
      'read',
      'replace',
      'remove',
    ]);
    const { id } = mock.ask(`POST ${post}`, { name: 'ann' }).json as { readonly id: number };
    const path = (template = ''): string => template.replace('{id}', String(id));
    expect(mock.ask(`GET ${path(one)}`).json).toEqual({ id, name: 'ann' });
    expect(mock.ask(`PUT ${path(put)}`, { name: 'eve' }).status).toBe(200);
    expect(mock.ask(`GET ${all}`).json).toEqual([{ id, name: 'eve' }]);
    expect(mock.ask(`DELETE ${path(away)}`).status).toBe(204);
    expect(mock.ask(`GET ${path(one)}`).status).toBe(404);
  });

  it('takes no noun for a verb, and no single call for a collection', () => {
    const { ask, taken } = mockOf({
      '/addresses': {
        get: operation(200, listOf(ref('Address'))),
        post: operation(201, ref('Address'), things('street')),
      },
      '/newsletter': { post: operation(200, things('ok'), things('mail')) },
      '/getWeather/{id}': at({ get: operation(200, things('sky', 'wind')) }),
    });
    expect(taken).toMatchObject({
      'GET /addresses': 'list of addresses',
      'POST /addresses': 'create of addresses',
      'POST /newsletter': 'action',
    });
    const weather = { sky: expect.any(String), wind: expect.any(String) };
    for (const id of [1, 77])
      expect(ask(`GET /getWeather/${id}`)).toEqual({ status: 200, json: weather });
  });
});
