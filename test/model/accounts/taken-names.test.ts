// Registrations with the name of an account that is there: a conflict where that is declared.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { listOf, openApiMock, operation, ref } from '../../support/openapi-mock.ts';

const text = { type: 'string' };
const object = (properties: JsonObject, ...required: readonly string[]): JsonObject => ({
  type: 'object',
  required,
  properties,
});
const account = { login: text, password: text };

function choir(declared: JsonObject, paths: JsonObject = {}): ReturnType<typeof openApiMock> {
  const { responses, ...register } = operation(201, ref('Singer'), ref('NewSinger')) as JsonObject;
  const log = operation(
    200,
    object({ token: text }, 'token'),
    object(account, 'login', 'password'),
  );
  return openApiMock({
    openapi: '3.0.3',
    paths: {
      '/register': {
        post: { ...register, responses: { ...(responses as JsonObject), ...declared } },
      },
      '/login': { post: log },
      '/me': { get: operation(200, ref('Singer')) },
      ...paths,
    },
    components: {
      schemas: {
        Singer: object({ id: { type: 'integer' }, login: text, voice: text }, 'id', 'login'),
        NewSinger: object({ ...account, voice: text }, 'login', 'password'),
        Wrong: object({ reason: text }, 'reason'),
      },
    },
  });
}

const conflict: Json = { content: { 'application/json': { schema: ref('Wrong') } } };
const sent = { login: 'ada', password: 'secret', voice: 'alto' };

describe('a registration', () => {
  it('is a conflict if an account logs in so', () => {
    const mock = choir({ 409: conflict });
    expect(mock.ask('POST /register', sent).status).toBe(201);
    const again = mock.ask('POST /register', { ...sent, password: 'other', voice: 'bass' });
    expect(again).toEqual({ status: 409, json: { reason: expect.stringContaining('login') } });
    expect(mock.ask('POST /register', { ...sent, login: 'bea' }).status).toBe(201);
    expect(mock.ask('POST /login', { login: 'ada', password: 'secret' }).status).toBe(200);
  });

  it('is none where the document declares no conflict', () => {
    const mock = choir({ 400: conflict });
    expect([1, 2].map(() => mock.ask('POST /register', sent).status)).toEqual([201, 201]);
  });

  it('is one also beside a list of the accounts', () => {
    const mock = choir(
      { 409: conflict },
      { '/singers': { get: operation(200, listOf(ref('Singer'))) } },
    );
    expect([1, 2].map(() => mock.ask('POST /register', sent).status)).toEqual([201, 409]);
  });
});

describe('other creations with 409', () => {
  it('may repeat what is there', () => {
    const { responses, ...rest } = operation(201, ref('Singer'), ref('NewSinger')) as JsonObject;
    const post = { ...rest, responses: { ...(responses as JsonObject), 409: conflict } };
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
    const mock = choir(
      {},
      {
        '/songs': {
          get: operation(200, listOf(object({ id: { type: 'integer' }, login: text }))),
          post: { ...post, ...songs },
        },
        '/songs/{id}': {
          parameters: [id],
          get: operation(200, object({ id: { type: 'integer' }, login: text })),
        },
      },
    );
    expect([1, 2].map(() => mock.ask('POST /songs', { login: 'a' }).status)).toEqual([201, 201]);
  });
});

const songs = {
  requestBody: { content: { 'application/json': { schema: object({ login: text }) } } },
  responses: {
    201: {
      content: { 'application/json': { schema: object({ id: { type: 'integer' }, login: text }) } },
    },
    409: conflict,
  },
};
