// A project in a folder of its own that has this Standin installed, and the machine that verifies in it.

import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyProject, type Folder } from '../support/cli.ts';
import { type Machine, root } from './runner.ts';

export interface PipelineProject extends Folder {
  readonly machine: Machine;
}

/** What is called instead of Standin; `null` for Standin itself, run from its sources. */
export function createProject(program: string | null = null): PipelineProject {
  const folder = copyProject();
  const bin = folder.at('node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  writeScript(join(bin, 'standin'), program ?? `exec "${process.execPath}" "${join(root, 'src/cli.ts')}" "$@"`);
  const artifacts = folder.at('.artifacts');
  mkdirSync(artifacts);
  return { ...folder, machine: { workspace: folder.path, temp: folder.at('.temp'), artifacts, env: {} } };
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
