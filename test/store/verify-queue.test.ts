// Machines that share a run of `verify` through a real database: the parts of one that is killed are
// taken over, and `merge` tells what one machine would have told.

import { readFileSync, writeFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  copyProject,
  type Folder,
  type Running,
  run,
  runToEnd,
  type Serving,
  serve,
} from '../support/cli.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';

const RESOURCES = ['people', 'users'];

let database: Postgres;
let folder: Folder;
let service: Serving;

beforeAll(async () => {
  database = await startPostgres();
  folder = copyProject();
  const users = JSON.parse(readFileSync(folder.at('contracts/users.json'), 'utf8')) as object;
  const rows = (JSON.parse(readFileSync(folder.at('db.json'), 'utf8')) as { users: object[] })
    .users;
  for (const resource of RESOURCES)
    writeFileSync(
      folder.at(`contracts/${resource}.json`),
      JSON.stringify({ ...users, resource, path: `/${resource}` }),
    );
  writeFileSync(
    folder.at('db.json'),
    JSON.stringify(Object.fromEntries(RESOURCES.map((resource) => [resource, rows]))),
  );
  // A PUT of people is lost, and calls take a while, so that several machines have something to do.
  const args = ['--override', 'PUT:/people/* code=204', '--delay', '20'];
  service = await serve(args, { cwd: folder.path });
}, 60_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  folder?.[Symbol.dispose]();
  await database?.close();
});

function storeOf(name: string, more = ''): string {
  const host = encodeURIComponent(database.socket);
  return `postgres://postgres@/postgres?host=${host}&schema=queue&run=${name}${more}`;
}

const argsFor = (store: string): readonly string[] => [
  ...['verify', service.url, '--store', store, '--budget', 'quick', '--no-pacts'],
  ...['created-is-there', 'replaced-is-there', 'removed-is-gone'].flatMap((law) => ['--law', law]),
];

async function query<T extends object>(text: string): Promise<readonly T[]> {
  const client = new pg.Client({ host: database.socket, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

const machine = (store: string): Running => run(argsFor(store), { cwd: folder.path });
const countIn = (stderr: string): number =>
  Number(/(\d+) contracts? of 2 verified here; all are done/.exec(stderr)?.[1]);

/** Resolves once a machine works on a part of a run. */
async function begun(name: string): Promise<void> {
  const text = `SELECT 1 FROM queue.parts JOIN queue.runs ON runs.id = parts.run
    WHERE runs.name = '${name}' AND worker IS NOT NULL AND report IS NULL`;
  await expect.poll(() => query(text).catch(() => [])).not.toEqual([]);
}

describe('verify --store', () => {
  it('gives each contract to one machine, and merge tells of all', async () => {
    const store = storeOf('shared');
    await using one = machine(store);
    await using other = machine(store);
    const codes = (await Promise.all([one.ended, other.ended])).map(({ code }) => code);
    expect(codes.toSorted()).toEqual([0, 1]);
    expect(countIn(one.stderr()) + countIn(other.stderr())).toBe(2);
    const parts = await query<{ resource: string; attempt: number }>(
      'SELECT resource, attempt FROM queue.parts ORDER BY place',
    );
    expect(parts).toEqual(RESOURCES.map((resource) => ({ resource, attempt: 1 })));
    const merged = await runToEnd(['merge', store, '--junit', folder.at('merged.xml')], {
      cwd: folder.path,
    });
    expect(merged.code).toBe(1);
    for (const resource of RESOURCES) expect(merged.stdout).toContain(resource);
    // Whoever comes late has nothing to do.
    const late = await runToEnd(argsFor(store), { cwd: folder.path });
    expect([late.code, countIn(late.stderr)]).toEqual([0, 0]);
  });

  it('takes over what a killed machine had begun', async () => {
    const store = storeOf('killed', '&lease=2');
    await using dead = machine(store);
    await begun('killed');
    dead.child.kill('SIGKILL');
    await dead.ended;
    const early = await runToEnd(['merge', store], { cwd: folder.path });
    expect([early.code, early.stderr]).toEqual([
      2,
      expect.stringMatching(/^standin: not verified yet in run "killed": /),
    ]);
    const next = await runToEnd(argsFor(store), { cwd: folder.path });
    expect(next.stderr).toMatch(/Run killed: \w+ is taken over from \S+:\d+\n/);
    expect(next.code).toBe(1);
    expect((await runToEnd(['merge', store], { cwd: folder.path })).code).toBe(1);
  });

  it('counts no report of a machine whose part was taken over meanwhile', async () => {
    const store = storeOf('held', '&lease=2');
    await using held = machine(store);
    await begun('held');
    held.child.kill('SIGSTOP');
    await using other = machine(store);
    expect((await other.ended).code).toBe(1);
    held.child.kill('SIGCONT');
    await held.ended;
    expect(held.stderr()).toMatch(/was taken over by another machine meanwhile; its report counts/);
    expect((await runToEnd(['merge', store], { cwd: folder.path })).code).toBe(1);
  });

  it('gives back what it has begun when it is told to end', async () => {
    const store = storeOf('stopped');
    await using stopped = machine(store);
    await begun('stopped');
    stopped.child.kill('SIGINT');
    expect((await stopped.ended).code).toBe(2);
    const next = await runToEnd(argsFor(store), { cwd: folder.path });
    expect(next.code).toBe(1);
    expect((await runToEnd(['merge', store], { cwd: folder.path })).code).toBe(1);
  });

  it('refuses a run of other options, one without a name, and one that there is not', async () => {
    const store = storeOf('shared');
    const other = await runToEnd([...argsFor(store), '--read-only'], { cwd: folder.path });
    expect(other.code).toBe(2);
    expect(other.stderr).toMatch(
      /^standin: the reports belong to different runs: mode is write in run shared in .*, read-only in this command\n/m,
    );
    const nameless = await runToEnd(argsFor(storeOf('x').replace('&run=x', '')), {
      cwd: folder.path,
    });
    expect([nameless.code, nameless.stderr]).toEqual([
      2,
      expect.stringContaining(' names no run\n'),
    ]);
    const missing = await runToEnd(['merge', storeOf('missing')], { cwd: folder.path });
    expect([missing.code, missing.stderr]).toEqual([
      2,
      expect.stringContaining(' has no run "missing"\n'),
    ]);
    const both = await runToEnd([...argsFor(store), '--shard', '1/2'], { cwd: folder.path });
    expect(both.code).toBe(2);
  });
});
