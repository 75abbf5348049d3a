// Members that the service makes: the mock makes them at creation, keeps them, and takes none from
// clients.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { readContract } from '../../support/read-contract.ts';
import { createWorld, projectOf, type World } from '../../support/users.ts';

const source = 'here';
const ok = { ok: { source } };
const readOnly = true;
const item: JsonObject = {
  type: 'object',
  required: ['id', 'title', 'createdAt'],
  properties: {
    id: { type: 'integer', readOnly },
    title: { type: 'string' },
    createdAt: { type: 'string', format: 'date-time', readOnly },
    updatedAt: { type: 'string', format: 'date-time', readOnly },
    day: { type: 'string', format: 'date', readOnly },
    url: { type: 'string', format: 'uri', readOnly },
    href: { type: 'string', readOnly },
    slug: { type: 'string', readOnly },
    key: { type: 'string', format: 'uuid', readOnly },
    version: { type: 'integer', readOnly },
    seenTime: { type: 'integer', readOnly },
    born: { type: 'integer', format: 'date-time', readOnly },
    rank: { type: 'integer', minimum: 3, maximum: 9, readOnly },
    balance: { type: 'number', readOnly },
    ticket: { type: 'integer', 'x-unique': true, readOnly },
  },
};
const contract = readContract({
  resource: 'notes',
  path: '/notes',
  item: 'note',
  list: 'notes',
  operations: {
    list: { summary: 'List', source, outcomes: ok },
    create: { summary: 'Create', source, body: 'note', outcomes: ok },
    read: { summary: 'Read', source, outcomes: ok },
    replace: { summary: 'Replace', source, body: 'note', outcomes: ok },
    update: { summary: 'Change', source, body: 'note', outcomes: ok },
    remove: { summary: 'Remove', source, outcomes: ok },
  },
});
const schemas = { note: item, notes: { type: 'array', items: { $ref: 'note.json' } } };
const START = Date.UTC(2026, 0, 2, 3, 4, 5);

function world(): World & { later(): void } {
  let ms = START;
  const made = createWorld({
    project: projectOf([contract], schemas),
    draw: { time: () => ({ ms, iso: new Date(ms).toISOString() }) },
    profile: { 'replace.body': 'record', 'update.body': 'record' },
  });
  return {
    ...made,
    later() {
      ms += 60_000;
    },
  };
}

const CREATED = {
  title: 'Über  all',
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
  day: '2026-01-02',
  url: 'http://notes.example/notes/1',
  href: '/notes/1',
  slug: 'uber-all',
  version: 1,
  seenTime: START / 1_000,
  born: START / 1_000,
  balance: 0,
};
const HOST = { host: 'notes.example' };

describe('members that the service makes', () => {
  it('are made at a creation, though the schema of its body requires them', () => {
    const { status, json } = world().ask('POST /notes', {
      json: { title: 'Über  all' },
      headers: HOST,
    });
    expect(status).toBe(201);
    expect(json).toMatchObject(CREATED);
    const { key, rank, ticket } = json as { key: string; rank: number; ticket: number };
    expect(ticket).not.toBe(0);
    expect(key).toMatch(/^[0-9a-f-]{36}$/);
    expect(rank >= 3 && rank <= 9).toBe(true);
  });

  it.each([
    ['PUT', { title: 'New' }],
    ['PATCH', { title: 'New' }],
  ])('stay at a %s, except for the time of the change and the version', (method, json) => {
    const { ask, later } = world();
    const { json: before } = ask('POST /notes', { json: { title: 'Über  all' }, headers: HOST });
    later();
    const { json: after } = ask(`${method} /notes/1`, { json, headers: HOST });
    expect(after).toEqual({
      ...(before as JsonObject),
      title: 'New',
      updatedAt: '2026-01-02T03:05:05.000Z',
      version: 2,
    });
  });

  it('are not taken from clients', () => {
    const { ask } = world();
    const sent = { title: 'a', createdAt: '1999-01-01T00:00:00Z', version: 9 };
    expect(ask('POST /notes', { json: sent }).json).toMatchObject({
      createdAt: CREATED.createdAt,
      version: 1,
    });
    expect(ask('PUT /notes/1', { json: sent }).json).toMatchObject({
      createdAt: CREATED.createdAt,
      version: 2,
    });
  });

  it('are not made by a judge, who has no clock', () => {
    const judge = createWorld({ project: projectOf([contract], schemas) });
    const ruling = judge.rule('POST /notes', { json: { title: 'a' } });
    expect(ruling.situation.value).toBe('invalid');
  });

  it.each<[string, JsonObject, unknown]>([
    ['createdMs', { type: 'integer' }, expect.any(Number)],
    ['seenAt', { type: 'string' }, '2026-01-02T03:04:05.000Z'],
    ['bornDate', { type: 'string', format: 'date' }, '2026-01-02'],
    ['codeAt', { type: 'string', pattern: '^[a-z]{3}$' }, expect.stringMatching(/^[a-z]{3}$/)],
    ['timeMs', { type: 'integer' }, expect.any(Number)],
    ['flag', { type: 'boolean', default: true }, true],
    ['slug', { type: 'string' }, expect.any(String)],
    ['self', { type: 'string', format: 'uri' }, 'http://localhost/things/1'],
    ['link', { type: 'string', format: 'uri-reference' }, '/things/1'],
    ['revision', { type: 'string' }, expect.any(String)],
    ['loginTimestamp', { type: 'number' }, START / 1_000],
  ])('are made by their names and schemas: %s', (member, schema, value) => {
    const thing = {
      type: 'object',
      required: ['id', member],
      properties: { id: { type: 'integer' }, note: { type: 'string' }, [member]: schema },
    };
    const things = readContract({
      resource: 'things',
      path: '/things',
      item: 'thing',
      list: 'things',
      operations: {
        list: { summary: 'List', source, outcomes: ok },
        create: { summary: 'Create', source, body: 'thing-create', outcomes: ok },
        read: { summary: 'Read', source, outcomes: ok },
        replace: { summary: 'Replace', source, body: 'thing-create', outcomes: ok },
      },
    });
    const body = { type: 'object', properties: { note: { type: 'string' } } };
    const { ask } = createWorld({
      project: projectOf([things], {
        thing,
        things: { type: 'array', items: { $ref: 'thing.json' } },
        'thing-create': body,
      }),
      draw: { time: () => ({ ms: START, iso: new Date(START).toISOString() }) },
    });
    const { status, json } = ask('POST /things', { json: {} });
    expect(status).toBe(201);
    expect((json as JsonObject)[member]).toEqual(value);
    ask('PUT /things/1', { json: { note: 'changed' } });
    expect((ask('GET /things/1').json as JsonObject)[member]).toEqual((json as JsonObject)[member]);
  });
});
