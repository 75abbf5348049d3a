// Holds snippets of TypeScript to their types, all of a page in one run of the compiler.

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/root.ts';

/** How long the compiler may take, in milliseconds. */
const TSC_MS = 60_000;

/** Returns what the compiler reports for files in a folder; empty if all is well. */
export function checkTypes(folder: string, files: readonly string[]): Promise<string> {
  if (files.length === 0) return Promise.resolve('');
  const types = join(folder, 'node_modules/@types');
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  if (!existsSync(types)) symlinkSync(join(root, 'node_modules/@types'), types, 'junction');
  const options = {
    target: 'es2024',
    lib: ['es2024', 'esnext.disposable', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    moduleDetection: 'force',
    types: ['node', 'vite/client'].filter(
      (name) =>
        name === 'node' || existsSync(join(folder, 'node_modules', name.split('/')[0] ?? '')),
    ),
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    resolveJsonModule: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    exactOptionalPropertyTypes: true,
    jsx: 'react-jsx',
  };
  // The doors as their sources have them: what is built of them may be of another time.
  const paths = {
    standin: [door('index')],
    'standin/profiles/*': [join(root, 'contracts/profiles/*')],
    'standin/*': [door('*')],
  };
  const project = join(folder, 'tsconfig.docs.json');
  writeFileSync(
    project,
    JSON.stringify({ compilerOptions: { ...options, paths }, files: [...new Set(files)] }),
  );
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [tsc, '-p', project],
      { cwd: folder, encoding: 'utf8', timeout: TSC_MS },
      (_, stdout, stderr) => resolve(`${stdout}${stderr}`),
    );
  });
}

function door(name: string): string {
  return join(root, 'src', `${name}.ts`);
}
