// Lists at the path at which items are changed: `GET /nodes/{mapId}` beside `DELETE /nodes/{id}`.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { openApiMock } from '../support/openapi-mock.ts';

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const answers = (status: number, schema: JsonObject): JsonObject => ({
  responses: { [status]: { description: '', ...json(schema) } },
});
const silent = { responses: { 200: { description: '' } } };
const inPath = (name: string): JsonObject => ({
  parameters: [{ name, in: 'path', required: true, schema: { type: 'integer' } }],
});
const object = (...names: readonly string[]): JsonObject => ({
  type: 'object',
  required: [...names],
  properties: Object.fromEntries(
    names.map((name) => [name, { type: /id$/i.test(name) ? 'integer' : 'string' }]),
  ),
});
const Node = { $ref: '#/components/schemas/Node' };
const receipt = object('success');

const mockOf = (made: JsonObject, ofItem: JsonObject) =>
  openApiMock({
    openapi: '3.0.3',
    info: { title: 'Maps', version: '1' },
    components: { schemas: { Node: object('id', 'mapId', 'text') } },
    paths: {
      '/node': {
        post: { requestBody: json(object('mapId', 'text')), ...answers(201, made) },
      },
      '/node/{nodeId}': { ...inPath('nodeId'), ...ofItem },
      '/node/{mapId}': {
        get: { ...inPath('mapId'), ...answers(200, { type: 'array', items: Node }) },
      },
    },
  });

describe('a list at the path of an item', () => {
  it.each<[string, JsonObject]>([
    ['the item', Node],
    ['a receipt', receipt],
  ])('shows those that it is asked for, if the creation answers %s', (_, made) => {
    const { ask, taken, faults } = mockOf(made, { delete: silent });
    expect(faults).toEqual([]);
    expect(taken).toEqual({
      'POST /node': 'create of node',
      'DELETE /node/{nodeId}': 'remove of node',
      'GET /node/{nodeId}': 'view of node-2',
    });
    ask('POST /node', { mapId: 7, text: 'red' });
    ask('POST /node', { mapId: 8, text: 'blue' });
    const { json: listed } = ask('GET /node/7');
    expect(listed).toEqual([{ id: expect.any(Number), mapId: 7, text: 'red' }]);
    const [{ id }] = listed as [{ id: number }];
    expect(ask(`DELETE /node/${id}`).status).toBe(200);
    expect(ask('GET /node/7').json).toEqual([]);
    expect(ask('GET /node/8').json).toHaveLength(1);
    expect(ask(`PATCH /node/${id}`, {}).status).toBe(405);
  });

  it('changes items there, and names the methods of both', () => {
    const { ask } = mockOf(Node, {
      put: { requestBody: json(object('text')), ...answers(200, Node) },
    });
    const { id } = ask('POST /node', { mapId: 7, text: 'red' }).json as { id: number };
    expect(ask(`PUT /node/${id}`, { text: 'blue' }).json).toMatchObject({ id, text: 'blue' });
    const refused = ask(`DELETE /node/${id}`).json as { remedy: string };
    expect(refused.remedy).toMatch(/GET.*PUT|PUT.*GET/);
  });
});
