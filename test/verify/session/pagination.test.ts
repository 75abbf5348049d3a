// How the next page of a list is found: by links, as RFC 8288 writes them, and by each convention
// of queries.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import { type Call, type Headers, noBody, readBody } from '../../../src/model/message/call.ts';
import {
  elementsOf,
  type ListPage,
  linkTo,
  nextPage,
  objectsIn,
  PAGES_MAX,
  type Pager,
  pagers,
} from '../../../src/verify/session/pagination.ts';

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

describe('linkTo', () => {
  it.each<[string, string, string | null]>([
    ['a link', '<https://a.example/users?page=2>; rel="next"', 'https://a.example/users?page=2'],
    ['a relation without quotes', '<?page=2>; rel=next', '?page=2'],
    ['no blanks', '<?page=2>;rel="next"', '?page=2'],
    ['many blanks', '  <?page=2>  ;  rel =  "next" ', '?page=2'],
    ['another case', '<?page=2>; REL="NEXT"', '?page=2'],
    ['several relations', '<?page=2>; rel="last next"', '?page=2'],
    ['relations at many blanks', '<?page=2>; rel="last   next"', '?page=2'],
    ['another parameter before', '<?page=2>; title="two, or; more"; rel="next"', '?page=2'],
    ['another parameter after', '<?page=2>; rel="next"; type="application/json"', '?page=2'],
    ['a parameter without value', '<?page=2>; crossorigin; rel="next"', '?page=2'],
    [
      'a parameter in another language',
      "<?page=2>; title*=UTF-8''n%C3%A4chste; rel=next",
      '?page=2',
    ],
    [
      'several links',
      '<?page=1>; rel="prev", <?page=3>; rel="next", <?page=9>; rel="last"',
      '?page=3',
    ],
    ['several links without blanks', '<?page=1>;rel=prev,<?page=3>;rel=next', '?page=3'],
    ['the first of several', '<?page=2>; rel=next, <?page=3>; rel=next', '?page=2'],
    ['empty elements', ', ,<?page=2>; rel=next,,', '?page=2'],
    ['signs in the target', '<?ids=1,2;3&page=2>; rel="next"', '?ids=1,2;3&page=2'],
    ['an empty target', '<>; rel="next"', ''],
    ['no relation', '<?page=2>', null],
    ['no such relation', '<?page=1>; rel="prev"', null],
    ['a relation that begins alike', '<?page=2>; rel="nextish"', null],
    ['a relation that ends alike', '<?page=2>; rel="x-next"', null],
    ['a title that says so', '<?page=1>; title="next"; rel="prev"', null],
    ['a parameter that ends alike', '<?page=2>; xrel="next"', null],
    ['an address without brackets', '?page=2; rel="next"', null],
    ['nothing', '', null],
  ])('reads %s', (_, links, target) => {
    expect(linkTo('next', links)).toBe(target);
  });

  it('finds nothing without a header', () => {
    expect(linkTo('next', undefined)).toBeNull();
  });

  it('finds the target of each relation', () => {
    const relation = fc.constantFrom('first', 'prev', 'next', 'last', 'self');
    const target = fc.webUrl({ withQueryParameters: true });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(relation, target), { selector: ([one]) => one }),
        fc.boolean(),
        (links, isQuoted) => {
          const text = links
            .map(([rel, url]) => `<${url}>; rel=${isQuoted ? `"${rel}"` : rel}`)
            .join(', ');
          for (const [rel, url] of links) expect(linkTo(rel, text)).toBe(url);
        },
      ),
    );
  });

  it('ends on any text', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('<', '>', ';', ',', '=', '"', ' ', 'rel', 'next', '?p=2'),
          maxLength: 60,
        }),
        (text) => {
          const target = linkTo('next', text);
          if (target !== null) expect(text).toContain(`<${target}>`);
        },
      ),
    );
  });
});

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
    expect(queriesOf(pager ?? { kind: 'link' }, [3, 3, 2])).toEqual(queries);
  });

  it('knows each convention once', () => {
    expect(new Set(pagers.map((one) => JSON.stringify(one))).size).toBe(pagers.length);
  });

  it('changes only the query of the call', () => {
    const [pager] = pagers;
    expect(nextPage(pager ?? { kind: 'link' }, LIST, [pageOf([1])])).toEqual({
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
    const next = nextPage({ kind: 'link' }, LIST, [pageOf([1], { link })]);
    expect(next).toEqual(query === null ? null : { ...LIST, query });
  });

  it('follows the link of the last page, also in repeated header fields', () => {
    const first = pageOf([1], { link: '<?page=2>; rel="next"' });
    const second = pageOf([2], { link: ['<?page=1>; rel="prev"', '<?page=3>; rel="next"'] });
    expect(nextPage({ kind: 'link' }, LIST, [first, second])?.query).toBe('page=3');
  });

  it('ends if a page is empty, is not a list, or is the last that is read', () => {
    const link = '<?page=2>; rel="next"';
    for (const pager of [...pagers, { kind: 'link' } as const]) {
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
