// Samples of answers with objects in objects: only the item that the call is about has its id.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { openApiMock } from '../../support/openapi-mock.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const object = (properties: JsonObject): JsonObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
const list = (items: Json): JsonObject => ({ type: 'array', items });

function answerAt(path: string, parameter: JsonObject, schema: Json, call: string): Json {
  const parameters = [{ in: 'path', required: true, ...parameter }];
  const content = { 'application/json': { schema } };
  const get = { parameters, responses: { 200: { content } } };
  return openApiMock({ openapi: '3.0.3', paths: { [path]: { get } } }).ask(call).json;
}

const id = { name: 'id', schema: whole };

describe('a sample', () => {
  it('has the id of the path once in a tree', () => {
    const leaf = object({ id: whole, label: text, size: whole });
    const branch = object({ id: whole, label: text, twigs: list(leaf) });
    const tree = object({ id: whole, label: text, twigs: list(branch), crown: leaf });
    const shown = answerAt('/trees/{id}', id, tree, 'GET /trees/7') as JsonObject;
    const ids = JSON.stringify(shown).match(/"id":\d+/g) ?? [];
    expect(shown['id']).toBe(7);
    expect(ids.filter((one) => one === '"id":7')).toHaveLength(1);
    expect(ids.length).toBeGreaterThan(3);
  });

  it('has it in an envelope, and not in what the item holds', () => {
    const kiln = object({ id: whole, label: text, maker: object({ id: whole, town: text }) });
    const shown = answerAt('/kilns/{id}', id, object({ data: kiln }), 'GET /kilns/1234567');
    expect(shown).toMatchObject({ data: { id: 1_234_567 } });
    expect(JSON.stringify(shown).match(/1234567/g)).toHaveLength(1);
  });

  it('has the name of the path once among objects of its kind', () => {
    const spot = object({ slug: text, size: whole });
    const harbour = object({ slug: text, size: whole, near: list(spot) });
    const parameter = { name: 'slug', schema: text };
    const shown = answerAt('/harbours/{slug}', parameter, harbour, 'GET /harbours/east');
    expect(shown).toMatchObject({ slug: 'east' });
    expect(JSON.stringify(shown).match(/east/g)).toHaveLength(1);
  });

  it('repeats what refers to the item inside it', () => {
    const line = object({ basketId: whole, amount: whole, label: text });
    const basket = object({ basketId: whole, owner: text, lines: list(line) });
    const parameter = { name: 'basketId', schema: whole };
    const shown = answerAt(
      '/baskets/{basketId}',
      parameter,
      basket,
      'GET /baskets/9',
    ) as JsonObject;
    const lines = shown['lines'] as readonly JsonObject[];
    expect([shown['basketId'], ...lines.map((one) => one['basketId'])]).toEqual([9, 9, 9, 9]);
  });

  it('of what is made below an item has not the id of that item', () => {
    const uuid = { type: 'string', format: 'uuid' };
    const note = object({ id: uuid, oarId: uuid, label: text });
    const oar = object({ id: uuid, label: text });
    const answer = (status: number, schema: Json): JsonObject => ({
      responses: { [status]: { content: { 'application/json': { schema } } } },
    });
    const parameters: Json = [{ in: 'path', required: true, name: 'id', schema: uuid }];
    const { ask } = openApiMock({
      openapi: '3.0.3',
      paths: {
        '/oars': {
          get: answer(200, list(oar)),
          post: {
            ...answer(201, oar),
            requestBody: { content: { 'application/json': { schema: oar } } },
          },
        },
        '/oars/{id}': { parameters, get: answer(200, oar) },
        '/oars/{id}/note': { parameters, post: answer(201, object({ data: note })) },
      },
    });
    const made = ask('POST /oars', { label: 'spoon' }).json as JsonObject;
    const shown = ask(`POST /oars/${String(made['id'])}/note`).json as { data: JsonObject };
    expect(shown.data['oarId']).toBe(made['id']);
    expect(shown.data['id']).not.toBe(made['id']);
    expect(shown.data['label']).not.toBe('spoon');
  });
});
