// Rows that are made fit their schemas, whatever these are; what they hold fits what the members
// are called.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StandinError } from '../../src/base/errors.ts';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { makeRows } from '../../src/project/make-rows.ts';
import { createChecker } from '../../src/schema/check.ts';
import { Schemas } from '../../src/schema/schema.ts';
import { anySchema } from '../support/any-schema.ts';
import { readContract } from '../support/read-contract.ts';
import { usersProject } from '../support/users.ts';

const [usersContract] = usersProject.contracts;

/** Rows of a resource whose item has these members, with the checker that they can be held to. */
function rowsOf(
  item: object,
  { count = 20, seed = 1, list = {}, resource = 'things', id = 'id' } = {},
): readonly JsonObject[] {
  const schemas = new Schemas(
    new Map(
      Object.entries({
        item: item as JsonObject,
        list: { type: 'array', items: { $ref: 'item.json' }, ...list },
      }),
    ),
  );
  const contract = readContract({
    title: 'Things',
    resource,
    path: '/things',
    id,
    item: 'item',
    list: 'list',
    shown: {},
    open: [],
    operations: { list: { summary: 'List', source: '1', outcomes: {} } },
  });
  const checker = createChecker(schemas);
  const rows = makeRows({ contract, schemas, checker, count, seed });
  for (const row of rows) expect(checker.check('item', row), JSON.stringify(row)).toEqual([]);
  expect(checker.check('list', rows)).toEqual([]);
  return rows;
}

function object(properties: Readonly<Record<string, object>>, more: object = {}): object {
  return { type: 'object', properties: { id: { type: 'integer' }, ...properties }, ...more };
}

function usersRows(count: number, seed: number): readonly JsonObject[] {
  if (usersContract === undefined) throw new Error('there is no contract of users');
  const { schemas } = usersProject;
  return makeRows({
    contract: usersContract,
    schemas,
    checker: createChecker(schemas),
    count,
    seed,
  });
}

describe('makeRows', () => {
  it('makes rows that fit any schema, the same ones for one seed', () => {
    fc.assert(
      fc.property(anySchema, anySchema, fc.nat(), (one, other, seed) => {
        const item = object({ name: one, email: other, m: one }, { required: ['id', 'm'] });
        const rows = rowsOf(item, { count: 4, seed });
        expect(rows.map((row) => row['id'])).toEqual([1, 2, 3, 4]);
        expect(JSON.stringify(rowsOf(item, { count: 4, seed }))).toBe(JSON.stringify(rows));
      }),
      { numRuns: 100 },
    );
  });

  it('makes users with distinct e-mail addresses that fit their names', () => {
    const rows = usersRows(2_000, 7);
    expect(new Set(rows.map((row) => row['email'])).size).toBe(2_000);
    expect(rows.map((row) => row['id'])).toEqual(
      Array.from({ length: 2_000 }, (_, index) => index + 1),
    );
    for (const row of rows) {
      const [first = ''] = String(row['name']).toLowerCase().split(' ');
      expect(String(row['email'])).toMatch(/^[a-z]+\.[a-z]+\d*@example\.(com|org|net)$/);
      expect(String(row['email']).split('.')[0]).toBe(first.replaceAll(/[^a-z]/g, ''));
      expect(Object.keys(row)).toEqual(['id', 'name', 'email', 'isPremium', 'skills', 'address']);
    }
    expect(new Set(rows.map((row) => row['isPremium']))).toEqual(new Set([true, false]));
    expect(new Set(rows.map((row) => (row['skills'] as readonly Json[]).length))).toEqual(
      new Set([0, 1, 2, 3, 4]),
    );
    expect(new Set(rows.map((row) => (row['address'] as JsonObject)['city'])).size).toBeGreaterThan(
      1_000,
    );
  });

  it('makes other rows for another seed', () => {
    expect(usersRows(20, 1)).not.toEqual(usersRows(20, 2));
  });

  it.each<[string, object, RegExp]>([
    ['title', { type: 'string', maxLength: 40 }, /^[A-Z].{3,39}$/],
    ['price', { type: 'number', minimum: 0, multipleOf: 0.01 }, /^\d{1,3}\.\d\d?$/],
    ['price', { type: 'number', minimum: 0 }, /^\d{1,3}\.\d\d?$/],
    ['price', { type: 'number', minimum: 1_000, maximum: 2_000 }, /^[12]\d{3}(\.\d\d?)?$/],
    ['price', { type: 'integer', minimum: 0 }, /^\d{1,3}$/],
    ['price', { type: ['integer', 'null'] }, /^\d{1,3}$/],
    ['iban', { type: 'string' }, /^(AT|BE|DE|GB|NL)\d\d[A-Z\d]{12,18}$/],
    ['customerIban', { type: 'string', maxLength: 22 }, /^(AT|BE|DE|GB|NL)\d\d[A-Z\d]{12,18}$/],
    ['colour', { type: 'string' }, /^[a-z ]+$/],
    ['phone', { type: 'string' }, /^\+1-\d{3}-555-01\d\d$/],
    [
      'createdAt',
      { type: 'string', format: 'date-time', readOnly: true },
      /^202[1-5]-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
    ],
    ['birthday', { type: 'string', format: 'date' }, /^(19[3-9]\d|200\d)-\d\d-\d\d$/],
    [
      'website',
      { type: 'string', format: 'uri' },
      /^https:\/\/www\.example\.(com|org|net)\/[a-z-]+$/,
    ],
    ['state', { enum: ['new', 'used'] }, /^(new|used)$/],
    ['code', { type: 'string', pattern: '^[A-Z]{3}$' }, /^[A-Z]{3}$/],
    ['rating', { type: 'integer', minimum: 1, maximum: 3 }, /^[1-3]$/],
    [
      'x',
      { type: 'string', description: 'E-mail address of the sender' },
      /^[a-z]+\.[a-z]+@example/,
    ],
    ['grade', { type: 'string', examples: ['good', 'fair'] }, /^(good|fair)$/],
  ])('makes a plausible %s for a product', (member, schema, form) => {
    const rows = rowsOf(object({ sku: { type: 'string' }, [member]: schema }), {
      resource: 'products',
      count: 40,
    });
    for (const row of rows) expect(String(row[member])).toMatch(form);
    expect(new Set(rows.map((row) => row[member])).size).toBeGreaterThan(1);
  });

  it('makes times of change that follow the times of creation', () => {
    const moment = { type: 'string', format: 'date-time' };
    for (const row of rowsOf(object({ createdAt: moment, updatedAt: moment }), { count: 100 })) {
      expect(String(row['updatedAt']) >= String(row['createdAt'])).toBe(true);
    }
  });

  it('gives each nested person its own name', () => {
    const person = {
      type: 'object',
      properties: { name: { type: 'string' }, email: { type: 'string', format: 'email' } },
    };
    for (const row of rowsOf(
      object({ name: { type: 'string' }, email: { type: 'string' }, manager: person }),
      {
        resource: 'users',
      },
    )) {
      const manager = row['manager'] as JsonObject;
      expect(manager['name']).not.toBe(row['name']);
      expect(String(manager['email']).split('.')[0]).toBe(
        String(manager['name'])
          .toLowerCase()
          .split(' ')[0]
          ?.replaceAll(/[^a-z]/g, ''),
      );
    }
  });

  it.each<[string, object]>([
    ['numbers', { type: 'integer', minimum: 1, maximum: 100 }],
    ['codes', { type: 'string', pattern: '^[A-F]{3}$' }],
    ['names', { type: 'string' }],
    ['short texts', { type: 'string', maxLength: 6 }],
    ['addresses', { type: 'string', format: 'email' }],
    ['identifiers', { type: 'string', format: 'uuid' }],
  ])('makes marked %s distinct', (_, schema) => {
    const rows = rowsOf(object({ name: { ...schema, 'x-unique': true } }, { required: ['name'] }), {
      count: 100,
    });
    expect(new Set(rows.map((row) => row['name'])).size).toBe(100);
  });

  it.each<[string, object, RegExp]>([
    ['texts', { type: 'string' }, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/],
    ['short texts', { type: 'string', maxLength: 8 }, /^[\da-f]{8}$/],
    ['identifiers', { type: 'string', format: 'uuid' }, /^[\da-f-]{36}$/],
    ['numbers from where they may begin', { type: 'integer', minimum: 1_000 }, /^10\d\d$/],
  ])('makes ids that are %s', (_, schema, form) => {
    const rows = rowsOf(
      { type: 'object', properties: { id: schema }, required: ['id'] },
      { count: 90 },
    );
    for (const row of rows) expect(String(row['id'])).toMatch(form);
    expect(new Set(rows.map((row) => row['id'])).size).toBe(90);
  });

  it('has null where that is the only example', () => {
    const item = { properties: { id: { type: 'integer' }, bio: { examples: [null] } } };
    expect(rowsOf(item, { count: 1 })).toEqual([{ id: 1, bio: null }]);
  });

  it('makes plain ids, whatever their name', () => {
    for (const [id, form] of [
      ['name', /^[a-z]+(-[a-z]+)+(-\d+)?$/],
      ['key', /^[\da-f-]{36}$/],
      ['sku', /^[A-Z]{3}-\d{5}$/],
    ] as const) {
      const item = { type: 'object', properties: { [id]: { type: 'string' } }, required: [id] };
      for (const row of rowsOf(item, { id })) expect(String(row[id])).toMatch(form);
    }
  });

  it('says how many distinct values there are if each row needs its own', () => {
    const flag = (type: object): object =>
      object({ flag: { ...type, 'x-unique': true } }, { required: ['id', 'flag'] });
    expect(rowsOf(flag({ type: 'boolean' }), { count: 2 })).toHaveLength(2);
    for (const [schema, count, told] of [
      [{ type: 'boolean' }, 3, 'only 2 of 3 distinct values can be made'],
      [{ enum: ['a'] }, 20, 'only 1 of 20 distinct value can be made'],
    ] as const) {
      let failure: unknown = null;
      try {
        rowsOf(flag(schema), { count });
      } catch (error) {
        failure = error;
      }
      expect(failure).toBeInstanceOf(StandinError);
      expect(String(failure)).toContain(`each needs its own "flag", but ${told}`);
      expect((failure as StandinError).remedy).toMatch(
        /^Use --count [12], allow more values for "flag", or /,
      );
    }
    expect(
      rowsOf(object({ flag: { type: 'boolean', 'x-unique': true } }), { count: 3 })[2],
    ).not.toHaveProperty('flag');
  });

  it.each<[string, object, object, string]>([
    [
      'an id has no room',
      { properties: { id: { type: 'integer', maximum: 3 } } },
      {},
      'row 4 at /id: must be at most 3',
    ],
    [
      'text ids run out',
      { properties: { id: { type: 'string', enum: ['a', 'b'] } } },
      {},
      'only 2 ids are possible',
    ],
    [
      'the list is to be short',
      object({}),
      { maxItems: 3 },
      '20 rows do not fit the schema of the list',
    ],
    [
      'a member that is needed has no value',
      object({ m: { not: {} } }, { required: ['m'] }),
      {},
      'row 1',
    ],
  ])('reports that %s', (_, item, list, message) => {
    const whole = { type: 'object', required: ['id'], ...item };
    expect(() => rowsOf(whole, { list })).toThrow(message);
    expect(() => rowsOf(whole, { list })).toThrow(/^the rows of things are impossible: /);
  });
});
