// The example of a team: the processes of its compose file, run by its script on a real database, and
// what people see who use two of them.

import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serveCommand } from '../../src/commands/serve/flags.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { root } from '../support/root.ts';
import { openPages } from '../ui/open-pages.ts';

const folder = join(root, 'examples/team');
const EDITOR = { 'standin-token': 'ann-changes-the-mocks' };
const openPage = openPages({ allowed: /status of 401/ });

interface Team {
  readonly url: string;
  readonly mocks: readonly string[];
  readonly pids: readonly number[];
}

let database: Postgres;
let team: Team;
let child: ReturnType<typeof spawn>;

beforeAll(async () => {
  database = await startPostgres();
  const host = encodeURIComponent(database.socket);
  child = spawn(process.execPath, [join(folder, 'run.ts'), '--any-ports'], {
    env: {
      ...process.env,
      NODE_V8_COVERAGE: '',
      STANDIN_CLI: join(root, 'dist/bundle/cli.js'),
      STANDIN_STORE: `postgres://postgres@/postgres?host=${host}&recording=team`,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  team = await new Promise((resolve, reject) => {
    let told = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      told += chunk.toString();
      if (told.includes('\n')) resolve(JSON.parse(told) as Team);
    });
    child.once('exit', () => reject(new Error(`the script has ended: ${told}`)));
  });
}, 120_000);

afterAll(async () => {
  if (child?.exitCode === null) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    await ended;
  }
  await database?.close();
}, 60_000);

async function call(
  url: string,
  path: string,
  body?: object,
  more: object = {},
): Promise<Response> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const headers = { 'content-type': 'application/json', ...more };
  return fetch(`${url}${path}`, { ...init, headers });
}

const at = (index: number): string => team.mocks[index] ?? '';
const user = (name: string): object => ({ name, email: 'x@example.com' });

describe('examples/team', () => {
  it('shows in two browsers on two mocks what the others answer', async () => {
    const [one, other] = await Promise.all(
      [at(0), at(1)].map(
        async (url) => (await openPage(`${url}/__standin/#token=${EDITOR['standin-token']}`)).page,
      ),
    );
    await call(at(1), '/users/1');
    await call(at(0), '/users/2');
    await call(team.url, '/users/3');
    for (const page of [one, other])
      for (const path of ['/users/1', '/users/2', '/users/3'])
        await page?.getByRole('option').filter({ hasText: path }).first().waitFor();
    // Which mock shows the page, and which one has answered the call.
    const names = await Promise.all(
      [one, other].map((page) => page?.locator('.subject code').nth(1).innerText()),
    );
    expect(names).toEqual(
      [at(0), at(1)].map((url) => expect.stringContaining(`:${new URL(url).port}`)),
    );
    await one?.getByRole('option').filter({ hasText: '/users/1' }).first().click();
    await one?.locator('.panel').getByText(`${names[1]}`).first().waitFor();
  });

  it('shares rows, worlds and conditions, and says who changed them', async () => {
    const created = await call(team.url, '/users', user('Zed'));
    const place = created.headers.get('location') ?? '';
    const world = { 'standin-world': 'alice' };
    expect((await call(at(0), '/users/1', undefined, world)).status).toBe(200);
    await fetch(`${at(0)}/users/1`, { method: 'DELETE', headers: world });
    const path = new URL(place, at(0)).pathname;
    for (const url of team.mocks) {
      expect(await (await call(url, path)).json()).toMatchObject({ name: 'Zed' });
      expect((await call(url, '/users/1', undefined, world)).status).toBe(404);
      expect((await call(url, '/users/1')).status).toBe(200);
    }
    expect((await call(at(2), '/__standin/api/overrides', { rule: 'list code=503' })).status).toBe(
      401,
    );
    await call(at(2), '/__standin/api/overrides', { rule: 'list code=503' }, EDITOR);
    expect((await call(at(1), '/users')).status).toBe(503);
    await fetch(`${at(0)}/__standin/api/overrides`, { method: 'DELETE', headers: EDITOR });
    expect((await call(at(1), '/users')).status).toBe(200);
  });

  it('loses nothing that was answered when a mock is killed', async () => {
    const names: string[] = [];
    let isKilled = false;
    const writing = Promise.all(
      [0, 1, 2, 3].map(async (writer) => {
        for (let n = 0; n < 40; n++) {
          const name = `w${writer}-${n}`;
          const reply = await call(team.url, '/users', user(name));
          await reply.arrayBuffer();
          // Whoever the mock was asking for when it was killed is told nothing.
          if (reply.status === 201) names.push(name);
          else expect([isKilled, reply.status]).toEqual([true, 502]);
          if (names.length > 40 && !isKilled) {
            isKilled = true;
            process.kill(team.pids[0] ?? 0, 'SIGKILL');
          }
        }
      }),
    );
    await writing;
    expect(isKilled).toBe(true);
    expect(names.length).toBeGreaterThan(150);
    for (const url of [team.url, at(1), at(2)]) {
      const users = (await (await call(url, '/users')).json()) as { name: string }[];
      const there = new Set(users.map(({ name }) => name));
      expect(names.filter((name) => !there.has(name))).toEqual([]);
    }
  });

  it('ends in order', async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    // The mocks drain: they answer for a while.
    expect((await call(at(1), '/users/1')).status).toBe(200);
    await vi.waitFor(async () => expect((await call(at(1), '/__standin/ready')).status).toBe(503));
    expect(await ended).toBe(0);
  });
});

describe('the files of examples/team', () => {
  const text = (file: string): string => readFileSync(join(folder, file), 'utf8');
  const documents = (file: string): readonly Mapping[] => loadAll(text(file)) as Mapping[];
  type Mapping = Readonly<Record<string, unknown>>;

  it('use options that there are, and paths that answer', () => {
    const known = Object.values(serveCommand.options).map(({ flags }) => flags.split(' ')[0]);
    const all = JSON.stringify([...documents('compose.yaml'), ...documents('kubernetes.yaml')]);
    const used = [...all.matchAll(/"(--[a-z-]+)"/g)].map(([, flag]) => flag);
    expect(new Set(used).size).toBeGreaterThan(4);
    expect(
      used.filter(
        (flag) => !known.includes(flag ?? '') && flag !== '--username' && flag !== '--dbname',
      ),
    ).toEqual([]);
    const paths = [...all.matchAll(/\/__standin\/\w+/g)].map(([path]) => path);
    expect(new Set(paths)).toEqual(
      new Set(['/__standin/ready', '/__standin/metrics', '/__standin/health']),
    );
  });

  it('name the same mocks for the proxy', () => {
    const [compose] = documents('compose.yaml');
    const services = Object.keys(compose?.['services'] as Mapping);
    const mocks = services.filter((name) => name.startsWith('mock-'));
    const named = [...text('nginx.conf').matchAll(/^ {2}server (\S+):3000/gm)].map(
      ([, name]) => name,
    );
    expect(named).toEqual(mocks);
  });

  it('leave no container with more time than it has', () => {
    for (const [file, pattern] of [
      ['compose.yaml', /stop_grace_period: (\d+)s/],
      ['kubernetes.yaml', /terminationGracePeriodSeconds: (\d+)/],
    ] as const) {
      const [, grace] = pattern.exec(text(file)) ?? [];
      const [, drain] = /'--drain', '(\d+)'/.exec(text(file)) ?? [];
      // As long again for calls under way.
      expect(Number(grace)).toBeGreaterThanOrEqual(2 * Number(drain));
    }
  });

  it('are all in the README', () => {
    const files = globSync('*', { cwd: folder }).filter((file) => file !== 'README.md');
    const shown = ['compose.yaml', 'nginx.conf', 'Dockerfile'];
    for (const file of files) if (!shown.includes(file)) expect(text('README.md')).toContain(file);
  });
});
