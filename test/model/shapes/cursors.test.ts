// Lists whose pages lead to the next one: by a cursor, by an address in the body, or by Link.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { createWorld, projectFrom, type World } from '../../support/users.ts';

const buoy: JsonObject = {
  type: 'object',
  required: ['id', 'sea'],
  properties: {
    id: { type: 'integer' },
    sea: { enum: ['north', 'baltic'] },
    baseId: { type: 'integer' },
  },
};
const text = { type: ['string', 'null'] };
const page: JsonObject = {
  type: 'object',
  required: ['buoys', 'next'],
  properties: {
    buoys: { type: 'array', items: { $ref: 'buoy.json' } },
    next: text,
    has_more: { type: 'boolean' },
    total: { type: 'integer' },
    links: {
      type: 'object',
      properties: { self: text, prev: text, next: { type: 'string' } },
    },
    rest: { type: 'object', required: ['next'], properties: { next: { type: 'string' } } },
  },
};
const schemas = {
  buoy,
  page,
  any: { type: 'object' },
};
const rows = [1, 2, 3, 4, 5].map((id) => ({
  id,
  sea: id % 2 === 0 ? 'baltic' : 'north',
  baseId: 1,
}));

function buoys(pages: JsonObject, { path = '/buoys', ...more }: JsonObject = {}): World {
  const contract: JsonObject = {
    resource: 'buoys',
    path,
    source: 'the sea',
    item: 'buoy',
    list: { schema: 'page', at: '/buoys', filters: { sea: 'sea' }, pages: { usual: 2, ...pages } },
    operations: {
      list: { outcomes: { ok: { status: 200 } } },
      create: { body: 'any', outcomes: { ok: { status: 201 } } },
      remove: { outcomes: { ok: { status: 204 } } },
    },
    shown: { 'create.id': 'keep' },
    ...more,
  };
  return createWorld({ project: projectFrom([contract], schemas, { buoys: rows }) });
}

const idsIn = (json: Json): readonly Json[] =>
  ((json as JsonObject)['buoys'] as readonly JsonObject[]).map(({ id }) => id as Json);

const byCursor = { cursor: 'after', next: '/next', size: 'limit' };

/** The ids of each page, from the first on; `between` is called after the first page. */
function walk(world: World, query = '', between: () => void = () => undefined): Json[][] {
  const pages: Json[][] = [];
  for (let cursor: Json = ''; cursor !== null && pages.length < 9; ) {
    const asked = [query, cursor === '' ? '' : `after=${String(cursor)}`].filter(Boolean).join('&');
    const { json } = world.ask(`GET /buoys${asked === '' ? '' : `?${asked}`}`);
    pages.push([...idsIn(json)]);
    if (cursor === '') between();
    cursor = (json as JsonObject)['next'] ?? null;
  }
  return pages;
}

describe('a list with cursors', () => {
  it('is walked by the cursor that each page shows', () => {
    expect(walk(buoys(byCursor))).toEqual([[1, 2], [3, 4], [5]]);
    expect(walk(buoys(byCursor), 'limit=5')).toEqual([[1, 2, 3, 4, 5]]);
    expect(walk(buoys(byCursor), 'sea=north')).toEqual([[1, 3], [5]]);
    const newest = buoys(byCursor, { shown: { 'list.order': 'newest-first' } });
    expect(walk(newest)).toEqual([[5, 4], [3, 2], [1]]);
  });

  it('tells whether more comes, and the total', () => {
    const { ask } = buoys(byCursor);
    expect(ask('GET /buoys').json).toMatchObject({ has_more: true, total: 5 });
    expect(ask('GET /buoys?limit=5').json).toMatchObject({ has_more: false, next: null });
  });

  it.each([
    [
      'oldest-first',
      [
        [1, 2],
        [3, 4],
        [5, 9],
      ],
    ],
    ['newest-first', [[5, 4], [3, 2], [1]]],
  ])('has no gap and no double if items come and go between pages, %s', (order, expected) => {
    const world = buoys(byCursor, { shown: { 'list.order': order, 'create.id': 'keep' } });
    const seen = walk(world, '', () => {
      // The last item of the first page goes, and one comes.
      world.ask(`DELETE /buoys/${order === 'oldest-first' ? 2 : 4}`);
      world.ask('POST /buoys', { json: { id: 9, sea: 'north' } });
    });
    expect(seen).toEqual(expected);
  });

  it('is cut by the order of all, below a parent as well', () => {
    const world = buoys(byCursor, { path: '/bases/{baseId}/buoys' });
    const { json } = world.ask('GET /bases/1/buoys');
    expect(idsIn(json)).toEqual([1, 2]);
    world.ask('DELETE /bases/1/buoys/2');
    const next = world.ask(`GET /bases/1/buoys?after=${String((json as JsonObject)['next'])}`);
    expect(idsIn(next.json)).toEqual([3, 4]);
  });

  it.each(['nonsense', '%', 'YWZ0ZXI6', 'eA'])('refuses the cursor %s', (cursor) => {
    const { ask } = buoys(byCursor);
    const { status, json } = ask(`GET /buoys?after=${cursor}`);
    expect([status, (json as JsonObject)['detail']]).toEqual([
      400,
      'the query parameter "after" is no cursor of this list',
    ]);
  });

  it('comes before the query dialect of the profile', () => {
    const { ask } = buoys(byCursor, { shown: { 'query.dialect': 'json-server-1' } });
    expect(idsIn(ask('GET /buoys?limit=1').json)).toEqual([1]);
    expect((ask('GET /buoys?sea=north').json as JsonObject)['buoys']).toHaveLength(3);
  });

  it('has another tag if another page follows', () => {
    const { ask } = buoys(
      { ...byCursor, usual: 5 },
      { shown: { 'cache.validator': 'etag', 'create.id': 'keep' } },
    );
    const before = ask('GET /buoys').headers['etag'];
    ask('POST /buoys', { json: { id: 9, sea: 'north' } });
    expect(before).toBeDefined();
    expect(ask('GET /buoys').headers['etag']).not.toBe(before);
  });
});

describe('a list with addresses of other pages', () => {
  const host = { headers: { host: 'sea.test' } };

  it('has them beside each other in the body', () => {
    const { ask } = buoys({ page: 'p', link: '/links/next', size: 'n' });
    const { json } = ask('GET /buoys?n=2&sea=north', host);
    expect((json as JsonObject)['links']).toEqual({
      self: 'http://sea.test/buoys?n=2&sea=north',
      prev: null,
      next: 'http://sea.test/buoys?n=2&sea=north&p=2',
    });
    expect((ask('GET /buoys?n=2&sea=north&p=2', host).json as JsonObject)['links']).toEqual({
      self: 'http://sea.test/buoys?n=2&sea=north&p=2',
      prev: 'http://sea.test/buoys?n=2&sea=north&p=1',
    });
  });

  it('says by an empty text that nothing comes, if the member must be there', () => {
    const { ask } = buoys({ offset: 'skip', link: '/rest/next' });
    expect(ask('GET /buoys?skip=4', host).json).toMatchObject({ rest: { next: '' } });
    expect(ask('GET /buoys', host).json).toMatchObject({
      rest: { next: 'http://sea.test/buoys?skip=2' },
    });
  });

  it.each<[JsonObject, string, string | undefined]>([
    [
      { page: 'p', first: 0, link: 'Link' },
      '?p=1',
      '<http://sea.test/buoys?p=0>; rel="first", <http://sea.test/buoys?p=0>; rel="prev", <http://sea.test/buoys?p=2>; rel="next", <http://sea.test/buoys?p=2>; rel="last"',
    ],
    [
      { offset: 'skip', link: 'Link' },
      '?skip=99',
      '<http://sea.test/buoys?skip=0>; rel="first", <http://sea.test/buoys?skip=4>; rel="prev", <http://sea.test/buoys?skip=4>; rel="last"',
    ],
    [{ link: 'Link' }, '', '<http://sea.test/buoys?cursor=YWZ0ZXI6MQ>; rel="next"'],
    [{ link: 'Link' }, '?cursor=YWZ0ZXI6Mw', undefined],
  ])('has them in Link, %j%s', (pages, query, link) => {
    expect(buoys(pages).ask(`GET /buoys${query}`, host).headers['link']).toBe(link);
  });
});
