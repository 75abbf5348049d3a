// Nothing that opens something is in the store as it is: secrets are planted everywhere, and the whole
// database is read.

import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Serving, serve } from '../support/cli.ts';
import { plantedSecrets } from '../support/planted-secrets.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';

let database: Postgres;
beforeAll(async () => {
  database = await startPostgres();
}, 60_000);
afterAll(() => database?.close());

const [EDITOR, PROXY] = ['editor-opens-it-1', 'proxy-opens-it-333'];
const [CREDENTIAL, WRONG] = ['client-opens-it-44', 'nothing-opens-with-5'];

/** Everything that is in the tables, as text. */
async function dump(): Promise<string> {
  const client = new pg.Client({ host: database.socket, user: 'postgres', database: 'postgres' });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ text: string }>(`SELECT t::text AS text FROM ${name} t`);
    parts.push(`${name}: ${rows.length}`, ...rows.map(({ text }) => text));
  }
  await client.end();
  return parts.join('\n');
}

const json = { 'content-type': 'application/json' };

function api(
  at: Serving,
  method: string,
  path: string,
  headers: object,
  body?: object,
): Promise<Response> {
  return fetch(`${at.url}/__standin/api/${path}`, {
    method,
    headers: { ...json, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

it('has no credential, no token and no planted secret as it is', async () => {
  const store = `postgres://postgres@/postgres?host=${encodeURIComponent(database.socket)}&recording=all`;
  const access = `editor ann token:${EDITOR}\nproxy sso token:${PROXY}\neditor *`;
  const env = { STANDIN_ACCESS: access };
  const pins = ['--pin', 'auth.scheme=bearer', '--credential', CREDENTIAL];
  await using one = await serve(['--store', store], { env });
  await using other = await serve(['--store', store, ...pins], { env });
  const all = plantedSecrets();
  const send = ({ target, method, headers, body }: (typeof all)[number]): Promise<Response> =>
    fetch(new URL(target, one.url), { method, headers, ...(body === null ? {} : { body }) });
  for (let at = 0; at < all.length; at += 20)
    await Promise.all(all.slice(at, at + 20).map(async (one) => (await send(one)).arrayBuffer()));
  for (const token of [CREDENTIAL, WRONG]) {
    await fetch(`${other.url}/users/1`, { headers: { authorization: `Bearer ${token}` } });
    await fetch(`${other.url}/users`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${token}`, 'idempotency-key': 'key-1' },
      body: '{"name":"Zed","email":"zed@example.com"}',
    });
  }
  const basic = { authorization: `Basic ${Buffer.from(`ann:${EDITOR}`).toString('base64')}` };
  await api(one, 'POST', 'session', {}, { token: EDITOR });
  await api(one, 'POST', 'overrides', { 'standin-token': EDITOR }, { rule: 'list code=503' });
  await api(
    one,
    'PATCH',
    'settings',
    { ...basic, cookie: `standin-session=${EDITOR}` },
    { undefined: 'vary' },
  );
  const proxied = { 'standin-token': PROXY, 'x-forwarded-email': 'eve@example.com' };
  await api(other, 'PUT', 'snapshots/full', proxied);
  await api(other, 'PUT', 'worlds/alice', proxied, { from: 'full' });
  await api(other, 'DELETE', 'data/users/2', { ...proxied, authorization: `Bearer ${CREDENTIAL}` });
  const { total } = (await (
    await api(one, 'GET', 'interactions?limit=1', { 'standin-token': EDITOR })
  ).json()) as { total: number };
  expect(total).toBe(all.length + 4);
  const text = await dump();
  // What is there, in every table that has something.
  for (const table of ['entries', 'audit', 'recordings'])
    expect(text).toMatch(new RegExp(`^standin\\.${table}: [1-9]`, 'm'));
  expect(text).toMatch(/^standin\.calls\w*: [1-9]\d\d/m);
  expect(text).toContain('eve@example.com');
  expect(text).toMatch(/list code=503/);
  const planted = all.map(({ secret }) => secret);
  const coded = [EDITOR, CREDENTIAL].map((one) => Buffer.from(`ann:${one}`).toString('base64'));
  for (const secret of [EDITOR, PROXY, CREDENTIAL, WRONG, ...coded, ...planted])
    expect(text.includes(secret), `${secret} is in the store`).toBe(false);
});
