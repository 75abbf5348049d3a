// Processes of `serve` on one real database: what they share, and what is refused. Faults:
// faults.test.ts.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyProject, run, type Serving, serve } from '../support/cli.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';

let database: Postgres;
beforeAll(async () => {
  database = await startPostgres();
}, 60_000);
afterAll(() => database.close());

let schemas = 0;
function storeOf(socket: string, schema: string): string {
  return `postgres://postgres@/postgres?host=${encodeURIComponent(socket)}&schema=${schema}`;
}

it('shares worlds, and what the page changes, with a replica that was started later', async () => {
  const store = storeOf(database.socket, `run_${++schemas}`);
  await using one = await serve(['--store', store]);
  const jsonOf = async (url: string, init?: RequestInit): Promise<unknown> =>
    (await fetch(url, init)).json();
  const json = { 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Zed', email: 'zed@example.com' });
  await fetch(`${one.url}/~alice/users`, { method: 'POST', headers: json, body });
  const api = (at: Serving, path: string): string => `${at.url}/__standin/api/${path}`;
  const row = { id: 1, name: 'Edited', email: 'e@example.com' };
  const init = { method: 'PUT', headers: json, body: JSON.stringify(row) };
  expect(await jsonOf(api(one, 'data/users/1'), init)).toEqual(row);
  await fetch(api(one, 'worlds/bob'), {
    method: 'PUT',
    headers: json,
    body: JSON.stringify({ from: 'alice' }),
  });

  await using other = await serve(['--store', store]);
  expect(await jsonOf(`${other.url}/users/1`)).toEqual(row);
  expect(await jsonOf(`${other.url}/~alice/users/6`)).toMatchObject({ name: 'Zed' });
  expect(await jsonOf(`${other.url}/~bob/users/6`)).toMatchObject({ name: 'Zed' });
  expect((await fetch(`${other.url}/users/6`)).status).toBe(404);

  await fetch(api(other, 'worlds/alice'), { method: 'DELETE' });
  await fetch(api(other, 'reset'), { method: 'POST' });
  expect((await fetch(`${one.url}/~alice/users/6`)).status).toBe(404);
  expect(await jsonOf(`${one.url}/users/1`)).toMatchObject({ name: 'Ada Kowalska' });
  expect(await jsonOf(`${one.url}/~bob/users/6`)).toMatchObject({ name: 'Zed' });
});

it('is refused to a mock with other contracts', async () => {
  const store = storeOf(database.socket, `run_${++schemas}`);
  await using _one = await serve(['--store', store]);
  using folder = copyProject();
  const rows = join(folder.path, 'rows.json');
  writeFileSync(rows, '{"books":[{"id":1,"title":"Emma"}]}');
  await using running = run(['serve', rows, '--port', '0', '--store', store]);
  expect((await running.ended).code).toBe(2);
  expect(running.stderr()).toContain('the store has rows of users, and the contracts have books');
});

it('keeps what rows alone admit', async () => {
  using folder = copyProject();
  const rows = join(folder.path, 'rows.json');
  writeFileSync(rows, '{"books":[{"id":1,"title":"Emma"}]}');
  const store = storeOf(database.socket, `run_${++schemas}`);
  await using serving = await serve([rows, '--store', store]);
  const reply = await fetch(`${serving.url}/books`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"title":"Persuasion","year":1817}',
  });
  expect(reply.status).toBe(201);
  expect(await (await fetch(`${serving.url}/books`)).json()).toHaveLength(2);
});

it('says what is wrong with a store that is not there', async () => {
  await using running = run(['serve', '--port', '0', '--store', storeOf('/nowhere', 'a')]);
  expect((await running.ended).code).toBe(2);
  expect(running.stderr()).toMatch(
    /the store cannot be reached: .*\nCheck --store: postgres:\/\/postgres@localhost/s,
  );
});
