// The real json-server 0.17 and 1 in this process, as what queries are held against: each serves
// any rows as `users`.

import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Json, JsonObject } from '../../src/base/json.ts';

export interface Truth extends AsyncDisposable {
  /** The host and port that it answers at. */
  readonly host: string;
  /** Asks for `/users?<query>` of some rows. */
  ask(rows: readonly JsonObject[], query: string): Promise<TrueAnswer>;
}

export interface TrueAnswer {
  readonly status: number;
  /** The body; as text if it is not JSON. */
  readonly body: Json;
  readonly total: string | null;
  readonly link: string | null;
  readonly exposed: string | null;
}

const require = createRequire(import.meta.url);

/** Starts json-server 0.17.4. */
export async function startJsonServer0(): Promise<Truth> {
  const jsonServer = require('json-server-0') as {
    create(): RequestListener & { use(handler: unknown): void };
    router(rows: object): { readonly db: { setState(rows: object): void } };
  };
  const router = jsonServer.router({ users: [] });
  const app = jsonServer.create();
  app.use(router);
  return serve(app, (rows) => router.db.setState({ users: rows }));
}

/** What json-server 1 reads its rows from at every request. */
interface Database {
  data: object;
}

/** Starts json-server 1.0.0-beta.15. Ids must be texts. */
export async function startJsonServer1(): Promise<Truth> {
  const home = new URL('../../node_modules/json-server-1/', import.meta.url);
  const { createApp } = (await import(new URL('lib/app.js', home).href)) as {
    createApp(db: Database, options: object): { handler: RequestListener };
  };
  const { Low, Memory } = (await import(new URL('node_modules/lowdb/lib/index.js', home).href)) as {
    Low: new (adapter: object, data: object) => Database;
    Memory: new () => object;
  };
  const database = new Low(new Memory(), { users: [] });
  const app = createApp(database, { logger: false, static: [] });
  return serve(
    (request, response) => app.handler(request, response),
    (rows) => {
      database.data = { users: rows };
    },
  );
}

async function serve(
  listener: RequestListener,
  change: (rows: readonly JsonObject[]) => void,
): Promise<Truth> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    async ask(rows, query) {
      change(structuredClone(rows));
      const response = await fetch(`http://${host}/users?${query}`);
      const text = await response.text();
      const name = (header: string): string | null => response.headers.get(header);
      return {
        status: response.status,
        body: text.startsWith('[') || text.startsWith('{') ? (JSON.parse(text) as Json) : text,
        total: name('x-total-count'),
        link: name('link'),
        exposed: name('access-control-expose-headers'),
      };
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
