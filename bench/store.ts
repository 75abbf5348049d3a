// What a store costs: CPU of a read beside a mock alone, writes beside plain inserts into the same
// database, with one to three mocks; and texts found in a million recorded calls. All on this machine,
// which the database and the clients share.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import pg from 'pg';
import { openDatabaseArchive } from '../src/journal/database/open-database-recording.ts';
import { parseFilter } from '../src/journal/filter/parse-filter.ts';
import { type Postgres, startPostgres } from '../test/support/postgres.ts';

const CONNECTIONS = 32;
const SECONDS = 5;
/** One part alone: costs or recorded. */
const PART = process.argv[2] ?? 'both';
const RECORDED = Number(process.env['RECORDED'] ?? 1_000_000);
/** Clock ticks a second of /proc (sysconf(_SC_CLK_TCK)), 100 on Linux. */
const TICKS = 100;

interface Served {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

async function serve(args: readonly string[]): Promise<Served> {
  const cli = new URL('../dist/bundle/cli.js', import.meta.url).pathname;
  const child = spawn(process.execPath, [cli, 'serve', '--port', '0', '--json', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((found, failed) => {
    let text = '';
    child.stdout.on('data', (piece: Buffer) => {
      text += piece.toString();
      const line = text.split('\n')[0] ?? '';
      if (text.includes('\n')) found((JSON.parse(line) as { url: string }).url);
    });
    child.once('exit', () => failed(new Error('the mock ended')));
  });
  child.stdout.resume();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS;
}

interface Load {
  readonly perSecond: number;
  /** CPU of the mocks, in microseconds a call. */
  readonly cpu: number;
  readonly failed: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

function call(url: string, method: string, body: string | null): Promise<number> {
  return new Promise((done, failed) => {
    const headers = body === null ? {} : { 'content-type': 'application/json' };
    const asking = request(url, { method, headers, agent }, (reply) => {
      reply.resume().on('end', () => done(reply.statusCode ?? 0));
    });
    asking.on('error', failed).end(body ?? undefined);
  });
}

async function load(mocks: readonly Served[], method: 'GET' | 'PUT', path: string): Promise<Load> {
  const body = '{"name":"Ada","email":"ada@example.com"}';
  let [calls, failed] = [0, 0];
  const run = async (seconds: number): Promise<void> => {
    const until = performance.now() + seconds * 1_000;
    const client = async (index: number): Promise<void> => {
      const url = `${mocks[index % mocks.length]?.url}${path.replace('*', `w${index}`)}`;
      while (performance.now() < until) {
        const status = await call(url, method, method === 'PUT' ? body : null);
        calls++;
        if (status >= 400) failed++;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => client(index)));
  };
  await run(1);
  [calls, failed] = [0, 0];
  const before = mocks.map(({ pid }) => cpuMs(pid));
  const began = performance.now();
  await run(SECONDS);
  const seconds = (performance.now() - began) / 1_000;
  const cpu = mocks.reduce((sum, { pid }, index) => sum + cpuMs(pid) - (before[index] ?? 0), 0);
  return { perSecond: calls / seconds, cpu: (cpu * 1_000) / calls, failed };
}

function tell(what: string, { perSecond, cpu, failed }: Load): void {
  const trouble = failed === 0 ? '' : `, ${failed} failed`;
  console.log(
    `${what.padEnd(52)} ${perSecond.toFixed(0).padStart(6)}/s  ${cpu.toFixed(0)} µs CPU${trouble}`,
  );
}

async function measure(
  what: string,
  args: readonly (readonly string[])[],
  method: 'GET' | 'PUT',
  path: string,
): Promise<void> {
  const mocks = await Promise.all(args.map(serve));
  try {
    tell(what, await load(mocks, method, path));
  } finally {
    await Promise.all(mocks.map((mock) => mock.stop()));
  }
}

/** One row an insert, each on its own connection. No write waits for the disk (fsync=off), here or in mocks. */
async function inserts(database: Postgres): Promise<void> {
  const pool = new pg.Pool({
    host: database.socket,
    user: 'postgres',
    database: 'postgres',
    max: CONNECTIONS,
  });
  await pool.query('CREATE TABLE plain (id bigint GENERATED ALWAYS AS IDENTITY, changes text)');
  const until = performance.now() + SECONDS * 1_000;
  let count = 0;
  const client = async (): Promise<void> => {
    while (performance.now() < until) {
      await pool.query({
        name: 'plain',
        text: 'INSERT INTO plain (changes) VALUES ($1)',
        values: ['x'.repeat(100)],
      });
      count++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  await pool.end();
  console.log(
    `${'one-row inserts by pg'.padEnd(52)} ${(count / SECONDS).toFixed(0).padStart(6)}/s`,
  );
}

async function searches(database: Postgres, connectionString: string): Promise<void> {
  const schema = 'recorded';
  const store = `${connectionString}&schema=${schema}`;
  const mock = await serve(['--record', `${store}&recording=calls`]);
  await call(`${mock.url}/users/1`, 'GET', null);
  await mock.stop();
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
  for (const { made } of indexes) await client.query(made);
  await client.query('ANALYZE calls');
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  const { rows } = await client.query<{ size: string }>(
    `SELECT pg_size_pretty(pg_total_relation_size('calls')) AS size`,
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

async function costs(database: Postgres, base: string): Promise<void> {
  let schemas = 0;
  const storeOf = (): string => `${base}&schema=bench_${++schemas}`;
  const reads = [
    ['a mock alone, reads', []],
    ['with a store, local reads', ['--store', storeOf(), '--reads', 'local']],
    ['with a store, confirmed reads', ['--store', storeOf()]],
  ] as const;
  for (const [what, args] of reads) await measure(what, [args], 'GET', '/users/1');
  await measure('a mock alone, writes', [[]], 'PUT', '/users/1');
  await inserts(database);
  for (const mocks of [1, 2, 3]) {
    const store = storeOf();
    const args = Array.from({ length: mocks }, () => ['--store', store]);
    await measure(`writes to one world, mocks: ${mocks}`, args, 'PUT', '/users/1');
    await measure(`writes to a world each client, mocks: ${mocks}`, args, 'PUT', '/~*/users/1');
  }
}

const database = await startPostgres();
try {
  const base = `postgres://postgres@/postgres?host=${encodeURIComponent(database.socket)}`;
  if (PART !== 'recorded') await costs(database, base);
  if (PART !== 'costs') await searches(database, base);
} finally {
  agent.destroy();
  await database.close();
}
