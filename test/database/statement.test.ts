// Statements on a real database, and what goes over the line.

import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { arrayOf, Statement } from '../../src/database/statement.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';

let database: Postgres;
beforeAll(async () => {
  database = await startPostgres();
}, 60_000);
afterAll(() => database.close());

async function openClient(): Promise<pg.Client> {
  const client = new pg.Client({ host: database.socket, user: 'postgres', database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

describe('Statement', () => {
  it('gives the rows as texts', async () => {
    const client = await openClient();
    const pairs = new Statement(
      'pairs',
      'SELECT * FROM unnest($1::text[], $2::bigint[]) AS pairs(name, number)',
    );
    const names = ['', 'NULL', 'a "b" \\ c, {d}', 'übermäßig 𝄞'];
    const asked = await pairs.ask(client, [arrayOf(names), arrayOf([1, 2, 3])]);
    const expected = names.map((name, index) => [name, index < 3 ? String(index + 1) : null]);
    expect(asked).toEqual(expected);
    // It is prepared already.
    expect(await pairs.ask(client, ['{}', '{}'])).toEqual([]);
    expect(await pairs.ask(await openClient(), ['{a}', '{}'])).toEqual([['a', null]]);
  });

  it('says what the database refuses, and goes on', async () => {
    const client = await openClient();
    const half = new Statement('half', 'SELECT 1 / $1::integer');
    expect(await half.ask(client, ['1'])).toEqual([['1']]);
    await expect(half.ask(client, ['0'])).rejects.toThrow('division by zero');
    await expect(half.ask(client, ['x'])).rejects.toThrow('invalid input syntax');
    expect(await half.ask(client, ['1'])).toEqual([['1']]);
  });

  it('says when the connection ends, before the answer or earlier', async () => {
    const client = await openClient();
    const end = new Statement('end', 'SELECT pg_terminate_backend($1::integer), pg_sleep(9)');
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await expect(end.ask(client, [String(rows[0]?.pid)])).rejects.toThrow(/terminat/);
    await expect(end.ask(client, ['0'])).rejects.toThrow(/not queryable|terminated/);
  });
});

/** Listens in front of the database. Returns how to connect, and the kinds of messages that came. */
async function listenIn(): Promise<{ host: string; port: number; kinds: () => string }> {
  let kinds = '';
  const server = createServer((client) => {
    const line = connect(join(database.socket, '.s.PGSQL.5432'));
    let unread = Buffer.alloc(0);
    let hasBegun = false;
    client.on('data', (bytes) => {
      line.write(bytes);
      unread = Buffer.concat([unread, bytes]);
      // A kind, then a length that counts itself; the first message has no kind.
      for (;;) {
        const before = hasBegun ? 1 : 0;
        if (unread.length < before + 4) return;
        const end = before + unread.readInt32BE(before);
        if (unread.length < end) return;
        if (hasBegun) kinds += String.fromCharCode(unread[0] ?? 0);
        hasBegun = true;
        unread = unread.subarray(end);
      }
    });
    line.on('data', (bytes) => client.write(bytes));
    client.on('error', () => line.destroy()).on('close', () => line.destroy());
    line.on('error', () => client.destroy()).on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  return { host: '127.0.0.1', port, kinds: () => kinds };
}

it('is bound, executed and ended, and no more, by each confirmation of a read', async () => {
  const { host, port, kinds } = await listenIn();
  const connection = { host, port, user: 'postgres', database: 'postgres' };
  const store = await openPostgresStore({ connection, schema: 'line' });
  onTestFinished(() => store.close());
  const before = kinds().length;
  await store.readAfter(new Map([['', 0]]));
  expect(kinds().slice(before)).toBe('PBES');
  await store.readAfter(new Map([['', 0]]));
  await store.readAfter(new Map([['other', 3]]));
  expect(kinds().slice(before)).toBe('PBESBESBES');
});
