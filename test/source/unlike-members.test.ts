// Members that requests and answers have in different types: what the schema of the request accepts is
// accepted, and each answer keeps the schema that is declared for it.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref } from '../support/openapi-mock.ts';

const text: Json = { type: 'string' };
const number: Json = { type: 'integer' };
const tea = (blend: Json | null): Json => ({
  type: 'object',
  required: ['id', 'title'],
  properties: { id: number, title: text, ...(blend === null ? {} : { blend }) },
});
const sent = (blend: Json): Json => ({
  type: 'object',
  required: ['title', 'blend'],
  properties: { title: text, blend },
});

/** The type of `blend` in the request, in an item, in the list and in the answer of the creation. */
interface Types {
  readonly request: Json;
  readonly item?: Json | null;
  readonly list?: Json | null;
  readonly made?: Json | null;
}

function shop({ request, item = null, list = item, made = item }: Types): JsonObject {
  const blend: Json = { type: 'object', required: ['id'], properties: { id: number, label: text } };
  const inPath: Json = { name: 'id', in: 'path', required: true, schema: number };
  return {
    openapi: '3.0.3',
    paths: {
      '/blends': {
        get: operation(200, listOf(ref('Blend'))),
        post: operation(201, ref('Blend'), {
          type: 'object',
          required: ['label'],
          properties: { label: text },
        }),
      },
      '/blends/{id}': { parameters: [inPath], get: operation(200, ref('Blend')) },
      '/teas': {
        get: operation(200, listOf(tea(list))),
        post: operation(201, tea(made), sent(request)),
      },
      '/teas/{id}': {
        parameters: [inPath],
        get: operation(200, tea(item)),
        put: operation(200, tea(item), sent(request)),
        patch: operation(200, tea(item), { type: 'object', properties: { blend: request } }),
      },
    },
    components: { schemas: { Blend: blend } },
  };
}

describe('openApiMock, of members that requests and answers have in different types', () => {
  const blend = ref('Blend');
  const known = { id: 1, label: 'Smoky' };

  it.each<[string, Types, Json, { item?: Json; list?: Json; made?: Json }]>([
    ['an item', { request: number, item: blend }, 1, { item: known, list: known, made: known }],
    ['a list alone', { request: number, list: blend }, 1, { list: known }],
    ['an id of none', { request: number, item: blend }, 9, { item: { id: 9 }, list: { id: 9 } }],
    [
      'a list of ids',
      { request: listOf(number), list: listOf(blend) },
      [1, 9],
      { list: [known, { id: 9 }] },
    ],
    [
      'a list that has what the item has as a text',
      { request: number, item: text, list: blend },
      1,
      { item: '1', list: { id: expect.any(Number) as unknown as number } },
    ],
    [
      'an object of which the answers have the id',
      { request: blend, item: number },
      { id: 4, label: 'Green' },
      { item: 4, list: 4, made: 4 },
    ],
    [
      'the creation alone',
      { request: number, item: number, made: blend },
      1,
      { item: 1, list: 1, made: { id: expect.any(Number) as unknown as number } },
    ],
  ])('creates and changes for %s', (_, types, value, expected) => {
    const { ask, faults } = openApiMock(shop(types));
    expect(faults).toEqual([]);
    ask('POST /blends', { label: 'Smoky' });
    const made = ask('POST /teas', { title: 'Mint', blend: value });
    expect(made.status).toBe(201);
    if (expected.made !== undefined) expect(made.json).toMatchObject({ blend: expected.made });
    const shown = (blends: Json | undefined): JsonObject => ({
      title: 'Mint',
      ...(blends === undefined ? {} : { blend: blends }),
    });
    expect(ask('GET /teas/1').json).toMatchObject(shown(expected.item));
    expect(ask('GET /teas').json).toMatchObject([shown(expected.list)]);
    expect(ask('PUT /teas/1', { title: 'Mint', blend: value }).status).toBe(200);
    expect(ask('PATCH /teas/1', { blend: value }).status).toBe(200);
    expect(ask('GET /teas').json).toMatchObject([shown(expected.list)]);
  });

  it('refuses what the schema of the request refuses', () => {
    const { ask } = openApiMock(shop({ request: number, list: blend }));
    expect(ask('POST /teas', { title: 'Mint', blend: known }).status).toBe(422);
    expect(ask('POST /teas', { title: 'Mint' }).status).toBe(422);
  });
});
