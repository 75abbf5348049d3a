// What belongs to the account that calls: a list of its items alone, and items of others that it may
// not change.

import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { listOf, openApiMock, operation, ref, things } from '../../support/openapi-mock.ts';

const secured = (status: number, schema: Json | null, body?: Json): JsonObject => ({
  ...(operation(status, schema, body) as JsonObject),
  security: [{ token: [] }],
});
const guarded = (one: JsonObject): JsonObject => ({
  ...one,
  responses: {
    ...(one['responses'] as JsonObject),
    403: { content: { 'application/json': { schema: things('message') } } },
  },
});
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const note = {
  type: 'object',
  properties: {
    id: { type: 'integer', readOnly: true },
    text: { type: 'string' },
    ownerId: { type: 'integer', readOnly: true },
  },
};

function start() {
  const mock = openApiMock({
    openapi: '3.0.3',
    paths: {
      '/register': { post: operation(201, ref('User'), things('email', 'password')) },
      '/login': { post: operation(200, things('token'), things('email', 'password')) },
      '/notes': {
        get: secured(200, listOf(ref('Note'))),
        post: secured(201, ref('Note'), ref('Note')),
      },
      '/notes/{id}': {
        parameters: [id],
        get: secured(200, ref('Note')),
        put: guarded(secured(200, ref('Note'), ref('Note'))),
        delete: guarded(secured(204, null)),
      },
      '/me/notes': { get: secured(200, listOf(ref('Note'))) },
      '/users/me': { get: secured(200, ref('User')) },
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Note: note, User: things('id', 'email') },
    },
  });
  expect(mock.faults).toEqual([]);
  const [ann, bob] = ['ann@example.com', 'bob@example.com'].map((email) => {
    mock.ask('POST /register', { email, password: 'x' });
    const { json } = mock.ask('POST /login', { email, password: 'x' });
    return { authorization: `Bearer ${(json as JsonObject)['token']}` };
  });
  if (ann === undefined || bob === undefined) throw new Error('nobody');
  const notes = [ann, bob].map(
    (who, index) => mock.ask('POST /notes', { text: `note ${index}` }, who).json as JsonObject,
  );
  return { mock, ann, bob, notes };
}

it('is listed where the path says so', () => {
  const { mock, ann, bob, notes } = start();
  const own = (who: Record<string, string>) => mock.ask('GET /me/notes', undefined, who).json;
  expect(own(ann)).toEqual([notes[0]]);
  expect(own(bob)).toEqual([notes[1]]);
  expect(mock.ask('GET /notes', undefined, bob).json).toEqual(notes);
  const me = mock.ask('GET /users/me', undefined, bob).json as JsonObject;
  expect(notes[1]).toMatchObject({ ownerId: me['id'] });
});

it('is changed by its owner alone, where 403 is declared', () => {
  const { mock, ann, bob, notes } = start();
  const path = `/notes/${notes[0]?.['id']}`;
  const { status, json } = mock.ask(`PUT ${path}`, { text: 'taken' }, bob);
  expect(status).toBe(403);
  expect(json).toEqual({ message: expect.stringContaining('another account') });
  expect(mock.ask(`DELETE ${path}`, undefined, bob).status).toBe(403);
  expect(mock.ask(`GET ${path}`, undefined, bob).json).toEqual(notes[0]);
  expect(mock.ask(`PUT ${path}`, { text: 'mine' }, ann)).toMatchObject({
    status: 200,
    json: { text: 'mine' },
  });
  // Access is open: a call without a token is nobody's.
  expect(mock.ask(`DELETE ${path}`).status).toBe(204);
});
