// `npm run bench:store`: what a store in a database costs beside a mock alone, with one, two and
// three mocks, and beside one-row inserts by pgbench; many worlds; and texts found in a million
// recorded calls. All on this machine, which the database and the clients share. Everything takes its
// turn in short rounds: what else the machine does comes and goes.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabaseArchive } from '../src/journal/database/open-database-recording.ts';
import { parseFilter } from '../src/journal/filter/parse-filter.ts';
import { type Postgres, startPostgres } from '../test/support/postgres.ts';
import { ratioOf, type Spread, spreadOf } from './figures.ts';
import { openClient } from './load.ts';
import { cpuUsOf, measure, rateOf, type Sample } from './measure.ts';
import { jsonRequest, plainRequest } from './request.ts';
import { type Running, startServer } from './running.ts';
import { type Server, servers } from './servers.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

const CONNECTIONS = 32;
const ROUNDS = Number(process.env['ROUNDS'] ?? 12);
/** Rounds before the first that counts: code that was never called is slow. */
const WARM_ROUNDS = 3;
const CALLS = 2_000;
const WORLDS = 10_000;
const PGBENCH_SECONDS = 1;
/** One part alone: costs, scaling, worlds or recorded. */
const PART = process.argv[2] ?? 'all';
const RECORDED = Number(process.env['RECORDED'] ?? 1_000_000);

const READ = [plainRequest('GET', '/users/1')];
const WRITE = [jsonRequest('PUT', '/users/1', { name: 'Ada', email: 'ada@example.com' })];

/** Starts a mock with options. */
function serve(workshop: Workshop, options: readonly string[] = []): Promise<Running> {
  const { standin } = servers;
  const server: Server = {
    ...standin,
    start: (...given) => [...standin.start(...given), ...options],
  };
  return startServer(server, workshop.createPlaces(100, 'notes'));
}

interface Entrant {
  readonly name: string;
  readonly turn: () => Promise<Sample>;
  readonly cpuUs: (number | null)[];
  readonly rate: number[];
}

function entrant(name: string, turn: () => Promise<Sample>): Entrant {
  return { name, turn, cpuUs: [], rate: [] };
}

async function compete(entrants: readonly Entrant[]): Promise<void> {
  for (let round = 1 - WARM_ROUNDS; round <= ROUNDS; round++)
    for (const { turn, cpuUs, rate } of entrants) {
      const sample = await turn();
      if (round <= 0) continue;
      cpuUs.push(cpuUsOf(sample));
      rate.push(rateOf(sample));
    }
  const [first] = entrants;
  for (const { name, cpuUs, rate } of entrants)
    console.log(
      `${name.padEnd(44)} ${digits(spreadOf(cpuUs), 0)} µs CPU, ${digits(ratioOf(cpuUs, first?.cpuUs ?? []), 2)} times; ${digits(spreadOf(rate), 0)}/s, ${digits(ratioOf(rate, first?.rate ?? []), 2)} times`,
    );
}

function digits(spread: Spread | null, count: number): string {
  return spread === null ? '-' : spread.median.toFixed(count);
}

function load(running: Running, requests: readonly Buffer[]): Promise<Sample> {
  return measure(running, { requests, count: CALLS, status: 200 }, CONNECTIONS);
}

/** Asks some mocks at once, with as many connections in all. */
async function loadAll(mocks: readonly Running[], requests: readonly Buffer[]): Promise<Sample> {
  const share = Math.round(CONNECTIONS / mocks.length);
  const count = Math.round(CALLS / mocks.length);
  const work = { requests, count, status: 200 };
  const clients = await Promise.all(mocks.map(({ port }) => openClient(port, share)));
  const began = performance.now();
  const loads = await Promise.all(clients.map((client) => client.run(work)));
  const elapsedMs = performance.now() - began;
  for (const client of clients) client.close();
  const bytes = loads.reduce((sum, one) => sum + one.bytes, 0);
  const latenciesMs = Float64Array.from(loads.flatMap((one) => [...one.latenciesMs]));
  return { requests: count * mocks.length, elapsedMs, cpuNs: null, bytes, latenciesMs };
}

/** One row an insert, prepared, each connection by itself; with `pg` where pgbench is not installed. */
function inserts(database: Postgres, table: string): () => Promise<Sample> {
  const row = `INSERT INTO ${table} (changes) VALUES (repeat('x', 100))`;
  const file = join(mkdtempSync(join(tmpdir(), 'standin-pgbench-')), 'insert.sql');
  process.once('exit', () => rmSync(join(file, '..'), { recursive: true, force: true }));
  writeFileSync(file, `${row};\n`);
  const pgbench = pgbenchOf();
  return async () => {
    if (pgbench === null) return insertByPg(database, row);
    const options = ['-n', '-M', 'prepared', '-c', String(CONNECTIONS), '-j', '2', '-f', file];
    const told = execFileSync(
      pgbench,
      [
        ...options,
        '-T',
        String(PGBENCH_SECONDS),
        '-h',
        database.socket,
        '-U',
        'postgres',
        'postgres',
      ],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const perSecond = Number(/tps = ([\d.]+)/.exec(told)?.[1]);
    return sampleOf(perSecond * PGBENCH_SECONDS, PGBENCH_SECONDS * 1_000);
  };
}

async function insertByPg({ socket }: Postgres, row: string): Promise<Sample> {
  const pool = new pg.Pool({
    host: socket,
    user: 'postgres',
    database: 'postgres',
    max: CONNECTIONS,
  });
  const began = performance.now();
  const until = began + PGBENCH_SECONDS * 1_000;
  let count = 0;
  const client = async (): Promise<void> => {
    for (; performance.now() < until; count++) await pool.query({ name: 'plain', text: row });
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  await pool.end();
  return sampleOf(count, performance.now() - began);
}

function sampleOf(requests: number, elapsedMs: number): Sample {
  return { requests, elapsedMs, cpuNs: null, bytes: 0, latenciesMs: new Float64Array(0) };
}

function pgbenchOf(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).toSorted().toReversed() : [];
  const found = versions
    .map((one) => join(root, one, 'bin/pgbench'))
    .find((one) => existsSync(one));
  return found ?? null;
}

async function query(database: Postgres, text: string): Promise<readonly Record<string, string>[]> {
  const client = new pg.Client({ host: database.socket, user: 'postgres', database: 'postgres' });
  await client.connect();
  const { rows } = await client.query<Record<string, string>>(text);
  await client.end();
  return rows;
}

let schemas = 0;
function storeOf(base: string): readonly string[] {
  return ['--store', `${base}&schema=bench_${++schemas}`];
}

async function costs(database: Postgres, base: string, workshop: Workshop): Promise<void> {
  const alone = await serve(workshop);
  const store = storeOf(base);
  const local = await serve(workshop, [...store, '--reads', 'local']);
  const confirmed = await serve(workshop, store);
  await compete([
    entrant('reads: a mock alone', () => load(alone, READ)),
    entrant('reads: with a store, local', () => load(local, READ)),
    entrant('reads: with a store, confirmed', () => load(confirmed, READ)),
  ]);
  await query(
    database,
    'CREATE TABLE plain (id bigint GENERATED ALWAYS AS IDENTITY, changes text)',
  );
  const name = pgbenchOf() === null ? 'pg (pgbench is not installed)' : 'pgbench';
  await compete([
    entrant(`one-row inserts by ${name}`, inserts(database, 'plain')),
    entrant('writes: a mock alone', () => load(alone, WRITE)),
    entrant('writes: with a store', () => load(confirmed, WRITE)),
  ]);
  await Promise.all([alone, local, confirmed].map((one) => one.end()));
}

async function scaling(base: string, workshop: Workshop): Promise<void> {
  const store = storeOf(base);
  const mocks: Running[] = [];
  for (let count = 0; count < 3; count++) mocks.push(await serve(workshop, store));
  const sets = [1, 2, 3].map((count) => mocks.slice(0, count));
  const eachWorld = Array.from({ length: CONNECTIONS }, (_, n) =>
    jsonRequest('PUT', `/~w${n}/users/1`, { name: 'Ada', email: 'ada@example.com' }),
  );
  for (const [what, requests] of [
    ['reads', READ],
    ['writes to one world', WRITE],
    ['writes to 32 worlds', eachWorld],
  ] as const)
    await compete(
      sets.map((set) => entrant(`${what}, mocks: ${set.length}`, () => loadAll(set, requests))),
    );
  await Promise.all(mocks.map((one) => one.end()));
}

async function worlds(database: Postgres, base: string, workshop: Workshop): Promise<void> {
  const store = storeOf(base);
  const schema = `bench_${schemas}`;
  const all = (make: (path: string) => Buffer): readonly Buffer[] =>
    Array.from({ length: WORLDS }, (_, n) => make(`/~world-${n}/users/1`));
  const puts = all((path) => jsonRequest('PUT', path, { name: 'Ada', email: 'ada@example.com' }));
  const gets = all((path) => plainRequest('GET', path));
  const one = await serve(workshop, store);
  const before = residentMb(one.pid);
  const made = await measure(one, { requests: puts, count: WORLDS, status: 200 }, CONNECTIONS);
  console.log(
    `${WORLDS} worlds made by one write each: ${rateOf(made).toFixed(0)}/s, ${residentMb(one.pid) - before} MB more in the mock`,
  );
  const other = await serve(workshop, store);
  const read = await measure(other, { requests: gets, count: WORLDS, status: 200 }, CONNECTIONS);
  console.log(
    `each read once on a mock that was started later: ${rateOf(read).toFixed(0)}/s, ${(cpuUsOf(read) ?? 0).toFixed(0)} µs CPU`,
  );
  const [size] = await query(
    database,
    `SELECT pg_size_pretty(pg_total_relation_size('${schema}.entries') + pg_total_relation_size('${schema}.images')) AS size`,
  );
  console.log(`their log in the database: ${size?.['size']}`);
  await Promise.all([one.end(), other.end()]);
}

function residentMb(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]);
  return Math.round((pages * 4_096) / 1_048_576);
}

async function searches(
  database: Postgres,
  connectionString: string,
  workshop: Workshop,
): Promise<void> {
  const schema = 'recorded';
  const store = `${connectionString}&schema=${schema}`;
  // Its first answer is recorded.
  const mock = await serve(workshop, ['--record', `${store}&recording=calls`]);
  await mock.end();
  const client = new pg.Client({ host: database.socket, user: 'postgres', database: 'postgres' });
  await client.connect();
  await client.query(`SET search_path = ${schema}, public`);
  const began = performance.now();
  // Many at once are indexed faster afterwards.
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `SELECT indexname AS name, indexdef AS made FROM pg_indexes
    WHERE tablename = 'calls' AND schemaname = $1 AND indexname = 'calls_words'`,
    [schema],
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  await client.query(
    `INSERT INTO calls SELECT recording, number, at + number, elapsed, resource, operation, source, verdict,
      status, method, target, path, query, law, problem, request_bytes, reply_bytes, altered, world, replica,
      chars, words || ' order ' || md5(number::text), long_words, recorded
    FROM calls, generate_series(2, $1::integer) AS number WHERE seq = 1`,
    [RECORDED],
  );
  await client.query('UPDATE recordings SET total = $1', [RECORDED]);
  await client.query(`SET maintenance_work_mem = '512MB'`);
  for (const { made } of indexes) await client.query(made.replace(' ON ONLY ', ' ON '));
  await client.query('ANALYZE calls');
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  const { rows } = await client.query<{ size: string }>(
    `SELECT pg_size_pretty(sum(pg_total_relation_size(relid))) AS size FROM pg_partition_tree('calls')`,
  );
  console.log(`${RECORDED} calls copied in ${seconds} s, ${rows[0]?.size}`);
  const { rows: some } = await client.query<{ text: string }>(
    `SELECT md5('500000') AS text UNION ALL SELECT left(md5('77'), 12)`,
  );
  await client.end();
  const archive = await openDatabaseArchive({
    connectionString,
    schema,
    recording: 'calls',
    shown: store,
    days: null,
    megachars: null,
  });
  const texts = [...some.map(({ text }) => text), 'nothing-has-this', 'seq:>999000 ada'];
  for (const text of [...texts, ...texts]) {
    const parsed = parseFilter(text);
    if (parsed.kind === 'flawed') throw new Error(parsed.flaw.detail);
    const from = performance.now();
    const { seqs } = await archive.search(parsed.filter);
    const ms = (performance.now() - from).toFixed(1);
    console.log(`${`found ${seqs.length} by ${text}`.padEnd(52)} ${ms} ms`);
  }
  await archive.close();
}

const database = await startPostgres(['fsync=on']);
const workshop = openWorkshop('none');
try {
  const base = `postgres://postgres@/postgres?host=${encodeURIComponent(database.socket)}`;
  const wants = (part: string): boolean => PART === 'all' || PART === part;
  if (wants('costs')) await costs(database, base, workshop);
  if (wants('scaling')) await scaling(base, workshop);
  if (wants('worlds')) await worlds(database, base, workshop);
  if (wants('recorded')) await searches(database, base, workshop);
} finally {
  workshop.close();
  await database.close();
}
