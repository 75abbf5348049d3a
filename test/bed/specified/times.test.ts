// A contract says which member an action sets to the time of the call (`times`): a correct service is
// spared, one that does not set it is found, and the mock of the contract does as it says.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { createMock } from '../../../src/mock/mock.ts';
import { noBody } from '../../../src/model/message/call.ts';
import { seedState } from '../../../src/project/save/seed-state.ts';
import { createChecker } from '../../../src/schema/check.ts';
import { complaintsOf, createHold, loadContracts } from '../hold-project.ts';

const note: JsonObject = { type: 'string', minLength: 1 };
const project = await loadContracts(
  {
    boat: {
      type: 'object',
      required: ['id', 'note'],
      properties: {
        id: { type: 'integer' },
        note,
        paintedAt: { type: ['string', 'null'], format: 'date-time' },
      },
    },
    'boat-new': { type: 'object', required: ['note'], properties: { note } },
  },
  [
    {
      resource: 'boats',
      path: '/boats',
      source: 'the yard',
      item: 'boat',
      operations: {
        list: { outcomes: {} },
        create: { body: 'boat-new', outcomes: {} },
        read: { outcomes: { missing: { status: 404 } } },
        remove: { outcomes: {} },
      },
      actions: [
        {
          method: 'POST',
          path: '/boats/{id}/paint',
          times: ['paintedAt'],
          outcomes: { ok: { status: 204, body: null } },
        },
      ],
    },
  ],
);
const hold = await createHold(project);

/** What a painted boat is. */
type Paint = (boat: JsonObject) => JsonObject;

async function complaintsAbout(paint: Paint): Promise<readonly string[]> {
  const boats = new Map<string, JsonObject>();
  let last = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '' } = request;
    const end = (status: number, body?: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const [, , key = '', action] = url.split('/');
    if (key === '' && method === 'GET') return end(200, [...boats.values()]);
    if (key === '') {
      const sent = JSON.parse(Buffer.concat(chunks).toString()) as JsonObject;
      const made = { id: ++last, note: sent['note'] ?? null, paintedAt: null };
      boats.set(String(last), made);
      return end(201, made);
    }
    const boat = boats.get(key);
    if (boat === undefined) return end(404, {});
    if (action === 'paint') {
      boats.set(key, paint(boat));
      return end(204);
    }
    if (method === 'DELETE') boats.delete(key);
    return method === 'GET' ? end(200, boat) : end(204);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;
    return complaintsOf(await hold({ baseUrl, resource: 'boats' }));
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('verify, with an action that sets a time', () => {
  it('spares a service that sets it', { timeout: 60_000 }, async () => {
    const paint: Paint = (boat) => ({ ...boat, paintedAt: new Date().toISOString() });
    expect(await complaintsAbout(paint)).toEqual([]);
  });

  it.each<[string, Paint, string]>([
    ['does not set it', (boat) => boat, 'paint did not set \\"paintedAt\\"'],
    [
      'changes another member',
      (boat) => ({ ...boat, note: 'red', paintedAt: '2026-01-01T00:00:00Z' }),
      'paint changed \\"note\\"',
    ],
  ])('finds a service that %s', { timeout: 60_000 }, async (_, paint, told) => {
    const complaints = await complaintsAbout(paint);
    expect(JSON.stringify(complaints)).toContain(told);
    expect(complaints).toHaveLength(1);
  });
});

describe('a mock of such a contract', () => {
  it('sets the time of the call', () => {
    const { contracts, schemas, profile } = project;
    const rows = new Map([['boats', [{ id: 1, note: 'a', paintedAt: null }]]]);
    const mock = createMock({
      rules: { contracts, schemas, profile, checker: createChecker(schemas) },
      state: seedState({ contracts, rows }),
    });
    const call = (method: string, path: string) =>
      mock.answer({ method, path, query: '', headers: {}, body: noBody });
    call('POST', '/boats/1/paint');
    expect(JSON.stringify(call('GET', '/boats/1'))).toMatch(/paintedAt\W+\d{4}-/);
  });
});
