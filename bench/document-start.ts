// `npm run bench:documents -- <file>...`: the time, CPU and memory from the start of `serve <file>`
// to its first answer, beside the example project without any notes of earlier checks. They start in
// turn, round by round. Linux only. Exit code 0 whatever the numbers are.

import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ratioOf, spreadOf } from './figures.ts';
import { findFreePort } from './free-port.ts';
import { tryRequest } from './try-request.ts';

const ROUNDS = 5;
/** Milliseconds between two attempts, and until a server has failed. */
const [TRY_MS, FAILED_MS] = [4, 120_000];
/** Milliseconds of one unit of CPU in /proc. */
const TICK_MS = 10;
const EXAMPLE = 'the example project';

const top = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'standin-documents-'));
for (const name of ['contracts', 'schemas', 'db.json'])
  cpSync(join(top, name), join(folder, name), { recursive: true });

interface Start {
  readonly ms: number;
  readonly cpuMs: number;
  readonly megabytes: number;
}

const files = process.argv.slice(2).map((file) => resolve(file));
const starts = new Map<string, Start[]>([EXAMPLE, ...files].map((name) => [name, []]));
try {
  // The first turn is not counted: it brings the files into memory.
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, all] of starts) {
      const start = await startOnce(name === EXAMPLE ? [] : [name]);
      if (round > 0) all.push(start);
    }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

for (const [name, all] of starts) {
  const medianOf = (key: keyof Start): number =>
    Math.round(spreadOf(all.map((one) => one[key]))?.median ?? 0);
  const timesOf = (key: keyof Start): string =>
    ratioOf(
      all.map((one) => one[key]),
      starts.get(EXAMPLE)?.map((one) => one[key]) ?? [],
    )?.median.toFixed(1) ?? '';
  const size = name === EXAMPLE ? '' : ` (${Math.round(statSync(name).size / 1_000)} KB)`;
  console.log(
    `${(basename(name) + size).padEnd(52)} ${medianOf('ms')} ms (${timesOf('ms')} times the example),` +
      ` CPU ${medianOf('cpuMs')} ms (${timesOf('cpuMs')} times), at most ${medianOf('megabytes')} MB`,
  );
}

async function startOnce(source: readonly string[]): Promise<Start> {
  const port = await findFreePort();
  const script = join(top, 'bin/standin.cjs');
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [script, 'serve', ...source, '--port', String(port), '--quiet'],
    { cwd: folder, stdio: 'ignore' },
  );
  try {
    await answered(port, began, source);
    return { ms: performance.now() - began, ...usageOf(child) };
  } finally {
    await end(child);
  }
}

/** Any answer counts. */
async function answered(port: number, began: number, source: readonly string[]): Promise<void> {
  while (performance.now() - began < FAILED_MS) {
    if ((await tryRequest(port, '/')) > 0) return;
    await wait(TRY_MS);
  }
  throw new Error(`serve ${source.join(' ')} does not answer`);
}

function usageOf({ pid }: ChildProcess): Pick<Start, 'cpuMs' | 'megabytes'> {
  const read = (name: string): string => readFileSync(`/proc/${pid}/${name}`, 'utf8');
  // Fields 14 and 15, counted from behind the name, which may hold anything.
  const fields = read('stat').split(') ').at(-1)?.split(' ') ?? [];
  const kilobytes = /VmHWM:\s+(\d+)/.exec(read('status'))?.[1];
  return {
    cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
    megabytes: Number(kilobytes) / 1_000,
  };
}

/** Ends it as Ctrl-C does: only then does Node keep what it compiled for the next start. */
function end(child: ChildProcess): Promise<void> {
  return new Promise((done) => {
    child.once('exit', () => done());
    child.kill('SIGINT');
  });
}
