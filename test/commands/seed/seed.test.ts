// `standin seed` as its users meet it: what is written, what stays, and what is refused.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import type { SeedOptions } from '../../../src/commands/seed/flags.ts';
import { seedRows } from '../../../src/commands/seed/seed.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { seedState } from '../../../src/project/save/seed-state.ts';
import { copyProject, runToEnd } from '../../support/cli.ts';
import { edit } from '../../support/project.ts';

function optionsIn(path: string, more: Partial<SeedOptions> = {}): SeedOptions {
  return {
    contract: `${path}/contracts`,
    count: 30,
    seed: 7,
    resource: null,
    out: null,
    existing: 'refuse',
    ...more,
  };
}

async function refusal(options: SeedOptions): Promise<StandinError> {
  const outcome = await seedRows(options).catch((error: unknown) => error);
  if (outcome instanceof StandinError) return outcome;
  throw new Error('it was not refused');
}

/** Another resource beside the users. */
function addProducts(path: string): void {
  const write = (file: string, value: unknown): void =>
    writeFileSync(`${path}/${file}`, JSON.stringify(value));
  const properties = {
    sku: { type: 'string' },
    title: { type: 'string' },
    price: { type: 'number', minimum: 0 },
  };
  write('schemas/product.json', { type: 'object', required: ['sku', 'title'], properties });
  write('schemas/products.json', { type: 'array', items: { $ref: 'product.json' } });
  const list = { summary: 'List', source: '1', outcomes: {} };
  const names = {
    title: 'Catalogue',
    resource: 'products',
    path: '/products',
    id: 'sku',
    item: 'product',
    list: 'products',
  };
  write('contracts/products.json', { ...names, operations: { list } });
}

describe('seedRows', () => {
  it('writes a seed file that a project can load', async () => {
    using folder = copyProject();
    addProducts(folder.path);
    const out = folder.at('fresh.json');
    const { text, told } = await seedRows(optionsIn(folder.path, { out }));
    expect(text).toBeNull();
    expect(told).toBe(`products: 30 rows, users: 30 rows (seed 7) in ${out}`);
    const project = await loadProject({
      contract: folder.at('contracts'),
      db: out,
      profile: 'standin',
    });
    expect(seedState(project).collection('users').size).toBe(30);
    expect(seedState(project).collection('products').size).toBe(30);
  });

  it('returns the same bytes for standard output as for a file, and the same for the same seed', async () => {
    using folder = copyProject();
    const out = folder.at('fresh.json');
    await seedRows(optionsIn(folder.path, { out }));
    expect((await seedRows(optionsIn(folder.path))).text).toBe(readFileSync(out, 'utf8'));
  });

  it('changes an existing file only if told to replace rows, and then keeps all other resources', async () => {
    using folder = copyProject();
    addProducts(folder.path);
    edit(folder.at('db.json'), (document) => ({
      ...document,
      products: [{ sku: 'a', title: 'Lamp' }],
    }));
    const before = readFileSync(folder.at('db.json'), 'utf8');
    const options = optionsIn(folder.path, { out: folder.at('db.json'), resource: 'users' });
    expect(await refusal(options)).toMatchObject({
      code: 'file-unwritable',
      remedy: expect.stringContaining('--force'),
    });
    expect(readFileSync(folder.at('db.json'), 'utf8')).toBe(before);
    const { told } = await seedRows({ ...options, existing: 'replace' });
    expect(told).toContain('; kept products');
    const after = JSON.parse(readFileSync(folder.at('db.json'), 'utf8')) as Record<
      string,
      readonly unknown[]
    >;
    expect(after['users']).toHaveLength(30);
    expect(after['products']).toEqual([{ sku: 'a', title: 'Lamp' }]);
  });

  it.each([
    ['broken', '{"users": ['],
    ['no object', '[]'],
  ])('does not overwrite a file that is %s', async (_, text) => {
    using folder = copyProject();
    writeFileSync(folder.at('db.json'), text);
    const options = optionsIn(folder.path, { out: folder.at('db.json'), existing: 'replace' });
    expect(await refusal(options)).toMatchObject({ code: 'file-unreadable' });
    expect(readFileSync(folder.at('db.json'), 'utf8')).toBe(text);
  });

  it.each(['contracts/users.json', 'schemas/user.json'])(
    'keeps %s, which it reads, also if told to replace rows',
    async (input) => {
      using folder = copyProject();
      const out = folder.at(input);
      const before = readFileSync(out, 'utf8');
      for (const existing of ['refuse', 'replace'] as const)
        expect(await refusal(optionsIn(folder.path, { out, existing }))).toMatchObject({
          code: 'option-invalid',
          message: `--out ${out} would replace a file that Standin reads`,
          remedy: 'Name another file with --out.',
        });
      expect(readFileSync(out, 'utf8')).toBe(before);
    },
  );

  it('writes nothing if one resource has no room for so many rows', async () => {
    using folder = copyProject();
    edit(folder.at('schemas/users.json'), (schema) => ({ ...schema, maxItems: 3 }));
    const out = folder.at('fresh.json');
    expect(await refusal(optionsIn(folder.path, { out }))).toMatchObject({
      code: 'rows-impossible',
    });
    expect(existsSync(out)).toBe(false);
    expect(readdirSync(folder.path).sort()).toEqual(['contracts', 'db.json', 'schemas']);
  });

  it('lists the known resources if the name is unknown', async () => {
    using folder = copyProject();
    expect(await refusal(optionsIn(folder.path, { resource: 'user' }))).toMatchObject({
      message: 'no contract has the resource "user"',
      remedy: 'The resources are users.',
    });
  });

  it.each([
    [
      'no/such/x.json',
      '/no/such/x.json cannot be written: the folder ',
      '/no/such does not exist',
      'Create the folder',
    ],
    [
      'db.json/x.json',
      '/db.json/x.json cannot be written: ',
      '/db.json is not a folder',
      'Create the folder',
    ],
    ['contracts', '/contracts is a folder', '', 'Name a file'],
  ])('reports why it cannot write %s', async (out, message, place, remedy) => {
    using folder = copyProject();
    for (const existing of ['refuse', 'replace'] as const) {
      const error = await refusal(optionsIn(folder.path, { out: folder.at(out), existing }));
      expect(error.code).toBe('file-unwritable');
      expect(error.message).toContain(message);
      expect(error.message.endsWith(place)).toBe(true);
      expect(error.remedy).toContain(remedy);
    }
  });
});

describe('standin seed', () => {
  it('prints only rows to stdout, and describes them on stderr', async () => {
    const ended = await runToEnd(['seed', '--count', '3', '--seed', '7', '--resource', 'users']);
    expect(ended).toMatchObject({ code: 0, stderr: 'users: 3 rows (seed 7)\n' });
    expect((JSON.parse(ended.stdout) as { users: unknown[] }).users).toHaveLength(3);
  });

  it.each([
    [['--count', '-1'], 'A count is a whole number from 0 to 1000000.'],
    [['--count', 'many'], 'A count is a whole number from 0 to 1000000.'],
    [['--seed', '1.5'], 'A seed is a whole number from 0 to 2147483647.'],
    [['--resource', 'nobody'], 'no contract has the resource "nobody"'],
    [['--contract', 'nothing'], 'nothing cannot be read'],
    [['--out', 'db.json'], 'db.json exists already'],
  ])('ends with 2 for %j', async (args, message) => {
    const ended = await runToEnd(['seed', ...args]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(message);
  });
});
