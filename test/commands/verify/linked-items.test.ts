// Items that show no id, and the address of themselves in its place. Each fault is planted beside the
// correct service.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject, pick } from '../../../src/base/json.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { type CommandRun, runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const text = { type: 'string' };
const flag = { type: 'boolean' };
const item = {
  type: 'object',
  required: ['title', 'done', 'url'],
  properties: { title: text, note: text, done: flag, url: text },
};

function answer(schema: JsonObject): JsonObject {
  return { description: '', content: { 'application/json': { schema } } };
}

const body = (properties: JsonObject, required: string[]): JsonObject =>
  answer({ type: 'object', required, properties });

const document = {
  openapi: '3.1.0',
  info: { title: 'Errands', version: '1' },
  paths: {
    '/': {
      get: {
        summary: 'List all errands',
        responses: { 200: answer({ type: 'array', items: item }) },
      },
      post: {
        requestBody: body({ title: text, note: text }, ['title']),
        responses: { 201: answer(item), 400: { description: '' } },
      },
      delete: { summary: 'Delete all errands', responses: { 204: { description: '' } } },
    },
    '/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: answer(item), 404: { description: '' } } },
      patch: {
        requestBody: body({ title: text, note: text, done: flag }, []),
        responses: { 200: answer(item), 400: { description: '' }, 404: { description: '' } },
      },
      delete: { responses: { 204: { description: '' }, 404: { description: '' } } },
    },
  },
};

/** A fault of the service; absent if it is correct. */
interface Fault {
  /** What the list shows of all. */
  readonly listed?: (all: readonly JsonObject[]) => readonly JsonObject[];
  /** What stays after the removal of all. */
  readonly kept?: (all: readonly JsonObject[]) => readonly JsonObject[];
  /** What is answered where nothing is; 404 if absent. */
  readonly missing?: 500;
  /** The read of one item shows its id, and not its address. */
  readonly isBare?: true;
  /** How many items are there before; none if absent. */
  readonly before?: number;
  /** What else a PATCH writes. */
  readonly written?: (sent: JsonObject) => JsonObject;
}

async function start(fault: Fault): Promise<AsyncDisposable & { readonly baseUrl: string }> {
  let errands = new Map<string, JsonObject>();
  let serial = 0;
  const add = (sent: JsonObject, host: string): string => {
    const id = String(++serial);
    errands.set(id, { note: '', ...sent, done: false, url: `http://${host}/${id}` });
    return id;
  };
  for (let count = 0; count < (fault.before ?? 0); count++)
    add({ title: 'Of others' }, 'a.example');
  const isValid = (sent: Json): sent is JsonObject =>
    isObject(sent) &&
    Object.entries(sent).every(([name, value]) =>
      name === 'done' ? typeof value === 'boolean' : typeof value === 'string',
    );
  const server = createServer((request, response) => {
    const reply = (status: number, value?: Json): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    };
    const key = (request.url ?? '/').slice(1);
    const found = errands.get(key);
    void bodyOf(request).then((sent) => {
      if (key === '' && request.method === 'GET')
        return reply(200, [...(fault.listed ?? ((all) => all))([...errands.values()])]);
      if (key === '' && request.method === 'DELETE') {
        const kept = fault.kept?.([...errands.values()]) ?? [];
        errands = new Map([...errands].filter(([, one]) => kept.includes(one)));
        return reply(204);
      }
      if (request.method === 'POST') {
        if (!isValid(sent) || !('title' in sent)) return reply(400);
        return reply(
          201,
          errands.get(add(pick(sent, ['title', 'note']), request.headers.host ?? '')),
        );
      }
      if (found === undefined) return reply(fault.missing ?? 404);
      if (request.method === 'DELETE') {
        errands.delete(key);
        return reply(204);
      }
      if (request.method !== 'PATCH') {
        const { url: _, ...bare } = found;
        return reply(200, fault.isBare === true ? { id: Number(key), ...bare } : found);
      }
      if (!isValid(sent)) return reply(400);
      const {
        title = found['title'],
        note = found['note'],
        done = found['done'],
      } = {
        ...fault.written?.(sent),
        ...sent,
      } as JsonObject;
      errands.set(key, { ...found, title, note, done } as JsonObject);
      return reply(200, errands.get(key));
    });
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Json;
  } catch {
    return null;
  }
}

async function verify(fault: Fault, declared: Json = document): Promise<CommandRun> {
  folder.write('openapi.json', declared);
  await using service = await start(fault);
  return await runVerify(service.baseUrl, {
    contract: 'openapi.json',
    mode: 'write',
    ledgerFolder: '.standin',
    actions: 'write',
  });
}

describe('items that show their addresses and no ids', () => {
  it('are correct', { timeout: 60_000 }, async () => {
    const run = await verify({});
    expect(run.code, run.stdout + run.stderr).toBe(0);
    expect(run.stdout).toContain('url: the service writes the address of the item there');
  });

  it('may be missing with a failure, if the document says so', { timeout: 60_000 }, async () => {
    const declared = JSON.parse(JSON.stringify(document).replaceAll('"404"', '"500"'));
    const run = await verify({ missing: 500 }, declared);
    expect(run.code, run.stdout + run.stderr).toBe(0);
    const undeclared = await verify({ missing: 500 });
    expect(undeclared.code, undeclared.stdout).toBe(1);
  });

  it.each<{ name: string; fault: Fault; code: string }>([
    {
      name: 'are missed in a list that shows five',
      fault: { listed: (all) => all.slice(0, 5) },
      code: 'not-listed',
    },
    {
      name: 'are seen twice in a list',
      fault: { listed: (all) => [...all, ...all.slice(-1)] },
      code: 'listed-twice',
    },
    {
      name: 'may not survive the removal of all',
      fault: { kept: (all) => all.slice(-1) },
      code: 'not-removed',
    },
  ])('$name', { timeout: 60_000 }, async ({ fault, code }) => {
    const run = await verify(fault);
    expect(run.code, run.stdout + run.stderr).toBe(1);
    expect(run.stdout).toContain(`code      ${code}`);
  });
});

describe('items that show their addresses in the list alone', () => {
  const isBare = true;

  it('are told apart there', { timeout: 60_000 }, async () => {
    const run = await verify({ isBare, before: 2 });
    expect(run.stdout).toContain('code      member-missing');
    expect(run.stdout.match(/code {6}/g)).toHaveLength(1);
    expect(run.stdout).toContain('0 of 2 foreign');
  });

  it.each<[string, Fault, string]>([
    ['missed', { listed: (all) => all.slice(0, -1) }, 'not-listed'],
    ['seen twice', { listed: (all) => [...all, ...all.slice(-1)] }, 'listed-twice'],
  ])('are %s there', { timeout: 60_000 }, async (_, fault, code) => {
    const run = await verify({ isBare, ...fault });
    expect(run.stdout).toContain(`code      ${code}`);
  });
});

describe('a flag that only a PATCH sets', () => {
  it('is missed if the next PATCH resets it', { timeout: 60_000 }, async () => {
    const run = await verify({ written: () => ({ done: false }) });
    expect(run.code, run.stdout + run.stderr).toBe(1);
    expect(run.stdout).toContain('at        /done');
  });
});
