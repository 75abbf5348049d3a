// Creations that are not POST of the list: what they take is kept, and no value is made in its place.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const text: Json = { type: 'string' };
const shape = (required: readonly string[], properties: JsonObject): JsonObject => ({
  type: 'object',
  required,
  properties,
});
const listOf = (schema: Json): Json => ({ type: 'array', items: schema });
const named = (name: string, schema: Json): Json => ({ name, in: 'path', required: true, schema });

function mockOf(paths: JsonObject, schemas: JsonObject) {
  const mock = openApiMock({ openapi: '3.1.0', paths, components: { schemas } });
  expect(mock.faults).toEqual([]);
  return mock;
}

describe('a registration that is the only creation', () => {
  const members = { id: { type: 'integer', readOnly: true }, mail: text, badge: text };
  const rowers = (path: string, required: readonly string[], sent: readonly string[]) =>
    mockOf(
      {
        '/users': { get: operation(200, listOf(ref('Rower'))) },
        '/users/{id}': {
          parameters: [named('id', { type: 'integer' })],
          get: operation(200, ref('Rower')),
        },
        [path]: { post: operation(201, ref('Rower'), ref('SignUp')) },
        '/login': { post: operation(200, shape(['token'], { token: text }), ref('LogIn')) },
      },
      {
        Rower: shape(required, members),
        SignUp: shape(sent, { mail: text, password: text, badge: text }),
        LogIn: shape(['mail', 'password'], { mail: text, password: text }),
      },
    );

  it.each(['/register', '/auth/signup', '/users/register'])('keeps what %s takes', (path) => {
    const mock = rowers(path, ['id', 'mail'], ['mail', 'password']);
    const sent = { mail: 'kim@rowing.test', password: 'oar' };
    const made = mock.ask(`POST ${path}`, sent);
    expect(made).toMatchObject({ status: 201, json: { mail: 'kim@rowing.test' } });
    const { id } = made.json as { id: number };
    expect(mock.ask(`GET /users/${id}`).json).toMatchObject({ mail: 'kim@rowing.test' });
    expect(mock.ask('POST /login', sent).status).toBe(200);
    expect(mock.ask('POST /login', { ...sent, mail: 'no@rowing.test' }).status).not.toBe(200);
  });

  it('makes what items must have and the request may leave out, and keeps it if it is sent', () => {
    const mock = rowers('/register', ['id', 'mail', 'badge'], ['mail', 'password']);
    const sent = { mail: 'kim@rowing.test', password: 'oar' };
    const made = mock.ask('POST /register', sent);
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ badge: expect.any(String) });
    const kept = mock.ask('POST /register', { ...sent, badge: 'B7' });
    expect(kept).toMatchObject({ status: 201, json: { badge: 'B7' } });
  });

  it('refuses what it requires and lacks', () => {
    const mock = rowers('/register', ['id', 'mail'], ['mail', 'password']);
    expect(mock.ask('POST /register', { password: 'oar' }).status).toBe(422);
  });
});

describe('a creation of many that is the only creation', () => {
  const kegs = (id: string, required: readonly string[]) =>
    mockOf(
      {
        '/kegs': {
          get: operation(200, listOf(ref('Keg'))),
          post: operation(201, listOf(ref('Keg')), listOf(ref('Keg'))),
        },
        [`/kegs/{${id}}`]: { parameters: [named(id, text)], get: operation(200, ref('Keg')) },
      },
      { Keg: shape(required, { [id]: text, litres: { type: 'integer' } }) },
    );

  it.each(['code', 'label'])('keeps the %s that clients choose', (id) => {
    const mock = kegs(id, [id]);
    const sent = [{ [id]: 'a' }, { [id]: 'b', litres: 5 }];
    expect(mock.ask('POST /kegs', sent)).toEqual({ status: 201, json: sent });
    expect(mock.ask('GET /kegs/b')).toEqual({ status: 200, json: { [id]: 'b', litres: 5 } });
  });

  it('refuses all if one lacks it, or has that of another', () => {
    const mock = kegs('code', ['code']);
    const before = mock.ask('GET /kegs').json;
    expect(mock.ask('POST /kegs', [{ code: 'c' }, {}]).status).toBe(422);
    expect(mock.ask('POST /kegs', [{ code: 'd' }, { code: 'd' }]).status).toBe(409);
    expect(mock.ask('GET /kegs').json).toEqual(before);
  });

  it('gives ids where the service does', () => {
    const mock = kegs('uuid', []);
    const made = mock.ask('POST /kegs', [{ litres: 5 }]);
    expect(made).toMatchObject({ status: 201, json: [{ uuid: expect.any(String), litres: 5 }] });
  });
});

describe('contractsOfOpenApi, of changes of things that nothing lists', () => {
  const document = (changed: Json): Json => ({
    openapi: '3.0.3',
    paths: {
      '/posts': { get: operation(200, listOf(ref('Post'))), post: operation(201, ref('Post')) },
      '/posts/{id}': { get: operation(200, ref('Post')) },
      '/posts/{id}/comments': { post: operation(201, ref('Comment'), things('text')) },
      '/comments/{commentId}': {
        patch: operation(200, changed, things('text')),
        delete: operation(204, null),
      },
    },
    components: { schemas: { Post: things('id', 'title'), Comment: things('id', 'text') } },
  });

  it('changes and removes what is made below another item', () => {
    const { ask, why } = openApiMock(document(ref('Comment')));
    expect(why['PATCH /comments/{commentId}']).toBe(
      'nothing else does so with the items of /posts/{id}/comments, which have the same name',
    );
    const post = (ask('POST /posts', { title: 'First' }).json as JsonObject)['id'];
    const made = ask(`POST /posts/${post}/comments`, { text: 'new' }).json as JsonObject;
    const path = `/comments/${made['id']}`;
    const edited = ask(`PATCH ${path}`, { text: 'edited' });
    expect(edited).toEqual({ status: 200, json: { ...made, text: 'edited' } });
    expect(ask(`DELETE ${path}`).status).toBe(204);
    expect(ask(`PATCH ${path}`, { text: 'again' }).status).toBe(404);
    expect(ask(`DELETE ${path}`).status).toBe(404);
  });

  it('changes none of them where something else is answered', () => {
    const { why } = openApiMock(document(things('id', 'state', 'votes')));
    expect(why['PATCH /comments/{commentId}']).not.toContain('/posts/{id}/comments');
  });
});
