// Items and lists in envelopes: what the mock takes and answers, by three interfaces.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { createWorld, projectFrom } from '../../support/users.ts';

const trip: JsonObject = {
  type: 'object',
  required: ['id', 'to', 'stops'],
  properties: {
    id: { type: 'integer' },
    to: { type: 'string', minLength: 2 },
    stops: { type: 'array', items: { type: 'string' } },
  },
};
const wrappedTrip: JsonObject = {
  type: 'object',
  required: ['trip'],
  properties: { trip: { $ref: 'trip.json' } },
};
const newTrip: JsonObject = {
  type: 'object',
  required: ['trip'],
  properties: {
    trip: {
      type: 'object',
      required: ['to'],
      properties: { to: { type: 'string', minLength: 2 } },
    },
  },
};

const trips = projectFrom(
  [
    {
      resource: 'trips',
      path: '/trips',
      source: 'the handbook',
      item: { schema: 'trip-body', at: '/trip' },
      list: { schema: 'trip-page', at: '/data/trips' },
      operations: {
        list: { outcomes: { ok: { status: 200, body: 'trip-page' } } },
        create: { body: 'new-trip', outcomes: { ok: { status: 201, body: 'trip-body' } } },
        read: { outcomes: { ok: { status: 200, body: 'trip-body' } } },
        update: { body: 'new-trip', outcomes: { ok: { status: 200, body: 'trip-body' } } },
        replace: { body: 'new-trip', outcomes: { ok: { status: 200, body: 'trip' } } },
        remove: { outcomes: {} },
      },
    },
  ],
  {
    trip,
    'trip-body': wrappedTrip,
    'new-trip': newTrip,
    'trip-page': {
      type: 'object',
      required: ['data', 'next', 'has_more', 'version'],
      properties: {
        data: {
          type: 'object',
          properties: { trips: { type: 'array', items: { $ref: 'trip.json' } } },
        },
        meta: {
          type: 'object',
          properties: { total_count: { type: 'integer' }, page: { type: 'integer' } },
        },
        next: { type: ['string', 'null'] },
        has_more: { type: 'boolean' },
        version: { const: 'v2' },
      },
    },
  },
  { trips: [{ id: 1, to: 'Oslo', stops: [] }] },
);

describe('a mock whose contract has envelopes', () => {
  it('answers a list in its envelope, with the counts and no further page', () => {
    const world = createWorld({ project: trips });
    expect(world.ask('GET /trips').json).toEqual({
      data: { trips: [{ id: 1, to: 'Oslo', stops: [] }] },
      meta: { total_count: 1, page: 1 },
      next: null,
      has_more: false,
      version: 'v2',
    });
  });

  it('takes an item out of its envelope, and answers with one', () => {
    const world = createWorld({ project: trips });
    const created = world.ask('POST /trips', { json: { trip: { to: 'Rome' } } });
    // A member that every item has, and no creation needs, begins empty.
    const item = { id: 2, to: 'Rome', stops: [] };
    expect([created.status, created.json]).toEqual([201, { trip: item }]);
    expect(world.ask('GET /trips/2').json).toEqual({ trip: item });
    const patch = { json: { trip: { to: 'Bari' } } };
    expect(world.ask('PATCH /trips/2', patch).json).toEqual({ trip: { ...item, to: 'Bari' } });
    // The contract shows this answer without an envelope.
    const put = world.ask('PUT /trips/2', { json: { trip: { to: 'Kyiv' } } });
    expect(put.json).toMatchObject({ id: 2, to: 'Kyiv' });
  });

  it('tells the item inside the envelope of an answer with a schema of its own', () => {
    const badge = (members: JsonObject, required: readonly string[]): JsonObject => ({
      type: 'object',
      required: ['data'],
      properties: {
        data: {
          type: 'object',
          required: [...required],
          properties: {
            id: { type: 'string', examples: ['another'] },
            kind: { const: 'badge' },
            name: { type: 'string', examples: ['Example'] },
            ...members,
          },
        },
      },
    });
    // A part whose members have the names of those of the item, and other values.
    const group = {
      type: 'object',
      required: ['id', 'kind'],
      properties: { id: { type: 'string' }, kind: { const: 'group' } },
    };
    const outcome = (status: number, body: string): JsonObject => ({
      outcomes: { ok: { status, body } },
    });
    const project = projectFrom(
      [
        {
          resource: 'badges',
          path: '/badges',
          source: 'the handbook',
          item: { schema: 'badge', at: '/data' },
          operations: {
            create: { body: 'new-badge', ...outcome(201, 'made-badge') },
            read: outcome(200, 'read-badge'),
          },
        },
      ],
      {
        badge: badge({}, ['id', 'kind']),
        'new-badge': badge({}, ['kind']),
        'made-badge': badge({ group }, ['id', 'kind', 'group']),
        'read-badge': badge({ group }, ['kind', 'group']),
      },
    );
    const world = createWorld({ project });
    const made = world.ask('POST /badges', { json: { data: { kind: 'badge', name: 'Gold' } } });
    const { id } = (made.json as { data: JsonObject })['data'];
    const shown = { data: { id, kind: 'badge', name: 'Gold', group: { kind: 'group' } } };
    expect(id).not.toBe('another');
    expect(made.json).toMatchObject(shown);
    expect(world.ask(`GET /badges/${String(id)}`).json).toMatchObject(shown);
  });

  it.each<[string, JsonObject, string, string]>([
    ['without its envelope', { to: 'Rome' }, '/trip', 'is missing'],
    ['without a member', { trip: {} }, '/trip', '"to" is missing'],
    ['with a wrong member', { trip: { to: 7 } }, '/trip/to', 'must be a string, is a number'],
  ])('refuses a body %s, with the place on the wire', (_, json, pointer, detail) => {
    const world = createWorld({ project: trips });
    for (const request of ['POST /trips', 'PATCH /trips/1', 'PUT /trips/1']) {
      if (request.startsWith('PATCH') && detail.startsWith('"to"')) continue;
      const { status, json: answer } = world.ask(request, { json });
      expect([request, status, (answer as JsonObject)['errors']]).toEqual([
        request,
        422,
        [{ pointer, detail }],
      ]);
    }
  });
});
