// Documents whose bodies have examples and no schemas: what the examples show is taken for the shape.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import { openApiMock } from '../support/openapi-mock.ts';

const body = (example: Json, schema?: Json): Json => ({
  content: {
    'application/json': {
      ...(schema === undefined ? {} : { schema }),
      examples: { usual: { value: example } },
    },
  },
});
const answer = (status: number, example: Json, schema?: Json): Json => ({
  [status]: { description: 'ok', ...(body(example, schema) as object) },
});

const ferry = { id: 7, name: 'Nordlys', berth: 12, master: null, decks: ['car', 'sun'] };

const ferries = {
  openapi: '3.0.3',
  info: { title: 'Ferries', version: '1' },
  paths: {
    '/ferries': {
      get: { responses: answer(200, { data: [ferry], meta: { total: 1 } }) },
      post: {
        requestBody: body({ name: 'Nordlys', berth: 12 }),
        responses: answer(201, { data: ferry }),
      },
    },
    '/ferries/{id}': {
      get: { responses: answer(200, { data: ferry }, { type: 'object' }) },
      put: {
        requestBody: body({ name: 'Nordlys', berth: 12 }),
        responses: answer(200, { data: ferry }),
      },
      delete: { responses: { 204: { description: 'gone' } } },
    },
  },
};

describe('contractsOfOpenApi, of examples without schemas', () => {
  const { taken, ask, faults } = openApiMock(ferries);

  it('recognises the items that they show', () => {
    expect(faults).toEqual([]);
    expect(taken).toEqual({
      'GET /ferries': 'list of ferries',
      'POST /ferries': 'create of ferries',
      'GET /ferries/{id}': 'read of ferries',
      'PUT /ferries/{id}': 'replace of ferries',
      'DELETE /ferries/{id}': 'remove of ferries',
    });
  });

  it('keeps what is made, where the examples have it', () => {
    const { status, json } = ask('POST /ferries', { name: 'Havila', berth: 3 });
    const { data } = json as { data: { id: number } };
    expect(status).toBe(201);
    expect(data).toMatchObject({ name: 'Havila', berth: 3 });
    expect(typeof data.id).toBe('number');
    expect(ask(`GET /ferries/${data.id}`)).toEqual({ status: 200, json: { data } });
    expect(ask('GET /ferries').json).toEqual({ data: [ferry, data], meta: { total: 2 } });
  });

  it('asks for nothing that they do not promise', () => {
    expect(ask('POST /ferries', { name: null }).status).toBe(201);
    expect(ask('POST /ferries', {}).status).toBe(201);
    expect(ask('POST /ferries', { name: 'Havila', crew: [1] }).status).toBe(201);
    expect(ask('POST /ferries', { name: 12 }).status).toBe(422);
  });

  it('takes no example for the shape where the schema has members, or the other type', () => {
    const typed = { type: 'object', properties: { id: { type: 'integer' } } };
    const { taken: other, ask: of } = openApiMock({
      openapi: '3.0.3',
      paths: {
        '/piers': { get: { responses: answer(200, [{ id: 1 }], { type: 'object' }) } },
        '/piers/{id}': { get: { responses: answer(200, { number: 1 }, typed) } },
      },
    });
    expect(other).toEqual({ 'GET /piers': 'list of piers', 'GET /piers/{id}': 'read of piers' });
    expect(of('GET /piers')).toEqual({ status: 200, json: {} });
  });
});
