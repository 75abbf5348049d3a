// What is compiled at a start: schemas that somebody wrote, once; those that a reader made, never. And
// what a document is not worth: work done twice, and values that its rows do not need.

import { beforeEach, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { defineContracts } from '../../../src/contract/define/define-contracts.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { createChecker } from '../../../src/schema/check.ts';
import { quickTestOfSound } from '../../../src/schema/quick/quick-test.ts';
import { createValidator } from '../../../src/schema/validator.ts';
import { useTempFolder } from '../../support/temp-folder.ts';

vi.mock('../../../src/schema/validator.ts', { spy: true });
vi.mock('../../../src/schema/quick/quick-test.ts', { spy: true });
vi.mock('../../../src/contract/define/define-contracts.ts', { spy: true });
vi.mock('@faker-js/faker', () => {
  throw new Error('the values of faker are loaded');
});
const folder = useTempFolder();
const counted = vi.mocked(createValidator);
const defined = vi.mocked(defineContracts);
const formRead = vi.mocked(quickTestOfSound);

beforeEach(() => {
  for (const one of [counted, defined, formRead]) one.mockClear();
});

/** The names of schemas in each validator that was set up. */
const setUp = (): readonly (readonly string[])[] =>
  counted.mock.calls.map(([schemas]) => schemas.names());

const docks = { contract: 'contracts', db: 'db.json', profile: 'standin' };

/** Writes a project with one dock. A list of docks has names, one dock need not. */
function writeDocks(row: JsonObject, more: JsonObject = {}): void {
  const properties = { id: { type: 'integer' }, name: { type: 'string' } };
  folder.write('schemas/dock.json', { type: 'object', required: ['id'], properties, ...more });
  const needed = Object.hasOwn(row, 'name') ? ['name'] : [];
  const items = { allOf: [{ $ref: 'dock.json' }], required: needed };
  folder.write('schemas/docks.json', { type: 'array', items });
  folder.write('contracts/docks.json', {
    resource: 'docks',
    path: '/docks',
    item: 'dock',
    list: 'docks',
    source: 'The harbour',
    operations: { list: { outcomes: { ok: { status: 200 } } } },
  });
  folder.write('db.json', { docks: [row] });
}

const document = { contract: 'openapi.json', db: 'db.json', profile: 'standin' };

/** Writes a document with berths and cranes. */
function writeDocument(): void {
  const berth = {
    type: 'object',
    properties: { id: { type: 'integer' }, dock: { type: 'string' } },
  };
  const answer = (schema: JsonObject) => ({
    200: { description: '', content: { 'application/json': { schema } } },
  });
  const parameters = ['dock', 'free', 'depth'].map((name) => ({
    name,
    in: 'query',
    schema: { type: 'string', maxLength: 9 },
  }));
  folder.write('openapi.json', {
    openapi: '3.1.0',
    info: { title: 'Harbour', version: '1' },
    paths: {
      '/berths': { get: { parameters, responses: answer({ type: 'array', items: berth }) } },
      '/berths/{id}': { get: { responses: answer(berth) } },
      '/cranes': { get: { responses: answer({ type: 'array', items: berth }) } },
      '/cranes/{id}': { get: { responses: answer(berth) } },
    },
  });
}

it('compiles no schema of a document', async () => {
  writeDocument();
  const { contracts } = await loadProject(document);
  expect(contracts[0]?.operations.list).toBeDefined();
  expect(setUp()).toEqual([]);
});

it('defines the contracts of a document, and reads their form, once', async () => {
  writeDocument();
  const { contracts } = await loadProject(document);
  expect(contracts.map(({ resource }) => resource)).toEqual(['berths', 'cranes']);
  expect(defined).toHaveBeenCalledTimes(1);
  expect(formRead.mock.calls.length).toBeLessThanOrEqual(1);
});

it('loads no values that look real for a document', async () => {
  writeDocument();
  const { rows } = await loadProject(document);
  expect(rows.get('cranes')).toHaveLength(2);
});

it('compiles nothing where all schemas are usual and all rows fit', async () => {
  writeDocks({ id: 1 });
  const { schemas } = await loadProject(docks);
  expect(setUp()).toEqual([]);
  expect(createChecker(schemas).check('dock', { id: 2 })).toEqual([]);
  expect(setUp()).toEqual([]);
});

it.each<[string, JsonObject, JsonObject, string | null]>([
  ['an unusual schema', { not: { required: ['sunk'] } }, {}, null],
  ['a schema that is none', { typ: 'object' }, {}, 'unknown keyword: "typ"'],
  ['a row that does not fit', {}, { name: 5 }, 'must be a string, is a number'],
  ['a row that the list does not admit', {}, { name: undefined as never }, '"name" is missing'],
])('has the validator look at %s', async (_, more, row, fault) => {
  writeDocks({ id: 1, name: 'North', ...row }, more);
  if (fault === null) await loadProject(docks);
  else await expect(loadProject(docks)).rejects.toThrow(fault);
  expect(setUp().length).toBeGreaterThan(0);
});

it('sets up one compiler for all schemas that stand in a contract file', async () => {
  const id = { type: 'integer' };
  folder.write('schemas/buoy.json', { type: 'object', required: ['id'], properties: { id } });
  folder.write('schemas/buoys.json', { type: 'array', items: { $ref: 'buoy.json' } });
  const query = {
    colour: { type: 'string' },
    lit: { type: 'boolean' },
    depth: { not: { maximum: 0 } },
  };
  folder.write('contracts/buoys.json', {
    resource: 'buoys',
    path: '/buoys',
    item: 'buoy',
    list: 'buoys',
    source: 'The harbour',
    operations: { list: { query, outcomes: { ok: { status: 200 } } } },
  });
  await loadProject({ contract: 'contracts', db: null, profile: 'standin' });
  expect(setUp().filter((names) => names.some((name) => name.startsWith('/')))).toHaveLength(1);
});

it('compiles the schemas of rows once, for all checks', async () => {
  writeDocks({ id: 1 }, { not: { required: ['sunk'] } });
  const { schemas } = await loadProject(docks);
  expect(createChecker(schemas).check('dock', {})).toHaveLength(1);
  expect(setUp().filter((names) => names.includes('dock'))).toHaveLength(1);
});

it('holds no rows to what a list demands where there are none to check', async () => {
  const hook = { type: 'object', properties: { id: { type: 'integer' } } };
  folder.write('schemas/hook.json', hook);
  folder.write('schemas/hooks.json', { type: 'array', minItems: 1, items: { $ref: 'hook.json' } });
  folder.write('contracts/hooks.json', {
    resource: 'hooks',
    path: '/hooks',
    item: 'hook',
    list: 'hooks',
    source: 'The harbour',
    operations: { list: { outcomes: { ok: { status: 200 } } } },
  });
  const places = { contract: 'contracts', profile: 'standin' };
  expect((await loadProject({ ...places, db: null })).contracts).toHaveLength(1);
  folder.write('db.json', { hooks: [] });
  await expect(loadProject({ ...places, db: 'db.json' })).rejects.toThrow('at least 1 item');
});
