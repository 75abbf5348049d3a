// Every option of every choice, seen from outside: one probe to a choice, and what it sees under
// each option. The table must name every option there is; a choice that is decided before a call
// reaches the rule book is listed with the test that stands for it.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { Option } from '../../../src/contract/choice-row.ts';
import {
  type ChoiceKey,
  choiceKeys,
  choices,
  type Profile,
} from '../../../src/contract/choices.ts';
import { clinic } from '../../support/clinic.ts';
import { library } from '../../support/library.ts';
import { machines } from '../../support/machines.ts';
import {
  createWorld,
  decidersOf,
  type Project,
  projectFrom,
  projectWith,
  usersProject,
  type World,
} from '../../support/users.ts';

/** Choices that something in front of the rule book decides, and where they are tested. */
const elsewhere = {
  'consistency.within':
    'test/mock/past-states.test.ts: a read is ruled on by an earlier state, which needs a clock',
  'limit.time': 'test/http: node:http cuts requests that are late',
  'events.delivery':
    'test/http/client/webhooks.test.ts and test/commands/serve/webhooks.test.ts: events go out after the answer',
  'limit.body':
    'test/http: the listener counts the bytes; here only who decided is seen (test/model/rules/validate-body.test.ts)',
  'call.directives':
    'test/mock/directives/apply-directive.test.ts: what a client asks for besides its call is read before the rule book is asked',
} as const satisfies Partial<Record<ChoiceKey, string>>;

/** Choices that no contract can show, because they are about paths that no contract has. */
const aboveContracts: readonly ChoiceKey[] = [
  'unrouted.status',
  'path.root',
  'path.state',
  'cors.preflight',
];

interface Case<K extends ChoiceKey> {
  /** Other choices that must be taken for this one to be seen. */
  readonly beside?: Partial<Profile>;
  readonly project?: Project;
  /** How many calls came in this minute, look by look. */
  readonly traffic?: readonly number[];
  readonly probe: (world: World) => Json;
  readonly seen: { readonly [O in `${Profile[K]}`]: Json };
}

const ada: JsonObject = {
  id: 1,
  name: 'Ada Kowalska',
  email: 'ada.kowalska@example.com',
  isPremium: true,
  skills: ['typescript', 'sql'],
  address: { city: 'Kraków', district: 'Kazimierz' },
};
const FORM = 'application/x-www-form-urlencoded; charset=utf-8';
const fresh = { name: 'Fay', email: 'fay@example.com' };
const made = { id: 6, ...fresh };
const isFound = (world: World, path: string): boolean => world.ask(`GET ${path}`).status === 200;
const status =
  (request: string, sent?: Parameters<World['ask']>[1]) =>
  (world: World): Json =>
    world.ask(request, sent).status;
const answer =
  (request: string, sent?: Parameters<World['ask']>[1]) =>
  (world: World): Json => {
    const { status: code, json, headers } = world.ask(request, sent);
    return [code, headers['content-type'] ?? null, json];
  };

const problem = (more: JsonObject): Json => [404, 'application/problem+json', more];
const missing: JsonObject = {
  type: '/__standin/problems/missing',
  title: 'There is no such record',
  status: 404,
  detail: 'there is no users/9',
  remedy: 'GET /users lists all records.',
};

const bounded = projectWith({
  name: { type: 'string', minLength: 2, maxLength: 4 },
  age: { type: 'number', minimum: 1, exclusiveMaximum: 9, multipleOf: 2 },
  tags: { type: 'array', minItems: 1, maxItems: 2, uniqueItems: true },
});
const formatted = projectWith({
  code: { type: 'string', pattern: '^[a-z]+$' },
  day: { type: 'string', format: 'date' },
});
const unique = projectWith(
  { mail: { type: 'string', 'x-unique': true } },
  { rows: [{ id: 1, mail: 'a' }] },
);
/** The list needs the number of a shop. */
const shops = projectFrom(
  [
    {
      resource: 'things',
      path: '/things',
      source: 'test',
      item: 'thing',
      list: 'things',
      operations: {
        list: {
          parameters: [
            { in: 'header', name: 'X-Shop', required: true, schema: { type: 'integer' } },
          ],
          outcomes: {},
        },
      },
    },
  ],
  {
    thing: { type: 'object', properties: { id: { type: 'integer' } } },
    things: { type: 'array', items: { $ref: 'thing.json' } },
  },
);
const defaulted = projectWith({
  colour: { type: 'string', default: 'red' },
  size: { type: 'object', default: { width: 1 } },
});
const formed = projectWith({
  name: { type: 'string' },
  mail: { type: 'string', format: 'email' },
  at: { type: 'string', format: 'date-time' },
  page: { type: 'string', format: 'uri' },
  tags: { type: 'array', items: { type: 'string' } },
  price: { type: 'number' },
});
const OTHER_FORMS = {
  name: '  A  e\u0301 ',
  mail: 'Ada@Example.com',
  at: '2026-01-01T01:00:00+01:00',
  page: 'HTTP://Example.com',
  tags: ['b', 'a ', 'b'],
  price: 1.005,
};

/** What is stored of values in no normal form, if some of them change. */
function storedAs(changed: Readonly<Record<string, Json>>): Json {
  const stored: Readonly<Record<string, Json>> = { ...OTHER_FORMS, patched: ' B ', ...changed };
  return ['name', 'mail', 'at', 'page', 'tags', 'price', 'patched'].map(
    (key) => stored[key] ?? null,
  );
}

const texts = projectWith({ id: { type: 'string' } });

const cases: { readonly [K in Exclude<ChoiceKey, keyof typeof elsewhere>]: Case<K> } = {
  'list.status': { probe: status('GET /users'), seen: { 200: 200, 203: 203 } },
  'list.fields': {
    probe: (world) => (world.ask('GET /users').json as readonly Json[])[0] as Json,
    seen: { all: ada, brief: { id: 1, name: 'Ada Kowalska' } },
  },
  'list.order': {
    probe: (world) =>
      (world.ask('GET /users').json as readonly JsonObject[]).map((user) => user['id'] as Json),
    seen: { 'oldest-first': [1, 2, 3, 4, 5], 'newest-first': [5, 4, 3, 2, 1] },
  },
  'query.parameters': {
    probe: (world) =>
      ['GET /users?page=2', 'GET /users/1?_=1', 'GET /users?'].map(
        (request) => world.ask(request).status,
      ),
    seen: { ignore: [200, 200, 200], refuse: [400, 400, 200] },
  },
  'query.dialect': {
    probe: (world) =>
      ['GET /users?name_like=^ada', 'GET /users?name:startsWith=ada'].map(
        (request) => (world.ask(request).json as readonly Json[]).length,
      ),
    seen: { none: [5, 5], 'json-server-0': [1, 5], 'json-server-1': [0, 1] },
  },
  'read.status': { probe: status('GET /users/1'), seen: { 200: 200, 203: 203 } },
  'create.status': {
    probe: status('POST /users', { json: fresh }),
    seen: { 201: 201, 200: 200, 202: 202 },
  },
  'create.body': {
    probe: (world) => world.ask('POST /users', { json: fresh }).json,
    seen: { record: made, id: { id: 6 }, wrapped: { data: made } },
  },
  'create.location': {
    probe: (world) =>
      world.ask('POST /users', { json: fresh, headers: { host: 'mock.test:8080' } }).headers[
        'location'
      ] ?? 'no Location',
    seen: { relative: '/users/6', absolute: 'http://mock.test:8080/users/6', none: 'no Location' },
  },
  'create.id': {
    probe: (world) => {
      const created = world.ask('POST /users', { json: { ...fresh, id: 77 } });
      return [created.status, isFound(world, '/users/6'), isFound(world, '/users/77')];
    },
    seen: { ignore: [201, true, false], keep: [201, false, true], refuse: [422, false, false] },
  },
  'create.idempotency': {
    probe: (world) => [
      world.ask('POST /users', { json: fresh }).status,
      ...[1, 2].map(
        () => world.ask('POST /users', { json: fresh, headers: { 'idempotency-key': 'k' } }).json,
      ),
    ],
    seen: {
      ignore: [201, { ...made, id: 7 }, { ...made, id: 8 }],
      replay: [201, { ...made, id: 7 }, { ...made, id: 7 }],
      require: [400, made, made],
    },
  },
  'id.numbers': {
    probe: (world) => {
      const ids = [1, 2, 3].map(() => {
        const { id } = world.ask('POST /users', { json: fresh }).json as { id: number };
        world.ask(`DELETE /users/${id}`);
        return id;
      });
      return ids.map((id) => (id > 1000 ? 'at random' : id));
    },
    seen: {
      sequence: [6, 7, 8],
      'highest-plus-one': [6, 6, 6],
      random: ['at random', 'at random', 'at random'],
    },
  },
  'id.texts': {
    project: texts,
    probe: (world) =>
      [1, 2].map(() => (world.ask('POST /things', { json: {} }).json as JsonObject)['id'] as Json),
    seen: {
      uuid: ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'],
      sequence: ['1', '2'],
      base64url: ['AFm59MgZQvF', 'jlzlg4_u9Tb'],
    },
  },
  'id.malformed': {
    probe: (world) =>
      ['GET /users/abc', 'DELETE /users/007', 'GET /users/99'].map(
        (request) => world.ask(request).status,
      ),
    seen: { 404: [404, 404, 404], 400: [400, 400, 404], 422: [422, 422, 404] },
  },
  'create.takes': {
    probe: (world) => {
      world.ask('POST /users', { json: { ...fresh, isPremium: true } });
      return world.ask('GET /users/6').json;
    },
    seen: { all: { ...made, isPremium: true }, required: made },
  },
  'replace.takes': {
    probe: (world) => {
      world.ask('PUT /users/1', { json: { ...fresh, address: { city: 'Lyon' } } });
      return world.ask('GET /users/1').json;
    },
    seen: {
      all: { id: 1, ...fresh, address: { city: 'Lyon' } },
      required: { id: 1, address: { city: 'Kraków', district: 'Kazimierz' }, ...fresh },
    },
  },
  'replace.mode': {
    probe: (world) => {
      world.ask('PUT /users/1', { json: { name: 'Ada', address: { city: 'Lyon' } } });
      return world.ask('GET /users/1').json;
    },
    seen: {
      replace: { id: 1, name: 'Ada', address: { city: 'Lyon' } },
      merge: { ...ada, name: 'Ada', address: { city: 'Lyon' } },
    },
  },
  'replace.status': {
    probe: status('PUT /users/1', { json: fresh }),
    seen: { 200: 200, 204: 204, 202: 202 },
  },
  'replace.body': {
    probe: answer('PUT /users/1', { json: fresh }),
    seen: {
      record: [200, 'application/json', { id: 1, ...fresh }],
      'empty-object': [200, 'application/json', {}],
      none: [200, null, null],
    },
  },
  'replace.id': {
    probe: (world) => {
      const sent = [{ ...fresh, id: 2 }, fresh, { ...fresh, id: 1 }];
      const puts = sent.map((json) => world.ask('PUT /users/1', { json }).status);
      const patches = [{ id: 2 }, { id: 1 }].map(
        (json) => world.ask('PATCH /users/1', { json }).status,
      );
      return [...puts, ...patches, isFound(world, '/users/1')];
    },
    seen: {
      refuse: [422, 200, 200, 422, 200, true],
      ignore: [200, 200, 200, 200, 200, true],
      require: [422, 422, 200, 422, 200, true],
    },
  },
  'replace.missing': {
    probe: (world) => [
      world.ask('PUT /users/9', { json: fresh }).status,
      isFound(world, '/users/9'),
    ],
    seen: { refuse: [404, false], create: [201, true] },
  },
  'update.media': {
    probe: (world) => {
      const merge = { type: 'application/merge-patch+json', json: { name: 'M' } };
      const plain = { json: { name: 'P' } };
      const steps = {
        type: 'application/json-patch+json',
        json: [{ op: 'replace', path: '/name', value: 'J' }],
      };
      const names = [merge, plain, steps].map((sent) => {
        const { status: code, json } = world.ask('PATCH /users/1', sent);
        return code === 200 ? ((json as JsonObject)['name'] as Json) : code;
      });
      return [...names, world.ask('OPTIONS /users/1').headers['accept-patch'] ?? 'no PATCH'];
    },
    seen: {
      both: [
        'M',
        'P',
        'J',
        'application/merge-patch+json, application/json-patch+json, application/json',
      ],
      'merge-patch': ['M', 'P', 415, 'application/merge-patch+json, application/json'],
      'json-patch': [415, 415, 'J', 'application/json-patch+json'],
      none: [405, 405, 405, 'no PATCH'],
    },
  },
  'update.merge': {
    project: projectWith({}, { rows: [1, 2].map((id) => ({ id, a: 1, o: { x: 1, y: 2 } })) }),
    probe: (world) => [
      world.ask('PATCH /things/1', { json: { a: null, o: { x: 3 } } }).json,
      world.ask('PATCH /things/2', {
        json: { a: null, o: { x: 3 } },
        type: 'application/merge-patch+json',
      }).json,
    ],
    seen: {
      patch: [
        { id: 1, o: { x: 3, y: 2 } },
        { id: 2, o: { x: 3, y: 2 } },
      ],
      shallow: [
        { id: 1, a: null, o: { x: 3 } },
        { id: 2, o: { x: 3, y: 2 } },
      ],
    },
  },
  'update.status': {
    probe: status('PATCH /users/1', { json: { name: 'A' } }),
    seen: { 200: 200, 204: 204, 202: 202 },
  },
  'update.body': {
    probe: answer('PATCH /users/1', { json: { name: 'A' } }),
    seen: {
      record: [200, 'application/json', { ...ada, name: 'A' }],
      'empty-object': [200, 'application/json', {}],
      none: [200, null, null],
    },
  },
  'remove.status': { probe: status('DELETE /users/1'), seen: { 204: 204, 200: 200, 202: 202 } },
  'remove.body': {
    beside: { 'remove.status': 200 },
    probe: answer('DELETE /users/1'),
    seen: {
      none: [200, null, null],
      'empty-object': [200, 'application/json', {}],
      record: [200, 'application/json', ada],
    },
  },
  'remove.missing': {
    probe: (world) =>
      ['DELETE /users/9', 'DELETE /users/1', 'DELETE /users/1'].map(
        (request) => world.ask(request).status,
      ),
    seen: { refuse: [404, 204, 404], succeed: [204, 204, 204] },
  },
  'parent.missing': {
    project: clinic,
    probe: (world) => world.ask('GET /owners/9/pets').status,
    seen: { refuse: 404, ignore: 200 },
  },
  'parent.removed': {
    project: clinic,
    probe: (world) => [world.ask('DELETE /owners/1').status, world.state.collection('pets').size],
    seen: { remove: [204, 1], keep: [204, 3], refuse: [409, 3] },
  },
  'reference.unknown': {
    project: library,
    probe: (world) => world.ask('POST /books', { json: { title: 'New', authorId: 9 } }).status,
    seen: { refuse: 422, accept: 201 },
  },
  'reference.removed': {
    project: library,
    probe: (world) => {
      const { status } = world.ask('DELETE /genres/crime');
      return [status, world.state.collection('books').find('1')?.value['genreIds'] ?? null];
    },
    seen: {
      keep: [204, ['crime', 'science']],
      remove: [204, null],
      unset: [204, ['science']],
      refuse: [409, ['crime', 'science']],
    },
  },
  'removed.status': {
    probe: (world) => {
      world.ask('DELETE /users/5');
      return ['GET /users/5', 'PUT /users/5', 'DELETE /users/5', 'GET /users/9'].map(
        (request) => world.ask(request).status,
      );
    },
    seen: { 404: [404, 404, 404, 404], 410: [410, 410, 410, 404] },
  },
  'fields.required': {
    probe: (world) => [
      world.ask('POST /users', { json: { name: 'Fay' } }).status,
      world.ask('POST /users', { json: { email: 'fay@example.com' } }).status,
    ],
    seen: { refuse: [422, 422], accept: [201, 422] },
  },
  'fields.format': {
    project: formatted,
    probe: (world) => [
      world.ask('POST /things', { json: { code: 'A1' } }).status,
      world.ask('POST /things', { json: { day: '2025-02-30' } }).status,
      world.ask('POST /things', { json: { code: 'a', day: '2025-02-28' } }).status,
    ],
    seen: { refuse: [422, 422, 201], accept: [201, 201, 201] },
  },
  'fields.bounds': {
    project: bounded,
    probe: (world) =>
      [
        { name: 'x' },
        { name: 'xxxxx' },
        { age: 0 },
        { age: 10 },
        { age: 3 },
        { tags: [] },
        { tags: [1, 2, 3] },
        { tags: [1, 1] },
        { name: 'xx', age: 2, tags: [1] },
      ].map((json) => world.ask('POST /things', { json }).status),
    seen: {
      refuse: [422, 422, 422, 422, 422, 422, 422, 422, 201],
      accept: [201, 201, 201, 201, 201, 201, 201, 201, 201],
    },
  },
  'fields.unknown': {
    probe: (world) =>
      [
        { ...fresh, nickname: 'F' },
        { ...fresh, skils: ['go'] },
        { ...fresh, address: { citty: 'Lyon' } },
        { ...fresh, address: { planet: 'Mars' } },
      ].map((json) => {
        const { status: code, json: record } = world.ask('POST /users', { json });
        if (code !== 201) return code;
        const { id, name, email, ...rest } = record as JsonObject;
        return rest;
      }),
    seen: {
      'refuse-misspelt': [{ nickname: 'F' }, 422, 422, { address: { planet: 'Mars' } }],
      keep: [
        { nickname: 'F' },
        { skils: ['go'] },
        { address: { citty: 'Lyon' } },
        { address: { planet: 'Mars' } },
      ],
      drop: [{}, {}, { address: {} }, { address: {} }],
      refuse: [422, 422, 422, 422],
    },
  },
  'fields.unique': {
    project: unique,
    probe: (world) => [
      world.ask('POST /things', { json: { mail: 'a' } }).status,
      world.ask('POST /things', { json: { mail: 'b' } }).status,
      world.ask('PATCH /things/1', { json: { mail: 'b' } }).status,
      world.ask('PATCH /things/1', { json: { mail: 'a' } }).status,
    ],
    seen: { check: [409, 201, 409, 200], ignore: [201, 201, 200, 200] },
  },
  'fields.normal': {
    project: formed,
    probe: (world) => {
      const created = world.ask('POST /things', { json: OTHER_FORMS }).json as JsonObject;
      const replaced = world.ask('PUT /things/1', { json: OTHER_FORMS }).json;
      const patched = world.ask('PATCH /things/1', { json: { name: ' B ' } }).json as JsonObject;
      expect(replaced).toEqual(created);
      const { name, mail, at, page, tags, price } = created;
      return [name, mail, at, page, tags, price, patched['name']].map((value) => value ?? null);
    },
    seen: {
      'as-sent': storedAs({}),
      trim: storedAs({ name: 'A  e\u0301', tags: ['b', 'a', 'b'], patched: 'B' }),
      collapse: storedAs({ name: ' A e\u0301 ' }),
      nfc: storedAs({ name: '  A  \u00e9 ' }),
      'lower-domain': storedAs({ mail: 'Ada@example.com' }),
      'lower-email': storedAs({ mail: 'ada@example.com' }),
      dates: storedAs({ at: '2026-01-01T00:00:00.000Z' }),
      urls: storedAs({ page: 'http://example.com/' }),
      round: storedAs({ price: 1.01 }),
      sets: storedAs({ tags: ['b', 'a '] }),
    },
  },
  'fields.unset': {
    probe: (world) => [
      world.ask('POST /users', { json: fresh }).json,
      world.ask('GET /users/6').json,
      (world.ask('GET /users').json as readonly Json[]).at(-1) as Json,
      world.ask('PUT /users/6', { json: { ...fresh, isPremium: true } }).json,
    ],
    seen: {
      absent: [made, made, made, { ...made, isPremium: true }],
      null: [
        ...Array.from({ length: 3 }, () => ({
          ...made,
          isPremium: null,
          skills: null,
          address: null,
        })),
        { ...made, isPremium: true, skills: null, address: null },
      ],
    },
  },
  'fields.defaults': {
    project: defaulted,
    probe: (world) => [
      world.ask('POST /things', { json: {} }).json,
      world.ask('POST /things', { json: { colour: 'blue' } }).json,
    ],
    seen: {
      fill: [
        { id: 1, colour: 'red', size: { width: 1 } },
        { id: 2, colour: 'blue', size: { width: 1 } },
      ],
      ignore: [{ id: 1 }, { id: 2, colour: 'blue' }],
    },
  },
  'content.type': {
    probe: (world) => [
      world.ask('POST /users', { json: fresh, type: null }).status,
      world.ask('POST /users', { json: fresh, type: 'text/plain' }).status,
      world.ask('PUT /users/1', { json: fresh, type: 'application/x-www-form-urlencoded' }).status,
      world.ask('PATCH /users/1', { json: { name: 'A' }, type: 'text/plain' }).status,
    ],
    seen: { refuse: [415, 415, 415, 415], 'assume-json': [201, 201, 200, 200] },
  },
  'content.foreign': {
    beside: { 'content.type': 'assume-json', 'fields.required': 'accept' },
    project: projectWith({}),
    probe: (world) => [
      world.ask('POST /things', { text: '{"a":"1"}', type: null }).json,
      world.ask('POST /things', { text: '{', type: 'text/plain' }).status,
      (world.ask('POST /things', { text: 'a=x+y&b=%2B&a=2&a=3&c', type: FORM }).json as JsonObject)[
        'a'
      ] ?? 'no form',
      world.ask('POST /things', { text: '{"a":"1"}', type: 'application/merge-patch+json' }).json,
      world.ask('PATCH /things/1', { text: '{"b":2}', type: 'text/plain' }).json,
      world.ask('PATCH /things/1', { text: '{"c":3}', type: 'application/merge-patch+json' })
        .status,
    ],
    seen: {
      json: [{ id: 1, a: '1' }, 400, 'no form', { id: 2, a: '1' }, { id: 1, a: '1', b: 2 }, 200],
      'form-or-empty': [{ id: 1 }, 201, ['x y', '2', '3'], { id: 4 }, { id: 1 }, 200],
    },
  },
  'content.empty': {
    beside: { 'fields.required': 'accept' },
    project: projectWith({}),
    probe: (world) =>
      ['POST /things', 'PUT /things/1', 'PATCH /things/1'].map((request) => {
        const { status: code, json } = world.ask(request);
        return code < 300 ? json : code;
      }),
    seen: { refuse: [400, 404, 404], 'empty-object': [{ id: 1 }, { id: 1 }, { id: 1 }] },
  },
  'content.coding': {
    probe: (world) =>
      ['gzip', 'deflate', 'identity', 'br'].map((coding) => {
        const headers = { 'content-encoding': coding };
        return world.ask('POST /users', { json: fresh, headers }).status;
      }),
    seen: { refuse: [415, 415, 201, 415], decode: [201, 201, 201, 415] },
  },
  'content.charset': {
    probe: (world) =>
      ['GET /users/1', 'GET /users/9', 'DELETE /users/1'].map(
        (request) => world.ask(request).headers['content-type'] ?? 'no Content-Type',
      ),
    seen: {
      none: ['application/json', 'application/problem+json', 'no Content-Type'],
      'utf-8': [
        'application/json; charset=utf-8',
        'application/problem+json; charset=utf-8',
        'no Content-Type',
      ],
    },
  },
  'body.format': {
    project: projectWith({}, { rows: [{ id: 1, tags: [], more: { deep: ['a{', 2] } }] }),
    probe: (world) => ['GET /things/1', 'GET /things'].map((request) => world.ask(request).text),
    seen: {
      compact: [
        '{"id":1,"tags":[],"more":{"deep":["a{",2]}}',
        '[{"id":1,"tags":[],"more":{"deep":["a{",2]}}]',
      ],
      pretty: [
        JSON.stringify({ id: 1, tags: [], more: { deep: ['a{', 2] } }, null, 2),
        JSON.stringify([{ id: 1, tags: [], more: { deep: ['a{', 2] } }], null, 2),
      ],
    },
  },
  'content.duplicates': {
    probe: (world) => {
      const { status: code, json } = world.ask('POST /users', {
        text: '{"name":"A","email":"a@b.cd","name":"B"}',
      });
      return [code, (json as JsonObject)['name'] ?? null];
    },
    seen: { refuse: [400, null], 'last-counts': [201, 'B'] },
  },
  'accept.unmet': {
    probe: answer('GET /users/9', { headers: { accept: 'text/html' } }),
    seen: {
      refuse: [
        406,
        'application/problem+json',
        {
          type: '/__standin/problems/unacceptable',
          title: 'No acceptable representation',
          status: 406,
          detail: 'responses are JSON, and the Accept header does not allow it',
          remedy: 'Send Accept: application/json, or no Accept header.',
          code: 'unacceptable',
        },
      ],
      ignore: problem({ ...missing, code: 'missing' }),
    },
  },
  'check.order': {
    probe: (world) => [
      world.ask('PUT /users/9', { text: '{' }).status,
      world.ask('PATCH /users/9', { json: [] }).status,
      world.ask('PUT /users/9', { json: fresh }).status,
    ],
    seen: { 'missing-first': [404, 404, 404], 'body-first': [400, 422, 404] },
  },
  'error.shape': {
    probe: answer('GET /users/9'),
    seen: {
      problem: problem({ ...missing, code: 'missing' }),
      message: [404, 'application/json', { error: 'there is no users/9', code: 'missing' }],
      reason: [404, 'application/json', { error: 'Not Found', code: 'missing' }],
      'empty-object': [404, 'application/json', {}],
      none: [404, null, null],
      prism: [
        404,
        'application/problem+json',
        {
          type: 'https://stoplight.io/prism/errors#NOT_FOUND',
          title: 'The server cannot find the requested content',
          status: 404,
          detail: 'there is no users/9',
        },
      ],
    },
  },
  'error.code': {
    probe: (world) => (world.ask('GET /users/9').json as JsonObject)['code'] ?? 'no code',
    seen: { situation: 'missing', none: 'no code' },
  },
  'unrouted.status': { probe: status('GET /nothing'), seen: { 404: 404, 400: 400, 501: 501 } },
  'limited.status': {
    beside: { 'limit.requests': 60 },
    traffic: [61],
    probe: status('GET /users'),
    seen: { 429: 429, 503: 503 },
  },
  'unauthorized.status': {
    beside: { 'auth.scheme': 'bearer' },
    probe: status('GET /users'),
    seen: { 401: 401, 403: 403 },
  },
  'forbidden.status': {
    project: machines({ security: [{ scheme: 'bearer', scopes: ['read'] }] }),
    beside: { 'auth.scheme': 'bearer' },
    probe: status('GET /plant/machines', {
      headers: { authorization: `Bearer e.${btoa('{"scope":"write!"}')}.s` },
    }),
    seen: { 403: 403, 404: 404, 401: 401 },
  },
  'disallowed.status': {
    probe: status('PUT /users', { json: fresh }),
    seen: { 405: 405, 404: 404, 501: 501 },
  },
  'unacceptable.status': {
    probe: status('GET /users', { headers: { accept: 'text/html' } }),
    seen: { 406: 406, 400: 400 },
  },
  'oversized.status': {
    probe: status('POST /users', {
      body: { kind: 'oversized', bytesMax: 10 },
      type: 'application/json',
    }),
    seen: { 413: 413, 400: 400 },
  },
  'unsupported.status': {
    probe: status('POST /users', { json: fresh, type: 'text/csv' }),
    seen: { 415: 415, 400: 400 },
  },
  'malformed.status': { probe: status('POST /users', { text: '{' }), seen: { 400: 400, 422: 422 } },
  'parameters.unfit': {
    project: shops,
    probe: (world) =>
      [{}, { 'x-shop': 'none' }, { 'x-shop': '7' }].map(
        (headers) => world.ask('GET /things', { headers }).status,
      ),
    seen: { refuse: [400, 400, 200], ignore: [200, 200, 200] },
  },
  'unfit.status': {
    project: shops,
    probe: status('GET /things'),
    seen: { 400: 400, 422: 422 },
  },
  'unexpected.status': {
    beside: { 'query.parameters': 'refuse' },
    probe: status('GET /users?a=b'),
    seen: { 400: 400, 422: 422 },
  },
  'keyless.status': {
    beside: { 'create.idempotency': 'require' },
    probe: status('POST /users', { json: fresh }),
    seen: { 400: 400, 422: 422, 428: 428 },
  },
  'reused.status': {
    beside: { 'create.idempotency': 'replay' },
    probe: (world) => {
      world.ask('POST /users', { json: fresh, headers: { 'idempotency-key': 'k' } });
      const other = { ...fresh, name: 'Other' };
      return world.ask('POST /users', { json: other, headers: { 'idempotency-key': 'k' } }).status;
    },
    seen: { 422: 422, 409: 409, 400: 400 },
  },
  'missing.status': { probe: status('GET /users/9'), seen: { 404: 404, 400: 400 } },
  'invalid.status': {
    probe: status('POST /users', { json: {} }),
    seen: { 422: 422, 400: 400, 409: 409 },
  },
  'taken.status': {
    beside: { 'create.id': 'keep' },
    probe: status('POST /users', { json: { ...fresh, id: 1 } }),
    seen: { 409: 409, 422: 422, 400: 400 },
  },
  'stale.status': {
    probe: status('PUT /users/1', { json: fresh, headers: { 'if-match': '"old"' } }),
    seen: { 412: 412, 409: 409 },
  },
  'cache.validator': {
    probe: (world) => {
      const { headers } = world.ask('GET /users/1');
      const tag = headers['etag'] ?? '"none"';
      return [
        'etag' in headers,
        'etag' in world.ask('GET /users').headers,
        world.ask('GET /users/1', { headers: { 'if-none-match': tag } }).status,
        world.ask('DELETE /users/1', { headers: { 'if-match': '"old"' } }).status,
        'etag' in world.ask('POST /users', { json: fresh }).headers,
        'etag' in world.ask('PATCH /users/2', { json: { name: 'B' } }).headers,
      ];
    },
    seen: {
      etag: [true, true, 304, 412, true, true],
      none: [false, false, 200, 204, false, false],
    },
  },
  'cache.control': {
    probe: (world) =>
      ['GET /users/1', 'GET /users/9', 'DELETE /users/1', 'OPTIONS /users'].map((request) => {
        const { headers } = world.ask(request);
        return ['cache-control', 'pragma', 'expires'].map((name) => headers[name] ?? null);
      }),
    seen: {
      none: Array.from({ length: 4 }, () => [null, null, null]),
      'no-cache': [
        ...Array.from({ length: 3 }, () => ['no-cache', 'no-cache', '-1']),
        [null, null, null],
      ],
    },
  },
  'auth.scheme': {
    probe: (world) =>
      [
        {},
        { authorization: 'Bearer any.token' },
        { authorization: 'Basic dXNlcjpwYXNz' },
        { 'x-api-key': 'any' },
        { authorization: 'Bearer' },
        { 'x-api-key': ' ' },
      ].map((headers) => world.ask('GET /users', { headers }).status),
    seen: {
      none: [200, 200, 200, 200, 200, 200],
      bearer: [401, 200, 401, 401, 401, 401],
      basic: [401, 401, 200, 401, 401, 401],
      'api-key': [401, 401, 401, 200, 401, 401],
    },
  },
  'auth.header': {
    beside: { 'auth.scheme': 'api-key' },
    probe: (world) =>
      ['x-api-key', 'api-key', 'authorization'].map(
        (name) => world.ask('GET /users', { headers: { [name]: 'any' } }).status,
      ),
    seen: {
      'X-API-Key': [200, 401, 401],
      'API-Key': [401, 200, 401],
      Authorization: [401, 401, 200],
    },
  },
  'limit.requests': {
    traffic: [60, 61, 600, 601, 6000, 6001],
    probe: (world) => [1, 2, 3, 4, 5, 6].map(() => world.ask('GET /users').status),
    seen: {
      0: [200, 200, 200, 200, 200, 200],
      60: [200, 429, 429, 429, 429, 429],
      600: [200, 200, 200, 429, 429, 429],
      6000: [200, 200, 200, 200, 200, 429],
    },
  },
  'limit.headers': {
    beside: { 'limit.requests': 60 },
    traffic: [10, 10, 61, 61],
    probe: (world) =>
      [1, 2].map(() => {
        const { headers } = world.ask('GET /users');
        return Object.entries(headers).flatMap(([name, value]) =>
          name.includes('ratelimit') ? [`${name}: ${value}`] : [],
        );
      }),
    seen: {
      none: [[], []],
      ratelimit: [
        ['ratelimit-policy: "default";q=60;w=60', 'ratelimit: "default";r=50;t=7'],
        ['ratelimit-policy: "default";q=60;w=60', 'ratelimit: "default";r=0;t=7'],
      ],
      'x-ratelimit': [
        ['x-ratelimit-limit: 60', 'x-ratelimit-remaining: 50', 'x-ratelimit-reset: 7'],
        ['x-ratelimit-limit: 60', 'x-ratelimit-remaining: 0', 'x-ratelimit-reset: 7'],
      ],
    },
  },
  'version.header': {
    probe: (world) =>
      ['GET /users', 'GET /users/9', 'DELETE /users/1'].map(
        (request) => world.ask(request).headers['api-version'] ?? 'no version',
      ),
    seen: { none: ['no version', 'no version', 'no version'], 'api-version': ['1', '1', '1'] },
  },
  'version.request': {
    probe: (world) =>
      [{}, { 'api-version': '1' }, { 'api-version': '2' }].map(
        (headers) => world.ask('GET /users', { headers }).status,
      ),
    seen: { ignore: [200, 200, 200], known: [200, 200, 406], required: [406, 200, 406] },
  },
  'path.slash': {
    probe: (world) =>
      ['GET /users/', 'GET /users/1/', 'GET /users//', 'GET /users'].map(
        (request) => world.ask(request).status,
      ),
    seen: { same: [200, 200, 404, 200], unrouted: [404, 404, 404, 200] },
  },
  'path.root': {
    probe: answer('GET /'),
    seen: {
      index: [200, 'application/json', { resources: { users: '/users' } }],
      unrouted: [
        404,
        'application/problem+json',
        {
          type: '/__standin/problems/unrouted',
          title: 'There is no resource at this path',
          status: 404,
          detail: 'there is no resource at this path',
          remedy: 'The paths are /users, /users/<id>.',
          code: 'unrouted',
        },
      ],
    },
  },
  'path.state': {
    probe: (world) => [
      world.ask('GET /db').status,
      Object.keys((world.ask('GET /db').json ?? {}) as JsonObject).includes('users'),
      world.ask('POST /db', { json: {} }).status,
    ],
    seen: { unrouted: [404, false, 404], db: [200, true, 405] },
  },
  'cors.origin': {
    probe: (world) => {
      const { headers } = world.ask('GET /users/1', { headers: { origin: 'https://app.test' } });
      const names = ['access-control-allow-origin', 'access-control-allow-credentials', 'vary'];
      return names.map((name) => headers[name] ?? null);
    },
    seen: {
      reflect: ['https://app.test', 'true', 'Origin'],
      any: ['*', null, null],
      none: [null, null, null],
    },
  },
  'cors.preflight': {
    probe: (world) =>
      ['OPTIONS /users', 'OPTIONS /nothing'].map((request) => {
        const headers = { origin: 'https://app.test', 'access-control-request-method': 'DELETE' };
        const { status: code, headers: told } = world.ask(request, { headers });
        return [code, told['access-control-allow-methods'] ?? null];
      }),
    seen: {
      offered: [
        [204, 'GET, HEAD, POST, OPTIONS'],
        [404, 'GET'],
      ],
      open: [
        [204, 'GET, HEAD, PUT, PATCH, POST, DELETE'],
        [204, 'GET, HEAD, PUT, PATCH, POST, DELETE'],
      ],
    },
  },
  'access.writes': {
    probe: (world) => {
      const writes = ['POST /users', 'PUT /users/1', 'PATCH /users/1'].map(
        (request) => world.ask(request, { json: fresh }).status,
      );
      return [
        ...writes,
        world.ask('DELETE /users/1').status,
        world.ask('OPTIONS /users/2').headers['allow'] ?? null,
      ];
    },
    seen: {
      allow: [201, 200, 200, 204, 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS'],
      refuse: [405, 405, 405, 405, 'GET, HEAD, OPTIONS'],
    },
  },
};

const keys = Object.keys(cases) as (keyof typeof cases)[];
const rows = keys.flatMap((key) => {
  const { seen } = cases[key];
  return Object.entries(seen).map(([option, expected]): [keyof typeof cases, string, Json] => [
    key,
    option,
    expected,
  ]);
});

function optionOf(key: ChoiceKey, written: string): Option {
  return (
    (choices[key].options as readonly Option[]).find((option) => String(option) === written) ??
    written
  );
}

function worldOf(key: keyof typeof cases, option: string, decider: 'profile' | 'contract'): World {
  const { beside = {}, project = usersProject, traffic = [1] } = cases[key] as Case<ChoiceKey>;
  let looks = 0;
  const draw = {
    traffic: () => ({ calls: traffic[Math.min(looks++, traffic.length - 1)] ?? 1, secondsLeft: 7 }),
  };
  const taken = { [key]: optionOf(key, option) } as Partial<Profile>;
  if (decider === 'profile')
    return createWorld({ project, draw, profile: { ...beside, ...taken } });
  const contracts = project.contracts.map((contract) => ({ ...contract, shown: taken }));
  return createWorld({ project: { ...project, contracts }, draw, profile: beside });
}

describe('choices', () => {
  it('has a case here, or one elsewhere, for every choice', () => {
    expect([...keys, ...Object.keys(elsewhere)].toSorted()).toEqual([...choiceKeys].toSorted());
  });

  it.each(keys)('%s: has a visible result for each option', (key) => {
    expect(Object.keys(cases[key].seen).toSorted()).toEqual(
      choices[key].options.map(String).toSorted(),
    );
  });

  it.each(keys.filter((key) => choices[key].options.length > 1))(
    '%s: no two options look alike',
    (key) => {
      const seen = Object.values(cases[key].seen).map((one) => JSON.stringify(one));
      expect(new Set(seen).size).toBe(seen.length);
    },
  );
});

describe('rule', () => {
  it.each(rows)('%s=%s: answers as the option says', (key, option, expected) => {
    expect(cases[key].probe(worldOf(key, option, 'profile'))).toEqual(expected);
  });
});

describe('decide', () => {
  const shownRows = rows.filter(([key]) => !aboveContracts.includes(key));

  it.each(shownRows)('%s=%s: has the same effect from the contract', (key, option, expected) => {
    expect(cases[key].probe(worldOf(key, option, 'contract'))).toEqual(expected);
  });

  it.each(shownRows)('%s=%s: is no choice if the contract sets it', (key, option) => {
    const world = worldOf(key, option, 'contract');
    cases[key].probe(world);
    expect(world.rulings.length).toBeGreaterThan(0);
    expect(world.rulings.flatMap(decidersOf)).not.toContain(key);
  });
});
