// Takes a defence away in a copy of this checkout, and runs the test that must fail then.

import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Defence } from './defence.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** What the tests read; the packages are shared. */
const PARTS = [
  'src',
  'test',
  'contracts',
  'schemas',
  'examples',
  'docs',
  'db.json',
  'package.json',
  'tsconfig.json',
  'dist',
  'README.md',
];
/**
 * How long a test may take before it counts as failed, in milliseconds: without some defences
 * nothing ends.
 */
const RUN_MS = 90_000;

export interface Copy extends Disposable {
  readonly path: string;
}

/** Makes a copy of the checkout in a folder that goes away with it. */
export function copyCheckout(): Copy {
  const path = mkdtempSync(join(tmpdir(), 'standin-defences-'));
  for (const part of PARTS) cpSync(join(ROOT, part), join(path, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(path, 'node_modules'), 'dir');
  // Nothing is built and no browser is unpacked for these.
  writeFileSync(
    join(path, 'vitest.config.ts'),
    "export default { test: { include: ['test/**/*.test.ts'], maxWorkers: 1, testTimeout: 20_000 } };\n",
  );
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** Counts how often the text of a defence occurs in its file. */
export function countOf({ file, text }: Defence, root = ROOT): number {
  return readFileSync(join(root, file), 'utf8').split(codePattern(text)).length - 1;
}

/** Matches code however the formatter breaks its lines. */
function codePattern(text: string): RegExp {
  const characters = [...text.replaceAll(/\s/g, '')].map((character) => {
    const literal = character.replace(/[\^$.*+?()[\]{}|/\\]/, '\\$&');
    return /[)\]}]/.test(character) ? `,?\\s*${literal}` : literal;
  });
  return new RegExp(characters.join('\\s*'));
}

export type Proof = 'fails without it' | 'passes without it' | 'fails with it';

/** Runs the test of a defence without it; with `both`, first with it. */
export async function takeAway(
  defence: Defence,
  { path }: Copy,
  runs: 'both' | 'without',
): Promise<Proof> {
  if (runs === 'both' && !(await passes(defence, path))) return 'fails with it';
  const file = join(path, defence.file);
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replace(codePattern(defence.text), () => defence.without),
  );
  try {
    return (await passes(defence, path)) ? 'passes without it' : 'fails without it';
  } finally {
    writeFileSync(file, text);
  }
}

/** Runs a test to its end. A run in which nothing is tried has not passed, and is an error. */
function passes({ test, only }: Defence, cwd: string): Promise<boolean> {
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const told = join(cwd, 'result.json');
  rmSync(told, { force: true });
  const chosen = only === undefined ? [] : ['-t', only];
  const args = [
    vitest,
    'run',
    test,
    '--bail',
    '1',
    '--reporter',
    'json',
    '--outputFile',
    told,
    ...chosen,
  ];
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: 'ignore',
    // The bundle in the copy still has the defence.
    env: { ...process.env, VITEST: '', NODE_V8_COVERAGE: '', STANDIN_CLI: 'src/cli.ts' },
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), RUN_MS);
  return new Promise((done, failed) => {
    child.once('close', (code) => {
      clearTimeout(timer);
      // Uncaught errors end a run as well, and count; so does a run that had to be ended.
      if (code !== 0) done(false);
      else if (readPassed(told) > 0) done(true);
      else failed(new Error(`nothing was tried: ${test} ${only ?? ''}`));
    });
  });
}

function readPassed(file: string): number {
  return (JSON.parse(readFileSync(file, 'utf8')) as { numPassedTests: number }).numPassedTests;
}
