// `standin clean` of what a run made below an item that it made itself.

import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { startTroubled, type Troubled } from '../../support/troubled.ts';
import { runClean } from '../../support/verifying.ts';

const folder = useTempFolder();
const TOKEN = 'snabcdefghij';
const text = { type: 'string' };

function operations(names: readonly string[], schema: object): object {
  const answer = (of: object): object => ({
    description: '',
    content: { 'application/json': { schema: of } },
  });
  const [list, one] = names as [string, string];
  const params = (path: string): object[] =>
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: text,
    }));
  return {
    [list]: {
      parameters: params(list),
      get: { responses: { 200: answer({ type: 'array', items: schema }) } },
      post: { requestBody: answer(schema), responses: { 201: answer(schema) } },
    },
    [one]: {
      parameters: params(one),
      get: { responses: { 200: answer(schema), 404: { description: '' } } },
      delete: { responses: { 204: { description: '' } } },
    },
  };
}

/** A dock with ropes, which cannot be removed while it has some. */
function startDocks(stored: Map<string, string>, refused?: string): Promise<Troubled> {
  return startTroubled((request, response) => {
    const path = String(request.url);
    const send = (status: number, body?: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    const shown = (one: string): object => ({ id: one.split('/').at(-1), name: stored.get(one) });
    if (/^\/docks(\/[^/]+\/ropes)?$/.test(path)) {
      const items = [...stored.keys()].filter((one) => one.replace(/\/[^/]+$/, '') === path);
      return send(200, items.map(shown));
    }
    if (!stored.has(path)) return send(404, {});
    if (request.method === 'GET') return send(200, shown(path));
    const isHeld = [...stored.keys()].some((one) => one.startsWith(`${path}/`));
    if (isHeld || path === refused) return send(409, {});
    stored.delete(path);
    return send(204);
  });
}

/** Leaves the ledgers of a run that made a dock and two ropes below it. */
function leave(baseUrl: string): void {
  const schema = { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } };
  folder.write('openapi.json', {
    openapi: '3.1.0',
    info: { title: 'Docks', version: '1' },
    paths: {
      ...operations(['/docks', '/docks/{dock}'], schema),
      ...operations(['/docks/{dock}/ropes', '/docks/{dock}/ropes/{rope}'], schema),
    },
  } as unknown as Json);
  for (const [path, keys] of [
    ['/docks', ['d7']],
    ['/docks/d7/ropes', ['r1', 'r2']],
  ] as const) {
    const run = { kind: 'run', version: 2, token: TOKEN, baseUrl, path, startedAt: '' };
    const lines = [run, ...keys.map((key) => ({ kind: 'owned', key, mark: TOKEN }))];
    const file = `.standin/${keys.length}.jsonl`;
    folder.write(file, lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
  }
}

describe('standin clean, below an item that the run made', () => {
  const ropes = [
    ['/docks/d7/ropes/r1', 'null'],
    ['/docks/d7/ropes/r2', `rope ${TOKEN}`],
  ] as const;
  const options = { contract: 'openapi.json', ledgerFolder: '.standin' };

  it('removes what the run noted there, also without a mark, and then the item above', async () => {
    const stored = new Map([['/docks/d1', 'of others'], ['/docks/d7', `dock ${TOKEN}`], ...ropes]);
    await using service = await startDocks(stored);
    leave(service.url);
    const { code, stdout } = await runClean(service.url, options);
    expect(stdout).toContain('/docks/d7/ropes/r1: removed\n');
    expect(code).toBe(0);
    expect([...stored.keys()]).toEqual(['/docks/d1']);
    expect(existsSync('.standin')).toBe(false);
  });

  it('leaves what shows no mark where the item above shows none either', async () => {
    const stored = new Map([['/docks/d7', 'of others now'], ...ropes]);
    await using service = await startDocks(stored);
    leave(service.url);
    const { code, stdout } = await runClean(service.url, options);
    expect(code).toBe(1);
    expect(stdout).toContain('/docks/d7/ropes/r1: left alone; the run made an item there');
    expect([...stored.keys()]).toEqual(['/docks/d7', '/docks/d7/ropes/r1']);
  });

  it('leaves what the run did not note, whatever is above it', async () => {
    const stored = new Map([
      ['/docks/d7', `dock ${TOKEN}`],
      ['/docks/d7/ropes/r9', 'of others'],
    ]);
    await using service = await startDocks(stored);
    leave(service.url);
    expect((await runClean(service.url, options)).code).toBe(1);
    expect([...stored.keys()]).toEqual(['/docks/d7', '/docks/d7/ropes/r9']);
  });

  it('names what is below an item that cannot be removed', async () => {
    const stored = new Map([['/docks/d7', `dock ${TOKEN}`], ...ropes]);
    await using service = await startDocks(stored, '/docks/d7/ropes/r1');
    leave(service.url);
    const { code, stdout } = await runClean(service.url, options);
    expect(code).toBe(1);
    expect(stdout).toContain(
      '/docks/d7: could not be removed: it is still there; DELETE answered 409; below it are: /docks/d7/ropes/r1\n',
    );
    expect([...stored.keys()]).toEqual(['/docks/d7', '/docks/d7/ropes/r1']);
  });
});
