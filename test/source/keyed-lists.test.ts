// Lists that are an object of items by their ids: `{"red": {...}, "blue": {...}}`.

import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const mapOf = (values: Json): JsonObject => ({ type: 'object', additionalProperties: values });
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

function mockWith(list: Json, read: Json = operation(200, ref('Boat'))) {
  const mock = openApiMock({
    openapi: '3.0.3',
    paths: {
      '/boats': { get: operation(200, list), post: operation(201, ref('Boat'), things('name')) },
      '/boats/{id}': { parameters: [id], get: read, delete: operation(204, null) },
    },
    components: { schemas: { Boat: things('id', 'name') } },
  });
  expect(mock.faults).toEqual([]);
  return mock;
}

it.each([
  ['of the items', mapOf(ref('Boat')), ''],
  ['of objects of which nothing is said', mapOf({ type: 'object' }), ''],
  [
    'of the items in a member',
    { type: 'object', properties: { data: mapOf(ref('Boat')) } },
    'data',
  ],
])('shows what is created and removed in an object %s', (_, list, at) => {
  const mock = mockWith(list);
  expect(mock.taken['GET /boats']).toBe('list of boats');
  expect(mock.why['GET /boats']).toBe('it answers an object of items by "id"');
  const made = (name: string) =>
    String((mock.ask('POST /boats', { name }).json as JsonObject)['id']);
  const [yawl, ketch] = [made('yawl'), made('ketch')];
  const shown = (): Json => {
    const whole = mock.ask('GET /boats').json as JsonObject;
    return (at === '' ? whole : whole[at]) ?? null;
  };
  expect(shown()).toEqual({
    [yawl]: { id: Number(yawl), name: 'yawl' },
    [ketch]: { id: Number(ketch), name: 'ketch' },
  });
  mock.ask(`DELETE /boats/${yawl}`);
  expect(shown()).toEqual({ [ketch]: { id: Number(ketch), name: 'ketch' } });
});

it.each([
  ['texts', mapOf({ type: 'string' })],
  ['something else', mapOf(things('size'))],
  ['items beside a member', { ...mapOf(ref('Boat')), properties: { total: { type: 'integer' } } }],
])('shows none of the items in an object of %s', (_, list) => {
  const { ask, why } = mockWith(list);
  expect(why['GET /boats']).toContain(
    'its declared answer has no such items: it shows none of them',
  );
  const before = ask('GET /boats');
  expect(before.status).toBe(200);
  expect(ask('POST /boats', { name: 'yawl' }).status).toBe(201);
  expect(ask('GET /boats')).toEqual(before);
});

it('calls names in a list as its path', () => {
  const list = { type: 'array', items: { type: 'string' } };
  const { ask } = openApiMock({
    openapi: '3.0.3',
    paths: { '/shop/tags': { get: operation(200, list) } },
  });
  const [first] = ask('GET /shop/tags').json as readonly string[];
  expect(first).toMatch(/^[a-z]+ tags [a-z]+$/);
});
