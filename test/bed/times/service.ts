// A service of notes that writes `createdAt` and `updatedAt` itself, and its interface. Both are
// readOnly: the service ignores them in bodies.

import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { isObject, type JsonObject } from '../../../src/base/json.ts';
import { parseJson } from '../../../src/base/parse.ts';
import { readContract } from '../../support/read-contract.ts';
import { type Project, projectOf } from '../../support/users.ts';

const source = 'the interface';
const ok = (status: number, body: string): JsonObject => ({ ok: { status, body, source } });
const operation = (rest: JsonObject): JsonObject => ({ summary: 'a note', source, ...rest });
const time = { type: 'string', format: 'date-time', readOnly: true };

export const project: Project = projectOf(
  [
    readContract({
      resource: 'notes',
      path: '/notes',
      id: 'id',
      item: 'item',
      list: 'items',
      operations: {
        list: operation({ outcomes: ok(200, 'items') }),
        create: operation({ body: 'sent', outcomes: ok(201, 'item') }),
        read: operation({ outcomes: ok(200, 'item') }),
        replace: operation({ body: 'sent', outcomes: ok(200, 'item') }),
        update: operation({ body: 'sent', outcomes: ok(200, 'item') }),
        remove: operation({ outcomes: { ok: { status: 204, source } } }),
      },
    }),
  ],
  {
    item: {
      type: 'object',
      required: ['id', 'title', 'createdAt', 'updatedAt'],
      properties: {
        id: { type: 'integer', readOnly: true },
        title: { type: 'string', minLength: 1 },
        count: { type: 'integer' },
        createdAt: time,
        updatedAt: time,
      },
    },
    items: { type: 'array', items: { $ref: 'item.json' } },
    sent: { type: 'object', properties: { title: { type: 'string' }, count: { type: 'integer' } } },
  },
  { notes: [] },
);

/** Where the service goes wrong. */
export interface TimeFaults {
  /** A note as a read shows it. */
  readonly read?: (note: JsonObject, now: string) => JsonObject;
  /** A note as an element of the list. */
  readonly element?: (note: JsonObject, now: string) => JsonObject;
}

const SEED_TIMES = { createdAt: '2025-01-01T00:00:00Z', updatedAt: '2025-01-01T00:00:00Z' };

/** Starts the service on a free port of 127.0.0.1. */
export async function startNotes(faults: TimeFaults = {}): Promise<{
  readonly baseUrl: string;
  readonly close: () => Promise<void>;
}> {
  const same = (note: JsonObject): JsonObject => note;
  const { read = same, element = same } = faults;
  const notes = new Map<number, JsonObject>();
  for (const id of [1, 2]) notes.set(id, { id, title: `Seed ${id}`, count: id, ...SEED_TIMES });
  let [last, ticks] = [2, Date.parse('2026-01-01T00:00:00Z')];
  const tick = (): string => {
    ticks += 1_000;
    return new Date(ticks).toISOString();
  };
  const fieldsOf = ({ title, count }: JsonObject): JsonObject => ({
    ...(typeof title === 'string' ? { title } : {}),
    ...(typeof count === 'number' ? { count } : {}),
  });
  async function answer(request: IncomingMessage): Promise<[status: number, body?: unknown]> {
    const [, root, key] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
    const parsed = parseJson(await text(request), 64);
    const sent = parsed.kind === 'value' && isObject(parsed.value) ? parsed.value : {};
    const now = tick();
    const id = Number(key);
    const note = notes.get(id);
    if (root !== 'notes') return [404, { error: 'none' }];
    if (key === undefined && request.method === 'GET')
      return [200, [...notes.values()].map((one) => element(one, now))];
    const isWhole = typeof fieldsOf(sent)['title'] === 'string';
    if (key === undefined && request.method === 'POST') {
      if (!isWhole) return [400, { error: 'title' }];
      const made = { id: ++last, ...fieldsOf(sent), createdAt: now, updatedAt: now };
      notes.set(last, made);
      return [201, made];
    }
    if (note === undefined) return [404, { error: 'missing' }];
    const { createdAt = now } = note;
    switch (request.method) {
      case 'GET':
        return [200, read(note, now)];
      case 'PUT':
      case 'PATCH': {
        if (request.method === 'PUT' && !isWhole) return [400, { error: 'title' }];
        const before = request.method === 'PUT' ? {} : note;
        const after = { ...before, id, ...fieldsOf(sent), createdAt, updatedAt: now };
        notes.set(id, after);
        return [200, after];
      }
      case 'DELETE':
        notes.delete(id);
        return [204];
      default:
        return [405, { error: 'method' }];
    }
  }
  const server = createServer((request, response) => {
    void answer(request).then(([status, body]) => {
      response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
