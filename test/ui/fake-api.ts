// A server that speaks wire.ts over interactions that are made up, and serves the page as it is
// built, under the policy it is served with. What it is asked is counted, so that tests can look at
// it.

import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { JsonObject } from '../../src/base/json.ts';
import { reportPage } from '../../src/inspector/request/reply.ts';
import type {
  DataPage,
  GroupsView,
  HeldOrder,
  HeldView,
  LiveTotals,
  Overview,
  ReplayOrder,
} from '../../src/inspector/wire.ts';
import type { Breakpoint } from '../../src/journal/breakpoints/breakpoint.ts';
import type { Latency } from '../../src/journal/interaction/latency.ts';
import type { Annotation, Recorded } from '../../src/journal/interaction/recorded.ts';
import { type Row, toRow } from '../../src/journal/interaction/row.ts';
import { POLICY } from '../../src/journal/print/html-page.ts';
import { toHtml } from '../../src/verify/print/html/html.ts';
import { toJson } from '../../src/verify/print/json.ts';
import { recordedOf, userOf } from './fake-data.ts';
import { readFilter } from './fake-filter.ts';
import {
  comparison,
  contractView,
  override,
  reportOf,
  reports,
  settings,
  worlds,
} from './fake-views.ts';

export const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; media-src data:; font-src 'self'; " +
  "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const TOKEN = 'fake-token';
const ROW_COUNT = 137;

export interface FakeApi {
  /** The address of the page. */
  readonly url: string;
  /** Method and path of each call of the API, in order. */
  readonly calls: string[];
  readonly orders: ReplayOrder[];
  /** What was decided about held calls, in order. */
  readonly decisions: HeldOrder[];
  /** Makes a call wait. */
  hold(view: HeldView): void;
  /** Lets all calls go that wait. */
  letGo(): void;
  /** Opens a stream or lets it grow; `null` ends it. */
  stream(recorded: Recorded | null): void;
  /** Adds some more interactions, and tells those who follow. */
  add(count: number): void;
  /** Ends the streams of those who follow. */
  drop(): void;
  close(): Promise<void>;
}

export interface FakeOptions {
  readonly count: number;
  readonly overview?: Partial<Overview>;
}

const none: Annotation = { tags: [], note: '' };

export async function startFakeApi({ count, overview: changes }: FakeOptions): Promise<FakeApi> {
  const files = readPage();
  const notes = new Map<number, Annotation>([
    [Math.max(count - 9, 1), { tags: ['flaky'], note: 'Seen on staging as well.' }],
  ]);
  const sent = new Map<number, Recorded>();
  const find = (seq: number): Recorded => sent.get(seq) ?? recordedOf(seq);
  const rows: Row[] = [];
  const followers = new Set<ServerResponse>();
  const calls: string[] = [];
  const orders: ReplayOrder[] = [];
  const decisions: HeldOrder[] = [];
  let older: string | null = null;
  let breakpoints: Breakpoint[] = [];
  let held: HeldView[] = [];
  let open: Recorded | null = null;
  const seed = () =>
    Array.from({ length: ROW_COUNT }, (_, index) => userOf(index + 1) as JsonObject);
  let users = seed();
  let snapshots = [
    {
      name: 'before-release',
      at: Date.UTC(2026, 10, 20, 8, 30),
      records: ROW_COUNT,
      users: seed(),
    },
  ];

  const totals = (): LiveTotals => ({
    total: rows.length,
    oldest: rows.length === 0 ? 0 : 1,
    newest: rows.length,
    dropped: 0,
    readOnly: changes?.readOnly ?? null,
    held: held.map(({ id }) => id),
    streams: open === null ? [] : [1],
  });
  const tell = () => {
    for (const response of followers)
      response.write(`event: totals\ndata: ${JSON.stringify(totals())}\n\n`);
  };
  const add = (more: number) => {
    for (let at = 0; at < more; at++) rows.push(toRow(find(rows.length + 1), none));
    tell();
  };
  const hold = (view: HeldView) => {
    held = [...held, view];
    tell();
  };
  const note = (seq: number, annotation: Annotation) => {
    notes.set(seq, annotation);
    rows[seq - 1] = toRow(find(seq), annotation);
  };
  const stream = (recorded: Recorded | null) => {
    open = recorded;
    tell();
  };
  add(count);
  for (const [seq, annotation] of notes) if (seq <= count) note(seq, annotation);

  const overview = (): Overview => ({
    version: '0.1.0',
    mode: 'record',
    subject: 'http://127.0.0.1:4000',
    totals: totals(),
    readOnly: null,
    older,
    token: TOKEN,
    you: null,
    replica: null,
    can: { replay: 'http://127.0.0.1:4000', hold: true, annotate: true, editData: true },
    why: {},
    resources: [{ resource: 'users', path: '/users', records: users.length }],
    ...changes,
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const file = files.get(url.pathname.replace('/__standin/', ''));
    if (file !== undefined) {
      response.writeHead(200, {
        'content-type': file.type,
        'content-security-policy': CSP,
        'x-content-type-options': 'nosniff',
      });
      response.end(file.bytes);
      return;
    }
    const path = url.pathname.replace('/__standin/api/', '');
    const method = request.method ?? 'GET';
    calls.push(`${method} ${path}${url.search}`);
    if (!url.pathname.startsWith('/__standin/api/'))
      return problem(response, 404, 'Not Found', 'outside the prefix');
    if (method !== 'GET' && request.headers['standin-token'] !== TOKEN)
      return problem(response, 403, 'Forbidden', 'the token is missing');
    const query = url.searchParams;
    const filter = readFilter(query.get('q') ?? '');
    const matching = () => {
      if (typeof filter !== 'function') return [];
      return rows.filter((row) => filter(row, () => find(row.seq)));
    };
    if (query.has('q') && typeof filter !== 'function') return json(response, filter, 400);
    const [room, name = '', rest] = path.split('/').map(decodeURIComponent);
    switch (`${method} ${room}`) {
      case 'GET ':
        return json(response, overview());
      case 'GET matches': {
        const after = Number(query.get('after') ?? 0);
        const seqs = Int32Array.from(matching().flatMap((row) => (row.seq > after ? row.seq : [])));
        response.writeHead(200, {
          'content-type': 'application/octet-stream',
          'standin-total': rows.length,
          'standin-newest': rows.length,
          'standin-cut': '0',
        });
        response.end(Buffer.from(seqs.buffer));
        return;
      }
      case 'GET rows':
        return json(response, {
          rows: (query.get('seqs') ?? '').split(',').flatMap((seq) => rows[Number(seq) - 1] ?? []),
        });
      case 'GET interactions': {
        const seq = Number(name);
        if (rows[seq - 1] === undefined)
          return problem(response, 404, 'Not Found', `there is no interaction ${name}`);
        return json(response, { recorded: find(seq), annotation: notes.get(seq) ?? none, can: {} });
      }
      case 'PUT interactions':
        note(Number(name), (await body(request)) as Annotation);
        return json(response, {});
      case 'GET groups':
        return json(response, groupsOf(matching()));
      case 'GET compare':
        return json(response, comparison);
      case 'PUT older':
      case 'DELETE older':
        older = method === 'PUT' ? query.get('name') : null;
        return json(response, {});
      case 'GET latency':
        return json(response, { latency: latencyOf(matching()) });
      case 'GET live':
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`event: totals\ndata: ${JSON.stringify(totals())}\n\n`);
        followers.add(response);
        response.on('close', () => followers.delete(response));
        return;
      case 'GET export':
        response.writeHead(200, {
          'content-type': 'text/plain',
          'content-disposition': 'attachment',
        });
        response.end(`${query.get('form')} of ${matching().length}: ${query.get('q')}`);
        return;
      case 'POST replay': {
        const order = (await body(request)) as ReplayOrder;
        orders.push(order);
        const seq = rows.length + 1;
        const was = find(order.seq);
        const [pathSent = '', querySent = ''] = (order.edited?.target ?? was.request.path).split(
          '?',
        );
        const changed = {
          ...was.request,
          method: order.edited?.method ?? was.request.method,
          path: pathSent,
          query: querySent,
        };
        sent.set(seq, { ...was, seq, at: find(seq).at, request: changed });
        add(1);
        return json(response, { seq });
      }
      case 'GET contract':
        return json(response, contractView());
      case 'GET data':
        return json(response, pageOf(users, query));
      case 'POST data': {
        const row = (await body(request)) as JsonObject;
        if (typeof row['name'] !== 'string')
          return problem(response, 400, 'The row does not fit its schema', '/name must be string');
        users = [
          ...users,
          { id: Math.max(0, ...users.map((user) => Number(user['id']))) + 1, ...row },
        ];
        return json(response, users.at(-1), 201);
      }
      case 'PUT data':
        users = await replaced(users, rest, request);
        return json(response, {});
      case 'DELETE data':
        users = users.filter((user) => String(user['id']) !== rest);
        return json(response, {});
      case 'POST reset':
        users = seed();
        return json(response, {});
      case 'GET snapshots':
        return json(response, { snapshots: snapshots.map(({ users: _, ...view }) => view) });
      case 'PUT snapshots':
        snapshots = [...snapshots, { name, at: Date.now(), records: users.length, users }];
        return json(response, {});
      case 'DELETE snapshots':
        snapshots = snapshots.filter((snapshot) => snapshot.name !== name);
        return json(response, {});
      case 'POST snapshots':
        users = snapshots.find((snapshot) => snapshot.name === name)?.users ?? users;
        return json(response, {});
      case 'GET settings':
        return json(response, settings);
      case 'GET overrides':
        return json(response, { overrides: [override] });
      case 'GET streams': {
        if (name !== '') return json(response, open);
        const { at = 0, request: { method = '', path = '' } = {}, stream: it } = open ?? {};
        const parts = it?.parts.length ?? null;
        const line = { id: 1, at, method, target: path, status: 200, kind: it?.kind, parts };
        return json(response, { streams: open === null ? [] : [line] });
      }
      case 'GET breakpoints':
        return json(response, {
          breakpoints,
          held: held.map(({ id, on, since, until, request: { method, target }, answer }) => ({
            ...{ id, on, since, until, method, target },
            status: answer?.status ?? null,
          })),
          passed: 0,
          heldMs: 300_000,
        });
      case 'POST breakpoints': {
        const { on, filter } = (await body(request)) as Breakpoint;
        if (filter.includes('dur:'))
          return problem(response, 422, 'No breakpoint was added', 'dur: is known too late.');
        breakpoints = [...breakpoints, { id: breakpoints.length + 1, on, filter }];
        return json(response, {}, 201);
      }
      case 'DELETE breakpoints':
        breakpoints = breakpoints.filter(({ id }) => id !== Number(name));
        return json(response, {});
      case 'GET held':
        return json(response, held.find(({ id }) => id === Number(name)) ?? null);
      case 'POST held':
        decisions.push((await body(request)) as HeldOrder);
        held = held.filter(({ id }) => id !== Number(name));
        tell();
        return json(response, {});
      case 'GET worlds':
        return json(response, worlds);
      case 'GET reports': {
        if (name === '') return json(response, { reports });
        const report = reportOf(name);
        if (report === null)
          return problem(response, 404, 'Not Found', `there is no report ${name}`);
        if (rest !== 'page') return json(response, JSON.parse(toJson(report)));
        const { headers, body: html } = reportPage(
          toHtml(report, query.get('theme') === 'dark' ? { theme: 'dark' } : {}),
          POLICY,
        );
        response.writeHead(200, headers);
        response.end(html);
        return;
      }
    }
    problem(response, 404, 'Not Found', `nothing is at ${path}`);
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) =>
      problem(response, 500, 'The fake failed', String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/__standin/`,
    calls,
    orders,
    decisions,
    hold,
    letGo() {
      held = [];
      tell();
    },
    stream,
    add,
    drop: () => {
      for (const response of followers) response.end();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function readPage(): ReadonlyMap<string, { readonly type: string; readonly bytes: Buffer }> {
  const root = join(import.meta.dirname, '../../dist/ui');
  const types: Readonly<Record<string, string>> = {
    html: 'text/html; charset=utf-8',
    js: 'text/javascript',
    css: 'text/css',
    svg: 'image/svg+xml',
  };
  const files = [
    'index.html',
    ...readdirSync(join(root, 'assets')).map((file) => `assets/${file}`),
  ];
  const read = files.map(
    (file) =>
      [
        file,
        {
          type: types[file.split('.').at(-1) ?? ''] ?? 'text/plain',
          bytes: readFileSync(join(root, file)),
        },
      ] as const,
  );
  const index = read.find(([file]) => file === 'index.html')?.[1];
  return new Map([...read, ...(index === undefined ? [] : [['', index] as const])]);
}

function pageOf(users: readonly JsonObject[], query: URLSearchParams): DataPage {
  const words = (query.get('find') ?? '').toLowerCase();
  const id = query.get('id');
  const found = users.filter(
    (user) =>
      JSON.stringify(user).toLowerCase().includes(words) &&
      (id === null || String(user['id']) === id),
  );
  const offset = Number(query.get('offset') ?? 0);
  return {
    resource: 'users',
    id: 'id',
    total: found.length,
    offset,
    fields: ['id', 'name', 'email', 'isPremium', 'skills', 'address', 'managerId'],
    references: [{ member: 'managerId', table: 'users' }],
    rows: found
      .slice(offset, offset + Number(query.get('limit') ?? 50))
      .map((user) => (Number(user['id']) % 10 === 1 ? { ...user, managerId: 41 } : user)),
  };
}

function latencyOf(rows: readonly Row[]): Latency[] {
  const byOperation = Map.groupBy(rows, (row) =>
    row.operation === null ? 'other' : `${row.resource}.${row.operation}`,
  );
  return [...byOperation].map(([operation, of]) => {
    const sorted = of.map((row) => row.elapsedMs).sort((one, other) => one - other);
    const at = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    const size = Math.ceil(of.length / 100);
    const strip = Array.from({ length: Math.ceil(of.length / size) }, (_, index) => {
      const part = of
        .slice(index * size, (index + 1) * size)
        .map((row) => row.elapsedMs)
        .sort((one, other) => one - other);
      return {
        at: of[index * size]?.at ?? 0,
        p50Ms: part[part.length >> 1] ?? 0,
        maxMs: part.at(-1) ?? 0,
        count: part.length,
      };
    });
    return {
      operation,
      count: of.length,
      p50Ms: at(0.5),
      p95Ms: at(0.95),
      p99Ms: at(0.99),
      maxMs: sorted.at(-1) ?? 0,
      strip,
    };
  });
}

async function replaced(
  users: readonly JsonObject[],
  key: string | undefined,
  request: IncomingMessage,
): Promise<JsonObject[]> {
  const row = (await body(request)) as JsonObject;
  return users.map((user) => (String(user['id']) === key ? row : user));
}

async function body(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString('utf8') || 'null');
}

function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, {
    'content-type': status >= 400 ? 'application/problem+json' : 'application/json',
  });
  response.end(JSON.stringify(value));
}

function problem(response: ServerResponse, status: number, title: string, detail: string): void {
  json(response, { status, title, detail }, status);
}

/** All in two worlds. */
function groupsOf(all: readonly Row[]): GroupsView {
  return {
    groups: ['alice', 'main'].map((value, index) => {
      const of = all.filter(({ seq }) => seq % 2 === index);
      return {
        value,
        term: `world:${value}`,
        count: of.length,
        violating: of.filter(({ verdict }) => verdict === 'violates').length,
        failed: 0,
        p50Ms: 2,
        from: of[0]?.at ?? 0,
        to: of.at(-1)?.at ?? 0,
      };
    }),
    isCut: false,
  };
}
