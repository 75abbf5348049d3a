// Clients that others' tools write from a document, compiled and run in front of its mock.

import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import { root } from '../support/root.ts';
import { startServing } from '../support/serving.ts';
import { useTempFolder } from '../support/temp-folder.ts';

const folder = useTempFolder();
const here = import.meta.dirname;
const modules = join(root, 'node_modules');

function run(script: string, ...parameters: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...parameters], {
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
}

/** Compiles a program in the folder, with all types checked, and returns what it prints. */
async function printed(name: string, document: string, basePath: string): Promise<Json> {
  copyFileSync(join(here, 'programs', `${name}.ts`), `${name}.ts`);
  symlinkSync(modules, 'node_modules');
  folder.write('package.json', { type: 'module' });
  folder.write('tsconfig.json', {
    compilerOptions: {
      target: 'es2024',
      module: 'esnext',
      moduleResolution: 'bundler',
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      types: ['node'],
    },
    files: [`${name}.ts`],
  });
  run(join(modules, 'typescript/bin/tsc'), '--project', '.');
  run(
    join(modules, 'rolldown/bin/cli.mjs'),
    `${name}.ts`,
    '--file',
    `${name}.mjs`,
    '--platform',
    'node',
  );
  const serving = await startServing({ contract: document, db: 'db.json' });
  try {
    const text = await new Promise<string>((resolve, reject) => {
      execFile(
        process.execPath,
        [`${name}.mjs`],
        { env: { ...process.env, BASE_URL: `${serving.url}${basePath}` } },
        (error, stdout) => (error === null ? resolve(stdout) : reject(error)),
      );
    });
    return JSON.parse(text) as Json;
  } finally {
    await serving.close();
  }
}

describe('a client written from a document, in front of its mock', () => {
  it('openapi-fetch, with the types of openapi-typescript', async () => {
    const document = join(here, 'documents/harbour.yaml');
    const script = join(root, 'toolchain/node_modules/openapi-typescript/bin/cli.js');
    run(script, document, '--output', 'harbour.types.ts');
    expect(await printed('harbour', document, '/api/v1')).toEqual({
      isListed: true,
      isCounted: true,
      isDated: true,
      note: 'deep',
      vessel: 'Ada',
      moorings: ['2026-05-01'],
      refused: 422,
      removed: 204,
      gone: 404,
    });
  });

  it('a package that openapi-typescript-codegen has written', async () => {
    const document = join(here, 'documents/fleet.json');
    const script = join(modules, 'openapi-typescript-codegen/bin/index.js');
    run(script, '--input', document, '--output', 'fleet.package', '--name', 'Fleet');
    expect(await printed('fleet', document, '/fleet/v2')).toEqual({
      seats: 7,
      isListed: true,
      plate: 'CD-4',
      gone: [404, ['code', 'message']],
      refused: [400, ['code', 'message']],
    });
  });
});
