// How the next page of a list is asked for: by what a page shows of it, and by each convention of
// queries.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import { type Call, type Headers, noBody, readBody } from '../../../src/model/message/call.ts';
import {
  elementsOf,
  guessPages,
  type ListPage,
  linkPager,
  nextPage,
  objectsIn,
  PAGES_MAX,
  type Pager,
  pagerFor,
  pagers,
} from '../../../src/verify/pages/pagination.ts';

const LIST: Call = {
  method: 'GET',
  path: '/users',
  query: '',
  headers: { accept: 'application/json' },
  body: noBody,
};

function pageOf(elements: readonly Json[] | null, headers: Headers = {}): ListPage {
  return { received: { status: 200, headers, body: readBody(JSON.stringify(elements)) }, elements };
}

/**
 * The queries that are asked for, one after the other, of a service that has pages of these
 * lengths.
 */
function queriesOf(pager: Pager, lengths: readonly number[]): readonly string[] {
  const pages: ListPage[] = [];
  const queries: string[] = [];
  for (const length of lengths) {
    pages.push(pageOf(Array.from({ length }, (_, index) => index)));
    const next = nextPage(pager, LIST, pages);
    if (next === null) break;
    queries.push(next.query);
  }
  return queries;
}

describe('nextPage', () => {
  it.each<[string, readonly string[]]>([
    ['page counts pages from 1', ['page=2', 'page=3', 'page=4']],
    ['_page counts pages from 1', ['_page=2', '_page=3', '_page=4']],
    ['offset counts elements from 0', ['offset=3', 'offset=6', 'offset=8']],
    ['_start counts elements from 0', ['_start=3', '_start=6', '_start=8']],
    ['skip counts elements from 0', ['skip=3', 'skip=6', 'skip=8']],
    ['start counts elements from 0', ['start=3', 'start=6', 'start=8']],
    ['page[number] counts pages from 1', ['page[number]=2', 'page[number]=3', 'page[number]=4']],
    ['page counts pages from 0', ['page=1', 'page=2', 'page=3']],
  ])('requests a page by the convention: %s', (convention, queries) => {
    const pager = pagers.find(
      (one) =>
        one.kind === 'query' && `${one.name} counts ${one.counts} from ${one.first}` === convention,
    );
    expect(pager).toBeDefined();
    expect(queriesOf(pager ?? linkPager, [3, 3, 2])).toEqual(queries);
  });

  it('knows each convention once', () => {
    expect(new Set(pagers.map((one) => JSON.stringify(one))).size).toBe(pagers.length);
  });

  it('changes only the query of the call', () => {
    const [pager] = pagers;
    expect(nextPage(pager ?? linkPager, LIST, [pageOf([1])])).toEqual({
      ...LIST,
      query: 'page=2',
    });
  });

  it('encodes the name of a parameter for a query', () => {
    expect(queriesOf({ kind: 'query', name: 'p&q', counts: 'pages', first: 1 }, [1])).toEqual([
      'p%26q=2',
    ]);
  });

  it.each<[string, string, string | null]>([
    ['of the same place', '<https://a.example/users?page=2&limit=5>; rel="next"', 'page=2&limit=5'],
    [
      'behind another base path or host',
      '<http://inner:80/api/users?cursor=a%2Bb>; rel="next"',
      'cursor=a%2Bb',
    ],
    ['that is relative', '</users?page=2>; rel="next"', 'page=2'],
    ['that is a query alone', '<?page=2>; rel="next"', 'page=2'],
    ['with a fragment', '<?page=2#top>; rel="next"', 'page=2'],
    ['with a second question mark', '<?after=a?b>; rel="next"', 'after=a?b'],
    ['of another relation', '<?page=1>; rel="prev"', null],
  ])('follows a link %s', (_, link, query) => {
    const next = nextPage(linkPager, LIST, [pageOf([1], { link })]);
    expect(next).toEqual(query === null ? null : { ...LIST, query });
  });

  it('follows the link of the last page, also in repeated header fields', () => {
    const first = pageOf([1], { link: '<?page=2>; rel="next"' });
    const second = pageOf([2], { link: ['<?page=1>; rel="prev"', '<?page=3>; rel="next"'] });
    expect(nextPage(linkPager, LIST, [first, second])?.query).toBe('page=3');
  });

  it('ends if a page is empty, is not a list, or is the last that is read', () => {
    const link = '<?page=2>; rel="next"';
    for (const pager of [...pagers, linkPager]) {
      expect(nextPage(pager, LIST, [pageOf([1], { link }), pageOf([], { link })])).toBeNull();
      expect(nextPage(pager, LIST, [pageOf([1], { link }), pageOf(null, { link })])).toBeNull();
      expect(nextPage(pager, LIST, [])).toBeNull();
      const many = Array.from({ length: PAGES_MAX }, () => pageOf([1], { link }));
      expect(nextPage(pager, LIST, many)).toBeNull();
      expect(nextPage(pager, LIST, many.slice(1))).not.toBeNull();
    }
  });
});

describe('elementsOf', () => {
  it.each<[string, readonly Json[] | null]>([
    ['[]', []],
    ['[{"id":1},null]', [{ id: 1 }, null]],
    ['{"users":[]}', null],
    ['null', null],
    ['[', null],
    ['', null],
  ])('reads %j', (text, elements) => {
    expect(elementsOf({ status: 200, headers: {}, body: readBody(text) })).toEqual(elements);
  });
});

describe('objectsIn', () => {
  it('returns the objects only', () => {
    expect(objectsIn([1, { id: 1 }, null, [{ id: 2 }], 'x', {}])).toEqual([{ id: 1 }, {}]);
  });
});

describe('guessPages', () => {
  const queries = (last: string, next: string): readonly string[] => {
    const guess = { pageLength: 10, count: 2 };
    return guessPages({ ...LIST, query: last }, { ...LIST, query: next }, guess).map(
      ({ query }) => query,
    );
  };

  it.each([
    ['pages, from the second on', '', 'page=2', ['page=3', 'page=4']],
    ['pages, counted from 0', '', 'page=1', ['page=2', 'page=3']],
    [
      'pages beside their size',
      '',
      '_page=2&_limit=10',
      ['_page=3&_limit=10', '_page=4&_limit=10'],
    ],
    ['elements, in steps of a page', '', 'offset=10', ['offset=20', 'offset=30']],
    ['the last two numbers', 'skip=25&n=25', 'skip=50&n=25', ['skip=75&n=25', 'skip=100&n=25']],
  ])('counts %s', (_, last, next, expected) => {
    expect(queries(last, next)).toEqual(expected);
  });

  it.each([
    ['a cursor', '', 'cursor=MTA'],
    ['a cursor of digits', 'after=7', 'after=3'],
    ['a number that is neither 2 nor the length of a page', '', 'after=5187'],
    ['two numbers that could both count', '', 'offset=10&limit=10'],
  ])('guesses nothing from %s', (_, last, next) => {
    expect(queries(last, next)).toEqual([]);
  });
});

describe('pagerFor', () => {
  const next = { in: 'body', at: ['next'], holds: 'address' } as const;
  const counted = { kind: 'query', name: 'page', counts: 'pages', first: 1 } as const;
  const known = { kind: 'shown', next, parameter: 'page', counted } as const;
  const body = (value: Json) => ({ ...pageOf([]).received, body: readBody(JSON.stringify(value)) });

  it('counts if a reply has no place for what comes next', () => {
    expect(pagerFor(known, body({ results: [] }))).toBe(counted);
    expect(pagerFor(known, body({ next: null }))).toBe(known);
    expect(pagerFor(known, { ...body({}), body: noBody })).toBe(known);
    expect(pagerFor({ kind: 'shown', next, parameter: 'c' }, body({}))).toHaveProperty('next');
  });
});
