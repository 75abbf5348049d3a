// Collections whose operations stand at several paths: one set of rows for all of them.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const gone = { responses: { 204: { description: 'gone' } } };
const at = (name: string, operations: JsonObject, type = 'integer'): Json => ({
  parameters: [{ name, in: 'path', required: true, schema: { type } }],
  ...operations,
});
const mockOf = (paths: JsonObject) => {
  const components = {
    schemas: {
      Harbour: things('id', 'town'),
      Ship: { ...(things('hull', 'name') as JsonObject), required: ['hull', 'name'] },
      Sailor: things('id', 'email', 'rank'),
    },
  };
  const mock = openApiMock({ openapi: '3.0.3', paths, components });
  expect(mock.faults).toEqual([]);
  return mock;
};

describe('contractsOfOpenApi, of items made below others and read by a key of their own', () => {
  const { contracts, ask } = mockOf({
    '/harbours': {
      get: operation(200, listOf(ref('Harbour'))),
      post: operation(201, ref('Harbour'), things('town')),
    },
    '/harbours/{id}': at('id', { get: operation(200, ref('Harbour')) }),
    '/harbours/{id}/ships': at('id', {
      get: operation(200, listOf(ref('Ship'))),
      post: operation(201, ref('Ship'), ref('Ship')),
    }),
    '/ships/{hull}': at(
      'hull',
      {
        get: operation(200, ref('Ship')),
        patch: operation(200, ref('Ship'), things('name')),
        delete: gone,
      },
      'string',
    ),
  });

  it('has one store for them, by that key', () => {
    const ofShips = contracts.filter((one) => JSON.stringify(one).includes('ships'));
    expect(ofShips.map((one) => (one as JsonObject)['id'])).toEqual(['hull', 'hull']);
    const { id } = ask('POST /harbours', { town: 'Hull' }).json as { readonly id: number };
    const ship = { hull: 'H-1', name: 'Ada' };
    expect(ask(`POST /harbours/${id}/ships`, ship).status).toBe(201);
    expect(ask('GET /ships/H-1')).toEqual({ status: 200, json: ship });
    expect(ask('PATCH /ships/H-1', { name: 'Eve' }).status).toBe(200);
    expect(ask(`GET /harbours/${id}/ships`).json).toEqual([{ hull: 'H-1', name: 'Eve' }]);
    expect(ask('DELETE /ships/H-1').status).toBe(204);
    expect(ask(`GET /harbours/${id}/ships`).json).toEqual([]);
  });
});

describe('contractsOfOpenApi, of calls beside a plain collection', () => {
  it('removes and registers items of it', () => {
    const { taken, ask } = mockOf({
      '/sailors': { get: operation(200, listOf(ref('Sailor'))) },
      '/sailors/{id}': at('id', { get: operation(200, ref('Sailor')) }),
      '/deleteSailor/{id}': at('id', { delete: gone }),
      '/members': { get: operation(200, listOf(ref('Sailor'))) },
      '/members/{id}': at('id', { get: operation(200, ref('Sailor')) }),
      '/register': { post: operation(201, ref('Sailor'), things('email', 'password')) },
    });
    expect(taken).toMatchObject({
      'DELETE /deleteSailor/{id}': 'remove of sailors',
      'POST /register': 'registration of members',
    });
    const [first] = ask('GET /sailors').json as readonly { readonly id: number }[];
    expect(ask(`DELETE /deleteSailor/${first?.id}`).status).toBe(204);
    expect(ask(`GET /sailors/${first?.id}`).status).toBe(404);
  });

  it('removes nothing of a collection about something else', () => {
    const { ask } = mockOf({
      '/ships': { get: operation(200, listOf(ref('Ship'))) },
      '/deleteSailor/{id}': at('id', { delete: gone }),
    });
    const before = ask('GET /ships').json;
    for (const id of [1, 1, 77]) expect(ask(`DELETE /deleteSailor/${id}`).status).toBe(204);
    expect(ask('GET /ships').json).toEqual(before);
  });
});

describe('contractsOfOpenApi, of lists for all and changes for some', () => {
  const shown = { '/ships': { get: operation(200, listOf(things('id', 'name', 'flag'))) } };
  const done = things('message');

  it('creates, changes and removes the items of the list of the same name', () => {
    const { taken, ask } = mockOf({
      ...shown,
      '/admin/ships': { post: operation(201, done, things('name', 'flag')) },
      '/admin/ships/{id}': at('id', {
        put: operation(200, done, things('name', 'flag')),
        delete: gone,
      }),
    });
    expect(Object.values(taken)).toEqual([
      'list of ships',
      'create of admin-ships',
      'replace of admin-ships',
      'remove of admin-ships',
    ]);
    expect(ask('POST /admin/ships', { name: 'Ada', flag: 'red' }).status).toBe(201);
    expect(JSON.stringify(ask('GET /ships').json)).toContain('"Ada"');
  });

  it('keeps what the items have, of a creation that takes more', () => {
    const { ask } = mockOf({
      ...shown,
      '/admin/ships': { post: operation(201, done, things('name', 'port', 'day', 'crew')) },
    });
    const sent = { name: 'Ada', port: 'Hull', day: 'mon', crew: 'two' };
    expect(ask('POST /admin/ships', sent)).toMatchObject({
      status: 201,
      json: { message: expect.any(String) },
    });
    const [last] = (ask('GET /ships').json as readonly JsonObject[]).toReversed();
    expect(last).toEqual({ id: expect.any(Number), name: 'Ada' });
  });

  it.each([
    ['that answers something else', things('ticket', 'queue', 'seconds'), things('name')],
    ['without a body', done, undefined],
  ])('takes no POST for a creation %s', (_, answer, body) => {
    const { taken } = mockOf({
      ...shown,
      '/admin/ships': { post: operation(201, answer, body) },
    });
    expect(taken['POST /admin/ships']).toBe('action');
  });
});

describe('contractsOfOpenApi, of answers with a list of items and other things', () => {
  const crews = listOf(ref('Sailor'));
  const about = (properties: JsonObject): Json =>
    operation(200, { type: 'object', required: Object.keys(properties), properties });
  const takenOf = (properties: JsonObject) =>
    mockOf({
      '/sailors': {
        get: operation(200, crews),
        post: operation(201, ref('Sailor'), things('email')),
      },
      '/sailors/{id}': at('id', { get: operation(200, ref('Sailor')) }),
      '/overview': { get: about(properties) },
    }).taken['GET /overview'];
  const count = { type: 'integer' };

  it.each<[string, JsonObject]>([
    ['an item', { sailors: crews, captain: ref('Sailor') }],
    ['a list of another resource', { sailors: crews, harbours: listOf(ref('Harbour')) }],
    ['a list of the same one', { sailors: crews, idle: crews, total: count }],
  ])('are samples with %s beside the list', (_, properties) => {
    expect(takenOf(properties)).toBe('action');
  });

  it.each<[string, JsonObject]>([
    ['pages', { sailors: crews, total: count, page: count }],
    ['links and errors', { sailors: crews, links: listOf(things('id', 'href')), errors: crews }],
    ['sums', { sailors: crews, sums: things('rank', 'pay'), tags: listOf(things('label')) }],
  ])('are lists with %s beside it', (_, properties) => {
    expect(takenOf(properties)).toBe('view of overview');
  });
});
