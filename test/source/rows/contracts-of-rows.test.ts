// What is inferred from rows alone.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { completeRows } from '../../../src/source/rows/complete-rows.ts';
import { contractsOfRows } from '../../../src/source/rows/contracts-of-rows.ts';
import { findOtherType } from '../../../src/source/rows/other-type.ts';
import type { Certainty } from '../../../src/source/shape-of-values.ts';
import type { SourceContracts } from '../../../src/source/source-contracts.ts';

function made(json: Json, certainty: Certainty = 'usual'): SourceContracts {
  const { resources, faults } = completeRows(json);
  expect(faults).toEqual([]);
  return contractsOfRows(resources, { name: 'db.json', certainty });
}

function schemaOf(source: SourceContracts, name: string): JsonObject {
  return source.schemas.get(name) as JsonObject;
}

describe('contractsOfRows', () => {
  const blog = {
    posts: [
      { id: 1, title: 'a', views: 3, at: '2026-01-02T03:04:05Z', tags: ['x'] },
      { id: 2, title: 'b', views: 4, at: '2026-01-03T03:04:05Z', tags: [], draft: true },
    ],
    comments: [{ id: 'c1', postId: 1, text: null }],
    profile: { name: 'me' },
  };

  it('makes a contract of each list and each object', () => {
    const { contracts, rows } = made(blog);
    expect(
      contracts.map(({ place, document }) => [place, document['path'], document['one']]),
    ).toEqual([
      ['db.json#/posts', '/posts', undefined],
      ['db.json#/comments', '/comments', undefined],
      ['db.json#/profile', '/profile', true],
    ]);
    expect(Object.keys(contracts[0]?.document['operations'] as JsonObject)).toEqual([
      'list',
      'create',
      'read',
      'replace',
      'update',
      'remove',
    ]);
    expect(Object.keys(contracts[2]?.document['operations'] as JsonObject)).toEqual([
      'read',
      'replace',
      'update',
    ]);
    expect(rows).toEqual(blog);
  });

  it('infers types, formats, required members and the type of ids', () => {
    const source = made(blog);
    expect(schemaOf(source, 'post')).toEqual({
      type: 'object',
      properties: {
        id: { type: 'integer' },
        title: { type: 'string' },
        views: { type: 'integer' },
        at: { type: 'string', format: 'date-time' },
        tags: { type: 'array', items: { type: 'string' } },
        draft: { type: 'boolean' },
      },
      required: ['id'],
    });
    expect(schemaOf(source, 'new-post')['required']).toEqual(['title', 'views', 'at', 'tags']);
    expect(schemaOf(source, 'comment')['properties']).toMatchObject({
      id: { type: 'string' },
      text: {},
    });
  });

  it('gives members that refer to other rows the ids of those', () => {
    const source = made(blog);
    expect(schemaOf(source, 'new-comment')['properties']).toEqual({
      postId: { type: 'integer', 'x-ref': 'posts', examples: [1, 2] },
      text: {},
    });
    expect(source.taken.find(({ resource }) => resource === 'comments')?.why).toBe(
      '"comments" is a list of 1 row; "postId" refers to posts',
    );
  });

  it('promises only types that all rows share, if nothing else is sure', () => {
    const rows = {
      a: [
        { id: 1, n: 1, m: 'x', t: '2026-01-02' },
        { id: 2, n: 2.5, m: 3, t: '2026-01-03' },
      ],
    };
    expect(schemaOf(made(rows, 'sure'), 'a')['properties']).toEqual({
      id: { type: 'integer' },
      n: { type: 'number' },
      m: {},
      t: { type: 'string' },
    });
    expect(schemaOf(made(rows), 'a')['properties']).toMatchObject({
      m: { type: ['string', 'integer'] },
      t: { format: 'date' },
    });
  });

  it('is sure of no write to an empty list', () => {
    const kindsOf = (certainty: Certainty): readonly string[] =>
      Object.keys(made({ tags: [] }, certainty).contracts[0]?.document['operations'] as JsonObject);
    expect(kindsOf('sure')).toEqual(['list', 'read']);
    expect(kindsOf('usual')).toHaveLength(6);
  });

  it('takes the ids of an empty list from what refers to it', () => {
    const source = made({ tags: [], notes: [{ id: 1, tagId: 'x' }], users: [] });
    expect(schemaOf(source, 'user')['properties']).toEqual({ id: { type: 'integer' } });
    expect(schemaOf(source, 'tag')['properties']).toEqual({ id: { type: 'integer' } });
    const members = schemaOf(source, 'new-note')['properties'] as JsonObject;
    expect(members['tagId']).toEqual({ type: 'string' });
  });

  it.each([
    ['uuid', '7c9e6679-7425-40de-944b-e07fc1f90ae7'],
    ['date', '2024-02-28'],
    ['date-time', '2024-02-28T23:59:59.5+02:00'],
    ['email', 'a.b+c@mail.example.org'],
    ['uri', 'https://example.org:8080/a?b=c'],
    [undefined, '2024-02-31'],
    [undefined, 'a@b'],
  ])('reads the format %s from %s', (format, text) => {
    const schema = schemaOf(made({ a: [{ id: 1, text }] }), 'a');
    expect((schema['properties'] as JsonObject)['text']).toEqual({
      type: 'string',
      ...(format === undefined ? {} : { format }),
    });
  });

  it('remembers texts that repeat as examples', () => {
    const rows = [1, 2, 3, 4].map((id) => ({ id, state: id % 2 === 0 ? 'open' : 'shut' }));
    const schema = schemaOf(made({ doors: rows }), 'new-door');
    expect(schema['properties']).toEqual({ state: { type: 'string', examples: ['shut', 'open'] } });
  });

  it('keeps names apart', () => {
    const { schemas } = made({ post: { a: 1 }, posts: [{ id: 1 }], categories: [], boxes: [] });
    expect([...schemas.keys()].filter((name) => !name.startsWith('new-'))).toEqual([
      'post',
      'posts',
      'category',
      'box',
    ]);
  });
});

describe('completeRows', () => {
  it('gives ids to rows that have none, of the type of the others', () => {
    const { resources, notes } = completeRows({
      a: [{ x: 1 }, { id: 7 }, { id: null }],
      b: [{ id: 'k' }, {}],
      c: [{ id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' }, {}],
      d: [{ _id: 'm1' }],
    });
    expect(resources.map(({ rows }) => rows)).toEqual([
      [{ id: 8, x: 1 }, { id: 7 }, { id: 9 }],
      [{ id: 'k' }, { id: '1' }],
      [
        { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' },
        { id: '00000000-0000-4000-8000-000000000001' },
      ],
      [{ _id: 'm1' }],
    ]);
    expect(resources[3]?.id).toBe('_id');
    expect(notes[0]).toEqual({ at: '/a', message: '2 of 3 rows had no "id" and have one now' });
  });

  it('makes ids of two types texts', () => {
    const { resources, notes } = completeRows({ a: [{ id: 1 }, { id: '2' }] });
    expect(resources[0]?.rows).toEqual([{ id: '1' }, { id: '2' }]);
    expect(notes).toEqual([
      { at: '/a', message: 'the ids are numbers and texts; all are texts here: "1"' },
    ]);
  });

  it.each<[Json, string, string]>([
    [[], '', 'rows must be an object, are an array'],
    [{}, '', 'there are no rows'],
    [{ a: 1 }, '/a', 'must be a list of rows or one object, is a number'],
    [{ a: null }, '/a', 'must be a list of rows or one object, is null'],
    [{ a: [{}, 'x'] }, '/a/1', 'a row must be an object, is a string'],
    [{ 'a b': [] }, '/a b', '"a b" cannot be a path'],
    [{ __standin: [] }, '/__standin', '"__standin" cannot be a path'],
    [{ a: [{ id: 1 }, { id: 1 }] }, '/a/1/id', '/a/0 already has the id 1'],
    [{ a: [{ id: '1' }, { id: 1 }] }, '/a/1/id', '/a/0 already has the id "1"'],
    [{ a: [{ id: [] }] }, '/a/0/id', '[] is not an id'],
    [{ a: [{ id: '..' }] }, '/a/0/id', '".." is not an id'],
  ])('refuses %j', (json, at, message) => {
    expect(completeRows(json).faults).toMatchObject([{ at, message }]);
  });

  it.each<[JsonObject, string, string]>([
    [{ version: 3 }, '/version', 'must be a list of rows or one object, is a number'],
    [{ tags: ['red'] }, '/tags/0', 'a row must be an object, is a string'],
    [{ 'a b': [] }, '/a b', '"a b" cannot be a path'],
  ])('leaves out %j beside rows, and says so', (other, at, message) => {
    const { resources, faults, notes } = completeRows({ ...other, lamps: [{ id: 1 }] });
    expect(resources.map(({ resource }) => resource)).toEqual(['lamps']);
    expect(faults).toEqual([]);
    expect(notes).toEqual([{ at, message: `not served: ${message}`, isLeftOut: true }]);
  });
});

describe('findOtherType', () => {
  const schema = {
    type: 'object',
    properties: {
      n: { type: 'integer' },
      t: { type: ['string', 'null'] },
      l: { type: 'array', items: { type: 'object', properties: { b: { type: 'boolean' } } } },
      any: {},
    },
  };

  it.each<[JsonObject, readonly string[] | null]>([
    [{ n: 1, t: null, l: [{ b: true }], any: 1, more: [] }, null],
    [{ n: 1.5 }, ['n']],
    [{ t: 1 }, ['t']],
    [{ l: {} }, ['l']],
    [{ l: [{}, { b: 'x' }] }, ['l', '1', 'b']],
    [{ l: [[]] }, ['l', '0']],
  ])('finds what is new in %j', (value, steps) => {
    expect(findOtherType(schema, value)).toEqual(steps);
  });
});
