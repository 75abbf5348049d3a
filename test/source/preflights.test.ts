// What pages of other origins may send: each method that a path has, of rows or of an action.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const done: Json = { responses: { 204: { description: 'done' } } };
const id: Json = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

const mockOf = (paths: JsonObject) =>
  openApiMock({ openapi: '3.0.3', paths, components: { schemas: { Jar: things('id', 'name') } } });

const mock = mockOf({
  '/jars': {
    get: operation(200, listOf(ref('Jar'))),
    post: operation(201, ref('Jar'), ref('Jar')),
    delete: done,
  },
  '/jars/{id}': { parameters: [id], get: operation(200, ref('Jar')), post: done },
  '/jars/{id}/lid': { parameters: [id], put: done, delete: done },
  '/health': { get: operation(200, things('state')), delete: done },
});

describe('OPTIONS', () => {
  it.each([
    ['/jars', 'GET, HEAD, POST, DELETE, OPTIONS'],
    ['/jars/1', 'GET, HEAD, POST, OPTIONS'],
    ['/jars/1/lid', 'PUT, DELETE, OPTIONS'],
    ['/health', 'GET, HEAD, DELETE, OPTIONS'],
  ])('allows a page the methods of %s: %s', (path, methods) => {
    const asked = { origin: 'http://page.test', 'access-control-request-method': 'DELETE' };
    const { status, headers } = mock.send(`OPTIONS ${path}`, undefined, asked);
    expect(status).toBe(204);
    expect(headers['allow']).toBe(methods);
    expect(headers['access-control-allow-methods']).toBe(methods);
  });

  it('names the same methods to a client that used none of them', () => {
    const { status, headers } = mock.send('PATCH /jars', {});
    expect(status).toBe(405);
    expect(headers['allow']).toBe('GET, HEAD, POST, DELETE, OPTIONS');
  });
});
