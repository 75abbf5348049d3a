// What a contract file may omit, and the envelopes around items and lists.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { defineContracts } from '../../src/contract/define-contracts.ts';
import { contractSchema, findContractFaults } from '../../src/contract/read-contract.ts';
import { createChecker } from '../../src/schema/check.ts';
import { type Schema, Schemas } from '../../src/schema/schema.ts';

const schemas = new Schemas(
  new Map<string, Schema>([
    ['trip', { type: 'object', properties: { id: { type: 'integer' }, to: { type: 'string' } } }],
    ['trip-body', { type: 'object', properties: { trip: { $ref: 'trip.json' } } }],
    [
      'trip-page',
      {
        type: 'object',
        properties: {
          data: { type: 'array', items: { $ref: 'trip.json' } },
          meta: { type: 'object', properties: { total: { type: 'integer' } } },
        },
      },
    ],
    [
      'new-trip',
      { type: 'object', properties: { trip: { type: 'object', properties: { to: {} } } } },
    ],
    ['plain-trip', { type: 'object', properties: { to: { type: 'string' } } }],
  ]),
);

const wrapped: JsonObject = {
  resource: 'trips',
  path: '/trips',
  source: 'the handbook',
  item: { schema: 'trip-body', at: '/trip' },
  list: { schema: 'trip-page', at: '/data', total: '/meta/total' },
  operations: {
    list: { outcomes: { ok: { status: 200, body: 'trip-page' } } },
    create: { body: 'new-trip', outcomes: { ok: { status: 201, body: 'trip-body' } } },
    read: { outcomes: { ok: { body: 'trip-body', source: 'page 7' } } },
    replace: { body: 'plain-trip', outcomes: { ok: { body: 'trip' } } },
    remove: { outcomes: { ok: { status: 204, body: null } } },
  },
};

const form = createChecker(new Schemas(new Map([['contract', contractSchema]])));

function faultsOf(document: Json): readonly (readonly string[])[] {
  const faults = findContractFaults(document, 'trips.json', schemas, (value) =>
    form.check('contract', value),
  );
  return faults.map(({ at, message, remedy }) => [at, message, remedy]);
}

describe('defineContracts', () => {
  const { contracts, schemas: all } = defineContracts([wrapped], schemas);
  const [contract] = contracts;

  it('takes items and lists out of their envelopes, and names what has no name', () => {
    expect(faultsOf(wrapped)).toEqual([]);
    expect(contract).toMatchObject({ item: 'trip', list: 'trip-page.data' });
    expect(all.get('trip-page.data')).toEqual({ type: 'array', items: { $ref: 'trip.json' } });
    expect(all.listIncludes('trip-page.data', 'trip')).toBe(true);
  });

  it('knows for each operation which body is in an envelope', () => {
    const { list, create, read, replace, remove } = contract?.operations ?? {};
    const around = { schema: 'trip-body', at: ['trip'] };
    expect(list?.envelope).toEqual({ schema: 'trip-page', at: ['data'], total: ['meta', 'total'] });
    expect(list?.outcomes.ok?.body).toBe('trip-page.data');
    expect([create?.envelope, read?.envelope]).toEqual([around, around]);
    expect(create?.outcomes.ok?.body).toBe('trip');
    expect([create?.body, create?.bodyEnvelope]).toEqual([
      'new-trip.trip',
      { schema: 'new-trip', at: ['trip'] },
    ]);
    // What names the bare schema is bare.
    expect([replace?.body, replace?.bodyEnvelope, replace?.envelope]).toEqual([
      'plain-trip',
      undefined,
      undefined,
    ]);
    expect(remove?.envelope).toBe(undefined);
  });

  it('fills in sources, summaries and the list', () => {
    const { list: _, ...rest } = wrapped;
    const defined = defineContracts([{ ...rest, operations: { list: { outcomes: {} } } }], schemas);
    expect(defined.contracts[0]?.operations.list).toMatchObject({
      summary: 'GET /trips',
      source: 'the handbook',
    });
    expect(contract?.operations.read?.outcomes.ok?.source).toBe('page 7');
    expect(defined.contracts[0]?.list).toBe('trip.list');
    expect(defined.schemas.get('trip.list')).toEqual({
      type: 'array',
      items: { $ref: 'trip.json' },
    });
  });
});

describe('findContractFaults, in envelopes', () => {
  it.each<[string, JsonObject, readonly (readonly string[])[]]>([
    [
      'a list that is an object',
      { list: 'trip-page' },
      [
        [
          '/list',
          'the schema of the list is an object, not an array of trip-body',
          'Name the place of the array: "list": {"schema": "trip-page", "at": "/data"}.',
        ],
      ],
    ],
    [
      'a place that the schema does not have',
      { list: { schema: 'trip-page', at: '/items' } },
      [
        [
          '/list/at',
          'the schema trip-page.json has nothing at /items',
          'Its members are data, meta.',
        ],
      ],
    ],
    [
      'a total that the schema does not have',
      { list: { schema: 'trip-page', at: '/data', total: '/count' } },
      [
        [
          '/list/total',
          'the schema trip-page.json has nothing at /count',
          'Its members are data, meta.',
        ],
      ],
    ],
    [
      'a schema that is not there',
      { item: { schema: 'trip-boddy', at: '/trip' } },
      [['/item/schema', 'there is no schema "trip-boddy"', 'Did you mean "trip-body"?']],
    ],
    [
      'an item inside an answer, without its place',
      {
        item: 'trip',
        operations: { read: { outcomes: { ok: { body: 'trip-body' } } } },
      },
      [
        [
          '/operations/read/outcomes/ok/body',
          'trip-body.json has the item inside, and the contract does not say so',
          'Name the place of the item: "item": {"schema": "trip-body", "at": "/trip"}.',
        ],
      ],
    ],
  ])('reports %s', (_, change, expected) => {
    expect(faultsOf({ ...wrapped, ...change })).toEqual(expected);
  });
});
