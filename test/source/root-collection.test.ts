// A collection at the root of a service: `/` lists and creates, and `/{id}` is an item.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref } from '../support/openapi-mock.ts';

const lamp = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    url: { type: 'string', format: 'uri', readOnly: true, description: 'Address of this lamp' },
  },
};
const bulb = { type: 'object', properties: { id: { type: 'integer' }, watts: { type: 'number' } } };
const gone = { responses: { 204: { description: 'gone' } } };
const paths = {
  '/': {
    get: operation(200, listOf(ref('Lamp'))),
    post: operation(201, ref('Lamp'), ref('Lamp')),
    delete: gone,
  },
  '/{lampId}': {
    get: operation(200, ref('Lamp')),
    put: operation(200, ref('Lamp'), ref('Lamp')),
    delete: gone,
  },
  '/{lampId}/bulbs': {
    get: operation(200, listOf(ref('Bulb'))),
    post: operation(201, ref('Bulb'), ref('Bulb')),
  },
  '/health': { get: operation(200, { type: 'object', properties: { up: { const: true } } }) },
};
const documentOf = (given: JsonObject, more: JsonObject = {}): Json => ({
  openapi: '3.1.0',
  ...more,
  paths: given,
  components: { schemas: { Lamp: lamp, Bulb: bulb } },
});

describe('contractsOfOpenApi, of a collection at /', () => {
  const mock = openApiMock(documentOf(paths));

  it('says what each operation does, at the paths of the document', () => {
    expect(mock.faults).toEqual([]);
    expect(mock.taken).toMatchObject({
      'GET /': 'list of lamps',
      'POST /': 'create of lamps',
      'DELETE /': 'removeAll of lamps',
      'GET /{lampId}': 'read of lamps',
      'PUT /{lampId}': 'replace of lamps',
      'DELETE /{lampId}': 'remove of lamps',
      'GET /{lampId}/bulbs': 'list of bulbs',
      'POST /{lampId}/bulbs': 'create of bulbs',
      'GET /health': 'action',
    });
    expect(Object.values(mock.why).join(' ')).not.toContain('elsewhere');
    const called = openApiMock(
      documentOf({
        '/getAllLamps': { get: paths['/'].get },
        '/createLamp': { post: paths['/'].post },
      }),
    );
    expect(called.why['GET /getAllLamps']).toContain('; elsewhere this is GET /lamp');
  });

  it('keeps what is sent, and its addresses lead to it', () => {
    const made = mock.send('POST /', { name: 'a' });
    expect(made).toMatchObject({ status: 201, headers: { location: '/1' } });
    const { url } = JSON.parse(made.text) as { readonly url: string };
    expect(new URL(url).pathname).toBe('/1');
    expect(mock.ask('GET /').json).toMatchObject([{ id: 1, name: 'a' }]);
    expect(mock.ask('PUT /1', { name: 'b' }).json).toMatchObject({ id: 1, name: 'b' });
    expect(mock.ask('POST /1/bulbs', { watts: 4 }).status).toBe(201);
    expect(mock.ask('GET /1/bulbs').json).toMatchObject([{ watts: 4 }]);
    expect(mock.ask('GET /2/bulbs').status).toBe(404);
    expect(mock.ask('GET /health').json).toEqual({ up: true });
    expect(mock.ask('GET /lamps').status).toBe(404);
    expect(mock.ask('DELETE /').status).toBe(204);
    expect(mock.ask('GET /').json).toEqual([]);
  });

  it('has its items below the path of the server, where there is one', () => {
    const below = openApiMock(documentOf(paths, { servers: [{ url: '/shop' }] }));
    expect(below.ask('POST /shop/', { name: 'a' }).status).toBe(201);
    expect(below.ask('GET /shop/1').json).toMatchObject({ name: 'a' });
  });

  it('leaves a page at / and things found by a code as they are', () => {
    const { '/': _, ...others } = paths;
    const page = { get: { responses: { 200: { content: { 'text/html': {} } } } } };
    expect(openApiMock(documentOf({ ...others, '/': page })).taken['GET /']).toBe('action');
    expect(openApiMock(documentOf(others)).taken['GET /{lampId}']).not.toContain('items');
  });

  it('calls items of a schema without a name items', () => {
    const given = {
      '/': { get: operation(200, listOf(lamp)), post: operation(201, lamp, lamp) },
      '/{id}': { get: operation(200, lamp) },
    };
    expect(openApiMock(documentOf(given)).taken['GET /']).toBe('list of items');
  });
});
