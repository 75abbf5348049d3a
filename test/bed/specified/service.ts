// A correct service of one of the interfaces, and the seam where a lie is told. Written without the
// rule book: it knows statuses and refusals by itself.

import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { isObject, type Json, type JsonObject } from '../../../src/base/json.ts';
import type { Interface } from './contracts.ts';

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Json;
}

/** What a call found itself in: `create ok`, `read missing`. */
export type Cell = `${Operation} ${string}`;
export type Operation = 'list' | 'create' | 'read' | 'replace' | 'update' | 'remove';

/** What a service does wrong. */
export interface Lie {
  /** Changes the replies of some cells. */
  readonly reply?: (cell: Cell, reply: Reply) => Reply;
  /** The cells in which it goes on instead of refusing. */
  readonly overlooks?: readonly Cell[];
  /** PATCH takes an object without members. */
  readonly takesEmpty?: true;
  /** Members that PATCH refuses to change, which a contract does not forbid. */
  readonly fixed?: readonly string[];
  /** Stores another value of a number, which a contract leaves open if it is always done. */
  readonly stores?: (operation: Operation, number: number) => number;
  /** Whether the list begins with the oldest item; undefined for what the interface says. */
  readonly order?: 'oldest-first';
}

export interface SpecifiedService {
  readonly baseUrl: string;
  readonly rows: () => readonly JsonObject[];
  readonly close: () => Promise<void>;
}

export const TOKEN = 'a-token-of-the-bed';

/** Starts a service on a free port of 127.0.0.1. */
export async function startSpecified(face: Interface, lie: Lie = {}): Promise<SpecifiedService> {
  const rows = new Map(face.rows.map((row) => [String(row[face.id]), row]));
  let last = 100;
  const server = createServer((request, response) => {
    void answer(request).then(({ status, headers = {}, body }) => {
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      response.writeHead(status, { ...type, ...headers });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });

  async function answer(request: IncomingMessage): Promise<Reply> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { cell, reply } = decide(request, Buffer.concat(chunks).toString());
    return lie.reply?.(cell, reply) ?? reply;
  }

  function decide(request: IncomingMessage, text: string): { cell: Cell; reply: Reply } {
    const [, root = '', id] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
    const operation = operationOf(request.method ?? '', id);
    if (root !== face.name || operation === null)
      return { cell: 'list unrouted', reply: { status: 404, body: { error: 'no such path' } } };
    const key = decodeURIComponent(id ?? '');
    const offered = face.project.contracts[0]?.operations ?? {};
    if (offered[operation] === undefined)
      return { cell: `${operation} disallowed`, reply: { status: 405 } };
    const refusal = refusalOf(operation, request, key, text);
    const outcome = offered[operation]?.outcomes;
    if (refusal !== null) {
      const shown = outcome?.[refusal];
      const body: Json = { error: refusal };
      return {
        cell: `${operation} ${refusal}`,
        reply: { status: shown?.status ?? 400, ...(shown?.body === null ? {} : { body }) },
      };
    }
    const { status = 200, headers = {}, body: specified } = outcome?.ok ?? {};
    const body = act(operation, key, text);
    return {
      cell: `${operation} ok`,
      reply: {
        status,
        headers: { ...headers, ...tagOf(operation, key), ...fieldsOf(operation) },
        ...(specified === null ? {} : { body }),
      },
    };
  }

  function tagOf(operation: Operation, key: string): Readonly<Record<string, string>> {
    const row = rows.get(key);
    return operation === 'read' && row !== undefined ? { etag: etag(row) } : {};
  }

  /** The fields of orders whose values no contract can give. */
  function fieldsOf(operation: Operation): Readonly<Record<string, string>> {
    if (face.name !== 'orders') return {};
    if (operation === 'create') return { location: `/orders/${last}` };
    return operation === 'list' ? { 'x-count': String(rows.size) } : {};
  }

  function refusalOf(
    operation: Operation,
    { headers }: IncomingMessage,
    key: string,
    text: string,
  ): 'unauthorized' | 'unacceptable' | Reason | null {
    const offered = face.project.contracts[0]?.operations[operation]?.outcomes ?? {};
    const applies = (reason: Reason | 'unauthorized' | 'unacceptable', isSo: boolean): boolean =>
      isSo && !(lie.overlooks ?? []).includes(`${operation} ${reason}`);
    const isBarred = face.name === 'tasks' && headers.authorization !== `Bearer ${TOKEN}`;
    if (applies('unauthorized', isBarred)) return 'unauthorized';
    const isUnmet = !/json|\*\/\*/.test(headers.accept ?? '*/*');
    if (offered.unacceptable !== undefined && applies('unacceptable', isUnmet))
      return 'unacceptable';
    const row = rows.get(key);
    const isItem = operation !== 'list' && operation !== 'create';
    if (applies('missing', isItem && row === undefined)) return 'missing';
    if (operation !== 'create' && operation !== 'replace' && operation !== 'update') return null;
    const isJson = /^application\/(merge-patch\+)?json/.test(headers['content-type'] ?? '');
    if (applies('unsupported', !isJson)) return 'unsupported';
    const body = parse(text);
    if (body === undefined) return applies('malformed', true) ? 'malformed' : null;
    const after = operation === 'update' && isObject(body) ? merged(row, body) : body;
    const isFixed =
      operation === 'update' &&
      isObject(body) &&
      (lie.fixed ?? []).some((member) => body[member] !== undefined);
    const isEmpty =
      operation === 'update' &&
      isObject(body) &&
      Object.keys(body).length === 0 &&
      lie.takesEmpty !== true;
    const flaw = isObject(after) && !isFixed && !isEmpty ? face.flawOf(after) : 'the whole';
    const lacksId = operation === 'create' && face.required.includes(face.id);
    const isInvalid = flaw !== null || (lacksId && isObject(body) && body[face.id] === undefined);
    if (applies('invalid', isInvalid)) return 'invalid';
    if (!isObject(body)) return null;
    const holder = [...rows].find(
      ([other, one]) =>
        face.unique !== null && other !== key && one[face.unique] === body[face.unique],
    );
    const isTaken = holder !== undefined || (lacksId && rows.has(String(body[face.id])));
    if (applies('taken', isTaken)) return 'taken';
    const match = headers['if-match'];
    const isStale =
      match !== undefined && match !== '*' && row !== undefined && match !== etag(row);
    return applies('stale', isStale) ? 'stale' : null;
  }

  function act(operation: Operation, key: string, text: string): Json {
    const parsed = parse(text);
    const body = isObject(parsed ?? null) ? (parsed as JsonObject) : {};
    const members = face.project.schemas.membersOf('item');
    const known = Object.fromEntries(
      Object.entries(body)
        .filter(([name]) => members.has(name) && name !== face.id)
        .map(([name, value]) => [
          name,
          typeof value === 'number' ? (lie.stores?.(operation, value) ?? value) : value,
        ]),
    );
    switch (operation) {
      case 'list': {
        const all = [...rows.values()];
        return face.name === 'tasks' && lie.order === undefined ? all.toReversed() : all;
      }
      case 'read':
        return rows.get(key) ?? null;
      case 'create': {
        const id = newId(body);
        const row = { [face.id]: id, ...known };
        rows.set(String(id), row);
        return face.name === 'orders' ? { data: row } : row;
      }
      case 'replace': {
        const id = face.name === 'orders' ? Number(key) : key;
        const row = { [face.id]: rows.get(key)?.[face.id] ?? id, ...known };
        rows.set(key, row);
        return row;
      }
      case 'update': {
        const row = merged(rows.get(key), known);
        rows.set(key, row);
        return row;
      }
      case 'remove':
        return { removed: rows.delete(key) };
    }
  }

  function newId(body: JsonObject): Json {
    if (face.name === 'tasks') return randomUUID();
    return face.name === 'orders' ? ++last : String(body[face.id]);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    rows: () => [...rows.values()],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type Reason = 'missing' | 'unsupported' | 'malformed' | 'invalid' | 'taken' | 'stale';

function operationOf(method: string, id: string | undefined): Operation | null {
  const isItem = id !== undefined && id !== '';
  if (method === 'GET' || method === 'HEAD') return isItem ? 'read' : 'list';
  if (method === 'POST') return isItem ? null : 'create';
  if (method === 'PUT') return isItem ? 'replace' : null;
  if (method === 'PATCH') return isItem ? 'update' : null;
  return method === 'DELETE' && isItem ? 'remove' : null;
}

/** JSON Merge Patch of flat objects (RFC 7386). */
function merged(row: JsonObject | undefined, patch: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries({ ...row, ...patch }).filter(([, value]) => value !== null),
  );
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function etag(row: JsonObject): string {
  return `"${createHash('sha1').update(JSON.stringify(row)).digest('hex')}"`;
}
