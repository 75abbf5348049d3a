// `npm run bench:query`: queries over 100,000 users in one process. Measures how long each takes,
// first and again, and how long it keeps everyone else waiting; json-server 0.17 for comparison.

import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { listen } from '../src/http/server/listener.ts';
import { createMock } from '../src/mock/mock.ts';
import { State, StoredRecord } from '../src/model/state/state.ts';
import { loadProject } from '../src/project/load/project.ts';
import { createLazyChecker } from '../src/schema/lazy-checker.ts';
import { userOf } from './users.ts';

const USERS = 100_000;

const queries = [
  'name=nobody',
  'email=user.77777@example.com',
  'address.city=Torino&_limit=10',
  'email_like=7+7%40&_limit=10',
  'email_like=777&_limit=10',
  'q=user.9999&_limit=10',
  'id_gte=50000&_limit=10',
  '_sort=name&_limit=10',
  '_sort=name&_start=50000&_end=50010',
  '_sort=address.city,name&_order=asc,desc&_limit=10',
  '_sort=name&q=user.9999&_limit=10',
  '_page=5000&_limit=10',
  '_sort=email',
];

interface Timed {
  readonly ms: number;
  /**
   * How long the serving thread worked without a turn for anyone else: by its own clock, so that
   * other load on the machine does not count.
   */
  readonly blockedMs: number;
}

/**
 * Asks from another thread, and has a heartbeat say for how long nothing else got its turn
 * meanwhile.
 */
async function time(client: Worker, url: string, queriesAsked: readonly string[]): Promise<Timed> {
  let last = process.threadCpuUsage();
  let blockedMs = 0;
  let isBeating = true;
  const beat = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    blockedMs = Math.max(blockedMs, (user + system) / 1_000);
    last = process.threadCpuUsage();
    if (isBeating) setTimeout(beat, 0);
  };
  beat();
  blockedMs = 0;
  client.postMessage(queriesAsked.map((query) => `${url}?${query}`));
  const ms = await new Promise<number>((resolve) => client.once('message', resolve));
  isBeating = false;
  return { ms, blockedMs };
}

const CLIENT = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', async (urls) => {
  const began = performance.now();
  await Promise.all(urls.map(async (url) => { for await (const chunk of (await fetch(url)).body ?? []) void chunk; }));
  parentPort.postMessage(performance.now() - began);
});`;

async function timeAll(name: string, base: string): Promise<void> {
  const client = new Worker(CLIENT, { eval: true });
  const ask = (...asked: readonly string[]): Promise<Timed> => time(client, `${base}/users`, asked);
  await ask('id=1');
  console.log(
    `\n${name}, ${USERS} users\n${'ms'.padStart(8)}${'again'.padStart(8)}${'blocked'.padStart(9)}  query`,
  );
  let worst = 0;
  for (const query of queries) {
    const first = await ask(query);
    const again = await ask(query);
    worst = Math.max(worst, first.blockedMs, again.blockedMs);
    console.log(
      `${first.ms.toFixed(1).padStart(8)}${again.ms.toFixed(1).padStart(8)}${Math.max(first.blockedMs, again.blockedMs).toFixed(1).padStart(9)}  ${query}`,
    );
  }
  const together = await ask(...queries.slice(0, 8).map((query) => `${query}&id_ne=3`));
  worst = Math.max(worst, together.blockedMs);
  console.log(
    `${together.ms.toFixed(1).padStart(8)}${''.padStart(8)}${together.blockedMs.toFixed(1).padStart(9)}  eight of them at the same time`,
  );
  await client.terminate();
  console.log(`The longest that anybody waited: ${worst.toFixed(1)} ms`);
}

async function timeStandin(): Promise<void> {
  const project = await loadProject(
    { contract: 'contracts', db: 'db.json', profile: 'standin' },
    { 'query.dialect': 'json-server-0' },
  );
  const state = State.of(['users']);
  for (let id = 1; id <= USERS; id++)
    state.collection('users').put(new StoredRecord(String(id), { ...userOf(id) } as never));
  const { contracts, schemas, profile } = project;
  const mock = createMock({
    rules: { contracts, schemas, profile, checker: createLazyChecker(schemas) },
    state,
  });
  const listener = await listen({
    host: '127.0.0.1',
    port: 0,
    answer: mock.answer,
    prepare: mock.prepare,
    ready: () => null,
    requestMs: 30_000,
    bodyBytesMax: () => 1_000_000,
    shape: () => ({ error: 'problem', code: 'situation' }),
    onFailure: (error) => console.error(error),
  });
  await timeAll('Standin', `http://127.0.0.1:${listener.port}`);
  await listener.close();
}

async function timeJsonServer(): Promise<void> {
  const jsonServer = createRequire(import.meta.url)('json-server-0') as {
    create(): RequestListener & { use(router: unknown): void };
    router(rows: object): unknown;
  };
  const app = jsonServer.create();
  app.use(
    jsonServer.router({ users: Array.from({ length: USERS }, (_one, index) => userOf(index + 1)) }),
  );
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await timeAll('json-server 0.17.4', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.close();
  server.closeAllConnections();
}

await timeStandin();
if (!process.argv.includes('--alone')) await timeJsonServer();
