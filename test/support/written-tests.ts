// Runs test files that Standin wrote with Vitest, as you would.

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Folder } from './cli.ts';
import { root } from './root.ts';

/** Makes a folder of a project that has vitest and nothing else; it goes away with the test. */
export function vitestFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'standin-written-'));
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'));
  return {
    path,
    at: (...steps) => join(path, ...steps),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

export interface TestOutcome {
  readonly title: string;
  readonly status: string;
  /** What the failures say. */
  readonly failureMessages?: readonly string[];
}

export interface RunOptions {
  /** The service; `null` for the one that each test was written for. */
  readonly baseUrl: string | null;
  /** STANDIN_HEADER. */
  readonly header?: string;
  /**
   * Whether each file has its own process, which is Vitest's default; otherwise they share one,
   * which takes less time.
   */
  readonly processes?: 'own' | 'shared';
}

/** Runs all tests of a folder. Returns the results by file. */
export async function runWritten(
  folder: Folder,
  { baseUrl, header = '', processes = 'own' }: RunOptions,
): Promise<ReadonlyMap<string, readonly TestOutcome[]>> {
  const out = folder.at('out.json');
  const { VITEST: _one, VITEST_MODE: _two, VITEST_WORKER_ID: _three, ...inherited } = process.env;
  const env = {
    ...inherited,
    STANDIN_HEADER: header,
    ...(baseUrl === null ? {} : { STANDIN_BASE_URL: baseUrl }),
  };
  const tool = join(root, 'node_modules/vitest/vitest.mjs');
  const args = [tool, 'run', '--root', folder.path, '--reporter=json', `--outputFile=${out}`];
  if (processes === 'shared') args.push('--no-isolate', '--no-file-parallelism');
  // It ends with 1 if a test fails; the report says which.
  await new Promise<void>((done) =>
    execFile(process.execPath, args, { cwd: folder.path, env }, () => done()),
  );
  const report = JSON.parse(readFileSync(out, 'utf8')) as Report;
  return new Map(
    report.testResults.map(({ name, assertionResults }) => [
      name.replace(/^.*\//, ''),
      assertionResults,
    ]),
  );
}

/** What vitest writes. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly TestOutcome[];
  }[];
}
