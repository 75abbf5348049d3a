// The data provider of react-admin for json-server, unchanged, in front of Standin with the preset
// json-server.

import createProvider from 'ra-data-json-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Side, startPreset } from './sides.ts';

const users = [
  { id: 1, name: 'Ada', email: 'ada@example.com', isPremium: true, address: { city: 'Kraków' } },
  {
    id: 2,
    name: 'Bilal',
    email: 'bilal@example.com',
    isPremium: false,
    address: { city: 'Beirut' },
  },
  {
    id: 3,
    name: 'Chiara',
    email: 'chiara@example.org',
    isPremium: true,
    address: { city: 'Torino' },
  },
  {
    id: 4,
    name: 'Daichi',
    email: 'daichi@example.net',
    isPremium: false,
    address: { city: 'Osaka' },
  },
  { id: 5, name: 'Ada', email: 'ada.b@example.com', isPremium: true, address: { city: 'Lyon' } },
];
const newest = { field: 'id', order: 'DESC' } as const;
const firstPage = { page: 1, perPage: 10 };

let side: Side;
let provider: ReturnType<typeof createProvider>;
beforeEach(async () => {
  side = await startPreset('json-server', { users }, 'contracts');
  provider = createProvider(side.url);
});
afterEach(() => side[Symbol.asyncDispose]());

const names = ({
  data,
}: {
  readonly data: readonly Readonly<Record<string, unknown>>[];
}): readonly unknown[] => data.map(({ id, name }) => `${id} ${name}`);

describe('ra-data-json-server', () => {
  it.each([
    [1, ['5 Ada', '4 Daichi']],
    [2, ['3 Chiara', '2 Bilal']],
    [3, ['1 Ada']],
    [4, []],
  ])('lists page %i, sorted, with the total', async (page, expected) => {
    const list = await provider.getList('users', {
      pagination: { page, perPage: 2 },
      sort: newest,
      filter: {},
    });
    expect([names(list), list.total]).toEqual([expected, 5]);
  });

  it.each<[object, readonly string[]]>([
    [{ name: 'Ada' }, ['5 Ada', '1 Ada']],
    [{ isPremium: false }, ['4 Daichi', '2 Bilal']],
    [{ address: { city: 'Lyon' } }, ['5 Ada']],
    [{ q: 'example.org' }, ['3 Chiara']],
    [{ id_gte: 4 }, ['5 Ada', '4 Daichi']],
    [{ name: 'Nobody' }, []],
  ])('lists the records that match a filter: %j', async (filter, expected) => {
    const list = await provider.getList('users', { pagination: firstPage, sort: newest, filter });
    expect([names(list), list.total]).toEqual([expected, expected.length]);
  });

  it('sorts by name, ascending', async () => {
    const list = await provider.getList('users', {
      pagination: firstPage,
      sort: { field: 'name', order: 'ASC' },
      filter: {},
    });
    expect(names(list)).toEqual(['1 Ada', '5 Ada', '2 Bilal', '3 Chiara', '4 Daichi']);
  });

  it('reads one, many, and references', async () => {
    expect(await provider.getOne('users', { id: 2 })).toEqual({ data: users[1] });
    expect(names(await provider.getMany('users', { ids: [2, 4, 99] }))).toEqual([
      '2 Bilal',
      '4 Daichi',
    ]);
    const reference = {
      target: 'isPremium',
      id: 'true',
      pagination: { page: 1, perPage: 2 },
      sort: newest,
      filter: {},
    };
    const referring = await provider.getManyReference('users', reference);
    expect([names(referring), referring.total]).toEqual([['5 Ada', '3 Chiara'], 3]);
  });

  it('creates a record, and finds it', async () => {
    const { data } = await provider.create('users', {
      data: { name: 'Fay', email: 'fay@example.com' },
    });
    expect(data).toEqual({ id: 6, name: 'Fay', email: 'fay@example.com' });
    expect((await provider.getOne('users', { id: 6 })).data).toEqual(data);
  });

  it('updates one and many', async () => {
    const [, before] = users;
    const changed = { ...before, name: 'Bilal H.' };
    const update = { id: 2, data: changed, previousData: { ...before, id: 2 } };
    expect(await provider.update('users', update)).toEqual({ data: changed });
    expect(await provider.updateMany('users', { ids: [3, 4], data: { name: 'Both' } })).toEqual({
      data: [3, 4],
    });
    expect(names(await provider.getMany('users', { ids: [2, 3, 4] }))).toEqual([
      '2 Bilal H.',
      '3 Both',
      '4 Both',
    ]);
  });

  it('deletes one and many', async () => {
    expect(await provider.delete('users', { id: 1 })).toEqual({ data: {} });
    expect((await provider.deleteMany('users', { ids: [2, 3] })).data).toHaveLength(2);
    const list = await provider.getList('users', {
      pagination: firstPage,
      sort: newest,
      filter: {},
    });
    expect([names(list), list.total]).toEqual([['5 Ada', '4 Daichi'], 2]);
  });

  it('learns from the status that a record is missing', async () => {
    await expect(provider.getOne('users', { id: 99 })).rejects.toMatchObject({
      status: 404,
      body: {},
    });
    await expect(provider.delete('users', { id: 99 })).rejects.toMatchObject({ status: 404 });
  });
});
