// What a witness runs on: how its framework is had, in a folder of its own, and how it is started.
// A runtime or framework that this machine lacks is a reason, not an error.

import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Server, servers, versionOf } from '../../bench/servers.ts';
import { root } from '../support/root.ts';

export type Runtime =
  /** Packages of npm with their versions; the first is the framework. A `.mts` file is compiled. */
  | { readonly kind: 'npm'; readonly file: string; readonly packages: readonly string[] }
  /** A module of Python, with the others that the file imports. */
  | {
      readonly kind: 'python';
      readonly file: string;
      readonly distribution: string;
      readonly imports: readonly string[];
    }
  | { readonly kind: 'ruby'; readonly file: string; readonly gems: readonly string[] }
  /** The standard library alone. */
  | { readonly kind: 'go'; readonly file: string }
  /** A server that the benchmark installs; it has no faults of its own. */
  | { readonly kind: 'server'; readonly name: 'json-server-0' | 'json-server-1' };

/** How a witness is started, the program first, and the version of its framework. */
export interface Prepared {
  readonly version: string;
  readonly command: (port: number) => readonly [program: string, ...args: string[]];
}

/** Installs or compiles a witness in a folder; returns a reason if that is not possible. */
export function prepare(runtime: Runtime, folder: string): Prepared | string {
  switch (runtime.kind) {
    case 'npm':
      return prepareNode(runtime, folder);
    case 'python':
      return preparePython(runtime, folder);
    case 'ruby':
      return prepareRuby(runtime, folder);
    case 'go':
      return prepareGo(runtime, folder);
    case 'server':
      return prepareServer(servers[runtime.name], folder);
  }
}

function prepareNode(
  { file, packages }: Runtime & { kind: 'npm' },
  folder: string,
): Prepared | string {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline'];
  if (run('npm', ['install', ...flags, ...packages], folder) === null)
    return `npm cannot install ${packages.join(', ')}`;
  const copied = bring(file, folder);
  const script = copied.replace(/\.mts$/, '.mjs');
  if (script !== copied && run(process.execPath, [TSC, ...TSC_FLAGS, copied], folder) === null)
    return `the compiler cannot compile ${file}`;
  const name = (packages[0] ?? '').replace(/(?<=.)@.*$/, '');
  const manifest = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8');
  const { version }: { version: string } = JSON.parse(manifest);
  return { version, command: () => [process.execPath, script] };
}

/** Both frameworks in TypeScript need the types of parameters while they run. */
const TSC_FLAGS = [
  '--ignoreConfig',
  ...['--target', 'es2022', '--module', 'nodenext', '--noCheck', '--types', ''],
  ...['--experimentalDecorators', '--emitDecoratorMetadata', '--useDefineForClassFields', 'false'],
];
const TSC = join(root, 'node_modules/typescript/bin/tsc');

function preparePython(
  { file, distribution, imports }: Runtime & { kind: 'python' },
  folder: string,
): Prepared | string {
  const pythons = [process.env['PYTHON'] ?? 'python3', '/usr/bin/python3'];
  const code = `import ${imports.join(', ')}; from importlib.metadata import version; print(version('${distribution}'))`;
  for (const python of pythons) {
    const version = run(python, ['-c', code], folder);
    if (version === null) continue;
    const copied = bring(file, folder);
    return { version, command: () => [python, copied] };
  }
  return `${pythons[0]} has no ${distribution}; set PYTHON to one that has`;
}

function prepareRuby(
  { file, gems }: Runtime & { kind: 'ruby' },
  folder: string,
): Prepared | string {
  const code = `${gems.map((gem) => `gem '${gem}'`).join('; ')}; print Gem.loaded_specs['${gems[0]}'].version`;
  const version = run('ruby', ['-e', code], folder);
  if (version === null) return `ruby has no ${gems.join(', ')}`;
  const copied = bring(file, folder);
  return { version, command: () => ['ruby', copied] };
}

function prepareGo({ file }: Runtime & { kind: 'go' }, folder: string): Prepared | string {
  const version = run('go', ['env', 'GOVERSION'], folder);
  if (version === null) return 'there is no go';
  const program = join(folder, 'witness');
  if (run('go', ['build', '-o', program, bring(file, folder)], folder) === null)
    return `go cannot compile ${file}`;
  return { version: version.replace(/^go/, ''), command: () => [program] };
}

function prepareServer(server: Server, folder: string): Prepared {
  return {
    version: versionOf(server.name),
    command: (port) => {
      const db = join(folder, `users-${port}.json`);
      copyFileSync(join(root, 'db.json'), db);
      return [process.execPath, ...server.start(port, { folder, db, openapi: '' })];
    },
  };
}

function bring(file: string, folder: string): string {
  const copied = join(folder, basename(file));
  copyFileSync(join(root, 'test/peers/witnesses', file), copied);
  return copied;
}

/** Returns what a program prints, or null if it fails. */
function run(program: string, args: readonly string[], cwd: string): string | null {
  try {
    return execFileSync(program, args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: PREPARING_MS_MAX,
    }).trim();
  } catch {
    return null;
  }
}

/** How long an installation or compilation may take, in milliseconds. */
const PREPARING_MS_MAX = 180_000;
