import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { createWorld, type Project, projectWith, stateText } from '../../support/users.ts';

const fay = { name: 'Fay', email: 'fay@example.com' };

describe('create', () => {
  it('stores the id first, then what was sent, in its order', () => {
    const world = createWorld();
    expect(
      world.ask('POST /users', { text: '{"email":"f@b.cd","id":77,"name":"F","zip":1}' }).text,
    ).toBe('{"id":6,"email":"f@b.cd","name":"F","zip":1}');
    expect(world.ask('GET /users/6').text).toBe('{"id":6,"email":"f@b.cd","name":"F","zip":1}');
  });

  it.each(['Élodie O’Neill', '山田 🙂 \u0000 \ud83d', 'a'.repeat(10_000), '<script>', ' ', ''])(
    'returns the text %j as it was sent',
    (name) => {
      const world = createWorld();
      expect(world.ask('POST /users', { json: { ...fay, name } }).json).toEqual({
        id: 6,
        ...fay,
        name,
      });
      expect(world.ask('GET /users/6').json).toEqual({ id: 6, ...fay, name });
    },
  );

  it('gives each of many records its own id, and the list shows them all in order', () => {
    const world = createWorld();
    const ids = Array.from(
      { length: 30 },
      () => (world.ask('POST /users', { json: fay }).json as JsonObject)['id'],
    );
    expect(ids).toEqual(Array.from({ length: 30 }, (_, index) => index + 6));
    expect(
      (world.ask('GET /users').json as readonly JsonObject[]).map((user) => user['id']),
    ).toEqual([1, 2, 3, 4, 5, ...ids]);
  });

  it('says that the service assigns the id if it refuses one', () => {
    const { json, ruling } = createWorld({ profile: { 'create.id': 'refuse' } }).ask(
      'POST /users',
      {
        json: { ...fay, id: null },
      },
    );
    expect(json).toMatchObject({
      errors: [{ pointer: '/id', detail: 'is assigned by the service' }],
      remedy: 'Leave it out.',
    });
    expect(ruling.situation).toEqual({ value: 'invalid', by: 'create.id' });
  });

  it.each([{ ...fay, id: null }, fay])(
    'assigns an id if it would keep one, but the client sends none or null: %j',
    (json) => {
      const { status, json: created } = createWorld({ profile: { 'create.id': 'keep' } }).ask(
        'POST /users',
        { json },
      );
      expect([status, created]).toEqual([201, { id: 6, ...fay }]);
    },
  );

  it('ignores or refuses null as it does any other id', () => {
    const asked = (rule: 'ignore' | 'refuse'): number =>
      createWorld({ profile: { 'create.id': rule } }).ask('POST /users', {
        json: { ...fay, id: null },
      }).status;
    expect([asked('ignore'), asked('refuse')]).toEqual([201, 422]);
  });

  it('is absolute under the host that was asked, and relative if there was none', () => {
    const world = createWorld({ profile: { 'create.location': 'absolute' } });
    expect(world.ask('POST /users', { json: fay }).headers['location']).toBe('/users/6');
    expect(
      world.ask('POST /users', { json: fay, headers: { host: '[::1]:3000' } }).headers['location'],
    ).toBe('http://[::1]:3000/users/7');
  });
});

const defaulted: Project = projectWith({
  colour: { type: 'string', default: 'red' },
  part: {
    type: 'object',
    properties: { size: { type: 'number', default: 1 } },
    default: { size: 2 },
  },
  nothing: { default: null },
});

describe('fillDefaults', () => {
  it.each<[Json, Json]>([
    [{}, { id: 1, colour: 'red', part: { size: 2 }, nothing: null }],
    [{ colour: 'blue' }, { id: 1, colour: 'blue', part: { size: 2 }, nothing: null }],
    [
      { part: {}, nothing: 0 },
      { id: 1, part: {}, nothing: 0, colour: 'red' },
    ],
  ])('turns %j into the record %j', (json, record) => {
    expect(createWorld({ project: defaulted }).ask('POST /things', { json }).text).toBe(
      JSON.stringify(record),
    );
  });

  it('fills a replacement, so that a repeated PUT has no further effect, but not an update', () => {
    const world = createWorld({ project: { ...defaulted, rows: { things: [{ id: 1 }] } } });
    expect(world.ask('PATCH /things/1', { json: {} }).json).toEqual({ id: 1 });
    expect(world.ask('PUT /things/1', { json: {} }).json).toMatchObject({ id: 1, colour: 'red' });
  });

  it('also fills absent fields of a creation by PUT', () => {
    const world = createWorld({ project: defaulted, profile: { 'replace.missing': 'create' } });
    expect(world.ask('PUT /things/3', { json: {} }).json).toMatchObject({ id: 3, colour: 'red' });
  });
});

describe('findCollision', () => {
  const rows = [
    { id: 1, mail: 'a', tag: { x: 1 } },
    { id: 2, mail: 'b' },
  ];
  const unique = projectWith(
    { mail: { 'x-unique': true }, tag: { 'x-unique': true }, other: { 'x-unique': false } },
    { rows },
  );

  it.each<[string, Json, number]>([
    ['POST /things', { mail: 'a' }, 409],
    ['POST /things', { mail: 'A' }, 201],
    ['POST /things', { tag: { x: 1 } }, 409],
    ['POST /things', { tag: { x: 1.0 } }, 409],
    ['POST /things', { mail: null }, 201],
    ['POST /things', {}, 201],
    ['PUT /things/1', { mail: 'a' }, 200],
    ['PUT /things/1', { mail: 'b' }, 409],
    ['PATCH /things/2', { mail: 'a' }, 409],
    ['PATCH /things/2', { mail: null }, 200],
    ['PATCH /things/2', { other: 1 }, 200],
  ])('answers %s with %j by %d', (request, json, status) => {
    const world = createWorld({ project: unique });
    const before = stateText(world.state);
    expect(world.ask(request, { json }).status).toBe(status);
    if (status === 409) expect(stateText(world.state)).toBe(before);
  });

  it('names the record that has the value', () => {
    const { json, ruling } = createWorld({ project: unique }).ask('POST /things', {
      json: { mail: 'b' },
    });
    expect(json).toEqual({
      type: '/__standin/problems/taken',
      title: 'The record conflicts with another',
      status: 409,
      detail: '"mail" must be unique',
      remedy: 'Send another value.',
      errors: [{ pointer: '/mail', detail: 'must be unique, and things/2 has this value' }],
      code: 'taken',
    });
    expect(ruling.situation).toEqual({ value: 'taken', by: 'fields.unique' });
  });

  it('lets a value be used again once no record has it', () => {
    const world = createWorld({ project: unique });
    world.ask('DELETE /things/1');
    expect(world.ask('POST /things', { json: { mail: 'a' } }).status).toBe(201);
    world.ask('PATCH /things/2', { json: { mail: 'c' } });
    expect(world.ask('POST /things', { json: { mail: 'b' } }).status).toBe(201);
    expect(world.ask('POST /things', { json: { mail: 'c' } }).status).toBe(409);
  });

  it('reports that an id to be kept is taken', () => {
    const world = createWorld({ profile: { 'create.id': 'keep' } });
    const { json, ruling } = world.ask('POST /users', { json: { ...fay, id: 1 } });
    expect(json).toMatchObject({
      detail: 'there is a record with the id "1"',
      remedy: 'Use PUT to change it, or another id.',
    });
    expect(ruling.situation).toEqual({ value: 'taken', by: 'create.id' });
  });
});
