// What the test suites of both lines of json-server assert, as our own data: calls, and the answer
// to the last one. Every case holds for the real one and the preset alike; the others are among the
// deviations.

import type { Json, JsonObject } from '../../src/base/json.ts';
import type { Line, Rows, WireCall } from './sides.ts';

export interface Case {
  readonly what: string;
  readonly calls: readonly WireCall[];
  readonly status: number;
  /** Members in any order; `<id>` is an id made at random. Absent if the body does not matter. */
  readonly body?: Json;
  /** `null` for a header that is absent. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
}

export const caseRows: Rows = {
  posts: [
    { id: 1, body: 'spring', tags: { year: 2024, place: 'Gdynia' } },
    { id: 2, body: 'summer' },
  ],
  notes: [{ id: 'a-1', text: 'first' }, { id: '1234' }],
  comments: [
    { id: 1, body: 'one', published: true, votes: 3, postId: 1 },
    { id: 2, body: 'two', published: false, votes: 30, postId: 1 },
    { id: 3, body: 'Twofold', published: false, votes: 4, postId: 2 },
    { id: 4, body: 'four', published: true, votes: 4, postId: 2 },
  ],
};
const [spring, summer] = caseRows['posts'] as readonly [JsonObject, JsonObject];
const [one, two, three, four] = caseRows['comments'] as readonly [
  JsonObject,
  JsonObject,
  JsonObject,
  JsonObject,
];

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const get = (path: string, headers: Readonly<Record<string, string>> = {}): WireCall => ({
  method: 'GET',
  path,
  headers,
});
const send = (method: string, path: string, body: Json): WireCall => ({
  method,
  path,
  headers: JSON_TYPE,
  body: JSON.stringify(body),
});
const typed = (
  method: string,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): WireCall => ({
  method,
  path,
  body,
  headers,
});
const bare = (method: string, path: string): WireCall => ({ method, path });
const ok = (path: string, body: Json, headers: Case['headers'] = {}): Case => ({
  what: `GET ${path}`,
  calls: [get(path)],
  status: 200,
  body,
  headers,
});
const total = (count: number): Case['headers'] => ({
  'x-total-count': String(count),
  'access-control-expose-headers': /X-Total-Count/,
});

const NO_CACHE = { 'cache-control': 'no-cache', pragma: 'no-cache', expires: '-1' };
const METHODS = /^GET, ?HEAD, ?PUT, ?PATCH, ?POST, ?DELETE$/;
const origin = { origin: 'http://app.test' };
const nothing = (method: string, path: string, body?: Json): Case => ({
  what: `${method} ${path} finds nothing`,
  status: 404,
  body: {},
  calls: [body === undefined ? bare(method, path) : send(method, path, body)],
});

const zero: readonly Case[] = [
  { what: 'the whole state', calls: [get('/db')], status: 200, body: caseRows },
  ok('/posts', [spring, summer], {
    'content-type': 'application/json; charset=utf-8',
    ...NO_CACHE,
  }),
  {
    what: 'a page of another origin, with credentials',
    calls: [get('/posts', origin)],
    status: 200,
    headers: {
      'access-control-allow-origin': 'http://app.test',
      'access-control-allow-credentials': 'true',
    },
  },
  ok('/posts/1', spring),
  ok('/notes/a-1', { id: 'a-1', text: 'first' }),
  ok('/notes/1234', { id: '1234' }),
  nothing('GET', '/posts/9001'),
  nothing('GET', '/nothing'),
  nothing('GET', '/posts/1/nothing'),
  nothing('PUT', '/posts/9001', { body: 'x' }),
  nothing('PATCH', '/posts/9001', { body: 'x' }),
  nothing('DELETE', '/posts/9001'),
  nothing('DELETE', '/posts'),
  nothing('PUT', '/posts', { body: 'x' }),
  nothing('PATCH', '/posts', { body: 'x' }),
  nothing('POST', '/posts/1', { body: 'x' }),
  ok('/comments?postId=1&published=true', [one]),
  ok('/comments?id=1&id=2', [one, two]),
  ok('/comments?votes=3', [one]),
  ok('/posts?tags.year=2024', [spring]),
  ok('/comments?foo=1&bar=2', [one, two, three, four]),
  ok('/comments?_=1', [one, two, three, four]),
  ok('/comments?q=two', [two, three]),
  ok('/comments?q=TWO&published=false', [two, three]),
  ok('/posts?q=gdy', [spring]),
  ok('/comments?q=nope', []),
  ok('/comments?published=false', [two, three]),
  ok('/comments?_end=2', [one, two], total(4)),
  ok('/comments?_start=1&_end=2', [two], total(4)),
  ok('/comments?_start=1&_limit=2', [two, three], total(4)),
  ok('/comments?postId=2&_limit=1', [three], total(2)),
  ok('/comments?_start=1', [one, two, three, four], { 'x-total-count': null }),
  ok('/comments?_sort=body', [three, four, one, two]),
  ok('/comments?_sort=body&_order=DESC', [two, one, four, three]),
  ok('/comments?_sort=votes,id&_order=asc,desc', [one, four, three, two]),
  ok('/posts?_sort=tags.place', [spring, summer]),
  ok('/comments?_page=2&_limit=3', [four], {
    ...total(4),
    link: /rel="first".*rel="prev".*rel="last"/,
  }),
  ok('/comments?_page=1', [one, two, three, four], { ...total(4), link: '' }),
  ok('/comments?id_gte=2&id_lte=3', [two, three]),
  ok('/comments?id_ne=1', [two, three, four]),
  ok('/comments?body_like=tWo', [two, three]),
  {
    what: 'a creation',
    calls: [{ ...send('POST', '/posts', { body: 'autumn', n: 1 }) }],
    status: 201,
    body: { id: 3, body: 'autumn', n: 1 },
    headers: { location: /^http:\/\/127\.0\.0\.1:\d+\/posts\/3$/, ...NO_CACHE },
  },
  {
    what: 'a creation, for a page of another origin',
    calls: [typed('POST', '/posts', '{}', { ...JSON_TYPE, ...origin })],
    status: 201,
    headers: { 'access-control-expose-headers': /Location/ },
  },
  {
    what: 'a creation by a form: all values are texts',
    calls: [typed('POST', '/posts', 'body=winter+sun&isCold=true&degrees=-4', FORM)],
    status: 201,
    body: { id: 3, body: 'winter sun', isCold: 'true', degrees: '-4' },
  },
  {
    what: 'a creation with an id of its own',
    calls: [send('POST', '/posts', { id: 77 }), send('POST', '/posts', {})],
    status: 201,
    body: { id: 78 },
  },
  {
    what: 'a creation where ids are texts',
    calls: [send('POST', '/notes', { text: 'x' })],
    status: 201,
    body: { id: '<id>', text: 'x' },
  },
  {
    what: 'a creation with a text of another kind',
    calls: [typed('POST', '/posts', '{"body":"x"}', { 'content-type': 'text/plain' })],
    status: 201,
    body: { id: 3 },
  },
  {
    what: 'a creation without a body',
    calls: [bare('POST', '/posts')],
    status: 201,
    body: { id: 3 },
  },
  {
    what: 'the highest id comes back after its removal',
    calls: [send('POST', '/posts', {}), bare('DELETE', '/posts/3'), send('POST', '/posts', {})],
    status: 201,
    body: { id: 3 },
  },
  {
    what: 'PUT replaces, and keeps the id of the path',
    calls: [send('PUT', '/posts/1', { id: 42, body: 'autumn' }), get('/posts/1')],
    status: 200,
    body: { id: 1, body: 'autumn' },
    headers: NO_CACHE,
  },
  {
    what: 'PUT answers the record',
    calls: [send('PUT', '/posts/1', { n: 1 })],
    status: 200,
    body: { id: 1, n: 1 },
  },
  {
    what: 'PATCH merges the members at the top, and keeps the id of the path',
    calls: [send('PATCH', '/posts/1', { id: 42, tags: { year: 2025 }, n: null }), get('/posts/1')],
    status: 200,
    body: { id: 1, body: 'spring', tags: { year: 2025 }, n: null },
  },
  { what: 'DELETE answers {}', calls: [bare('DELETE', '/comments/1')], status: 200, body: {} },
  {
    what: 'what was removed is gone',
    calls: [bare('DELETE', '/comments/1'), get('/comments/1')],
    status: 404,
    body: {},
  },
  {
    what: 'a second DELETE',
    calls: [bare('DELETE', '/comments/1'), bare('DELETE', '/comments/1')],
    status: 404,
    body: {},
  },
  { what: 'HEAD', calls: [bare('HEAD', '/posts')], status: 200 },
  {
    what: 'a preflight',
    calls: [
      {
        method: 'OPTIONS',
        path: '/posts',
        headers: {
          ...origin,
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'X-Requested-With',
        },
      },
    ],
    status: 204,
    headers: {
      'access-control-allow-origin': 'http://app.test',
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': METHODS,
      'access-control-allow-headers': 'X-Requested-With',
    },
  },
  { what: 'OPTIONS of a path that nothing has', calls: [bare('OPTIONS', '/nothing')], status: 204 },
];

const NOT_FOUND = { error: 'Not Found' };
const NO_OBJECT = { error: 'Body must be a JSON object' };
const lost = (method: string, path: string, body?: Json): Case => ({
  ...nothing(method, path, body),
  body: NOT_FOUND,
});
const refused = (method: string, path: string, body: Json): Case => ({
  what: `${method} ${path} of ${JSON.stringify(body)}`,
  calls: [send(method, path, body)],
  status: 400,
  body: NO_OBJECT,
});

const first: JsonObject = { id: 'a-1', text: 'first' };
const oneCases: readonly Case[] = [
  ok('/notes', [first, { id: '1234' }], {
    'content-type': 'application/json',
    'cache-control': null,
    etag: null,
  }),
  ok('/notes/a-1', first),
  ok('/notes/', [first, { id: '1234' }]),
  ok('/notes?text=first', [first]),
  ok('/notes?text:contains=FIR', [first]),
  ok('/notes?text_ne=first', []),
  ok('/notes?nope=1', []),
  ok('/notes?_limit=1', []),
  ok('/notes?_where={"or":[{"text":{"eq":"first"}},{"text":{"eq":"x"}}]}', [first]),
  ok('/notes?_sort=-id', [first, { id: '1234' }]),
  ok('/notes?_page=2&_per_page=1', {
    first: 1,
    prev: 1,
    next: null,
    last: 2,
    pages: 2,
    items: 2,
    data: [{ id: '1234' }],
  }),
  lost('GET', '/notes/none'),
  lost('GET', '/nothing'),
  lost('GET', '/nothing/1'),
  lost('GET', '/notes/a-1/more'),
  lost('GET', '/db'),
  lost('POST', '/nothing', {}),
  lost('POST', '/notes/a-1', {}),
  lost('PUT', '/notes/none', {}),
  lost('PUT', '/notes', {}),
  lost('PUT', '/nothing/1', {}),
  lost('PATCH', '/notes/none', {}),
  lost('PATCH', '/notes', {}),
  lost('DELETE', '/notes/none'),
  lost('DELETE', '/notes'),
  lost('DELETE', '/nothing/1'),
  refused('POST', '/notes', []),
  refused('POST', '/notes', 'text'),
  refused('POST', '/notes', 5),
  refused('POST', '/notes', null),
  refused('PUT', '/notes/a-1', [1]),
  refused('PUT', '/notes/none', [1]),
  refused('PATCH', '/notes/a-1', []),
  {
    what: 'a creation: the server gives out the id',
    calls: [send('POST', '/notes', { id: 'mine', text: 'x' })],
    status: 201,
    body: { id: '<id>', text: 'x' },
    headers: { location: null, 'content-type': 'application/json' },
  },
  {
    what: 'a creation without a body',
    calls: [bare('POST', '/notes')],
    status: 201,
    body: { id: '<id>' },
  },
  {
    what: 'a creation with another media type',
    calls: [typed('POST', '/notes', '{"text":"x"}', { 'content-type': 'text/plain' })],
    status: 201,
    body: { id: '<id>', text: 'x' },
  },
  {
    what: 'PUT replaces, and keeps the id of the path',
    calls: [send('PUT', '/notes/a-1', { id: 'x', n: 1 }), get('/notes/a-1')],
    status: 200,
    body: { id: 'a-1', n: 1 },
  },
  {
    what: 'PATCH merges the members at the top',
    calls: [
      send('PATCH', '/notes/a-1', { id: 'x', n: null, o: { a: 1 } }),
      send('PATCH', '/notes/a-1', { o: { b: 2 } }),
    ],
    status: 200,
    body: { id: 'a-1', text: 'first', n: null, o: { b: 2 } },
  },
  {
    what: 'DELETE answers what was removed',
    calls: [bare('DELETE', '/notes/a-1')],
    status: 200,
    body: first,
  },
  {
    what: 'what was removed is gone',
    calls: [bare('DELETE', '/notes/a-1'), get('/notes/a-1')],
    status: 404,
    body: NOT_FOUND,
  },
  {
    what: 'a page of another origin',
    calls: [get('/notes', origin)],
    status: 200,
    headers: { 'access-control-allow-origin': '*', 'access-control-allow-credentials': null },
  },
  {
    what: 'a preflight',
    calls: [
      {
        method: 'OPTIONS',
        path: '/nothing',
        headers: { ...origin, 'access-control-request-method': 'DELETE' },
      },
    ],
    status: 204,
    headers: { 'access-control-allow-origin': '*', 'access-control-allow-methods': METHODS },
  },
];

export const cases: Readonly<Record<Line, readonly Case[]>> = {
  'json-server': zero,
  'json-server-1': oneCases,
};
