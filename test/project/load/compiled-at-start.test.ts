// What is compiled at a start: schemas that somebody wrote, once; those that a reader made, never.

import { beforeEach, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { createChecker } from '../../../src/schema/check.ts';
import { createValidator } from '../../../src/schema/validator.ts';
import { useTempFolder } from '../../support/temp-folder.ts';

vi.mock('../../../src/schema/validator.ts', { spy: true });
const folder = useTempFolder();
const counted = vi.mocked(createValidator);

beforeEach(() => {
  counted.mockClear();
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

it('compiles no schema of a document', async () => {
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
    },
  });
  const { contracts } = await loadProject({
    contract: 'openapi.json',
    db: 'db.json',
    profile: 'standin',
  });
  expect(contracts[0]?.operations.list).toBeDefined();
  expect(setUp()).toEqual([]);
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
