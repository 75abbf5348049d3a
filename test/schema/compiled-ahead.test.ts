// The validators that a build compiles ahead: they find what those of the sources find.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import { formValidator } from '../../src/contract/file/form-validator.ts';
import { DIALECT, metaValidator } from '../../src/schema/faults/meta-validator.ts';
import type { ValidateFunction } from '../../src/schema/validator.ts';
import { violationsOf } from '../../src/schema/violations-of.ts';

type Made = Readonly<Record<string, unknown>>;

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'standin-ahead-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { resolve } = createRequire(import.meta.url);

async function readAhead(): Promise<Readonly<Record<string, () => string>>> {
  const { ahead } = await import(
    /* @vite-ignore */ pathToFileURL(join(root, 'toolchain/ahead.mjs')).href
  );
  return ahead;
}

/** Returns the module that a build has in the place of a source. */
async function madeOf(path: string): Promise<Made> {
  const ahead = await readAhead();
  const code = (ahead[path]?.() ?? '')
    .replaceAll(/from '#(src[^']+)'/g, (_, file: string) => `from '${join(root, file)}'`)
    .replaceAll(/from '(ajv[^']+)'/g, (_, file: string) => `from '${resolve(file)}'`);
  const file = join(folder, `${path.replaceAll('/', '-')}.mjs`);
  writeFileSync(file, code);
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

function found(validate: ValidateFunction, values: readonly Json[]) {
  return values.map((value) => violationsOf(validate, value));
}

const users = JSON.parse(readFileSync(join(root, 'contracts/users.json'), 'utf8'));

describe('the code that is compiled ahead', () => {
  it('is in the place of these sources, each tried below', async () => {
    expect(Object.keys(await readAhead())).toEqual([
      'src/schema/faults/meta-validator.ts',
      'src/contract/file/form-validator.ts',
    ]);
  });

  it('checks schemas', async () => {
    const made = await madeOf('src/schema/faults/meta-validator.ts');
    const validate = made['metaValidator'] as () => ValidateFunction;
    const schemas: readonly Json[] = [
      true,
      { type: 'object', properties: { a: { $ref: 'b.json' } } },
      { type: 'objekt', required: 'a' },
      { properties: { a: { minLength: -1, items: { enum: 5 } } }, required: ['a', 'a'] },
      5,
    ];
    expect(made['DIALECT']).toBe(DIALECT);
    expect(found(validate(), schemas)).toEqual(found(metaValidator(), schemas));
    expect(found(validate(), schemas).map((flaws) => flaws.length > 0)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
  });

  it('checks the form of contracts', async () => {
    const made = await madeOf('src/contract/file/form-validator.ts');
    const validate = made['formValidator'] as () => ValidateFunction;
    const { operations } = users;
    const contracts: readonly Json[] = [
      users,
      { resource: '', path: 'users', item: 5 },
      { ...users, operations: { ...operations, list: { outcome: {} } } },
      { ...users, operations: { list: { outcomes: { ok: { status: [200, 200] } } } } },
      { ...users, one: true, where: { a: {} }, openn: [] },
    ];
    expect(found(validate(), contracts)).toEqual(found(formValidator(), contracts));
    expect(found(validate(), contracts).map((flaws) => flaws.length > 0)).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
  });
});
