// The log of worlds in a PostgreSQL database, for mocks on any number of machines. The database
// orders what happens; it knows nothing of calls. The unique key of a world and a number decides who
// was first.

import {
  type Connection,
  type Database,
  type DatabaseOptions,
  openDatabase,
  Refused,
} from '../../database/database.ts';
import { prepareTables } from '../../database/layout.ts';
import { arrayOf, Statement, type TextRow } from '../../database/statement.ts';
import type { AuditLine, ChangeStore, Entry, Ground, News } from '../store.ts';
import {
  APPEND,
  COMPACT,
  FIND_IDLE,
  FORGET,
  KEEP_IMAGE,
  NEWS,
  NOTE,
  SEED,
  TAKE_SEED,
  TAKEN,
  USE,
} from './sql.ts';

/** Opens the log in a database, and makes its tables if there are none. Rejects with a `StoreError`. */
export async function openPostgresStore(options: DatabaseOptions): Promise<ChangeStore> {
  const database = await openDatabase({ ...options, plans: 'kept' });
  try {
    await prepareTables(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return new PostgresStore(database);
}

class PostgresStore implements ChangeStore {
  readonly entriesMax = ENTRIES_MAX;
  private readonly database: Database;

  constructor(database: Database) {
    this.database = database;
  }

  begin(seed: string): Promise<string> {
    return this.database.run(async (client) => {
      await client.query(TAKE_SEED, [seed]);
      const { rows } = await client.query<{ value: string }>(SEED);
      return rows[0]?.value ?? seed;
    });
  }

  readAfter(seen: ReadonlyMap<string, number>): Promise<readonly News[]> {
    const values = [arrayOf(seen.keys()), arrayOf(seen.values())];
    return this.database.run(async (client) => newsOf(await news.ask(client, values)));
  }

  append(entries: readonly Entry[], ground?: Ground): Promise<ReadonlySet<string>> {
    const columns = [
      entries.map(({ world }) => world),
      entries.map(({ number }) => number),
      entries.map(({ id }) => id),
      entries.map(({ changes }) => changes),
    ];
    let isRepeated = false;
    return this.database.run(
      async (client) => {
        const { rows } = await client.query<{ world: string }>({
          name: 'append',
          text: APPEND,
          values: [...columns, ground?.world ?? null, ground?.number ?? null],
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
            else throw new Refused('it is unknown whether the change was made');
        }
        return taken;
      },
      () => {
        isRepeated = true;
      },
    );
  }

  compact(world: string, number: number, image: string): Promise<void> {
    return this.database.run(async (client) => {
      await client.query(KEEP_IMAGE, [world, number, image]);
      await alone(client, () => client.query(COMPACT, [world]));
    });
  }

  tidy(used: readonly string[], idleMs: number): Promise<void> {
    return this.database.run(async (client) => {
      if (used.length > 0) await client.query(USE, [used]);
      const { rows } = await client.query<{ world: string }>(FIND_IDLE, [idleMs]);
      if (rows.length === 0) return;
      await alone(client, () => client.query(FORGET, [idleMs, rows.map(({ world }) => world)]));
    });
  }

  async note({ who, replica, what }: AuditLine): Promise<void> {
    await this.database.run((client) => client.query(NOTE, [who, replica, what]));
  }

  close(): Promise<void> {
    return this.database.close();
  }
}

/**
 * Removes entries. Whoever appends at this moment ends first, and whoever comes later sees the image
 * or the floor: none can append under a number whose entry is removed here.
 */
async function alone(client: Connection, remove: () => Promise<unknown>): Promise<void> {
  await client.query('BEGIN');
  await client.query("SET LOCAL lock_timeout = '1s'");
  await client.query('LOCK TABLE entries IN SHARE ROW EXCLUSIVE MODE');
  await remove();
  await client.query('COMMIT');
}

const news = new Statement('news', NEWS);

/** The image of a world comes before its entries; it is `null` for a world that begins again. */
function newsOf(rows: readonly TextRow[]): readonly News[] {
  const byWorld = Map.groupBy(rows, ([world]) => world ?? '');
  return [...byWorld].map(([world, all]) => {
    const found = all.map(([, number, kind, text]) => ({ number: Number(number), kind, text }));
    const image = found.find(({ kind }) => kind === 'image');
    const entries = found
      .filter(({ kind }) => kind === 'entry')
      .map(({ number, text }) => ({ number, changes: text ?? '' }));
    const snapshot =
      image === undefined ? null : { number: image.number, image: image.text ?? null };
    return { world, snapshot, entries };
  });
}

/** As much as a replica reads at once. */
const ENTRIES_MAX = 500;
