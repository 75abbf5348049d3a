import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { Profile } from '../../../src/contract/choices.ts';
import {
  createWorld,
  type Project,
  projectOf,
  projectWith,
  usersContract,
  usersProject,
} from '../../support/users.ts';

const fay = { name: 'Fay', email: 'fay@example.com' };
const mergeType = 'application/merge-patch+json';
const patchType = 'application/json-patch+json';

describe('readJson', () => {
  it.each([
    ['application/json', 201],
    ['APPLICATION/JSON; CHARSET="UTF-8"', 201],
    ['application/json;charset=latin1', 415],
    ['application/json, application/json', 415],
    [mergeType, 415],
    ['', 415],
  ])('answers a creation of the type %j with %d', (type, status) => {
    expect(createWorld().ask('POST /users', { json: fay, type }).status).toBe(status);
  });

  it('reads no compressed body, whatever its type', () => {
    const ask = (encoding: string): number =>
      createWorld().ask('POST /users', { json: fay, headers: { 'content-encoding': encoding } })
        .status;
    expect(['gzip', 'br', 'identity, gzip', 'Identity', 'identity'].map(ask)).toEqual([
      415, 415, 415, 201, 201,
    ]);
  });

  it('reports a too large body first, decided by the limit', () => {
    const ruling = createWorld().rule('POST /users', {
      body: { kind: 'oversized', bytesMax: 65_536 },
      type: 'text/plain',
    });
    expect([ruling.situation, ruling.detail]).toEqual([
      { value: 'oversized', by: 'limit.body' },
      'the body has more than 65536 bytes',
    ]);
  });

  it.each<[Profile['update.media'], string | null, Json, number]>([
    ['both', null, { name: 'A' }, 200],
    ['both', 'text/plain', { name: 'A' }, 200],
    ['merge-patch', null, { name: 'A' }, 200],
    ['merge-patch', patchType, [], 415],
    ['json-patch', null, [{ op: 'replace', path: '/name', value: 'A' }], 200],
    ['json-patch', 'text/plain', [{ op: 'replace', path: '/name', value: 'A' }], 200],
    ['json-patch', null, { name: 'A' }, 422],
    ['json-patch', 'application/json', { name: 'A' }, 415],
  ])(
    'treats a patch without a clear type as an accepted one: %s, type %j, body %j: %d',
    (media, type, json, status) => {
      const world = createWorld({
        profile: { 'content.type': 'assume-json', 'update.media': media },
      });
      const answer = world.ask('PATCH /users/1', { json, type });
      expect(answer.status).toBe(status);
      if (status === 200) expect(answer.json).toMatchObject({ id: 1, name: 'A' });
    },
  );
});

/** Adds a list of objects, and objects in an object, to the users. */
const nested: Project = projectWith({
  address: {
    type: 'object',
    properties: {
      city: { type: 'string' },
      place: { type: 'object', properties: { floor: { type: 'number' } } },
    },
  },
  phones: { type: 'array', items: { type: 'object', properties: { number: { type: 'string' } } } },
  open: { type: 'object', properties: { a: {} }, additionalProperties: true },
  free: { type: 'object' },
});

describe('screenMembers', () => {
  const sent: JsonObject = {
    address: { city: 'L', zip: 1, place: { floor: 1, door: 2 } },
    phones: [{ number: '1' }, { number: '2', kind: 'home' }],
    open: { b: 1 },
    free: { c: 1 },
    colour: 'red',
  };
  const errors = ['/address/zip', '/address/place/door', '/phones/1/kind', '/colour'].map(
    (pointer) => ({
      pointer,
      detail: 'is not a known field',
    }),
  );
  const clean: JsonObject = {
    address: { city: 'L', place: { floor: 1 } },
    phones: [{ number: '1' }, { number: '2' }],
    open: { b: 1 },
    free: { c: 1 },
  };

  it.each(['POST /things', 'PUT /things/1', 'PATCH /things/1'])(
    'finds members that no schema names at any depth of %s',
    (request) => {
      const world = (unknown: Profile['fields.unknown']) =>
        createWorld({
          project: { ...nested, rows: { things: [{ id: 1 }] } },
          profile: { 'fields.unknown': unknown },
        });
      expect(world('keep').ask(request, { json: sent }).json).toEqual({
        id: 1 + Number(request.startsWith('POST')),
        ...sent,
      });
      expect(world('drop').ask(request, { json: sent }).json).toEqual({
        id: 1 + Number(request.startsWith('POST')),
        ...clean,
      });
      const { status, json, ruling } = world('refuse').ask(request, { json: sent });
      expect([status, (json as JsonObject)['errors'], ruling.situation.by]).toEqual([
        422,
        errors,
        'fields.unknown',
      ]);
      expect(world('refuse-misspelt').ask(request, { json: sent }).status).toBe(
        request.startsWith('POST') ? 201 : 200,
      );
    },
  );

  it('reports a typo only if the right name is absent', () => {
    const world = createWorld();
    const slip = { pointer: '/address/citi', detail: 'is not a known field; did you mean "city"?' };
    expect(
      world.ask('POST /users', { json: { ...fay, address: { citi: 'L' } } }).json,
    ).toMatchObject({ errors: [slip] });
    expect(
      world.ask('POST /users', { json: { ...fay, address: { citi: 'L', city: 'L' } } }).status,
    ).toBe(201);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'treats %s as a plain member',
    (name) => {
      const text = `{"name":"F","email":"f@b.cd","${name}":{"polluted":true},"address":{"${name}":1}}`;
      const stored = `{"id":6,${text.slice(1)}`;
      const kept = createWorld({ profile: { 'fields.unknown': 'keep' } });
      expect(kept.ask('POST /users', { text }).text).toBe(stored);
      expect(kept.ask('GET /users/6').text).toBe(stored);
      expect(kept.ask('PATCH /users/6', { text: `{"${name}":{"more":1}}` }).text).toBe(
        stored.replace('"polluted":true', '"polluted":true,"more":1'),
      );
      expect(kept.ask('PATCH /users/6', { text: `{"${name}":null}` }).json).not.toHaveProperty(
        [name],
        { polluted: true },
      );
      const dropped = createWorld({ profile: { 'fields.unknown': 'drop' } });
      expect(dropped.ask('POST /users', { text }).text).toBe(
        '{"id":6,"name":"F","email":"f@b.cd","address":{}}',
      );
      const refused = createWorld({ profile: { 'fields.unknown': 'refuse' } });
      expect(refused.ask('POST /users', { text }).json).toMatchObject({
        errors: [{ pointer: `/${name}` }, { pointer: `/address/${name}` }],
      });
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
      expect(Object.keys(Object.prototype)).toEqual([]);
    },
  );

  const patches: readonly [what: string, patch: Json, pointer: string][] = [
    ['adds a field', [{ op: 'add', path: '/colour', value: 1 }], '/colour'],
    [
      'adds a field inside of another',
      [{ op: 'add', path: '/address/zip', value: 1 }],
      '/address/zip',
    ],
    [
      'adds an object with a field',
      [{ op: 'add', path: '/address', value: { zip: 1 } }],
      '/address/zip',
    ],
    [
      'replaces an object by one with a field',
      [{ op: 'replace', path: '/address', value: { zip: 1 } }],
      '/address/zip',
    ],
    [
      'moves a field away from its name',
      [{ op: 'move', from: '/skills', path: '/talents' }],
      '/talents',
    ],
  ];

  it.each(patches)('finds unknown members added by a JSON Patch: %s', (_what, patch, pointer) => {
    const world = createWorld({ profile: { 'fields.unknown': 'refuse' } });
    const { status, json } = world.ask('PATCH /users/1', { json: patch, type: patchType });
    expect(status).toBe(422);
    expect(json).toMatchObject({ errors: [{ pointer, detail: 'is not a known field' }] });
  });

  it('drops unknown members added by a JSON Patch, but no earlier ones', () => {
    const before = { id: 1, name: 'A', colour: 'red' };
    const world = createWorld({
      project: { ...usersProject, rows: { users: [before] } },
      profile: { 'fields.unknown': 'drop' },
    });
    const json = [
      { op: 'add', path: '/size', value: 1 },
      { op: 'replace', path: '/colour', value: 'blue' },
    ];
    expect(world.ask('PATCH /users/1', { json, type: patchType }).json).toEqual({
      ...before,
      colour: 'blue',
    });
  });

  it('lets everything pass if the operation names no schema', () => {
    const { update } = usersContract.operations;
    if (update === undefined) throw new Error('the contract has no operation update');
    const { body: _none, ...without } = update;
    const contracts = [
      { ...usersContract, operations: { ...usersContract.operations, update: without } },
    ];
    const world = createWorld({
      project: { ...usersProject, contracts },
      profile: { 'fields.unknown': 'refuse' },
    });
    expect(world.ask('PATCH /users/1', { json: { colour: 'red' } }).json).toMatchObject({
      colour: 'red',
    });
  });
});

describe('checkRecord', () => {
  it('checks a record against request, item and list, and reports each flaw once', () => {
    const contract = { ...usersContract, operations: { ...usersContract.operations } };
    const project = projectOf(
      [contract],
      {
        user: {
          type: 'object',
          properties: { id: { type: 'number' }, name: { type: 'string' }, age: { maximum: 9 } },
        },
        users: {
          type: 'array',
          items: {
            type: 'object',
            required: ['id', 'name'],
            properties: { age: { multipleOf: 2 }, name: { type: 'string' } },
          },
        },
        'user-create': {
          type: 'object',
          required: ['name', 'age'],
          properties: { id: {}, name: { type: 'string' }, age: { minimum: 11 } },
        },
        'user-created': true,
        'user-update': { type: 'object', properties: { id: {}, name: {}, age: {} } },
      },
      { users: [] },
    );
    const { json } = createWorld({ project }).ask('POST /users', { json: { age: 10.5, name: 5 } });
    expect((json as JsonObject)['errors']).toEqual([
      { pointer: '/name', detail: 'must be a string, is a number' },
      { pointer: '/age', detail: 'must be at least 11, is 10.5' },
      { pointer: '/age', detail: 'must be at most 9, is 10.5' },
      { pointer: '/age', detail: 'must be a multiple of 2, is 10.5' },
    ]);
    const bare = createWorld({
      project,
      profile: { 'fields.bounds': 'accept', 'fields.required': 'accept' },
    });
    expect(bare.ask('POST /users', { json: {} }).json).toMatchObject({
      errors: [{ pointer: '', detail: '"name" is missing' }],
    });
    expect(bare.ask('POST /users', { json: { name: 'A' } }).status).toBe(201);
    const strict = createWorld({ project }).ask('POST /users', { json: {} });
    expect((strict.json as JsonObject)['errors']).toEqual([
      { pointer: '', detail: '"name" is missing' },
      { pointer: '', detail: '"age" is missing' },
    ]);
  });

  it('says that the contract decided if one of the flaws belongs to no choice', () => {
    const byOf = (json: Json): string => createWorld().rule('POST /users', { json }).situation.by;
    expect([byOf({ ...fay, email: 'x' }), byOf({ ...fay, email: 'x', address: 1 })]).toEqual([
      'fields.format',
      'contract',
    ]);
  });

  it('says that the contract decided if the list requires a missing member, since no choice would accept that', () => {
    const { situation } = createWorld().rule('POST /users', { json: { email: 'a@b.cd' } });
    expect(
      createWorld({ profile: { 'fields.required': 'accept' } }).ask('POST /users', {
        json: { email: 'a@b.cd' },
      }).status,
    ).toBe(422);
    expect(situation).toEqual({ value: 'invalid', by: 'contract' });
  });

  it('reports null as null', () => {
    const { json } = createWorld().ask('POST /users', { json: { ...fay, skills: null } });
    expect((json as JsonObject)['errors']).toEqual([
      { pointer: '/skills', detail: 'must be an array, is null' },
    ]);
  });

  it('checks the result of a patch, not the patch', () => {
    const world = createWorld();
    expect(world.ask('PATCH /users/1', { json: { skills: null }, type: mergeType }).status).toBe(
      200,
    );
    expect(
      world.ask('PATCH /users/2', {
        json: [{ op: 'add', path: '/skills/0', value: 1 }],
        type: patchType,
      }).json,
    ).toMatchObject({
      errors: [{ pointer: '/skills/0', detail: 'must be a string, is a number' }],
    });
  });
});
