// A correct service with plants that are made below a bed and are read, changed and removed at a path
// of their own, its document, and the seam in which a test plants a fault.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isObject, type Json, type JsonObject, own } from '../../src/base/json.ts';

const text = { type: 'string' };
const number = { type: 'integer' };
const BED = { type: 'object', required: ['id', 'name'], properties: { id: number, name: text } };
const PLANT = {
  type: 'object',
  required: ['id', 'name', 'bedId'],
  properties: { id: number, name: text, bedId: number },
};
const json = (schema: Json): JsonObject => ({
  description: '',
  content: { 'application/json': { schema } },
});
const body = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  required: true,
  content: { 'application/json': { schema: { type: 'object', required, properties } } },
});
const inPath = (name: string): JsonObject => ({ name, in: 'path', required: true, schema: number });
const none = { description: '' };

const NOTE = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: number, text, plantId: number },
};
const notes: JsonObject = {
  parameters: [inPath('id')],
  get: { responses: { 200: json({ type: 'array', items: NOTE }) } },
  post: { requestBody: body({ text }, ['text']), responses: { 201: json(NOTE) } },
};

/** The document; `parameter` is the one of the bed, which may have the name of that of the plant. */
export function gardenDocument(
  parameter = 'bedId',
  below: 'nothing' | 'notes' = 'nothing',
): JsonObject {
  return {
    openapi: '3.1.0',
    info: { title: 'Garden', version: '1' },
    paths: {
      '/beds': {
        get: { responses: { 200: json({ type: 'array', items: BED }) } },
        post: { requestBody: body({ name: text }, ['name']), responses: { 201: json(BED) } },
      },
      '/beds/{id}': {
        parameters: [inPath('id')],
        get: { responses: { 200: json(BED), 404: none } },
        delete: { responses: { 204: none, 404: none } },
      },
      [`/beds/{${parameter}}/plants`]: {
        parameters: [inPath(parameter)],
        get: { responses: { 200: json({ type: 'array', items: reference }) } },
        post: { requestBody: body({ name: text }, ['name']), responses: { 201: json(reference) } },
      },
      ...(below === 'nothing' ? {} : { '/plants/{id}/notes': notes }),
      '/plants/{id}': {
        parameters: [inPath('id')],
        get: { responses: { 200: json(reference), 404: none } },
        patch: {
          requestBody: body({ name: text, bedId: number }),
          responses: { 200: json(reference), 404: none },
        },
        delete: { responses: { 204: none, 404: none } },
      },
    },
    components: { schemas: { Plant: PLANT } },
  };
}

const reference = { $ref: '#/components/schemas/Plant' };

export interface Answer {
  readonly status: number;
  readonly body?: Json;
}

export interface GardenCall {
  readonly method: string;
  readonly path: string;
  readonly body: JsonObject;
}

export interface Garden {
  readonly url: string;
  readonly beds: Map<string, JsonObject>;
  readonly plants: Map<string, JsonObject>;
  /** They go with their plant. */
  readonly notes: Map<string, JsonObject>;
  /** Each call: `GET /plants/1`. */
  readonly calls: string[];
  [Symbol.asyncDispose](): Promise<void>;
}

type Rows = Pick<Garden, 'beds' | 'plants' | 'notes'>;

/** Starts the service; `answer` may answer something else than is right. */
export async function startGarden(
  answer: (call: GardenCall, right: () => Answer, rows: Rows) => Answer = (_, right) => right(),
): Promise<Garden> {
  const rows: Rows = { beds: new Map(), plants: new Map(), notes: new Map() };
  const calls: string[] = [];
  let last = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sent = chunks.length === 0 ? {} : jsonIn(Buffer.concat(chunks).toString());
    const { method = '', url = '/' } = request;
    const path = url.split('?')[0] ?? '';
    calls.push(`${method} ${path}`);
    const call = { method, path, body: sent !== undefined && isObject(sent) ? sent : {} };
    const { status, body: answered } = answer(call, () => rightly(call, rows, () => ++last), rows);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(answered === undefined ? undefined : JSON.stringify(answered));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  return {
    ...rows,
    calls,
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function rightly({ method, path, body: sent }: GardenCall, rows: Rows, next: () => number): Answer {
  const [, kind = '', id, below] = path.split('/');
  const nested = {
    plants: [rows.beds, rows.plants, 'bedId'],
    notes: [rows.plants, rows.notes, 'plantId'],
  } as const;
  if (below === 'plants' || below === 'notes') {
    const [parents, all, member] = nested[below];
    if (!parents.has(id ?? '')) return { status: 404 };
    if (method === 'GET')
      return {
        status: 200,
        body: [...all.values()].filter((one) => String(own(one, member)) === id),
      };
    return method === 'POST'
      ? made(all, { ...sent, [member]: Number(id) }, next())
      : { status: 405 };
  }
  const all = kind === 'beds' ? rows.beds : kind === 'plants' ? rows.plants : null;
  if (all === null || below !== undefined) return { status: 404 };
  if (id === undefined) {
    if (kind === 'plants') return { status: 404 };
    if (method === 'GET') return { status: 200, body: [...all.values()] };
    return method === 'POST' ? made(all, sent, next()) : { status: 405 };
  }
  const row = all.get(id);
  if (row === undefined) return { status: 404 };
  if (method === 'GET') return { status: 200, body: row };
  if (method === 'DELETE') {
    all.delete(id);
    if (kind === 'beds') removeBelow(rows.plants, 'bedId', id);
    removeBelow(rows.notes, 'plantId', id);
    return { status: 204 };
  }
  if (method !== 'PATCH' || kind === 'beds') return { status: 405 };
  const bed = own(sent, 'bedId');
  if (bed !== undefined && !rows.beds.has(String(bed))) return { status: 422 };
  if (own(sent, 'name') !== undefined && typeof own(sent, 'name') !== 'string')
    return { status: 422 };
  const after = { ...row, ...sent, id: own(row, 'id') ?? null };
  all.set(id, after);
  return { status: 200, body: after };
}

function removeBelow(all: Map<string, JsonObject>, member: string, id: string): void {
  for (const [key, row] of all) if (String(own(row, member)) === id) all.delete(key);
}

function made(all: Map<string, JsonObject>, sent: JsonObject, id: number): Answer {
  if (typeof (own(sent, 'name') ?? own(sent, 'text')) !== 'string') return { status: 422 };
  const item = { ...sent, id };
  all.set(String(id), item);
  return { status: 201, body: item };
}

/** `undefined` if it is no JSON. */
function jsonIn(sent: string): Json | undefined {
  try {
    return JSON.parse(sent) as Json;
  } catch {
    return undefined;
  }
}
