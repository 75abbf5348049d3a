// The package as it is installed: what is in it, and the types of its doors as a consumer's compiler reads them.

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './served.ts';

/** A busy machine compiles late. */
const PATIENCE_MS = 120_000;
const tsc = join(root, 'node_modules/typescript/bin/tsc');
/** Inside the repository, where the package's own name leads to its own doors. */
const folder = mkdtempSync(join(root, 'dist/.consumer-'));

interface Door {
  readonly types: string;
  readonly default: string;
}

const doors = Object.entries(
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: Record<string, Door | string> }).exports,
).flatMap(([name, door]) => (typeof door === 'string' ? [] : [[name, door] as const]));

beforeAll(() => {
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
}, PATIENCE_MS);

afterAll(() => rmSync(folder, { recursive: true }));

/** Gives what the compiler says of some sources. */
function compile(sources: Readonly<Record<string, string>>): string {
  for (const [name, source] of Object.entries(sources)) writeFileSync(join(folder, name), source);
  const options = {
    ...{ target: 'es2024', lib: ['es2024', 'dom'], module: 'nodenext', types: ['node'], strict: true },
    ...{ skipLibCheck: true, noEmit: true, resolveJsonModule: true },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: Object.keys(sources) }));
  return spawnSync(process.execPath, [tsc, '-p', folder], { cwd: folder, encoding: 'utf8' }).stdout;
}

describe('the package', { timeout: PATIENCE_MS }, () => {
  it('has each door, its code and its types', () => {
    expect(doors.map(([name]) => name)).toEqual(['.', './node', './msw', './vite', './vitest', './playwright']);
    const missing = doors.flatMap(([, door]) => [door.types, door.default]).filter((file) => !existsSync(join(root, file)));
    expect(missing).toEqual([]);
  });

  it('is typed for consumers', () => {
    const told = compile({
      'good.ts': `
        import { createMock, StandinError, type Mock, type MockOptions } from 'standin';
        import { listen, loadMock } from 'standin/node';
        import { handler } from 'standin/msw';
        import { standin } from 'standin/vite';
        import { extendExpect, standinTest } from 'standin/vitest';
        import { standinTest as pageTest, worldTest } from 'standin/playwright';
        import { setupServer } from 'msw/node';
        import { defineConfig } from 'vite';
        import profile from 'standin/profiles/json-server.json' with { type: 'json' };
        import { expect } from 'vitest';
        export const options: MockOptions = { contracts: [{}], schemas: {}, profile, pins: { 'create.status': 200 } };
        export const mock: Mock = createMock(options);
        export const server = setupServer(handler(mock, { baseUrl: 'https://api.example.com' }));
        export const config = defineConfig({ plugins: [standin({ basePath: '/api' })] });
        export const { url } = await listen(await loadMock({ db: 'db.json' }), { port: 0 });
        extendExpect(mock);
        standinTest(options)('a test', async ({ mock }) => {
          await expect(await mock.fetch('/users')).toConform('users.list');
          await expect({}).not.toMatchSchema('user');
        });
        pageTest(mock)('a page', async ({ page, mock }) => void [page.url(), mock.world('a').reset()]);
        worldTest()('a world', async ({ world }) => void world.toUpperCase());
        export const isTold = (error: unknown) => error instanceof StandinError && error.code === 'project-invalid';
      `,
    });
    expect(told).toBe('');
  });

  it('is typed for the examples', () => {
    const { stdout } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', 'examples'], { cwd: root, encoding: 'utf8' });
    expect(stdout).toBe('');
  });

  it('is typed so that mistakes are told', () => {
    const told = compile({
      'bad.ts': `
        import { createMock } from 'standin';
        import { standin } from 'standin/vite';
        import { standinTest } from 'standin/vitest';
        import { expect } from 'vitest';
        createMock({ schemas: {} });
        createMock({ contracts: [], schemas: {}, pins: { 'create.status': 418 } });
        standin({ base: '/api' });
        void expect({}).toMatchSchema(1);
        standinTest({ contracts: [], schemas: {} })('a test', ({ mok }) => {});
      `,
    });
    const lines = [...told.matchAll(/^bad\.ts\((\d+),/gm)].map(([, line]) => Number(line));
    expect(lines).toEqual([6, 7, 8, 9, 10]);
  });

  it('is packed with what it needs, and without what it does not', () => {
    const listing = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      ...{ cwd: root, encoding: 'utf8', shell: process.platform === 'win32' },
    });
    const files = ([JSON.parse(listing)].flat() as { files: { path: string }[] }[]).flatMap((one) =>
      one.files.map(({ path }) => path),
    );
    for (const [, door] of doors)
      expect(files).toEqual(expect.arrayContaining([door.types, door.default].map((file) => file.slice(2))));
    expect(files).toEqual(
      expect.arrayContaining(['dist/bundle/cli.js', 'dist/ui/index.html', 'README.md', 'LICENSE', 'contracts/users.json']),
    );
    expect(files.filter((file) => /^(?:src|test|examples|toolchain)\//.test(file))).toEqual([]);
  });
});
