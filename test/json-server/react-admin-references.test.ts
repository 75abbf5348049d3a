// What react-admin asks for references: its data provider for json-server, unchanged, in front of
// Standin with the preset json-server.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import createProvider from 'ra-data-json-server';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { relatedRows, writeRelated } from './related.ts';
import { type Side, startPreset, type WireCall } from './sides.ts';

const contracts = writeRelated('integer', 'marked');
afterAll(() => rmSync(join(contracts, '..'), { recursive: true }));

let side: Side;
let provider: ReturnType<typeof createProvider>;
beforeEach(async () => {
  side = await startPreset('json-server', relatedRows('json-server'), contracts);
  provider = createProvider(side.url);
  return () => side[Symbol.asyncDispose]();
});

const ids = ({ data }: { readonly data: readonly { readonly id: unknown }[] }): unknown =>
  data.map(({ id }) => id);
const page = {
  pagination: { page: 1, perPage: 2 },
  sort: { field: 'id', order: 'DESC' },
  filter: {},
} as const;
const get = async (path: string): Promise<readonly [unknown, string | undefined]> => {
  const call: WireCall = { method: 'GET', path };
  const { text, headers } = await side.ask(call);
  return [JSON.parse(text) as unknown, headers['x-total-count'] as string | undefined];
};

describe('ra-data-json-server, with references', () => {
  it('reads what refers to an item, in pages and sorted, with the total', async () => {
    const reference = { ...page, target: 'userId', id: 2 };
    const found = await provider.getManyReference('comments', reference);
    expect([ids(found), found.total]).toEqual([[4, 2], 2]);
    const first = { ...page, pagination: { page: 2, perPage: 1 }, target: 'postId', id: 1 };
    const second = await provider.getManyReference('comments', first);
    expect([ids(second), second.total]).toEqual([[1], 2]);
  });

  it('reads the items that a list refers to at once', async () => {
    const list = await provider.getList('comments', page);
    const posts = [...new Set(list.data.map((one) => (one as { postId?: number }).postId))];
    expect(ids(await provider.getMany('posts', { ids: posts as number[] }))).toEqual([2]);
    expect(ids(await provider.getMany('posts', { ids: [1, 2] }))).toEqual([1, 2]);
  });

  it('creates what refers to an item, and removes both', async () => {
    const { data } = await provider.create('comments', { data: { body: 'new', postId: 3 } });
    expect(data).toEqual({ id: 5, body: 'new', postId: 3 });
    const reference = { ...page, target: 'postId', id: 3 };
    expect(ids(await provider.getManyReference('comments', reference))).toEqual([5]);
    await provider.delete('posts', { id: 3 });
    expect(ids(await provider.getManyReference('comments', reference))).toEqual([]);
  });

  it('answers the requests as they are on the wire', async () => {
    const list = '/comments?postId=1&_sort=id&_order=DESC&_start=0&_end=1';
    const [rows, total] = await get(list);
    expect([(rows as readonly { readonly id: number }[])[0]?.id, total]).toEqual([2, '2']);
    const [posts] = await get('/posts?id=1&id=2');
    expect(posts).toHaveLength(2);
  });
});
