// Runs the command line in a child process, reads its lines, and ends it in any case.

import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isObject, type Json, type JsonObject, own } from '../../src/base/json.ts';
import { root } from './root.ts';

/**
 * How long a line and an end are waited for, in milliseconds: far longer than it takes, for other
 * tests run at the same time.
 */
const [WAIT_MS, END_MS] = [25_000, 60_000];

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Running extends AsyncDisposable {
  readonly child: ChildProcess;
  /** All that was printed so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<Ended>;
  /** Resolves once a text holds on one of the streams. */
  until(stream: 'stdout' | 'stderr', isThere: (text: string) => boolean): Promise<string>;
}

export interface Serving extends Running {
  readonly url: string;
  readonly port: number;
  /** Returns the events of a kind so far, as `--json` prints them. */
  events(kind: string): readonly JsonObject[];
  /** Returns the events of a kind once there are this many. */
  untilEvents(kind: string, count: number): Promise<readonly JsonObject[]>;
}

export interface RunOptions {
  readonly cwd?: string;
  /** Instead of the bundled command line; from the root of the repository, or absolute. */
  readonly script?: string;
  /** The Node that runs it, in place of this one. */
  readonly node?: string;
  /**
   * A command, with its arguments, that is given what is to be run as further arguments, and runs
   * it in its own place.
   */
  readonly by?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts `standin` with some arguments. */
export function run(args: readonly string[], options: RunOptions = {}): Running {
  const script = resolve(
    root,
    options.script ?? process.env['STANDIN_CLI'] ?? 'dist/bundle/cli.js',
  );
  const env = { ...process.env, NODE_V8_COVERAGE: '', ...options.env };
  const [command = process.execPath, ...rest] = [
    ...(options.by ?? []),
    options.node ?? process.execPath,
    script,
    ...args,
  ];
  const child = spawn(command, rest, {
    cwd: options.cwd ?? root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const look of [...waiting]) look();
  };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      texts[stream] += text;
      wake();
    });
  }
  let isOver = false;
  const ended = new Promise<Ended>((done) => {
    child.once('close', (code, signal) => {
      isOver = true;
      done({ code, signal });
      wake();
    });
  });
  return {
    child,
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    ended,
    until(stream, isThere) {
      return new Promise((found, failed) => {
        const settle = (): void => {
          waiting.delete(look);
          clearTimeout(timer);
        };
        const tell = (what: string): void => {
          settle();
          failed(
            new Error(
              `${what} before it was printed\nstdout: ${texts.stdout}\nstderr: ${texts.stderr}`,
            ),
          );
        };
        const look = (): void => {
          if (isThere(texts[stream])) {
            settle();
            found(texts[stream]);
          } else if (isOver) tell('the process ended');
        };
        const timer = setTimeout(() => tell(`${WAIT_MS} ms went by`), WAIT_MS);
        waiting.add(look);
        look();
      });
    },
    async [Symbol.asyncDispose]() {
      if (!isOver) child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs `standin` until it ends by itself. */
export async function runToEnd(
  args: readonly string[],
  options: RunOptions = {},
): Promise<Ended & { stdout: string; stderr: string }> {
  await using running = run(args, options);
  const timer = setTimeout(() => running.child.kill('SIGKILL'), END_MS);
  const ended = await running.ended;
  clearTimeout(timer);
  return { ...ended, stdout: running.stdout(), stderr: running.stderr() };
}

/** Starts a process that prints JSON lines, and waits for the line with its address. */
export async function follow(args: readonly string[], options: RunOptions = {}): Promise<Serving> {
  const running = run(args, options);
  const events = (kind: string): readonly JsonObject[] =>
    linesOf(running.stdout()).filter((line) => own(line, 'event') === kind);
  try {
    await running.until('stdout', () => events('listening').length > 0);
  } catch (error) {
    await running[Symbol.asyncDispose]();
    throw error;
  }
  const url = String(own(events('listening')[0] ?? {}, 'url'));
  return {
    ...running,
    url,
    port: Number(new URL(url).port),
    events,
    async untilEvents(kind, count) {
      await running.until('stdout', () => events(kind).length >= count);
      return events(kind);
    },
  };
}

/** Starts `standin serve` on a free port with `--json`, and waits until it answers. */
export async function serve(
  args: readonly string[] = [],
  options: RunOptions = {},
): Promise<Serving> {
  const serving = await follow(['serve', '--port', '0', '--json', ...args], options);
  // The line is printed a moment before the files are followed; an answer comes after that.
  await fetch(`${serving.url}/__standin/`).then((response) => response.text());
  return serving;
}

/** Reads the JSON objects among the whole lines of a text. Throws if a line is not one. */
export function linesOf(text: string): readonly JsonObject[] {
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const value: Json = JSON.parse(line);
      if (!isObject(value)) throw new Error(`${line} is no object`);
      return value;
    });
}

export interface Folder extends Disposable {
  readonly path: string;
  /** Returns the path of a file in it. */
  at(...steps: readonly string[]): string;
}

/** Makes a copy of this project's own files in a folder that goes away with the test. */
export function copyProject(): Folder {
  const folder = emptyFolder();
  for (const part of ['contracts', 'schemas', 'db.json'])
    cpSync(join(root, part), folder.at(part), { recursive: true });
  return folder;
}

/** Makes an empty folder that goes away with the test. */
export function emptyFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'standin-test-'));
  return {
    path,
    at: (...steps) => join(path, ...steps),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}
