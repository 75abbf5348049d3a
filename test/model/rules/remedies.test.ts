// Remedies name only what is there: paths that answer, methods that a contract has.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { listOf, openApiMock, operation, things } from '../../support/openapi-mock.ts';

const byName = (...more: readonly string[]): Json => ({
  ...(things('name', ...more) as JsonObject),
  required: ['name'],
});
const profile = byName('bio');
const parameter = { name: 'name', in: 'path', required: true, schema: { type: 'string' } };

const guide = {
  openapi: '3.1.0',
  servers: [{ url: '/v1' }],
  paths: {
    '/guides/{name}': {
      parameters: [parameter],
      get: {
        responses: {
          200: {
            content: {
              'application/json': {
                schema: profile,
                examples: {
                  ada: { value: { name: 'ada', bio: 'x' } },
                  bo: { value: { name: 'b/o' } },
                },
              },
            },
          },
        },
      },
    },
    '/guides/{name}/tours': {
      parameters: [parameter],
      get: operation(200, listOf(things('id', 'title'))),
    },
    '/guides/{name}/tours/{id}': {
      parameters: [parameter, { ...parameter, name: 'id' }],
      get: operation(200, things('id', 'title')),
    },
    '/huts': { get: operation(200, listOf(things('id', 'title'))) },
    '/huts/{id}': { get: operation(200, things('id', 'title')) },
    '/version': { get: operation(200, things('number')) },
  },
};

const remedyOf = (request: string): unknown =>
  (openApiMock(guide).ask(request).json as JsonObject)['remedy'];

describe('a remedy', () => {
  it('names the list of the records', () => {
    expect(remedyOf('GET /v1/huts/9999')).toBe('GET /v1/huts lists all records.');
  });

  it('names records that are there, where nothing lists them', () => {
    const { rows } = openApiMock(guide);
    const names = ((rows as JsonObject)['guides'] as readonly JsonObject[]).map(({ name }) =>
      encodeURIComponent(String(name)),
    );
    expect(names.length).toBeGreaterThan(0);
    const there = `There are ${names.join(', ')}; nothing lists them.`;
    expect(remedyOf('GET /v1/guides/nobody')).toBe(there);
    expect(remedyOf('GET /v1/guides/nobody/tours')).toBe(there);
  });

  it.each<[string, string]>([
    ['put', 'Use PUT to change it, or another id.'],
    ['patch', 'Use PATCH to change it, or another id.'],
    ['get', 'Use another id.'],
  ])('names a way to change a record where there is one: %s', (method, remedy) => {
    const badge = things('id', 'title');
    const one = {
      get: operation(200, badge),
      [method]: operation(200, badge, method === 'get' ? undefined : badge),
    };
    const paths = {
      '/badges': { get: operation(200, listOf(badge)), post: operation(201, badge, badge) },
      '/badges/{id}': one,
    };
    const { ask } = openApiMock({ openapi: '3.1.0', paths }, {}, {}, { 'create.id': 'keep' });
    const create = () => ask('POST /badges', { id: 71, title: 'a' });
    expect([create().status, (create().json as JsonObject)['remedy']]).toEqual([201, remedy]);
  });

  it('is in the index of resources only if it answers', () => {
    const { ask } = openApiMock(guide);
    const { resources } = ask('GET /').json as { resources: Record<string, string> };
    const plain = Object.values(resources).filter((path) => !path.includes('{'));
    expect(plain).toEqual(['/v1/huts']);
    expect(plain.map((path) => ask(`GET ${path}`).status)).toEqual([200]);
  });
});
