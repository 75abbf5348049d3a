// Media types that a document writes with parameters: answers have them as they are written.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { openApiMock, ref, things } from '../../support/openapi-mock.ts';

const answers = (type: string, schema: Json): JsonObject => ({
  responses: {
    200: { description: 'ok', content: { [type]: { schema } } },
    404: { description: 'none', content: { [type]: { schema: things('reason') } } },
  },
});

const mockOf = (type: string) =>
  openApiMock({
    openapi: '3.0.3',
    paths: {
      '/jars': { get: answers(type, { type: 'array', items: ref('Jar') }) },
      '/jars/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: answers(type, ref('Jar')),
      },
      '/health': { get: answers(type, things('state')) },
    },
    components: { schemas: { Jar: things('id', 'name') } },
  });

describe('an answer whose media type has parameters', () => {
  it.each([
    'application/json;charset=UTF-8',
    'application/json; charset=utf-8; version=2',
    'application/vnd.jars+json;version="2"',
  ])('has %s', (type) => {
    const { send, faults } = mockOf(type);
    expect(faults).toEqual([]);
    for (const path of ['/jars', '/jars/7', '/health'])
      expect(send(`GET ${path}`).headers['content-type'], path).toBe(type);
  });

  it('is a text in UTF-8, whatever else its parameters say', () => {
    const { send } = mockOf('text/csv; header=present');
    const wanted = 'text/csv; header=present; charset=utf-8';
    expect(send('GET /jars').headers['content-type']).toBe(wanted);
  });

  it.each([
    ['application/json;charset=ISO-8859-1', 'the mock writes UTF-8'],
    ['application/json;', 'nothing follows'],
    ['application/json; a=\nb', 'no field can have it'],
  ])('does not have %j: %s', (type) => {
    const { send, faults } = mockOf(type);
    expect(faults).toEqual([]);
    expect(send('GET /health').headers['content-type']).toBe('application/json');
  });
});
