// A service that stores whatever it is sent, as one written in a hurry does: its list then shows what
// the run sent, if the run leaves it there. The contract leaves open whether it is refused.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../src/base/json.ts';
import { type Held, type HoldOptions, hold, SEEDS } from './hold.ts';

interface Manner {
  readonly name: string;
  /** What PUT makes of an item. */
  readonly put: (before: JsonObject, sent: JsonObject) => JsonObject;
  /** What the list shows of an item; the item if absent. */
  readonly shows?: (item: JsonObject, count: number) => JsonObject;
}

const manners: readonly Manner[] = [
  { name: 'PUT replaces', put: (_, sent) => sent },
  { name: 'PUT merges', put: (before, sent) => ({ ...before, ...sent }) },
  // A value that is there once stays.
  {
    name: 'PUT mends nothing that is no text',
    put: (before, sent) => {
      const kept = Object.entries(before).filter(
        ([, value]) => isObject(value) && 'wrong' in value,
      );
      return { ...sent, ...Object.fromEntries(kept) };
    },
  },
];

const faulty: Manner = {
  name: 'the list shows numbers as names from the eighth item on',
  put: (_, sent) => sent,
  shows: (item, count) => (count > 7 && item['id'] !== 1 ? { ...item, name: 7 } : item),
};

async function verify(
  { put, shows = (item) => item }: Manner,
  options: HoldOptions,
): Promise<Held & { readonly left: number }> {
  const users = new Map(SEEDS.map((user) => [user.id, { ...user } as unknown as JsonObject]));
  let next = users.size + 1;
  const answer = async (request: IncomingMessage): Promise<readonly [number, Json?]> => {
    const sent = await text(request);
    const id = Number(request.url?.split('/')[2]);
    const { method } = request;
    if (method === 'GET' && request.url === '/users')
      return [200, [...users.values()].map((item) => shows(item, users.size))];
    const body = method === 'POST' || method === 'PUT' ? (JSON.parse(sent) as Json) : {};
    if (!isObject(body)) return [400, {}];
    if (method === 'POST') {
      const made = { ...body, id: next };
      users.set(next++, made);
      return [201, made];
    }
    const user = users.get(id);
    if (user === undefined) return [404, {}];
    if (method === 'PUT') users.set(id, { ...put(user, body), id });
    if (method === 'DELETE') users.delete(id);
    return [200, users.get(id) ?? user];
  };
  const server = createServer((request, response) => {
    const reply = answer(request).catch((): readonly [number, Json?] => [400, {}]);
    void reply.then(([status, body]) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    const { port } = server.address() as AddressInfo;
    const held = await hold(`http://127.0.0.1:${port}`, options);
    return { ...held, left: users.size - SEEDS.length };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const ways: readonly (readonly [string, HoldOptions])[] = [
  ['the quick budget', { budget: 'quick' }],
  ['the standard budget', {}],
  ['100 ms for each answer', { slowMs: 100, withinMs: 240_000 }],
  ['100 ms for each answer, of four at a time', { slowMs: 100, places: 4, withinMs: 240_000 }],
];

describe.each(ways)('with %s', (_, options) => {
  it.each(manners.flatMap((manner) => [1, 2, 3].map((seed) => ({ ...manner, seed }))))(
    'a service that stores anything is spared: $name, seed $seed',
    {
      timeout: 90_000,
    },
    async ({ seed, ...manner }) => {
      const { findings, left } = await verify(manner, { ...options, seed });
      expect(findings.map(({ law, message, actual }) => `${law}: ${message}: ${actual}`)).toEqual(
        [],
      );
      expect(left).toBe(0);
    },
  );

  it('a fault of such a service is found', { timeout: 90_000 }, async () => {
    const { findings } = await verify(faulty, { ...options, seed: 1 });
    expect(findings.map(({ code, operation }) => `${operation} ${code}`)).toContain(
      'list member-type',
    );
  });
});
