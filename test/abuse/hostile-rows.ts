// Services that mix up their rows: a creation answers with the id of another row or overwrites one,
// a write lands elsewhere, or ids that differ lead to the same row. Each keeps a journal of which
// row every write named, so that a test can see whether a row of someone else was named.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Row = Readonly<Record<string, unknown>>;

/** One write, in the order in which they came. */
export interface Entry {
  readonly method: string;
  /** The id in the path; `null` in a creation. */
  readonly named: string | null;
  /** Whether the row that the path named was there before the run. */
  readonly isForeign: boolean;
  /** The foreign rows that the service changed of its own accord. */
  readonly diverted: readonly string[];
}

export interface Rows {
  readonly rows: Map<string, Row>;
  /** The ids of the rows that are not the run's. */
  readonly foreign: Set<string>;
  /** A number from 0 up to 1, the same ones for the same seed. */
  readonly draw: () => number;
  readonly nextId: () => string;
  /** How many requests came so far. */
  readonly requests: () => number;
}

export interface Answered {
  readonly status: number;
  readonly body?: unknown;
  readonly location?: string;
}

/** What one service does wrong; the rest is as it should be. */
export interface Hostility {
  readonly name: string;
  /** The codes that the first finding may have; none if the service need not be found out. */
  readonly first: readonly string[];
  /** How many foreign rows the service may change of its own accord before the run notices. */
  readonly divertedMax?: number;
  /** The ids of the rows before the run: 1 to 5. */
  readonly ids?: readonly string[];
  readonly nextId?: (count: number, rows: Rows) => string;
  readonly create?: (sent: Row, rows: Rows) => Answered | null;
  /** Foreign rows that a PUT or DELETE of an own row changes as well. */
  readonly divert?: (method: string, key: string, rows: Rows) => string | null;
  /** The row that an id leads to. */
  readonly find?: (key: string, rows: Rows) => string;
  readonly list?: (rows: readonly Row[], rows_: Rows, query: URLSearchParams) => readonly Row[];
  readonly show?: (row: Row) => Row;
  /** Called before each request. */
  readonly before?: (
    rows: Rows,
    request: { readonly method: string; readonly key: string | null },
  ) => void;
}

export interface HostileService {
  readonly baseUrl: string;
  readonly rows: Rows;
  readonly journal: readonly Entry[];
  close(): Promise<void>;
}

/** Starts a service whose ids are numbers, or texts if `isText`. */
export async function startHostile(
  hostility: Hostility,
  seed: number,
  isText: boolean,
): Promise<HostileService> {
  const ids = hostility.ids ?? ['1', '2', '3', '4', '5'];
  const idOf = (key: string): unknown => (isText ? key : Number(key));
  const journal: Entry[] = [];
  let state = seed * 7_919 + 13;
  let [created, requests] = [0, 0];
  const rows: Rows = {
    rows: new Map(
      ids.map((key) => [
        key,
        { id: idOf(key), name: `Row ${key}`, email: `row${ids.indexOf(key)}@example.com` },
      ]),
    ),
    foreign: new Set(ids),
    draw() {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    },
    nextId: () => {
      created += 1;
      return hostility.nextId?.(created, rows) ?? String(100 + created);
    },
    requests: () => requests,
  };
  const show = hostility.show ?? ((row: Row) => row);

  function answer(method: string, url: URL, text: string): Answered {
    const key = /^\/users\/(.+)$/.exec(url.pathname)?.[1];
    const named = key === undefined ? null : decodeURIComponent(key);
    requests += 1;
    hostility.before?.(rows, { method, key: named });
    if (named === null && method === 'GET') {
      const all = [...rows.rows.values()];
      return {
        status: 200,
        body: (hostility.list?.(all, rows, url.searchParams) ?? all).map(show),
      };
    }
    if (named === null)
      return method === 'POST' ? create(JSON.parse(text) as Row) : { status: 405 };
    const found = hostility.find?.(named, rows) ?? named;
    const row = rows.rows.get(found);
    if (method === 'GET')
      return row === undefined ? { status: 404 } : { status: 200, body: show(row) };
    const diverted = row === undefined ? null : (hostility.divert?.(method, found, rows) ?? null);
    note(method, named, found, diverted);
    if (row === undefined) return { status: 404 };
    const target = diverted ?? found;
    if (method === 'DELETE') rows.rows.delete(target);
    else rows.rows.set(target, { ...(JSON.parse(text) as Row), id: rows.rows.get(target)?.['id'] });
    return method === 'DELETE'
      ? { status: 204 }
      : { status: 200, body: show(rows.rows.get(found) ?? {}) };
  }

  function note(method: string, named: string, found: string, diverted: string | null): void {
    journal.push({
      method,
      named,
      isForeign: rows.foreign.has(found),
      diverted: diverted !== null && rows.foreign.has(diverted) ? [diverted] : [],
    });
  }

  function create(sent: Row): Answered {
    const before = new Map(rows.rows);
    const answered = hostility.create?.(sent, rows) ?? plainCreate(sent);
    const changed = [...rows.foreign].filter(
      (key) => before.has(key) && before.get(key) !== rows.rows.get(key),
    );
    journal.push({ method: 'POST', named: null, isForeign: false, diverted: changed });
    return answered;
  }

  function plainCreate(sent: Row): Answered {
    const key = rows.nextId();
    const row = { ...sent, id: idOf(key) };
    rows.rows.set(key, row);
    return { status: 201, body: show(row) };
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://localhost');
    const text = Buffer.concat(chunks).toString('utf8');
    let answered: Answered;
    try {
      answered = answer(request.method ?? 'GET', url, text);
    } catch {
      answered = { status: 400, body: { error: 'malformed' } };
    }
    response.writeHead(answered.status, {
      ...(answered.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(answered.location === undefined ? {} : { location: answered.location }),
    });
    response.end(answered.body === undefined ? undefined : JSON.stringify(answered.body));
  };
  const server = createServer(
    (request, response) => void handle(request, response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rows,
    journal,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
