// A list that is limited itself: what would make it longer is refused, whoever would; what leaves
// it as long is not.

import { describe, expect, it } from 'vitest';
import type { Contract } from '../../../src/contract/contract.ts';
import {
  createWorld,
  type Project,
  projectOf,
  projectWith,
  type World,
} from '../../support/users.ts';

const contract = projectWith({}).contracts[0] as Contract;
const thing = { type: 'object', properties: { id: { type: 'number' }, name: { type: 'string' } } };
const limited: Project = projectOf(
  [contract],
  {
    thing,
    things: { type: 'array', maxItems: 2, items: { $ref: 'thing.json' } },
    'thing-create': thing,
  },
  { things: [{ id: 1, name: 'a' }] },
);

function worldOf(): World {
  return createWorld({ project: limited, profile: { 'replace.missing': 'create' } });
}

describe('findOverflow', () => {
  it.each(['POST /things', 'PUT /things/9'])('lets %s fill a list, and refuses more', (request) => {
    const world = worldOf();
    expect(world.ask(request, { json: { name: 'b' } }).status).toBe(201);
    const full = world.ask(request === 'POST /things' ? request : 'PUT /things/10', {
      json: { name: 'c' },
    });
    expect(full.ruling.situation).toEqual({ value: 'taken', by: 'contract' });
    expect(full.json).toMatchObject({
      detail: 'the list would be invalid: it must have at most 2 items',
      remedy: 'Remove a record first.',
    });
    expect(world.state.collection('things').size).toBe(2);
  });

  it('lets a list that has too few items grow up to its end', () => {
    const items = { $ref: 'thing.json' };
    const things = { type: 'array', minItems: 2, maxItems: 3, items };
    const project = projectOf([contract], { thing, things, 'thing-create': thing }, { things: [] });
    const world = createWorld({ project });
    const add = (name: string): number => world.ask('POST /things', { json: { name } }).status;
    expect(['a', 'b', 'c', 'd'].map(add)).toEqual([201, 201, 201, 409]);
  });

  it('lets clients change a full list, and fill it again after a removal', () => {
    const world = worldOf();
    world.ask('POST /things', { json: { name: 'b' } });
    expect(world.ask('PUT /things/1', { json: { name: 'c' } }).status).toBe(200);
    expect(world.ask('PATCH /things/1', { json: { name: 'd' } }).status).toBe(200);
    world.ask('DELETE /things/1');
    expect(world.ask('POST /things', { json: { name: 'e' } }).status).toBe(201);
  });
});
