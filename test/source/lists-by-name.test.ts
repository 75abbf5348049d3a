// Lists that follow their query parameters by the usual names: the order, words, OData, the pages of
// Spring, and lists that go on from the id of an item, in both directions.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref } from '../support/openapi-mock.ts';

const number: Json = { type: 'integer' };
const text: Json = { type: 'string' };
const truth: Json = { type: 'boolean' };
const query = (name: string, schema: Json): Json => ({ name, in: 'query', schema });
const objectOf = (properties: JsonObject): Json => ({ type: 'object', properties });

describe('a list whose words say its order', () => {
  it.each([
    ['Lists boats, newest first.', ['ketch', 'yawl']],
    ['Most recent boats first', ['ketch', 'yawl']],
    ['All boats in reverse chronological order', ['ketch', 'yawl']],
    ['Boats, ordered by creation date (descending)', ['ketch', 'yawl']],
    ['The newest boats', ['yawl', 'ketch']],
    ['First of all, boats', ['yawl', 'ketch']],
  ])('%s', (description, names) => {
    const list = operation(200, listOf(ref('Boat'))) as JsonObject;
    const { ask } = openApiMock({
      openapi: '3.0.3',
      paths: {
        '/boats': {
          get: { ...list, description },
          post: operation(201, ref('Boat'), objectOf({ name: text })),
        },
      },
      components: { schemas: { Boat: objectOf({ id: number, name: text }) } },
    });
    for (const name of ['yawl', 'ketch']) ask('POST /boats', { name });
    expect((ask('GET /boats').json as JsonObject[]).map((one) => one['name'])).toEqual(names);
  });
});

function mockWith(parameters: readonly Json[], list: Json, at = '') {
  const item = objectOf({
    id: { type: 'string', format: 'uuid' },
    name: text,
    price: number,
    createdAt: { type: 'string', format: 'date-time' },
  });
  const mock = openApiMock({
    openapi: '3.0.3',
    paths: {
      '/boats': {
        get: {
          parameters,
          responses: { 200: { content: { 'application/json': { schema: list } } } },
        },
        post: operation(201, ref('Boat'), objectOf({ name: text, price: number })),
      },
      '/boats/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        get: operation(200, ref('Boat')),
        delete: operation(204, null),
      },
    },
    components: { schemas: { Boat: item } },
  });
  expect(mock.faults).toEqual([]);
  const boats = [
    ['cutter', 30],
    ['yawl', 10],
    ['ketch', 20],
    ['sloop', 10],
  ] as const;
  const ids = boats.map(([name, price]) => {
    const { json } = mock.ask('POST /boats', { name, price });
    return String((json as JsonObject)['id']);
  });
  const read = (query: string): JsonObject | readonly JsonObject[] =>
    mock.ask(`GET /boats?${query.replaceAll(' ', '%20')}`).json as JsonObject;
  const names = (query: string): readonly Json[] => {
    const json = read(query) as JsonObject;
    return ((at === '' ? json : json[at]) as unknown as JsonObject[]).map(
      (one) => one['name'] ?? null,
    );
  };
  return { mock, ids, read, names };
}

const boats = listOf(ref('Boat'));

describe('the order of a list', () => {
  it.each([
    ['sort=price', ['yawl', 'sloop', 'ketch', 'cutter']],
    ['sort=price,desc', ['cutter', 'ketch', 'yawl', 'sloop']],
    ['sort=-price', ['cutter', 'ketch', 'yawl', 'sloop']],
    ['sort=price:desc', ['cutter', 'ketch', 'yawl', 'sloop']],
    ['sort=price.desc', ['cutter', 'ketch', 'yawl', 'sloop']],
    ['sort=price_desc', ['cutter', 'ketch', 'yawl', 'sloop']],
    ['sort=price,asc&sort=name,desc', ['yawl', 'sloop', 'ketch', 'cutter']],
    ['sort=price,name', ['sloop', 'yawl', 'ketch', 'cutter']],
    ['sort=nobody', ['cutter', 'yawl', 'ketch', 'sloop']],
    ['', ['cutter', 'yawl', 'ketch', 'sloop']],
  ])('is that of ?%s', (asked, wanted) => {
    expect(mockWith([query('sort', text)], boats).names(asked)).toEqual(wanted);
  });

  it('follows a parameter for the direction beside it, and alone', () => {
    const { names } = mockWith([query('sort_by', text), query('order', text)], boats);
    expect(names('sort_by=name&order=desc')).toEqual(['yawl', 'sloop', 'ketch', 'cutter']);
    expect(names('order=desc')).toEqual(['sloop', 'ketch', 'yawl', 'cutter']);
  });

  it('finds a member in any spelling', () => {
    const { names } = mockWith([query('ordering', text)], boats);
    expect(names('ordering=-created_at')[0]).toBeDefined();
    expect(names('ordering=-Price')).toEqual(['cutter', 'ketch', 'yawl', 'sloop']);
  });

  it('is not changed by a parameter that is not declared', () => {
    expect(mockWith([], boats).names('sort=price')).toEqual(['cutter', 'yawl', 'ketch', 'sloop']);
  });
});

describe('words', () => {
  it('are searched in all members but ids and moments', () => {
    const { names } = mockWith([query('q', text)], boats);
    expect(names('q=W')).toEqual(['yawl']);
    expect(names('q=2026')).toEqual([]);
  });
});

describe('a list of OData', () => {
  const odata = (): ReturnType<typeof mockWith> =>
    mockWith(
      [
        query('$top', number),
        query('$skip', number),
        query('$count', truth),
        query('$orderby', text),
        query('$filter', text),
        query('$select', text),
      ],
      objectOf({ '@odata.count': number, value: boats }),
      'value',
    );

  it.each([
    ["$filter=name eq 'ketch'", ['ketch']],
    ["$filter=name ne 'ketch' and price le 10", ['yawl', 'sloop']],
    ["$filter=price gt 10 and (name eq 'yawl' or startswith(name,'c'))", ['cutter']],
    ["$filter=not contains(tolower(name),'t')", ['yawl', 'sloop']],
    ["$filter=endswith(name,'l') eq false", ['cutter', 'ketch', 'sloop']],
    ['$filter=price in (20,30)', ['cutter', 'ketch']],
    ['$filter=nobody eq null and price eq 20', ['ketch']],
    ['$orderby=price desc,name&$top=3', ['cutter', 'ketch', 'sloop']],
    ['$orderby=name&$skip=1&$top=2', ['ketch', 'sloop']],
  ])('%s', (asked, wanted) => {
    expect(odata().names(asked)).toEqual(wanted);
  });

  it('counts all that fit if that is asked for', () => {
    const { read } = odata();
    expect(read('$count=true&$top=1&$filter=price eq 10')).toMatchObject({ '@odata.count': 2 });
    expect(read('$top=1')).not.toHaveProperty('@odata.count');
  });

  it('has the members that are selected', () => {
    expect(odata().read('$select=name&$top=1')).toEqual({ value: [{ name: 'cutter' }] });
  });

  it('refuses an expression that is not read', () => {
    const { status, json } = odata().mock.ask('GET /boats?$filter=price%20gt');
    expect(status).toBe(400);
    expect(JSON.stringify(json)).toContain('$filter');
  });
});

describe('a page of Spring Data', () => {
  const page = objectOf({
    content: boats,
    number,
    size: number,
    totalElements: number,
    totalPages: number,
    numberOfElements: number,
    first: truth,
    last: truth,
    empty: truth,
  });
  const pageable = {
    name: 'pageable',
    in: 'query',
    required: true,
    schema: objectOf({ page: number, size: number, sort: listOf(text) }),
  };

  it.each([
    ['a parameter each', [query('page', number), query('size', number), query('sort', text)]],
    ['one object', [pageable]],
  ])('counts from 0, and tells the first and the last page: %s', (_, parameters) => {
    const { read, names } = mockWith(parameters, page, 'content');
    expect(read('page=1&size=3')).toMatchObject({
      number: 1,
      size: 3,
      totalElements: 4,
      totalPages: 2,
      numberOfElements: 1,
      first: false,
      last: true,
      empty: false,
    });
    expect(read('size=3')).toMatchObject({ number: 0, first: true, last: false });
    expect(names('size=2&sort=name,desc')).toEqual(['yawl', 'sloop']);
    expect(read('page=9&size=3')).toMatchObject({ content: [], empty: true, last: true });
  });
});

describe('a list from the id of an item on', () => {
  const stripe = (): ReturnType<typeof mockWith> =>
    mockWith(
      [
        query('limit', number),
        query('starting_after', text),
        query('ending_before', text),
        query('sort', text),
      ],
      objectOf({ data: boats, has_more: truth }),
      'data',
    );

  it('goes on after it, and back before it', () => {
    const { read, names, ids } = stripe();
    expect(names('limit=2')).toEqual(['cutter', 'yawl']);
    expect(read('limit=2')).toMatchObject({ has_more: true });
    expect(names(`limit=2&starting_after=${ids[1]}`)).toEqual(['ketch', 'sloop']);
    expect(read(`limit=2&starting_after=${ids[1]}`)).toMatchObject({ has_more: false });
    expect(names(`limit=2&ending_before=${ids[3]}`)).toEqual(['yawl', 'ketch']);
    expect(read(`limit=2&ending_before=${ids[3]}`)).toMatchObject({ has_more: true });
    expect(read(`limit=2&ending_before=${ids[1]}`)).toMatchObject({ has_more: false });
  });

  it('keeps the order that is asked for', () => {
    const { names, ids } = stripe();
    expect(names('limit=2&sort=-name')).toEqual(['yawl', 'sloop']);
    expect(names(`limit=2&sort=-name&starting_after=${ids[3]}`)).toEqual(['ketch', 'cutter']);
  });
});
