// `verify` finds nothing in the mock of a document as generators and frameworks write them, each in a
// way in which some do; a service with the fault beside it fails.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';
import { verifyOwnMock } from './own-mock-of.ts';

const folder = useTempFolder();

const text: JsonObject = { type: 'string' };
const number: JsonObject = { type: 'integer' };
const object = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
});
const media = (schema: Json, type = 'application/json'): JsonObject => ({
  description: '',
  content: { [type]: { schema } },
});
const bytes = { 200: media({ type: 'string', format: 'binary' }, 'application/octet-stream') };
const missing = { 404: { description: '' } };
const parameter = (name: string, where: string, schema: JsonObject): JsonObject => ({
  name,
  in: where,
  schema,
  ...(where === 'path' ? { required: true } : {}),
});
const id = parameter('id', 'path', number);
const documentOf = (paths: JsonObject): JsonObject => ({
  openapi: '3.0.3',
  info: { title: 'Kegs', version: '1' },
  paths,
});
const get = (schema: Json): JsonObject => ({ get: { responses: { 200: media(schema) } } });

/** Kegs that are made by POST and read one by one. */
const kegs = ({
  item = object({ id: number, name: text }, ['id', 'name']),
  sent = object({ name: text }, ['name']),
  made = item,
}: {
  readonly item?: JsonObject;
  readonly sent?: JsonObject;
  readonly made?: Json;
} = {}): Record<string, JsonObject> => ({
  '/kegs': {
    ...get({ type: 'array', items: item }),
    post: { requestBody: media(sent), responses: { 201: media(made) } },
  },
  '/kegs/{id}': {
    parameters: [id],
    get: { responses: { 200: media(item), ...missing } },
    put: { requestBody: media(sent), responses: { 200: media(item), ...missing } },
    delete: { responses: { 204: { description: '' }, ...missing } },
  },
});

const files = (): JsonObject => {
  const paths = kegs();
  const item = paths['/kegs/{id}'] ?? {};
  const put = { requestBody: media(object({ name: text }, ['name'])), responses: bytes };
  return documentOf({ ...paths, '/kegs/{id}': { ...item, put, delete: { responses: bytes } } });
};

const asked = (): JsonObject => {
  const label = object({ id: number, name: text }, ['id', 'name']);
  const parameters = [parameter('kegId', 'query', number)];
  return documentOf({
    ...kegs(),
    '/kegs/label': { get: { parameters, responses: { 200: media(label) } } },
  });
};

const suffixed = (): JsonObject => {
  const paths = kegs();
  const suffix = parameter('suffix', 'path', { ...text, enum: ['.json'] });
  const own = paths['/kegs/{id}'] ?? {};
  return documentOf({ ...paths, '/kegs/{id}{suffix}': { ...own, parameters: [id, suffix] } });
};

/** No answer has an id, and some of its numbers are those of ids by chance. */
const nameless = (): JsonObject => {
  const few = { ...number, enum: [0, 1, 2, 3] };
  const members = { name: text, size: number, grade: few };
  const item = object({ ...members, kind: few }, ['name', 'size', 'grade', 'kind']);
  return documentOf(kegs({ item, sent: object(members, ['name', 'size', 'grade']) }));
};

const paged = (): JsonObject => {
  const meta = object({ has_next: { type: 'boolean' }, page: number, total: number });
  const item = object({ id: number, name: text }, ['id', 'name']);
  const around = (data: Json): JsonObject => object({ data, meta });
  const paths = kegs({ made: around(item) });
  const own = paths['/kegs/{id}'] ?? {};
  return documentOf({ ...paths, '/kegs/{id}': { ...own, ...get(around(item)) } });
};

/** `declared`: the statuses of writes, beside the usual ones. */
const guarded = (...declared: readonly number[]): JsonObject => {
  const paths = kegs();
  const {
    put,
    delete: remove,
    ...read
  } = (paths['/kegs/{id}'] ?? {}) as Record<string, JsonObject>;
  const condition = { ...parameter('If-Match', 'header', text), required: true };
  const more = Object.fromEntries([412, ...declared].map((one) => [one, { description: '' }]));
  const write = (one: JsonObject = {}): JsonObject => ({
    ...one,
    parameters: [condition],
    responses: { ...(one['responses'] as JsonObject), ...more },
  });
  return documentOf({
    ...paths,
    '/kegs/{id}': { ...read, put: write(put), delete: write(remove) },
  });
};

const unread = (): JsonObject => {
  const { get: _, ...item } = kegs()['/kegs/{id}'] ?? {};
  const history = object({ at: text }, ['at']);
  return documentOf({
    ...kegs(),
    '/kegs/{id}': item,
    '/kegs/{id}/history': { parameters: [id], ...get({ type: 'array', items: history }) },
  });
};

describe('the mock of a document', () => {
  it.each<[string, JsonObject]>([
    ['writes that answer a file', files()],
    ['a read by an optional parameter of the query', asked()],
    ['a suffix beside the id', suffixed()],
    ['items without an id, and with numbers', nameless()],
    ['an envelope of pages around one item', paged()],
    ['items of which only their history is read', unread()],
    ['writes with a condition, and 428', guarded(428)],
    ['writes with a condition', guarded()],
  ])('conforms to it: %s', { timeout: 120_000 }, async (_name, document) => {
    for (const seed of [1, 2, 3]) {
      const run = await verifyOwnMock(folder, document, {
        seed,
        undefined: seed === 3 ? 'vary' : 'profile',
      });
      expect(run.findings, run.stdout).toEqual({});
      expect(run.code, run.stderr).toBe(0);
      expect(run.held['kegs']).toBeGreaterThan(5);
    }
  });
});

/** No answer shows what a creation sends. */
const unseen = (): JsonObject => {
  const item = object({ id: number, brewer: object({ name: text }), filledAt: text });
  const sent = object({ brewerId: number }, ['brewerId']);
  const { '/kegs': list = {}, ...others } = kegs({ item, sent });
  const { get: _, ...made } = list;
  const { put: _put, ...read } = others['/kegs/{id}'] ?? {};
  return documentOf({ '/kegs': made, '/kegs/{id}': read });
};

/** A creation may send nothing, and its answer has no id. */
const blank = (members: JsonObject = {}): JsonObject => {
  const item = object({ _id: text, name: text, about: text, ...members });
  const sent = object({ name: text, about: text, ...members }, Object.keys(members));
  const done = object({ message: text });
  const { '/kegs': list = {} } = kegs({ item, sent, made: done });
  return documentOf({
    '/kegs': list,
    '/kegs/{kegId}': {
      parameters: [parameter('kegId', 'path', text)],
      delete: { responses: { 200: media(done), ...missing } },
    },
  });
};

/** What an item shows of those below it is not what they are. */
const inside = (): JsonObject => {
  const tap = object({ tapId: text, isOpen: { type: 'boolean' }, flow: number }, ['tapId']);
  const shown = object({ isOpen: { type: 'boolean' }, flow: number }, ['isOpen', 'flow']);
  const members = { id: number, name: text, taps: { type: 'array', items: tap } };
  const item = object(members, ['id', 'name', 'taps']);
  return documentOf({
    ...kegs({ item }),
    '/kegs/{id}/taps': {
      parameters: [id],
      get: { responses: { 200: media({ type: 'array', items: shown }) } },
    },
    '/kegs/{id}/taps/{tapId}': {
      parameters: [id, parameter('tapId', 'path', text)],
      patch: { requestBody: media(shown), responses: { 200: media(shown), ...missing } },
    },
  });
};

/** What is sent as one of two media types. */
const labels = (): JsonObject => {
  const file = { content: { 'image/png': {}, 'image/webp': {} } };
  return documentOf({
    ...kegs(),
    '/kegs/{id}/label': {
      parameters: [id],
      get: { responses: { 200: { description: '', ...file }, ...missing } },
      put: { requestBody: file, responses: { 204: { description: '' } } },
    },
  });
};

describe('the mock of a document that shows little', () => {
  it.each<[string, JsonObject]>([
    ['creations of nothing', blank()],
    ['creations of a number alone', blank({ amount: number })],
    ['other lists inside than below', inside()],
    ['files of two types', labels()],
  ])('is not accused: %s', { timeout: 120_000 }, async (_name, document) => {
    for (const seed of [1, 2, 3]) {
      const run = await verifyOwnMock(folder, document, { seed });
      expect([run.findings, run.code === 1], run.stdout).toEqual([{}, false]);
    }
  });
});

describe('a service with a fault', () => {
  it.each([
    ['an item with other values', '/kegs/77', 1],
    ['the item, which shows nothing of what was sent', null, 2],
  ])('fails if its Location leads to another item: %s', async (_name, stray, code) => {
    folder.write('openapi.json', unseen());
    await using shelf = await startShelf({
      path: '/kegs',
      rows: [{ id: 77, brewerId: -1 }],
      stored: () => ({ filledAt: 'now' }),
      answer: ({ method }, right) => {
        const answer = right();
        if (method !== 'POST' || answer.status !== 201) return answer;
        const { id: made } = answer.body as JsonObject;
        const location = stray ?? `/kegs/${String(made)}`;
        return { status: 201, body: { filledAt: 'now' }, headers: { location } };
      },
    });
    const run = await runVerify(shelf.url, {
      contract: 'openapi.json',
      budget: 'quick',
      mode: 'write',
      ledgerFolder: '.standin',
    });
    expect(run.stdout.includes('leads nowhere, or to something else'), run.stdout).toBe(
      stray !== null,
    );
    expect(run.code, run.stdout).toBe(code);
  });

  it.each([
    ['Allow without a method that works', { allow: 'PUT, DELETE' }],
    ['Allow as it is', { allow: 'GET, PUT, DELETE, POST, OPTIONS' }],
  ])('fails if it is one: %s', async (name, headers) => {
    folder.write('openapi.json', shelfDocument({ item: ['get', 'put', 'delete'] }));
    await using shelf = await startShelf({
      answer: ({ method, id: key }, right) =>
        method === 'OPTIONS' && key !== undefined ? { status: 204, headers } : right(),
    });
    const run = await runVerify(shelf.url, {
      contract: 'openapi.json',
      budget: 'quick',
      mode: 'write',
      ledgerFolder: '.standin',
    });
    expect(run.code, run.stdout).toBe(name === 'Allow as it is' ? 0 : 1);
  });

  it('fails if a read by a parameter answers another item', async () => {
    folder.write('openapi.json', asked());
    await using shelf = await startShelf({
      path: '/kegs',
      answer: ({ id: key }, right, { jars }) =>
        key === 'label' ? { status: 200, body: [...jars.values()][0] ?? {} } : right(),
      rows: [{ id: 1, name: 'first' }],
    });
    const run = await runVerify(shelf.url, {
      contract: 'openapi.json',
      budget: 'quick',
      mode: 'write',
      ledgerFolder: '.standin',
    });
    expect(run.stdout).toContain('describes another item');
    expect(run.code, run.stdout).toBe(1);
  });
});
