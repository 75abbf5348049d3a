// A server in its own process, from start to end. It always ends, also if the benchmark fails.

import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { BenchFailure } from './failure.ts';
import { findFreePort } from './free-port.ts';
import type { Places, Server } from './servers.ts';
import { tryRequest } from './try-request.ts';

export interface Running {
  readonly server: Server;
  readonly pid: number;
  readonly port: number;
  /** When the process was asked for, by `performance.now()`. */
  readonly spawnedAt: number;
  /** From there to the end of the first answer with status 200. Milliseconds. */
  readonly firstAnswerMs: number;
  /** Ends the process and waits until it is gone. */
  end(): Promise<void>;
}

/** How long a server may take to answer, in milliseconds. */
const START_MS_MAX = 180_000;
/** How long a server may take to end when it is asked to, in milliseconds. */
const END_MS_MAX = 3_000;
/** How much of what a server complains of is shown when it fails, in characters. */
const COMPLAINT_CHARS = 2_000;

const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

/**
 * Starts a server on a free port and waits for its first answer to GET /users/1. Rejects with a
 * BenchFailure if none comes. `variables` are added to its environment.
 */
export async function startServer(
  server: Server,
  places: Places,
  variables: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const port = await findFreePort();
  const spawnedAt = performance.now();
  const child = spawn(process.execPath, server.start(port, places), {
    cwd: places.folder,
    env: { ...environment(), ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-COMPLAINT_CHARS);
  });
  while ((await tryRequest(port, '/users/1')) !== 200) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null;
    if (hasEnded || performance.now() - spawnedAt > START_MS_MAX) {
      await end(child);
      throw new BenchFailure(
        `${server.name} ${hasEnded ? 'ended' : 'gave no answer'} instead of starting:\n${complaint}`,
      );
    }
    await wait(1);
  }
  const firstAnswerMs = performance.now() - spawnedAt;
  return { server, pid: child.pid ?? 0, port, spawnedAt, firstAnswerMs, end: () => end(child) };
}

/** Runs work on some servers, and ends them however the work ends. */
export async function withRunning<Result>(
  starts: readonly (() => Promise<Running>)[],
  work: (running: readonly Running[]) => Promise<Result>,
): Promise<Result> {
  const running: Running[] = [];
  try {
    for (const start of starts) running.push(await start());
    return await work(running);
  } finally {
    await Promise.all(running.map((one) => one.end()));
  }
}

/** Switches telemetry off, and lets no option of ours change how Node or a server runs. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, NODE_ENV: _env, ...rest } = process.env;
  return { ...rest, SCARF_ANALYTICS: 'false', DO_NOT_TRACK: '1', NO_UPDATE_NOTIFIER: '1' };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  const force = setTimeout(() => child.kill('SIGKILL'), END_MS_MAX);
  child.kill('SIGTERM');
  await promise;
  clearTimeout(force);
}
