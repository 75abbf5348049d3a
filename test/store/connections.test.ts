// How commands reach a database that asks for TLS and passwords: a real one, on loopback.

import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFreePort } from '../../bench/free-port.ts';
import { makeCertificate } from '../../src/http/tls/make-certificate.ts';
import { copyProject, run, runToEnd, serve } from '../support/cli.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { root } from '../support/root.ts';

const PASSWORD = 'sesame-opens-the-store';
const CA = join(root, 'test/support/tls/cert.pem');

let database: Postgres;
let folder: string;
let port: number;
/** Has the password in a file, and no other place. */
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'standin-tls-'));
  chmodSync(folder, 0o755);
  for (const name of ['cert.pem', 'key.pem']) {
    copyFileSync(join(root, 'test/support/tls', name), join(folder, name));
    chmodSync(join(folder, name), 0o600);
    if (userInfo().uid === 0) chownSync(join(folder, name), 65_534, 65_534);
  }
  port = await findFreePort();
  database = await startPostgres([
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'ssl=on',
    `ssl_cert_file=${join(folder, 'cert.pem')}`,
    `ssl_key_file=${join(folder, 'key.pem')}`,
  ]);
  const client = new pg.Client({
    host: database.socket,
    port,
    user: 'postgres',
    database: 'postgres',
  });
  await client.connect();
  await client.query(`CREATE ROLE mock LOGIN PASSWORD '${PASSWORD}'`);
  await client.query('CREATE DATABASE mocks OWNER mock');
  const { rows } = await client.query<{ hba_file: string }>('SHOW hba_file');
  const lines = 'local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n';
  writeFileSync(rows[0]?.hba_file ?? '', lines);
  await client.query('SELECT pg_reload_conf()');
  await client.end();
  const passwords = join(folder, 'passwords');
  writeFileSync(passwords, `127.0.0.1:${port}:mocks:mock:${PASSWORD}\n`, { mode: 0o600 });
  env = { PGPASSFILE: passwords, STANDIN_STORE: '' };
}, 60_000);

afterAll(async () => {
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

const addressOf = (more: string, login = 'mock'): string =>
  `postgres://${login}@127.0.0.1:${port}/mocks?sslmode=verify-full&sslrootcert=${encodeURIComponent(CA)}${more}`;

describe('a store behind TLS, with the password in a file', () => {
  it('serves, by --store and by STANDIN_STORE', async () => {
    await using one = await serve(['--store', addressOf('&schema=tls')], { env });
    await using other = await serve([], {
      env: { ...env, STANDIN_STORE: addressOf('&schema=tls') },
    });
    await fetch(`${one.url}/users/1`, { method: 'DELETE' });
    expect((await fetch(`${other.url}/users/1`)).status).toBe(404);
    const client = new pg.Client({
      host: database.socket,
      port,
      user: 'postgres',
      database: 'mocks',
    });
    await client.connect();
    const { rows } = await client.query<{ ssl: boolean }>(
      `SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'mock'`,
    );
    await client.end();
    expect(rows).toEqual([{ ssl: true }]);
    for (const mock of [one, other]) expect(mock.stdout() + mock.stderr()).not.toContain(PASSWORD);
  });

  it('takes what verify records, and inspect shows it', async () => {
    using project = copyProject();
    const place = addressOf('&schema=verified&recording=run');
    await using mock = await serve([], { env });
    const args = ['verify', mock.url, '--law', 'created-is-there', '--record', place];
    const verified = await runToEnd(args, { cwd: project.path, env });
    // The driver says that its version 9 will not read such a file.
    expect([verified.code, verified.stderr]).toEqual([0, expect.not.stringMatching(/^standin/m)]);
    await using inspecting = run(['inspect', place, '--port', '0', '--json'], { env });
    const told = await inspecting.until('stdout', (text) => text.includes('"url"'));
    const { url } = JSON.parse(told.split('\n')[0] ?? '') as { url: string };
    const shown = await fetch(new URL('/__standin/api/interactions', url));
    const { total } = (await shown.json()) as { total: number };
    expect(total).toBeGreaterThan(3);
    expect(verified.stdout + verified.stderr + inspecting.stdout()).not.toContain(PASSWORD);
  });

  it.each<
    [what: string, address: () => string, message: RegExp, more: Readonly<Record<string, string>>]
  >([
    [
      'another authority',
      () =>
        addressOf('').replace(
          encodeURIComponent(CA),
          encodeURIComponent(join(folder, 'other.pem')),
        ),
      /certificate/,
      {},
    ],
    [
      'no TLS',
      () => `postgres://mock@127.0.0.1:${port}/mocks?sslmode=disable`,
      /no pg_hba\.conf entry .* no encryption/,
      {},
    ],
    [
      'a name that is not of the certificate',
      () => addressOf('').replace('127.0.0.1', 'localhost'),
      /does not match|Host|ECONNREFUSED/,
      {},
    ],
    ['no password', () => addressOf(''), /password/, { PGPASSFILE: '/nowhere' }],
    ['a wrong password', () => addressOf('', 'mock:not-it'), /password authentication failed/, {}],
  ])('says what is wrong with %s', async (_what, address, message, more) => {
    const { cert } = makeCertificate(['127.0.0.1'], Date.now());
    writeFileSync(join(folder, 'other.pem'), cert);
    const { code, stderr } = await runToEnd(['migrate', address()], { env: { ...env, ...more } });
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(stderr).not.toMatch(/not-it|sesame/);
  });
});
