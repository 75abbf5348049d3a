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
    expect(operations['list']?.['security']).toEqual([
      { scheme: 'bearer', scopes: ['read'] },
      'bearer',
    ]);
    expect(operations['create']?.['security']).toEqual([{ in: 'query', name: 'k' }]);
    // Optional, and of a kind that contracts lack.
    expect(operations['read']?.['security']).toEqual([]);
    expect(operations['remove']?.['security']).toEqual([]);
    const { actions } = contractOf(boats, {}, 1) as { actions: readonly JsonObject[] };
    expect(actions[0]).toMatchObject({ path: '/login', security: [] });
    expect(openApiMock(boats).faults).toEqual([]);
  });

  it.each([
    ['This endpoint is not authenticated, so clients can see the version.', false],
    ['Requires no authentication.', false],
    ['It does not require a token.', false],
    ['No credentials are needed.', false],
    ['Answers 401 if the caller is not authenticated.', true],
    ['Requires a token. Unauthenticated calls are refused.', true],
  ])('are not needed by an operation whose words say so: %s', (description, isNeeded) => {
    const list = { ...(operation(200, listOf(ref('Boat'))) as JsonObject), description };
    const document = { ...boats, paths: { ...paths, '/boats': { ...paths['/boats'], get: list } } };
    const { operations } = contractOf(document) as { operations: Record<string, JsonObject> };
    const { security } = operations['list'] ?? {};
    expect(security).toEqual(isNeeded ? [{ scheme: 'bearer', scopes: ['read'] }, 'bearer'] : []);
  });

  const securityIn = (members: JsonObject, undescribed: 'assumed' | 'left-open' = 'assumed') => {
    const document = { ...boats, ...members };
    const [first] = contractsOfOpenApi(document, { name: 'api.json', undescribed }).contracts;
    const { operations } = first?.document ?? {};
    return (operations as Record<string, JsonObject> | undefined)?.['list']?.['security'];
  };

  it('are none where the document names none at either level', () => {
    const { security: _, ...unsecured } = boats;
    expect(securityIn({ security: undefined as never })).toEqual([]);
    expect(securityIn({ ...unsecured, security: null })).toEqual([]);
    expect(securityIn({ security: [] })).toEqual([]);
  });

  it('stay open where nothing is assumed', () => {
    expect(securityIn({ security: null }, 'left-open')).toBeUndefined();
    expect(securityIn({ security: [] }, 'left-open')).toEqual([]);
    expect(securityIn({}, 'left-open')).toHaveLength(2);
  });

  it.each<[string, string, number, number]>([
    ['none', '', 200, 200],
    ['bearer', '', 401, 200],
    ['bearer', 'Bearer x', 200, 200],
    // Of each operation what it declares, not what the choice names.
    ['basic', 'Bearer x', 200, 200],
    ['basic', 'Basic YTpi', 401, 200],
    ['api-key', '', 401, 200],
  ])('with auth.scheme=%s and "%s" are required as declared', (scheme, sent, boat, login) => {
    const mock = openApiMock(boats, {}, {}, { 'auth.scheme': scheme as 'none' });
    const headers = sent === '' ? {} : { authorization: sent };
    expect(mock.ask('GET /boats', undefined, headers).status).toBe(boat);
    expect(mock.ask('POST /login', {}, headers).status).toBe(login);
  });

  it('are accepted as a log-in answers them', () => {
    const mock = openApiMock(boats, {}, {}, { 'auth.scheme': 'bearer' });
    const { token } = mock.ask('POST /login', {}).json as { token: string };
    expect(mock.ask('GET /boats', undefined, { authorization: `Bearer ${token}` }).status).toBe(
      200,
    );
  });

  it('are asked for by no path and method that no operation has', () => {
    const mock = openApiMock(boats, {}, {}, { 'auth.scheme': 'bearer' });
    const statuses = ['DELETE /boats', 'GET /login', 'OPTIONS /boats', 'GET /'].map(
      (request) => mock.ask(request).status,
    );
    expect(statuses).toEqual([405, 405, 204, 200]);
  });

  it('are read from Swagger 2.0, too', () => {
    const swagger = {
      swagger: '2.0',
      security: [{ plain: [] }],
      securityDefinitions: { plain: { type: 'basic' } },
      paths: { '/ping': { get: { responses: { 200: {} } } } },
    };
    expect(contractOf(swagger)).toMatchObject({ actions: [{ security: ['basic'] }] });
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

describe('the look of refusals', () => {
  const error = (word: string, example?: Json): Json => ({
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: [word],
          properties: { [word]: { type: 'string' }, message: { type: 'string' } },
        },
        ...(example === undefined ? {} : { example }),
      },
    },
  });
  const create = paths['/boats'].post as JsonObject;
  const stating = (responses: JsonObject): ReturnType<typeof openApiMock> =>
    openApiMock({
      ...boats,
      paths: {
        ...paths,
        '/boats': {
          ...paths['/boats'],
          post: { ...create, responses: { ...(create['responses'] as JsonObject), ...responses } },
        },
      },
    });
  const short = { name: 'x' };

  it('is that of the status which means the situation', () => {
    const { json, status } = stating({ 400: error('fault'), 409: error('clash') }).ask(
      'POST /boats',
      short,
    );
    expect(status).toBe(400);
    expect(json).toMatchObject({ fault: expect.any(String) as string });
    // What is known of the refusal stands in the members of its usual names.
    expect(json).toMatchObject({ message: expect.stringContaining('name') as string });
  });

  it('is that of a range, and of all others, with the usual status', () => {
    const ranged = stating({ '4XX': error('fault'), default: error('other') });
    const { json, status } = ranged.ask('POST /boats', short);
    expect(status).toBe(422);
    expect(json).toHaveProperty('fault');
    const all = stating({ default: error('other') }).ask('POST /boats', short);
    expect(Object.keys(all.json as JsonObject)).toContain('other');
    expect(all.status).toBe(422);
  });

  it('is that of an example that fits', () => {
    const fitting = { fault: 'F7', message: 'too short' };
    const told = stating({ 422: error('fault', fitting) }).ask('POST /boats', short).json;
    // Its text is about another request.
    expect(told).toEqual({ fault: 'F7', message: expect.stringContaining('/name') });
    expect(
      stating({ 422: error('fault', { no: 1 }) }).ask('POST /boats', short).json,
    ).toHaveProperty('fault');
  });

  it('is what a client gets that asks for a status', () => {
    const mock = stating({ 409: error('clash', { clash: 'C1' }), 503: error('later') });
    const asked = (code: number): Json =>
      mock.ask('POST /boats', { name: 'Ada' }, { prefer: `code=${code}` }).json;
    expect(asked(409)).toEqual({ clash: 'C1' });
    expect(asked(503)).toHaveProperty('later');
    expect(asked(500)).toHaveProperty('title');
  });

  it('is left to the mock if the document names the status alone', () => {
    const { json, status } = stating({ 400: {} }).ask('POST /boats', short);
    expect(status).toBe(400);
    expect(json).toHaveProperty('title');
  });
});

describe('brief elements of a list', () => {
  it('keep an id that the schema does not require', () => {
    const mock = openApiMock(boats, {}, { '/boats': { shown: { 'list.fields': 'brief' } } });
    mock.ask('POST /boats', { name: 'Ada' });
    const [boat] = mock.ask('GET /boats').json as readonly JsonObject[];
    expect(Object.keys(boat ?? {}).toSorted()).toEqual(['code', 'name']);
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
    expect(changed).toMatchObject({ actions: [{ summary: 'Come in', security: [] }] });
  });

  it('may call actions by their older name', () => {
    const others = [{ method: 'GET', path: '/boats/newest', source: 'x', outcomes: {} }];
    const made = contractOf(boats, { '/boats': { others } });
    expect(made).toMatchObject({ actions: others });
    expect(made).not.toHaveProperty('others');
  });

  it('stand in the document, too; those beside it come first', () => {
    const stating: Json = {
      ...boats,
      servers: [{ url: '/v2' }],
      paths: {
        ...paths,
        '/boats': {
          'x-standin': { title: 'Fleet', shown: { 'create.id': 'keep' } },
          ...paths['/boats'],
          get: { ...(paths['/boats'].get as JsonObject), 'x-standin': { summary: 'All' } },
        },
      },
    };
    expect(contractOf(stating, { '/v2/boats': { title: 'Navy' } })).toMatchObject({
      title: 'Navy',
      shown: { 'create.id': 'keep' },
      operations: { list: { summary: 'All' } },
    });
    const { ask } = openApiMock(stating);
    expect(ask('POST /v2/boats', { code: 'B7', name: 'Ada' }).json).toMatchObject({ code: 'B7' });
  });
});
