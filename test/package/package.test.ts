// The installed package: its contents, its entry points and their types, the Nodes it runs on, and
// a stranger's first steps.

import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { beforeAll, describe, expect, inject, it, type TestContext } from 'vitest';
import { anchorsIn, linksIn } from '../docs/links.ts';
import { follow, runToEnd } from '../support/cli.ts';
import { root } from '../support/root.ts';
import {
  addPeers,
  bytesIn,
  inMatrix,
  isThorough,
  nodeOf,
  npm,
  readJson,
  tsc,
} from './installed.ts';
import { readListedPackages } from './listed-packages.ts';
import { alone, bad, browser, importsAll, withPeers } from './sources.ts';
import { strangersPath } from './stranger.ts';

/** A busy machine packs, installs and compiles late. */
const PATIENCE_MS = 400_000;

const installed = inject('installed');
/** Beside it, with the packages that it can be used with. */
let consumer = '';

beforeAll(() => {
  consumer = addPeers(installed, 'consumer');
});

/** What a door is, by the conditions under which it is asked for. */
type Target = string | { readonly [condition: string]: Target };

function filesOf(target: Target): readonly string[] {
  return typeof target === 'string'
    ? target.startsWith('./dist/')
      ? [target]
      : []
    : Object.values(target).flatMap(filesOf);
}

describe('the tarball', () => {
  it('has each door, the launcher, the page, the example and the documents', () => {
    const { exports } = readJson<{ exports: Record<string, Target> }>(root, 'package.json');
    const doors = Object.values(exports).flatMap(filesOf);
    expect(Object.keys(exports)).toEqual([
      '.',
      './node',
      './msw',
      './vite',
      './vitest',
      './playwright',
      './verify',
      './profiles/*',
      './formats/*',
      './package.json',
    ]);
    const needed = [
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      'bin/standin.cjs',
      'bin/start.cjs',
      'dist/bundle/cli.js',
    ];
    const more = [
      'docs/contract.md',
      'SECURITY.md',
      'dist/bundle/LICENSES.txt',
      'dist/ui/index.html',
      'dist/ui/LICENSES.txt',
      'db.json',
      'schemas/user.json',
      'formats/report-1.json',
    ];
    expect(installed.files).toEqual(
      expect.arrayContaining([...needed, ...more, ...doors.map((file) => file.slice(2))]),
    );
  });

  it('has nothing else', () => {
    const kinds =
      /^(?:package\.json|(?:README|CHANGELOG|SECURITY|ARCHITECTURE|CONTRIBUTING)\.md|LICENSE|docs\/(?:decisions\/)?[\w-]+\.md|docs\/images\/[\w-]+\.png|examples\/[\w-]+(?:\.\w+|(?:\/[\w.-]+)+)|db\.json|bin\/\w+\.cjs|(?:schemas|formats)\/[\w-]+\.json|contracts\/users\.json|contracts\/profiles\/[\w-]+\.json)$/;
    const built = /^dist\/(?:bundle\/|doors\/|ui\/|(?:[\w-]+\/)*[\w-]+\.d\.ts$)/;
    const others = installed.files.filter((file) => !kinds.test(file) && !built.test(file));
    expect(others).toEqual([]);
  });

  it('has what its documents link to', () => {
    const pages = installed.files.filter((file) => file.endsWith('.md'));
    const textOf = (file: string): string =>
      readFileSync(join(installed.folder, 'node_modules/standin', file), 'utf8');
    const dead = pages.flatMap((page) =>
      linksIn(textOf(page))
        .filter(({ target }) => !leadsSomewhere(page, target))
        .map(({ line, target }) => `${page}:${line} ${target}`),
    );
    expect(pages.length).toBeGreaterThan(25);
    expect(dead).toEqual([]);

    function leadsSomewhere(page: string, target: string): boolean {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : posix.join(posix.dirname(page), path);
      if (installed.files.some((other) => other.startsWith(`${file.replace(/\/$/, '')}/`)))
        return true;
      if (!installed.files.includes(file)) return false;
      return anchor === undefined || !file.endsWith('.md') || anchorsIn(textOf(file)).has(anchor);
    }
  });

  it('passes publint', async () => {
    const pkgDir = join(installed.folder, 'node_modules/standin');
    const { messages, pkg } = await publint({ pkgDir, pack: false, strict: true });
    expect(pkg['name']).toBe('standin');
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });

  it('passes arethetypeswrong', async (context) => {
    // By import() alone, and never by the resolution of Node 10, which knows no exports.
    const cli = inMatrix(context, '@arethetypeswrong/cli/dist/index.js');
    const args = [cli, installed.tarball, '--profile', 'esm-only', '--format', 'json'];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      maxBuffer: 64 * 1024 * 1024,
    });
    const { analysis } = JSON.parse(stdout) as {
      analysis: { entrypoints: object; problems: { kind: string; resolutionKind?: string }[] };
    };
    expect(Object.keys(analysis.entrypoints)).toContain('./playwright');
    const ignored = ['node10', 'node16-cjs'];
    expect(
      analysis.problems.filter(({ resolutionKind }) => !ignored.includes(resolutionKind ?? '')),
    ).toEqual([]);
  });
});

describe('the installation', () => {
  const lock = () =>
    Object.entries(
      readJson<{
        packages: Record<
          string,
          { hasInstallScript?: boolean; deprecated?: string; license?: string }
        >;
      }>(installed.folder, 'node_modules/.package-lock.json').packages,
    ).map(([path, facts]) => ({ name: path.replace(/^.*node_modules\//, ''), path, ...facts }));

  it('runs no scripts, and brings only maintained packages with permissive licences', () => {
    expect(
      lock().filter(
        ({ hasInstallScript, deprecated }) => hasInstallScript === true || deprecated !== undefined,
      ),
    ).toEqual([]);
    expect(
      lock().filter(
        ({ license }) => !['MIT', 'BSD-3-Clause', 'ISC', 'PSF-2.0'].includes(license ?? ''),
      ),
    ).toEqual([]);
  });

  it('installs beside any version of its peers, even an unsupported one', async () => {
    const { peerDependencies } = readJson<{ peerDependencies: Record<string, string> }>(
      root,
      'package.json',
    );
    const folder = join(installed.folder, '../beside');
    const devDependencies: Record<string, string> = {};
    for (const [index, name] of Object.keys(peerDependencies).entries()) {
      mkdirSync(join(folder, `old-${index}`), { recursive: true });
      writeFileSync(
        join(folder, `old-${index}/package.json`),
        JSON.stringify({ name, version: '0.0.1' }),
      );
      devDependencies[name] = `file:old-${index}`;
    }
    expect(Object.keys(devDependencies)).toHaveLength(7);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, devDependencies }));
    await npm(
      ['install', '--package-lock-only', '--prefer-offline', '--save-dev', installed.tarball],
      folder,
    );
    const { packages } = readJson<{ packages: object }>(folder, 'package-lock.json');
    expect(Object.keys(packages)).toContain('node_modules/standin');
  });

  it('brings the packages that docs/numbers.md lists, with the listed sizes', () => {
    const { packages, totalBytes } = readListedPackages(
      readFileSync(join(root, 'docs/numbers.md'), 'utf8'),
    );
    const found = lock().map(({ name, path }) => ({
      name,
      bytes: bytesIn(join(installed.folder, path)),
    }));
    expect(packages.map(({ name }) => name).sort()).toEqual(found.map(({ name }) => name).sort());
    for (const { name, job, bytes } of packages) {
      expect(job, name).toMatch(/\w{3}/);
      const real = found.find((one) => one.name === name)?.bytes ?? 0;
      // The page rounds, and may be a tenth off.
      expect(
        Math.abs(bytes - real),
        `${name}: docs/numbers.md says ${bytes}, it has ${real}`,
      ).toBeLessThan(real / 10 + 6000);
    }
    const real = found.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(Math.abs(totalBytes - real), `in all ${real}`).toBeLessThan(real / 10);
  });
});

describe('the types', () => {
  interface How {
    readonly compiler: string;
    readonly resolution: 'nodenext' | 'bundler';
    /** Whether the compiler checks the declarations of libraries as well. */
    readonly libraries: 'checked' | 'passed over';
    readonly types?: readonly string[];
  }
  const compilers = {
    '7.0': () => tsc,
    '5.9': (context: TestContext) => inMatrix(context, 'typescript/bin/tsc'),
  };

  /** Compiles sources in the installed package's project. Returns the compiler's output. */
  function compile(
    { compiler, resolution, libraries, types = ['node'] }: How,
    sources: Readonly<Record<string, string>>,
  ): string {
    for (const [name, text] of Object.entries(sources)) writeFileSync(join(consumer, name), text);
    const resolved = {
      module: resolution === 'bundler' ? 'preserve' : resolution,
      moduleResolution: resolution,
    };
    const strict = {
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: libraries === 'passed over',
    };
    const lib = ['es2024', 'dom', 'dom.iterable'];
    const compilerOptions = {
      target: 'es2024',
      lib,
      types,
      resolveJsonModule: true,
      noEmit: true,
      ...resolved,
      ...strict,
    };
    writeFileSync(
      join(consumer, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: Object.keys(sources) }),
    );
    writeFileSync(join(consumer, 'package.json'), '{"private":true,"type":"module"}');
    const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', consumer], {
      cwd: consumer,
      encoding: 'utf8',
    });
    return stdout + stderr;
  }

  const all = { 'alone.ts': alone, 'with-peers.ts': withPeers };

  // Checking the declarations of Vite, Vitest and Playwright takes long, also with the older
  // compiler: every combination only if there is time.
  it.for<
    readonly [
      version: keyof typeof compilers,
      resolution: How['resolution'],
      libraries: How['libraries'],
      doors: 'all' | 'alone',
    ]
  >([
    ['7.0', 'nodenext', 'checked', 'all'],
    ['7.0', 'bundler', 'checked', isThorough ? 'all' : 'alone'],
    ['5.9', 'bundler', isThorough ? 'checked' : 'passed over', 'all'],
    ...(isThorough ? ([['5.9', 'nodenext', 'checked', 'all']] as const) : []),
  ])(
    'fit TypeScript %s with the resolution %s, libraries %s, doors: %s',
    { timeout: PATIENCE_MS },
    ([version, resolution, libraries, doors], context) => {
      const compiler = compilers[version](context);
      const told = spawnSync(process.execPath, [compiler, '--version'], {
        encoding: 'utf8',
      }).stdout;
      expect(told).toContain(`Version ${version}`);
      expect(
        compile({ compiler, resolution, libraries }, doors === 'all' ? all : { 'alone.ts': alone }),
      ).toBe('');
    },
  );

  it.for(isThorough ? (['7.0', '5.9'] as const) : (['7.0'] as const))(
    'for pages need no types of Node, with TypeScript %s',
    { timeout: PATIENCE_MS },
    (version, context) => {
      const compiler = compilers[version](context);
      // None of @types/node is there at all.
      const types = join(consumer, 'node_modules/@types');
      rmSync(types, { recursive: true, force: true });
      expect(
        compile(
          { compiler, resolution: 'bundler', libraries: 'checked', types: [] },
          { 'browser.ts': browser },
        ),
      ).toBe('');
    },
  );

  it('reveal mistakes', () => {
    const told = compile(
      { compiler: tsc, resolution: 'nodenext', libraries: 'passed over', types: [] },
      { 'bad.ts': bad },
    );
    expect([...told.matchAll(/^bad\.ts\((\d+),/gm)].map(([, line]) => Number(line))).toEqual([
      6, 7, 8, 9, 10,
    ]);
  });

  it('fit the examples', () => {
    // The examples find the package by its name, and its types in dist/, which only a build writes.
    execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root });
    const { stdout } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', 'examples'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  });
});

describe.each([22, 24, 26])('on Node %i', (major) => {
  it('imports every door', async (context) => {
    const program = nodeOf(context, major);
    writeFileSync(join(consumer, 'imports.mjs'), importsAll);
    const { stdout, stderr } = await promisify(execFile)(program, ['imports.mjs'], {
      cwd: consumer,
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      version: major,
      '.': ['StandinError', 'choices', 'createMock', 'defaultProfile'],
      './node': ['listen', 'loadMock'],
      './msw': ['handler'],
      './vite': ['standin'],
      './vitest': ['extendExpect', 'standinTest'],
      './playwright': ['standinTest', 'worldTest'],
      './verify': ['verify'],
      './profiles/json-server.json': ['default'],
      answered: [200, 201, 5],
    });
  });

  it('records a mock, verifies it, and exports the recording', {
    timeout: 60_000,
  }, async (context) => {
    const program = nodeOf(context, major);
    const options = { node: program, script: installed.launcher, cwd: join(consumer, '..') };
    const at = `node-${major}`;
    expect(await runToEnd(['init', at], options)).toMatchObject({ code: 0, stderr: '' });
    const within = { ...options, cwd: join(options.cwd, at) };
    await using mock = await follow(
      ['serve', '--port', '0', '--json', '--record', 'served.standin'],
      within,
    );
    const held = await runToEnd(
      ['verify', mock.url, '--budget', 'quick', '--seed', '1', '--law', 'created-is-there'],
      within,
    );
    expect(held).toMatchObject({ code: 0 });
    expect(held.stdout).toContain('conforms as far as tried: 1 of 1 law exercised');
    mock.child.kill('SIGINT');
    expect(await mock.ended).toMatchObject({ code: 0 });
    expect(mock.stderr()).toBe('');
    const exported = await runToEnd(
      ['export', 'served.standin', '--form', 'curl', '--filter', 'op:create'],
      within,
    );
    expect(exported).toMatchObject({ code: 0 });
    expect(exported.stdout).toContain('/users');
  });
});

describe('a door without its package', () => {
  /** Imports the entry points in a folder that holds only the package. */
  async function alone(source: string): Promise<string> {
    const asked = ['--input-type=module', '--eval', source];
    const { stdout } = await promisify(execFile)(process.execPath, asked, {
      cwd: installed.folder,
    });
    return stdout;
  }

  it.each([
    ['msw', 'msw'],
    ['vitest', 'vitest'],
    ['playwright', '@playwright/test'],
  ])('standin/%s says what to install', async (door, name) => {
    const error: unknown = await alone(`import 'standin/${door}';`).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 1 });
    expect(String(Reflect.get(error as object, 'stderr'))).toContain(
      `StandinError: standin/${door} needs the package ${name}, which is not installed\nInstall it: npm install -D ${name}\n`,
    );
  });

  it('standin/vite needs no package until Vite uses it', async () => {
    const told = await alone(
      "import { standin } from 'standin/vite'; console.log(standin().name);",
    );
    expect(told).toBe('standin\n');
  });

  it.for([22, 24, 26])('can be required if it is installed, on Node %i', async (major, context) => {
    const source =
      "console.log(typeof require('standin/msw').handler, typeof require('standin/playwright').worldTest)";
    const asked = ['--no-warnings', '--input-type=commonjs', '--eval', source];
    const { stdout } = await promisify(execFile)(nodeOf(context, major), asked, {
      cwd: consumer,
    });
    expect(stdout).toBe('function function\n');
  });
});

describe('on Node 20', () => {
  it('the command line names the required Node, and ends with 2', async (context) => {
    const node = nodeOf(context, 20);
    const { version } = readJson<{ version: string }>(inMatrix(context, 'node-20/package.json'));
    expect(await runToEnd(['serve'], { node, script: installed.launcher })).toEqual({
      code: 2,
      signal: null,
      stdout: '',
      stderr: `standin: Node 22.18 or newer is needed; this is Node ${version}.
Install one from https://nodejs.org or with your version manager (nvm install 24, fnm install 24), and try again.
`,
    });
  });

  it('and older, the command line says so in syntax that any Node can read', () => {
    const launcher = readFileSync(installed.launcher, 'utf8');
    // What came after ES5, and would be a syntax error or unknown to a Node of that time.
    expect(launcher).not.toMatch(
      /\b(?:const|let|import|class|async|await)\b|=>|`|\?\.|\?\?|\.\.\.|,\s*\)/,
    );
    const { engines } = readJson<{ engines: { node: string } }>(root, 'package.json');
    const wanted = /wanted = \[(\d+), (\d+)\]/.exec(launcher);
    expect(`>=${wanted?.[1]}.${wanted?.[2]}`).toBe(engines.node);
  });
});

describe("a stranger's path", () => strangersPath(installed));
