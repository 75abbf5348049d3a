// What a service answered where a document says nothing of it, as contracts.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { contractsOfOpenApi } from '../../src/source/source.ts';
import type { ShownAnswer } from '../../src/source/source-contracts.ts';

const content = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
const ok = { responses: { 200: { description: '' } } };
const inPath = (name: string): JsonObject => ({
  parameters: [{ name, in: 'path', required: true, schema: { type: 'integer' } }],
});
const boat = {
  type: 'object',
  properties: { sail: { type: 'string' }, crew: { type: 'integer' } },
};
const paths: JsonObject = {
  '/boats': { get: ok, post: { ...ok, requestBody: content(boat) } },
  '/boats/{id}': { ...inPath('id'), get: ok, delete: ok },
};

function read(given: JsonObject, shown: Readonly<Record<string, ShownAnswer>> = {}) {
  const document = { openapi: '3.0.3', info: { title: 'Harbour', version: '1' }, paths: given };
  const made = contractsOfOpenApi(document, {
    name: 'harbour.json',
    undescribed: 'left-open',
    shown: new Map(Object.entries(shown)),
  });
  const taken = Object.fromEntries(
    made.taken.map(({ method, path, as, envelope, id, rows }) => [
      `${method} ${path}`,
      { as: rows === null ? 'action' : as, envelope, id },
    ]),
  );
  return { ...made, taken };
}

describe('a document that says nothing of its answers', () => {
  it('names the collections that a service may show', () => {
    expect(read(paths).silent).toEqual([
      { list: '/boats', read: '/boats/{id}', isListSilent: true },
    ]);
    expect(read({ '/boats': { get: ok } }).silent).toBeUndefined();
    expect(read({ '/health': { get: ok, post: ok } }).silent).toBeUndefined();
    expect(read(paths).taken['GET /boats']?.as).toBe('action');
  });

  it('has the list and the item where the service has them', () => {
    const { taken, schemas } = read(paths, {
      '/boats': { body: { total: 1, data: [{ id: 4, sail: 'red', mate: null }] } },
      '/boats/{id}': { body: { ok: true, data: { id: 4, sail: 'red' } }, id: '4' },
    });
    expect(taken).toMatchObject({
      'GET /boats': { as: 'list', envelope: '/data', id: 'id' },
      'POST /boats': { as: 'create' },
      'GET /boats/{id}': { as: 'read', envelope: '/data' },
      'DELETE /boats/{id}': { as: 'remove' },
    });
    expect(schemas.get('boat')).toEqual(
      expect.objectContaining({ properties: { id: { type: 'integer' }, sail: {}, mate: {} } }),
    );
  });

  it('has the members that are sent where the list is empty', () => {
    const { taken } = read(paths, { '/boats': { body: [] } });
    expect(taken['GET /boats']).toMatchObject({ as: 'list', envelope: null, id: 'id' });
    expect(taken['GET /boats/{id}']?.as).toBe('action');
  });

  it.each<[string, Json]>([
    ['names', ['cutter', 'sloop']],
    ['nothing', []],
  ])('has a list of names where clients name things, and the service lists %s', (_case, body) => {
    const named: JsonObject = {
      '/boats': { get: ok },
      '/boats/{name}': {
        parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
        put: { ...ok, summary: 'Create or update a boat', requestBody: content(boat) },
        delete: ok,
      },
    };
    const { taken, contracts } = read(named, { '/boats': { body } });
    expect(taken['GET /boats']).toMatchObject({ as: 'list', id: 'name' });
    expect(taken['PUT /boats/{name}']?.as).toBe('create');
    const text = JSON.stringify(contracts.map(({ document }) => document));
    expect(text).toContain('"names":true');
  });

  it('is left open where the service shows no list of things', () => {
    for (const body of [{ ok: true }, [1, 2], 'none', { names: ['a', 'b'] }])
      expect(read(paths, { '/boats': { body } }).taken['POST /boats']?.as).toBe('action');
  });

  it('takes the item that one of them describes', () => {
    const described = {
      type: 'object',
      properties: { id: { type: 'integer' }, ...boat.properties },
    };
    const responses = {
      200: { description: '', ...content({ type: 'array', items: described }) },
    };
    const listed = {
      ...paths,
      '/boats': { get: { responses }, post: { ...ok, requestBody: content(boat) } },
    };
    expect(read(listed).silent).toEqual([
      { list: '/boats', read: '/boats/{id}', isListSilent: false },
    ]);
    const { taken } = read(listed, {
      '/boats/{id}': { body: { boat: { id: 4, sail: 'red' } }, id: '4' },
    });
    expect(taken['GET /boats/{id}']).toMatchObject({ as: 'read', envelope: '/boat' });
    const whole = { 200: { description: '', ...content(described) } };
    const item = { ...inPath('id'), get: { responses: whole }, delete: ok };
    const other = read({ ...paths, '/boats/{id}': item }, { '/boats': { body: { rows: [] } } });
    expect(other.taken['GET /boats']).toMatchObject({ as: 'list', envelope: '/rows', id: 'id' });
  });
});
