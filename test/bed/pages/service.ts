// Correct services of the contracts with pages, and the seams in which a fault is planted. Plain
// node:http; it shares no code with Standin.

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Resource } from './contracts.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Row {
  readonly key: number | string;
  readonly fields: Fields;
}

/** Where a page begins, as a cursor or a page number says it. */
export interface Start {
  /** The key of the item before; `null` for the first page. */
  readonly after: number | string | null;
  /** The number of the page, if the service counts pages; else 0. */
  readonly page: number;
}

/** The seams. Each has what is right as its last argument. */
export interface Seams {
  /** What the service understands of the cursor. */
  started(start: Start): Start;
  /** Where in all items a page begins. */
  index(start: Start, all: readonly Row[], at: number): number;
  /** How many items a page has at most, by how many it has if no client says so. */
  size(usual: number, asked: number): number;
  /** The items of a page. */
  page(start: Start, rows: readonly Row[]): readonly Row[];
  /** The start of the next page; `null` if there is none. */
  next(start: Start, rows: readonly Row[], next: Start | null): Start | null;
  /** What the answer says of the next page. */
  shown(text: string): string;
  /** Whether a page can be read. */
  reads(start: Start): boolean;
}

export interface Habits extends Partial<Seams> {
  readonly newestFirst?: true;
  /** Cursors count the items before, and so know nothing of writes. */
  readonly counts?: true;
  /** A list whose last page is full leads to an empty one. */
  readonly looksNotAhead?: true;
}

export interface PagesService {
  readonly baseUrl: string;
  readonly size: () => number;
  /** The header fields of the requests so far. */
  readonly requests: readonly IncomingHttpHeaders[];
  [Symbol.asyncDispose](): Promise<void>;
}

interface Form {
  readonly path: string;
  readonly key: string;
  readonly needs: Readonly<Record<string, (value: unknown) => boolean>>;
  readonly may: Readonly<Record<string, (value: unknown) => boolean>>;
  readonly size: string | null;
  readonly usual: number;
  readonly cursor: string;
}

const isText = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && [...value].length <= 80;

const forms: Readonly<Record<Resource, Form>> = {
  soundings: {
    path: '/log/soundings',
    key: 'ref',
    needs: { place: isText },
    may: { depth: (value) => typeof value === 'number' && value >= 0 },
    size: 'limit',
    usual: 3,
    cursor: 'after',
  },
  tides: {
    path: '/tides',
    key: 'id',
    needs: { port: isText },
    may: { metres: Number.isInteger, isSpring: (value) => typeof value === 'boolean' },
    size: 'count',
    usual: 4,
    cursor: 'token',
  },
  lamps: {
    path: '/lamps',
    key: 'id',
    needs: { name: isText },
    may: { color: (value) => ['white', 'red', 'green'].includes(String(value)) },
    size: null,
    usual: 2,
    cursor: 'p',
  },
};

interface Answer {
  readonly status: number;
  readonly json?: unknown;
  readonly link?: string;
}

/** Starts a service of a contract on a free port of 127.0.0.1, with three items. */
export async function startPages(resource: Resource, habits: Habits = {}): Promise<PagesService> {
  const form = forms[resource];
  const rows = new Map<string, Row>();
  const requests: IncomingHttpHeaders[] = [];
  let last = 0;
  const put = (fields: Fields): Row => {
    last++;
    const row = { key: resource === 'soundings' ? randomUUID() : last, fields };
    rows.set(String(row.key), row);
    return row;
  };
  const [needed = ''] = Object.keys(form.needs);
  for (const name of ['Kap', 'Belt', 'Sund']) put({ [needed]: name });

  const show = ({ key, fields }: Row): Fields => ({ [form.key]: key, ...fields });

  function startIn(query: URLSearchParams): Start | null {
    const text = query.get(form.cursor);
    if (resource === 'lamps') return { after: null, page: Math.max(1, Number(text ?? '1') || 1) };
    if (text === null) return { after: null, page: 0 };
    const [, key] = /^k:(.+)$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
    if (key === undefined) return null;
    return {
      after: resource === 'soundings' && habits.counts !== true ? key : Number(key),
      page: 0,
    };
  }

  /** The places of all items that ever were, so that a cursor outlives its item. */
  const order: (number | string)[] = [...rows.values()].map(({ key }) => key);

  function list(query: URLSearchParams, host: string): Answer {
    const from = startIn(query);
    if (from === null || habits.reads?.(from) === false) return { status: 400, json: {} };
    const start = habits.started?.(from) ?? from;
    const all = [...rows.values()];
    if (habits.newestFirst === true) all.reverse();
    const { usual } = form;
    const asked = Math.min(Number(query.get(form.size ?? '') ?? usual) || usual, 100);
    const size = habits.size?.(usual, asked) ?? asked;
    const right = beginOf(start, all, size);
    const begin = habits.index?.(start, all, right) ?? right;
    const cut = all.slice(begin, begin + size);
    const page = habits.page?.(start, cut) ?? cut;
    const end = begin + size;
    const isLast = habits.looksNotAhead === true ? cut.length < size : end >= all.length;
    const after = habits.counts === true ? end : (cut.at(-1)?.key ?? null);
    const following: Start | null = isLast ? null : { after, page: start.page + 1 };
    const next = habits.next === undefined ? following : habits.next(start, cut, following);
    return answerWith(page.map(show), next, query, host);
  }

  function beginOf({ after, page }: Start, all: readonly Row[], size: number): number {
    if (resource === 'lamps') return (page - 1) * size;
    if (after === null) return 0;
    if (habits.counts === true) return Number(after);
    const place = (key: Row['key']): number => order.indexOf(key);
    const isAfter = ({ key }: Row): boolean =>
      habits.newestFirst === true ? place(key) < place(after) : place(key) > place(after);
    const found = all.findIndex(isAfter);
    return found < 0 ? all.length : found;
  }

  function answerWith(
    items: readonly Fields[],
    next: Start | null,
    query: URLSearchParams,
    host: string,
  ): Answer {
    const seen = (text: string): string => habits.shown?.(text) ?? text;
    const cursor =
      next === null
        ? null
        : resource === 'lamps'
          ? String(next.page)
          : Buffer.from(`k:${next.after}`).toString('base64url');
    if (resource === 'soundings') {
      const meta = {
        next_cursor: cursor === null ? null : seen(cursor),
        has_more: cursor !== null,
      };
      return { status: 200, json: { entries: items, meta } };
    }
    const other = new URLSearchParams(query);
    other.set(form.cursor, cursor ?? '');
    const address = seen(`http://${host}${form.path}?${other.toString()}`);
    if (resource === 'tides') {
      const paging = cursor === null ? {} : { next: address };
      return { status: 200, json: { results: items, paging } };
    }
    const links = cursor === null ? {} : { link: `<${address}>; rel="next"` };
    return { status: 200, json: items, ...links };
  }

  function write(key: string | null, body: unknown): Answer {
    const before = key === null ? undefined : rows.get(key);
    if (key !== null && before === undefined) return { status: 404, json: {} };
    if (typeof body !== 'object' || body === null) return { status: 400, json: {} };
    const fields = Object.fromEntries(
      Object.entries(body).filter(([name]) => name in form.needs || name in form.may),
    );
    const isValid =
      Object.entries(form.needs).every(([name, fits]) => fits(fields[name])) &&
      Object.entries(form.may).every(([name, fits]) => !(name in fields) || fits(fields[name]));
    if (!isValid) return { status: 422, json: {} };
    if (before === undefined) {
      const row = put(fields);
      order.push(row.key);
      return { status: 201, json: show(row) };
    }
    const row = { ...before, fields };
    rows.set(String(row.key), row);
    return { status: 200, json: show(row) };
  }

  function answer(method: string, target: URL, host: string, body: unknown): Answer {
    const { pathname, searchParams } = target;
    if (pathname === form.path) {
      if (method === 'GET') return list(searchParams, host);
      return method === 'POST' ? write(null, body) : { status: 405, json: {} };
    }
    const key = decodeURIComponent(pathname.slice(form.path.length + 1));
    const row = pathname.startsWith(`${form.path}/`) ? rows.get(key) : undefined;
    if (row === undefined) return { status: 404, json: {} };
    if (method === 'GET') return { status: 200, json: show(row) };
    if (method === 'PUT') return write(key, body);
    if (method !== 'DELETE') return { status: 405, json: {} };
    rows.delete(key);
    return { status: 204 };
  }

  const server = createServer((request, response) => {
    requests.push(request.headers);
    void textOf(request).then((text) => {
      const host = request.headers.host ?? '';
      const target = new URL(request.url ?? '/', 'http://service');
      const { status, json, link } = answer(request.method ?? '', target, host, parsed(text));
      response.writeHead(status, {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(link === undefined ? {} : { link }),
      });
      response.end(json === undefined ? undefined : JSON.stringify(json));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    size: () => rows.size,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
