// A validator that a document declares is that of the row, in writes as in reads.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { openApiMock } from '../support/openapi-mock.ts';

const json = (schema: JsonObject): JsonObject => ({
  description: '',
  headers: { ETag: { required: true, schema: { type: 'string' } } },
  content: { 'application/json': { schema } },
});
const hut: JsonObject = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
};
const document: JsonObject = {
  openapi: '3.0.3',
  info: { title: 'Huts', version: '1' },
  paths: {
    '/huts': { post: { requestBody: json(hut), responses: { 201: json(hut) } } },
    '/huts/{id}': {
      get: { responses: { 200: json(hut) } },
      put: { requestBody: json(hut), responses: { 200: json(hut) } },
    },
  },
};

describe.each(['etag', 'none'] as const)(
  'with cache.validator=%s, a declared ETag',
  (validator) => {
    it('of a write is that of the next read, and changes with the row', () => {
      const mock = openApiMock(document, {}, {}, { 'cache.validator': validator });
      const created = mock.send('POST /huts', { name: 'Far' });
      const { id } = JSON.parse(created.text) as { id: number };
      const read = mock.send(`GET /huts/${id}`);
      expect(read.headers['etag']).toBe(created.headers['etag']);
      const changed = mock.send(`PUT /huts/${id}`, { id, name: 'Near' });
      expect(changed.headers['etag']).not.toBe(read.headers['etag']);
      expect(mock.send(`GET /huts/${id}`).headers['etag']).toBe(changed.headers['etag']);
    });
  },
);
