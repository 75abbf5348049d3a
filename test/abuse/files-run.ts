// Runs readers of damaged files in their own processes, and waits for their reports. A process that
// is silent for long hangs: it is ended.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { isObject, type JsonObject, own } from '../../src/base/json.ts';

/** What happened to one reader. */
export interface Told {
  readonly what: string;
  readonly cases: number;
  readonly taken: number;
  readonly refused: number;
  readonly failures: readonly string[];
}

export interface Trial {
  /** The readers, by number, or all of them. */
  readonly readers: readonly number[] | 'all';
  readonly cases: number;
  readonly seed: number;
  readonly folder: string;
}

/**
 * How long a process may say nothing: one case takes some tens of milliseconds, on a busy machine a
 * second.
 */
const SILENCE_MS = 60_000;
const CHILD = join(import.meta.dirname, 'files-child.ts');

/**
 * Resolves with what happened to each reader. A reader that hangs or dies is a failure of the case
 * that it was at.
 */
export async function tryReaders({
  readers,
  cases,
  seed,
  folder,
}: Trial): Promise<readonly Told[]> {
  const which = readers === 'all' ? readers : readers.join();
  const env = { ...process.env, NODE_V8_COVERAGE: '' };
  const child = spawn(process.execPath, [CHILD, which, String(cases), String(seed), folder], {
    env,
  });
  const told: Told[] = [];
  let last = '';
  const errors: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => void errors.push(text));
  let isSilent = false;
  const timer = setTimeout(() => {
    isSilent = true;
    child.kill('SIGKILL');
  }, SILENCE_MS);
  for await (const line of linesOf(child)) {
    timer.refresh();
    const said: unknown = JSON.parse(line);
    if (isObject(said) && own(said, 'done') !== undefined) told.push(toldOf(said));
    else last = line;
  }
  clearTimeout(timer);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  if (child.exitCode === 0) return told;
  const why = isSilent
    ? `nothing was said for ${SILENCE_MS} ms`
    : `it ended with ${child.exitCode ?? child.signalCode}`;
  const failure = `${why}\n${errors.join('').slice(0, 3_000)}\nat ${last.slice(0, 3_000)}`;
  return [...told, { what: 'the process', cases: 0, taken: 0, refused: 0, failures: [failure] }];
}

async function* linesOf({ stdout }: ChildProcess): AsyncIterable<string> {
  let rest = '';
  for await (const chunk of stdout?.setEncoding('utf8') ?? []) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

function toldOf(said: JsonObject): Told {
  const number = (key: string): number => Number(own(said, key));
  const failures = own(said, 'failures');
  return {
    what: String(own(said, 'done')),
    cases: number('cases'),
    taken: number('taken'),
    refused: number('refused'),
    failures: Array.isArray(failures) ? failures.map(String) : ['it did not say what failed'],
  };
}
