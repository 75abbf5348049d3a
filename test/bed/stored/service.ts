// A correct service of any of the interfaces, and the seams in which a fault is planted. Plain
// node:http; it shares no code with Standin.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Interface } from './interfaces.ts';

export type Item = Readonly<Record<string, unknown>>;
export type Write = 'create' | 'replace' | 'update';

export interface Seams {
  /** What is stored of a valid write. `before` is `null` for a creation. */
  stored?(write: Write, after: Item, given: { before: Item | null; sent: Item }): Item;
  /** An item as answers show it. */
  shown?(item: Item): Item;
  /** A status with which a write is refused; `null` if it is accepted. */
  refused?(write: Write, sent: Item, before: Item | null): number | null;
}

export interface RunningService {
  readonly baseUrl: string;
  readonly size: () => number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a service of an interface; PUT and PATCH answer with `status`. */
export async function startService(
  { resource, members, required, made = {} }: Interface,
  { stored, shown = (item) => item, refused }: Seams = {},
  status: 200 | 204 = 200,
): Promise<RunningService> {
  const items = new Map<number, Item>();
  let last = 0;
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const [code, json] = answer(request.method ?? '', request.url ?? '', body);
      response.writeHead(code, json === undefined ? {} : { 'content-type': 'application/json' });
      response.end(json === undefined ? undefined : JSON.stringify(json));
    });
  });

  function answer(method: string, url: string, sent: unknown): readonly [number, unknown?] {
    const [, root, key] = new URL(url, 'http://h').pathname.split('/');
    if (root !== resource) return [404, {}];
    if (key === undefined) {
      if (method === 'GET') return [200, [...items.values()].map(shown)];
      if (method !== 'POST') return [405, {}];
      return write('create', ++last, sent);
    }
    const id = Number(key);
    if (!items.has(id)) return [404, {}];
    if (method === 'GET') return [200, shown(items.get(id) ?? {})];
    if (method === 'DELETE') return [204, void items.delete(id)];
    if (method === 'PUT') return write('replace', id, sent);
    return method === 'PATCH' ? write('update', id, sent) : [405, {}];
  }

  function write(kind: Write, id: number, sent: unknown): readonly [number, unknown?] {
    const needed = kind === 'update' ? [] : required;
    if (!isRecord(sent) || !needed.every((name) => name in sent)) return [400, {}];
    if (!Object.entries(sent).every(([name, value]) => fits(members[name], value)))
      return [400, {}];
    const before = items.get(id) ?? null;
    const refusal = refused?.(kind, sent, before) ?? null;
    if (refusal !== null) return [refusal, { error: 'refused' }];
    const own = Object.fromEntries(
      Object.keys(made).map((name) => [name, before?.[name] ?? new Date().toISOString()]),
    );
    const whole = kind === 'update' ? merged(before ?? {}, sent) : { ...own, ...sent };
    const after: Item = { ...whole, ...own, id };
    const item = stored?.(kind, after, { before, sent }) ?? after;
    items.set(id, item);
    if (kind === 'create') return [201, shown(item)];
    return status === 204 ? [204] : [200, shown(item)];
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    size: () => items.size,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Merges as RFC 7396 says. */
function merged(before: Item, patch: Item): Item {
  const after: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(patch)) {
    const old = after[name];
    if (value === null) Reflect.deleteProperty(after, name);
    else after[name] = isRecord(value) ? merged(isRecord(old) ? old : {}, value) : value;
  }
  return after;
}

/** Whether a value has a type of its schema; members without a schema are unknown. */
function fits(schema: unknown, value: unknown): boolean {
  if (!isRecord(schema)) return false;
  const types = [schema['type']].flat();
  if (value === null) return types.includes('null');
  if (Array.isArray(value))
    return types.includes('array') && value.every((one) => fits(schema['items'], one));
  if (isRecord(value)) {
    const { properties, additionalProperties } = schema;
    return (
      types.includes('object') &&
      Object.entries(value).every(([name, one]) =>
        fits((isRecord(properties) ? properties[name] : undefined) ?? additionalProperties, one),
      )
    );
  }
  const isWhole = typeof value === 'number' && Number.isInteger(value) && types.includes('integer');
  if (!isWhole && !types.includes(typeof value)) return false;
  return !Array.isArray(schema['enum']) || schema['enum'].includes(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}
