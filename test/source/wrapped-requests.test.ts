// Requests that have the item inside one member, whatever their answers look like.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref } from '../support/openapi-mock.ts';

const text: Json = { type: 'string' };
const object = (properties: JsonObject): Json => ({ type: 'object', properties });

/** Tents with their requests in `holder`, and the answers of writes as given. */
function camp(holder: string, answer: Json, read: Json = ref('Tent')): JsonObject {
  const body = object({ [holder]: ref('NewTent') });
  const inPath: Json = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  return {
    openapi: '3.0.3',
    paths: {
      '/tents': {
        get: operation(200, object({ data: listOf(ref('Tent')) })),
        post: operation(201, answer, body),
      },
      '/tents/{id}': {
        parameters: [inPath],
        get: operation(200, read),
        put: operation(200, answer, body),
        patch: operation(200, answer, body),
      },
    },
    components: {
      schemas: {
        NewTent: object({ name: text, color: text }),
        Tent: {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'integer' }, name: text, color: text },
        },
      },
    },
  };
}

describe('openApiMock, of requests with the item inside', () => {
  it.each<[string, string, Json, Json]>([
    ['tent', 'bare', ref('Tent'), ref('Tent')],
    ['data', 'a message', object({ message: text }), ref('Tent')],
    ['input', 'bare', ref('Tent'), ref('Tent')],
    ['tent', 'in another', object({ result: ref('Tent') }), object({ result: ref('Tent') })],
  ])('takes %s where answers are %s', (holder, _, answer, read) => {
    const { ask, faults, why, contracts } = openApiMock(camp(holder, answer, read));
    expect(faults).toEqual([]);
    const at = `/${holder}`;
    expect(contracts).toMatchObject([
      { operations: { create: { bodyAt: at }, replace: { bodyAt: at } } },
    ]);
    expect(why['POST /tents']).toContain(`; its body has the item in /${holder}`);
    const list = (): Json => ask('GET /tents').json;
    expect(ask('POST /tents', { [holder]: { name: 'Dome', color: 'red' } }).status).toBe(201);
    expect(list()).toEqual({ data: [{ id: 1, name: 'Dome', color: 'red' }] });
    expect(ask('PATCH /tents/1', { [holder]: { color: 'blue' } }).status).toBe(200);
    expect(list()).toEqual({ data: [{ id: 1, name: 'Dome', color: 'blue' }] });
    expect(ask('PUT /tents/1', { [holder]: { name: 'Tipi' } }).status).toBe(200);
    expect(list()).toEqual({ data: [{ id: 1, name: 'Tipi' }] });
    expect(ask('POST /tents', { name: 'Dome' }).status).toBe(422);
  });

  it('takes a member that the item has, too, as that member', () => {
    const document = camp('tent', ref('Tent')) as { components: { schemas: Record<string, Json> } };
    document.components.schemas['Tent'] = object({
      id: { type: 'integer' },
      tent: ref('NewTent'),
      name: text,
    });
    const { ask } = openApiMock(document);
    ask('POST /tents', { tent: { name: 'Dome' } });
    expect(ask('GET /tents/1').json).toMatchObject({ id: 1, tent: { name: 'Dome' } });
  });
});
