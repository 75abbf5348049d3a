// Items that show what is below them: keepers with their animals, and these with their feedings.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { openApiMock, operation, ref } from '../support/openapi-mock.ts';

const text: Json = { type: 'string' };
const number: Json = { type: 'integer' };
const shape = (required: readonly string[], properties: JsonObject): JsonObject => ({
  type: 'object',
  required,
  properties,
});
const listOf = (name: string, more: JsonObject = {}): JsonObject => ({
  type: 'array',
  items: ref(name),
  ...more,
});
const inPath = (name: string): Json => ({ name, in: 'path', required: true, schema: number });

function zoo({
  animals = { readOnly: true },
  sent = {},
}: {
  readonly animals?: JsonObject;
  readonly sent?: JsonObject;
} = {}): JsonObject {
  const at = ['keeperId', 'animalId'].map(inPath);
  const collection = (path: string, item: string, above: number): JsonObject => ({
    [path]: {
      parameters: at.slice(0, above),
      get: operation(200, listOf(item)),
      post: operation(201, ref(item), ref(`New${item}`)),
    },
  });
  const one = (path: string, item: string, above: number): JsonObject => ({
    [path]: {
      parameters: at.slice(0, above),
      get: operation(200, ref(item)),
      put: operation(200, ref(item), ref(`New${item}`)),
      delete: { responses: { 204: { description: 'gone' } } },
    },
  });
  return {
    openapi: '3.0.3',
    paths: {
      ...collection('/keepers', 'Keeper', 0),
      ...one('/keepers/{keeperId}', 'Keeper', 1),
      ...collection('/keepers/{keeperId}/animals', 'Animal', 1),
      ...one('/keepers/{keeperId}/animals/{animalId}', 'Animal', 2),
      ...collection('/keepers/{keeperId}/animals/{animalId}/feedings', 'Feeding', 2),
    },
    components: {
      schemas: {
        NewKeeper: shape(['name'], { name: text, ...sent }),
        Keeper: shape(['id', 'name', 'animals'], {
          id: number,
          name: text,
          animals: listOf('Animal', animals),
        }),
        NewAnimal: shape(['name'], { name: text }),
        Animal: shape(['id', 'name', 'fed'], { id: number, name: text, fed: listOf('Feeding') }),
        NewFeeding: shape(['food'], { food: text }),
        Feeding: shape(['id', 'food'], { id: number, food: text }),
      },
    },
  };
}

describe('items that show what is below them', () => {
  const mock = openApiMock(zoo());

  it('are named in the contract, and where it is told why', () => {
    expect(mock.contracts.map((one) => (one as JsonObject)['embeds'])).toEqual([
      { animals: 'animals' },
      { fed: 'feedings' },
      undefined,
    ]);
    expect(mock.why['GET /keepers/{keeperId}']).toMatch(
      /; its "animals" are those of \/keepers\/\{keeperId\}\/animals$/,
    );
    expect(mock.faults).toEqual([]);
  });

  it('follow what is made, changed and removed below them, in each read and list', () => {
    expect(mock.ask('POST /keepers', { name: 'Ann' }).json).toMatchObject({ animals: [] });
    mock.ask('POST /keepers', { name: 'Ben' });
    mock.ask('POST /keepers/1/animals', { name: 'owl' });
    mock.ask('POST /keepers/1/animals/1/feedings', { food: 'mice' });
    const owl = { id: 1, name: 'owl', fed: [{ id: 1, food: 'mice' }] };
    expect(mock.ask('GET /keepers').json).toEqual([
      { id: 1, name: 'Ann', animals: [owl] },
      { id: 2, name: 'Ben', animals: [] },
    ]);
    mock.ask('PUT /keepers/1/animals/1', { name: 'fox' });
    const fox = { ...owl, name: 'fox' };
    const eve = { id: 1, name: 'Eve', animals: [fox] };
    expect(mock.ask('PUT /keepers/1', { name: 'Eve' }).json).toEqual(eve);
    expect(mock.ask('GET /keepers/1').json).toEqual(eve);
    mock.ask('DELETE /keepers/1/animals/1');
    expect(mock.ask('GET /keepers/1').json).toEqual({ ...eve, animals: [] });
  });

  it.each<[string, Parameters<typeof zoo>[0]]>([
    ['a member that requests send', { animals: {}, sent: { animals: listOf('Animal') } }],
    ['a list that has to have elements', { animals: { readOnly: true, minItems: 1 } }],
  ])('leave %s alone', (_, more) => {
    const [keepers] = openApiMock(zoo(more)).contracts;
    expect((keepers as JsonObject)['embeds']).toBeUndefined();
  });
});
