// A correct service of our own with parts in a store, and its document: what the tests of the bed plant
// their faults in. Lists can be narrowed and are compressed; items read, replaced, changed and removed.

import { createServer, type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { isObject, type Json, type JsonObject, own } from '../../src/base/json.ts';
import type { Place } from './place.ts';

export interface PartsService extends AsyncDisposable {
  readonly url: string;
  readonly parts: ReadonlyMap<number, JsonObject>;
}

export const partsPlace: Place = {
  item: '/parts/{id}',
  list: '/parts',
  itemsAt: '',
  id: 'id',
  create: { method: 'POST', path: '/parts', answers: 'id' },
  has: ['read', 'replace', 'update', 'remove'],
  removed: { status: 204 },
  requires: 'name',
  narrowedBy: ['limit'],
  sample: () => ({ name: 'a bolt', stock: 3, note: 'of steel' }),
  change: () => ({ name: 'a nut', stock: 4, note: 'of brass' }),
};

const members = {
  name: { type: 'string', minLength: 1 },
  stock: { type: 'integer', minimum: 0 },
  note: { type: 'string' },
};
const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
const part = { $ref: '#/components/schemas/Part' };
const sent = {
  required: true,
  ...json({ type: 'object', required: ['name'], additionalProperties: false, properties: members }),
};
const answer = (schema?: Json): JsonObject =>
  schema === undefined ? { description: '' } : { description: '', ...json(schema) };
const refused = { 400: answer(), 404: answer() };

/** The document of the service. */
export const partsDocument: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Parts', version: '1' },
  paths: {
    '/parts': {
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } }],
        responses: { 200: answer({ type: 'array', items: part }) },
      },
      post: { requestBody: sent, responses: { 201: answer(part), 400: answer() } },
    },
    '/parts/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: answer(part), 404: answer() } },
      put: { requestBody: sent, responses: { 200: answer(part), ...refused } },
      patch: {
        requestBody: json({ type: 'object', additionalProperties: false, properties: members }),
        responses: { 200: answer(part), ...refused },
      },
      delete: { responses: { 204: answer(), 404: answer() } },
    },
  },
  components: {
    schemas: {
      Part: {
        type: 'object',
        required: ['id', 'name'],
        properties: { id: { type: 'integer' }, ...members },
      },
    },
  },
};

interface Answer {
  readonly status: number;
  readonly body?: Json;
}

/** Starts it on a free port of 127.0.0.1, with two parts. */
export async function startParts(): Promise<PartsService> {
  const parts = new Map<number, JsonObject>([
    [1, { id: 1, name: 'a wheel', stock: 4 }],
    [2, { id: 2, name: 'a saddle', note: 'worn' }],
  ]);
  let next = 3;

  function answerTo(method: string, url: URL, body: Json | undefined): Answer {
    const [, , text] = url.pathname.split('/');
    if (text === undefined) {
      if (method === 'GET') {
        const limit = Number(url.searchParams.get('limit') ?? parts.size);
        return { status: 200, body: [...parts.values()].slice(0, limit) };
      }
      if (!isPart(body)) return { status: 400 };
      const made = { ...body, id: next++ };
      parts.set(made.id, made);
      return { status: 201, body: made };
    }
    const id = Number(text);
    const old = parts.get(id);
    if (old === undefined) return { status: 404 };
    if (method === 'GET') return { status: 200, body: old };
    if (method === 'DELETE') {
      parts.delete(id);
      return { status: 204 };
    }
    const whole = method === 'PATCH' && isObject(body) ? { ...old, ...body, id: undefined } : body;
    const { id: _id, ...rest } = isObject(whole) ? whole : {};
    if (!isObject(body) || !isPart(rest)) return { status: 400 };
    const changed = { ...rest, id };
    parts.set(id, changed);
    return { status: 200, body: changed };
  }

  const server = createServer((incoming, outgoing) => {
    void bodyOf(incoming).then((body) => {
      const url = new URL(incoming.url ?? '/', 'http://127.0.0.1');
      const { status, body: answered } = answerTo(incoming.method ?? 'GET', url, body);
      const type = answered === undefined ? {} : { 'content-type': 'application/json' };
      const isPacked =
        Array.isArray(answered) && /gzip/.test(String(incoming.headers['accept-encoding']));
      outgoing.writeHead(status, { ...type, ...(isPacked ? { 'content-encoding': 'gzip' } : {}) });
      const text = answered === undefined ? '' : JSON.stringify(answered);
      outgoing.end(isPacked ? gzipSync(text) : text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    parts,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<Json | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}

/** Whether a body fits the schema of requests. */
function isPart(body: Json | undefined): body is JsonObject {
  if (!isObject(body) || Object.keys(body).some((key) => !Object.hasOwn(members, key)))
    return false;
  const [name, stock, note] = [own(body, 'name'), own(body, 'stock'), own(body, 'note')];
  return (
    typeof name === 'string' &&
    name !== '' &&
    (stock === undefined || (Number.isInteger(stock) && Number(stock) >= 0)) &&
    (note === undefined || typeof note === 'string')
  );
}
