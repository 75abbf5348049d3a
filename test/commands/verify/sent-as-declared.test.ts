// What the source forbids is not sent: ids of others that are not there, and a PATCH without what its
// schema requires. Beside each service stands one with a planted fault that must be found.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject, own } from '../../../src/base/json.ts';
import { type ShelfAnswer, shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const options = {
  contract: 'openapi.json',
  mode: 'write',
  budget: 'quick',
  ledgerFolder: '.standin',
} as const;
const text = { type: 'string', minLength: 1 };
const whole = { type: 'integer' };

const answer = (schema: Json): JsonObject => ({
  description: '',
  content: { 'application/json': { schema } },
});

/** Keepers, and visits which refer to them by some members. */
function visitsDocument(members: JsonObject, required: readonly string[]): JsonObject {
  const paths = (name: string, item: JsonObject, body: JsonObject): [string, JsonObject][] => [
    [
      `/${name}`,
      {
        get: { responses: { 200: answer({ type: 'array', items: item }) } },
        post: {
          requestBody: answer(body),
          responses: { 201: answer(item), 400: { description: '' } },
        },
      },
    ],
    [
      `/${name}/{id}`,
      {
        parameters: [{ name: 'id', in: 'path', required: true, schema: whole }],
        get: { responses: { 200: answer(item), 404: { description: '' } } },
        put: {
          requestBody: answer(body),
          responses: { 200: answer(item), 400: { description: '' } },
        },
        delete: { responses: { 204: { description: '' }, 404: { description: '' } } },
      },
    ],
  ];
  const shape = (needed: readonly string[], properties: JsonObject): JsonObject => ({
    type: 'object',
    required: needed,
    properties,
  });
  const id = { type: 'integer', readOnly: true };
  const resources: [string, JsonObject, readonly string[]][] = [
    ['keepers', { name: text }, ['name']],
    ['visits', { note: text, ...members }, required],
  ];
  return {
    openapi: '3.0.3',
    info: { title: 'Visits', version: '1' },
    paths: Object.fromEntries(
      resources.flatMap(([name, properties, needed]) =>
        paths(name, shape(['id'], { id, ...properties }), shape(needed, properties)),
      ),
    ),
  };
}

/** All ids of keepers that a visit names. */
const keepersIn = (value: Json): readonly Json[] => {
  if (Array.isArray(value)) return value.flatMap((one: Json) => keepersIn(one));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([member, held]) =>
    /keeper|guide/i.test(member) && typeof held !== 'object' ? [held] : keepersIn(held),
  );
};

function jsonIn(body: string): Json {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return null;
  }
}

/** A service that refuses visits of keepers whom it does not know; PUT may lose a member. */
async function startVisits(loses: string | null) {
  const all = { keepers: new Map<number, JsonObject>(), visits: new Map<number, JsonObject>() };
  let last = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [, name = '', key] = (request.url ?? '').split('/');
    const rows = all[name as keyof typeof all];
    const say = (status: number, body?: Json): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? '' : JSON.stringify(body));
    };
    const sent = jsonIn(Buffer.concat(chunks).toString());
    const old = rows.get(Number(key));
    if (key !== undefined && old === undefined) return say(404, {});
    if (request.method === 'GET') return say(200, old ?? [...rows.values()]);
    if (request.method === 'DELETE') return say(rows.delete(Number(key)) ? 204 : 404);
    const texts = isObject(sent) ? [own(sent, 'name'), own(sent, 'note')] : [null];
    const isFit =
      texts.every((one) => one === undefined || (typeof one === 'string' && one !== '')) &&
      (name === 'visits' || texts[0] !== undefined) &&
      keepersIn(sent).every((id) => all.keepers.has(id as number));
    if (!isObject(sent) || !isFit) return say(400, {});
    const id = old === undefined ? ++last : Number(key);
    const kept = Object.entries(sent).filter(([member]) => old === undefined || member !== loses);
    rows.set(id, { ...Object.fromEntries(kept), id });
    return say(old === undefined ? 201 : 200, rows.get(id) as Json);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    left: () => all.keepers.size + all.visits.size,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

describe('members that hold ids of others by their names or descriptions', () => {
  const forms: [string, JsonObject, string[]][] = [
    ['the name of the resource', { keeperId: whole }, ['keeperId']],
    ['the end of a name', { second_keeper_id: whole }, ['second_keeper_id']],
    ['a description', { guide: { ...whole, description: 'The id of a keeper' } }, ['guide']],
    ['a list', { keeperIds: { type: 'array', items: whole } }, ['note']],
    [
      'elements of a list',
      { legs: { type: 'array', items: { type: 'object', properties: { keeperId: whole } } } },
      ['legs'],
    ],
  ];

  it.each(forms)(
    'have ids that are there: %s',
    { timeout: 60_000 },
    async (_case, members, needed) => {
      folder.write('openapi.json', JSON.stringify(visitsDocument(members, needed)));
      await using service = await startVisits(null);
      const { code, stdout } = await runVerify(service.url, options);
      expect(code, stdout).toBe(0);
      expect(service.left()).toBe(0);
    },
  );

  it('hide no lost member', { timeout: 60_000 }, async () => {
    const document = visitsDocument({ keeperId: whole }, ['keeperId']);
    folder.write('openapi.json', JSON.stringify(document));
    await using service = await startVisits('note');
    const { code } = await runVerify(service.url, options);
    expect(code).toBe(1);
  });
});

describe('a PATCH whose schema requires members', () => {
  const place = {
    type: 'object',
    required: ['row', 'seat'],
    properties: { row: whole, seat: whole },
  };
  const members = { label: text, note: text, place };

  async function verified(clears: string | null) {
    const document = shelfDocument({ members, item: ['get', 'patch', 'delete'] });
    folder.write('openapi.json', JSON.stringify(document));
    await using shelf = await startShelf({
      answer: ({ method, id = '', body }, right, { jars }): ShelfAnswer => {
        if (method !== 'POST' && method !== 'PATCH') return right();
        if (method === 'PATCH' && !jars.has(id)) return { status: 404 };
        const given = isObject(body ?? null) ? (body as JsonObject) : {};
        const { place: held = { row: 1, seat: 1 } } = given;
        const isPlace =
          isObject(held) &&
          Number.isInteger(own(held, 'row')) &&
          Number.isInteger(own(held, 'seat'));
        const texts = [own(given, 'label'), own(given, 'note') ?? 'none'];
        const isFit = texts.every((one) => typeof one === 'string' && one !== '');
        if (!isFit || !isPlace) return { status: 400 };
        const answered = right();
        if (method === 'PATCH' && clears !== null && !(clears in given)) {
          const { [clears]: _, ...rest } = answered.body as JsonObject;
          jars.set(id, rest);
        }
        return answered;
      },
    });
    return await runVerify(shelf.url, options);
  }

  it('has them, also within nested objects', { timeout: 60_000 }, async () => {
    const { code, stdout } = await verified(null);
    expect(code, stdout).toBe(0);
    expect(stdout).not.toContain('update accepts unusual values');
  });

  it.each(['note', 'place'])(
    'shows that it clears others: %s',
    { timeout: 60_000 },
    async (one) => {
      const { code } = await verified(one);
      expect(code).toBe(1);
    },
  );
});

/** Jars of which a PATCH needs more in stock than a creation. */
function stockDocument(): JsonObject {
  const members = { label: text, stock: { type: 'integer', minimum: 0, maximum: 1000 } };
  const document = shelfDocument({ members, item: ['get', 'patch', 'delete'] });
  const paths = document['paths'] as Record<string, Record<string, JsonObject>>;
  const ofItem = paths['/jars/{id}'] ?? {};
  const properties = { label: text, stock: { type: 'integer', minimum: 1, maximum: 1000 } };
  const patch = { ...ofItem['patch'], requestBody: answer({ type: 'object', properties }) };
  return { ...document, paths: { ...paths, '/jars/{id}': { ...ofItem, patch } } };
}

describe('a value that a creation may have and a PATCH may not', { timeout: 60_000 }, () => {
  it.each<[string, (stock: Json) => boolean, string]>([
    ['is not sent by PATCH', (stock) => stock === 0, ''],
    ['hides no PATCH that ignores the member', () => true, '/stock'],
  ])('%s', async (_, isIgnored, at) => {
    folder.write('openapi.json', JSON.stringify(stockDocument()));
    const patched: Json[] = [];
    await using shelf = await startShelf({
      answer: ({ method, id = '', body }, right, { jars }) => {
        const before = jars.get(id);
        const stock =
          method === 'PATCH' && isObject(body ?? null)
            ? own(body as JsonObject, 'stock')
            : undefined;
        const reply = right();
        if (stock === undefined || before === undefined) return reply;
        if (typeof stock === 'number') patched.push(stock);
        if (!isIgnored(stock)) return reply;
        const kept = { ...(jars.get(id) ?? {}), stock: own(before, 'stock') ?? 0 };
        jars.set(id, kept);
        return { ...reply, body: kept };
      },
    });
    const { stdout } = await runVerify(shelf.url, {
      ...options,
      laws: ['updated-is-there', 'unusual-values-survive-updating'],
      json: { file: 'report.json' },
    });
    const { findings } = JSON.parse(folder.read('report.json')) as { findings: { at: string }[] };
    expect(
      findings
        .map((one) => one.at)
        .slice(0, 1)
        .join(),
      stdout,
    ).toBe(at);
    expect(patched).not.toContain(0);
    expect(patched.length).toBeGreaterThan(0);
  });
});
