// A project of orders that are sent as forms, and a small service of them: correct, or with a fault
// planted in it.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../src/base/json.ts';
import { type Project, projectFrom } from './users.ts';

const text: JsonObject = { type: 'string', minLength: 1 };
const members: JsonObject = {
  customer: text,
  count: { type: 'integer', minimum: 1 },
  express: { type: 'boolean' },
  rebate: { type: ['number', 'null'] },
  level: { enum: [1, 2] },
  kind: { const: true },
  tags: { type: 'array', items: text },
  address: { type: 'object', properties: { city: text, zip: text } },
  lines: {
    type: 'array',
    items: { type: 'object', properties: { sku: text, quantity: { type: 'integer' } } },
  },
  photo: { type: 'string' },
};

const FORM = 'application/x-www-form-urlencoded';

export const orderSchemas: Readonly<Record<string, JsonObject>> = {
  order: {
    type: 'object',
    required: ['id', 'customer'],
    properties: { id: { type: 'string' }, ...members },
  },
  'new-order': { type: 'object', required: ['customer'], properties: members },
  'order-change': { type: 'object', properties: members },
  'order-body': { type: 'object', properties: { order: { $ref: 'order.json' } } },
};

export const orderContract: JsonObject = {
  resource: 'orders',
  path: '/orders',
  source: 'the leaflet',
  item: 'order',
  operations: {
    list: { outcomes: { ok: { status: 200 } } },
    create: {
      body: 'new-order',
      media: [FORM],
      outcomes: { ok: { status: 201, body: 'order' }, invalid: { status: 400 } },
    },
    read: { outcomes: { ok: { status: 200, body: 'order' }, missing: { status: 404 } } },
    update: {
      method: 'POST',
      body: 'order-change',
      media: [FORM, 'multipart/form-data', 'application/json'],
      outcomes: { ok: { status: 200, body: 'order' } },
    },
    remove: { outcomes: { ok: { status: 204 } } },
  },
};

/** The orders, with something changed in the contract. */
export function orders(change: JsonObject = {}): Project {
  const rows = { orders: [{ id: 'a', customer: 'Ada', count: 1 }] };
  return projectFrom([{ ...orderContract, ...change }], orderSchemas, rows);
}

/** Writes the project without updates, and returns the folder of its contracts. */
export function createOrdersProject(): Disposable & { readonly contract: string } {
  const folder = mkdtempSync(join(tmpdir(), 'standin-orders-'));
  for (const name of ['contracts', 'schemas']) mkdirSync(join(folder, name));
  const write = (name: string, value: unknown): void =>
    writeFileSync(join(folder, name), JSON.stringify(value));
  for (const [name, schema] of Object.entries(orderSchemas)) write(`schemas/${name}.json`, schema);
  const { update: _, ...operations } = orderContract['operations'] as JsonObject;
  write('contracts/orders.json', { ...orderContract, operations });
  return {
    contract: join(folder, 'contracts'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Starts a service that reads forms alone; `drops`: it loses the city of the address. */
export async function startOrders(
  fault: 'none' | 'drops',
): Promise<AsyncDisposable & { readonly baseUrl: string }> {
  const rows = new Map<string, JsonObject>();
  let last = 0;
  const create = (form: URLSearchParams): [number, unknown] => {
    const made = readOrder(`o${++last}`, form, fault);
    if (made === null) return [400, {}];
    rows.set(String(made['id']), made);
    return [201, made];
  };
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const [, key] = /^\/orders(?:\/(.+))?$/.exec(request.url ?? '') ?? [];
    const answer = (): [number, unknown] => {
      if (key === undefined && request.method === 'GET') return [200, [...rows.values()]];
      if (key === undefined && request.method === 'POST')
        return request.headers['content-type'] === FORM
          ? create(new URLSearchParams(Buffer.concat(pieces).toString()))
          : [415, {}];
      const row = rows.get(key ?? '');
      if (row === undefined) return [404, {}];
      if (request.method === 'DELETE') return rows.delete(key ?? '') ? [204, null] : [404, {}];
      return request.method === 'GET' ? [200, row] : [405, {}];
    };
    const [status, body] = answer();
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(body === null ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The members of one value that a service knows, with the texts that it takes. */
const PLAIN: Readonly<Record<string, RegExp>> = {
  customer: /./,
  count: /^[1-9]\d*$/,
  express: /^(true|false)$/,
  rebate: /^-?\d+(\.\d+)?$/,
  level: /^[12]$/,
  kind: /^true$/,
  photo: /^/,
};

/** Returns an order as a form tells it; `null` if the form is invalid. */
function readOrder(id: string, form: URLSearchParams, fault: string): JsonObject | null {
  const order = new Map<string, unknown>([['id', id]]);
  if (!form.has('customer')) return null;
  const address = new Map<string, string>();
  const lines: Map<string, unknown>[] = [];
  for (const [name, value] of form) {
    const [, place = '', first, second] = /^(\w+)(?:\[(\w+)\])?(?:\[(\w+)\])?$/.exec(name) ?? [];
    const plain = PLAIN[place];
    if (plain !== undefined) {
      if (first !== undefined || !plain.test(value)) return null;
      const isText = place === 'customer' || place === 'photo';
      order.set(place, isText ? value : (JSON.parse(value) as unknown));
    } else if (value === '' || first === 'wrong') return null;
    else if (place === 'tags') order.set('tags', form.getAll('tags'));
    else if (place === 'address' && first !== undefined) {
      if (fault === 'none' || first !== 'city') address.set(first, value);
    } else if (place === 'lines' && second !== undefined) {
      const line = lines[Number(first)] ?? new Map<string, unknown>();
      lines[Number(first)] = line.set(second, second === 'quantity' ? Number(value) : value);
    } else return null;
  }
  if (address.size > 0) order.set('address', Object.fromEntries(address));
  if (lines.length > 0)
    order.set(
      'lines',
      lines.map((line) => Object.fromEntries(line)),
    );
  return Object.fromEntries(order) as JsonObject;
}
