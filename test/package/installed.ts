// The package as strangers get it: packed, and installed into an empty folder outside the
// repository.

import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { TestContext } from 'vitest';
import { root } from '../support/root.ts';

export const tsc: string = join(root, 'node_modules/typescript/bin/tsc');
const matrix = join(root, 'toolchain/matrix');
const isWindows = process.platform === 'win32';

/** Where the package is installed. Plain data, for it is handed from one process to others. */
export interface Installed {
  /** The folder that it was installed into; nothing else was there. */
  readonly folder: string;
  readonly tarball: string;
  /** The files in the tarball. */
  readonly files: readonly string[];
  /** The launcher of the command line. */
  readonly launcher: string;
}

/**
 * Packs the package and installs it. It packs a copy of what `npm run build` makes, because other
 * tests use dist/ meanwhile; or it takes the tarball that STANDIN_TARBALL names. npm takes from its
 * cache what it fetched for the repository.
 */
export async function packAndInstall(): Promise<{
  readonly installed: Installed;
  readonly remove: () => void;
}> {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'standin-package-')));
  const tarball = process.env['STANDIN_TARBALL'] ?? (await pack(home));
  const folder = join(home, 'stranger');
  mkdirSync(folder);
  await npm(['install', '--prefer-offline', tarball], folder);
  const listed = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' });
  return {
    installed: {
      folder,
      tarball,
      files: listed
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [line.trim().slice('package/'.length)])),
      launcher: join(folder, 'node_modules/standin/bin/standin.cjs'),
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

async function pack(home: string): Promise<string> {
  const stage = join(home, 'stage');
  mkdirSync(stage);
  const built = ['bundle', 'doors', 'ui'].map((part) => join('dist', part));
  for (const part of [
    'package.json',
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'bin',
    'schemas',
    'formats',
    'contracts',
    'db.json',
    'docs',
    'examples',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'src',
    ...built,
  ])
    cpSync(join(root, part), join(stage, part), { recursive: true });
  execFileSync(
    process.execPath,
    [tsc, '-p', 'tsconfig.build.json', '--outDir', join(stage, 'dist')],
    {
      cwd: root,
      stdio: 'inherit',
    },
  );
  const told = await npm(['pack', '--json', '--ignore-scripts', '--pack-destination', home], stage);
  if (!told.includes('.tgz')) throw new Error(`npm pack made nothing: ${told}`);
  return join(home, readdirSync(home).find((name) => name.endsWith('.tgz')) ?? '');
}

/**
 * Runs npm in a folder as you would there: without the variables of the npm that runs these tests.
 */
export async function npm(args: readonly string[], cwd: string): Promise<string> {
  return execute('npm', args, cwd);
}

/** The same for npx, which must not ask nor install. */
export async function npx(args: readonly string[], cwd: string): Promise<string> {
  return execute('npx', ['--no', ...args], cwd);
}

async function execute(program: string, args: readonly string[], cwd: string): Promise<string> {
  const ownPlace =
    /^npm_(?:package|lifecycle|config_(?:local_prefix|prefix|workspace|include_workspace))/i;
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !ownPlace.test(name)),
  );
  const { stdout } = await promisify(execFile)(program, args, {
    cwd,
    env,
    encoding: 'utf8',
    shell: isWindows,
  });
  return stdout;
}

const PEERS = [
  'msw',
  'vite',
  'vitest',
  '@playwright/test',
  '@pact-foundation/pact',
  '@opentelemetry/api',
  'pg',
  '@types/node',
];

/**
 * Returns a folder next to the installation with the same packages and the peers of the repository.
 */
export function addPeers({ folder }: Installed, name: string): string {
  const beside = join(dirname(folder), name);
  cpSync(join(folder, 'node_modules'), join(beside, 'node_modules'), { recursive: true });
  for (const peer of PEERS) {
    mkdirSync(dirname(join(beside, 'node_modules', peer)), { recursive: true });
    symlinkSync(
      realpathSync(join(root, 'node_modules', peer)),
      join(beside, 'node_modules', peer),
      'junction',
    );
  }
  return beside;
}

/** Whether there is time for everything: if the package is tested by itself. */
export const isThorough: boolean = process.env['STANDIN_TARBALL'] !== undefined;

/**
 * Installs what the package is tested with and the repository lacks, other Nodes and another
 * TypeScript: 150 MB, once, from its own lockfile. Without a registry these tests are skipped
 * visibly, except in CI.
 */
export async function bringMatrix(): Promise<void> {
  const noted = join(matrix, 'node_modules/.package-lock.json');
  const isThere =
    existsSync(noted) &&
    statSync(noted).mtimeMs >= statSync(join(matrix, 'package-lock.json')).mtimeMs;
  if (isThere) return;
  await npm(['ci', '--prefer-offline', '--no-workspaces'], matrix).catch((error: unknown) => {
    if (isThorough || process.env['CI'] !== undefined) throw error;
  });
}

/** Returns a file of the matrix; skips the test if it cannot be fetched. */
export function inMatrix(context: TestContext, ...steps: readonly string[]): string {
  const file = join(matrix, 'node_modules', ...steps);
  if (!existsSync(file))
    context.skip(`${steps.join('/')} could not be fetched, or there is none for this system`);
  return file;
}

/** Returns the Node of a major version; skips the test if there is none. */
export function nodeOf(context: TestContext, major: number): string {
  return findNode(major) ?? inMatrix(context, `node-${major}`, 'bin/node');
}

/** Returns the Node of a major version; `null` if it could not be fetched. */
export function findNode(major: number): string | null {
  if (major === Number(process.versions.node.split('.')[0])) return process.execPath;
  const file = join(matrix, 'node_modules', `node-${major}`, 'bin/node');
  return existsSync(file) ? file : null;
}

/** The bytes of all files below a folder, those of packages in `node_modules` of it left out. */
export function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + bytesIn(path);
    return sum + (entry.isFile() ? statSync(path).size : 0);
  }, 0);
}

/** Reads a file of JSON. */
export function readJson<T>(...steps: readonly string[]): T {
  return JSON.parse(readFileSync(join(...steps), 'utf8')) as T;
}
