// Alternatives of a document that overlap, as most do: nothing says which members each must have.

import { describe, expect, it } from 'vitest';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

describe('contractsOfOpenApi, of alternatives that overlap', () => {
  const { ask, faults } = openApiMock({
    openapi: '3.0.3',
    paths: {
      '/trips': {
        get: operation(200, listOf(ref('Trip'))),
        post: operation(201, ref('Trip'), ref('NewTrip')),
      },
      '/trips/{id}': { get: operation(200, ref('Trip')) },
    },
    components: {
      schemas: {
        Fare: { oneOf: [things('price'), things('price', 'rebate')] },
        NewTrip: { type: 'object', properties: { fare: ref('Fare') }, required: ['fare'] },
        Trip: {
          type: 'object',
          properties: { id: { type: 'integer' }, fare: ref('Fare') },
          required: ['id', 'fare'],
        },
      },
    },
  });

  it('takes and shows what fits several of them', () => {
    expect(faults).toEqual([]);
    const made = ask('POST /trips', { fare: { price: '3' } });
    expect(made).toEqual({ status: 201, json: { id: 1, fare: { price: '3' } } });
    expect(ask('GET /trips/1').json).toEqual(made.json);
  });

  it('refuses what fits none', () => {
    expect(ask('POST /trips', { fare: { price: 3 } }).status).toBe(422);
    expect(ask('POST /trips', { fare: 'free' }).status).toBe(422);
  });
});
