// Files in documents: what GET answers and PUT or POST sends is a single item that is a file.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const body = (...types: readonly string[]): JsonObject => ({
  content: Object.fromEntries(
    types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  ),
});

/** A document of boats whose plan is read and written as given. */
function boats(read: JsonObject, write: JsonObject, method = 'put') {
  return openApiMock({
    openapi: '3.0.3',
    paths: {
      '/boats': { post: operation(201, ref('Boat'), ref('Boat')) },
      '/boats/{boatId}': { get: operation(200, ref('Boat')) },
      '/boats/{boatId}/plan': {
        get: { responses: { 200: read } },
        [method]: { requestBody: write, responses: { 204: {} } },
      },
    },
    components: { schemas: { Boat: things('id', 'name') } },
  });
}

const GET = 'GET /boats/{boatId}/plan';

describe('contractsOfOpenApi, of files', () => {
  it.each<[string, JsonObject, JsonObject, string, readonly string[]]>([
    ['pictures', body('image/png', 'image/jpeg'), body('image/png'), 'put', ['image/png']],
    [
      'bytes',
      body('application/octet-stream'),
      body('application/octet-stream'),
      'post',
      ['application/octet-stream'],
    ],
    ['any picture', body('image/*'), body('image/*'), 'put', ['*/*']],
  ])('takes %s as a single item', (_, read, write, method, file) => {
    const { taken, why, contracts, faults } = boats(read, write, method);
    expect(faults).toEqual([]);
    expect(taken[GET]).toBe('singleton of plan');
    expect(taken[`${method.toUpperCase()} /boats/{boatId}/plan`]).toBe('singleton of plan');
    expect(why[GET]).toBe(`it is a file (${file.join(', ')}), and what is sent is answered`);
    expect(contracts).toContainEqual(
      expect.objectContaining({ resource: 'plan', one: true, file }),
    );
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['another type is answered', body('image/png'), body('application/octet-stream')],
    ['it is text', body('text/plain'), body('text/plain')],
    ['it may be JSON as well', body('image/png'), body('image/png', 'application/json')],
  ])('leaves it another operation if %s', (_, read, write) => {
    const { taken, faults } = boats(read, write);
    expect(faults).toEqual([]);
    expect(taken[GET]).toBe('action');
  });

  it('has a file at the start, which fits', () => {
    const { rows } = boats(body('image/png'), body('image/png'));
    expect(rows).toMatchObject({
      plan: [{ file: expect.stringMatching(/^data:image\/png;base64,/) }],
    });
  });
});

describe('a file that Swagger 2 answers', () => {
  const file = { 200: { description: '', schema: { type: 'file' } } };
  const mock = openApiMock({
    swagger: '2.0',
    info: { title: 'Sails', version: '1' },
    paths: {
      '/manual': { get: { produces: ['application/json'], responses: file } },
      '/logo': { get: { produces: ['image/png', 'application/json'], responses: file } },
    },
  });

  it.each([
    ['/manual', 'application/json', 200, 'application/json'],
    ['/logo', 'image/png', 200, 'image/png'],
    ['/logo', 'application/json', 406, 'application/problem+json'],
  ])('is of any type if none but JSON is named: %s as %s', (path, accept, status, type) => {
    expect(mock.send(`GET ${path}`, undefined, { accept })).toMatchObject({ status, type });
  });
});
