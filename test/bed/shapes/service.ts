// A correct service of the contracts with shapes, and the seams in which a fault is planted. Plain
// node:http; it shares no code with Standin and knows its paths, envelopes and members by itself.

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Fields = Readonly<Record<string, unknown>>;
export type Operation = 'list' | 'create' | 'read' | 'replace' | 'update' | 'remove';
export type Kind = 'articles' | 'accounts' | 'notes' | 'clubs' | 'members' | 'fees';

/** A stored item: what clients wrote, what the service made, and the items that it is below. */
export interface Row {
  readonly id: number | string;
  readonly fields: Fields;
  readonly above: Fields;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly version: number;
}

/** A request as the service understands it. */
export interface Request {
  readonly kind: Kind;
  readonly operation: Operation;
  readonly key: string;
  /** The ids in the path before the last collection. */
  readonly above: Fields;
}

/** The seams. Each has what is right as its last argument or as its result. */
export interface Seams {
  /** The fields that a body brings. */
  taken(request: Request, body: unknown, fields: Fields | null): Fields | null;
  /** The row that a write stores. */
  stored(request: Request, before: Row | undefined, row: Row): Row;
  /** Whether a row is erased. */
  isErased(request: Request, row: Row): boolean;
  /** Whether a row belongs to the path. */
  belongs(request: Request, row: Row, isSo: boolean): boolean;
  /** Whether what is below a removed item is removed; `refused`: what has items below stays. */
  cascades: boolean | 'refused';
  /** An item as an answer shows it. */
  shown(request: Request, row: Row, item: Fields): Fields;
  /** The rows of a page, by its number. */
  cut(request: Request, page: number, rows: readonly Row[]): readonly Row[];
  /** The number beside a list. */
  counted(request: Request, total: number): number;
  /** Whether a request is answered: it takes effect in any case. */
  answers(request: Request): boolean;
  /** The body of a success. */
  sent(request: Request, body: unknown): unknown;
}

export interface Habits {
  readonly seams?: Partial<Seams>;
  /** How many items a page has; all of them if absent. */
  readonly pageSize?: number;
  /** The status for what is not there; 404 if absent. */
  readonly missing?: number;
  readonly newestFirst?: true;
  /** PUT makes no account at an id that is free, although the contract says so. */
  readonly makesNone?: true;
}

export interface ShapesService {
  readonly baseUrl: string;
  /** The number of items that are stored. */
  readonly size: () => number;
  [Symbol.asyncDispose](): Promise<void>;
}

interface Form {
  readonly writes: readonly string[];
  readonly needs: readonly string[];
  /** The member around an item, in requests and answers. */
  readonly around: string | null;
  /** The members of a list: of its items, and of their number. */
  readonly list: readonly [string, string] | null;
  readonly created: number;
}

const forms: Readonly<Record<Kind, Form>> = {
  articles: {
    writes: ['title', 'body', 'stars'],
    needs: ['title', 'body'],
    around: 'article',
    list: ['articles', 'articlesCount'],
    created: 200,
  },
  accounts: {
    writes: ['login', 'isActive', 'password'],
    needs: ['login', 'password'],
    around: null,
    list: null,
    created: 201,
  },
  notes: {
    writes: ['text', 'color'],
    needs: ['text'],
    around: null,
    list: ['data', 'count'],
    created: 201,
  },
  clubs: { writes: ['name'], needs: ['name'], around: null, list: null, created: 201 },
  members: {
    writes: ['name', 'level'],
    needs: ['name'],
    around: 'data',
    list: ['items', 'total'],
    created: 201,
  },
  fees: {
    writes: ['reason', 'amount'],
    needs: ['reason'],
    around: null,
    list: null,
    created: 201,
  },
};

const paths: readonly (readonly [RegExp, Kind, readonly string[]])[] = [
  [/^\/clubs\/([^/]+)\/members\/([^/]+)\/fees(?:\/([^/]+))?$/, 'fees', ['clubId', 'memberId']],
  [/^\/clubs\/([^/]+)\/members(?:\/([^/]+))?$/, 'members', ['clubId']],
  [/^\/(articles|accounts|notes|clubs|members)(?:\/([^/]+))?$/, 'clubs', []],
];

interface Answer {
  readonly status: number;
  /** The connection is cut instead of an answer. */
  readonly isCut?: true;
  readonly body?: unknown;
}

/** Starts a service on a free port of 127.0.0.1. */
export async function startShapes(habits: Habits = {}): Promise<ShapesService> {
  const { seams = {}, pageSize = Number.POSITIVE_INFINITY, missing = 404 } = habits;
  const stores = new Map<Kind, Map<string, Row>>();
  let last = 100;
  const storeOf = (kind: Kind): Map<string, Row> => {
    const store = stores.get(kind) ?? new Map<string, Row>();
    stores.set(kind, store);
    return store;
  };

  begin();

  /** Items that were there before. */
  function begin(): void {
    const now = '2026-02-03T04:05:06.007Z';
    const put = (kind: Kind, id: number | string, fields: Fields, above: Fields = {}): void =>
      void storeOf(kind).set(String(id), {
        id,
        fields,
        above,
        createdAt: now,
        updatedAt: now,
        version: 1,
      });
    for (const number of [1, 2]) {
      put('articles', number, { title: `Seed ${number}`, body: 'short', stars: number });
      put('accounts', number, { login: `seed${number}`, isActive: true, password: 'open sesame' });
      put('notes', randomUUID(), { text: `Seed ${number}`, color: 'red' });
      put('clubs', number, { name: `Seed ${number}` });
      put('members', number, { name: `Seed ${number}`, level: 'junior' }, { clubId: number });
      put('fees', number, { reason: 'Seed', amount: 7 }, { clubId: number, memberId: number });
    }
  }

  function decide(method: string, target: URL, text: string): Answer {
    const request = understand(method, target.pathname);
    if (request === 'no path') return { status: 404 };
    if (request === 'no method') return { status: 405 };
    if (!isAboveThere(request)) return { status: missing };
    const { kind, operation, key } = request;
    if (operation === 'list') return { status: 200, body: listOf(request, target) };
    const found = storeOf(kind).get(key);
    const before = found !== undefined && isIn(request, found) ? found : undefined;
    if (operation === 'read')
      return before === undefined ? { status: missing } : answer(request, 200, before);
    if (operation === 'remove') return remove(request, before);
    return write(request, before, text);
  }

  function understand(method: string, path: string): Request | 'no path' | 'no method' {
    for (const [pattern, nested, names] of paths) {
      const match = pattern.exec(path);
      if (match === null) continue;
      const parts = match.slice(1);
      const kind = names.length === 0 ? (parts.shift() as Kind) : nested;
      const above = Object.fromEntries(
        names.map((name) => [name, decodeURIComponent(parts.shift() ?? '')]),
      );
      const key = parts.shift();
      const operation = operationOf(method, key !== undefined);
      if (operation === null || (operation === 'update' && kind !== 'articles')) return 'no method';
      return { kind, operation, key: decodeURIComponent(key ?? ''), above };
    }
    return 'no path';
  }

  function isAboveThere({ above: { clubId, memberId } }: Request): boolean {
    if (clubId !== undefined && !storeOf('clubs').has(String(clubId))) return false;
    if (memberId === undefined) return true;
    const member = storeOf('members').get(String(memberId));
    return member !== undefined && String(member.above['clubId']) === clubId;
  }

  function isIn(request: Request, row: Row): boolean {
    const isSo = Object.entries(request.above).every(
      ([name, value]) => String(row.above[name]) === value,
    );
    return seams.belongs?.(request, row, isSo) ?? isSo;
  }

  function listOf(request: Request, target: URL): unknown {
    const all = [...storeOf(request.kind).values()].filter((row) => isIn(request, row));
    if (habits.newestFirst === true) all.reverse();
    const page = Number(target.searchParams.get('page') ?? '1');
    const start = Number.isFinite(pageSize) ? (page - 1) * pageSize : 0;
    const cut = all.slice(start, start + pageSize);
    const items = (seams.cut?.(request, page, cut) ?? cut).map((row) => show(request, row));
    const { list } = forms[request.kind];
    const total = seams.counted?.(request, all.length) ?? all.length;
    return send(request, list === null ? items : { [list[0]]: items, [list[1]]: total });
  }

  function write(request: Request, before: Row | undefined, text: string): Answer {
    const { kind, operation, key, above } = request;
    const isUpsert = kind === 'accounts' && operation === 'replace' && habits.makesNone !== true;
    if (operation !== 'create' && before === undefined && !isUpsert) return { status: missing };
    const body = parsed(text);
    const sent = fieldsIn(kind, body);
    const fields = seams.taken === undefined ? sent : seams.taken(request, body, sent);
    if (fields === null) return { status: 400 };
    const { writes, needs } = forms[kind];
    const kept = operation === 'update' ? { ...before?.fields } : {};
    const given = Object.fromEntries(
      Object.entries(fields).filter(([name]) => writes.includes(name)),
    );
    const whole: Fields = { ...kept, ...given };
    if (flawOf(whole, needs) !== null) return { status: 422 };
    if (before === undefined && isUpsert && !/^[1-9]\d{0,14}$/.test(key)) return { status: 400 };
    const id = before?.id ?? (isUpsert ? Number(key) : kind === 'notes' ? randomUUID() : ++last);
    if (typeof id === 'number') last = Math.max(last, id);
    const now = new Date().toISOString();
    const row: Row = {
      id,
      fields: whole,
      above:
        before?.above ??
        Object.fromEntries(Object.entries(above).map(([name, value]) => [name, Number(value)])),
      createdAt: before?.createdAt ?? now,
      updatedAt: now,
      version: (before?.version ?? 0) + 1,
    };
    const stored = seams.stored?.(request, before, row) ?? row;
    storeOf(kind).set(String(id), stored);
    const created = operation === 'create' ? forms[kind].created : 201;
    return answer(request, before === undefined ? created : 200, stored);
  }

  function remove(request: Request, before: Row | undefined): Answer {
    if (before === undefined) return { status: missing };
    if (seams.isErased?.(request, before) === false) return { status: 204 };
    if (seams.cascades === 'refused' && request.kind === 'clubs' && hasBelow('clubs', before.id))
      return { status: 409 };
    storeOf(request.kind).delete(String(before.id));
    if (seams.cascades !== false && (request.kind === 'clubs' || request.kind === 'members'))
      removeBelow(request.kind, before.id);
    return { status: 204 };
  }

  function removeBelow(kind: Kind, id: Row['id']): void {
    for (const below of ['members', 'fees'] as const)
      for (const [key, row] of storeOf(below))
        if (row.above[nameOf(kind)] === id) storeOf(below).delete(key);
  }

  function hasBelow(kind: Kind, id: Row['id']): boolean {
    return (['members', 'fees'] as const).some((below) =>
      [...storeOf(below).values()].some((row) => row.above[nameOf(kind)] === id),
    );
  }

  function answer(request: Request, status: number, row: Row): Answer {
    const { around } = forms[request.kind];
    if (seams.answers?.(request) === false) return { status, isCut: true };
    const item = show(request, row);
    return { status, body: send(request, around === null ? item : { [around]: item }) };
  }

  function show(request: Request, row: Row): Fields {
    const item = itemOf(request.kind, row);
    return seams.shown?.(request, row, item) ?? item;
  }

  function send(request: Request, body: unknown): unknown {
    return seams.sent === undefined ? body : seams.sent(request, body);
  }

  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const target = new URL(request.url ?? '/', 'http://service');
      const { status, body, isCut } = decide(request.method ?? '', target, text);
      if (isCut === true) {
        response.destroy();
        return;
      }
      const isRefusal = status >= 400;
      const sent = isRefusal ? { message: `refused with ${status}` } : body;
      response.writeHead(
        status,
        sent === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' },
      );
      response.end(sent === undefined ? undefined : JSON.stringify(sent));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    size: () => [...stores.values()].reduce((sum, store) => sum + store.size, 0),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The name of the id of an item in what is below it. */
function nameOf(kind: Kind): string {
  return kind === 'clubs' ? 'clubId' : 'memberId';
}

function operationOf(method: string, isOfItem: boolean): Operation | null {
  if (method === 'GET') return isOfItem ? 'read' : 'list';
  if (!isOfItem) return method === 'POST' ? 'create' : null;
  const all: Readonly<Record<string, Operation>> = {
    PUT: 'replace',
    PATCH: 'update',
    DELETE: 'remove',
  };
  return all[method] ?? null;
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

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields in the envelope of a body; `null` if it has no such envelope. */
function fieldsIn(kind: Kind, body: unknown): Fields | null {
  const { around } = forms[kind];
  const inside = around === null ? body : isFields(body) ? body[around] : null;
  return isFields(inside) ? inside : null;
}

function flawOf(fields: Fields, needs: readonly string[]): string | null {
  const lacking = needs.find((name) => fields[name] === undefined);
  if (lacking !== undefined) return lacking;
  return Object.entries(fields).find(([name, value]) => !fits(name, value))?.[0] ?? null;
}

const texts: Readonly<Record<string, number>> = {
  title: 1,
  login: 1,
  text: 1,
  name: 1,
  reason: 1,
  body: 0,
  password: 8,
};

function fits(name: string, value: unknown): boolean {
  const least = texts[name];
  if (least !== undefined) {
    const size = typeof value === 'string' ? [...value].length : -1;
    return size >= least && (name === 'body' || size <= 200);
  }
  if (name === 'isActive') return typeof value === 'boolean';
  if (name === 'level') return value === 'junior' || value === 'senior';
  if (name === 'color') return value === 'red' || value === 'green' || value === 'blue';
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function itemOf(kind: Kind, row: Row): Fields {
  const { id, fields, above, createdAt, updatedAt, version } = row;
  if (kind === 'articles') {
    const slug = `${String(fields['title'])
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')}-${id}`;
    return { id, ...fields, slug, url: `/articles/${id}`, version, createdAt, updatedAt };
  }
  if (kind === 'accounts') {
    const { password: _, ...others } = fields;
    return { id, ...others };
  }
  return kind === 'members' ? { id, ...fields, ...above } : { id, ...fields };
}
