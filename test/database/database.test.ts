// Connections to a real database: which one is used, and when none is.

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Connection, type Database, openDatabase } from '../../src/database/database.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.close());

const at = () => ({ host: postgres.socket, user: 'postgres', database: 'postgres' });

async function open(): Promise<Database> {
  const database = await openDatabase({ connection: at(), schema: 'public' });
  onTestFinished(() => database.close());
  return database;
}

async function pidOf(connection: Connection): Promise<number> {
  const { rows } = await connection.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid ?? 0;
}

async function query(text: string): Promise<readonly unknown[]> {
  const client = new pg.Client(at());
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

describe('Database', () => {
  it('works on the same connection again, and on others at the same time', async () => {
    const database = await open();
    const first = await database.run(pidOf);
    expect(await database.run(pidOf)).toBe(first);
    const pids = await Promise.all([1, 2, 3, 4, 5].map(() => database.run(pidOf)));
    expect(pids).toContain(first);
    expect(new Set(pids).size).toBeGreaterThan(1);
  });

  it('does not try a connection that was cut while nobody used it', async () => {
    const database = await open();
    const first = await database.run(pidOf);
    await query(`SELECT pg_terminate_backend(${first})`);
    await vi.waitFor(async () =>
      expect(await query(`SELECT FROM pg_stat_activity WHERE pid = ${first}`)).toEqual([]),
    );
    const repeats = vi.fn();
    expect(await database.run(pidOf, repeats)).not.toBe(first);
    expect(repeats).not.toHaveBeenCalled();
  });

  it('does not work again on a connection on which something failed', async () => {
    const database = await open();
    const first = await database.run(async (connection) => {
      await connection.query('BEGIN');
      return pidOf(connection);
    });
    const wrong = database.run((connection) => connection.query('SELECT 1 / 0'));
    await expect(wrong).rejects.toThrow('division by zero');
    expect(await database.run(pidOf)).not.toBe(first);
  });

  it('leaves no connection behind when it is closed', async () => {
    const database = await openDatabase({ connection: at(), schema: 'public' });
    const pids = await Promise.all([1, 2, 3].map(() => database.run(pidOf)));
    await database.close();
    await vi.waitFor(async () =>
      expect(await query(`SELECT FROM pg_stat_activity WHERE pid IN (${pids.join(', ')})`)).toEqual(
        [],
      ),
    );
    await expect(database.run(pidOf)).rejects.toThrow('the store cannot be reached');
  });
});
