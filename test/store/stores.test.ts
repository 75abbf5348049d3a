// What every store must do: the one in memory, and the one in PostgreSQL.

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import type { ChangeStore, Entry } from '../../src/store/store.ts';
import { MemoryStore } from '../support/memory-store.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';

let database: Postgres;
let schemas = 0;
beforeAll(async () => {
  database = await startPostgres();
}, 60_000);
afterAll(() => database.close());

/** Two connections to one new store. */
type Pair = () => Promise<readonly [ChangeStore, ChangeStore]>;

const kinds: readonly (readonly [string, Pair])[] = [
  [
    'memory',
    async () => {
      const store = new MemoryStore();
      return [store, store];
    },
  ],
  [
    'PostgreSQL',
    async () => {
      const connection = { host: database.socket, user: 'postgres', database: 'postgres' };
      const schema = `store_${++schemas}`;
      // Both make the tables at once.
      return Promise.all([
        openPostgresStore({ connection, schema }),
        openPostgresStore({ connection, schema }),
      ]);
    },
  ],
];

let ids = 0;
function entry(number: number, changes: string, world = ''): Entry {
  return {
    world,
    number,
    id: `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
    changes,
  };
}

describe('the store in PostgreSQL', () => {
  const connection = (user: string) => ({ host: database.socket, user, database: 'postgres' });

  it('needs no right to make tables that are there', async () => {
    const schema = `store_${++schemas}`;
    const owner = await openPostgresStore({ connection: connection('postgres'), schema });
    const pool = new pg.Pool(connection('postgres'));
    await pool.query(`CREATE ROLE reader LOGIN`);
    await pool.query(`GRANT USAGE ON SCHEMA ${schema} TO reader`);
    await pool.query(`GRANT ALL ON ALL TABLES IN SCHEMA ${schema} TO reader`);
    const store = await openPostgresStore({ connection: connection('reader'), schema });
    expect([...(await store.append([entry(1, 'x')]))]).toEqual(['']);
    await Promise.all([owner.close(), store.close(), pool.end()]);
  });

  it('is not used if it is of a newer version', async () => {
    const schema = `store_${++schemas}`;
    const opened = await openPostgresStore({ connection: connection('postgres'), schema });
    const pool = new pg.Pool(connection('postgres'));
    await pool.query(`UPDATE ${schema}.facts SET value = '9' WHERE name = 'layout'`);
    await expect(openPostgresStore({ connection: connection('postgres'), schema })).rejects.toThrow(
      'the store has layout 9, and this version of Standin knows 6: use the newer',
    );
    await Promise.all([opened.close(), pool.end()]);
  });

  it('says so if it does not come back in time', async () => {
    const gone = { ...connection('postgres'), host: '/nowhere' };
    await expect(
      openPostgresStore({ connection: gone, schema: 'a', patienceMs: 50 }),
    ).rejects.toThrow(/^the store cannot be reached: connect ENOENT/);
  });
});

describe.each(kinds)('the store in %s', (_kind, open) => {
  it('keeps the first seed', async () => {
    const [one, other] = await open();
    expect(await one.begin('{"a":1}')).toBe('{"a":1}');
    expect(await other.begin('{"b":2}')).toBe('{"a":1}');
  });

  it('gives a number to one entry alone', async () => {
    const [one, other] = await open();
    const taken = await Promise.all([
      one.append([entry(1, 'one')]),
      other.append([entry(1, 'other')]),
    ]);
    expect(taken.map(({ size }) => size).toSorted()).toEqual([0, 1]);
    const [news] = await one.readAfter(new Map([['', 0]]));
    expect(news?.entries.map(({ changes }) => changes)).toEqual([
      taken[0]?.size === 1 ? 'one' : 'other',
    ]);
  });

  it('takes nothing that was ruled by conditions that have changed since', async () => {
    const [one, other] = await open();
    const ground = { world: '*conditions', number: 0 };
    expect([...(await one.append([entry(1, 'x')], ground))]).toEqual(['']);
    await other.append([entry(1, 'changed', '*conditions')], ground);
    expect([...(await one.append([entry(2, 'too old')], ground))]).toEqual([]);
    expect([...(await one.append([entry(2, 'new')], { ...ground, number: 1 }))]).toEqual(['']);
    // Of the conditions themselves the number alone decides.
    const twice = [entry(2, 'again', '*conditions'), entry(3, 'old as well')];
    expect([...(await one.append(twice, ground))]).toEqual(['*conditions']);
    await other.compact('*conditions', 2, '{}');
    expect([...(await one.append([entry(3, 'x')], { ...ground, number: 1 }))]).toEqual([]);
  });

  it('takes an entry once that is appended twice', async () => {
    const [one] = await open();
    const same = entry(1, 'same');
    expect([...(await one.append([same]))]).toEqual(['']);
    await one.append([same]);
    const [news] = await one.readAfter(new Map([['', 0]]));
    expect(news?.entries).toHaveLength(1);
  });

  it('takes the entries of some worlds and not of others', async () => {
    const [one, other] = await open();
    await one.append([entry(1, 'first', 'a')]);
    const taken = await other.append([entry(1, 'late', 'a'), entry(1, 'new', 'b')]);
    expect([...taken]).toEqual(['b']);
  });

  it('tells what is new of each world, in order', async () => {
    const [one, other] = await open();
    for (let number = 1; number <= 12; number++)
      await one.append([entry(number, `x${number}`, 'a')]);
    await one.append([entry(1, 'y1', 'b')]);
    const news = await other.readAfter(
      new Map([
        ['a', 9],
        ['b', 1],
        ['c', 0],
      ]),
    );
    expect(news).toEqual(
      [
        {
          world: 'a',
          snapshot: null,
          entries: [10, 11, 12].map((number) => ({ number, changes: `x${number}` })),
        },
      ].map((one) => expect.objectContaining({ world: one.world, snapshot: null })),
    );
    expect(news[0]?.entries.map(({ number }) => number)).toEqual([10, 11, 12]);
  });

  it('keeps an image in place of entries, and no older one', async () => {
    const [one, other] = await open();
    for (let number = 1; number <= 5; number++) await one.append([entry(number, `x${number}`)]);
    await one.compact('', 4, '{"up to":4}');
    await other.compact('', 3, '{"up to":3}');
    const [news] = await other.readAfter(new Map([['', 1]]));
    expect(news?.snapshot).toEqual({ number: 4, image: '{"up to":4}' });
    expect(news?.entries.filter(({ number }) => number > 4)).toMatchObject([{ changes: 'x5' }]);
    const [recent] = await other.readAfter(new Map([['', 4]]));
    expect(recent).toMatchObject({ snapshot: null, entries: [{ number: 5 }] });
  });

  it('takes nothing under a number that an image covers', async () => {
    const [one, other] = await open();
    for (let number = 1; number <= 5; number++) await one.append([entry(number, `x${number}`)]);
    await one.compact('', 4, '{}');
    expect([...(await other.append([entry(2, 'much too late')]))]).toEqual([]);
  });

  it('forgets worlds that nobody uses, and whoever knew one begins again above its numbers', async () => {
    const [one, other] = await open();
    await one.append([entry(1, 'x', 'old'), entry(1, 'x', 'new'), entry(1, 'x')]);
    await one.append([entry(2, 'y', 'old')]);
    await one.compact('new', 1, '{}');
    await one.tidy(['old', 'new'], 60_000);
    expect(await other.readAfter(new Map([['old', 0]]))).toMatchObject([{ snapshot: null }]);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await other.tidy(['new'], 20);
    // It is gone, for those who knew it and for those who did not.
    const begun = { number: 3, image: null };
    const seen = new Map([
      ['old', 2],
      ['new', 0],
      ['', 0],
    ]);
    const news = new Map((await one.readAfter(seen)).map((each) => [each.world, each]));
    expect(news.get('old')).toEqual({ world: 'old', snapshot: begun, entries: [] });
    expect(news.get('new')).toMatchObject({ snapshot: { number: 1, image: '{}' }, entries: [] });
    expect(news.get('')).toMatchObject({ snapshot: null, entries: [{ number: 1 }] });
    expect(await one.readAfter(new Map([['never', 0]]))).toMatchObject([{ snapshot: begun }]);
    // Nothing goes on from what it was.
    expect([...(await one.append([entry(3, 'late', 'old')]))]).toEqual([]);
    expect([...(await one.append([entry(1, 'first', 'never')]))]).toEqual([]);
    expect([...(await one.append([entry(4, 'again', 'old')]))]).toEqual(['old']);
    expect([...(await one.append([entry(2, 'on', 'new'), entry(2, 'on')]))].toSorted()).toEqual([
      '',
      'new',
    ]);
    expect(await other.readAfter(new Map([['old', 2]]))).toMatchObject([
      { snapshot: begun, entries: [{ number: 4, changes: 'again' }] },
    ]);
    expect(await other.readAfter(new Map([['old', 3]]))).toMatchObject([
      { snapshot: null, entries: [{ number: 4 }] },
    ]);
  });
});
