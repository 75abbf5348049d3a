// What OpenAPI 3.2 adds: methods, components, examples, an address of the document.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { readOpenApi } from '../../src/source/openapi/read-openapi.ts';

function read(paths: JsonObject, more: JsonObject = {}) {
  const info = { title: 'Piers', version: '1' };
  return readOpenApi({ openapi: '3.2.0', info, paths, ...more }, { name: 'piers.json' });
}

const text = { type: 'string' };
const pier = { type: 'object', required: ['name'], properties: { name: text } };
const jsonOf = (media: Json): JsonObject => ({
  responses: { 200: { description: '', content: { 'application/json': media } } },
});

describe('a document of OpenAPI 3.2', () => {
  it('has QUERY, and methods of its own', () => {
    const { defined, taken } = read({
      '/piers': {
        query: {
          requestBody: { content: { 'application/json': { schema: pier } } },
          ...jsonOf({ schema: { type: 'array', items: pier } }),
        },
        additionalOperations: {
          PURGE: { responses: { 204: { description: '' } } },
          DREDGE: { responses: { 204: { description: '' } } },
        },
      },
    });
    const actions = defined?.contracts.flatMap((one) => one.actions ?? []) ?? [];
    expect(actions.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'QUERY /piers',
      'PURGE /piers',
    ]);
    expect(actions[0]?.body).toBeDefined();
    expect(JSON.stringify(taken)).toContain('contracts have no DREDGE');
  });

  it('has OPTIONS', () => {
    const { defined } = read({
      '/docks': { options: jsonOf({ schema: pier }) },
      '/quays': {
        options: { responses: { 204: { description: '' } } },
        get: jsonOf({ schema: { type: 'string' } }),
      },
      '/moles': { options: { responses: {} }, get: jsonOf({ schema: { type: 'string' } }) },
    });
    const actions = defined?.contracts.flatMap((one) => one.actions ?? []) ?? [];
    expect(actions.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'OPTIONS /docks',
      'GET /quays',
      'OPTIONS /quays',
      'GET /moles',
      'OPTIONS /moles',
    ]);
  });

  it('has media types among its components, and references to its own address', () => {
    const { defined, schemas } = read(
      { '/pier': { get: jsonOf({ $ref: '#/components/mediaTypes/Pier' }) } },
      {
        $self: 'https://piers.test/api',
        components: {
          schemas: { Pier: pier },
          mediaTypes: {
            Pier: { schema: { $ref: 'https://piers.test/api#/components/schemas/Pier' } },
          },
        },
      },
    );
    const [operation] = defined?.contracts[0]?.actions ?? [];
    expect(operation?.answers?.['200']?.bodies).toMatchObject([{ schema: 'Pier' }]);
    expect(schemas?.get('Pier')).toMatchObject({ required: ['name'] });
  });

  it('has values of examples as data, or as they are written', () => {
    const { defined } = read({
      '/pier': {
        get: jsonOf({
          schema: pier,
          examples: {
            data: { dataValue: { name: 'A' }, serializedValue: '{"name":"B"}' },
            written: { serializedValue: '{"name":"C"}' },
            broken: { serializedValue: '{"name' },
            none: {},
          },
        }),
      },
    });
    const [action] = defined?.contracts[0]?.actions ?? [];
    expect(action?.answers?.['200']?.bodies[0]?.examples).toMatchObject({
      data: { name: 'A' },
      written: { name: 'C' },
    });
  });

  it('is told what is not read', () => {
    const media = { itemSchema: pier, itemEncoding: { contentType: 'application/json' } };
    const { notes } = read({
      '/parts': {
        get: { responses: { 200: { description: '', content: { 'multipart/mixed': media } } } },
      },
    });
    expect(JSON.stringify(notes)).toContain('multipart~1mixed/itemEncoding');
  });
});
