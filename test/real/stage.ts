// The processes of one product, in a folder of its own. Each is a process group, and is ended by its
// own id, the last one first. Nothing of them stays.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../bench/free-port.ts';

export interface Stage extends AsyncDisposable {
  readonly folder: string;
  readonly port: number;
  /** Another free port. */
  readonly freePort: () => Promise<number>;
  /** Writes a file into the folder, and returns its path. */
  readonly write: (name: string, text: string) => string;
  /** Runs a program to its end in the folder, and returns what it printed. */
  readonly run: (program: string, args: readonly string[], input?: string) => string;
  /** Starts a program that goes on. */
  readonly spawn: (program: string, args: readonly string[], options?: SpawnOptions) => void;
  /** Ends something else when the product is ended. */
  readonly use: (resource: AsyncDisposable) => void;
  /** Waits until something listens on the port. */
  readonly listens: () => Promise<void>;
  /** Waits until an address answers 2xx. */
  readonly answers: (url: string, headers?: Readonly<Record<string, string>>) => Promise<void>;
}

export interface SpawnOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const open = new Set<Stage>();

/** Ends everything that was started, and is not ended yet. */
export async function endStages(): Promise<void> {
  for (const stage of open) await stage[Symbol.asyncDispose]();
}

const RUN_MS_MAX = 60_000;
const START_MS_MAX = 120_000;
const END_MS_MAX = 10_000;

/** Makes a stage. What its programs print goes into a file, if one is named. */
export async function createStage(log: string | null): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'standin-real-'));
  const port = await findFreePort();
  const ended: AsyncDisposable[] = [];
  const children: ChildProcess[] = [];
  let output = log === null ? null : openSync(log, 'w');
  async function until(
    url: string,
    headers: Readonly<Record<string, string>>,
    fits: (answer: Response) => boolean,
  ): Promise<void> {
    const deadline = Date.now() + START_MS_MAX;
    while (Date.now() < deadline) {
      if (children.some(({ exitCode }) => exitCode !== null)) throw new Error('it ended at once');
      const answer = await answered(url, headers);
      if (answer !== null && fits(answer)) return;
      await wait(300);
    }
    throw new Error(`${url} did not answer in ${START_MS_MAX / 1000} s`);
  }
  const stage: Stage = {
    folder,
    port,
    freePort: findFreePort,
    write(name, text) {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    },
    run: (program, args, input = '') =>
      execFileSync(program, args, {
        cwd: folder,
        input,
        encoding: 'utf8',
        timeout: RUN_MS_MAX,
        stdio: 'pipe',
      }),
    spawn(program, args, { cwd = folder, env = {} } = {}) {
      const child = spawn(program, args, {
        cwd,
        env: { ...process.env, ...env },
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child.on('error', () => {});
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text) => output !== null && writeSync(output, text));
      children.push(child);
      ended.push({ [Symbol.asyncDispose]: () => endGroup(child) });
    },
    use: (resource) => void ended.push(resource),
    listens: () => until(`http://127.0.0.1:${port}`, {}, () => true),
    answers: (url, headers = {}) => until(url, headers, ({ ok }) => ok),
    async [Symbol.asyncDispose]() {
      if (!open.delete(stage)) return;
      for (const one of ended.toReversed()) await one[Symbol.asyncDispose]();
      // What a product still says while it ends is not kept.
      const written = output;
      output = null;
      if (written !== null) closeSync(written);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  open.add(stage);
  return stage;
}

async function answered(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response | null> {
  try {
    const answer = await fetch(url, { headers, signal: AbortSignal.timeout(5_000) });
    await answer.arrayBuffer();
    return answer;
  } catch {
    return null;
  }
}

/** Ends a process and those that it started; by force if they take too long. */
async function endGroup(child: ChildProcess): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const isEnded = child.exitCode !== null || child.signalCode !== null;
  const end = isEnded
    ? Promise.resolve()
    : new Promise<void>((done) => child.once('exit', () => done()));
  signalGroup(pid, 'SIGTERM');
  const timeout = new AbortController();
  await Promise.race([
    end,
    wait(END_MS_MAX, undefined, { signal: timeout.signal }).catch(() => {}),
  ]);
  timeout.abort();
  signalGroup(pid, 'SIGKILL');
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // All of them have ended.
  }
}
