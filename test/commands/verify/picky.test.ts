// Services that refuse values which their schema allows, whose answers have a flawed member, or whose
// collections are below what nobody can make: all laws are tried nevertheless. Each has a planted fault
// beside it that must be found.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../../src/base/json.ts';
import { type Leaving, PATH, startLeaving } from '../../support/leaving.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const options = { contract: 'openapi.json', mode: 'write', ledgerFolder: '.standin' } as const;
const text = { type: 'string' };
const moment = { type: 'string', format: 'date-time' };

function answer(schema: JsonObject): JsonObject {
  return { description: '', content: { 'application/json': { schema } } };
}

/** A document of things that are sent and shown with some members. */
function documentOf(sent: JsonObject, shown: JsonObject = {}, required = ['name']): JsonObject {
  const item = {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' }, ...sent, ...shown },
  };
  const body = answer({ type: 'object', required, properties: sent });
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: {
      [PATH]: {
        get: { responses: { 200: answer({ type: 'array', items: item }) } },
        post: { requestBody: body, responses: { 201: answer(item), 400: { description: '' } } },
      },
      [`${PATH}/{id}`]: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: answer(item), 404: { description: '' } } },
        put: { requestBody: body, responses: { 200: answer(item), 400: { description: '' } } },
        delete: { responses: { 204: { description: '' } } },
      },
    },
  };
}

/** The planted fault: a member comes out otherwise than it was sent. */
const capitals = (sent: JsonObject): JsonObject =>
  'note' in sent ? { ...sent, note: String(sent['note']).toUpperCase() } : sent;

const rules = {
  type: 'array',
  items: { type: 'object', properties: { by: { enum: ['name', 'size'] }, value: text } },
};

const isEmptyList = (value: Json): boolean => Array.isArray(value) && value.length === 0;

const isFuture = (value: Json | undefined): boolean => Date.parse(String(value)) > Date.now();

interface Picky {
  readonly name: string;
  readonly sent: JsonObject;
  readonly required?: string[];
  readonly takes: Leaving['takes'];
  readonly says: string;
}

const picky: readonly Picky[] = [
  {
    name: 'moments in the past',
    sent: { name: text, note: text, until: moment },
    takes: ({ name, until }) => typeof name === 'string' && isFuture(until),
    says: 'the run creates with dates in the future',
  },
  {
    name: 'names with blanks',
    sent: { name: text, note: text },
    takes: ({ name }) => /^\w+$/.test(String(name)),
    says: 'the run creates with dates in the future and texts of one word',
  },
  {
    name: 'names that are no domains',
    sent: { name: text, note: text },
    takes: ({ name }) => /^(?:[\w-]+\.){2,}$/.test(String(name)),
    says: 'and domain names as texts',
  },
  {
    name: 'objects in a list',
    sent: { name: text, note: text, rules },
    required: ['name', 'note', 'rules'],
    takes: (sent) => typeof sent['name'] === 'string' && isEmptyList(sent['rules'] ?? []),
    says: 'the run creates with lists without objects',
  },
];

describe('a service that refuses values which its schema allows', () => {
  it.each(picky)('is verified with others: $name', { timeout: 60_000 }, async (one) => {
    folder.write('openapi.json', documentOf(one.sent, {}, one.required));
    await using service = await startLeaving({ ...(one.takes && { takes: one.takes }) });
    const run = await runVerify(service.baseUrl, options);
    expect(run.code, run.stdout).toBe(0);
    const told = run.stdout.replaceAll(/\s+/g, ' ');
    expect(told).toContain(
      'POST refuses values that its schema allows (status 400: {"error":"invalid"})',
    );
    expect(told).toContain(one.says);
    expect(told).toMatch(/✓ PUT/);
    expect(service.items()).toEqual([]);
  });

  it.each(picky)('and changes a member is found: $name', { timeout: 60_000 }, async (one) => {
    folder.write('openapi.json', documentOf(one.sent, {}, one.required));
    await using service = await startLeaving({
      ...(one.takes && { takes: one.takes }),
      stores: capitals,
    });
    const run = await runVerify(service.baseUrl, options);
    expect(run.code, run.stdout).toBe(1);
    expect(run.stdout).toContain('at        /note of the body');
    expect(service.items()).toEqual([]);
  });

  it('is told what an answer names: the member is left out', { timeout: 60_000 }, async () => {
    folder.write('openapi.json', documentOf({ name: text, note: text, colour: text }));
    await using service = await startLeaving({
      takes: (sent) => sent['colour'] === undefined,
      refused: 'colour must be one of red, blue',
    });
    const run = await runVerify(service.baseUrl, options);
    expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain('the run creates without colour');
  });

  it.each([
    ['and all else is sent', (sent: JsonObject) => sent, 0],
    ['and hides no fault of the others', capitals, 1],
  ])(
    'is told a name within a member, which is left out: %s',
    { timeout: 60_000 },
    async (_does, stores, code) => {
      const settings = { type: 'object', additionalProperties: text };
      folder.write('openapi.json', documentOf({ name: text, note: text, settings }));
      await using service = await startLeaving({
        takes: (sent) => sent['settings'] === undefined && typeof sent['name'] === 'string',
        refused: 'unrecognized parameter "settings0"',
        stores,
      });
      const run = await runVerify(service.baseUrl, options);
      expect(run.code, run.stdout).toBe(code);
      expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain('the run creates without settings');
      if (code === 1) expect(run.stdout).toContain('at        /note of the body');
    },
  );

  it.each([
    ['may write the same moment otherwise', 0, 0],
    ['must not store another moment', 3_600_000, 1],
  ])(
    'that asks for a moment where its schema has a text %s',
    {
      timeout: 60_000,
    },
    async (_does, laterMs, code) => {
      folder.write('openapi.json', documentOf({ name: text, note: text, until: text }));
      const written = (until: Json | undefined): string =>
        new Date(Date.parse(String(until)) + laterMs)
          .toISOString()
          .replace('T', ' ')
          .replace(/(?:\.000)?Z$/, '+00');
      const isTime = ({ until }: JsonObject): boolean =>
        until === undefined || /^\d{4}-\d\d-\d\d[T ]/.test(String(until));
      await using service = await startLeaving({
        takes: (sent) => typeof sent['name'] === 'string' && isTime(sent),
        refused: 'until: invalid input syntax for a timestamp',
        stores: (sent) =>
          sent['until'] === undefined ? sent : { ...sent, until: written(sent['until']) },
      });
      const run = await runVerify(service.baseUrl, options);
      expect(run.code, run.stdout).toBe(code);
      expect(run.stdout).toContain('until as a');
      if (code === 1) expect(run.stdout).toContain('at        /until of the body');
    },
  );

  it('and nothing else could not be judged, with its first words', async () => {
    folder.write('openapi.json', documentOf({ name: text }));
    await using service = await startLeaving({ takes: () => false });
    const run = await runVerify(service.baseUrl, options);
    expect(run.code, run.stdout).toBe(2);
    expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'Every creation was refused (first answer: status 400: {"error":"invalid"}).',
    );
  });
});

describe('a member that has another type in all answers', () => {
  const shown = { tags: { type: 'array', items: text, readOnly: true } };

  it('is one finding, and all laws are tried', { timeout: 60_000 }, async () => {
    folder.write('openapi.json', documentOf({ name: text, note: text }, shown));
    await using service = await startLeaving({ stores: (sent) => ({ ...sent, tags: {} }) });
    const run = await runVerify(service.baseUrl, options);
    expect(run.code, run.stdout).toBe(1);
    const told = run.stdout.replaceAll(/\s+/g, ' ');
    expect(told).toContain('/tags must be an array, but is an object');
    expect(told).toContain('violates the contract: 1 finding');
    expect(told).toMatch(/✓ DELETE/);
    expect(service.items()).toEqual([]);
  });

  it('hides no other fault', { timeout: 60_000 }, async () => {
    folder.write('openapi.json', documentOf({ name: text, note: text }, shown));
    await using service = await startLeaving({
      stores: (sent) => ({ ...capitals(sent), tags: {} }),
    });
    const run = await runVerify(service.baseUrl, options);
    expect(run.stdout).toContain('code      member-type');
    expect(run.stdout).toContain('at        /note of the body');
  });
});

describe('a member in which the service writes the address of the item', () => {
  const linked = (sent: JsonObject): JsonObject => ({ ...sent, url: `${PATH}/${serialOf(sent)}` });
  let serials = new Map<string, number>();
  /** Ids count up from the item of somebody else. */
  const serialOf = ({ name }: JsonObject): number => {
    const key = String(name);
    serials.set(key, serials.get(key) ?? serials.size + 2);
    return serials.get(key) ?? 0;
  };
  const idOf = (values: JsonObject, serial: number): number =>
    serials.get(String(values['name'])) ?? serial;

  it.each([
    ['is not expected to hold what was sent', linked, 0],
    ['hides no other fault', (sent: JsonObject) => capitals(linked(sent)), 1],
  ])('%s', { timeout: 60_000 }, async (_does, stores, code) => {
    serials = new Map();
    const document = documentOf({ name: text, note: text, url: text });
    const paths = document['paths'] as JsonObject;
    const { put: _, ...item } = paths[`${PATH}/{id}`] as JsonObject;
    folder.write('openapi.json', { ...document, paths: { ...paths, [`${PATH}/{id}`]: item } });
    await using service = await startLeaving({ stores, idOf });
    const run = await runVerify(service.baseUrl, options);
    expect(run.code, run.stdout).toBe(code);
    expect(run.stdout).toContain('url: the service writes the address of the item there');
    expect(run.stdout.includes('at        /note of the body')).toBe(code === 1);
    expect(run.stdout).not.toContain('at        /url');
  });
});

describe('a list of named values', () => {
  const phases = { type: 'array', items: { enum: ['before', 'between', 'after', 'never'] } };
  const ofBody = ({ phases: all }: JsonObject): string[] => (Array.isArray(all) ? [...all] : []);
  const takes = ({ name }: JsonObject): boolean => typeof name === 'string' && name !== '';

  it.each([
    ['may have an order of its own', (all: string[]) => all.toSorted(), 0],
    ['may not be turned around', (all: string[]) => all.toReversed(), 1],
    ['may not lose one', (all: string[]) => all.slice(1), 1],
  ])('%s', { timeout: 60_000 }, async (_does, stored, code) => {
    folder.write('openapi.json', documentOf({ name: text, phases }));
    await using service = await startLeaving({
      takes,
      stores: (sent) => ('phases' in sent ? { ...sent, phases: stored(ofBody(sent)) } : sent),
    });
    const run = await runVerify(service.baseUrl, options);
    expect(run.code, run.stdout).toBe(code);
    if (code === 1) expect(run.stdout).toContain('at        /phases');
  });
});

function jsonIn(body: string): Json {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return null;
  }
}

describe('what is below items that nobody can make', () => {
  const item = { type: 'object', required: ['id'], properties: { id: text } };
  const area = { name: 'area', in: 'path', required: true, schema: text };

  /** Things below one or two areas. */
  async function startBelow(areas: readonly string[], stores: (sent: JsonObject) => JsonObject) {
    const things = new Map<string, JsonObject>();
    let serial = 0;
    const server = createServer((request, response) => {
      const say = (status: number, body: Json = null): void => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(status === 204 ? undefined : JSON.stringify(body));
      };
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const [, , name, below, key] = (request.url ?? '').split('/');
        const { method } = request;
        if (name === undefined)
          return say(
            200,
            areas.map((id) => ({ id })),
          );
        if (!areas.includes(name)) return say(404, { error: 'unknown' });
        if (below === undefined) return say(200, { id: name });
        const sent = jsonIn(Buffer.concat(chunks).toString());
        if (method !== 'GET' && method !== 'DELETE' && !isObject(sent)) return say(400);
        const values = isObject(sent) ? stores(sent) : {};
        if (key === undefined && method === 'GET') return say(200, [...things.values()]);
        const id = key ?? `t${++serial}`;
        if (key === undefined || (method === 'PUT' && things.has(id))) {
          things.set(id, { id, ...values });
          return say(key === undefined ? 201 : 200, things.get(id) ?? null);
        }
        const found = things.get(id);
        if (found === undefined) return say(404, { error: 'unknown' });
        return method === 'DELETE' && things.delete(id) ? say(204) : say(200, found);
      });
    });
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    return {
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      things,
      async [Symbol.asyncDispose]() {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  }

  function write(): void {
    const { paths, ...rest } = documentOf({ name: text, note: text }) as { paths: JsonObject };
    const one = paths[`${PATH}/{id}`] as JsonObject;
    const id = { name: 'id', in: 'path', required: true, schema: text };
    folder.write(
      'openapi.json',
      JSON.parse(
        JSON.stringify({
          ...rest,
          paths: {
            '/areas': { get: { responses: { 200: answer({ type: 'array', items: item }) } } },
            '/areas/{area}': { parameters: [area], get: { responses: { 200: answer(item) } } },
            [`/areas/{area}${PATH}`]: { parameters: [area], ...(paths[PATH] as JsonObject) },
            [`/areas/{area}${PATH}/{id}`]: { ...one, parameters: [area, id] },
          },
        }).replaceAll('"id":{"type":"integer"}', '"id":{"type":"string"}'),
      ) as Json,
    );
  }

  it('is only read, though there is only one: it may be anybody', { timeout: 60_000 }, async () => {
    write();
    await using service = await startBelow(['north'], capitals);
    const run = await runVerify(service.baseUrl, options);
    expect(run.code, run.stdout).toBe(0);
    expect(run.stdout).toContain('the run only reads');
    expect(run.stderr).toContain(
      "Not verified, for no operation creates areas/north, so it may be somebody's; --param area=north allows the run to write below it: writes of things\n",
    );
    expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain('not verified: writes of things');
  });

  it('is written to if you name it', { timeout: 60_000 }, async () => {
    write();
    await using service = await startBelow(['north'], (sent) => sent);
    const run = await runVerify(service.baseUrl, { ...options, pathValues: { area: 'north' } });
    expect(run.code, run.stdout).toBe(0);
    expect(run.stdout).toMatch(/✓ PUT/);
    expect([...service.things.keys()]).toEqual([]);
  });

  it('and changes a member is found', { timeout: 60_000 }, async () => {
    write();
    await using service = await startBelow(['north'], capitals);
    const run = await runVerify(service.baseUrl, { ...options, pathValues: { area: 'north' } });
    expect(run.stdout).toContain('at        /note of the body');
  });

  it('is only read if there are several: they belong to others', async () => {
    write();
    await using service = await startBelow(['north', 'south'], capitals);
    const run = await runVerify(service.baseUrl, options);
    expect(run.code, run.stdout).toBe(0);
    expect(run.stdout).toContain('the run only reads');
  });
});
