// Lists that have the ids of items in their place, or items by their ids, where clients name items by PUT.

import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, own } from '../../../src/base/json.ts';
import { startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

const text = { type: 'string' };
const jar = { type: 'object', required: ['label'], properties: { label: text } };
const named = { ...jar, required: ['id', 'label'], properties: { id: text, label: text } };
const json = (schema: Json): JsonObject => ({
  description: 'done',
  content: { 'application/json': { schema } },
});

interface Given {
  /** The schema of the list. */
  readonly list: Json;
  /** The schema of an item; `null` if the document says nothing of it. */
  readonly item: Json;
  readonly shown?: (names: readonly string[], jars: ReadonlyMap<string, JsonObject>) => Json;
  readonly read?: (jar: JsonObject) => Json;
  /** Whether the document has no read. */
  readonly isUnread?: true;
  /** What a read of nothing is answered with, where the document says nothing of that. */
  readonly nothing?: { readonly status: number; readonly body?: Json };
}

async function verified(given: Given) {
  const { list, item, shown = (names) => [...names], read = (one) => one, isUnread } = given;
  const { nothing } = given;
  const found = { 200: item === null ? { description: 'ok' } : json(item) };
  const get = { responses: nothing === undefined ? { ...found, 404: {} } : found };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  const document = {
    openapi: '3.0.3',
    info: { title: 'Jars', version: '1' },
    components: { schemas: { Jar: named } },
    paths: {
      '/jars': { get: { responses: { 200: json(list) } } },
      '/jars/{id}': {
        parameters,
        ...(isUnread === true ? {} : { get }),
        put: {
          description: 'Define a new jar, or update an existing one.',
          requestBody: json(jar),
          responses: { 200: { description: 'done' } },
        },
        delete: { responses: { 204: { description: 'gone' } } },
      },
    },
  };
  folder.write('openapi.json', JSON.stringify(document));
  await using shelf = await startShelf({
    answer({ method, id, body }, right, { jars }) {
      if (method === 'GET' && id === undefined)
        return { status: 200, body: shown([...jars.keys()], jars) };
      if (id === undefined || (method === 'GET' && isUnread === true)) return { status: 405 };
      if (method === 'PUT') {
        const label = own((body ?? {}) as JsonObject, 'label');
        if (typeof label !== 'string') return { status: 400 };
        jars.set(id, { id, label });
        return { status: 200 };
      }
      const found = jars.get(id);
      if (found === undefined) return (method === 'GET' ? nothing : undefined) ?? { status: 404 };
      return method === 'GET' ? { status: 200, body: read(found) } : right();
    },
  });
  const { code, stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json')) as { findings: { code: string }[] };
  return { code, codes: findings.map((one) => one.code), stdout, left: shelf.jars.size };
}

const names = { type: 'array', items: text };
const inside = { type: 'object', required: ['jars'], properties: { jars: names } };

describe('a list of names', () => {
  it.each<[string, Given]>([
    ['that is the whole body', { list: names, item: named }],
    ['inside an object', { list: inside, item: named, shown: (all) => ({ jars: [...all] }) }],
    ['that the document leaves open', { list: {}, item: null, read: () => ['open', 'close'] }],
    ['of items that are never described', { list: names, item: null, read: () => 'a jar' }],
  ])('holds what was named: %s', async (_case, given) => {
    const { code, codes, stdout, left } = await verified(given);
    expect(codes, stdout).toEqual([]);
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(/✓ GET list +(\d+) of \1 laws held/);
    // What no answer shows of an item cannot be judged.
    const replaced = given.item === null ? /– PUT +0 of/ : /✓ PUT +(\d+) of \1 laws held/;
    expect(stdout).toMatch(replaced);
    expect(left).toBe(0);
  });

  it.each<[string, string, Given]>([
    ['lacks one', 'not-listed', { list: names, item: named, shown: (all) => all.slice(0, -1) }],
    [
      'lacks one, and the document leaves it open',
      'not-listed',
      { list: {}, item: null, shown: (all) => all.slice(0, -1) },
    ],
    [
      'has numbers',
      'member-type',
      { list: names, item: named, shown: (all) => all.map((_, index) => index) },
    ],
    [
      'has items',
      'member-type',
      { list: names, item: named, shown: (all) => all.map((id) => ({ id, label: id })) },
    ],
  ])('is wrong if it %s', async (_case, code, given) => {
    const { codes, stdout, left } = await verified(given);
    expect(codes, stdout).toContain(code);
    expect(left).toBe(0);
  });
});

describe('a list of names that is empty at first, of items that show no names', () => {
  const given: Given = {
    list: {},
    item: jar,
    read: ({ label }) => ({ label: label ?? null }),
    nothing: { status: 404 },
  };

  it('tells which there are', async () => {
    const { code, codes, stdout, left } = await verified(given);
    expect(codes, stdout).toEqual([]);
    expect(code, stdout).toBe(0);
    expect(left).toBe(0);
  });

  it('is wrong if it lacks one', async () => {
    const { codes, stdout, left } = await verified({
      ...given,
      shown: (all) => all.slice(0, -1),
    });
    expect(codes, stdout).toContain('not-listed');
    expect(left).toBe(0);
  });

  it('tells that a read of what it lacks makes something up', async () => {
    const { codes, stdout } = await verified({ ...given, nothing: { status: 200, body: {} } });
    expect(codes, stdout).toContain('made-up');
  });
});

describe('an object of items by their ids', () => {
  const item = { $ref: '#/components/schemas/Jar' };
  const list = { type: 'object', additionalProperties: item };
  type Entries = readonly (readonly [string, JsonObject])[];
  const shownAs =
    (change: (all: Entries) => Entries): NonNullable<Given['shown']> =>
    (_, jars) =>
      Object.fromEntries(change([...jars]));

  it('holds what was named', async () => {
    const { code, stdout, left } = await verified({ list, item, shown: shownAs((all) => all) });
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(/✓ GET list +(\d+) of \1 laws held/);
    expect(left).toBe(0);
  });

  it.each<[string, string, Given['shown']]>([
    ['lacks one', 'not-listed', shownAs((all) => all.slice(0, -1))],
    [
      'has other values',
      'list-differs',
      shownAs((all) => all.map(([id]) => [id, { id, label: 'x' }])),
    ],
    [
      'has items without a member',
      'member-missing',
      shownAs((all) => all.map(([id]) => [id, { id }])),
    ],
  ])('is wrong if it %s', async (_case, code, shown) => {
    const { codes, stdout } = await verified({
      list,
      item,
      ...(shown === undefined ? {} : { shown }),
    });
    expect(codes, stdout).toContain(code);
  });
});

describe('an item that PUT makes at an id that was removed', () => {
  it('is found by the list, and removed, if nothing reads items', async () => {
    const list = { type: 'array', items: named };
    const shown: Given['shown'] = (_, jars) => [...jars.values()];
    const { code, codes, left, stdout } = await verified({
      list,
      item: named,
      shown,
      isUnread: true,
    });
    expect(codes, stdout).toEqual([]);
    expect(code, stdout).toBe(0);
    expect(left, stdout).toBe(0);
  });

  it('is removed by the run, whatever a read of it shows', async () => {
    const { left, stdout } = await verified({
      list: names,
      item: null,
      read: () => ['open', 'close'],
    });
    expect(left, stdout).toBe(0);
  });
});
