// What those who run mocks of a team ask: tables, readiness and numbers, on a real database.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { run, runToEnd, serve } from '../support/cli.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';

let database: Postgres;
beforeAll(async () => {
  database = await startPostgres();
}, 60_000);
afterAll(() => database.close());

function storeOf(schema: string, user = 'postgres'): string {
  return `postgres://${user}@/postgres?host=${encodeURIComponent(database.socket)}&schema=${schema}`;
}

async function query(text: string): Promise<void> {
  const client = new pg.Client({ host: database.socket, user: 'postgres', database: 'postgres' });
  await client.connect();
  await client.query(text);
  await client.end();
}

describe('standin migrate', () => {
  it('makes the tables, upgrades older ones, and leaves the others', async () => {
    const store = storeOf('migrated');
    const made = await runToEnd(['migrate', store]);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toMatch(
      /: the tables of layout 6 in the schema migrated are made\.\nTexts of recordings are found by an index\.\n$/,
    );
    expect((await runToEnd(['migrate', store])).stdout).toContain('are there already.');
    // As the first version left it.
    await query(`DROP TABLE migrated.calls, migrated.recordings, migrated.writers, migrated.notes,
      migrated.audit; UPDATE migrated.facts SET value = '1' WHERE name = 'layout'`);
    const upgraded = await runToEnd(['migrate'], { env: { STANDIN_STORE: store } });
    expect(upgraded.stdout).toContain('are upgraded.');
    await using one = await serve(['--store', `${store}&recording=a`]);
    expect((await fetch(`${one.url}/users/1`)).status).toBe(200);
  });

  it('lets mocks serve with rights to read and write alone', async () => {
    await query('CREATE ROLE mock LOGIN');
    const lacking = await runToEnd(['serve', '--port', '0', '--store', storeOf('owned', 'mock')]);
    expect(lacking.code).toBe(2);
    expect(lacking.stderr).toMatch(/permission denied for database/);
    await runToEnd(['migrate', storeOf('owned')]);
    await query(`GRANT USAGE ON SCHEMA owned TO mock;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA owned TO mock`);
    await using one = await serve(['--store', `${storeOf('owned', 'mock')}&recording=calls`]);
    const created = await fetch(`${one.url}/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Zed","email":"zed@example.com"}',
    });
    expect(created.status).toBe(201);
    const shown = await fetch(`${one.url}/__standin/api/interactions`);
    expect(await shown.json()).toMatchObject({ total: 1 });
    const noted = await fetch(`${one.url}/__standin/api/overrides`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"rule":"read code=418"}',
    });
    expect([noted.status, one.stderr()]).toEqual([201, '']);
  });

  it.each([
    [[], 'no store is named'],
    [['mysql://a/b'], 'the address is wrong'],
    [['postgres://a@/b?host=/nowhere'], 'the store cannot be reached'],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, stderr } = await runToEnd(['migrate', ...args], { env: { STANDIN_STORE: '' } });
    expect([code, stderr.split('\n')[0]]).toEqual([2, expect.stringContaining(message)]);
  });

  it('is refused by a store of a newer version, and so is serving', async () => {
    const store = storeOf('newer');
    await runToEnd(['migrate', store]);
    await query(`UPDATE newer.facts SET value = '9' WHERE name = 'layout'`);
    for (const args of [
      ['migrate', store],
      ['serve', '--port', '0', '--store', store],
    ]) {
      await using running = run(args);
      expect((await running.ended).code).toBe(2);
      expect(running.stderr()).toContain(
        'the store has layout 9, and this version of Standin knows 6: use the newer version',
      );
    }
  });
});

describe('the driver', () => {
  it('is loaded only by who names a database', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'standin-driver-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const hook = join(folder, 'hook.mjs');
    writeFileSync(
      hook,
      `import { registerHooks } from 'node:module';
      import { appendFileSync } from 'node:fs';
      registerHooks({ resolve(name, context, next) {
        if (name === 'pg') appendFileSync(${JSON.stringify(join(folder, 'loaded'))}, 'pg');
        return next(name, context);
      } });`,
    );
    const env = { NODE_OPTIONS: `--import ${hook}` };
    const recorded = join(folder, 'calls.standin');
    for (const [args, isLoaded] of [
      [['--record', recorded], false],
      [['--record', `${storeOf('driver')}&recording=calls`], true],
    ] as const) {
      await using one = await serve([...args], { env });
      await fetch(`${one.url}/users/1`);
      await fetch(`${one.url}/__standin/api/interactions`);
      expect(existsSync(join(folder, 'loaded'))).toBe(isLoaded);
    }
  });
});

describe('a mock of a team', () => {
  it('is ready while the store answers', async () => {
    await using one = await serve(['--store', storeOf('ready')]);
    const ready = async (): Promise<readonly [number, unknown]> => {
      const reply = await fetch(`${one.url}/__standin/ready`);
      return [reply.status, await reply.json()];
    };
    expect(await ready()).toEqual([200, { status: 'ok' }]);
    await database.kill();
    expect(await ready()).toEqual([503, { status: 'not ready', why: 'the store does not answer' }]);
    expect((await fetch(`${one.url}/__standin/health`)).status).toBe(200);
    await database.start();
    await vi.waitFor(async () => expect(await ready()).toEqual([200, { status: 'ok' }]), {
      timeout: 20_000,
    });
  });

  it('tells its numbers', async () => {
    await using one = await serve(['--store', storeOf('numbers')]);
    await using other = await serve(['--store', storeOf('numbers')]);
    await fetch(`${one.url}/users/1`);
    await fetch(`${one.url}/users/99`);
    await fetch(`${one.url}/users/1`, { method: 'DELETE' });
    await fetch(`${other.url}/users/2`);
    const numbersOf = async (url: string): Promise<ReadonlyMap<string, number>> => {
      const reply = await fetch(`${url}/__standin/metrics`);
      expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4');
      const lines = (await reply.text()).split('\n').filter((line) => /^[^#]/.test(line));
      return new Map(lines.map((line) => [line.split(' ')[0] ?? '', Number(line.split(' ')[1])]));
    };
    const numbers = await numbersOf(one.url);
    expect(numbers.get('standin_requests_total')).toBe(3);
    expect(numbers.get('standin_answers_total{status="404"}')).toBe(1);
    expect(numbers.get('standin_situations_total{situation="missing"}')).toBe(1);
    expect(numbers.get('standin_situations_total{situation="ok"}')).toBe(2);
    expect(numbers.get('standin_store_seconds_count{ask="append"}')).toBe(1);
    expect(numbers.get('standin_store_seconds_sum{ask="read"}')).toBeGreaterThan(0);
    expect(numbers.get('standin_store_failures_total')).toBe(0);
    expect((await numbersOf(other.url)).get('standin_store_taken_total')).toBe(1);
  });
});
