// One run of `standin verify`, or of `standin clean`, in a process and a folder of its own, as a user
// starts it: address, document, credentials.

import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/root.ts';

/** The program: a file for Node, the sources by default. */
export const SOURCES: string = join(root, 'src/cli.ts');

export interface Target {
  readonly cli: string;
  readonly document: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly seed: number;
  /** Further options of `verify`. */
  readonly options: readonly string[];
}

export interface Finding {
  /** The operation of the document: `POST /todos`. */
  readonly operation: string;
  readonly code: string;
  readonly at: string | null;
  readonly message: string;
  /** The calls behind it, as `GET /todos/1`. */
  readonly calls: readonly string[];
}

export interface Verified {
  /** `null` if it did not end in time. */
  readonly code: number | null;
  readonly seconds: number;
  readonly findings: readonly Finding[];
  /** What it says it left behind. */
  readonly leftBehind: number;
}

/** How long a run may take, in milliseconds. */
const RUN_MS_MAX = 600_000;

/** Verifies; its report is in `report.txt` of the folder. */
export async function runVerify(target: Target, folder: string): Promise<Verified> {
  mkdirSync(folder, { recursive: true });
  const startedAt = Date.now();
  const { document, url, seed, options } = target;
  const named = ['verify', document, url, '--seed', String(seed), '--json', 'report.json'];
  const code = await run(target, [...named, ...options], folder, 'report.txt');
  const reports = readdirSync(folder)
    .filter((name) => /^report.*\.json$/.test(name))
    .map((name): Report => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  return {
    code,
    seconds: (Date.now() - startedAt) / 1_000,
    findings: reports.flatMap(({ findings }) => findings.map(findingOf)),
    leftBehind: reports.flatMap(({ leftovers }) => leftovers).length,
  };
}

/** Cleans; returns the exit code. What it says is in `clean.txt`. */
export function runClean(target: Target, folder: string): Promise<number | null> {
  return run(target, ['clean', target.url], folder, 'clean.txt');
}

/** What is read of the report that `--json` writes. */
interface Report {
  readonly findings: readonly {
    readonly code: string;
    readonly clause: string;
    readonly at: string | null;
    readonly message: string;
    readonly trace: readonly {
      readonly call: { readonly method: string; readonly path: string };
    }[];
  }[];
  readonly leftovers: readonly unknown[];
}

function findingOf({ code, clause, at, message, trace }: Report['findings'][number]): Finding {
  const [operation = clause] = clause.split(', ');
  const calls = trace.map(({ call }) => `${call.method} ${call.path}`);
  return { operation, code, at, message, calls };
}

/** Names a finding: `POST /todos value-changed /tag`. */
export function lineOf({ operation, code, at }: Finding): string {
  return [operation, code, at ?? ''].join(' ').trim();
}

function run(
  { cli, headers }: Target,
  args: readonly string[],
  folder: string,
  file: string,
): Promise<number | null> {
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { CI: _ci, GITHUB_ACTIONS: _actions, ...env } = process.env;
  const child = spawn(process.execPath, [cli, ...args, ...fields], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const parts: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => parts.push(part));
  const timeout = setTimeout(() => child.kill('SIGKILL'), RUN_MS_MAX);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(timeout);
      writeFileSync(join(folder, file), Buffer.concat(parts));
      resolve(code);
    });
  });
}
