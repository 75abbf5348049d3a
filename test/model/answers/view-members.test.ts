// Lists that show the rows of another resource, and require members that its items do not have.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { listOf, openApiMock, operation, ref } from '../../support/openapi-mock.ts';

const word: Json = { type: 'string' };
const kite = { id: { type: 'integer' }, name: word };
const Kite = { type: 'object', required: ['name'], properties: kite };
const bundle = (required: readonly string[], more: JsonObject): JsonObject => ({
  type: 'object',
  required: ['id', 'name', ...required],
  properties: { ...kite, ...more },
});
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const mockOf = (element: Json) =>
  openApiMock({
    openapi: '3.1.0',
    paths: {
      '/kites': {
        get: operation(200, listOf(ref('Kite'))),
        post: operation(201, ref('Kite'), ref('Kite')),
      },
      '/kites/{id}': { parameters: [id], get: operation(200, ref('Kite')) },
      '/kites/tree': { get: operation(200, listOf(element)) },
    },
    components: { schemas: { Kite } },
  });

describe('viewMembers', () => {
  it('are shown by the list that requires them, and by no other', () => {
    const tails = { type: 'array', items: word };
    const mock = mockOf(bundle(['tails', 'kind'], { tails, kind: { const: 'stunt' } }));
    expect(mock.taken['GET /kites/tree']).toBe('view of tree');
    mock.ask('POST /kites', { name: 'a' });
    const plain = mock.ask('GET /kites').json as readonly JsonObject[];
    const shown = mock.ask('GET /kites/tree').json as readonly JsonObject[];
    expect(plain).toEqual([{ id: 1, name: 'a' }]);
    expect(shown).toMatchObject([{ id: 1, name: 'a', kind: 'stunt' }]);
    expect(Array.isArray(shown[0]?.['tails'])).toBe(true);
    expect(mock.ask('GET /kites/tree').json).toEqual(shown);
    expect(mock.ask('GET /kites').json).toEqual(plain);
  });

  it('are shown by an item that requires them of rows of another resource', () => {
    const pupil = { id: { type: 'integer' }, email: word, nick: word };
    const Pupil = { type: 'object', required: ['id', 'email', 'nick'], properties: pupil };
    const more = { loans: listOf(ref('Kite')), level: { type: 'integer' }, note: word };
    const Me = {
      type: 'object',
      required: ['email', 'nick', 'loans', 'level'],
      properties: { email: word, nick: word, ...more },
    };
    const Login = { type: 'object', properties: { email: word, password: word } };
    const Token = { type: 'object', required: ['token'], properties: { token: word } };
    const mock = openApiMock({
      openapi: '3.1.0',
      paths: {
        '/users': {
          get: operation(200, listOf(ref('Pupil'))),
          post: operation(201, ref('Pupil'), ref('Pupil')),
        },
        '/users/{id}': { parameters: [id], get: operation(200, ref('Pupil')) },
        '/login': { post: operation(200, ref('Token'), ref('Login')) },
        '/users/me': { get: operation(200, ref('Me')) },
      },
      components: { schemas: { Kite, Login, Me, Pupil, Token } },
    });
    expect(mock.taken['GET /users/me']).toBe('singleton of me');
    const sent = { email: 'a@b.example', nick: 'a' };
    const { id: made } = mock.ask('POST /users', sent).json as JsonObject;
    const { token } = mock.ask('POST /login', sent).json as JsonObject;
    const shown = mock.ask('GET /users/me', undefined, {
      authorization: `Bearer ${String(token)}`,
    });
    expect(shown.json).toMatchObject({ ...sent, loans: [], level: 0 });
    expect(shown.json).not.toHaveProperty('note');
    const other = mock.ask(`GET /users/${String(made)}`).json;
    expect(other).toMatchObject(sent);
    expect(other).not.toHaveProperty('loans');
  });

  it('are none where the list requires what the items have', () => {
    const mock = mockOf(bundle([], { note: word }));
    mock.ask('POST /kites', { name: 'a' });
    expect(mock.ask('GET /kites/tree').json).toEqual(mock.ask('GET /kites').json);
  });
});
