// A service of kites that is correct and shares no code with the program, and a gateway in it that
// answers some calls in its place. As a document and as contract files.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Json, JsonObject } from '../../../src/base/json.ts';

/** The operations of the service. */
export const operations = [
  'GET /kites',
  'POST /kites',
  'GET /kites/{id}',
  'PUT /kites/{id}',
  'PATCH /kites/{id}',
  'DELETE /kites/{id}',
] as const;

export type Operation = (typeof operations)[number];

/** Returns the status that the gateway answers the nth call of an operation with; `null` for none. */
export type Gateway = (operation: Operation, nth: number) => number | 'reset' | null;

export interface Kites {
  readonly url: string;
  /** The kites that are there. */
  readonly stored: () => readonly JsonObject[];
  /** How often the gateway answered, by operation and status. */
  readonly failed: () => readonly string[];
  /** How many calls of an operation came. */
  readonly calls: (operation: Operation) => number;
  readonly close: () => Promise<void>;
}

/** Starts the service. What the gateway answers does not reach it. */
export async function startKites(gateway: Gateway = () => null): Promise<Kites> {
  const kites = new Map<number, JsonObject>(
    [1, 2, 3].map((id) => [id, { id, name: `Kite ${id}` }]),
  );
  const calls = new Map<string, number>();
  const failed: string[] = [];
  let next = 4;
  const answer = (method: string, id: number | null, body: string): [number, Json?] => {
    const sent = readKite(body);
    if (id === null) {
      if (method === 'GET') return [200, [...kites.values()]];
      if (sent === null || typeof sent['name'] !== 'string') return [422];
      const made = { ...sent, id: next++ };
      kites.set(made.id, made);
      return [201, made];
    }
    const kite = kites.get(id);
    if (kite === undefined) return [404];
    if (method === 'GET') return [200, kite];
    if (method === 'DELETE') {
      kites.delete(id);
      return [204];
    }
    if (sent === null || (method === 'PUT' && typeof sent['name'] !== 'string')) return [422];
    const changed = { ...(method === 'PUT' ? {} : kite), ...sent, id };
    kites.set(id, changed);
    return [200, changed];
  };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://kites.test');
    const [, , last] = pathname.split('/');
    const operation =
      `${request.method} ${last === undefined ? '/kites' : '/kites/{id}'}` as Operation;
    const nth = (calls.get(operation) ?? 0) + 1;
    calls.set(operation, nth);
    const body = await text(request);
    const instead = gateway(operation, nth);
    if (instead !== null) failed.push(`${operation} ${instead}`);
    if (instead === 'reset') return void response.destroy();
    const [status, shown] =
      instead === null ? answer(request.method ?? 'GET', idOf(last), body) : [instead];
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(shown === undefined ? undefined : JSON.stringify(shown));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stored: () => [...kites.values()],
    failed: () => failed,
    calls: (operation) => calls.get(operation) ?? 0,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function idOf(segment: string | undefined): number | null {
  return segment === undefined ? null : /^\d+$/.test(segment) ? Number(segment) : -1;
}

/** Only what the schema admits. */
function readKite(body: string): JsonObject | null {
  let sent: unknown;
  try {
    sent = JSON.parse(body);
  } catch {
    return null;
  }
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return null;
  const { name, colour, lines } = sent as Record<string, unknown>;
  const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';
  const isCount = lines === undefined || (Number.isInteger(lines) && Number(lines) > 0);
  if (!isText(name) || !isText(colour) || !isCount) return null;
  return JSON.parse(JSON.stringify({ name, colour, lines })) as JsonObject;
}

const kite: JsonObject = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    colour: { type: 'string' },
    lines: { type: 'integer', minimum: 1 },
  },
};
const answers = (schema: JsonObject): JsonObject => ({
  description: '',
  content: { 'application/json': { schema } },
});
const ITEM: JsonObject = { $ref: '#/components/schemas/Kite' };
const SENT: JsonObject = { $ref: '#/components/schemas/SentKite' };
const CHANGE: JsonObject = { $ref: '#/components/schemas/KiteChange' };
const NONE: JsonObject = { description: 'no such kite' };
const body = (schema: JsonObject): JsonObject => ({
  required: true,
  content: { 'application/json': { schema } },
});
const { id: _, ...own } = kite['properties'] as JsonObject;

/** The service as an OpenAPI document. */
export const document: JsonObject = {
  openapi: '3.0.3',
  info: { title: 'Kites', version: '1' },
  paths: {
    '/kites': {
      get: { responses: { 200: answers({ type: 'array', items: ITEM }) } },
      post: { requestBody: body(SENT), responses: { 201: answers(ITEM) } },
    },
    '/kites/{kiteId}': {
      parameters: [{ name: 'kiteId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: answers(ITEM), 404: NONE } },
      put: { requestBody: body(SENT), responses: { 200: answers(ITEM), 404: NONE } },
      patch: { requestBody: body(CHANGE), responses: { 200: answers(ITEM), 404: NONE } },
      delete: { responses: { 204: { description: 'gone' }, 404: NONE } },
    },
  },
  components: {
    schemas: {
      Kite: kite,
      SentKite: { type: 'object', required: ['name'], properties: own },
      KiteChange: { type: 'object', properties: own },
    },
  },
};

const outcome = (status: number, shown: string | null): JsonObject => ({
  outcomes: { ok: shown === null ? { status } : { status, body: shown } },
});

/** The service as a contract. */
export const contract: JsonObject = {
  resource: 'kites',
  path: '/kites',
  id: 'id',
  item: 'kite',
  source: 'page 1',
  operations: {
    list: { outcomes: { ok: { status: 200 } } },
    create: { body: 'sent-kite', ...outcome(201, 'kite') },
    read: outcome(200, 'kite'),
    replace: { body: 'sent-kite', ...outcome(200, 'kite') },
    update: { body: 'kite-change', ...outcome(200, 'kite') },
    remove: outcome(204, null),
  },
};

/** The schemas of the contract. */
export const schemas: JsonObject = {
  kite,
  'sent-kite': { type: 'object', required: ['name'], properties: own },
  'kite-change': { type: 'object', properties: own },
};
