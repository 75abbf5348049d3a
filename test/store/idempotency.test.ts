// Idempotency keys of mocks that share a store: whichever is asked, a creation is made once.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StoreError } from '../../src/database/database.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import type { ChangeStore } from '../../src/store/store.ts';
import { serve } from '../support/cli.ts';
import { MemoryStore } from '../support/memory-store.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { callOf, textOf } from '../support/users.ts';
import { createReplicaMock, type ReplicaMock } from './replica-mock.ts';

let database: Postgres;
let schemas = 0;
beforeAll(async () => {
  database = await startPostgres();
}, 60_000);
afterAll(() => database.close());

/** Returns a function that opens one more connection to the same new store. */
const kinds: readonly (readonly [string, () => () => Promise<ChangeStore>])[] = [
  [
    'memory',
    () => {
      // Every second entry an image takes the place of the changes before.
      const store = new MemoryStore(2);
      return () => Promise.resolve(store);
    },
  ],
  [
    'PostgreSQL',
    () => {
      const connection = { host: database.socket, user: 'postgres', database: 'postgres' };
      const schema = `keys_${++schemas}`;
      return () => openPostgresStore({ connection, schema });
    },
  ],
];

/** A store whose methods can be replaced one by one. */
function boundTo(store: ChangeStore): ChangeStore {
  return {
    entriesMax: store.entriesMax,
    begin: (seed) => store.begin(seed),
    readAfter: (seen) => store.readAfter(seen),
    append: (...all) => store.append(...all),
    compact: (...all) => store.compact(...all),
    tidy: (...all) => store.tidy(...all),
    note: (line) => store.note(line),
    close: () => store.close(),
  };
}

/** Sends a creation with a key; returns the status and the body, and whether nothing was made. */
async function create({ mock }: ReplicaMock, key: string, name = 'Fay'): Promise<string> {
  const json = { name, email: 'fay@example.com' };
  const call = callOf('POST /users', { json, headers: { 'idempotency-key': key } });
  await mock.prepare(call);
  const reply = mock.answer(call);
  const [last] = mock.journal.newest(1);
  const again = last?.ruling.isReplay === true ? ' again' : '';
  return `${reply.status} ${reply.status < 300 ? textOf(reply) : ''}${again}`;
}

async function sizeOf({ mock, state }: ReplicaMock): Promise<number> {
  await mock.prepare(callOf('GET /users'));
  return state.collection('users').size;
}

describe.each(kinds)('replicas that share %s', (_kind, newStore) => {
  it('answer a key that another one has answered', async () => {
    const open = newStore();
    const stores = [await open(), await open()];
    const [one, other] = await Promise.all(stores.map((store) => createReplicaMock(store, 1)));
    if (one === undefined || other === undefined) throw new Error('there are two');
    const first = await create(one, 'a');
    expect(await create(other, 'a')).toBe(`${first} again`);
    expect(await create(other, 'a', 'Gil')).toBe('422 ');
    const second = await create(other, 'b');
    expect(second).toMatch(/^201 \{"id":7,.*\}$/);
    expect(await create(one, 'b')).toBe(`${second} again`);
    expect(await Promise.all([sizeOf(one), sizeOf(other)])).toEqual([7, 7]);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('make one item if the same creation comes to both at the same moment', async () => {
    const open = newStore();
    const stores = [await open(), await open()];
    const mocks = await Promise.all(stores.map((store) => createReplicaMock(store, 1)));
    for (let round = 1; round <= 20; round++) {
      const answers = await Promise.all(
        [...mocks, ...mocks].map((mock) => create(mock, `round ${round}`)),
      );
      const firsts = answers.filter((answer) => !answer.endsWith(' again'));
      expect(firsts).toHaveLength(1);
      expect(new Set(answers.map((answer) => answer.replace(/ again$/, '')))).toEqual(
        new Set(firsts),
      );
    }
    expect(await Promise.all(mocks.map(sizeOf))).toEqual([25, 25]);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('make one item if the client got no answer and asks another one', async () => {
    const open = newStore();
    const stores = [await open(), await open()];
    const [store, whole] = stores;
    if (store === undefined || whole === undefined) throw new Error('there are two');
    const lossy: ChangeStore = {
      ...boundTo(store),
      async append(...all) {
        await store.append(...all);
        throw new StoreError('the store cannot be reached: lost on the way back');
      },
    };
    const [one, other] = [await createReplicaMock(lossy, 1), await createReplicaMock(whole, 1)];
    expect(await create(one, 'a')).toBe('503 ');
    expect(await create(other, 'a')).toMatch(/^201 \{"id":6,.* again$/);
    expect(await sizeOf(other)).toBe(6);
    await Promise.all(stores.map((each) => each.close()));
  });

  it('hand keys over to one that comes later', async () => {
    const open = newStore();
    const stores = [await open(), await open()];
    const [early, late] = stores;
    if (early === undefined || late === undefined) throw new Error('there are two');
    const one = await createReplicaMock(early, 1);
    const first = await create(one, 'a');
    for (const key of ['b', 'c', 'd']) await create(one, key);
    const other = await createReplicaMock(late, 2);
    expect(await create(other, 'a')).toBe(`${first} again`);
    await Promise.all(stores.map((store) => store.close()));
  });
});

it('keeps no credentials and no key in the store', async () => {
  const store = new MemoryStore();
  const mock = await createReplicaMock(store, 1);
  await create(mock, 'a-key-that-nobody-else-has');
  const [news] = await store.readAfter(new Map([['', 0]]));
  expect(news?.entries[0]?.changes).toContain('"answer":{"key":');
  expect(JSON.stringify(news)).not.toContain('a-key-that-nobody-else-has');
});

it('makes one item for two processes of serve on one database', { timeout: 60_000 }, async () => {
  const schema = `keys_${++schemas}`;
  const store = `postgres://postgres@/postgres?host=${encodeURIComponent(database.socket)}&schema=${schema}`;
  await using one = await serve(['--store', store]);
  await using other = await serve(['--store', store]);
  const ask = async (url: string, name: string): Promise<string> => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'k' };
    const body = JSON.stringify({ name, email: 'zed@example.com' });
    const reply = await fetch(`${url}/users`, { method: 'POST', headers, body });
    return `${reply.status} ${await reply.text()}`;
  };
  const answers = await Promise.all([one, other, one, other].map(({ url }) => ask(url, 'Zed')));
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toMatch(/^201 /);
  expect(await ask(other.url, 'Other')).toMatch(/^422 /);
  expect(await (await fetch(`${one.url}/users`)).json()).toHaveLength(6);
});
