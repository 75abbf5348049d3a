// What a contract file may omit, and the envelopes around items and lists.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { defineContracts } from '../../../src/contract/define/define-contracts.ts';
import { findContractFaults } from '../../../src/contract/file/contract-faults.ts';
import { contractSchema } from '../../../src/contract/file/contract-schema.ts';
import { createChecker } from '../../../src/schema/check.ts';
import { type Schema, Schemas } from '../../../src/schema/schema.ts';

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
      'places, and an envelope by name that has its own',
      { envelope: 'hal' },
      ['/item/at', '/list/at'].map((place) => [
        place,
        'the envelope "hal" has its own places',
        'Leave it out, or leave "envelope" out.',
      ]),
    ],
    [
      'pages of which nothing says how to ask for one',
      { list: { schema: 'trip-page', at: '/data', pages: { usual: 5 } } },
      [
        [
          '/list/pages',
          'nothing says how clients ask for a page',
          'Name one of "page", "offset", "cursor", "after", "size" and "link".',
        ],
      ],
    ],
    [
      'a place of the next page that the schema does not have',
      { list: { schema: 'trip-page', at: '/data', pages: { link: '/next' } } },
      [
        [
          '/list/pages/link',
          'the schema trip-page.json has nothing at /next',
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

describe('defineContracts, of paths and rows', () => {
  const nested = {
    resource: 'legs',
    path: '/trips/{tripId}/legs',
    source: 'the handbook',
    item: 'trip',
    operations: { list: { outcomes: {} } },
  };
  const scopeOf = (change: JsonObject): unknown =>
    defineContracts([{ ...nested, ...change }, wrapped], schemas).contracts[0]?.scope;

  it('finds the parent of a parameter by the path before it, or as it is named', () => {
    expect(scopeOf({})).toEqual([
      { at: ['tripId'], parameter: 'tripId', value: '', parent: 'trips' },
    ]);
    expect(scopeOf({ within: { tripId: 'journeys' } })).toMatchObject([{ parent: 'journeys' }]);
    expect(scopeOf({ path: '/t/{tripId}/legs' })).toMatchObject([{ parent: null }]);
  });

  it('finds the member with the value of a parameter by its letters, or as it is named', () => {
    const elsewhere = { path: '/trips/{ID}/legs', id: 'code' };
    expect(scopeOf(elsewhere)).toMatchObject([{ at: ['id'], value: 0 }]);
    expect(scopeOf({ where: { '/of/trip': '{tripId}' } })).toMatchObject([
      { at: ['of', 'trip'], parameter: 'tripId' },
    ]);
    expect(scopeOf({ path: '/legs', where: { to: 'Oslo' } })).toEqual([
      { at: ['to'], parameter: null, value: 'Oslo', parent: null },
    ]);
  });

  it('takes no id of an item for that of what it is below', () => {
    const below = { path: '/trips/{ID}/legs' };
    expect(scopeOf(below)).toMatchObject([{ at: ['standin-ID'], parent: 'trips' }]);
    expect(scopeOf({ ...below, one: true })).toMatchObject([{ at: ['id'] }]);
  });

  it('finds no parent where the path before has lists below it, or a single item', () => {
    const lists = { ...wrapped, resource: 'of', path: '/trips/{tripId}' };
    const one = { ...wrapped, one: true };
    for (const others of [[wrapped, lists], [one]])
      expect(defineContracts([nested, ...others], schemas).contracts[0]?.scope).toMatchObject([
        { parent: null },
      ]);
  });

  it('hides what only paths and requests have, from every contract that shares the rows', () => {
    const flat = { ...nested, resource: 'all-legs', path: '/legs', rows: 'legs' };
    const { contracts: both } = defineContracts([nested, flat], schemas);
    expect(both.map(({ hidden }) => hidden)).toEqual([['tripId'], ['tripId']]);
    const one = { ...nested, path: '/status', one: true, item: 'plain-trip' };
    expect(defineContracts([one], schemas).contracts[0]?.hidden).toEqual(['id']);
  });

  it('reads how a list is cut into pages', () => {
    const pagingOf = (pages: JsonObject): unknown => {
      const document = { ...wrapped, list: { schema: 'trip-page', at: '/data', pages } };
      return defineContracts([document], schemas).contracts[0]?.operations.list?.paging;
    };
    expect(pagingOf({ page: 'p' })).toEqual({
      by: 'page',
      parameter: 'p',
      first: 1,
      usual: 20,
      most: 1_000,
    });
    expect(pagingOf({ page: 'p', first: 0, size: 's', usual: 5, most: 3 })).toMatchObject({
      first: 0,
      size: 's',
      usual: 5,
      most: 5,
    });
    expect(pagingOf({ offset: 'o', usual: 2 })).toMatchObject({
      by: 'offset',
      parameter: 'o',
      first: 0,
    });
  });

  it('hides the id that items do not show', () => {
    const document = { ...wrapped, id: null };
    const [trips] = defineContracts([document], schemas).contracts;
    expect(trips).toMatchObject({ id: 'standin-id', hidden: ['standin-id'] });
  });

  it('takes a contract of other operations alone', () => {
    const others = [{ method: 'GET', path: '/status', outcomes: { ok: { body: 'plain-trip' } } }];
    const document = { resource: 'status', path: '/status', source: 'x', others };
    expect(faultsOf(document)).toEqual([]);
    const [status] = defineContracts([document], schemas).contracts;
    expect(status).toMatchObject({
      item: 'anything',
      operations: {},
      actions: [{ method: 'GET', path: '/status', summary: 'GET /status', source: 'x' }],
    });
  });
});

describe('findContractFaults, in shapes', () => {
  const get = { method: 'GET', path: '/trips/newest', outcomes: {} };
  it.each<[string, JsonObject, readonly (readonly string[])[]]>([
    [
      'the same parameter twice',
      { path: '/a/{x}/b/{x}/c' },
      [['/path', '{x} is there twice', 'Give each parameter a name of its own.']],
    ],
    [
      'a single item that is listed',
      {
        one: true,
        operations: { list: { outcomes: {} }, create: { body: 'new-trip', outcomes: {} } },
      },
      [
        ['/operations/list', 'a single item has no list', 'Remove "one", or this operation.'],
        ['/operations/create', 'a single item has no create', 'Remove "one", or this operation.'],
      ],
    ],
    [
      'actions under both names',
      { actions: [get], others: [{ ...get, path: '/trips/oldest' }] },
      [
        [
          '/others',
          '"others" is the older name of "actions", and both are there',
          'Keep "actions".',
        ],
      ],
    ],
    [
      'actions under their older name',
      { others: [get, get] },
      [['/others/1', 'GET /trips/newest is there twice', 'Keep one of them.']],
    ],
    [
      'an action twice',
      { actions: [get, get] },
      [['/actions/1', 'GET /trips/newest is there twice', 'Keep one of them.']],
    ],
    [
      'an action that the contract has as an operation',
      { actions: [{ ...get, path: '/trips' }] },
      [['/actions/0', 'GET /trips is the operation "list" already', 'Keep one of them.']],
    ],
    [
      'an action with a schema that is not there',
      { actions: [{ ...get, body: 'newtrip', outcomes: { ok: { status: 404 } } }] },
      [
        ['/actions/0/body', 'there is no schema "newtrip"', 'Did you mean "new-trip"?'],
        [
          '/actions/0/outcomes/ok/status',
          '404 is not a status for the situation ok',
          'Use a status from 200 to 299.',
        ],
      ],
    ],
    [
      'members that an operation beside the items sets',
      { actions: [{ ...get, method: 'POST', sets: { name: 'x' } }] },
      [
        [
          '/actions/0/sets',
          'only an operation below the path of an item sets members, and not by GET',
          'A path below an item begins with "/trips/{id}".',
        ],
      ],
    ],
    [
      'members that an operation sets, and no item has',
      {
        actions: [
          {
            ...get,
            method: 'POST',
            path: '/trips/{id}/go',
            sets: { to: 'Oslo', too: 1, elsewhere: 2 },
            times: ['to', 'too'],
          },
        ],
      },
      [
        ['/actions/0/sets/too', 'an item has no member "too"', 'Did you mean "to"?'],
        [
          '/actions/0/sets/elsewhere',
          'an item has no member "elsewhere"',
          'Its members are id, to.',
        ],
        ['/actions/0/times/1', 'an item has no member "too"', 'Did you mean "to"?'],
      ],
    ],
    [
      'a filter of a member that no item has',
      {
        list: {
          schema: 'trip-page',
          at: '/data',
          filters: { to: 'to', kind: { member: 'knid' }, 'a.b': 'to.town', too: 'too' },
        },
      },
      [
        ['/list/filters/kind', 'an item has no member "knid"', 'Its members are id, to.'],
        ['/list/filters/too', 'an item has no member "too"', 'Did you mean "to"?'],
      ],
    ],
    ['another operation without a source', { source: undefined as never, actions: [get] }, []],
  ])('reports %s', (_, change, expected) => {
    const { source, ...rest } = { ...wrapped, ...change } as JsonObject;
    const document = source === undefined ? rest : { ...rest, source };
    const found = faultsOf(document);
    if (expected.length > 0) expect(found).toEqual(expected);
    else expect(found.map(([at]) => at)).toContain('/actions/0');
  });

  it('asks for something to do, and for the items that it is done to', () => {
    const { operations: _, ...nothing } = wrapped;
    expect(faultsOf(nothing)).toMatchObject([['', '"operations" is missing', expect.any(String)]]);
    const { item: __, ...lost } = wrapped;
    expect(faultsOf(lost)).toMatchObject([['', '"item" is missing', expect.any(String)]]);
  });
});
