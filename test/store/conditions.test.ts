// Conditions that are changed on one mock hold on all of a team at once: processes on a real database.

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Serving, serve } from '../support/cli.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';

let database: Postgres;
beforeAll(async () => {
  database = await startPostgres();
}, 60_000);
afterAll(() => database.close());

let schemas = 0;
function newStore(): { readonly url: string; readonly schema: string } {
  const schema = `conditions_${++schemas}`;
  const host = encodeURIComponent(database.socket);
  return { schema, url: `postgres://postgres@/postgres?host=${host}&schema=${schema}` };
}

const json = { 'content-type': 'application/json' };

function api(at: Serving, path: string, method = 'GET', body?: unknown): Promise<Response> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
  const headers = { ...json, 'x-forwarded-email': 'ann@example.com' };
  return fetch(`${at.url}/__standin/api/${path}`, { ...init, headers });
}

async function statusOf(at: Serving, path: string, init?: RequestInit): Promise<number> {
  const reply = await fetch(`${at.url}${path}`, init);
  await reply.arrayBuffer();
  return reply.status;
}

const create = (name: string): RequestInit => ({
  method: 'POST',
  headers: json,
  body: JSON.stringify({ name, email: 'x@example.com' }),
});

describe('mocks of a team', () => {
  it('answer by an override from the moment when one of them has told so', async () => {
    const { url } = newStore();
    await using one = await serve(['--store', url]);
    await using other = await serve(['--store', url]);
    for (let turn = 0; turn < 5; turn++) {
      const added = await api(one, 'overrides', 'POST', { rule: 'create code=503' });
      expect(added.status).toBe(201);
      const { id } = (await added.json()) as { id: number };
      expect(await statusOf(other, '/users', create('Bob'))).toBe(503);
      expect(await statusOf(other, '/~alice/users', create('Bob'))).toBe(503);
      expect(await (await api(other, 'overrides')).json()).toMatchObject({
        overrides: [{ id, rule: 'create code=503' }],
      });
      expect((await api(other, `overrides/${id}`, 'DELETE')).status).toBe(204);
      expect(await statusOf(one, '/users', create('Bob'))).toBe(201);
    }
    await api(one, 'overrides', 'POST', { rule: 'read code=418' });
    await using late = await serve(['--store', url]);
    expect(await statusOf(late, '/users/1')).toBe(418);
    await api(other, 'overrides', 'DELETE');
    expect(await statusOf(late, '/users/1')).toBe(200);
  });

  it('break and delay answers by faults that one of them was given', async () => {
    const { url } = newStore();
    await using one = await serve(['--store', url]);
    await using other = await serve(['--store', url]);
    await api(one, 'overrides', 'POST', { rule: 'read fault=reset' });
    await expect(fetch(`${other.url}/users/1`)).rejects.toThrow();
    await api(other, 'overrides', 'DELETE');
    expect(await statusOf(one, '/users/1')).toBe(200);
  });

  it('say on the page which one answers', async () => {
    const { url } = newStore();
    await using one = await serve(['--store', url]);
    await using other = await serve(['--store', url]);
    for (const at of [one, other]) {
      const { replica } = (await (await api(at, '')).json()) as { replica: string };
      expect(replica).toMatch(new RegExp(`.:${at.port}$`));
    }
  });

  it('give no id twice, and lose no override that several of them add at once', async () => {
    const { url } = newStore();
    await using one = await serve(['--store', url]);
    await using other = await serve(['--store', url]);
    const added = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const reply = await api(n % 2 === 0 ? one : other, 'overrides', 'POST', {
          rule: `GET:/users/${n} code=410`,
        });
        return ((await reply.json()) as { id: number }).id;
      }),
    );
    expect(new Set(added).size).toBe(20);
    for (const at of [one, other]) {
      const { overrides } = (await (await api(at, 'overrides')).json()) as { overrides: [] };
      expect(overrides).toHaveLength(20);
    }
  });

  it('share settings over those that each was started with', async () => {
    const { url } = newStore();
    await using one = await serve(['--store', url, '--pin', 'create.status=200']);
    await using other = await serve(['--store', url]);
    await api(other, 'settings', 'PATCH', { pins: { 'auth.scheme': 'bearer' } });
    expect(await statusOf(one, '/users/1')).toBe(401);
    expect(await (await api(one, 'settings')).json()).toMatchObject({
      pins: { 'auth.scheme': 'bearer' },
    });
    await api(one, 'settings', 'DELETE');
    expect(await statusOf(other, '/users/1')).toBe(200);
    expect(await (await api(one, 'settings')).json()).toMatchObject({
      pins: { 'create.status': 200 },
    });
  });

  it('share snapshots', async () => {
    const { url } = newStore();
    await using one = await serve(['--store', url]);
    await using other = await serve(['--store', url]);
    expect((await api(one, 'snapshots/full', 'PUT')).status).toBe(204);
    await fetch(`${one.url}/users/1`, { method: 'DELETE' });
    expect(await (await api(other, 'snapshots')).json()).toMatchObject({
      snapshots: [{ name: 'full', records: 5 }],
    });
    expect((await api(other, 'snapshots/full/restore', 'POST')).ok).toBe(true);
    expect(await statusOf(one, '/users/1')).toBe(200);
    await api(one, 'snapshots/full', 'DELETE');
    expect((await api(other, 'snapshots/full/restore', 'POST')).status).toBe(404);
  });

  it('note who has changed what, and say so', async () => {
    const { url, schema } = newStore();
    await using one = await serve(['--store', url]);
    await api(one, 'overrides', 'POST', { rule: 'read code=418' });
    await api(one, 'reset?what=all', 'POST');
    const client = new pg.Client({ host: database.socket, user: 'postgres', database: 'postgres' });
    await client.connect();
    const { rows } = await client.query(`SELECT who, what FROM ${schema}.audit ORDER BY id`);
    await client.end();
    expect(rows).toEqual([
      { who: 'ann@example.com', what: 'POST overrides {"rule":"read code=418"}' },
      { who: 'ann@example.com', what: 'POST reset?what=all' },
    ]);
    expect(one.stdout()).toContain('ann@example.com changed this mock: POST overrides');
  });

  it('bring back the overrides of their start', async () => {
    const { url } = newStore();
    await using one = await serve(['--store', url, '--override', 'read code=418']);
    await using other = await serve(['--store', url]);
    await api(other, 'overrides', 'DELETE');
    expect(await statusOf(one, '/users/1')).toBe(200);
    await api(other, 'reset?what=all', 'POST');
    expect(await statusOf(one, '/users/1')).toBe(418);
  });
});
