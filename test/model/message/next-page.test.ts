// What a page says of the next one: in Link, as RFC 8288 writes it, or in its body.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import type { NextPlace } from '../../../src/contract/envelopes/pages.ts';
import { noBody, readBody } from '../../../src/model/message/call.ts';
import { linkTo, nextOf } from '../../../src/model/message/next-page.ts';

describe('nextOf', () => {
  const at = ['paging', 'next'];
  const inBody: NextPlace = { in: 'body', at, holds: 'cursor' };
  const page = (value: Json): Json =>
    nextOf(inBody, {
      status: 200,
      headers: {},
      body: readBody(JSON.stringify({ paging: { next: value } })),
    });

  it.each<[Json, Json]>([
    ['abc', 'abc'],
    [7, 7],
    ['', null],
    [false, null],
    [null, null],
  ])('reads %j in the body as %j', (value, next) => {
    expect(page(value)).toBe(next);
  });

  it('reads the whole body of a list that was taken out of it', () => {
    const body = { ...readBody('[]'), whole: { paging: { next: 'abc' } } } as never;
    expect(nextOf(inBody, { status: 200, headers: {}, body })).toBe('abc');
  });

  it('finds nothing in other bodies, and reads Link', () => {
    expect(nextOf(inBody, { status: 200, headers: {}, body: noBody })).toBeNull();
    expect(nextOf(inBody, { status: 200, headers: {}, body: readBody('[]') })).toBeNull();
    const headers = { link: '<?page=2>; rel="next"' };
    expect(nextOf({ in: 'header' }, { status: 200, headers, body: noBody })).toBe('?page=2');
  });
});

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
