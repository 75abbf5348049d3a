// Mocks that record into one real database: each shows the calls of all, and `inspect` shows them.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { run, serve } from '../support/cli.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';

let database: Postgres;
beforeAll(async () => {
  database = await startPostgres();
}, 60_000);
afterAll(() => database.close());

function storeOf(more: string): string {
  return `postgres://postgres@/postgres?host=${encodeURIComponent(database.socket)}${more}`;
}

interface Listed {
  readonly total: number;
  readonly interactions: readonly {
    readonly replica?: string;
    readonly request: { readonly path: string };
  }[];
}

async function listed(url: string): Promise<Listed> {
  const reply = await fetch(`${url}/__standin/api/interactions`);
  return (await reply.json()) as Listed;
}

it('shows the calls of all mocks on each of them, and who answered', async () => {
  const store = storeOf('&schema=shown&recording=calls');
  await using one = await serve(['--store', store]);
  await using other = await serve(['--store', store]);
  await fetch(`${one.url}/users/1`, { headers: { authorization: 'Bearer sesame-opens-it' } });
  await fetch(`${other.url}/users/2`);
  await vi.waitFor(async () => expect((await listed(one.url)).total).toBe(2), { timeout: 5_000 });
  const [shown, alike] = await Promise.all([listed(one.url), listed(other.url)]);
  expect(shown).toEqual(alike);
  const byPath = new Map(shown.interactions.map((call) => [call.request.path, call.replica]));
  expect(byPath.get('/users/1')).toMatch(new RegExp(`:${new URL(one.url).port}$`));
  expect(byPath.get('/users/2')).toMatch(new RegExp(`:${new URL(other.url).port}$`));
  // Whoever looks at the files of the database finds no credentials.
  expect(JSON.stringify(shown)).not.toContain('sesame-opens-it');
  const files = readdirSync(join(database.socket, 'data'), { recursive: true, encoding: 'utf8' });
  const holders = files.filter((file) => /^(?:base|pg_wal)\/.*\d/.test(file) && holds(file));
  expect(holders).toEqual([]);
});

it('shows notes, and calls as they come, on each mock', async () => {
  const store = storeOf('&schema=noted&recording=calls');
  await using one = await serve(['--store', store]);
  await using other = await serve(['--store', store]);
  const live = await fetch(`${other.url}/__standin/api/live`);
  const reader = live.body?.pipeThrough(new TextDecoderStream()).getReader();
  await fetch(`${one.url}/users/1`);
  let seen = '';
  while (!seen.includes('"total":1')) seen += (await reader?.read())?.value ?? '';
  await reader?.cancel();
  const note = { tags: ['bug'], note: 'look here' };
  const place = (url: string): string => `${url}/__standin/api/interactions/1/annotation`;
  await fetch(place(one.url), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(note),
  });
  expect(await (await fetch(place(other.url))).json()).toEqual(note);
  const found = await fetch(`${other.url}/__standin/api/matches?q=tag:bug`);
  expect(found.headers.get('standin-total')).toBe('1');
});

function holds(file: string): boolean {
  try {
    return readFileSync(join(database.socket, 'data', file)).includes('sesame-opens-it');
  } catch {
    return false;
  }
}

it('is shown by inspect and written by export', async () => {
  const place = storeOf('&schema=inspected&recording=calls');
  {
    await using mock = await serve(['--record', place]);
    await fetch(`${mock.url}/users/1`);
    mock.child.kill('SIGTERM');
    expect((await mock.ended).code).toBe(0);
  }
  await using exporting = run(['export', place, '--form', 'curl']);
  expect((await exporting.ended).code).toBe(0);
  expect(exporting.stdout()).toContain('/users/1');
  await using inspecting = run(['inspect', place, '--port', '0', '--json']);
  const url = await vi.waitFor(() => (JSON.parse(inspecting.stdout()) as { url: string }).url, {
    timeout: 20_000,
    interval: 50,
  });
  expect((await listed(new URL('/', url).origin)).total).toBe(1);
});

it('says which recordings there are if there is none of that name', async () => {
  const place = (name: string): string => storeOf(`&schema=inspected&recording=${name}`);
  await using inspecting = run(['inspect', place('cals'), '--port', '0']);
  expect((await inspecting.ended).code).toBe(2);
  expect(inspecting.stderr()).toMatch(/has no recording "cals"\nIt has calls\.\n/);
});

it('slows no answer while the database takes nothing, and writes it later', async () => {
  await using mock = await serve(['--record', storeOf('&schema=held&recording=calls')]);
  const client = new pg.Client({ host: database.socket, user: 'postgres', database: 'postgres' });
  await client.connect();
  await client.query('BEGIN; LOCK TABLE held.calls IN ACCESS EXCLUSIVE MODE');
  // The table stays locked until all are answered.
  for (let n = 0; n < 250; n++) {
    const reply = await fetch(`${mock.url}/users/1`);
    await reply.arrayBuffer();
    expect(reply.status).toBe(200);
  }
  const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM held.calls');
  expect(rows[0]?.count).toBe('0');
  await client.query('COMMIT');
  await client.end();
  expect((await listed(mock.url)).total).toBe(250);
  expect(mock.stderr()).toBe('');
});
