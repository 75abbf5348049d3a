import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { defaultProfile, type Profile } from '../../../src/contract/choices.ts';
import { defineContracts } from '../../../src/contract/define/define-contracts.ts';
import { type IdType, idTypeOf, nextId, readKey, toKey } from '../../../src/model/ids/ids.ts';
import { Collection, SEQUENCE_MAX, StoredRecord } from '../../../src/model/state/state.ts';
import { type Schema, Schemas } from '../../../src/schema/schema.ts';
import {
  createWorld,
  fixedDraw,
  projectWith,
  usersContract,
  usersProject,
} from '../../support/users.ts';

describe('readKey', () => {
  const table: readonly [key: string, number: Json, integer: Json][] = [
    ['1', 1, 1],
    ['0', 0, 0],
    ['-5', -5, -5],
    ['1.5', 1.5, null],
    ['9007199254740991', 9007199254740991, 9007199254740991],
    ['1e+21', 1e21, 1e21],
    ['5e-7', 5e-7, null],
    ['', null, null],
    [' 1', null, null],
    ['1 ', null, null],
    ['+1', null, null],
    ['007', null, null],
    ['1.0', null, null],
    ['1.', null, null],
    ['.5', null, null],
    ['1e3', null, null],
    ['-0', null, null],
    ['0x10', null, null],
    ['1_000', null, null],
    ['NaN', null, null],
    ['Infinity', null, null],
    ['-Infinity', null, null],
    ['1e999', null, null],
    ['9007199254740993', 9007199254740993n, 9007199254740993n],
    ['-12345678901234567890', -12345678901234567890n, -12345678901234567890n],
    ['09007199254740993', null, null],
    ['9'.repeat(400), null, null],
    ['abc', null, null],
    ['null', null, null],
    ['true', null, null],
    ['١', null, null],
    ['１', null, null],
  ];

  it.each(table)('reads %j as the number %s and the integer %s', (key, number, integer) => {
    expect(readKey(key, 'number')).toBe(number);
    expect(readKey(key, 'integer')).toBe(integer);
    expect(readKey(key, 'string')).toBe(key === '' ? null : key);
  });

  it('reads back what toKey wrote', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(readKey(toKey(number), 'number')).toBe(number === 0 ? 0 : number);
      }),
    );
  });
});

describe('toKey', () => {
  it.each<[Json, string]>([
    [7, '7'],
    [-0, '0'],
    [1.5, '1.5'],
    [1e21, '1e+21'],
    ['7', '7'],
    ['a/b', 'a/b'],
    ['', ''],
    [null, 'null'],
    [true, 'true'],
    [[1], '[1]'],
    [{ a: 1 }, '{"a":1}'],
  ])('writes %j as %s', (id, key) => {
    expect(toKey(id)).toBe(key);
  });
});

describe('idTypeOf', () => {
  it.each<[where: string, id: JsonObject, above: string, type: string]>([
    ['a number in the path', { type: 'integer', format: 'int64' }, '/barges', 'integer'],
    ['a number below another one', { type: 'integer' }, '/docks/{dock}/barges', 'integer'],
    ['a text in the path', { type: 'string' }, '/docks/{dock}/barges', 'string'],
    ['nothing known', {}, '/barges', 'string'],
  ])('takes the type of an id that no item shows from its path: %s', (_, id, path, type) => {
    const schemas = new Map<string, Schema>([
      ['barge', { type: 'object', properties: { load: { type: 'integer' } } }],
      ['id', id],
    ]);
    const parameters = [
      ...(path.includes('{') ? [{ in: 'path', name: 'dock', schema: 'other' } as const] : []),
      { in: 'path', name: 'barge', schema: 'id' } as const,
    ];
    const { contracts, schemas: all } = defineContracts(
      [
        {
          ...{ resource: 'barges', path, id: null, item: 'barge' },
          operations: { read: { source: 'x', outcomes: {}, parameters } },
        },
      ],
      new Schemas(new Map([...schemas, ['other', { type: 'integer' }]])),
    );
    expect(contracts.map((contract) => idTypeOf(contract, all))).toEqual([type]);
  });

  it.each<[Json, IdType]>([
    [{ type: 'number' }, 'number'],
    [{ type: 'integer' }, 'integer'],
    [{ type: 'string' }, 'string'],
    [{}, 'string'],
  ])('returns for the id schema %j the type %s', (id, type) => {
    const { contracts, schemas } = projectWith({ id });
    expect(contracts.map((contract) => idTypeOf(contract, schemas))).toEqual([type]);
  });

  it('finds numbers for users', () => {
    expect(idTypeOf(usersContract, usersProject.schemas)).toBe('number');
  });
});

function collectionOf(ids: readonly (string | number)[]): Collection {
  const collection = new Collection();
  for (const id of ids) collection.put(new StoredRecord(String(id), { id }));
  return collection;
}

function next(collection: Collection, type: IdType, profile: Partial<Profile>): string | number {
  const chosen: Profile = { ...defaultProfile, ...profile };
  return nextId(collection, type, (key) => chosen[key], fixedDraw());
}

describe('nextId', () => {
  const sequence = { 'id.numbers': 'sequence', 'id.texts': 'sequence' } as const;
  const highest = { 'id.numbers': 'highest-plus-one' } as const;

  it.each([
    ['nothing', 1, []],
    ['1, 2, 3', 4, [1, 2, 3]],
    ['a gap', 8, [1, 7]],
    ['negative numbers and fractions', 2, [-3, 2.5, 1]],
    ['a wild number', 4, [3, SEQUENCE_MAX + 1]],
  ])('returns after %s, in sequence, %d, and another once that is gone', (_what, expected, ids) => {
    const collection = collectionOf(ids);
    expect(next(collection, 'number', sequence)).toBe(expected);
    expect(next(collection, 'string', sequence)).toBe(String(expected));
    collection.put(new StoredRecord(String(expected), {}));
    collection.remove(String(expected), 'forget');
    expect(next(collection, 'number', sequence)).toBe(expected + 1);
  });

  it('continues beyond the highest number so far, and skips existing ids', () => {
    expect(next(collectionOf([SEQUENCE_MAX]), 'number', sequence)).toBe(SEQUENCE_MAX + 1);
    expect(next(collectionOf([SEQUENCE_MAX, SEQUENCE_MAX + 1]), 'number', sequence)).toBe(
      SEQUENCE_MAX + 2,
    );
  });

  it.each([
    ['nothing', 1, []],
    ['1, 2, 3', 4, [1, 2, 3]],
    ['a gap', 8, [1, 7]],
    ['negative numbers and fractions', 2, [-3, 2.5, 1]],
    ['only negative numbers', 1, [-3]],
    ['a number that leads no sequence', 2 ** 50 + 1, [5, 2 ** 50]],
  ])('returns after %s, one above the highest, %d', (_what, expected, ids) => {
    expect(next(collectionOf(ids), 'number', highest)).toBe(expected);
  });

  it('with one above the highest, reuses the highest id once it is gone', () => {
    const collection = collectionOf([1, 2, 5]);
    collection.remove('5', 'forget');
    expect(next(collection, 'number', highest)).toBe(3);
    expect(next(collection, 'number', sequence)).toBe(6);
  });

  it('draws again if a random number is taken', () => {
    const drawn = [0.5, 0.5, 0.25, 0];
    const draw = fixedDraw({ random: () => drawn.shift() ?? 0 });
    const chosen: Profile = { ...defaultProfile, 'id.numbers': 'random' };
    const collection = collectionOf([1 + 2 ** 39]);
    expect(nextId(collection, 'number', (key) => chosen[key], draw)).toBe(1 + 2 ** 38);
    expect(
      nextId(collection, 'integer', (key) => chosen[key], fixedDraw({ random: () => 0 })),
    ).toBe(1);
  });

  it('returns an id that no record has, whatever there is', () => {
    const ids = fc.array(
      fc.oneof(
        fc.integer(),
        fc.maxSafeInteger(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
      ),
    );
    const choice = fc.constantFrom(
      'sequence' as const,
      'highest-plus-one' as const,
      'random' as const,
    );
    fc.assert(
      fc.property(ids, ids, choice, (put, removed, numbers) => {
        const collection = collectionOf(put);
        for (const id of removed) collection.remove(String(id), 'forget');
        const id = next(collection, 'number', { 'id.numbers': numbers });
        expect(collection.find(String(id))).toBeUndefined();
        expect(readKey(toKey(id), 'integer')).toBe(id);
      }),
    );
  });

  it.each(['sequence', 'highest-plus-one', 'random'] as const)(
    'returns by %s a safe integer, whatever was kept before',
    (numbers) => {
      const collection = collectionOf([1, SEQUENCE_MAX, Number.MAX_SAFE_INTEGER]);
      for (let count = 0; count < 3; count++) {
        const id = next(collection, 'number', { 'id.numbers': numbers });
        expect(Number.isSafeInteger(id)).toBe(true);
        expect(collection.find(String(id))).toBeUndefined();
        if (numbers !== 'random') collection.put(new StoredRecord(String(id), { id }));
      }
    },
  );

  it('always ends, even if the highest id is the largest safe integer', () => {
    const script = `
      import { nextId } from './src/model/ids/ids.ts';
      import { Collection, StoredRecord } from './src/model/state/state.ts';
      const collection = new Collection();
      for (const id of ['9007199254740991', '9007199254740992']) collection.put(new StoredRecord(id, {}));
      console.log(nextId(collection, 'number', () => 'highest-plus-one', {}));
    `;
    const args = ['--input-type=module', '--eval', script];
    const cwd = new URL('../../../', import.meta.url);
    const { stdout } = spawnSync(process.execPath, args, { cwd, timeout: 5_000, encoding: 'utf8' });
    expect(stdout).toMatch(/^\d+\n$/);
  });
});

describe('rule', () => {
  it.each([
    ['/users/1', 200],
    ['/users/01', 404],
    ['/users/1.0', 404],
    ['/users/%31', 200],
    ['/users/1%20', 404],
    ['/users/%zz', 404],
    ['/users/%ff', 404],
    [`/users/${'9'.repeat(10_000)}`, 404],
    ['/users/1/skills', 404],
    ['/Users/1', 404],
    ['/users/1%2f', 404],
  ])('answers GET %s with %d', (path, status) => {
    expect(createWorld().ask(`GET ${path}`).status).toBe(status);
  });

  it('stores a record with any text as its id, and finds it under its Location', () => {
    const project = projectWith({ id: { type: 'string' } });
    const id = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.constantFrom(
        'a/b',
        '%2F',
        '?',
        '#',
        '..a',
        ' ',
        '名',
        '🙂',
        '__proto__',
        'constructor',
        '...',
        '%',
        '+',
        'a.b',
        '007',
      ),
    );
    fc.assert(
      fc.property(id, (text) => {
        fc.pre(text !== '.' && text !== '..');
        const world = createWorld({ project, profile: { 'create.id': 'keep' } });
        const created = world.ask('POST /things', { json: { id: text } });
        expect([created.status, created.json]).toEqual([201, { id: text }]);
        const location = created.headers['location'] ?? '';
        expect(location).toMatch(/^\/things\/[!-~]+$/);
        expect(world.ask(`GET ${location}`).json).toEqual({ id: text });
        expect(world.ask(`DELETE ${location}`).status).toBe(204);
      }),
    );
  });

  it.each(['', '.', '..', '\ud800', 'a\udc00'])(
    'refuses to keep the id %j, which no path can hold',
    (id) => {
      const world = createWorld({
        project: projectWith({ id: { type: 'string' } }),
        profile: { 'create.id': 'keep' },
      });
      const { status, json, ruling } = world.ask('POST /things', { json: { id } });
      expect(status).toBe(422);
      expect(json).toMatchObject({
        errors: [{ pointer: '/id', detail: 'cannot be an id here: ids have the type string' }],
      });
      expect(ruling.situation).toEqual({ value: 'invalid', by: 'contract' });
    },
  );

  it.each<[Json, string]>([
    ['1', 'number'],
    [true, 'number'],
    [[6], 'number'],
    [{}, 'number'],
  ])('refuses to keep the id %j where ids are of the type %s', (id, type) => {
    const world = createWorld({ profile: { 'create.id': 'keep' } });
    const { status, json } = world.ask('POST /users', { json: { id, name: 'F', email: 'f@b.cd' } });
    expect(status).toBe(422);
    expect(json).toMatchObject({
      errors: [{ pointer: '/id', detail: `cannot be an id here: ids have the type ${type}` }],
    });
  });

  it('keeps numbers of every kind as ids', () => {
    const world = createWorld({ profile: { 'create.id': 'keep' } });
    for (const id of [0, -3, 2.5, 1e21, 5e-7]) {
      const { status, headers } = world.ask('POST /users', {
        json: { id, name: 'F', email: 'f@b.cd' },
      });
      expect(status).toBe(201);
      expect(world.ask(`GET ${headers['location']}`).json).toMatchObject({ id });
    }
  });
});
