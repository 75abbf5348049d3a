// The addresses that a document spells by the examples of its path parameters: an item is there.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const named = (name: string, rest: JsonObject): Json => ({
  name,
  in: 'path',
  required: true,
  ...rest,
});

const boats = (parameter: Json, item: JsonObject = things('id', 'name') as JsonObject): Json => ({
  openapi: '3.1.0',
  paths: {
    '/boats': {
      get: operation(200, listOf(ref('Boat'))),
      post: operation(201, ref('Boat'), ref('Boat')),
    },
    '/boats/{boatId}': { parameters: [parameter], get: operation(200, ref('Boat')) },
  },
  components: { schemas: { Boat: item } },
});

const integer: Json = { type: 'integer' };
const text: Json = { type: 'string' };
const coded: JsonObject = { type: 'object', required: ['code'], properties: { code: text } };

describe('contractsOfOpenApi, of ids that examples of paths name', () => {
  it.each<[string, JsonObject]>([
    ['beside the schema', { schema: integer, example: 42 }],
    ['by names', { schema: integer, examples: { usual: { value: 42 } } }],
    ['in the schema', { schema: { type: 'integer', example: 42 } }],
    ['in a list in the schema', { schema: { type: 'integer', examples: [42, 43] } }],
    ['as a text', { schema: integer, example: '42' }],
  ])('seeds an item with the id: %s', (_, parameter) => {
    const { ask } = openApiMock(boats(named('boatId', parameter)));
    expect(ask('GET /boats/42').json).toMatchObject({ id: 42 });
    expect(ask('GET /boats').json).toContainEqual(ask('GET /boats/42').json);
    expect(ask('GET /boats/44').status).toBe(404);
  });

  it('seeds an item for each id, of an id that is a text, too', () => {
    const examples = { one: { value: 'N 1/7' }, two: { value: 'S-2' } };
    const { ask } = openApiMock(boats(named('boatId', { schema: text, examples }), coded));
    expect(ask('GET /boats').json).toEqual([{ code: 'N 1/7' }, { code: 'S-2' }]);
    expect(ask('GET /boats/N%201%2F7').status).toBe(200);
  });

  it('keeps the items of examples, and adds none that is among them', () => {
    const example = [
      { id: 1, name: 'Ran' },
      { id: 2, name: 'Tor' },
    ];
    const document = boats(named('boatId', { schema: integer, example: 2 })) as JsonObject;
    const { '/boats': collection, ...paths } = document['paths'] as JsonObject;
    const content = { 'application/json': { schema: listOf(ref('Boat')), example } };
    const shown = { ...(collection as JsonObject), get: { responses: { 200: { content } } } };
    const { ask } = openApiMock({ ...document, paths: { '/boats': shown, ...paths } });
    expect(ask('GET /boats').json).toEqual(example);
  });

  it('makes no item of an id that the item cannot have', () => {
    const { ask } = openApiMock(boats(named('boatId', { schema: text, example: 'first' })));
    expect(ask('GET /boats').json).toEqual([]);
  });

  it('puts what is below an item below the one that is named', () => {
    const boatId = named('boatId', { schema: integer, example: 42 });
    const sailId = named('sailId', { schema: text, example: 'jib' });
    const { ask } = openApiMock({
      openapi: '3.0.3',
      paths: {
        '/boats': {
          get: operation(200, listOf({ ...(things('id') as object), example: { id: 1 } })),
          post: operation(201, ref('Boat'), ref('Boat')),
        },
        '/boats/{boatId}': { parameters: [boatId], get: operation(200, ref('Boat')) },
        '/boats/{boatId}/sails': { parameters: [boatId], get: operation(200, listOf(ref('Sail'))) },
        '/boats/{boatId}/sails/{sailId}': {
          parameters: [boatId, sailId],
          get: operation(200, ref('Sail')),
        },
      },
      components: { schemas: { Boat: things('id', 'name'), Sail: things('sail', 'cloth') } },
    });
    expect(ask('GET /boats/42').status).toBe(200);
    expect(ask('GET /boats/42/sails/jib').status).toBe(200);
  });

  it('takes the example of a parameter above that nothing else has a value for', () => {
    const berth = named('berth', { schema: integer, example: 7 });
    const code = named('code', { schema: text, example: 'red' });
    const { ask } = openApiMock({
      openapi: '3.0.3',
      paths: {
        '/berths/{berth}/flags/{code}': { parameters: [berth, code], get: operation(200, coded) },
        '/berths/{berth}/flags': { parameters: [berth], get: operation(200, listOf(coded)) },
      },
    });
    expect(ask('GET /berths/7/flags/red').json).toEqual({ code: 'red' });
    expect(ask('GET /berths/7/flags').json).toEqual([{ code: 'red' }]);
  });
});
