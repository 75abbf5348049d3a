// The parts of a run that several machines share, in a database: each takes one after the other. A
// part belongs to a worker as long as the worker says that it lives; then another takes it over. The
// clock is that of the database. Knows no contracts.

import { setTimeout as pause } from 'node:timers/promises';
import { type Database, type DatabaseOptions, openDatabase } from './database.ts';
import { prepareTables } from './layout.ts';

/** Something that one worker does at a time. */
export interface QueuedPart {
  /** From 1 on. */
  readonly place: number;
  readonly resource: string;
  /** Whether it comes after all others of its resource, and alone. */
  readonly isLast: boolean;
  /** How much work it is: the most comes first. */
  readonly weight: number;
}

/** A part that this worker does now. */
export interface Claim {
  readonly place: number;
  readonly resource: string;
  /** The worker that had it before and fell silent; `null` for the first one. */
  readonly before: string | null;
  /** Aborted if another worker has taken it over meanwhile. */
  readonly lost: AbortSignal;
  /** Keeps the report. Returns whether the part was still this worker's. */
  finish(report: string): Promise<boolean>;
  /** Gives the part back, for others. */
  release(): Promise<void>;
}

export interface RunQueueOptions extends DatabaseOptions {
  /** The name of the run. */
  readonly run: string;
  readonly leaseMs: number;
}

/** A part of a run as it stands. */
export interface KeptPart {
  readonly place: number;
  readonly resource: string;
  readonly isLast: boolean;
  /** Who works on it, or did; `null` if nobody has begun. */
  readonly worker: string | null;
  /** `null` until it is done. */
  readonly report: string | null;
}

/** Opens the tables of runs. Rejects with a `StoreError`. */
export async function openRunQueue(options: RunQueueOptions): Promise<RunQueue> {
  const database = await openDatabase(options);
  try {
    await prepareTables(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return new RunQueue(database, options);
}

export class RunQueue {
  private readonly database: Database;
  private readonly options: RunQueueOptions;

  constructor(database: Database, options: RunQueueOptions) {
    this.database = database;
    this.options = options;
  }

  /** Joins the run, or begins it with these parts. Returns the facts that the first one has told. */
  join(facts: string, parts: readonly QueuedPart[]): Promise<string> {
    const { run } = this.options;
    return this.database.transact(async (client) => {
      const made = await client.query<{ id: number }>(MAKE_RUN, [run, facts]);
      const id = made.rows[0]?.id;
      if (id !== undefined)
        await client.query(MAKE_PARTS, [
          id,
          parts.map(({ place }) => place),
          parts.map(({ resource }) => resource),
          parts.map(({ weight }) => weight),
          parts.map(({ isLast }) => isLast),
        ]);
      const { rows } = await client.query<{ facts: string }>(FACTS, [run]);
      return rows[0]?.facts ?? facts;
    });
  }

  /**
   * Takes the next part. Waits while all that is left belongs to others, who may fall silent; `null`
   * once everything is done, or if `stop` says so. `onWait` is called with how many are left.
   */
  async next(
    worker: string,
    stop: AbortSignal,
    onWait: (left: number) => void = () => undefined,
  ): Promise<Claim | null> {
    for (;;) {
      if (stop.aborted) return null;
      const { run, leaseMs } = this.options;
      const { rows } = await this.database.run((client) =>
        client.query<ClaimRow>(CLAIM, [run, worker, leaseMs]),
      );
      const [row] = rows;
      if (row?.place !== undefined && row.place !== null) return this.claim(row, worker);
      const left = Number(row?.left ?? 0);
      if (left === 0) return null;
      onWait(left);
      await pause(Math.min(POLL_MS, leaseMs / 4), undefined, { signal: stop }).catch(() => null);
    }
  }

  /** Returns the parts as they are, in order. */
  async parts(): Promise<readonly KeptPart[]> {
    const { rows } = await this.database.run((client) =>
      client.query<KeptPart>(PARTS, [this.options.run]),
    );
    return rows;
  }

  close(): Promise<void> {
    return this.database.close();
  }

  private claim({ place, resource, attempt, before }: ClaimRow, worker: string): Claim {
    const { run, leaseMs } = this.options;
    const lost = new AbortController();
    const own = [run, place, attempt];
    const isHeld = async (text: string, values: readonly unknown[]): Promise<boolean> => {
      const { rowCount } = await this.database.run((client) =>
        client.query(text, [...own, ...values]),
      );
      return rowCount === 1;
    };
    // If the database is away, nobody can take it over.
    const beat = setInterval(() => {
      isHeld(EXTEND, [leaseMs]).then(
        (held) => {
          if (held) return;
          clearInterval(beat);
          lost.abort();
        },
        () => undefined,
      );
    }, leaseMs / 3);
    return {
      place: Number(place),
      resource,
      before: before === worker ? null : before,
      lost: lost.signal,
      async finish(report) {
        clearInterval(beat);
        // The same report may have been kept before the answer was lost.
        return isHeld(FINISH, [report]);
      },
      async release() {
        clearInterval(beat);
        await isHeld(RELEASE, []);
      },
    };
  }
}

interface ClaimRow {
  readonly place: number | null;
  readonly resource: string;
  readonly attempt: number;
  readonly before: string | null;
  readonly left: string;
}

const POLL_MS = 1_000;

const MAKE_RUN =
  'INSERT INTO runs (name, facts) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING RETURNING id';
const MAKE_PARTS = `
  INSERT INTO parts (run, place, resource, weight, is_last)
  SELECT $1::integer, * FROM unnest($2::integer[], $3::text[], $4::integer[], $5::boolean[])`;
const FACTS = 'SELECT facts FROM runs WHERE name = $1';

/** One row: the part that was taken, if any, and how many are not done. */
const CLAIM = `
  WITH open AS (
    SELECT parts.run, parts.place, parts.worker FROM parts JOIN runs ON runs.id = parts.run
    WHERE runs.name = $1 AND report IS NULL AND (until IS NULL OR until < now())
      AND NOT (is_last AND EXISTS (
        SELECT FROM parts AS other WHERE other.run = parts.run AND NOT other.is_last
          AND other.resource = parts.resource AND other.report IS NULL))
    ORDER BY weight DESC, place LIMIT 1 FOR UPDATE OF parts SKIP LOCKED
  ), taken AS (
    UPDATE parts SET worker = $2, attempt = attempt + 1,
      until = now() + $3::integer * interval '1 millisecond'
    FROM open WHERE parts.run = open.run AND parts.place = open.place
    RETURNING parts.place, parts.resource, parts.attempt, open.worker AS before
  )
  SELECT taken.*, (
    SELECT count(*) FROM parts JOIN runs ON runs.id = parts.run
    WHERE runs.name = $1 AND report IS NULL) AS left
  FROM (SELECT) AS one LEFT JOIN taken ON true`;

const OF_WORKER = `
  FROM runs WHERE runs.id = parts.run AND runs.name = $1 AND place = $2 AND attempt = $3`;
const EXTEND = `
  UPDATE parts SET until = now() + $4::integer * interval '1 millisecond' ${OF_WORKER}
  AND report IS NULL`;
const FINISH = `
  UPDATE parts SET report = $4 ${OF_WORKER} AND (report IS NULL OR report = $4)`;
const RELEASE = `UPDATE parts SET until = NULL ${OF_WORKER} AND report IS NULL`;
const PARTS = `
  SELECT place, resource, is_last AS "isLast", worker, report FROM parts JOIN runs ON runs.id = parts.run
  WHERE runs.name = $1 ORDER BY place`;
