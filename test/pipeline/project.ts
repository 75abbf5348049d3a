// A project in a folder of its own that has this Standin installed, and the machine that verifies
// in it.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { copyProject, type Folder } from '../support/cli.ts';
import { root } from '../support/root.ts';
import type { Machine } from './runner.ts';

export interface PipelineProject extends Folder {
  readonly machine: Machine;
}

/**
 * What is called instead of Standin; `null` for Standin itself, as it is built before the tests.
 */
export function createProject(program: string | null = null): PipelineProject {
  const folder = copyProject();
  const bin = folder.at('node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  writeScript(
    join(bin, 'standin'),
    program ?? `exec "${process.execPath}" "${join(root, 'dist/bundle/cli.js')}" "$@"`,
  );
  const artifacts = folder.at('.artifacts');
  mkdirSync(artifacts);
  return {
    ...folder,
    machine: { workspace: folder.path, temp: folder.at('.temp'), artifacts, env: {}, groups: [] },
  };
}

/** A rule of an override where the variable OVERRIDE holds one. */
const OVERRIDE = ['$', '{OVERRIDE:+--override "$OVERRIDE"}'].join('');

/**
 * A project that `npm ci` makes whole, and whose `npm start` starts its service on a port, in the
 * variable PORT.
 */
export function createPackage(contracts: readonly string[], port: number): PipelineProject {
  const project = createProject();
  rmSync(project.at('node_modules'), { recursive: true });
  const users = JSON.parse(readFileSync(project.at('contracts/users.json'), 'utf8')) as {
    operations: Record<string, unknown>;
  };
  const rows: unknown = JSON.parse(readFileSync(project.at('db.json'), 'utf8')).users;
  const write = (name: string, value: unknown): void =>
    writeFileSync(project.at(name), JSON.stringify(value));
  const { list, read } = users.operations;
  for (const resource of contracts.filter((name) => name !== 'users'))
    write(`contracts/${resource}.json`, {
      ...users,
      resource,
      path: `/${resource}`,
      operations: { list, read },
    });
  if (!contracts.includes('users')) {
    rmSync(project.at('contracts/users.json'));
    rmSync(project.at('contracts/pacts'), { recursive: true });
  }
  write('db.json', Object.fromEntries(contracts.map((resource) => [resource, rows])));
  const standin = { version: '0.1.0', bin: { standin: 'standin.sh' } };
  writeScript(
    project.at('vendor/standin/standin.sh'),
    `exec node "${join(root, 'dist/bundle/cli.js')}" "$@"`,
  );
  write('vendor/standin/package.json', { name: 'standin', ...standin });
  const about = {
    name: 'service',
    version: '1.0.0',
    dependencies: { standin: 'file:vendor/standin' },
  };
  write('package.json', {
    ...about,
    scripts: { start: `standin serve --port $PORT --quiet ${OVERRIDE}` },
  });
  const packages = {
    '': about,
    'vendor/standin': standin,
    'node_modules/standin': { resolved: 'vendor/standin', link: true },
  };
  write('package-lock.json', {
    name: 'service',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages,
  });
  return { ...project, machine: { ...project.machine, env: { PORT: String(port) } } };
}

/** Writes a script of bash that can be called. */
export function writeScript(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/bash\n${text}\n`);
  chmodSync(file, 0o755);
}

/** All files below a folder, by their paths; none where it is not there. */
export function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
