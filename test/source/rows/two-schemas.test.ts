// First rows where the list and the creation say different things of an item.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { openApiMock } from '../../support/openapi-mock.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const body = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });

function rowsOf(listed: JsonObject, made: JsonObject, read?: JsonObject): Json {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { ...whole, example: 4 } }];
  return openApiMock({
    openapi: '3.0.3',
    info: { title: 'Lamps', version: '1' },
    paths: {
      '/lamps': {
        get: { responses: { 200: body({ type: 'array', items: object(listed) }) } },
        post: {
          requestBody: body(object({ title: text })),
          responses: { 201: body(object(made)) },
        },
      },
      '/lamps/{id}': {
        parameters,
        delete: { responses: { 204: {} } },
        ...(read === undefined ? {} : { get: { responses: { 200: body(object(read)) } } }),
      },
    },
  }).ask('GET /lamps').json;
}

const title = { ...text, example: 'Tahina' };
const maker = { ...object({ name: { ...text, example: 'Ada' } }) };

describe('the first rows', () => {
  it('lose only the member of two types', () => {
    const rows = rowsOf({ id: whole, title, kind: whole }, { id: whole, title: text, kind: text });
    expect(rows).toEqual([{ id: 4, title: 'Tahina' }]);
  });

  it('have the examples of the list, and what the list alone shows', () => {
    const rows = rowsOf({ id: whole, title, maker }, { id: whole, title: text });
    expect(rows).toEqual([{ id: 4, title: 'Tahina', maker: { name: 'Ada' } }]);
  });

  it('have no members that a read does not know', () => {
    const read = { id: whole, title: text };
    expect(rowsOf({ id: whole, title, maker }, read, read)).toEqual([{ id: 4, title: 'Tahina' }]);
  });

  it('keep the examples of the item', () => {
    const read = { id: whole, title: { ...text, example: 'Ardo' } };
    expect(rowsOf({ id: whole, title }, read, read)).toMatchObject([{ title: 'Ardo' }]);
  });
});
