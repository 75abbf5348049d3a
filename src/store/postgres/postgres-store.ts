// The log of worlds in a PostgreSQL database, for mocks on any number of machines. The database
// orders what happens; it knows nothing of calls. The unique key of a world and a number decides who
// was first.

import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient, PoolConfig } from 'pg';
import { type ChangeStore, type Entry, type News, StoreError } from '../store.ts';
import {
  APPEND,
  COMPACT,
  creation,
  IS_MADE,
  KEEP_IMAGE,
  NEWS,
  SEED,
  TAKE_SEED,
  TAKEN,
  VERSION,
} from './sql.ts';

export interface PostgresOptions {
  /** How to connect, as `pg` takes it. */
  readonly connection: PoolConfig;
  /** The schema of the tables, a plain name. */
  readonly schema: string;
  /** How long a call is tried again while the database cannot be reached, in milliseconds. */
  readonly patienceMs?: number;
}

/** The layout of the tables. A store of a newer layout is refused. */
export const LAYOUT = 1;

/** Opens the log in a database, and makes its tables if there are none. Rejects with a `StoreError`. */
export async function openPostgresStore(options: PostgresOptions): Promise<ChangeStore> {
  // Only who names a database needs the package.
  const pg = await import('pg').catch((error: unknown) => {
    throw new StoreError('the package pg is not installed: npm install pg', { cause: error });
  });
  const { connection, schema } = options;
  const settings: PoolConfig = {
    ...connection,
    application_name: 'standin',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    max: POOL_MAX,
    // Also if the role or the database says otherwise: an answer that was given is never lost, and
    // each statement sees what was there when it began.
    options: `-c synchronous_commit=on -c default_transaction_isolation=read\\ committed -c search_path=${schema}`,
  };
  const pool = new pg.default.Pool(settings);
  // A connection that breaks is replaced; whoever uses it is told by what fails.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const store = new PostgresStore(pool, options);
  try {
    await store.prepare();
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

class PostgresStore implements ChangeStore {
  readonly entriesMax = ENTRIES_MAX;
  private readonly pool: Pool;
  private readonly schema: string;
  private readonly patienceMs: number;
  private isClosed = false;

  constructor(pool: Pool, { schema, patienceMs = PATIENCE_MS }: PostgresOptions) {
    this.pool = pool;
    this.schema = schema;
    this.patienceMs = patienceMs;
  }

  /** Makes the tables if there are none, one replica after the other. */
  async prepare(): Promise<void> {
    await this.patiently(async (client) => {
      if (!(await this.isMade(client))) await this.make(client);
      const { rows } = await client.query<{ value: string }>(VERSION);
      const found = Number(rows[0]?.value);
      if (found > LAYOUT)
        throw new Refused(
          `the store has layout ${found}, and this version of Standin knows ${LAYOUT}: use the newer version`,
        );
    });
  }

  /** Making what is there already needs rights that a user of the tables may lack. */
  private async isMade(client: PoolClient): Promise<boolean> {
    const { rows } = await client.query<{ is_made: boolean }>(IS_MADE, [`${this.schema}.images`]);
    return rows[0]?.is_made === true;
  }

  private async make(client: PoolClient): Promise<void> {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock(hashtext($1))', [this.schema]);
    for (const statement of creation(this.schema)) await client.query(statement);
    await client.query(
      `INSERT INTO facts (name, value) VALUES ('layout', $1) ON CONFLICT DO NOTHING`,
      [String(LAYOUT)],
    );
    await client.query('COMMIT');
  }

  begin(seed: string): Promise<string> {
    return this.patiently(async (client) => {
      await client.query(TAKE_SEED, [seed]);
      const { rows } = await client.query<{ value: string }>(SEED);
      return rows[0]?.value ?? seed;
    });
  }

  readAfter(seen: ReadonlyMap<string, number>): Promise<readonly News[]> {
    return this.patiently(async (client) => {
      const { rows } = await client.query<NewsRow>({
        name: 'news',
        text: NEWS,
        values: [[...seen.keys()], [...seen.values()]],
      });
      return newsOf(rows);
    });
  }

  append(entries: readonly Entry[]): Promise<ReadonlySet<string>> {
    const columns = [
      entries.map(({ world }) => world),
      entries.map(({ number }) => number),
      entries.map(({ id }) => id),
      entries.map(({ changes }) => changes),
    ];
    let isRepeated = false;
    return this.patiently(
      async (client) => {
        const { rows } = await client.query<{ world: string }>({
          name: 'append',
          text: APPEND,
          values: columns,
        });
        const taken = new Set(rows.map(({ world }) => world));
        // What was sent before, without an answer, may have been taken.
        if (isRepeated && taken.size < entries.length) {
          const found = await client.query<{ world: string; is_there: boolean }>(
            TAKEN,
            columns.slice(0, 3),
          );
          for (const { world, is_there } of found.rows)
            if (is_there) taken.add(world);
            else throw new Refused('nobody knows any more whether the change was made');
        }
        return taken;
      },
      () => {
        isRepeated = true;
      },
    );
  }

  compact(world: string, number: number, image: string): Promise<void> {
    return this.patiently(async (client) => {
      await client.query(KEEP_IMAGE, [world, number, image]);
      // Whoever appends at this moment ends first, and whoever comes later sees the image: none can
      // append under a number whose entry is removed here.
      await client.query('BEGIN');
      await client.query("SET LOCAL lock_timeout = '1s'");
      await client.query('LOCK TABLE entries IN SHARE ROW EXCLUSIVE MODE');
      await client.query(COMPACT, [world]);
      await client.query('COMMIT');
    });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.pool.end();
  }

  /** Tries work again on another connection until the patience ends. */
  private async patiently<T>(
    work: (client: PoolClient) => Promise<T>,
    onRepeat: () => void = () => undefined,
  ): Promise<T> {
    const until = performance.now() + this.patienceMs;
    for (let tries = 0; ; tries++) {
      try {
        return await this.once(work);
      } catch (error) {
        if (error instanceof Refused || this.isClosed) throw storeError(error);
        if (!isPassing(error) || performance.now() > until) throw storeError(error);
        onRepeat();
        await pause(Math.min(RETRY_MS, 20 * 2 ** tries));
      }
    }
  }

  private async once<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let failure: unknown = null;
    try {
      return await work(client);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      // A connection on which something failed may hold a transaction.
      client.release(failure !== null);
    }
  }
}

interface NewsRow {
  readonly world: string;
  readonly number: string;
  readonly kind: 'image' | 'entry';
  readonly text: string;
}

/** The image of a world comes before its entries. */
function newsOf(rows: readonly NewsRow[]): readonly News[] {
  return [...Map.groupBy(rows, ({ world }) => world)].map(([world, all]) => {
    const image = all.find(({ kind }) => kind === 'image');
    const entries = all
      .filter(({ kind }) => kind === 'entry')
      .map(({ number, text }) => ({ number: Number(number), changes: text }));
    const snapshot =
      image === undefined ? null : { number: Number(image.number), image: image.text };
    return { world, snapshot, entries };
  });
}

/** What trying again does not help. */
class Refused extends Error {}

/** Whether the database may take the same a moment later: it is away, starting, or busy. */
function isPassing(error: unknown): boolean {
  // The database says a severity with each SQLSTATE; all else comes from the way to it.
  if (!(error instanceof Error && 'severity' in error && 'code' in error)) return true;
  // Connection exceptions, rollbacks, no resources, operators, locks, a standby.
  return /^(?:08|40|53|57|55P03|25006)/.test(String(error.code));
}

function storeError(error: unknown): StoreError {
  const why = error instanceof Error && error.message !== '' ? error.message : String(error);
  return new StoreError(`the store cannot be reached: ${why}`, { cause: error });
}

/** As much as a replica reads at once. */
const ENTRIES_MAX = 500;
/** How many connections a replica has at most: one appends, one reads, one compacts. */
const POOL_MAX = 4;
/** How long the database may take for an answer, in milliseconds. */
const ANSWER_MS = 5_000;
const PATIENCE_MS = 8_000;
const RETRY_MS = 500;
