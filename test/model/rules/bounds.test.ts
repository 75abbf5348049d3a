// What a hostile body, patch or contract must not be able to do: hold the process, grow without
// end, or overrule another decision.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { jsonPatch, PATCH_COPIES_MAX } from '../../../src/base/patch.ts';
import { Schemas } from '../../../src/schema/schema.ts';
import { findUnknownMembers, withoutMembers } from '../../../src/schema/unknown-members.ts';
import {
  createWorld,
  type Project,
  projectOf,
  usersContract,
  usersProject,
} from '../../support/users.ts';

/** The users project with other schemas in the place of some. */
function usersBy(schemas: Readonly<Record<string, JsonObject>>): Project {
  const { schemas: known, rows } = usersProject;
  const all = Object.fromEntries(
    known.names().map((name) => [name, known.get(name) as JsonObject]),
  );
  return projectOf([usersContract], { ...all, ...schemas }, rows);
}

describe('withoutMembers', () => {
  it('removes any number of members in one pass', () => {
    const value: JsonObject = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`x${index}`, index]),
    );
    const schemas = new Schemas(new Map([['s', { properties: { known: {} } }]]));
    expect(withoutMembers(value, findUnknownMembers(schemas, 's', value))).toEqual({});
  });
});

describe('findUnknown', () => {
  it('reads a schema that refers to itself at any depth of a value', () => {
    const node = {
      type: 'object',
      properties: { left: { $ref: 'node.json' }, right: { $ref: 'node.json' } },
    };
    const schemas = new Schemas(new Map([['node', node]]));
    let value: JsonObject = { lefft: 1 };
    for (let depth = 0; depth < 200; depth++)
      value = { [depth % 2 === 0 ? 'left' : 'right']: value };
    const [found, ...more] = findUnknownMembers(schemas, 'node', value);
    expect([found?.steps.length, found?.near, more.length]).toEqual([201, 'left', 0]);
  });
});

describe('jsonPatch', () => {
  it('refuses a patch that would copy too much, and changes nothing', () => {
    const target: JsonObject = Object.fromEntries(
      Array.from({ length: 60_000 }, (_, index) => [`k${index}`, index]),
    );
    const patch = Array.from(
      { length: 100 },
      (): Json => ({ op: 'replace', path: '/k1', value: 1 }),
    );
    const at = Math.floor(PATCH_COPIES_MAX / 60_000);
    expect(jsonPatch(target, patch)).toMatchObject({ kind: 'failed', at });
  });
});

describe('jsonPatch, copying', () => {
  it('limits copies, so that a small patch cannot block the process', () => {
    const target: JsonObject = { x: Array.from({ length: 50_000 }, (_, index) => index) };
    const patch = Array.from(
      { length: 1000 },
      (): Json => ({ op: 'copy', from: '/x', path: '/y' }),
    );
    expect(jsonPatch(target, patch)).toMatchObject({ kind: 'failed', at: 19 });
  });
});

describe('rule', () => {
  const ada = { name: 'Ada', email: 'ada@example.com' };

  it('lets no record grow beyond the largest body, by a merging PUT or by PATCH', () => {
    const world = createWorld({
      profile: { 'replace.mode': 'merge', 'fields.unknown': 'keep', 'limit.body': 65_536 },
    });
    const statuses = ['a', 'b', 'c'].map(
      (key) => world.ask('PUT /users/1', { json: { ...ada, [key]: 'x'.repeat(30_000) } }).status,
    );
    expect(statuses).toEqual([200, 200, 422]);
  });

  it('leaves the id to its own choice, also if the schema of the request does not name it', () => {
    const create = {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string' }, email: { type: 'string' } },
    };
    const project = usersBy({ 'user-create': create, 'user-update': create });
    const post = (profile: object) =>
      createWorld({ project, profile }).ask('POST /users', { json: { ...ada, id: 70 } });
    expect(post({ 'create.id': 'ignore', 'fields.unknown': 'refuse' }).status).toBe(201);
    expect(post({ 'create.id': 'keep', 'fields.unknown': 'drop' }).json).toMatchObject({ id: 70 });
  });

  it('refuses a record that a full list has no room for', () => {
    const project = usersBy({
      users: { type: 'array', items: { $ref: 'user.json' }, maxItems: 5 },
    });
    const world = createWorld({ project });
    const refused = world.ask('POST /users', { json: ada });
    expect([refused.status, refused.ruling.situation]).toEqual([
      409,
      { value: 'taken', by: 'contract' },
    ]);
    world.ask('DELETE /users/1');
  });

  it('treats Accept without problem details like one that accepts JSON', () => {
    const status = (accept: string): number =>
      createWorld().ask('GET /users', { headers: { accept } }).status;
    expect(status('*/*, application/problem+json;q=0')).toBe(200);
    expect(status('application/problem+json;q=0')).toBe(406);
  });
});
