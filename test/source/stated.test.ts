// What a document says beside its operations: credentials, refusals, and what overrides say.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { contractsOfOpenApi } from '../../src/source/source.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const paths = {
  '/boats': {
    get: operation(200, listOf(ref('Boat'))),
    post: { ...(operation(201, ref('Boat'), ref('Boat')) as JsonObject), security: [{ key: [] }] },
  },
  '/boats/{code}': {
    get: { ...(operation(200, ref('Boat')) as JsonObject), security: [{}, { token: [] }] },
    delete: { responses: { 204: {} }, security: [{ odd: [] }] },
  },
  '/login': { post: { ...(operation(200, things('token')) as JsonObject), security: [] } },
};

const boats = {
  openapi: '3.1.0',
  security: [{ token: ['read'] }, { staff: [] }],
  paths,
  components: {
    schemas: {
      Boat: {
        type: 'object',
        required: ['name'],
        properties: { code: { type: 'string' }, name: { type: 'string', minLength: 2 } },
      },
    },
    securitySchemes: {
      token: { type: 'http', scheme: 'Bearer' },
      staff: { type: 'oauth2' },
      key: { type: 'apiKey', in: 'query', name: 'k' },
      odd: { type: 'mutualTLS' },
    },
  },
};

const contractOf = (document: Json, overrides: JsonObject = {}, index = 0): JsonObject => {
  const { contracts } = contractsOfOpenApi(document, { name: 'api.json', overrides });
  return contracts[index]?.document ?? {};
};

describe('credentials of a document', () => {
  it('are in the operations, as far as contracts have them', () => {
    const { operations } = contractOf(boats) as { operations: Record<string, JsonObject> };
    expect(operations['list']?.['security']).toEqual(['bearer']);
    expect(operations['create']?.['security']).toEqual([{ in: 'query', name: 'k' }]);
    // Optional, and of a kind that contracts lack.
    expect(operations['read']).not.toHaveProperty('security');
    expect(operations['remove']).not.toHaveProperty('security');
    const { others } = contractOf(boats, {}, 1) as { others: readonly JsonObject[] };
    expect(others[0]).toMatchObject({ path: '/login', security: [] });
    expect(openApiMock(boats).faults).toEqual([]);
  });

  it('are read from Swagger 2.0, too', () => {
    const swagger = {
      swagger: '2.0',
      security: [{ plain: [] }],
      securityDefinitions: { plain: { type: 'basic' } },
      paths: { '/ping': { get: { responses: { 200: {} } } } },
    };
    expect(contractOf(swagger)).toMatchObject({ others: [{ security: ['basic'] }] });
  });
});

describe('refusals of a document', () => {
  const refusing = (...statuses: readonly number[]): Json => ({
    ...boats,
    paths: {
      ...paths,
      '/boats': {
        ...paths['/boats'],
        get: {
          responses: {
            200: { content: { 'application/json': { schema: listOf(ref('Boat')) } } },
            ...Object.fromEntries(statuses.map((status) => [status, {}])),
          },
        },
      },
    },
  });

  it.each([
    [[400], 400],
    [[400, 422], 422],
    [[], 422],
  ])('of %j answer invalid values with %j', (statuses, status) => {
    const mock = openApiMock(refusing(...statuses));
    expect(mock.ask('POST /boats', { name: 'x' }).status).toBe(status);
  });
});

describe('overrides', () => {
  it('change members of a contract and of its operations, and nothing else', () => {
    const before = contractOf(boats);
    const after = contractOf(boats, {
      '/boats': { title: 'Fleet' },
      'GET /boats': { summary: 'All boats' },
    });
    expect(after).toEqual({
      ...before,
      title: 'Fleet',
      operations: {
        ...(before['operations'] as JsonObject),
        list: {
          ...((before['operations'] as JsonObject)['list'] as JsonObject),
          summary: 'All boats',
        },
      },
    });
    const changed = contractOf(boats, { 'POST /login': { summary: 'Come in' } }, 1);
    expect(changed).toMatchObject({ others: [{ summary: 'Come in', security: [] }] });
  });
});
