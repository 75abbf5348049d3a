// Items that one read shows, and that nothing lists, makes or changes.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const object = (...names: string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});
const at = (name: string, schema: string): JsonObject => ({
  parameters: [{ name, in: 'path', required: true, schema: { type: 'string' } }],
  get: operation(200, ref(schema)),
});
const mockOf = (paths: JsonObject, schemas: JsonObject) =>
  openApiMock({ openapi: '3.0.3', paths, components: { schemas } });

describe('a single item that is only read', () => {
  it.each([
    ['/wallet', 'Wallet', things('id', 'balance', 'currency')],
    ['/rider/plan', 'Plan', things('id', 'name')],
  ])('is one row at %s, which rows can seed', (path, name, schema) => {
    const { taken, ask, rows, faults, why } = mockOf(
      {
        [path]: {
          get: { ...(operation(200, ref(name)) as JsonObject), summary: `Get the ${name}` },
        },
      },
      { [name]: schema },
    );
    expect(faults).toEqual([]);
    const resource = path.split('/').at(-1) ?? '';
    expect(taken[`GET ${path}`]).toBe(`singleton of ${resource}`);
    expect(why[`GET ${path}`]).toMatch(
      /^most operations like it read an item \(.*\): it is about what there is one of at \//,
    );
    expect(rows).toEqual({ [resource]: [ask(`GET ${path}`).json] });
  });

  it.each([
    ['/health', 'HealthResponse'],
    ['/auth/token', 'TokenResponse'],
    ['/city/weather', 'Weather'],
    ['/trips/summary', 'Summary'],
    ['/upload/presign', 'PresignResponse'],
    ['/user/availability', 'Availability'],
    ['/orders/total', 'Total'],
  ])('is none at %s, which computes, asks or tells of the server', (path, name) => {
    const { taken } = mockOf(
      { [path]: { get: operation(200, ref(name)) } },
      { [name]: object('first', 'second') },
    );
    expect(taken[`GET ${path}`]).toBe('action');
  });

  it('is none where a query asks for one of several', () => {
    const get = { ...(operation(200, ref('Plan')) as JsonObject), parameters: [query('day')] };
    expect(mockOf({ '/plan': { get } }, { Plan: things('name') }).taken['GET /plan']).toBe(
      'action',
    );
  });
});

describe('an item that is only read by its key', () => {
  const { taken, ask, faults, why } = mockOf(
    { '/profile/{username}': at('username', 'Profile') },
    { Profile: { ...object('username', 'bio'), required: ['username', 'bio'] } },
  );

  it('is a read, and a sample with any key', () => {
    expect(faults).toEqual([]);
    expect(taken['GET /profile/{username}']).toBe('read of profile');
    expect(why['GET /profile/{username}']).toContain('a sample where no row is');
    expect(ask('GET /profile/ida')).toMatchObject({ status: 200, json: { username: 'ida' } });
    expect(ask('GET /profile/ida').json).toEqual(ask('GET /profile/ida').json);
  });

  it('is called as a step above it, or has the id', () => {
    const paths = {
      '/location/user/{userId}': at('userId', 'LocationData'),
      '/games/{gameId}': at('gameId', 'State'),
      '/rates/{currency}': at('currency', 'Rate'),
      '/invoices/expire/{code}': at('code', 'Receipt'),
    };
    const schemas = {
      ...{ LocationData: object('latitude', 'longitude'), State: things('id', 'round') },
      ...{ Rate: object('currency', 'rate'), Receipt: object('message') },
    };
    const { taken: all } = mockOf(paths, schemas);
    expect(Object.values(all)).toEqual([
      'read of user',
      'read of games',
      'read of rates',
      'action',
    ]);
  });

  it('is a row of a list where that shows it', () => {
    const paths = {
      '/games': { get: operation(200, listOf(ref('Game'))) },
      '/games/{id}': at('id', 'Game'),
    };
    const { ask: of } = mockOf(paths, { Game: things('name') });
    expect(of('GET /games/none').status).toBe(404);
  });

  it('is a row of what is only listed, though the item has other members', () => {
    const { taken: all, ask: of } = mockOf(
      {
        '/registry': { get: operation(200, listOf(ref('Entry'))) },
        '/registry/{slug}': at('slug', 'RegistryDetail'),
      },
      {
        Entry: { ...object('slug', 'status'), required: ['slug'] },
        RegistryDetail: { ...object('owner', 'proof'), required: ['owner', 'proof'] },
      },
    );
    expect(all).toEqual({
      'GET /registry': 'list of registry',
      'GET /registry/{slug}': 'read of registry',
    });
    const listed = of('GET /registry').json as readonly { readonly slug: string }[];
    expect(listed.length).toBeGreaterThan(0);
    const { status, json } = of(`GET /registry/${listed[0]?.slug}`);
    expect(status).toBe(200);
    expect(Object.keys(json as JsonObject)).toEqual(expect.arrayContaining(['owner', 'proof']));
    expect(of('GET /registry/none').status).toBe(404);
  });

  it('is a sample at any key where what is listed shows no ids', () => {
    const { taken: all, ask: of } = mockOf(
      {
        '/officers': { get: operation(200, listOf(ref('Officers'))) },
        '/officers/{id}': at('id', 'Officer'),
      },
      { Officers: object('count', 'data'), Officer: things('id', 'name') },
    );
    expect(all['GET /officers/{id}']).toBe('read of officers');
    expect((of('GET /officers').json as readonly unknown[]).length).toBeGreaterThan(0);
    expect(of('GET /officers/7')).toMatchObject({
      status: 200,
      json: { name: expect.any(String) },
    });
  });
});

function query(name: string): JsonObject {
  return { name, in: 'query', required: true, schema: { type: 'string' } };
}
