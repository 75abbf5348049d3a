// A correct service with jars below one path, and the seam in which a test plants a fault.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isObject, type Json, type JsonObject, own } from '../../src/base/json.ts';

export interface ShelfCall {
  readonly method: string;
  readonly path: string;
  /** The id in the path; absent for the collection. */
  readonly id?: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** `undefined` if it is not JSON. */
  readonly body: Json | undefined;
}

export interface ShelfAnswer {
  readonly status: number;
  /** A text goes out as it is, if `type` is given. */
  readonly body?: Json;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ShelfOptions {
  /** Defaults to `/jars`. */
  readonly path?: string;
  readonly rows?: readonly JsonObject[];
  /** The id of a new jar by its number; counts from 1 if absent. */
  readonly idOf?: (serial: number, body: JsonObject) => Json;
  /** What is stored of what was sent. */
  readonly stored?: (body: JsonObject) => JsonObject;
  /** Answers a call: `right` is what a correct service does. */
  readonly answer?: (call: ShelfCall, right: () => ShelfAnswer, shelf: Shelf) => ShelfAnswer;
}

/** Jars by their ids, those that were removed, and each call: `GET /jars/1`. */
export interface Shelf {
  readonly jars: Map<string, JsonObject>;
  readonly removed: Set<string>;
  readonly calls: string[];
}

export interface RunningShelf extends Shelf {
  readonly url: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts the service. Ids are in the member `id`. */
export async function startShelf(options: ShelfOptions = {}): Promise<RunningShelf> {
  const { path: collection = '/jars', rows = [], stored = (body) => body } = options;
  const jars = new Map(rows.map((row) => [String(own(row, 'id')), row]));
  const shelf: Shelf = { jars, removed: new Set(), calls: [] };
  let last = jars.size;
  const right = (call: ShelfCall): ShelfAnswer => {
    const { method, path, id, body } = call;
    if (path !== collection && id === undefined) return { status: 404 };
    if (id === undefined) {
      if (method === 'GET') return { status: 200, body: [...jars.values()] };
      if (method !== 'POST') return { status: 405 };
      if (body === undefined || !isObject(body)) return { status: 400 };
      const serial = ++last;
      const made = { ...stored(body), id: options.idOf?.(serial, body) ?? serial };
      jars.set(String(made.id), made);
      return { status: 201, body: made };
    }
    const jar = jars.get(id);
    if (jar === undefined) return { status: 404 };
    if (method === 'GET') return { status: 200, body: jar };
    if (method === 'DELETE') {
      jars.delete(id);
      shelf.removed.add(id);
      return { status: 204 };
    }
    if (method !== 'PUT' && method !== 'PATCH') return { status: 405 };
    if (body === undefined || !isObject(body)) return { status: 400 };
    const after = { ...(method === 'PATCH' ? jar : {}), ...stored(body), id: own(jar, 'id') ?? id };
    jars.set(id, after);
    return { status: 200, body: after };
  };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://shelf');
      const below = pathname.startsWith(`${collection}/`)
        ? pathname.slice(collection.length + 1)
        : '';
      const call: ShelfCall = {
        method: request.method ?? '',
        path: pathname,
        ...(below === '' || below.includes('/') ? {} : { id: decodeURIComponent(below) }),
        query: searchParams,
        headers: request.headers,
        body: jsonIn(text),
      };
      shelf.calls.push(`${call.method} ${pathname}`);
      const { status, body, type, headers } =
        options.answer?.(call, () => right(call), shelf) ?? right(call);
      const named = body === undefined ? {} : { 'content-type': type ?? 'application/json' };
      response.writeHead(status, { ...named, ...headers });
      const isText = type !== undefined && typeof body === 'string';
      response.end(body === undefined ? '' : isText ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    ...shelf,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function jsonIn(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

export interface ShelfDocument {
  /** The schemas of the members of a jar, without the id. */
  readonly members?: JsonObject;
  readonly required?: readonly string[];
  /** The schemas of members that no request has. */
  readonly made?: JsonObject;
  readonly id?: JsonObject;
  /** The schema of the id in the path; that of the member if absent. */
  readonly parameter?: JsonObject;
  /** Which operations of the collection there are; both if absent. */
  readonly collection?: readonly ('get' | 'post')[];
  /** Which operations of the item there are. */
  readonly item?: readonly ('get' | 'put' | 'patch' | 'delete')[];
  /** Further answers of all operations of an item. */
  readonly refused?: JsonObject;
  /** Further answers of the creation. */
  readonly created?: JsonObject;
  readonly listParameters?: readonly Json[];
  /** The answer with the list, by the schema of the list. */
  readonly listed?: (list: JsonObject) => JsonObject;
}

function json(schema: Json): JsonObject {
  return { description: '', content: { 'application/json': { schema } } };
}

/** The document of such a service. */
export function shelfDocument(given: ShelfDocument = {}): JsonObject {
  const none = { description: '' };
  const {
    members = { label: { type: 'string' } },
    required = ['label'],
    made = {},
    id = { type: 'integer' },
    parameter = id,
    collection = ['get', 'post'],
    item = ['get', 'delete'],
    refused = { 404: none },
    created = { 400: none },
    listParameters = [],
    listed = (list) => json(list),
  } = given;
  const sent = { type: 'object', required, properties: members };
  const shown = {
    type: 'object',
    required: ['id', ...required],
    properties: { id, ...members, ...made },
  };
  const body = { required: true, ...json(sent) };
  const operations: Readonly<Record<string, JsonObject>> = {
    get: { responses: { 200: json(shown), ...refused } },
    put: { requestBody: body, responses: { 200: json(shown), 400: none, ...refused } },
    patch: { requestBody: body, responses: { 200: json(shown), 400: none, ...refused } },
    delete: { responses: { 204: none, ...refused } },
  };
  const ofCollection: Readonly<Record<string, JsonObject>> = {
    get: {
      parameters: listParameters,
      responses: { 200: listed({ type: 'array', items: shown }) },
    },
    post: { requestBody: body, responses: { 201: json(shown), ...created } },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Shelf', version: '1' },
    paths: {
      '/jars': Object.fromEntries(collection.map((one) => [one, ofCollection[one] ?? {}])),
      '/jars/{id}': {
        parameters: [{ in: 'path', name: 'id', required: true, schema: parameter }],
        ...Object.fromEntries(item.map((one) => [one, operations[one] ?? {}])),
      },
    },
  };
}
