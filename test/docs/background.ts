// A process that keeps running while a page is read: a server. It is ended by its own handle, with
// all its children.

import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long it may take to start listening, and to end, in milliseconds. */
const [READY_MS, END_MS] = [30_000, 8_000];

export interface Background {
  /** The port of the page that it listens on; `null` if the page names none. */
  readonly port: string | null;
  printed(): string;
  /**
   * Resolves once `isThere` holds for what was printed. Rejects if the process ends before, or
   * takes too long.
   */
  until(isThere: (printed: string) => boolean): Promise<void>;
  end(): Promise<void>;
}

const living = new Set<ChildProcess>();
// Process groups do not get Ctrl-C: when these tests end, they end them too.
process.once('exit', endAll);
process.once('SIGTERM', () => {
  endAll();
  process.exit(143);
});

function endAll(): void {
  for (const child of living) signal(child, 'SIGKILL');
}

/** Starts a script in its own process group. */
export function startBackground(
  script: string,
  { cwd, env, port }: { cwd: string; env: NodeJS.ProcessEnv; port: string | null },
): Background {
  const child = spawn('bash', ['-c', script], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  let isOver = false;
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  living.add(child);
  void ended.then(() => {
    isOver = true;
    living.delete(child);
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  return {
    port,
    printed: () => text,
    async until(isThere) {
      const last = Date.now() + READY_MS;
      while (!isThere(text)) {
        if (isOver) throw new Error(`it ended by itself, having printed:\n${text}`);
        if (Date.now() > last)
          throw new Error(`after ${READY_MS} ms it had printed no more than:\n${text}`);
        await sleep(25);
      }
    },
    async end() {
      if (!isOver) signal(child, 'SIGINT');
      const timer = setTimeout(() => signal(child, 'SIGKILL'), END_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** Tells the whole group, as Ctrl-C does. */
function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, name);
  } catch {
    // It ended in the meantime.
  }
}
