// Changes whose bodies may have any members: what is sent is stored.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const message = things('message');

function document(body: Json, answer: Json | null): JsonObject {
  const inPath: Json = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const change = operation(200, answer, body);
  return {
    openapi: '3.0.3',
    paths: {
      '/kites': {
        get: operation(200, listOf(ref('Kite'))),
        post: operation(201, ref('Kite'), ref('Kite')),
      },
      '/kites/{id}': { parameters: [inPath], put: change, patch: change },
      '/wind': { get: operation(200, ref('Wind')), put: change },
      '/weather': { get: operation(200, ref('Wind')), patch: change },
    },
    components: { schemas: { Kite: things('id', 'name', 'color'), Wind: things('from', 'force') } },
  };
}

describe('openApiMock, of changes with any body', () => {
  it.each<[string, Json, Json | null]>([
    ['an object', { type: 'object' }, null],
    ['an object', { type: 'object' }, message],
    ['an object with any members', { type: 'object', additionalProperties: true }, message],
    ['anything', {}, null],
    ['anything, with a title', { title: 'Body' }, message],
  ])('stores what is sent as %s', (_, body, answer) => {
    const { ask } = openApiMock(document(body, answer));
    ask('POST /kites', { name: 'Swift', color: 'red' });
    expect(ask('PATCH /kites/1', { color: 'blue' }).status).toBe(200);
    expect(ask('GET /kites').json).toEqual([{ id: 1, name: 'Swift', color: 'blue' }]);
    expect(ask('PUT /kites/1', { name: 'Slow' }).status).toBe(200);
    expect(ask('GET /kites').json).toEqual([{ id: 1, name: 'Slow' }]);
    expect(ask('PUT /wind', { from: 'north', force: 'six' }).status).toBe(200);
    expect(ask('GET /wind').json).toEqual({ from: 'north', force: 'six' });
    expect(ask('PATCH /weather', { from: 'east' }).status).toBe(200);
    expect(ask('GET /weather').json).toMatchObject({ from: 'east' });
  });

  it('stores nothing where a list is sent', () => {
    const { ask, taken } = openApiMock(document({ type: 'array', items: {} }, message));
    expect(taken['PATCH /kites/{id}']).toBe('action');
    expect(taken['PUT /wind']).toBe('action');
    expect(ask('PUT /wind', ['north'])).toEqual({
      status: 200,
      json: { message: expect.any(String) },
    });
  });

  it.each<[string, Json, Json]>([
    ['a text', { type: 'string' }, 'north'],
    ['a number', { type: 'integer' }, 6],
  ])('stores nothing where %s is sent', (_, body, value) => {
    const { ask } = openApiMock(document(body, message));
    const before = ask('GET /wind').json;
    expect(ask('PUT /wind', value).status).toBe(200);
    expect(ask('GET /wind').json).toEqual(before);
  });
});

describe('an action whose body is', () => {
  const notes = (required: JsonObject) => {
    const id = { in: 'path', name: 'id', required: true, schema: { type: 'integer' } };
    const schema = { type: 'object', properties: { why: { type: 'string' } } };
    const requestBody = { ...required, content: { 'application/json': { schema } } };
    const shown = operation(200, ref('Note')) as JsonObject;
    const mock = openApiMock({
      openapi: '3.1.0',
      paths: {
        '/notes': {
          get: operation(200, listOf(ref('Note'))),
          post: operation(201, ref('Note'), things('title')),
        },
        '/notes/{id}': { parameters: [id], get: shown },
        '/notes/{id}/archive': { parameters: [id], post: { ...shown, requestBody } },
      },
      components: { schemas: { Note: things('id', 'title') } },
    });
    mock.ask('POST /notes', { title: 'a' });
    return [undefined, { why: 'x' }, { why: 1 }].map(
      (body) => mock.ask('POST /notes/1/archive', body).status,
    );
  };

  it.each([[{}], [{ required: false }]])('optional (%j) is performed without one', (required) => {
    expect(notes(required)).toEqual([200, 200, 422]);
  });

  it('required is refused without one', () => {
    expect(notes({ required: true })).toEqual([400, 200, 422]);
  });
});
