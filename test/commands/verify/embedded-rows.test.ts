// Items that show others, in a service that nobody here wrote: what stands in them is that of others, and
// what leads to them is what was sent.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { operation, ref } from '../../support/openapi-mock.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

const text: Json = { type: 'string' };
const number: Json = { type: 'integer' };
const shape = (required: readonly string[], properties: JsonObject): JsonObject => ({
  type: 'object',
  required,
  properties,
});

function crud(path: string, item: string, sent: string): JsonObject {
  return {
    [path]: {
      get: operation(200, { type: 'array', items: ref(item) }),
      post: operation(201, ref(item), ref(sent)),
    },
    [`${path}/{id}`]: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: number }],
      get: operation(200, ref(item)),
      patch: operation(200, ref(item), ref(sent)),
      delete: { responses: { 204: { description: 'gone' } } },
    },
  };
}

/** Posts with their author; a request may send the author, too, whose name does not count. */
const document: JsonObject = {
  openapi: '3.0.3',
  info: { title: 'Posts', version: '1' },
  paths: { ...crud('/authors', 'Author', 'NewAuthor'), ...crud('/posts', 'Post', 'NewPost') },
  components: {
    schemas: {
      NewAuthor: shape(['name'], { name: text }),
      Author: shape(['id', 'name'], { id: number, name: text }),
      NewPost: shape(['title', 'authorId'], {
        title: text,
        authorId: number,
        author: ref('Author'),
      }),
      Post: shape(['id', 'title', 'authorId'], {
        id: number,
        title: text,
        authorId: number,
        author: ref('Author'),
      }),
    },
  },
};

type Row = Record<string, Json>;

/** A service with both; `stored` is what it keeps of a post. */
async function startPosts(stored: (sent: Row) => Row) {
  const rows = { authors: new Map<number, Row>(), posts: new Map<number, Row>() };
  let last = 0;
  const shown = (name: string, { author: _, ...row }: Row): Row =>
    name === 'posts' && rows.authors.has(Number(row['authorId']))
      ? { ...row, author: rows.authors.get(Number(row['authorId'])) ?? null }
      : row;
  const read = async (request: IncomingMessage): Promise<Row> => {
    let whole = '';
    for await (const part of request) whole += String(part);
    return whole === '' ? {} : (JSON.parse(whole) as Row);
  };
  const server = createServer(async (request, response) => {
    const [, name = '', key] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
    const all = name === 'authors' ? rows.authors : rows.posts;
    const body = await read(request).catch(() => null);
    const answer = (status: number, value?: Json): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(value === undefined ? '' : JSON.stringify(value));
    };
    const id = key === undefined ? ++last : Number(key);
    const old = all.get(id);
    if (request.method === 'GET' && key === undefined)
      return answer(
        200,
        [...all.values()].map((row) => shown(name, row)),
      );
    if (key !== undefined && old === undefined) return answer(404, { message: 'none' });
    if (request.method === 'GET') return answer(200, shown(name, old ?? {}));
    if (request.method === 'DELETE') {
      all.delete(id);
      return answer(204);
    }
    if (body === null || typeof body !== 'object') return answer(400, { message: 'no JSON' });
    const kept = name === 'posts' ? stored(body) : body;
    all.set(id, { ...old, ...kept, id });
    return answer(key === undefined ? 201 : 200, shown(name, all.get(id) ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function verified(stored: (sent: Row) => Row): Promise<{ code: number; told: string }> {
  folder.write('openapi.json', JSON.stringify(document));
  await using posts = await startPosts(stored);
  const { code, stdout } = await runVerify(posts.url, {
    contract: 'openapi.json',
    budget: 'quick',
    mode: 'write',
    ledgerFolder: '.standin',
  });
  return { code, told: stdout };
}

describe('verify of items that show others', () => {
  it('expects the other item, and not what was sent of it', async () => {
    const { code, told } = await verified((sent) => sent);
    expect(code, told).toBe(0);
  });

  it('expects the id that leads to it as it was sent', async () => {
    const { code, told } = await verified(({ authorId, ...sent }) => ({
      ...sent,
      ...(authorId === undefined ? {} : { authorId: Number(authorId) + 1 }),
    }));
    expect(code).toBe(1);
    expect(told).toContain('authorId');
  });
});
