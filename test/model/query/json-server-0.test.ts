import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { startJsonServer0, type Truth } from '../../support/json-servers.ts';
import { askRows, idsOf } from './asked.ts';
import { deviatingRows, deviations } from './deviations.ts';

const rows: readonly JsonObject[] = [
  {
    id: 1,
    title: 'Alpha',
    views: 30,
    isOpen: true,
    tags: ['js'],
    by: { name: 'Ada', home: { city: 'Lyon' } },
    note: null,
  },
  { id: 2, title: 'beta', views: 7, isOpen: false, tags: ['js', 'sql'], by: { name: 'Bo' } },
  {
    id: 3,
    title: 'Gamma ray',
    views: 100,
    by: { name: 'Ada', home: { city: 'Bonn' } },
    'by.name': 'nobody',
  },
  { id: 4, title: 'alpha', views: 30, isOpen: true, by: null, toString: 'mine' },
];

/** What is asked, the ids that are answered, and of counted lists how many there are. */
const cases: readonly (readonly [query: string, ids: readonly number[], total?: string])[] = [
  ['title=Alpha', [1]],
  ['title=Alpha&title=beta', [1, 2]],
  ['title[]=Alpha', [1]],
  ['title[0]=Alpha&title[1]=beta', [1, 2]],
  ['title=Gamma+ray', [3]],
  ['title=Gamma%20ray', [3]],
  ['title=%zz', []],
  ['views=30&isOpen=true', [1, 4]],
  ['views=30.0', []],
  ['id=1&id=3&id=9', [1, 3]],
  ['isOpen=false', [2]],
  ['by.name=Ada', [1]],
  ['by.name=nobody', [3]],
  ['by.home.city=Bonn', [3]],
  ['tags.1=sql', [2]],
  ['tags.length=2', [2]],
  ['title.length=5', [1, 4]],
  ['note=null', []],
  ['note_ne=x', []],
  ['unknown=1', [1, 2, 3, 4]],
  ['unknown=1&title=beta', [2]],
  ['unknown_ne=1', []],
  ['unknown_gte=1', []],
  ['_=123', [1, 2, 3, 4]],
  ['=x', [1, 2, 3, 4]],
  ['title', []],
  ['toString=mine', [4]],
  ['__proto__=1', [1, 2, 3, 4]],
  ['constructor=1', [1, 2, 3, 4]],
  ['views_gte=30', [1, 3, 4]],
  ['views_lte=30', [1, 2, 4]],
  ['views_gte=8&views_lte=99', [1, 4]],
  ['views_gte=50&views_gte=5', [1, 2, 3, 4]],
  ['views_gte=x', []],
  ['title_gte=b', [2]],
  ['views_ne=30', [2, 3]],
  ['views_ne=30&views_ne=7', [3]],
  ['title_like=^a', [1, 4]],
  ['title_like=a$&title_like=ray', [1, 2, 3, 4]],
  ['title_like=(m%2B)a', [3]],
  ['views_like=^[17]', [2, 3]],
  ['by.name_like=A', [1]],
  ['q=ALPHA', [1, 4]],
  ['q=lyon', [1]],
  ['q=js', [1, 2]],
  ['q=zzz', []],
  ['q=', [1, 2, 3, 4]],
  ['q=alpha&q=beta', [1, 4]],
  ['q=a&views_gte=31', [3]],
  ['_sort=title', [1, 3, 4, 2]],
  ['_sort=views', [2, 1, 4, 3]],
  ['_sort=views&_order=DESC', [3, 1, 4, 2]],
  ['_sort=views,title&_order=desc,desc', [3, 4, 1, 2]],
  ['_sort=views,title&_order=asc,desc', [2, 4, 1, 3]],
  ['_sort=by.home.city', [3, 1, 2, 4]],
  ['_sort=isOpen&_order=desc', [3, 1, 4, 2]],
  ['_sort=note', [1, 2, 3, 4]],
  ['_sort=note&_order=desc', [2, 3, 4, 1]],
  ['_sort=unknown&_order=desc', [1, 2, 3, 4]],
  ['_end=2', [1, 2], '4'],
  ['_start=1&_end=3', [2, 3], '4'],
  ['_start=1&_limit=2', [2, 3], '4'],
  ['_start=1', [1, 2, 3, 4]],
  ['_limit=1', [1], '4'],
  ['_limit=0', [], '4'],
  ['_limit=', [1, 2, 3, 4]],
  ['_limit=x', [], '4'],
  ['_end=-1', [1, 2, 3], '4'],
  ['_start=-2&_end=9', [3, 4], '4'],
  ['_start=3&_end=1', [], '4'],
  ['views=30&_limit=1', [1], '2'],
];

let truth: Truth;
beforeAll(async () => {
  // It prints the stack of each error.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  truth = await startJsonServer0();
});
afterAll(() => truth[Symbol.asyncDispose]());

describe('readJsonServer0', () => {
  it.each(cases.map(([query, ids, total]) => ({ query, ids, total })))(
    '$query',
    async ({ query, ids, total }) => {
      const answer = askRows('json-server-0', rows, query, truth.host);
      const real = await truth.ask(rows, query);
      expect([idsOf(answer.status, answer.json), answer.headers['x-total-count']]).toEqual([
        ids,
        total,
      ]);
      expect([idsOf(real.status, real.body), real.total ?? undefined]).toEqual([ids, total]);
    },
  );

  it.each(deviations.filter(({ dialect }) => dialect === 'json-server-0'))(
    '$query: differs, for $because',
    async (one) => {
      const answer = askRows(one.dialect, deviatingRows, one.query);
      const real = await truth.ask(deviatingRows, one.query);
      expect(idsOf(answer.status, answer.json)).toEqual(one.ours);
      expect(idsOf(real.status, real.body)).toEqual(one.theirs);
    },
  );
});

const many: readonly JsonObject[] = Array.from({ length: 25 }, (_one, index) => ({
  id: index + 1,
}));

describe('cutRecords, as json-server 0.17 pages', () => {
  const pages: readonly (readonly [query: string, count: number, link: string])[] = [
    ['_page=1', 10, '<$?_page=1>; rel="first", <$?_page=2>; rel="next", <$?_page=3>; rel="last"'],
    [
      '_page=2',
      10,
      '<$?_page=1>; rel="first", <$?_page=1>; rel="prev", <$?_page=3>; rel="next", <$?_page=3>; rel="last"',
    ],
    ['_page=3', 5, '<$?_page=1>; rel="first", <$?_page=2>; rel="prev", <$?_page=3>; rel="last"'],
    ['_page=4', 0, ''],
    ['_page=1&_limit=25', 25, ''],
    [
      '_limit=20&_page=2',
      5,
      '<$?_limit=20&_page=1>; rel="first", <$?_limit=20&_page=1>; rel="prev", <$?_limit=20&_page=2>; rel="last"',
    ],
    ['_page=0', 10, '<$?_page=0>; rel="first", <$?_page=0>; rel="next", <$?_page=0>; rel="last"'],
    ['_page=x', 10, '<$?_page=x>; rel="first", <$?_page=x>; rel="next", <$?_page=x>; rel="last"'],
  ];

  it.each(pages)('%s', async (query, count, link) => {
    const whole = link.replaceAll('$', `http://${truth.host}/users`);
    const { headers, json } = askRows('json-server-0', many, query, truth.host);
    expect([
      (json as readonly unknown[]).length,
      headers['link'],
      headers['x-total-count'],
    ]).toEqual([count, whole, '25']);
    expect(headers['access-control-expose-headers']).toBe('X-Total-Count, Link');
    expect(await truth.ask(many, query)).toMatchObject({
      link: whole,
      total: '25',
      exposed: 'X-Total-Count, Link',
    });
  });
});

const words = ['Ada', 'ada', 'Bo', 'Gamma ray', 'zoë', 'x', '10', '9', 'a.b', 'true'];
const row = fc.record(
  {
    name: fc.constantFrom(...words),
    age: fc.integer({ min: -3, max: 12 }),
    ok: fc.boolean(),
    home: fc.record(
      { city: fc.constantFrom(...words), floor: fc.integer({ min: 0, max: 3 }) },
      { requiredKeys: ['floor'] },
    ),
    tags: fc.array(fc.constantFrom('js', 'sql')),
    note: fc.constant(null),
  },
  { requiredKeys: ['name', 'age'] },
);
const paths = [
  'id',
  'name',
  'age',
  'ok',
  'home.city',
  'home.floor',
  'home',
  'tags.0',
  'tags.length',
  'name.length',
  'note',
  'nope',
];
const value = fc.oneof(
  fc.constantFrom(...words, '', '0', '3', 'js', 'false', 'null'),
  fc.integer({ min: -3, max: 12 }).map(String),
);
const number = fc.oneof(
  fc.integer({ min: -3, max: 12 }).map(String),
  fc.constantFrom('', 'x', '2x', '1.9'),
);
const pattern = fc.constantFrom(
  'a',
  '^A',
  'a|o',
  'a.*r',
  '[aeiou]{2}',
  '(a|m)+',
  '\\d+',
  '\\ba',
  '^$',
  'x?',
  '(?:a|b){1,2}$',
);
const filter = fc.oneof(
  fc.tuple(fc.constantFrom(...paths), value),
  fc.tuple(
    fc
      .tuple(fc.constantFrom(...paths, 'tags'), fc.constantFrom('_gte', '_lte'))
      .map(([path, end]) => path + end),
    value,
  ),
  fc.tuple(
    fc.constantFrom(...paths).map((path) => `${path}_ne`),
    value,
  ),
  fc.tuple(
    fc.constantFrom(...paths, 'tags').map((path) => `${path}_like`),
    pattern,
  ),
);
const keys = fc.uniqueArray(
  fc.constantFrom('id', 'name', 'age', 'ok', 'home.floor', 'home.city', 'nope', 'note'),
  {
    maxLength: 3,
  },
);
const orders = fc.array(fc.constantFrom('asc', 'desc', 'DESC', 'x', ''), { maxLength: 3 });
const asked = fc
  .tuple(
    fc.array(filter, { maxLength: 3 }),
    fc.record(
      {
        q: value,
        _sort: keys.map(String),
        _order: orders.map(String),
        _page: number,
        _limit: number,
        _start: number,
        _end: number,
      },
      { requiredKeys: [] },
    ),
  )
  .map(([filters, rest]) =>
    [...filters, ...Object.entries(rest)]
      .map(([name, text]) => `${name}=${encodeURIComponent(text)}`)
      .join('&'),
  );

describe('the dialect json-server-0', () => {
  it('answers like json-server 0.17.4', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 25 }), asked, async (drawn, query) => {
        const numbered = drawn.map((one, index) => ({ id: index + 1, ...one }) as JsonObject);
        const { json, headers } = askRows('json-server-0', numbered, query, truth.host);
        const real = await truth.ask(numbered, query);
        expect({
          status: 200,
          body: json,
          total: headers['x-total-count'] ?? null,
          link: headers['link'] ?? null,
          exposed: headers['access-control-expose-headers'] ?? null,
        }).toEqual(real);
      }),
      { numRuns: 600 },
    );
  });
});
