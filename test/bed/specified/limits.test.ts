// A list that has no more items than a parameter has by default, and no pages: a correct service is
// spared, though items of the run are not on it; one whose list lacks items for another reason is found.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { complaintsOf, createHold, loadDocument } from '../hold-project.ts';

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const crane: JsonObject = {
  type: 'object',
  required: ['id', 'load'],
  properties: { id: { type: 'integer', readOnly: true }, load: { type: 'integer' } },
};
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const missing = { 404: { description: 'none' } };
const documentWith = (limit: JsonObject): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'cranes', version: '1' },
  paths: {
    '/cranes': {
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: limit }],
        responses: { 200: { description: 'all', ...json({ type: 'array', items: crane }) } },
      },
      post: {
        requestBody: { required: true, ...json(crane) },
        responses: { 201: { description: 'made', ...json(crane) } },
      },
    },
    '/cranes/{id}': {
      parameters: [id],
      get: { responses: { 200: { description: 'one', ...json(crane) }, ...missing } },
      delete: { responses: { 204: { description: 'gone' }, ...missing } },
    },
  },
});
const limits: Readonly<Record<string, JsonObject>> = {
  'a default': { type: 'integer', default: 3 },
  'a default and a maximum': { type: 'integer', default: 3, maximum: 500 },
};
const holds = new Map(
  await Promise.all(
    Object.entries(limits).map(
      async ([name, limit]) =>
        [name, await createHold(await loadDocument(documentWith(limit)))] as const,
    ),
  ),
);

function bodyOf(chunks: readonly Buffer[]): JsonObject | null {
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as JsonObject;
  } catch {
    return null;
  }
}

/** What a list shows of all items. */
type Listed = (all: readonly JsonObject[], limit: number) => readonly JsonObject[];

async function complaintsAbout(name: string, listed: Listed): Promise<readonly string[]> {
  const cranes = new Map<string, JsonObject>();
  let last = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '' } = request;
    const end = (status: number, body?: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const { pathname, searchParams } = new URL(url, 'http://host');
    const key = pathname.split('/')[2] ?? '';
    if (key === '' && method === 'GET')
      return end(200, listed([...cranes.values()], Number(searchParams.get('limit') ?? 3)));
    if (key === '') {
      const sent = bodyOf(chunks);
      if (typeof sent?.['load'] !== 'number') return end(400, {});
      const made = { load: sent['load'], id: ++last };
      cranes.set(String(last), made);
      return end(201, made);
    }
    const found = cranes.get(key);
    if (found === undefined) return end(404, {});
    if (method === 'DELETE') cranes.delete(key);
    return method === 'GET' ? end(200, found) : end(204);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const hold = holds.get(name);
    if (hold === undefined) throw new Error(`there is no limit with ${name}`);
    return complaintsOf(await hold({ baseUrl: `http://127.0.0.1:${port}`, resource: 'cranes' }));
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe('verify, with a list that is cut by default', () => {
  const right: Listed = (all, limit) => all.slice(0, limit);
  it.each(Object.keys(limits))('spares a service with %s', { timeout: 60_000 }, async (name) => {
    expect(await complaintsAbout(name, right)).toEqual([]);
  });

  const fewer: Listed = (all, limit) => all.slice(0, Math.min(limit, Math.max(0, all.length - 1)));
  const two: Listed = (all) => all.slice(0, 2);
  const notTheFifth: Listed = (all, limit) => all.filter(({ id }) => id !== 5).slice(0, limit);
  it.each<[name: string, what: string, listed: Listed]>([
    ['a default', 'one of few', fewer],
    ['a default', 'all of more', two],
    ['a default and a maximum', 'one item that is never listed', notTheFifth],
    ['a default and a maximum', 'all of more than it has by default', (all) => all.slice(0, 3)],
  ])('with %s finds a list that lacks %s', { timeout: 60_000 }, async (name, _, listed) => {
    expect(JSON.stringify(await complaintsAbout(name, listed))).toContain('list');
  });
});
