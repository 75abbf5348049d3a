// A correct service of people, of tasks and cards that refer to them, and the seams in which a
// fault is planted. Plain node:http; it shares no code with Standin.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Fields = Readonly<Record<string, unknown>>;
export type Row = Fields & { readonly id: number };
export type Name = 'people' | 'tasks' | 'cards';
type Rows = readonly Row[];

/** The seams. Each has what is right as its last argument. */
export interface Seams {
  /** The status for a reference to nobody; `null` if it is stored. */
  unknown(name: Name): number | null;
  /** The list, filtered. */
  filtered(name: Name, all: Rows, right: Rows): Rows;
  /** What becomes of a row that may refer to a removed person: the row, or `null` if it goes. */
  after(name: Name, row: Row, gone: number, right: Row | null): Row | null;
  /** The rows of other names with a person, or the person with a row. */
  embedded(name: Name, right: unknown, all: Rows): unknown;
  /** All rows of a name after one was replaced. */
  written(name: Name, written: Row, all: Rows): Rows;
  /** Whether a person can be removed. */
  isRemovable(person: Row, tasks: Rows): boolean;
}

export interface RelatedService {
  readonly baseUrl: string;
  readonly size: () => number;
  [Symbol.asyncDispose](): Promise<void>;
}

const reference = { people: null, tasks: 'personId', cards: 'ownerId' } as const;
const needs = { people: ['name'], tasks: ['title', 'personId'], cards: ['text'] } as const;
const writes = {
  people: ['name'],
  tasks: ['title', 'personId'],
  cards: ['text', 'ownerId'],
} as const;

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

/** Starts a service on a free port of 127.0.0.1. */
export async function startRelated(seams: Partial<Seams> = {}): Promise<RelatedService> {
  const stores = new Map<Name, Row[]>([
    ['people', [{ id: 1, name: 'Seed' }]],
    ['tasks', [{ id: 1, title: 'Seed', personId: 1 }]],
    ['cards', [{ id: 1, text: 'Seed', ownerId: 1 }]],
  ]);
  let last = 10;
  const rowsOf = (name: Name): Row[] => stores.get(name) ?? [];

  function decide(method: string, { pathname, searchParams }: URL, text: string): Answer {
    const [, named = '', key] = pathname.split('/');
    if (!stores.has(named as Name)) return { status: 404 };
    const name = named as Name;
    if (key === undefined && method === 'GET')
      return { status: 200, body: list(name, searchParams) };
    const before = rowsOf(name).find(({ id }) => String(id) === key);
    if (key === undefined && method !== 'POST') return { status: 405 };
    if (key !== undefined && before === undefined) return { status: 404 };
    if (method === 'GET' && before !== undefined)
      return { status: 200, body: embed(name, before, searchParams) };
    if (method === 'DELETE' && before !== undefined) return remove(name, before);
    return method === 'POST' || method === 'PUT' ? write(name, before, text) : { status: 405 };
  }

  function list(name: Name, query: URLSearchParams): Rows {
    const all = rowsOf(name);
    const wanted = [...query].filter(([field]) => !field.startsWith('_'));
    const right = all.filter((row) =>
      wanted.every(([field, value]) => String(row[field]) === value),
    );
    return seams.filtered?.(name, all, right) ?? right;
  }

  function embed(name: Name, row: Row, query: URLSearchParams): unknown {
    const those = query.get('_embed') as Name | null;
    const field = those === null ? null : reference[those];
    if (name === 'people' && those !== null && field !== null) {
      const right = rowsOf(those).filter((one) => one[field] === row.id);
      return { ...row, [those]: seams.embedded?.(those, right, rowsOf(those)) ?? right };
    }
    if (name === 'tasks' && query.get('_expand') === 'person') {
      const right = rowsOf('people').find(({ id }) => id === row['personId']);
      return { ...row, person: seams.embedded?.('people', right, rowsOf('people')) ?? right };
    }
    return row;
  }

  function write(name: Name, before: Row | undefined, text: string): Answer {
    let body: Fields;
    try {
      body = JSON.parse(text) as Fields;
    } catch {
      return { status: 400 };
    }
    const given = Object.fromEntries(
      writes[name].flatMap((field) => (body?.[field] === undefined ? [] : [[field, body[field]]])),
    );
    if (needs[name].some((field) => given[field] === undefined)) return { status: 422 };
    for (const [field, value] of Object.entries(given)) {
      const isId = field === reference[name];
      if (isId && value === null && name === 'cards') continue;
      if (isId ? !Number.isInteger(value) : typeof value !== 'string' || value === '')
        return { status: 422 };
    }
    const field = reference[name];
    const person = field === null ? null : (given[field] ?? null);
    if (person !== null && !rowsOf('people').some(({ id }) => id === person)) {
      const status = seams.unknown === undefined ? 422 : seams.unknown(name);
      if (status !== null) return { status };
    }
    const row: Row = { id: before?.id ?? ++last, ...given };
    const rows = rowsOf(name);
    const all =
      before === undefined ? [...rows, row] : rows.map((one) => (one === before ? row : one));
    const after = before === undefined ? all : seams.written?.(name, row, all);
    stores.set(name, [...(after ?? all)]);
    return { status: before === undefined ? 201 : 200, body: row };
  }

  function remove(name: Name, row: Row): Answer {
    if (name === 'people' && seams.isRemovable?.(row, rowsOf('tasks')) === false)
      return { status: 409 };
    stores.set(
      name,
      rowsOf(name).filter((one) => one !== row),
    );
    for (const other of name === 'people' ? (['tasks', 'cards'] as const) : [])
      stores.set(
        other,
        rowsOf(other).flatMap((one) => {
          const isRelated = one[reference[other]] === row.id;
          const right = isRelated && other === 'tasks' ? null : one;
          return (seams.after === undefined ? right : seams.after(other, one, row.id, right)) ?? [];
        }),
      );
    return { status: 204 };
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const target = new URL(request.url ?? '/', 'http://service');
      const text = Buffer.concat(chunks).toString();
      const { status, body } = decide(request.method ?? '', target, text);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(status === 204 ? undefined : JSON.stringify(body ?? { status }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    size: () => [...stores.values()].reduce((sum, rows) => sum + rows.length, 0),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
