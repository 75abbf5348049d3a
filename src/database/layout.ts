// The tables of a store, and which version of them is there. What they mean is known to those who
// read them: `store/postgres` the log of worlds, `journal/database` the recordings.

import { type Connection, type Database, Refused } from './database.ts';
import { creationOfCalls } from './days.ts';

/** Counts up with each change of the tables. A store of a newer layout is refused. */
export const LAYOUT = 6;

/**
 * Makes the tables, or upgrades those of an older layout, one process after the other. Rejects with
 * a `StoreError`. Tables of this layout are left alone, unless all is to be made that is missing.
 */
export async function prepareTables(
  database: Database,
  how: 'if-old' | 'whole' = 'if-old',
): Promise<'made' | 'upgraded' | 'there'> {
  const found = await database.run((connection) => layoutOf(connection, database.schema));
  if (found === LAYOUT && how === 'if-old') return 'there';
  await database.run(async (connection) => {
    await connection.query('BEGIN');
    await connection.query('SELECT pg_advisory_xact_lock(hashtext($1))', [database.schema]);
    for (const statement of creation(database.schema)) await connection.query(statement);
    await connection.query(
      `INSERT INTO facts (name, value) VALUES ('layout', $1)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      [String(LAYOUT)],
    );
    await indexWords(connection);
    await connection.query('SELECT make_days()');
    await connection.query('COMMIT');
  });
  if (found === LAYOUT) return 'there';
  return found === null ? 'made' : 'upgraded';
}

/** Whether texts of recordings are found by an index: the database has the extension pg_trgm. */
export function findsWords(database: Database): Promise<boolean> {
  return database.run(async (connection) => {
    const { rows } = await connection.query<{ is_there: boolean }>(IS_THERE, [
      `${database.schema}.calls_words`,
    ]);
    return rows[0]?.is_there === true;
  });
}

/** Returns the layout of the tables; `null` without any. */
async function layoutOf(connection: Connection, schema: string): Promise<number | null> {
  // Making what is there already needs rights that a user of the tables may lack.
  const { rows: made } = await connection.query<{ is_there: boolean }>(IS_THERE, [
    `${schema}.facts`,
  ]);
  if (made[0]?.is_there !== true) return null;
  const { rows } = await connection.query<{ value: string }>(VERSION);
  const found = Number(rows[0]?.value);
  if (found > LAYOUT)
    throw new Refused(
      `the store has layout ${found}, and this version of Standin knows ${LAYOUT}: use the newer version`,
    );
  return found;
}

/** An index of trigrams, if the extension is there or can be had. */
async function indexWords(connection: Connection): Promise<void> {
  for (const where of [' WITH SCHEMA public', '']) {
    await connection.query('SAVEPOINT extension');
    try {
      await connection.query(`CREATE EXTENSION IF NOT EXISTS pg_trgm${where}`);
      break;
    } catch {
      // It is not installed, or this user may not have it.
      await connection.query('ROLLBACK TO SAVEPOINT extension');
    }
  }
  const { rows } = await connection.query<{ schema: string }>(EXTENSION);
  const [found] = rows;
  if (found === undefined) return;
  await connection.query(
    `CREATE INDEX IF NOT EXISTS calls_words ON calls USING gin (words ${found.schema}.gin_trgm_ops)`,
  );
}

const IS_THERE = 'SELECT to_regclass($1) IS NOT NULL AS is_there';
const VERSION = `SELECT value FROM facts WHERE name = 'layout'`;
const EXTENSION = `
  SELECT quote_ident(nspname) AS schema FROM pg_extension
  JOIN pg_namespace ON pg_namespace.oid = extnamespace WHERE extname = 'pg_trgm'`;

/** Returns the statements that make the tables that are not there. */
function creation(schema: string): readonly string[] {
  return [
    `CREATE SCHEMA IF NOT EXISTS "${schema}"`,
    'CREATE TABLE IF NOT EXISTS facts (name text PRIMARY KEY, value text NOT NULL)',
    `CREATE TABLE IF NOT EXISTS entries (
      world text NOT NULL, number bigint NOT NULL, id uuid NOT NULL, changes text NOT NULL,
      at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (world, number))`,
    `CREATE TABLE IF NOT EXISTS images (
      world text PRIMARY KEY, number bigint NOT NULL, image text NOT NULL,
      at timestamptz NOT NULL DEFAULT now())`,
    // Since layout 4: when worlds were used last, as far as they are forgotten some day.
    `CREATE TABLE IF NOT EXISTS uses (
      world text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now())`,
    // Since layout 3: who has changed which conditions.
    `CREATE TABLE IF NOT EXISTS audit (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL DEFAULT now(),
      who text, replica text NOT NULL, what text NOT NULL)`,
    // Since layout 2: recordings.
    `CREATE TABLE IF NOT EXISTS recordings (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE,
      total integer NOT NULL DEFAULT 0, dropped bigint NOT NULL DEFAULT 0,
      chars bigint NOT NULL DEFAULT 0)`,
    // What each process has written last, so that nothing is written twice.
    `CREATE TABLE IF NOT EXISTS writers (
      id uuid PRIMARY KEY, batch integer NOT NULL, at timestamptz NOT NULL DEFAULT now())`,
    // Since layout 4: runs of verify that several machines share, and who works on which part.
    `CREATE TABLE IF NOT EXISTS runs (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE,
      facts text NOT NULL, at timestamptz NOT NULL DEFAULT now())`,
    `CREATE TABLE IF NOT EXISTS parts (
      run integer NOT NULL REFERENCES runs ON DELETE CASCADE, place integer NOT NULL,
      resource text NOT NULL, weight integer NOT NULL, attempt integer NOT NULL DEFAULT 0,
      worker text, until timestamptz, report text, PRIMARY KEY (run, place))`,
    // Since layout 5: whether a part comes after the others of its resource.
    'ALTER TABLE parts ADD COLUMN IF NOT EXISTS is_last boolean NOT NULL DEFAULT true',
    // By day since layout 4.
    ...creationOfCalls(schema),
    'CREATE INDEX IF NOT EXISTS calls_at ON calls (recording, at)',
    'CREATE INDEX IF NOT EXISTS calls_failing ON calls (recording, seq) WHERE status >= 400',
    'CREATE INDEX IF NOT EXISTS calls_failed ON calls (recording, seq) WHERE status IS NULL',
    'CREATE INDEX IF NOT EXISTS calls_violating ON calls (recording, seq) WHERE verdict = 1',
    'CREATE INDEX IF NOT EXISTS calls_world ON calls (recording, world) WHERE world IS NOT NULL',
    'CREATE INDEX IF NOT EXISTS calls_long ON calls (recording, seq) WHERE long_words IS NOT NULL',
    `CREATE TABLE IF NOT EXISTS notes (
      recording integer NOT NULL, seq integer NOT NULL, tags text[] NOT NULL, note text NOT NULL,
      folded text NOT NULL, PRIMARY KEY (recording, seq))`,
  ];
}
