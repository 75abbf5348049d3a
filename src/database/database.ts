// A PostgreSQL database: connections, and patience while it cannot be reached. Not what is in it.

import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient, PoolConfig } from 'pg';
import { addressesOf } from './addresses.ts';

export interface DatabaseOptions {
  /** How to connect, as `pg` takes it. A `connectionString` may name several hosts. */
  readonly connection: PoolConfig;
  /** The schema of the tables, a plain name. */
  readonly schema: string;
  /** How long a call is tried again while the database cannot be reached, in milliseconds. */
  readonly patienceMs?: number;
  /** How long the database may take for an answer, in milliseconds. */
  readonly answerMs?: number;
  /**
   * `kept`: a statement with a name is planned once, whatever its values. Choosing among plans takes
   * longer than a statement that finds a few rows.
   */
  readonly plans?: 'kept';
}

/** Something that statements are sent to, one after the other. */
export type Connection = Pick<PoolClient, 'query'>;

/** What the driver lets send its own messages, and over which it does. */
export type { Connection as Wire, Submittable } from 'pg';

/** The store could not be reached in time, or refused. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** What trying again does not help. */
export class Refused extends Error {}

/** Connects. The first statement tells whether the database is there. */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  // Only who names a database needs the package.
  const pg = await import('pg').catch((error: unknown) => {
    throw new StoreError('the package pg is not installed: npm install pg', { cause: error });
  });
  const { connection, schema, answerMs = ANSWER_MS, patienceMs = PATIENCE_MS, plans } = options;
  const planning = plans === 'kept' ? ' -c plan_cache_mode=force_generic_plan' : '';
  const hosts = addressesOf(connection.connectionString ?? '');
  const sockets = new Set<Socket>();
  const settings: PoolConfig = {
    ...connection,
    application_name: 'standin',
    // One machine that is silent leaves time for the next one.
    connectionTimeoutMillis: hosts.length === 1 ? ANSWER_MS : NEXT_HOST_MS,
    query_timeout: answerMs,
    keepAlive: true,
    stream: () => tracked(sockets),
    max: POOL_MAX,
    // Also if the role or the database says otherwise: an answer that was given is never lost, and
    // each statement sees what was there when it began.
    options: `-c synchronous_commit=on -c default_transaction_isolation=read\\ committed -c search_path=${schema}${planning}`,
    verify: refuseStandby,
  };
  const pools = hosts.map((host) => {
    const pool = new pg.default.Pool(
      host === '' ? settings : { ...settings, connectionString: host },
    );
    // A connection that breaks is replaced; whoever uses it is told by what fails.
    pool.on('error', () => undefined);
    pool.on('connect', (client) => client.on('error', () => undefined));
    return pool;
  });
  return new Database(pools, schema, patienceMs, sockets);
}

/** The driver leaves a connection open to which it could not sign in; nobody may wait for it. */
function tracked(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  return socket.once('close', () => sockets.delete(socket));
}

/** A standby shows what was there a moment ago. */
const refuseStandby: PoolConfig['verify'] = (client, done) => {
  client.query<{ is_standby: boolean }>('SELECT pg_is_in_recovery() AS is_standby').then(
    ({ rows }) => done(rows[0]?.is_standby === true ? new Error(STANDBY) : undefined),
    (error: Error) => done(error),
  );
};
const STANDBY = 'the database is a standby, which does not take writes';

export class Database {
  readonly schema: string;
  /** The connections to each host. */
  private readonly pools: readonly Pool[];
  /** The place of the host that is the primary, as far as known. */
  private primary = 0;
  private readonly patienceMs: number;
  private readonly sockets: ReadonlySet<Socket>;
  private isClosed = false;
  /**
   * A connection for the next work. To take one from the pool and give it back costs timers and
   * promises: a quarter of what a short statement costs.
   */
  private kept: { readonly client: PoolClient; readonly sinceMs: number } | null = null;

  constructor(
    pools: readonly Pool[],
    schema: string,
    patienceMs: number,
    sockets: ReadonlySet<Socket>,
  ) {
    this.pools = pools;
    this.sockets = sockets;
    this.schema = schema;
    this.patienceMs = patienceMs;
    for (const pool of pools)
      pool.on('connect', (client) => client.once('end', () => this.drop(client)));
  }

  /**
   * Does some work on a connection, and again on another one until the patience ends. Rejects with a
   * `StoreError`. `onRepeat` is called before the work is done again: what was sent before, without
   * an answer, may have been done.
   */
  async run<T>(
    work: (connection: Connection) => Promise<T>,
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

  /** Does some work in one transaction: all of it counts, or nothing. */
  transact<T>(work: (connection: Connection) => Promise<T>, onRepeat?: () => void): Promise<T> {
    return this.run(async (connection) => {
      await connection.query('BEGIN');
      const result = await work(connection);
      await connection.query('COMMIT');
      return result;
    }, onRepeat);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.drop();
    await Promise.all(this.pools.map((pool) => pool.end()));
    for (const socket of this.sockets) socket.destroy();
  }

  private async once<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const place = this.primary;
    try {
      const client = this.takeKept() ?? (await (this.pools[place] as Pool).connect()); // the place is below their number
      try {
        const result = await work(client);
        this.keep(client, place);
        return result;
      } catch (error) {
        // A connection on which something failed may hold a transaction.
        client.release(true);
        throw error;
      }
    } catch (error) {
      if (isPassing(error) && this.primary === place) {
        this.primary = (place + 1) % this.pools.length;
        this.drop();
      }
      throw error;
    }
  }

  private takeKept(): PoolClient | null {
    const { kept } = this;
    if (kept === null) return null;
    this.kept = null;
    if (performance.now() - kept.sinceMs <= KEPT_MS) return kept.client;
    kept.client.release(true);
    return null;
  }

  /** Keeps a connection for what comes next, unless there is one or it is of another host. */
  private keep(client: PoolClient, place: number): void {
    if (this.isClosed || this.kept !== null || this.primary !== place) client.release();
    else this.kept = { client, sinceMs: performance.now() };
  }

  /** Gives up the kept connection, or only a certain one. */
  private drop(client = this.kept?.client): void {
    if (client === undefined || this.kept?.client !== client) return;
    this.kept = null;
    client.release(true);
  }
}

/** Whether the database may take the same a moment later: it is away, starting, or busy. */
function isPassing(error: unknown): boolean {
  if (isOfTrust(error)) return false;
  // The database says a severity with each SQLSTATE; all else comes from the way to it.
  if (!(error instanceof Error && 'severity' in error && 'code' in error)) return true;
  // Connection exceptions, rollbacks, no resources, operators, locks, a standby.
  return /^(?:08|40|53|57|55P03|25006)/.test(String(error.code));
}

/** Whether a certificate or a password is missing or wrong: the same a moment later. */
function isOfTrust(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(?:CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|ERR_TLS)/.test(code) || /^SASL/.test(error.message)
  );
}

function storeError(error: unknown): StoreError {
  const why = error instanceof Error && error.message !== '' ? error.message : String(error);
  return new StoreError(`the store cannot be reached: ${why}`, { cause: error });
}

/** How many connections a replica has at most: one appends, one reads, one compacts. */
const POOL_MAX = 4;
const ANSWER_MS = 5_000;
/** How long an unused connection is kept, in milliseconds: routers forget it after a while. */
const KEPT_MS = 10_000;
/** How long a host may take to be connected to if there are others. */
const NEXT_HOST_MS = 2_000;
const PATIENCE_MS = 8_000;
const RETRY_MS = 500;
