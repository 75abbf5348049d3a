// Pages of documents: the usual words for them, and where their numbers begin.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const integer = (name: string, more: Json = {}): Json => ({
  name,
  in: 'query',
  schema: { type: 'integer', ...(more as object) },
});

const shelves = (parameters: readonly Json[], list: Json) => {
  const mock = openApiMock({
    openapi: '3.0.3',
    paths: {
      '/shelves': {
        get: { parameters, ...(operation(200, list) as object) },
        post: operation(201, ref('Shelf'), things('name')),
      },
      '/shelves/{id}': { get: operation(200, ref('Shelf')) },
    },
    components: { schemas: { Shelf: things('id', 'name') } },
  });
  for (const name of ['oak', 'ash', 'elm']) mock.ask('POST /shelves', { name });
  return mock;
};

describe('contractsOfOpenApi, of the parameters of pages', () => {
  it.each([
    ['$skip', '$top'],
    ['skip', 'take'],
    ['startAt', 'maxResults'],
    ['offset', 'limit'],
    ['$skip', 'first'],
  ])('cuts lists by %s and %s', (offset, size) => {
    const mock = shelves([integer(size), integer(offset)], listOf(ref('Shelf')));
    expect(mock.ask(`GET /shelves?${offset}=1&${size}=1`).json).toEqual([{ id: 2, name: 'ash' }]);
  });

  it('takes a truth value for no size, and another word for none', () => {
    const first = { name: 'first', in: 'query', schema: { type: 'boolean' } };
    const mock = shelves([integer('$skip'), first, integer('limit')], listOf(ref('Shelf')));
    expect(mock.ask('GET /shelves?$skip=1&limit=1&first=true').json).toEqual([
      { id: 2, name: 'ash' },
    ]);
  });

  it('answers the number of a page as requests count it', () => {
    const page = {
      type: 'object',
      properties: { content: listOf(ref('Shelf')), page: { type: 'integer', minimum: 0 } },
    };
    const number = (start: Json) => {
      const mock = shelves([integer('page', start), integer('size')], page);
      return ['', '?page=0&size=1', '?page=1&size=1', '?page=2&size=1'].map((query) => {
        const { json } = mock.ask(`GET /shelves${query}`);
        return (json as { page?: number }).page;
      });
    };
    expect(number({ minimum: 0, default: 0 })).toEqual([0, 0, 1, 2]);
    expect(number({ minimum: 1 })).toEqual([1, undefined, 1, 2]);
  });
});
