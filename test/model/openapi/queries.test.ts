// The parameters of a contract in its OpenAPI document, and what they mean where it is read back.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { defaultProfile } from '../../../src/contract/choices.ts';
import { openApiDocument } from '../../../src/model/openapi/openapi.ts';
import { openApiMock } from '../../support/openapi-mock.ts';
import { projectFrom } from '../../support/users.ts';

const kinds = { type: ['string', 'null'], enum: ['day', 'night', null] };
const trip: JsonObject = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    to: { type: 'string' },
    kind: kinds,
    tags: { type: 'array', items: { type: 'string' } },
    extra: {},
  },
};
const filters: JsonObject = {
  place: 'to',
  kind: { member: 'kind' },
  tag: 'tags',
  extra: { member: 'extra', finds: 'similar' },
  'deep.part': 'extra.part',
};
const { contracts, schemas } = projectFrom(
  [
    {
      resource: 'trips',
      path: '/trips',
      source: 'the plan',
      item: 'trip',
      list: { schema: 'trip-list', filters },
      operations: {
        list: {
          query: { kind: { type: 'string' }, sort: { enum: ['up', 'down'] } },
          outcomes: { ok: { status: 200, body: 'trip-list' } },
        },
        create: { body: 'trip', outcomes: { ok: { status: 201, body: 'trip' } } },
        read: { outcomes: { ok: { status: 200, body: 'trip' } } },
      },
    },
  ],
  { trip, 'trip-list': { type: 'array', items: { $ref: 'trip.json' } } },
  {},
);
const document = openApiDocument({
  contracts,
  schemas,
  choose: (key) => defaultProfile[key],
  server: '/',
  version: '1',
});

describe('openApiDocument, of a list with filters', () => {
  const named = (name: string, schema: JsonObject, filter?: JsonObject): JsonObject => ({
    name,
    in: 'query',
    required: false,
    schema,
    ...(filter === undefined ? {} : { 'x-standin-filter': filter }),
  });

  it('has each parameter, with its schema and the member that it asks for', () => {
    const { get, post } = (document['paths'] as Record<string, Record<string, JsonObject>>)[
      '/trips'
    ] as { get: JsonObject; post: JsonObject };
    expect(get['parameters']).toEqual([
      named('place', { type: 'string' }, { member: 'to', finds: 'equal' }),
      named('kind', { type: 'string' }, { member: 'kind', finds: 'equal' }),
      named('tag', { type: 'string' }, { member: 'tags', finds: 'equal' }),
      named('extra', {}, { member: 'extra', finds: 'similar' }),
      named('deep.part', {}, { member: 'extra.part', finds: 'equal' }),
      named('sort', { enum: ['up', 'down'] }),
    ]);
    expect(post['parameters']).toMatchObject([{ name: 'Idempotency-Key', in: 'header' }]);
  });

  it('is read back with the same filters', () => {
    const mock = openApiMock(document as Json);
    expect(mock.faults).toEqual([]);
    expect(mock.contracts[0]).toMatchObject({
      list: {
        filters: {
          place: { member: 'to', finds: 'equal' },
          kind: { member: 'kind', finds: 'equal' },
          tag: { member: 'tags', finds: 'equal' },
          extra: { member: 'extra', finds: 'similar' },
          'deep.part': { member: 'extra.part', finds: 'equal' },
        },
      },
    });
    for (const tags of [['slow', 'far'], ['fast']]) mock.ask('POST /trips', { to: 'Oslo', tags });
    expect(mock.ask('GET /trips?tag=far&place=Oslo').json).toMatchObject([{ id: 1 }]);
    expect(mock.ask('GET /trips?place=Os').json).toEqual([]);
  });

  it('names the values of a member that may be null', () => {
    const { parameters: _, ...list } = contracts[0]?.operations.list ?? { outcomes: {} };
    const contract = { ...contracts[0], operations: { list } } as never;
    const { paths } = openApiDocument({
      contracts: [contract],
      schemas,
      choose: (key) => defaultProfile[key],
      server: '/',
      version: '1',
    }) as { paths: Record<string, { get: { parameters: JsonObject[] } }> };
    expect(paths['/trips']?.get.parameters[1]?.['schema']).toEqual({
      type: 'string',
      enum: ['day', 'night'],
    });
  });
});
