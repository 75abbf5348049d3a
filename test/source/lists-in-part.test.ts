// Lists that a request asks for in part without pages: by a number of items alone, by the id of the
// item before, and by the header field Link, if the document declares it. In the mock alone.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { contractsOfOpenApi } from '../../src/source/source.ts';
import { openApiMock, operation, ref } from '../support/openapi-mock.ts';

const number: Json = { type: 'integer' };
const text: Json = { type: 'string' };
const query = (name: string, schema: Json): Json => ({ name, in: 'query', schema });
const plain: Json = { type: 'array', items: ref('Buoy') };
const page = (members: JsonObject): Json => ({
  type: 'object',
  required: ['data', ...Object.keys(members)],
  properties: { data: plain, ...members },
});

function buoys(
  parameters: readonly Json[],
  list: Json = plain,
  { headers = {}, id = number }: { readonly headers?: JsonObject; readonly id?: Json } = {},
): JsonObject {
  const body = { content: { 'application/json': { schema: list } } };
  return {
    openapi: '3.1.0',
    paths: {
      '/buoys': {
        get: { parameters, responses: { 200: { description: 'all', ...body, headers } } },
        post: operation(201, ref('Buoy'), ref('NewBuoy')),
      },
      '/buoys/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
        get: operation(200, ref('Buoy')),
      },
    },
    components: {
      schemas: {
        Buoy: { type: 'object', required: ['id', 'size'], properties: { id, size: number } },
        NewBuoy: { type: 'object', required: ['size'], properties: { size: number } },
      },
    },
  };
}

function mockWith(document: JsonObject, count = 5) {
  const mock = openApiMock(document);
  expect(mock.faults).toEqual([]);
  const made = Array.from({ length: count }, (_, index) =>
    mock.ask('POST /buoys', { size: index }),
  );
  const ids = made.map(({ json }) => (json as JsonObject)['id'] ?? null);
  const rowsOf = (json: Json): readonly JsonObject[] =>
    (Array.isArray(json) ? json : (json as JsonObject)['data']) as JsonObject[];
  const sizes = (call: string): readonly Json[] =>
    rowsOf(mock.ask(call).json).map((row) => row['size'] ?? null);
  return { ...mock, ids, sizes };
}

describe('a list with a size alone', () => {
  it.each<[name: string, schema: Json]>([
    ['limit', number],
    ['per_page', { type: 'integer', maximum: 100 }],
    ['$top', number],
    ['maxResults', { type: 'integer', minimum: 1 }],
  ])('has no more than ?%s items', (name, schema) => {
    const { sizes, why } = mockWith(buoys([query(name, schema)]));
    expect(sizes(`GET /buoys?${name}=2`)).toEqual([0, 1]);
    expect(sizes(`GET /buoys?${name}=99`)).toHaveLength(5);
    expect(sizes('GET /buoys')).toHaveLength(5);
    expect(why['GET /buoys']).not.toContain('change nothing');
  });

  it('has as many as the default, and says whether there are more', () => {
    const limit = query('limit', { type: 'integer', default: 3 });
    const { ask, sizes } = mockWith(buoys([limit], page({ has_more: { type: 'boolean' } })));
    expect(sizes('GET /buoys')).toEqual([0, 1, 2]);
    expect(ask('GET /buoys').json).toMatchObject({ has_more: true });
    expect(ask('GET /buoys?limit=5').json).toMatchObject({ has_more: false });
  });

  it('has all of many items', () => {
    expect(mockWith(buoys([query('limit', number)]), 1_100).sizes('GET /buoys')).toHaveLength(
      1_100,
    );
  });

  it('is filtered by a member of that name', () => {
    const { sizes } = mockWith(buoys([query('size', number)]));
    expect(sizes('GET /buoys?size=2')).toEqual([2]);
  });
});

describe('a list by the item before', () => {
  it.each<[name: string, id: Json]>([
    ['after', number],
    ['starting_after', text],
    ['sinceId', { type: 'string', format: 'uuid' }],
    ['lastId', number],
  ])('goes on after ?%s', (name, id) => {
    const parameters = [query('limit', number), query(name, id === number ? text : id)];
    const list = page({ has_more: { type: 'boolean' } });
    const { ask, ids, sizes } = mockWith(buoys(parameters, list, { id }));
    expect(sizes('GET /buoys?limit=2')).toEqual([0, 1]);
    expect(ask('GET /buoys?limit=2').json).toMatchObject({ has_more: true });
    expect(sizes(`GET /buoys?limit=2&${name}=${String(ids[1])}`)).toEqual([2, 3]);
    const last = `GET /buoys?limit=2&${name}=${String(ids[3])}`;
    expect([sizes(last), ask(last).json]).toMatchObject([[4], { has_more: false }]);
    expect(sizes(`GET /buoys?${name}=${String(ids[0])}`)).toEqual([1, 2, 3, 4]);
    const none = id === text ? 'nothing' : id === number ? '999' : crypto.randomUUID();
    expect(ask(`GET /buoys?${name}=${none}`).status).toBe(400);
  });

  it('takes no moment for an item', () => {
    const after = query('after', { type: 'string', format: 'date-time' });
    expect(mockWith(buoys([after])).sizes('GET /buoys?after=2020-01-01T00:00:00Z')).toHaveLength(5);
  });
});

describe('the header field Link', () => {
  const link = (schema: JsonObject = {}): JsonObject => ({ Link: { schema: text, ...schema } });
  const counted = [query('page', number), query('per_page', number)];

  it.each<[string, JsonObject]>([
    ['declared', {}],
    ['required', { required: true }],
  ])('leads to other pages if it is %s', (_, required) => {
    const { send, sizes } = mockWith(buoys(counted, plain, { headers: link(required) }));
    const field = send('GET /buoys?per_page=2').headers['link'] ?? '';
    const next = /<https?:\/\/[^/]+(\/[^>]+)>; rel="next"/.exec(field)?.[1] ?? '';
    expect(sizes(`GET ${next}`)).toEqual([2, 3]);
    expect(send('GET /buoys?per_page=2&page=3').headers['link']).not.toContain('"next"');
  });

  it('leads to what is after an item', () => {
    const parameters = [query('limit', number), query('after', text)];
    const { send, sizes } = mockWith(buoys(parameters, plain, { headers: link() }));
    const field = send('GET /buoys?limit=2').headers['link'] ?? '';
    const next = /<https?:\/\/[^/]+(\/[^>]+)>; rel="next"/.exec(field)?.[1] ?? '';
    expect(sizes(`GET ${next}`)).toEqual([2, 3]);
  });

  it('has no empty target if it is required', () => {
    const document = buoys([], plain, { headers: link({ required: true }) });
    expect(mockWith(document).send('GET /buoys').headers['link']).toMatch(/^<[^>]+>; rel="self"$/);
  });
});

describe('a list of which nothing may be assumed', () => {
  it('has no parts but those that the document shows', () => {
    const headers = { Link: { schema: text } };
    for (const parameters of [['limit'], ['limit', 'after'], ['page', 'limit']]) {
      const given = parameters.map((name) => query(name, name === 'after' ? text : number));
      const { contracts } = contractsOfOpenApi(buoys(given, plain, { headers }), {
        name: 'api.json',
        documents: new Map(),
        undescribed: 'left-open',
      });
      const written = JSON.stringify(contracts);
      expect(written.includes('"pages"')).toBe(parameters.includes('page'));
      expect(written).not.toContain('"link":"Link"');
    }
  });
});
