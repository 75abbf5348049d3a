// Collections whose creation takes one value, whose list is at a path of its own, or whose items are
// changed by another member than their id.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const inPath = (name: string, type = 'string'): Json => ({
  name,
  in: 'path',
  required: true,
  schema: { type },
});
const gone = { responses: { 204: { description: 'gone' }, 404: { description: 'not there' } } };
const bodyOf = (schema: Json): Json => ({ content: { 'application/json': { schema } } });
const mockOf = (paths: JsonObject, schemas: JsonObject) => {
  const mock = openApiMock({ openapi: '3.0.3', paths, components: { schemas } });
  expect(mock.faults).toEqual([]);
  return mock;
};

/** A shelf of labels in Swagger 2, whose body is named. */
function shelf(body: string, type: string): JsonObject {
  const old = (schema: Json): Json => ({ 200: { description: 'ok', schema } });
  const label: Json = { $ref: '#/definitions/Label' };
  return {
    swagger: '2.0',
    paths: {
      '/labels': {
        get: { responses: old({ type: 'array', items: label }) },
        post: {
          parameters: [{ in: 'body', name: body, required: true, schema: { type } }],
          responses: old(label),
        },
      },
      '/labels/{labelId}': {
        parameters: [{ name: 'labelId', in: 'path', required: true, type: 'integer' }],
        get: { responses: old(label) },
        delete: { responses: { 204: { description: 'gone' } } },
      },
    },
    definitions: {
      Label: {
        type: 'object',
        properties: { id: { type: 'integer' }, text: { type: 'string' }, size: { type: 'number' } },
      },
    },
  };
}

describe('openApiMock, of a creation whose whole body is one member', () => {
  it.each<[string, string, Json, Json]>([
    ['text', 'string', 'fragile', 7],
    ['size', 'number', 2.5, 'large'],
  ])('keeps it as %s', (member, type, value, wrong) => {
    const { ask, contracts, faults, taken } = openApiMock(shelf(member, type));
    expect(faults).toEqual([]);
    expect(taken['POST /labels']).toBe('create of labels');
    expect(contracts).toMatchObject([{ operations: { create: { bodyIs: member } } }]);
    expect(ask('POST /labels', value).json).toMatchObject({ id: 1, [member]: value });
    expect(ask('GET /labels/1').json).toMatchObject({ [member]: value });
    expect(ask('GET /labels').json).toMatchObject([{ [member]: value }]);
    expect(ask('DELETE /labels/1').status).toBe(204);
    expect(ask('GET /labels').json).toEqual([]);
    expect(ask('POST /labels', wrong)).toMatchObject({
      status: 422,
      json: { errors: [{ pointer: '' }] },
    });
  });

  it.each(['body', 'size'])('keeps none of it as %s, which no text is, and makes one', (member) => {
    const { ask, contracts } = openApiMock(shelf(member, 'string'));
    expect(JSON.stringify(contracts)).not.toContain('bodyIs');
    const made = ask('POST /labels', 'fragile').json as { readonly id: number };
    expect(ask(`GET /labels/${made.id}`).json).toEqual(made);
    expect(made).not.toMatchObject({ [member]: 'fragile' });
    expect(ask('GET /labels').json).toContainEqual(made);
    expect(ask('POST /labels', 7).status).toBe(422);
  });

  it('keeps nothing of a number, if the item has no such member', () => {
    const { ask, taken } = openApiMock(shelf('body', 'number'));
    expect(taken['POST /labels']).toBe('action');
    expect(ask('POST /labels', 2.5)).toMatchObject({
      status: 200,
      json: { id: expect.any(Number) },
    });
  });
});

describe('openApiMock, of lists below a verb, by a member of the items', () => {
  it('shows what is created beside them', () => {
    const Score = things('scoreId', 'piece', 'note');
    const { ask, taken } = mockOf(
      {
        '/scores/submit': { post: { requestBody: bodyOf(ref('Score')), responses: {} } },
        '/scores/get/{piece}': {
          parameters: [inPath('piece')],
          get: operation(200, listOf(ref('Score'))),
        },
        '/scores/delete/{scoreId}': { parameters: [inPath('scoreId', 'integer')], delete: gone },
      },
      { Score },
    );
    expect(taken).toMatchObject({
      'POST /scores/submit': 'create of scores',
      'DELETE /scores/delete/{scoreId}': 'remove of scores',
    });
    ask('POST /scores/submit', { piece: 'waltz', note: 'zzq' });
    ask('POST /scores/submit', { piece: 'march', note: 'yyw' });
    expect(ask('GET /scores/get/waltz').json).toEqual([
      { scoreId: 1, piece: 'waltz', note: 'zzq' },
    ]);
    expect(ask('DELETE /scores/delete/1').status).toBe(204);
    expect(ask('GET /scores/get/waltz').json).toEqual([]);
    expect(ask('GET /scores/get/march').json).toMatchObject([{ note: 'yyw' }]);
  });
});

describe('openApiMock, of PUT at a collection, of a body without an id', () => {
  const Login = things('loginId', 'handle', 'secret');
  const { ask } = mockOf(
    {
      '/logins': {
        get: operation(200, listOf(ref('Login'))),
        post: operation(201, ref('Login'), ref('Login')),
        put: operation(200, ref('Login'), ref('Login')),
      },
      '/logins/{loginId}': {
        parameters: [inPath('loginId', 'integer')],
        get: operation(200, ref('Login')),
      },
      '/logins/handle/{handle}': {
        parameters: [inPath('handle')],
        get: operation(200, ref('Login')),
      },
    },
    { Login },
  );

  it('replaces the item that it names as a read does', () => {
    ask('POST /logins', { handle: 'ann', secret: 'a' });
    ask('POST /logins', { handle: 'bo', secret: 'b' });
    expect(ask('PUT /logins', { handle: 'bo', secret: 'c' }).status).toBe(200);
    expect(ask('GET /logins').json).toMatchObject([{ secret: 'a' }, { loginId: 2, secret: 'c' }]);
  });

  it('refuses it if no item, or more than one, has that member', () => {
    expect(ask('PUT /logins', { handle: 'cy' }).status).toBe(422);
    expect(ask('PUT /logins', { secret: 'c' }).status).toBe(422);
    ask('POST /logins', { handle: 'bo', secret: 'd' });
    expect(ask('PUT /logins', { handle: 'bo' }).status).toBe(422);
  });
});

describe('openApiMock, of lists that choose items by several members in the path', () => {
  const shift = things('workerId', 'siteId', 'day');
  const paths: JsonObject = {
    '/shifts': { get: operation(200, listOf(shift)), post: operation(201, shift, shift) },
    '/shifts/{workerId}/{siteId}': {
      parameters: [inPath('workerId', 'integer'), inPath('siteId', 'integer')],
      get: operation(200, listOf(shift)),
    },
  };

  it('show them, and nothing where none is chosen', () => {
    const { ask } = mockOf(paths, {});
    const made = { workerId: 7_001, siteId: 7_002, day: 'Monday' };
    expect(ask('POST /shifts', made).status).toBe(201);
    expect(ask('GET /shifts/7001/7002')).toEqual({ status: 200, json: [made] });
    expect(ask('GET /shifts/7001/7003')).toEqual({ status: 200, json: [] });
  });
});
