// Pages of a list, slugs, and members that only requests have: what the mock answers.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { createWorld, projectFrom } from '../../support/users.ts';

const text = { type: 'string', minLength: 1 };
const note: JsonObject = {
  type: 'object',
  required: ['slug', 'title'],
  properties: {
    slug: { type: 'string', pattern: '^[a-z0-9-]{1,12}$' },
    title: text,
    secret: { ...text, writeOnly: true },
    removedAt: { type: ['string', 'null'], readOnly: true },
    size: { type: 'integer', readOnly: true },
  },
};
const operations: JsonObject = {
  list: { outcomes: { ok: { status: 200 } } },
  create: { body: 'new-note', outcomes: { ok: { status: 201 } } },
  read: { outcomes: { ok: { status: 200 } } },
  replace: { body: 'new-note', outcomes: { ok: { status: 200 } } },
};
const rows = [1, 2, 3, 4, 5].map((at) => ({ slug: `n${at}`, title: `N${at}`, secret: 'S' }));

function notes(pages: JsonObject, more: JsonObject = {}): ReturnType<typeof createWorld> {
  const page = {
    type: 'object',
    required: ['items'],
    properties: {
      items: { type: 'array', items: { $ref: 'note.json' } },
      total: { type: 'integer' },
      page: { type: 'integer', minimum: 0 },
      totalPages: { type: 'integer' },
      perPage: { type: 'integer' },
      skip: { type: 'integer' },
      count: { type: 'integer' },
    },
  };
  const contract: JsonObject = {
    resource: 'notes',
    path: '/notes',
    id: 'slug',
    source: 'the handbook',
    item: 'note',
    list: { schema: 'page', at: '/items', pages },
    operations,
    ...more,
  };
  const schemas = {
    note,
    page,
    'new-note': { type: 'object', required: ['title'], properties: { title: text, secret: text } },
  };
  const project = projectFrom([contract], schemas, { notes: rows });
  return createWorld({
    project,
    draw: { time: () => ({ ms: 1_000, iso: '2026-01-01T00:00:00.000Z' }) },
  });
}

const slugsIn = (json: Json): readonly Json[] =>
  ((json as JsonObject)['items'] as readonly JsonObject[]).map(({ slug }) => slug as Json);

describe('a list that is cut into pages', () => {
  it.each<[string, JsonObject, string, readonly string[], JsonObject]>([
    ['the first page', { page: 'p', usual: 2 }, '', ['n1', 'n2'], { page: 1, skip: 0 }],
    ['a page', { page: 'p', usual: 2 }, '?p=2', ['n3', 'n4'], { page: 2, skip: 2 }],
    ['a page from 0 on', { page: 'p', first: 0, usual: 2 }, '?p=2', ['n5'], { count: 1 }],
    ['a page beyond the end', { page: 'p', usual: 2 }, '?p=9', [], { count: 0, total: 5 }],
    ['a size', { page: 'p', size: 's' }, '?s=3&p=2', ['n4', 'n5'], { perPage: 3, totalPages: 2 }],
    ['too large a size', { page: 'p', size: 's', usual: 1, most: 2 }, '?s=99', ['n1', 'n2'], {}],
    ['an offset', { offset: 'o', size: 's' }, '?o=3&s=1', ['n4'], { skip: 3, page: 4 }],
    ['no number', { offset: 'o', usual: 1 }, '?o=x', ['n1'], {}],
    ['an empty number', { offset: 'o', usual: 1 }, '?o=', ['n1'], {}],
    ['a negative number', { page: 'p', usual: 1 }, '?p=-1', ['n1'], {}],
  ])('answers %s', (_, pages, query, slugs, counts) => {
    const { status, json } = notes(pages).ask(`GET /notes${query}`);
    expect(status).toBe(200);
    expect(slugsIn(json)).toEqual(slugs);
    expect(json).toMatchObject({ total: 5, ...counts });
  });

  it('shows no member that only requests have, with a tag or without', () => {
    for (const validator of ['etag', 'none']) {
      const world = notes({ page: 'p' }, { shown: { 'cache.validator': validator } });
      expect(world.ask('GET /notes').text).not.toContain('secret');
      expect(world.ask('GET /notes/n1').text).not.toContain('secret');
      const created = world.ask('POST /notes', { json: { title: 'A', secret: 'S' } });
      expect(created.text).not.toContain('secret');
      world.ask('PUT /notes/n1', { json: { title: 'B' } });
      expect(world.state.collection('notes').find('n1')?.value['secret']).toBe('S');
    }
  });
});

describe('an id that is a slug', () => {
  const create = (title: string): string => {
    const world = notes({ page: 'p' });
    world.ask('POST /notes', { json: { title } });
    const { json } = world.ask('POST /notes', { json: { title } });
    return String((json as JsonObject)['slug']);
  };

  it('is made from the title, and is new', () => {
    expect(create('Ärger & Ruhe')).toBe('arger-ruhe-2');
  });

  it.each([['!!!'], ['a title that is too long for the schema']])(
    'follows the schema if %j gives none',
    (title) => {
      expect(create(title)).toMatch(/^[a-z0-9-]{1,12}$/);
    },
  );
});

describe('members that the service makes', () => {
  it('begin with null if they may be null, and else fit', () => {
    const { json } = notes({ page: 'p' }).ask('POST /notes', { json: { title: 'A' } });
    expect(json).toMatchObject({ slug: 'a', title: 'A', removedAt: null });
    expect(Number.isInteger((json as JsonObject)['size'])).toBe(true);
  });
});

describe('rule, of lists with filters and checked parameters', () => {
  const filters = { named: 'title', slug: 'slug' };
  const query = {
    limit: { type: 'integer', minimum: 1, maximum: 3 },
    all: { type: 'boolean' },
    'size_at:least': { type: 'integer' },
  };
  const list = { query, outcomes: { ok: { status: 200 } } };
  const paged = { schema: 'page', at: '/items', filters, pages: { page: 'page', size: 'limit' } };
  const whole = { schema: 'page', at: '/items', filters };
  const more = (place: JsonObject): JsonObject => ({
    list: place,
    operations: { ...operations, list },
  });
  const slugs = (place: JsonObject, asked: string): Json => {
    const { json } = notes({ page: 'page' }, more(place)).ask(`GET /notes?${asked}`);
    return (json as { items: { slug: string }[] }).items.map(({ slug }) => slug);
  };

  it.each<[JsonObject, string, readonly string[]]>([
    [whole, 'named=N2', ['n2']],
    [whole, 'named=N2&slug=n3', []],
    [whole, 'named=&other=1', ['n1', 'n2', 'n3', 'n4', 'n5']],
    [paged, 'named=N4&limit=2', ['n4']],
    [paged, 'named=N4&page=2', []],
    [paged, 'limit=2&page=2', ['n3', 'n4']],
  ])('answers with the items that %j has for ?%s', (place, asked, expected) => {
    expect(slugs(place, asked)).toEqual(expected);
  });

  it('counts the items that match', () => {
    const { ask } = notes({ page: 'page' }, more(paged));
    expect(ask('GET /notes?named=N4').json).toMatchObject({ total: 1, totalPages: 1 });
  });

  it.each<[string, number]>([
    ['limit=2', 200],
    ['limit=0', 400],
    ['limit=4', 400],
    ['limit=abc', 400],
    ['all=true', 200],
    ['all=perhaps', 400],
    ['size_at:least=1', 200],
    ['size_at%3Aleast=x', 400],
    ['other=abc', 200],
  ])('answers ?%s with %i', (asked, status) => {
    const { ask } = notes({ page: 'page' }, more(paged));
    expect(ask(`GET /notes?${asked}`).status).toBe(status);
  });

  it('says which parameter is wrong', () => {
    const { ask } = notes({ page: 'page' }, more(paged));
    expect(ask('GET /notes?limit=0').json).toMatchObject({
      detail: 'the query parameter "limit" must be at least 1',
    });
  });
});
