// Three processes of `serve` on one real database, while processes of both kinds are killed, stopped
// and cut off: each history of their clients could be that of one mock, and no answer is lost.

import { writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../src/base/random.ts';
import { copyProject, run, type Serving, serve } from '../support/cli.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { type Called, isLinearizable } from './linearizability.ts';
import { requestOf, SEED_USERS, toldOf } from './replica-mock.ts';
import { type Asked, type Told, usersModel } from './users-model.ts';

const RUNS = Number(process.env['RUNS'] ?? 1);
const REPLICAS = 3;
const CLIENTS = 4;
const model = usersModel(SEED_USERS);

let database: Postgres;
beforeAll(async () => {
  database = await startPostgres(['synchronous_commit=off']);
}, 60_000);
afterAll(() => database.close());

let schemas = 0;
function storeOf(socket: string, schema: string): string {
  return `postgres://postgres@/postgres?host=${encodeURIComponent(socket)}&schema=${schema}`;
}

/** The replicas of one store. Those that are killed are started again. */
class Replicas implements AsyncDisposable {
  private readonly store: string;
  private all: Serving[] = [];

  constructor(store: string) {
    this.store = store;
  }

  async start(): Promise<void> {
    this.all = await Promise.all(Array.from({ length: REPLICAS }, () => this.one()));
  }

  at(place: number): Serving {
    return this.all[place % REPLICAS] as Serving;
  }

  /** Kills one as the machine would, and starts another. */
  async crash(place: number): Promise<void> {
    this.at(place).child.kill('SIGKILL');
    await this.at(place).ended;
    this.all[place % REPLICAS] = await this.one();
  }

  /** Holds one up for a while. */
  async stop(place: number, ms: number): Promise<void> {
    const { child } = this.at(place);
    child.kill('SIGSTOP');
    await pause(ms);
    child.kill('SIGCONT');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.all.map((one) => one[Symbol.asyncDispose]()));
  }

  private one(): Promise<Serving> {
    return serve(['--store', this.store]);
  }
}

interface Run {
  readonly history: readonly Called<Asked, Told>[];
  /** What was answered with a status from 500 on, or not at all. */
  readonly open: number;
}

/** Clients call replicas at random while `trouble` goes on. */
async function play(replicas: Replicas, seed: number, trouble: () => Promise<void>): Promise<Run> {
  const random = createRandom(seed);
  const history: Called<Asked, Told>[] = [];
  let open = 0;
  const client = async (number: number): Promise<void> => {
    for (let turn = 0; turn < 12; turn++) {
      const input = draw(random, `${number}.${turn}`);
      const { url } = replicas.at(Math.floor(random() * REPLICAS));
      const began = performance.now();
      const output = await ask(url, input);
      if (output === null) open++;
      const ended = output === null ? Number.POSITIVE_INFINITY : performance.now();
      history.push({ input, output, began, ended });
      // What has no answer keeps the order open: few of them tell as much as many.
      await pause(output === null ? 150 : random() * 20);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  const troubled = trouble();
  await clients;
  await troubled;
  // At the end all replicas show the same.
  for (let place = 0; place < REPLICAS; place++) {
    const began = performance.now();
    const input = { kind: 'list' } as const;
    const output = await patiently(() => ask(replicas.at(place).url, input));
    history.push({ input, output, began, ended: performance.now() });
  }
  return { history, open };
}

async function ask(url: string, asked: Asked): Promise<Told | null> {
  const [method = 'GET', path] = requestOf(asked).split(' ');
  const body =
    'name' in asked ? JSON.stringify({ name: asked.name, email: 'x@example.com' }) : null;
  try {
    const reply = await fetch(`${url}${path}`, {
      method,
      signal: AbortSignal.timeout(20_000),
      ...(body === null ? {} : { body, headers: { 'content-type': 'application/json' } }),
    });
    return toldOf(asked, reply.status, await reply.text());
  } catch (error) {
    if (error instanceof Error && /was answered/.test(error.message)) throw error;
    return null;
  }
}

async function patiently(work: () => Promise<Told | null>): Promise<Told> {
  for (let times = 0; times < 60; times++) {
    const told = await work();
    if (told !== null) return told;
    await pause(250);
  }
  throw new Error('a replica did not come back');
}

function draw(random: () => number, name: string): Asked {
  const id = 1 + Math.floor(random() * 6);
  const kinds = ['create', 'replace', 'replace', 'remove', 'read', 'read', 'list'] as const;
  const kind = kinds[Math.floor(random() * kinds.length)] ?? 'list';
  if (kind === 'create') return { kind, name };
  if (kind === 'replace') return { kind, id, name };
  return kind === 'list' ? { kind } : { kind, id };
}

/** Whatever goes through is passed on, slowly, or cut off at any byte. */
class BadLine {
  private readonly server: Server;
  private readonly open = new Set<Socket>();
  slowMs = 0;

  constructor(socket: string) {
    this.server = createServer((client) => {
      const line = connect(`${socket}/.s.PGSQL.5432`);
      for (const [from, to] of [
        [client, line],
        [line, client],
      ] as const) {
        this.open.add(from);
        from.on('data', (bytes) => setTimeout(() => to.write(bytes), this.slowMs));
        from.on('close', () => {
          this.open.delete(from);
          to.destroy();
        });
        from.on('error', () => to.destroy());
      }
    });
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const address = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  cut(): void {
    for (const socket of this.open) socket.destroy();
  }

  close(): void {
    this.server.close();
    this.cut();
  }
}

type Trouble = (parts: { readonly replicas: Replicas; readonly line: BadLine }) => Promise<void>;

const troubles: readonly (readonly [string, Trouble])[] = [
  ['nothing goes wrong', () => Promise.resolve()],
  [
    'replicas are killed',
    async ({ replicas }) => {
      for (let place = 0; place < REPLICAS; place++) {
        await pause(60);
        await replicas.crash(place);
      }
    },
  ],
  [
    'the database is killed',
    async () => {
      await pause(100);
      await database.kill();
      await pause(100);
      await database.start();
    },
  ],
  [
    'connections are slow, and cut',
    async ({ line }) => {
      line.slowMs = 5;
      for (let times = 0; times < 4; times++) {
        await pause(150);
        line.cut();
      }
    },
  ],
  [
    'one replica is held up',
    async ({ replicas }) => {
      await pause(50);
      await replicas.stop(0, 1_500);
    },
  ],
];

describe.each(Array.from({ length: RUNS }, (_, run) => run + 1))(
  'processes that share a store, run %i',
  (seed) => {
    it.each(troubles)(
      'answer as one mock would when %s',
      { timeout: 120_000 },
      async (_what, trouble) => {
        const line = new BadLine(database.socket);
        const port = await line.listen();
        const schema = `run_${++schemas}`;
        const store = `postgres://postgres@127.0.0.1:${port}/postgres?schema=${schema}`;
        await using replicas = new Replicas(store);
        await replicas.start();
        try {
          const { history } = await play(replicas, seed, () => trouble({ replicas, line }));
          expect(isLinearizable(history, model)).toBe(true);
          expect(history.filter(({ output }) => output !== null).length).toBeGreaterThan(10);
        } finally {
          line.close();
        }
      },
    );
  },
);

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
