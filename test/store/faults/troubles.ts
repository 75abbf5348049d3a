// What goes wrong while three replicas answer: a table. Each row says on which database, and what
// happens.

import { setTimeout as pause } from 'node:timers/promises';
import { LAYOUT } from '../../../src/database/layout.ts';
import type { Postgres } from '../../support/postgres.ts';
import type { BadLine } from './bad-line.ts';
import { type Pair, query, type SmallDisk } from './databases.ts';
import { REPLICAS, type Replicas } from './replicas.ts';

export interface Parts {
  readonly replicas: Replicas;
  /** The line to the database, or to its primary. */
  readonly line: BadLine;
  readonly database: Postgres;
  readonly schema: string;
  readonly random: () => number;
  /** For troubles on a disk or a pair. */
  readonly disk: SmallDisk | null;
  readonly pair: Pair | null;
}

export interface Trouble {
  readonly name: string;
  readonly on: 'usual' | 'disk' | 'pair';
  /** How far the clock of each replica is off, in hours. */
  readonly clocks?: readonly number[];
  readonly happen: (parts: Parts) => Promise<void>;
}

/** Longer than a mock tries to reach the database, in milliseconds: then clients are told. */
const LONG_MS = 9_500;

export const troubles: readonly Trouble[] = [
  { name: 'nothing', on: 'usual', happen: () => Promise.resolve() },
  {
    name: 'replicas killed',
    on: 'usual',
    async happen({ replicas }) {
      for (let place = 0; place < REPLICAS; place++) {
        await pause(60);
        await replicas.crash(place);
      }
    },
  },
  {
    name: 'database killed',
    on: 'usual',
    async happen({ database, random }) {
      await pause(random() * 200);
      await database.kill();
      await pause(random() < 0.7 ? 100 : LONG_MS);
      await database.start();
    },
  },
  {
    name: 'lines slow and cut',
    on: 'usual',
    async happen({ line, random }) {
      line.slowMs = 5;
      for (let times = 0; times < 6; times++) {
        await pause(random() * 150);
        line.cut();
      }
    },
  },
  {
    name: 'replica held up',
    on: 'usual',
    async happen({ replicas, random }) {
      await pause(50);
      await replicas.stop(0, random() < 0.7 ? 1_500 : LONG_MS);
    },
  },
  { name: 'clocks hours apart', on: 'usual', clocks: [5, -7, 0], happen: () => Promise.resolve() },
  {
    name: 'tables of a newer version',
    on: 'usual',
    async happen({ database, schema }) {
      await pause(100);
      await query(
        database,
        `BEGIN; ALTER TABLE ${schema}.entries ADD COLUMN later text NOT NULL DEFAULT 'x';
        CREATE TABLE ${schema}.later (id integer);
        UPDATE ${schema}.facts SET value = '${LAYOUT + 1}' WHERE name = 'layout'; COMMIT`,
      );
    },
  },
  {
    name: 'disk full, rows',
    on: 'disk',
    async happen({ disk, random, schema }) {
      await pause(100);
      // The last page has no room left, and there can be no other.
      await disk?.fill(
        `INSERT INTO ${schema}.entries (world, number, id, changes)
        SELECT 'filling', n, gen_random_uuid(), repeat('x', 300) FROM generate_series(1, 9000) AS n`,
      );
      await pause(random() < 0.7 ? 700 : LONG_MS);
      await disk?.free();
    },
  },
  {
    name: 'disk full, log',
    on: 'disk',
    async happen({ disk, random }) {
      await pause(100);
      // The database gives up: it cannot note what it is about to do.
      await disk?.fill(
        `SELECT pg_logical_emit_message(true, 'filling', repeat('x', 1000000)) FROM generate_series(1, 99)`,
      );
      await pause(random() < 0.7 ? 700 : LONG_MS);
      await disk?.free();
    },
  },
  {
    name: 'fail-over',
    on: 'pair',
    async happen({ pair, random }) {
      await pause(random() * 300);
      await pair?.failOver();
    },
  },
];
