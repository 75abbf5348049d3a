import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { createWorld, usersProject, usersWith, type World } from '../../support/users.ts';

const host = { host: 'mock.test:3000' };
const js0 = (more = {}): World =>
  createWorld({ profile: { 'query.dialect': 'json-server-0', ...more } });
const js1 = (more = {}): World =>
  createWorld({ profile: { 'query.dialect': 'json-server-1', ...more } });
const idsOf = (body: Json): readonly Json[] =>
  (body as readonly JsonObject[]).map((row) => row['id'] ?? null);

describe('listByQuery', () => {
  it('answers the whole list without a query, and an item as usual', () => {
    expect(idsOf(js0().ask('GET /users?').json)).toEqual([1, 2, 3, 4, 5]);
    expect(js0().ask('GET /users/1?name=Nobody').json).toMatchObject({ id: 1 });
    expect(js0({ 'query.parameters': 'refuse' }).ask('GET /users/1?name=Nobody').status).toBe(400);
  });

  it('leaves parameters to the dialect if one is chosen', () => {
    expect(
      idsOf(js0({ 'query.parameters': 'refuse' }).ask('GET /users?utm=1&_limit=2').json),
    ).toEqual([1, 2]);
  });

  it('says that the dialect decided the part, its count and its links', () => {
    const { ruling, headers, json } = js0().ask('GET /users?_page=2&_limit=2', { headers: host });
    const address = (page: number): string =>
      `<http://mock.test:3000/users?_page=${page}&_limit=2>`;
    expect(idsOf(json)).toEqual([3, 4]);
    expect(ruling.content.by).toBe('query.dialect');
    expect(ruling.headers.map(({ name, by }) => [name, by])).toEqual([
      ['x-total-count', 'query.dialect'],
      ['access-control-expose-headers', 'query.dialect'],
      ['link', 'query.dialect'],
      ['etag', 'cache.validator'],
    ]);
    expect(headers['link']).toBe(
      `${address(1)}; rel="first", ${address(1)}; rel="prev", ${address(3)}; rel="next", ${address(3)}; rel="last"`,
    );
  });

  it('links to the requested address, also under a base path', () => {
    const world = createWorld({
      profile: { 'query.dialect': 'json-server-0' },
      basePath: '/api/v1',
    });
    const { headers } = world.ask('GET /api/v1/users/?_page=1&_limit=3', { headers: host });
    expect(headers['link']).toContain(
      '<http://mock.test:3000/api/v1/users/?_page=2&_limit=3>; rel="next"',
    );
  });

  it('gives each part a tag, and answers 304 if the client has it', () => {
    const world = js0();
    const [first, second] = ['1', '2'].map((page) =>
      world.ask(`GET /users?_page=${page}&_limit=2`),
    );
    const tag = first?.headers['etag'] ?? '';
    expect(tag).toMatch(/^".+"$/);
    expect(second?.headers['etag']).not.toBe(tag);
    const again = (): number =>
      world.ask('GET /users?_page=1&_limit=2', { headers: { 'if-none-match': tag } }).status;
    expect(again()).toBe(304);
    world.ask('PATCH /users/2', { json: { name: 'Other' } });
    expect(again()).toBe(200);
    expect(js0({ 'cache.validator': 'none' }).ask('GET /users?_page=1').names).not.toContain(
      'etag',
    );
  });

  it('answers HEAD with the same headers', () => {
    const [get, head] = ['GET', 'HEAD'].map(
      (method) => js0().ask(`${method} /users?_end=2`).headers,
    );
    expect(head).toEqual(get);
    expect(head?.['x-total-count']).toBe('5');
  });

  it('follows the order and the fields chosen for the list', () => {
    const brief = js0({ 'list.order': 'newest-first', 'list.fields': 'brief' }).ask(
      'GET /users?isPremium=true',
    );
    expect(idsOf(brief.json)).toEqual(
      [...idsOf(js0().ask('GET /users?isPremium=true').json)].reverse(),
    );
    expect(Object.keys((brief.json as readonly JsonObject[])[0] ?? {})).toEqual(['id', 'name']);
  });

  it('names an invalid regular expression that it refuses', () => {
    const { status, json, ruling } = js0().ask('GET /users?name_like=(');
    expect([status, ruling.situation]).toEqual([400, { value: 'unexpected', by: 'query.dialect' }]);
    expect(json).toMatchObject({
      detail: 'name_like: "(" is not a regular expression',
      remedy: 'Put a backslash before special characters that you mean literally.',
    });
  });

  it('wraps pages of json-server 1 in an envelope', () => {
    const { text, headers } = js1().ask('GET /users?_page=2&_per_page=4&_sort=-id');
    expect(text).toMatch(
      /^{"first":1,"prev":1,"next":null,"last":2,"pages":2,"items":5,"data":\[{"id":1,.*}\]}$/,
    );
    expect(headers['etag']).toMatch(/^".+"$/);
    expect(js1().ask('GET /users?_page=1&name=nobody').json).toMatchObject({
      pages: 1,
      items: 0,
      data: [],
    });
  });

  it('keeps the list’s status and headers of the contract', () => {
    const [contract] = usersProject.contracts;
    const list = contract?.operations.list;
    const outcomes = { ok: { status: 203, headers: { 'X-Total-Count': 'many' }, source: 'test' } };
    const project = usersWith({
      operations: { ...contract?.operations, list: { ...list, outcomes } as never },
    });
    const { status, headers } = createWorld({
      project,
      profile: { 'query.dialect': 'json-server-0' },
    }).ask('GET /users?_end=1');
    expect([status, headers['x-total-count']]).toEqual([203, 'many']);
  });
});
