// The real json-server, of either line, and Standin with its preset: both over HTTP, with the same
// rows.

import { Agent, createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '../../src/base/json.ts';
import { listen } from '../../src/http/server/listener.ts';
import { createMock } from '../../src/mock/mock.ts';
import { loadProject, type Project } from '../../src/project/load/project.ts';
import { seedState } from '../../src/project/save/seed-state.ts';
import { createLazyChecker } from '../../src/schema/lazy-checker.ts';

export interface WireCall {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface WireAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Side extends AsyncDisposable {
  readonly url: string;
  ask(call: WireCall): Promise<WireAnswer>;
}

export type Rows = Readonly<Record<string, readonly JsonObject[]>>;
export type Line = 'json-server' | 'json-server-1';

const folder = import.meta.dirname;
const load = createRequire(import.meta.url);

/** Starts the real json-server of a line with its own rows. */
export function startReal(line: Line, rows: Rows): Promise<Side> {
  return line === 'json-server'
    ? startZero(structuredClone(rows))
    : startOne(structuredClone(rows));
}

/** What is used of json-server 0.17, which has no types. */
interface Zero {
  create(): { use(part: unknown): void } & Parameters<typeof createServer>[1];
  defaults(options: { readonly logger: boolean; readonly bodyParser: boolean }): unknown;
  router(rows: Rows): unknown;
}

/** As its command line puts it together. */
function startZero(rows: Rows): Promise<Side> {
  const { create, defaults, router } = load('json-server-0') as Zero;
  const app = create();
  app.use(defaults({ logger: false, bodyParser: true }));
  app.use(router(rows));
  return started(createServer(app));
}

async function startOne(rows: Rows): Promise<Side> {
  const home = join(load.resolve('json-server-1/package.json'), '..');
  const ofOne = createRequire(join(home, 'package.json'));
  const { Low, Memory } = (await import(pathToFileURL(ofOne.resolve('lowdb')).href)) as {
    Low: new (adapter: unknown, data: Rows) => unknown;
    Memory: new () => unknown;
  };
  const { createApp } = (await import(pathToFileURL(join(home, 'lib', 'app.js')).href)) as {
    createApp(db: unknown): { readonly handler: Parameters<typeof createServer>[1] };
  };
  const app = createApp(new Low(new Memory(), rows));
  return started(createServer((incoming, response) => void app.handler?.(incoming, response)));
}

/**
 * Serves the small project in `project/`, or the one of this repository, under a profile that comes
 * with Standin.
 */
export async function startPreset(
  profile: Line,
  rows: Rows,
  contract = join(folder, 'project', 'contracts'),
): Promise<Side> {
  const project: Project = {
    ...(await loadProject({ contract, db: null, profile })),
    rows: new Map(Object.entries(rows)),
  };
  const checker = createLazyChecker(project.schemas);
  const mock = createMock({ rules: { ...project, checker }, state: seedState(project) });
  const failures: unknown[] = [];
  const listener = await listen({
    host: '127.0.0.1',
    port: 0,
    answer: mock.answer,
    ready: () => checker.load(),
    bodyBytesMax: () => mock.profile['limit.body'],
    decodes: () => mock.profile['content.coding'] === 'decode',
    requestMs: mock.profile['limit.time'],
    shape: () => ({ error: mock.profile['error.shape'], code: mock.profile['error.code'] }),
    onFailure: (error) => failures.push(error),
  });
  return sideAt(listener.port, async () => {
    await listener.close();
    if (failures.length > 0) throw failures[0];
  });
}

function started(server: Server): Promise<Side> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve(
        sideAt(
          port,
          () =>
            new Promise((ended) => {
              server.close(() => ended());
              server.closeAllConnections();
            }),
        ),
      );
    });
  });
}

function sideAt(port: number, close: () => Promise<void>): Side {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    url: `http://127.0.0.1:${port}`,
    ask: (call) => ask(port, agent, call),
    [Symbol.asyncDispose]: async () => {
      agent.destroy();
      await close();
    },
  };
}

function ask(
  port: number,
  agent: Agent,
  { method, path, headers = {}, body }: WireCall,
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request(
      { host: '127.0.0.1', port, agent, method, path, headers: { ...headers, ...length } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
