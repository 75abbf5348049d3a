// Actions that are called what they do: removals of many, copies, and words behind a colon.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref } from '../support/openapi-mock.ts';

const text: Json = { type: 'string' };
const number: Json = { type: 'integer' };
const id = { name: 'id', in: 'path', required: true, schema: number };
const objectOf = (properties: JsonObject): Json => ({ type: 'object', properties });

function mockWith(paths: JsonObject) {
  const mock = openApiMock({
    openapi: '3.0.3',
    paths: {
      '/boats': {
        get: operation(200, listOf(ref('Boat'))),
        post: operation(201, ref('Boat'), objectOf({ name: text, length: number })),
      },
      '/boats/{id}': { parameters: [id], get: operation(200, ref('Boat')) },
      ...paths,
    },
    components: {
      schemas: {
        Boat: objectOf({
          id: number,
          name: text,
          length: number,
          status: { type: 'string', enum: ['open', 'closed'] },
          createdAt: { type: 'string', format: 'date-time', readOnly: true },
        }),
      },
    },
  });
  expect(mock.faults).toEqual([]);
  const ids = ['cutter', 'yawl', 'ketch'].map(
    (name) => (mock.ask('POST /boats', { name, length: 9 }).json as { readonly id: number }).id,
  );
  const names = () => (mock.ask('GET /boats').json as JsonObject[]).map(({ name }) => name);
  return { mock, ids, names };
}

describe('a removal of several items', () => {
  it.each([
    ['POST', '/boats/bulk-delete', objectOf({ ids: listOf(number) }), 'ids'],
    ['POST', '/boats:batchDelete', objectOf({ ids: listOf(number), force: text }), 'ids'],
    ['POST', '/boats/delete', listOf(number), null],
    ['DELETE', '/boats', objectOf({ ids: listOf(number) }), 'ids'],
    ['DELETE', '/boats/batch', listOf(number), null],
  ])('is %s %s with their ids', (method, path, body, member) => {
    const at = { [method.toLowerCase()]: operation(200, objectOf({ ok: text }), body) };
    const known = {
      get: operation(200, listOf(ref('Boat'))),
      post: operation(201, ref('Boat'), objectOf({ name: text, length: number })),
    };
    const { mock, ids, names } = mockWith({ [path]: path === '/boats' ? { ...known, ...at } : at });
    const two = ids.slice(0, 2);
    const { status } = mock.ask(`${method} ${path}`, member === null ? two : { [member]: two });
    expect(status).toBe(200);
    expect(names()).toEqual(['ketch']);
  });

  it('may be POST with a word at one item', () => {
    const { mock, ids, names } = mockWith({
      '/boats/{id}/delete': { parameters: [id], post: operation(204, null) },
    });
    expect(mock.ask(`POST /boats/${ids[0]}/delete`).status).toBe(204);
    expect(names()).toEqual(['yawl', 'ketch']);
  });
});

describe('a copy', () => {
  it.each(['duplicate', 'clone', 'copy'])('has what the item has: %s', (word) => {
    const { mock, ids, names } = mockWith({
      [`/boats/{id}/${word}`]: { parameters: [id], post: operation(201, ref('Boat')) },
    });
    const { status, json } = mock.ask(`POST /boats/${ids[1]}/${word}`);
    expect(status).toBe(201);
    expect(json).toMatchObject({ name: 'yawl', length: 9 });
    expect(ids).not.toContain((json as JsonObject)['id']);
    expect(names()).toEqual(['cutter', 'yawl', 'ketch', 'yawl']);
    expect(mock.ask(`POST /boats/999/${word}`).status).toBe(404);
  });

  it('has what is sent in place of that', () => {
    const { mock, ids } = mockWith({
      '/boats/{id}:copy': {
        parameters: [id],
        post: operation(201, ref('Boat'), objectOf({ name: text })),
      },
    });
    const { json } = mock.ask(`POST /boats/${ids[0]}:copy`, { name: 'cutter 2' });
    expect(json).toMatchObject({ name: 'cutter 2', length: 9 });
  });
});

it('a word behind a colon sets the state that it names', () => {
  const { mock, ids } = mockWith({
    '/boats/{id}:close': { parameters: [id], post: operation(200, ref('Boat')) },
  });
  expect(mock.ask(`POST /boats/${ids[0]}:close`).json).toMatchObject({ status: 'closed' });
  expect(mock.ask(`GET /boats/${ids[0]}`).json).toMatchObject({ status: 'closed' });
});
