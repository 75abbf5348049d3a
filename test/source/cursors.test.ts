// Lists of a document that are cut by cursors: the parameter, and the place of what comes next.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { contractsOfOpenApi } from '../../src/source/source.ts';
import { openApiMock } from '../support/openapi-mock.ts';

const text: JsonObject = { type: 'string' };
const boat = { type: 'object', properties: { id: { type: 'integer' }, name: text } };
const data = { type: 'array', items: { $ref: '#/components/schemas/Boat' } };
const CURSOR = { name: 'cursor', in: 'query', schema: text };
const COUNT = {
  name: 'limit',
  in: 'query',
  schema: { type: 'integer', default: 2, maximum: 5 },
};

/** A document of boats, whose list has these parameters, and something beside it. */
function boatsWith(
  beside: JsonObject,
  parameters: readonly Json[],
  required: readonly string[] = [],
) {
  const content = (schema: JsonObject) => ({ 'application/json': { schema } });
  const body = { type: 'object', required, properties: { data, ...beside } };
  const one = { $ref: '#/components/schemas/Boat' };
  const answer = (schema: JsonObject) => ({ description: '', content: content(schema) });
  return {
    openapi: '3.1.0',
    info: { title: 'Boats', version: '1' },
    paths: {
      '/boats': {
        get: { parameters, responses: { '200': answer(body) } },
        post: { requestBody: { content: content(one) }, responses: { '201': answer(one) } },
      },
      '/boats/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { '200': answer(one) } },
        delete: { responses: { '204': { description: '' } } },
      },
    },
    components: { schemas: { Boat: boat } },
  };
}

function pagesOf(
  beside: JsonObject,
  parameters: readonly Json[],
  required?: readonly string[],
): Json {
  const document = boatsWith(beside, parameters, required);
  const { contracts } = contractsOfOpenApi(document, { name: 'api.json', overrides: {} });
  const { list } = (contracts[0]?.document ?? {}) as { list?: { pages?: Json } };
  return list?.pages ?? null;
}
const named = (name: string): JsonObject => ({ ...CURSOR, name });
const holding = (name: string, member: JsonObject = text): JsonObject => ({
  type: 'object',
  properties: { [name]: member },
});

describe('the pages of a list with a cursor', () => {
  it.each<[string, JsonObject, string, string]>([
    ['cursor', { next_cursor: text }, 'cursor', '/next_cursor'],
    ['page_token', { nextPageToken: { type: ['string', 'null'] } }, 'page_token', '/nextPageToken'],
    ['after', { page: holding('endCursor') }, 'after', '/page/endCursor'],
    ['page', { response_metadata: holding('next') }, 'page', '/response_metadata/next'],
    ['marker', { next_marker: text }, 'marker', '/next_marker'],
  ])('by %s, with %j', (parameter, beside, cursor, next) => {
    expect(pagesOf(beside, [named(parameter)])).toEqual({ cursor, next });
  });

  it('have the size that the document names', () => {
    expect(pagesOf({ next: text }, [CURSOR, COUNT])).toEqual({
      cursor: 'cursor',
      next: '/next',
      size: 'limit',
      usual: 2,
      most: 5,
    });
    const anyCount = { ...COUNT, schema: { type: 'integer' } };
    expect(pagesOf({ next: text }, [CURSOR, anyCount])).toMatchObject({ size: 'limit' });
    expect(pagesOf({ next: text }, [CURSOR, named('limit')])).not.toHaveProperty('size');
  });

  it.each<[string, JsonObject, readonly Json[], (readonly string[])?]>([
    ['nothing shows the next one', { note: text }, [CURSOR]],
    ['no parameter takes it', { next: text }, [COUNT]],
    ['it is no text', { next: { type: 'integer' } }, [CURSOR]],
    ['it is an address', { next: { type: 'string', format: 'uri' } }, [CURSOR]],
    ['no page can be the last', { next: { type: 'string', minLength: 1 } }, [CURSOR], ['next']],
  ])('are unknown if %s', (_, beside, parameters, required) => {
    expect(pagesOf(beside, parameters, required) ?? {}).not.toHaveProperty('cursor');
  });

  it('are counted if a parameter counts them', () => {
    const page = { name: 'page', in: 'query', schema: { type: 'integer' } };
    expect(pagesOf({ next: text }, [CURSOR, page])).toEqual({ page: 'page' });
  });

  it('are walked as the document says', () => {
    const { ask, faults } = openApiMock(boatsWith({ next: text }, [CURSOR, COUNT]));
    expect(faults).toEqual([]);
    for (const name of ['a', 'b', 'c']) ask('POST /boats', { name });
    const names: unknown[] = [];
    let query = '';
    for (let pages = 0; pages < 9; pages++) {
      const page = ask(`GET /boats${query}`).json as { data: readonly JsonObject[]; next?: string };
      expect(page.data.length).toBeLessThanOrEqual(2);
      names.push(...page.data.map((one) => one['name']));
      if (page.next === undefined || page.next === '') break;
      query = `?cursor=${encodeURIComponent(page.next)}`;
    }
    expect(names.slice(-3)).toEqual(['a', 'b', 'c']);
  });
});

describe('lists whose answers have addresses of other pages', () => {
  const number: JsonObject = { type: 'integer' };
  const address: JsonObject = { type: ['string', 'null'] };
  const page = { name: 'page', in: 'query', schema: number };

  it.each<[string, JsonObject, string]>([
    ['next, previous', { count: number, next: address, previous: address }, '/next'],
    ['a format', { next: { type: 'string', format: 'uri' } }, '/next'],
    ['its name', { next_page_url: address, prev_page_url: address }, '/next_page_url'],
    ['links', { links: { type: 'object', properties: { next: text, prev: text } } }, '/links/next'],
    [
      'hypertext',
      {
        _links: {
          type: 'object',
          properties: { next: { type: 'object', properties: { href: text } } },
        },
      },
      '/_links/next/href',
    ],
  ])('are followed by %s', (_, beside, link) => {
    expect(pagesOf(beside, [page, COUNT])).toMatchObject({ page: 'page', size: 'limit', link });
  });

  it.each<[string, JsonObject]>([
    ['a number', { next: number, previous: number }],
    ['a text of which nothing is said', { next: text }],
  ])('are not seen in %s', (_, beside) => {
    expect(pagesOf(beside, [page])).not.toHaveProperty('link');
  });

  it('have the number of all items in count, and both neighbours', () => {
    const beside = { count: number, next: address, previous: address };
    const document = boatsWith(beside, [page, COUNT], ['count', 'next', 'previous']);
    const { ask } = openApiMock(document);
    for (const name of ['a', 'b', 'c', 'd', 'e']) ask('POST /boats', { name });
    const whole = (query: string) => ask(`GET /boats${query}`).json as JsonObject;
    const count = Number(whole('')['count']);
    expect(count).toBeGreaterThanOrEqual(5);
    expect(whole('?page=2&limit=2')).toMatchObject({
      count,
      next: expect.stringContaining('/boats?page=3&limit=2'),
      previous: expect.stringContaining('/boats?page=1&limit=2'),
    });
    const last = whole(`?page=${count}&limit=1`);
    expect(last).toMatchObject({ count, next: null, previous: expect.any(String) });
    expect(whole('')).toMatchObject({ count, previous: null });
  });
});

describe('lists that take a page, and a number of items to skip', () => {
  const number: JsonObject = { type: 'integer' };
  const named = (name: string) => ({ name, in: 'query', schema: number });
  const both = ['limit', 'offset', 'page', 'pageSize'].map(named);
  const beside = { total: number, limit: number, offset: number, page: number };

  it('name both', () => {
    const pages = { page: 'page', size: 'pageSize', offset: 'offset', limit: 'limit' };
    expect(pagesOf(beside, both)).toEqual(pages);
    expect(pagesOf(beside, ['page', 'skip', 'size'].map(named))).toEqual({
      page: 'page',
      size: 'size',
      offset: 'skip',
    });
  });

  it('follow what a request sends, a page first', () => {
    const { ask } = openApiMock(boatsWith(beside, both));
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) ask('POST /boats', { name });
    const whole = (query: string) => ask(`GET /boats${query}`).json as JsonObject;
    const all = whole('')['data'] as readonly Json[];
    const total = all.length;
    const skipped = { total, limit: 2, offset: 1, page: 1, data: all.slice(1, 3) };
    expect(whole('?limit=2&offset=1')).toEqual(skipped);
    const second = { total, limit: 2, offset: 2, page: 2, data: all.slice(2, 4) };
    expect(whole('?page=2&pageSize=2')).toEqual(second);
    expect(whole('?page=2&pageSize=2&offset=5')).toEqual(second);
    expect(whole('?limit=1')).toMatchObject({ limit: 1, offset: 0, data: all.slice(0, 1) });
  });
});
