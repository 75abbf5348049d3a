// Items below others, rows that several paths share, and single items: what the mock answers.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { clinic } from '../../support/clinic.ts';
import { createWorld } from '../../support/users.ts';

const tom = { id: 1, name: 'Tom', kind: 'cat', owner_id: 1 };
const rex = { id: 2, name: 'Rex', kind: 'dog', owner_id: 1 };
const bo = { id: 3, name: 'Bo', kind: 'dog', owner_id: 2 };

function ask(world: ReturnType<typeof createWorld>, request: string, json?: JsonObject): unknown {
  const { status, json: answer } = world.ask(request, json === undefined ? {} : { json });
  return status < 300 ? answer : status;
}

describe('a mock of items below others', () => {
  it('shows the rows of each parent, and the same rows in the flat list', () => {
    const world = createWorld({ project: clinic });
    expect(ask(world, 'GET /owners/1/pets')).toEqual([tom, rex]);
    expect(ask(world, 'GET /owners/2/pets')).toEqual([bo]);
    expect(ask(world, 'GET /pets')).toEqual([tom, rex, bo]);
    expect(ask(world, 'GET /owners/1/pets/2')).toEqual(rex);
    expect(ask(world, 'GET /owners/2/pets/2')).toBe(404);
  });

  it('writes through each path, and shows it on the others', () => {
    const world = createWorld({ project: clinic });
    const created = world.ask('POST /owners/2/pets', { json: { name: 'Ivo' } });
    expect(created.json).toEqual({ id: 4, name: 'Ivo', owner_id: 2 });
    expect(created.headers['location']).toBe('/owners/2/pets/4');
    expect(ask(world, 'GET /pets/4')).toEqual({ id: 4, name: 'Ivo', owner_id: 2 });
    expect(ask(world, 'PUT /pets/4', { name: 'Iva', kind: 'dog' })).toMatchObject({ name: 'Iva' });
    expect(ask(world, 'PUT /owners/1/pets/4', { name: 'No' })).toBe(404);
    expect(ask(world, 'PUT /owners/1/pets/1', { name: 'Tim' })).toEqual({
      id: 1,
      name: 'Tim',
      owner_id: 1,
    });
    expect(ask(world, 'DELETE /owners/2/pets/3')).toBe(null);
    expect((ask(world, 'GET /pets') as JsonObject[]).map(({ id }) => id)).toEqual([1, 2, 4]);
    expect(ask(world, 'GET /owners/2/pets')).toEqual([]);
  });

  it('keeps the values of the path beside the row if an item has no member for them', () => {
    const world = createWorld({ project: clinic });
    expect(ask(world, 'GET /owners/1/pets/2/visits')).toEqual([{ id: 1, reason: 'cough' }]);
    expect(ask(world, 'GET /owners/1/pets/1/visits')).toEqual([]);
    expect(ask(world, 'POST /owners/1/pets/1/visits', { reason: 'limp' })).toEqual({
      id: 2,
      reason: 'limp',
    });
    expect(ask(world, 'GET /owners/1/pets/1/visits/2')).toEqual({ id: 2, reason: 'limp' });
    expect(ask(world, 'GET /owners/1/pets/2/visits/2')).toBe(404);
    expect(ask(world, 'PUT /owners/1/pets/1/visits/2', { reason: 'well' })).toEqual({
      id: 2,
      reason: 'well',
    });
    expect(ask(world, 'GET /owners/1/pets/1/visits')).toEqual([{ id: 2, reason: 'well' }]);
  });

  it('refuses everything below a parent that is not there', () => {
    const world = createWorld({ project: clinic });
    for (const request of [
      'GET /owners/9/pets',
      'GET /owners/9/pets/1',
      'POST /owners/9/pets',
      'DELETE /owners/9/pets/1',
      'GET /owners/1/pets/9/visits',
      'GET /owners/x/pets',
    ]) {
      const { status, json } = world.ask(
        request,
        request[0] === 'P' ? { json: { name: 'A' } } : {},
      );
      expect([request, status]).toEqual([request, 404]);
      expect((json as JsonObject)['detail']).toMatch(/^there is no (owners|pets)\//);
    }
  });

  it('removes what is below an item with it, at any depth', () => {
    const world = createWorld({ project: clinic });
    expect(ask(world, 'DELETE /owners/1')).toBe(null);
    expect(ask(world, 'GET /pets')).toEqual([bo]);
    expect(world.state.collection('visits').size).toBe(0);
  });

  it('prefers a literal path to an item', () => {
    const world = createWorld({ project: clinic });
    expect(ask(world, 'GET /pets/dogs')).toEqual([rex, bo]);
    ask(world, 'PUT /pets/1', { name: 'Tom', kind: 'dog' });
    expect((ask(world, 'GET /pets/dogs') as JsonObject[]).map(({ id }) => id)).toEqual([1, 2, 3]);
    ask(world, 'DELETE /pets/2');
    expect((ask(world, 'GET /pets/dogs') as JsonObject[]).map(({ id }) => id)).toEqual([1, 3]);
  });

  it('has one item at the path itself, for each parent', () => {
    const world = createWorld({ project: clinic });
    expect(ask(world, 'GET /owners/1/card')).toBe(404);
    expect(ask(world, 'PUT /owners/1/card', { number: 'A7' })).toEqual({ number: 'A7' });
    expect(ask(world, 'GET /owners/1/card')).toEqual({ number: 'A7' });
    expect(ask(world, 'GET /owners/2/card')).toBe(404);
    expect(ask(world, 'POST /owners/1/card', {})).toBe(405);
    expect(ask(world, 'DELETE /owners/1/card')).toBe(null);
    expect(ask(world, 'GET /owners/1/card')).toBe(404);
  });

  it('tells a fork nothing', () => {
    const world = createWorld({ project: clinic });
    ask(world, 'GET /owners/1/pets');
    const fork = createWorld({ project: clinic, state: world.state.fork() });
    ask(fork, 'POST /owners/1/pets', { name: 'Zoe' });
    expect((ask(fork, 'GET /owners/1/pets') as unknown[]).length).toBe(3);
    expect((ask(world, 'GET /owners/1/pets') as unknown[]).length).toBe(2);
  });
});
