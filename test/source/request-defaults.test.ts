// Defaults that the schema of a request has: a creation without the member is stored with them.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref } from '../support/openapi-mock.ts';

const text: JsonObject = { type: 'string' };
const number: JsonObject = { type: 'integer' };
const object = (properties: JsonObject): Json => ({
  type: 'object',
  required: ['name'],
  properties,
});

function garage(level: Json): Json {
  const sent = object({
    name: text,
    level: { ...number, default: 3 },
    note: { ...text, default: 'n' },
  });
  const inPath: Json = { name: 'id', in: 'path', required: true, schema: number };
  return {
    openapi: '3.0.3',
    paths: {
      '/lifts': {
        get: operation(200, listOf(ref('Lift'))),
        post: operation(201, ref('Lift'), sent),
      },
      '/lifts/{id}': {
        parameters: [inPath],
        get: operation(200, ref('Lift')),
        put: operation(200, ref('Lift'), sent),
      },
    },
    components: { schemas: { Lift: object({ id: number, name: text, level }) } },
  };
}

describe('openApiMock, of defaults in the schema of a request', () => {
  it.each<[string, Json, Json]>([
    ['without one', number, 3],
    ['with another', { ...number, default: 1 }, 3],
  ])('fills in the default where the item is %s', (_, level, expected) => {
    const { ask } = openApiMock(garage(level));
    expect(ask('POST /lifts', { name: 'A' }).json).toEqual({ id: 1, name: 'A', level: expected });
    expect(ask('POST /lifts', { name: 'B', level: 7 }).json).toMatchObject({ level: 7 });
    expect(ask('GET /lifts/1').json).toEqual({ id: 1, name: 'A', level: expected });
  });

  it('fills in none of another type, and none if the choice says so', () => {
    const { ask } = openApiMock(garage({ type: 'object', properties: { id: number } }));
    expect(ask('POST /lifts', { name: 'A' }).json).toEqual({ id: 1, name: 'A' });
    const bare = openApiMock(garage(number), {}, {}, { 'fields.defaults': 'ignore' });
    expect(bare.ask('POST /lifts', { name: 'A' }).json).toEqual({ id: 1, name: 'A' });
  });
});
