// Writes whose answers are receipts: other schemas than that of the item.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const text: Json = { type: 'string' };
const object = (properties: JsonObject): Json => ({ type: 'object', properties });
const message = object({ message: { type: 'string', example: 'Stored' } });

/** Kites, whose writes have an answer. */
function kites(answer: Json): JsonObject {
  const inPath: Json = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  return {
    openapi: '3.0.3',
    paths: {
      '/kites': {
        get: operation(200, listOf(ref('Kite'))),
        post: operation(201, answer, ref('NewKite')),
      },
      '/kites/{id}': {
        parameters: [inPath],
        get: operation(200, ref('Kite')),
        put: operation(200, answer, ref('NewKite')),
        patch: operation(200, answer, ref('NewKite')),
      },
    },
    components: {
      schemas: { NewKite: things('name', 'color'), Kite: things('id', 'name', 'color') },
    },
  };
}

describe('openApiMock, of writes that answer receipts', () => {
  it.each<[string, Json, Json]>([
    ['a message', message, { message: 'Stored' }],
    [
      'a flag and the id under its full name',
      object({ success: { type: 'boolean' }, kiteId: { type: 'integer' } }),
      { success: true, kiteId: 1 },
    ],
    [
      'the id beside a message',
      object({ id: { type: 'integer' }, message: { type: 'string', example: 'Stored' } }),
      { id: 1, message: 'Stored' },
    ],
  ])('answers %s, and stores the item', (_, answer, shown) => {
    const { ask } = openApiMock(kites(answer));
    const kite = { name: 'Swift', color: 'red' };
    expect(ask('POST /kites', kite)).toEqual({ status: 201, json: shown });
    expect(ask('GET /kites/1').json).toEqual({ id: 1, ...kite });
    expect(ask('PATCH /kites/1', { color: 'blue' })).toEqual({ status: 200, json: shown });
    expect(ask('PUT /kites/1', { name: 'Slow' })).toEqual({ status: 200, json: shown });
    expect(ask('GET /kites').json).toEqual([{ id: 1, name: 'Slow' }]);
  });

  it.each<[string, Json]>([
    ['has other members of it, too', object({ id: { type: 'integer' }, name: text, made: text })],
    ['is any object', { type: 'object' }],
  ])('answers the item if the schema %s', (_, answer) => {
    const { ask } = openApiMock(kites(answer));
    expect(ask('POST /kites', { name: 'Swift' }).json).toMatchObject({ id: 1, name: 'Swift' });
  });
});
