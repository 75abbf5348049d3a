// Operations that are none of the six kinds: actions on an item, documents, calls of a procedure.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { clinicContracts, clinicRows, clinicSchemas } from '../../support/clinic.ts';
import { createWorld, projectFrom } from '../../support/users.ts';

const source = 'the handbook';
const [owners, ...rest] = clinicContracts;
const clinic = projectFrom(
  [
    {
      ...owners,
      actions: [
        {
          method: 'POST',
          path: '/owners/{ownerId}/greet',
          body: 'greeting',
          outcomes: { ok: { status: 200, body: 'greeted' }, missing: { status: 410 } },
        },
        {
          method: 'GET',
          path: '/owners/newest',
          outcomes: { ok: { status: 200, body: 'owner' } },
        },
        {
          method: 'PUT',
          path: '/owners/{ownerId}/star',
          outcomes: { ok: { status: 200, body: 'owner' } },
        },
        {
          method: 'POST',
          path: '/owners/{ownerId}/rename',
          sets: { name: 'Nora' },
          outcomes: { ok: { status: 200, body: 'owner' }, missing: { status: 410 } },
        },
        {
          method: 'DELETE',
          path: '/owners/{ownerId}/nickname',
          sets: { name: 'Nameless' },
          outcomes: { ok: { status: 204, body: null } },
        },
        {
          method: 'GET',
          path: '/owners/{ownerId}/badge',
          outcomes: { ok: { status: 200, body: 'badge' } },
        },
        {
          method: 'GET',
          path: '/status',
          outcomes: { ok: { body: 'status', examples: { fine: { state: 'fine', load: 3 } } } },
        },
      ],
    },
    ...rest,
    {
      resource: 'sums',
      path: '/sums',
      source,
      actions: [{ method: 'POST', path: '/sums', body: 'summands', outcomes: {} }],
    },
  ],
  {
    ...clinicSchemas,
    greeting: {
      type: 'object',
      required: ['word'],
      properties: { word: { type: 'string', minLength: 2 } },
    },
    greeted: {
      type: 'object',
      required: ['word', 'name', 'at'],
      properties: {
        word: { type: 'string' },
        name: { type: 'string' },
        at: { type: 'string', format: 'date-time' },
      },
    },
    badge: {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'integer', minimum: 1000 }, name: { type: 'string' } },
    },
    status: {
      type: 'object',
      required: ['state', 'load'],
      properties: { state: { enum: ['fine', 'ill'] }, load: { type: 'integer' } },
    },
    summands: { type: 'array', items: { type: 'number' } },
  },
  clinicRows,
);

describe('a mock of other operations', () => {
  it('sets members of the item that it is below, and of no other', () => {
    const world = createWorld({ project: clinic });
    const before = world.ask('GET /owners/1').json;
    const renamed = world.ask('POST /owners/2/rename');
    expect([renamed.status, renamed.json]).toMatchObject([200, { id: 2, name: 'Nora' }]);
    expect(world.ask('GET /owners/2').json).toEqual(renamed.json);
    expect(world.ask('DELETE /owners/2/nickname')).toMatchObject({ status: 204, text: '' });
    expect(world.ask('GET /owners/2').json).toMatchObject({ name: 'Nameless' });
    expect(world.ask('GET /owners/1').json).toEqual(before);
    expect(world.ask('POST /owners/77/rename').status).toBe(410);
    world.ask('POST /owners/2/greet', { json: { word: 'hello' } });
    expect(world.ask('GET /owners/2').json).toMatchObject({ name: 'Nameless' });
  });

  it('answers with a sample that repeats what the request and the item say', () => {
    const world = createWorld({ project: clinic });
    const { status, json } = world.ask('POST /owners/2/greet', { json: { word: 'hello' } });
    expect(status).toBe(200);
    expect(json).toMatchObject({ word: 'hello', name: 'Ole' });
    expect((json as JsonObject)['at']).toMatch(/^\d{4}-/);
  });

  it('tells of the item only what the answer may have', () => {
    const { ask } = createWorld({ project: clinic });
    const { id, name } = ask('GET /owners/1/badge').json as { id: number; name: string };
    expect(name).toBe('Mara');
    expect(id).toBeGreaterThanOrEqual(1000);
  });

  it('answers with the item where the contract shows one', () => {
    const world = createWorld({ project: clinic });
    expect(world.ask('PUT /owners/1/star').json).toEqual({ id: 1, name: 'Mara' });
  });

  it('answers with an example that fits', () => {
    const world = createWorld({ project: clinic });
    expect(world.ask('GET /status').json).toEqual({ state: 'fine', load: 3 });
    expect(world.ask('HEAD /status').status).toBe(200);
  });

  it('prefers a literal path to an item', () => {
    const world = createWorld({ project: clinic });
    const { status, json } = world.ask('GET /owners/newest');
    expect([status, Object.keys(json as JsonObject)]).toEqual([200, ['id', 'name']]);
    expect(world.ask('GET /owners/1').json).toEqual({ id: 1, name: 'Mara' });
  });

  it('takes a slash at the end of a path for the same path, unless a choice says otherwise', () => {
    const world = createWorld({ project: clinic });
    expect(world.ask('GET /status/').status).toBe(200);
    expect(world.ask('GET /stat/').status).toBe(404);
    const strict = createWorld({ project: clinic, profile: { 'path.slash': 'unrouted' } });
    expect(strict.ask('GET /status/').status).toBe(404);
  });

  it('takes any JSON that the contract shows, in a contract without items', () => {
    const world = createWorld({ project: clinic });
    expect(world.ask('POST /sums', { json: [1, 2] }).status).toBe(200);
    expect(world.ask('POST /sums', { json: ['x'] }).status).toBe(422);
  });

  it.each<[string, string, JsonObject, number]>([
    ['of an unknown item', 'POST /owners/9/greet', { word: 'hello' }, 410],
    ['with an invalid body', 'POST /owners/1/greet', { word: 7 }, 422],
    ['with another method', 'DELETE /status', {}, 405],
    ['without a body', 'POST /owners/1/greet', {}, 422],
  ])('refuses a call %s', (_, request, json, status) => {
    const world = createWorld({ project: clinic });
    expect(world.ask(request, { json }).status).toBe(status);
  });

  it('changes nothing', () => {
    const world = createWorld({ project: clinic });
    const before = world.ask('GET /owners').text;
    world.ask('PUT /owners/1/star');
    world.ask('POST /owners/1/greet', { json: { word: 'hello' } });
    expect(world.ask('GET /owners').text).toBe(before);
  });
});

describe('a mock of items that do not show their ids', () => {
  it('knows them by the address that a creation answers with', () => {
    const keys = {
      resource: 'keys',
      path: '/keys',
      id: null,
      source,
      item: 'key',
      operations: {
        create: { body: 'key', outcomes: {} },
        read: { outcomes: {} },
        remove: { outcomes: {} },
      },
    };
    const key = {
      type: 'object',
      properties: { text: { type: 'string' } },
      additionalProperties: false,
    };
    const world = createWorld({ project: projectFrom([keys], { key }, {}) });
    const made = world.ask('POST /keys', { json: { text: 'a' } });
    expect([made.status, made.json]).toEqual([201, { text: 'a' }]);
    const place = made.headers['location'] as string;
    expect(world.ask(`GET ${place}`).json).toEqual({ text: 'a' });
    expect(world.ask(`DELETE ${place}`).status).toBe(204);
    expect(world.ask(`GET ${place}`).status).toBe(404);
  });
});

describe('a mock that has to make an answer', () => {
  it('tries other branches of the schema, and what is needed alone', () => {
    const both: JsonObject = { properties: { a: { type: 'string' }, b: { type: 'string' } } };
    const actions = (body: string) => [
      { method: 'GET', path: '/some', outcomes: { ok: { status: 200, body } } },
    ];
    const ask = (schema: JsonObject) =>
      createWorld({
        project: projectFrom(
          [{ resource: 'some', path: '/some', source, actions: actions('made') }],
          { made: schema },
          {},
        ),
      }).ask('GET /some').json;
    const apart = { oneOf: [{ required: ['a'] }, { required: ['b'] }], type: 'object', ...both };
    expect(ask(apart)).toEqual(expect.any(Object));
    const closed: JsonObject = {
      type: 'object',
      properties: { a: { type: 'string' } },
      not: { required: ['a'] },
    };
    expect(ask(closed)).toEqual({});
    const impossible = {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string' } },
      not: {},
    };
    expect(ask(impossible)).toEqual({ a: expect.any(String) });
  });

  it('tells the methods of a path that has no other operations', () => {
    const { ask } = createWorld({ project: clinic });
    const refused = ask('GET /owners/1/greet');
    expect([refused.status, refused.headers['allow']]).toEqual([405, 'POST, OPTIONS']);
    const headers = { origin: 'http://a.b', 'access-control-request-method': 'POST' };
    const preflight = ask('OPTIONS /owners/1/greet', { headers });
    expect([preflight.status, preflight.headers['access-control-allow-methods']]).toEqual([
      204,
      'POST, OPTIONS',
    ]);
    expect(ask('GET /owners/1/leave').status).toBe(404);
  });
});
