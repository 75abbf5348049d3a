// Members that requests and items of documents do not have in common, and the rows that a mock
// begins with below others.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const closed = (...names: readonly string[]): Json => ({
  ...(things(...names) as object),
  additionalProperties: false,
});

describe('contractsOfOpenApi, of closed items', () => {
  const mock = openApiMock({
    openapi: '3.0.0',
    paths: {
      '/kilns': {
        get: operation(200, listOf(ref('Kiln'))),
        post: operation(201, ref('Kiln'), {
          type: 'object',
          properties: {
            name: { type: 'string' },
            secret: { type: 'string' },
            place: { type: 'object', properties: { town: { type: 'string' }, note: {} } },
          },
        }),
      },
      '/kilns/{kilnId}': { get: operation(200, ref('Kiln')) },
    },
    components: {
      schemas: {
        Kiln: {
          type: 'object',
          properties: {
            id: { type: 'integer' },
            name: { type: 'string' },
            place: closed('town'),
          },
          additionalProperties: false,
        },
      },
    },
  });

  it('takes members that items may not have, and shows none of them', () => {
    const sent = { name: 'A', secret: 'b', place: { town: 'c', note: 'd' } };
    const made = mock.ask('POST /kilns', sent);
    expect(made).toEqual({ status: 201, json: { id: 1, name: 'A', place: { town: 'c' } } });
    expect(mock.ask('GET /kilns/1').json).toEqual(made.json);
  });
});

describe('contractsOfOpenApi, of requests that admit more than items', () => {
  const text: Json = { type: 'string' };
  const { ask } = openApiMock({
    openapi: '3.0.0',
    paths: {
      '/kilns': {
        post: operation(201, ref('Kiln'), {
          type: 'object',
          properties: {
            contact: text,
            maker: things('id'),
            note: { type: 'string', nullable: true },
            size: { type: 'integer', minimum: 1 },
          },
        }),
      },
      '/kilns/{kilnId}': { get: operation(200, ref('Kiln')) },
    },
    components: {
      schemas: {
        Kiln: {
          type: 'object',
          properties: {
            id: { type: 'integer' },
            contact: { type: 'string', format: 'email' },
            maker: {
              oneOf: [
                { ...(things('id', 'kind') as object), required: ['kind'] },
                { type: 'null' },
              ],
            },
            note: { type: 'string' },
            size: { type: 'integer', minimum: 1 },
            self: { type: 'string', format: 'url', readOnly: true },
          },
        },
      },
    },
  });

  it('shows values that items may have', () => {
    const made = ask('POST /kilns', { contact: 'me', maker: { id: 7 }, note: null, size: 2 });
    expect(made).toEqual({
      status: 201,
      json: {
        id: 1,
        contact: expect.stringContaining('@'),
        maker: { id: 7, kind: expect.any(String) },
        size: 2,
        self: 'http://localhost/kilns/1',
      },
    });
    expect(ask('GET /kilns/1').json).toEqual(made.json);
  });

  it('refuses what no request may have', () => {
    expect(ask('POST /kilns', { contact: 'me', size: 0 }).status).toBe(422);
  });
});

describe('contractsOfOpenApi, of rows below others', () => {
  it('has no values of paths in members that are objects', () => {
    const { ask, rows } = openApiMock({
      openapi: '3.0.0',
      paths: {
        '/kilns/{owner}/{name}': { get: operation(200, ref('Kiln')) },
      },
      components: {
        schemas: {
          Kiln: {
            type: 'object',
            properties: { name: { type: 'string' }, owner: things('id', 'login') },
            required: ['owner', 'name'],
          },
        },
      },
    });
    const [{ name }] = (rows as { kilns: [{ name: string }] }).kilns;
    expect(ask(`GET /kilns/owner-1/${encodeURIComponent(name)}`)).toMatchObject({
      status: 200,
      json: { name, owner: { id: expect.any(Number) } },
    });
  });

  it('makes items above rows that examples show', () => {
    const example = [{ id: 7, name: 'x' }];
    const { ask, rows } = openApiMock({
      openapi: '3.0.0',
      paths: {
        '/kilns': { post: operation(201, ref('Thing'), ref('Thing')) },
        '/kilns/{kilnId}': { get: operation(200, ref('Thing')) },
        '/kilns/{kilnId}/shelves': {
          get: {
            responses: {
              200: { content: { 'application/json': { schema: listOf(ref('Thing')), example } } },
            },
          },
          post: operation(201, ref('Thing'), ref('Thing')),
        },
        '/kilns/{kilnId}/shelves/{shelfId}': { get: operation(200, ref('Thing')) },
      },
      components: { schemas: { Thing: things('id', 'name') } },
    });
    const [{ id }] = (rows as { kilns: [{ id: number }] }).kilns;
    expect(ask(`GET /kilns/${id}/shelves`).json).toEqual(example);
  });
});
