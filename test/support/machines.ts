// A project of machines, with changes by POST and replacements at the path of the collection, and a
// small service of them: correct, or with a fault planted in it.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../src/base/json.ts';
import { type Project, projectFrom } from './users.ts';

const text: JsonObject = { type: 'string', minLength: 1 };
const parts: JsonObject = { name: text, power: { type: 'number' }, isOn: { type: 'boolean' } };

export const machineSchemas: Readonly<Record<string, JsonObject>> = {
  machine: {
    type: 'object',
    required: ['serial', 'name'],
    properties: { serial: { type: 'integer' }, ...parts },
  },
  'new-machine': { type: 'object', required: ['name'], properties: parts },
  'machine-change': { type: 'object', properties: parts },
};

export const machineContract: JsonObject = {
  resource: 'machines',
  path: '/plant/machines',
  id: 'serial',
  source: 'the manual',
  item: 'machine',
  operations: {
    list: { outcomes: { ok: { status: 200 } } },
    create: { body: 'new-machine', outcomes: { ok: { status: 201 } } },
    read: { outcomes: { ok: { status: 200 }, missing: { status: 404 } } },
    replace: {
      on: 'collection',
      body: 'machine',
      outcomes: { ok: { status: 200 }, missing: { status: 404 }, invalid: { status: 400 } },
    },
    update: {
      method: 'POST',
      body: 'machine-change',
      outcomes: { ok: { status: 200 }, missing: { status: 404 } },
    },
    remove: { outcomes: { ok: { status: 204 } } },
  },
};

export const machineRows = { machines: [{ serial: 1, name: 'Press', power: 3.5 }] };

/** The machines, with something changed in the contract. */
export function machines(change: JsonObject = {}): Project {
  return projectFrom([{ ...machineContract, ...change }], machineSchemas, machineRows);
}

/** Writes the project, and returns the folder of its contracts. */
export function createMachinesProject(): Disposable & { readonly contract: string } {
  const folder = mkdtempSync(join(tmpdir(), 'standin-machines-'));
  for (const name of ['contracts', 'schemas']) mkdirSync(join(folder, name));
  const write = (name: string, value: unknown): void =>
    writeFileSync(join(folder, name), JSON.stringify(value));
  for (const [name, schema] of Object.entries(machineSchemas))
    write(`schemas/${name}.json`, schema);
  write('contracts/machines.json', machineContract);
  return {
    contract: join(folder, 'contracts'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Starts a service; `deaf`: changes by POST are answered and not stored. */
export async function startMachines(
  fault: 'none' | 'deaf',
): Promise<AsyncDisposable & { readonly baseUrl: string }> {
  const rows = new Map<number, JsonObject>(machineRows.machines.map((row) => [row.serial, row]));
  const server = createServer((request, response) => {
    void bodyOf(request).then((sent) => {
      const [, key] = /^\/plant\/machines(?:\/(\d+))?$/.exec(request.url ?? '') ?? [];
      const [status, body] = answer(rows, { method: request.method ?? '', key, sent }, fault);
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(body === null ? undefined : JSON.stringify(body));
    });
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

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  try {
    return JSON.parse(Buffer.concat(pieces).toString()) as JsonObject;
  } catch {
    return {};
  }
}

interface Asked {
  readonly method: string;
  readonly key: string | undefined;
  readonly sent: JsonObject;
}

type Rows = Map<number, JsonObject>;

function answer(rows: Rows, { method, key, sent }: Asked, fault: string): [number, unknown] {
  const isList = key === undefined;
  const serial = isList && method === 'PUT' ? Number(sent['serial']) : Number(key);
  const old = rows.get(serial);
  switch (`${method} ${isList ? 'list' : 'one'}`) {
    case 'GET list':
      return [200, [...rows.values()]];
    case 'POST list': {
      if (typeof sent['name'] !== 'string') return [400, {}];
      const made = { serial: Math.max(0, ...rows.keys()) + 1, ...sent };
      rows.set(made.serial, made);
      return [201, made];
    }
    case 'PUT list':
      if (!Number.isInteger(serial) || typeof sent['name'] !== 'string') return [400, {}];
      if (old === undefined) return [404, {}];
      rows.set(serial, sent);
      return [200, sent];
  }
  if (old === undefined) return [404, {}];
  if (method === 'GET') return [200, old];
  if (method === 'DELETE') return rows.delete(serial) ? [204, null] : [404, {}];
  if (method !== 'POST') return [405, {}];
  const changed = Object.fromEntries(
    Object.entries({ ...old, ...sent }).filter(([, value]) => value !== null),
  );
  if (fault === 'none') rows.set(serial, changed);
  return [200, changed];
}
