// What runs leave at services that make it hard: the report, the ledger and `clean` agree with what
// the service itself counts.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { anyId, type Leaving, PATH, startLeaving } from '../../support/leaving.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runClean, runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

interface Shape {
  /** The members of a creation; a name and a note if absent. */
  readonly sent?: JsonObject;
  /** The members of an item; those of a creation and a number `id` if absent. */
  readonly item?: JsonObject;
  readonly required?: readonly string[];
  readonly itemRequired?: readonly string[];
  /** The operations on items; `get`, `put` and `delete` if absent. */
  readonly methods?: readonly ('get' | 'put' | 'delete')[];
  /** The status of a removal; 204 if absent. */
  readonly removed?: number;
  /** The name of the parameter. */
  readonly parameter?: string;
  /** What a creation is declared to answer; the item if absent. */
  readonly created?: JsonObject | null;
}

const text = { type: 'string' };
const NAMED: JsonObject = { name: text, note: text };

function answer(schema: JsonObject): JsonObject {
  return { description: '', content: { 'application/json': { schema } } };
}

function documentOf(shape: Shape): JsonObject {
  const { sent = NAMED, required = ['name'], methods = ['get', 'put', 'delete'] } = shape;
  const { parameter = 'id', item = { id: { type: 'integer' }, ...sent } } = shape;
  const { itemRequired = Object.keys(item).slice(0, 1), created } = shape;
  const one = { $ref: '#/components/schemas/Thing' };
  const body = answer({ type: 'object', required, properties: sent });
  const is = item === shape.item ? text : { type: 'integer' };
  const declared: Readonly<Record<string, Json>> = {
    get: { responses: { 200: answer(one), 404: { description: '' } } },
    put: { requestBody: body, responses: { 200: answer(one) } },
    delete: { responses: { [shape.removed ?? 204]: { description: '' } } },
  };
  const made = created === null ? { description: '' } : answer(created ?? one);
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: {
      [PATH]: {
        get: { responses: { 200: answer({ type: 'array', items: one }) } },
        post: { requestBody: body, responses: { 201: made } },
      },
      [`${PATH}/{${parameter}}`]: {
        parameters: [{ name: parameter, in: 'path', required: true, schema: is }],
        ...Object.fromEntries(methods.map((method) => [method, declared[method] ?? {}])),
      },
    },
    components: {
      schemas: { Thing: { type: 'object', required: itemRequired, properties: item } },
    },
  };
}

interface Case extends Leaving {
  readonly name: string;
  readonly shape?: Shape;
  /** How many items stay at most. */
  readonly staysMost: number;
  /** The exit code of the run. */
  readonly code: number;
  /** What the report says. */
  readonly says?: string;
}

const namesOf = (sent: JsonObject): readonly string[] =>
  Array.isArray(sent['names']) ? sent['names'].map(String) : [];
/** Whether the names are what a program can go through one by one. */
function hasNames(sent: JsonObject): sent is { names: string | string[] } {
  const { names } = sent;
  return typeof names === 'string' || (Array.isArray(names) && names.every((one) => one !== ''));
}
const several = {
  makes: (sent: JsonObject): readonly JsonObject[] =>
    namesOf(sent).map((name) => ({ name, boss: sent['boss'] === true })),
  takes: (sent: JsonObject): boolean =>
    (sent['boss'] === undefined || typeof sent['boss'] === 'boolean') &&
    Array.isArray(sent['names']) &&
    sent['names'].length > 0 &&
    sent['names'].every((name) => typeof name === 'string' && name !== ''),
};
const severalShape: Shape = {
  sent: { names: { type: 'array', items: text }, boss: { type: 'boolean' } },
  required: ['names'],
  methods: ['get', 'delete'],
};
const severalItem: JsonObject = { id: { type: 'integer' }, name: text, boss: { type: 'boolean' } };

const cases: readonly Case[] = [
  { name: 'plain', staysMost: 0, code: 0 },
  {
    name: 'several items, all in the answer',
    ...several,
    created: (made) => [201, [...made]],
    shape: {
      ...severalShape,
      item: severalItem,
      created: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
    },
    staysMost: 0,
    code: 0,
  },
  {
    name: 'several items whose id is the name',
    ...several,
    idMember: 'name',
    idOf: (values) => values['name'] ?? null,
    created: (made) => [201, [...made]],
    shape: {
      ...severalShape,
      parameter: 'name',
      item: { name: text, boss: { type: 'boolean' } },
      created: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
    },
    staysMost: 0,
    code: 0,
  },
  {
    name: 'several items, also of an invalid body',
    ...several,
    takes: (sent) => namesOf(sent).length > 0,
    created: (made) => [201, [...made]],
    shape: {
      ...severalShape,
      item: severalItem,
      created: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
    },
    staysMost: 0,
    code: 0,
  },
  {
    name: 'several items whose id is the name, also of an invalid body',
    ...several,
    takes: (sent) => namesOf(sent).length > 0,
    idMember: 'name',
    idOf: (values) => values['name'] ?? null,
    created: (made) => [201, [...made]],
    shape: {
      ...severalShape,
      parameter: 'name',
      item: { name: text, boss: { type: 'boolean' } },
      created: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
    },
    staysMost: 0,
    code: 0,
  },
  {
    name: 'several items whose id is the name, of a text one for each letter',
    makes: (sent) => (hasNames(sent) ? [...sent['names']] : []).map((name) => ({ name })),
    takes: (sent) => hasNames(sent) && sent['names'].length > 0,
    idMember: 'name',
    idOf: (values) => values['name'] ?? null,
    created: (made) => [201, [...made]],
    shape: {
      ...severalShape,
      parameter: 'name',
      item: { name: text, boss: { type: 'boolean' } },
      created: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
    },
    staysMost: 0,
    code: 0,
  },
  {
    name: 'the id is a member that looks like none, and Location says it',
    idMember: 'secret',
    idOf: anyId,
    created: (made, path) => [201, made[0] ?? null, { location: `${path}/${made[0]?.['secret']}` }],
    shape: {
      parameter: 'token',
      item: { ...NAMED, secret: text },
      itemRequired: ['name', 'secret'],
    },
    staysMost: 0,
    code: 0,
    says: '"name" was taken for the id of things; it is "secret"',
  },
  {
    name: 'the id is a member that looks like none, and only its path says so',
    idMember: 'code',
    idOf: anyId,
    shape: { parameter: 'ref', item: { ...NAMED, code: text }, itemRequired: ['name', 'code'] },
    staysMost: 0,
    code: 0,
    says: 'it is "code"',
  },
  {
    name: 'such an id, and nothing can be removed',
    idMember: 'secret',
    idOf: anyId,
    shape: {
      parameter: 'token',
      methods: ['get', 'put'],
      item: { ...NAMED, secret: text },
      itemRequired: ['name', 'secret'],
    },
    staysMost: 3,
    code: 0,
    says: 'it is "secret"',
  },
  {
    name: 'an empty answer to a creation',
    created: () => [201],
    shape: { created: null },
    staysMost: 0,
    code: 0,
  },
  { name: 'no DELETE', shape: { methods: ['get', 'put'] }, staysMost: 3, code: 0 },
  { name: 'the list and POST alone', shape: { methods: [] }, staysMost: 3, code: 0 },
  { name: 'DELETE is refused with 405', removal: 'refuses-405', staysMost: 3, code: 1 },
  { name: 'DELETE is refused with 403', removal: 'refuses-403', staysMost: 3, code: 1 },
  {
    name: 'a removed item is flagged',
    removal: 'flags',
    staysMost: 3,
    code: 0,
    says: 'DELETE keeps the item and changes /',
  },
  {
    name: 'a removed item expires',
    removal: 'expires',
    staysMost: 3,
    code: 0,
    says: 'DELETE keeps the item and changes /',
  },
  { name: 'a list that is late', lateMs: 80, staysMost: 0, code: 0 },
  { name: 'a list in pages', pageLength: 3, staysMost: 0, code: 0 },
  {
    name: 'a PUT that renames',
    idOf: (values) => `${String(values['name']).toLowerCase()}.`,
    renames: true,
    shape: { item: { id: text, ...NAMED } },
    staysMost: 0,
    code: 0,
    says: 'moves an item to another address',
  },
  {
    name: 'a PUT that renames, with dashes and plain letters alone in ids',
    idOf: (values) =>
      String(values['name'])
        .normalize('NFKD')
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-'),
    renames: true,
    shape: { item: { id: text, ...NAMED } },
    staysMost: 0,
    code: 0,
    says: 'moves an item to another address',
  },
  {
    name: 'several items, and an empty answer',
    ...several,
    created: () => [201],
    shape: { ...severalShape, item: severalItem, created: null },
    staysMost: 0,
    code: 0,
    says: 'one POST makes several items',
  },
  {
    name: 'several items, and the answer names one',
    ...several,
    shape: { ...severalShape, item: severalItem },
    staysMost: 0,
    code: 0,
    says: 'one POST makes several items',
  },
  {
    name: 'an item more with each creation, which shows nothing of the run',
    makes: (sent) => [sent, { name: 'welcome', note: 'made by the service' }],
    staysMost: 3,
    code: 2,
    says: "Each POST to /things brings an item more that nothing shows to be the run's",
  },
  {
    name: 'a name is cut behind a part of the mark',
    stores: (sent) => ({ ...sent, name: String(sent['name']).slice(0, 20) }),
    staysMost: 0,
    code: 1,
    says: 'cut the text at /name that was sent',
  },
  {
    name: 'a name is cut before the mark',
    stores: (sent) => ({ ...sent, name: String(sent['name']).slice(0, 9) }),
    staysMost: 0,
    code: 1,
    says: 'cut the text at /name that was sent',
  },
  {
    name: 'a name is cut, and DELETE is refused',
    stores: (sent) => ({ ...sent, name: String(sent['name']).slice(0, 20) }),
    removal: 'refuses-405',
    staysMost: 3,
    code: 1,
  },
  {
    name: 'names in capitals',
    stores: (sent) => ({ ...sent, name: String(sent['name']).toUpperCase() }),
    staysMost: 0,
    code: 1,
  },
  {
    name: 'names in another normal form, with spaces left out',
    stores: (sent) => ({ ...sent, name: String(sent['name']).normalize('NFC').trim() }),
    staysMost: 0,
    code: 0,
  },
  {
    name: 'a DELETE that is accepted and done later',
    removal: 'late',
    shape: { removed: 202 },
    staysMost: 0,
    code: 0,
  },
  { name: 'a busy neighbour and pages', neighbour: 'often', pageLength: 4, staysMost: 0, code: 0 },
  {
    name: 'ids that are made of names, of which the long ones lead nowhere',
    idOf: ({ name }, serial) => `${String(name).replaceAll(/\W+/g, '-').slice(0, 60)}-${serial}`,
    idLengthMax: 50,
    shape: { item: { id: text, ...NAMED } },
    staysMost: 3,
    code: 2,
    says: 'Items of the run were left behind.',
  },
  { name: 'a busy neighbour', neighbour: 'often', staysMost: 0, code: 0 },
];

const options = { contract: 'openapi.json', mode: 'write', ledgerFolder: '.standin' } as const;

/** The items that a report or `clean` names. */
function namedIn(output: string): readonly string[] {
  const [, line = ''] = /^Left behind: (\/.*)$/m.exec(output) ?? [];
  // What has no path of its own is named by its id and its list.
  const shown = output.replaceAll(/^ {2}- (\S+) in (\/things)$/gm, '  - $2/$1');
  const listed = [...shown.matchAll(/^ {2}- (\/things\/\S+)(?: \(perhaps.*)?$/gm)];
  return [...listed, ...line.matchAll(/(\/things\/[^\s,;]+)/g)].map(([, item = '']) => item);
}

describe('the address of clean', () => {
  it('is taken as that of a run, with the path that all paths have', async () => {
    const { paths, ...rest } = documentOf({ methods: [] }) as { paths: JsonObject };
    folder.write('openapi.json', { ...rest, paths: { '/api/things': paths[PATH] ?? {} } });
    await using service = await startLeaving({ prefix: '/api' });
    const run = await runVerify(`${service.baseUrl}/api`, options);
    expect(service.items().length, run.stdout).toBe(3);
    const cleaned = await runClean(`${service.baseUrl}/api`, options);
    expect(cleaned.code, cleaned.stdout).toBe(1);
    expect(cleaned.stdout).toContain('/api/things: 3 left');
  });
});

describe('what a run leaves', () => {
  it.each(cases)('is what the report says: $name', { timeout: 60_000 }, async (one) => {
    folder.write('openapi.json', documentOf(one.shape ?? {}));
    await using service = await startLeaving(one);
    const run = await runVerify(service.baseUrl, options);
    const left = service.items();
    const told = run.stdout + run.stderr;
    expect(left.length, told).toBeLessThanOrEqual(one.staysMost);
    const ids = left.map(
      (item) => `${PATH}/${encodeURIComponent(String(item[one.idMember ?? 'id']))}`,
    );
    expect([...namedIn(told)].sort(), told).toEqual(ids.sort());
    expect(run.code, told).toBe(one.code);
    if (one.says !== undefined) expect(told.replaceAll(/\s+/g, ' ')).toContain(one.says);
    expect(service.harmed()).toEqual([]);
    const cleaned = await runClean(service.baseUrl, options);
    if (one.shape?.methods?.length === 0)
      expect(cleaned.stdout).toContain('the contract has no DELETE');
    expect(service.items().length).toBe(left.length);
    expect(cleaned.code, cleaned.stdout).toBe(left.length === 0 ? 0 : 1);
  });
});
