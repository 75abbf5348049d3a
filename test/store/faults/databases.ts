// The databases that troubles happen to. Each is made when a trouble first needs it.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Postgres, startPostgres } from '../../support/postgres.ts';

/** Size of the disk that is filled, in megabytes: a new database takes most of half of it. */
const SMALL_MB = 96;
/** How many runs a small disk serves: each leaves its rows there, and the log of them. */
const DISK_RUNS_MAX = 20;
const SETTINGS = ['synchronous_commit=off'];

/** Sends a statement to a database. */
export async function query(database: Postgres, text: string): Promise<readonly object[]> {
  const client = new pg.Client({ host: database.socket, user: 'postgres', database: 'postgres' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}

/** A database on a disk of its own, which can be full. */
export interface SmallDisk {
  readonly database: Postgres;
  /** Takes all room that is left, and sees that a statement cannot write any more. */
  fill(statement: string): Promise<void>;
  /** Gives it back, and starts the database if it has given up. */
  free(): Promise<void>;
}

/** A primary, and a standby that has everything before the primary says that it is there. */
export interface Pair {
  readonly primary: Postgres;
  readonly standby: Postgres;
  /** Kills the primary; the standby takes its place. */
  failOver(): Promise<void>;
  close(): Promise<void>;
}

export class Databases implements AsyncDisposable {
  private one: Promise<Postgres> | null = null;
  private small: Promise<SmallDisk> | null = null;
  private stopped: Promise<Postgres> | null = null;
  private disk: string | null = null;
  private diskRuns = 0;

  usual(): Promise<Postgres> {
    this.one ??= startPostgres(SETTINGS);
    return this.one;
  }

  /** Only who may mount a disk has one: see `whyNoDisk`. */
  async smallDisk(): Promise<SmallDisk> {
    if (this.diskRuns === DISK_RUNS_MAX) await this.closeDisk();
    this.diskRuns++;
    this.small ??= this.makeSmallDisk();
    return this.small;
  }

  /** Whoever takes it closes it: it serves one fail-over. */
  async pair(): Promise<Pair> {
    this.stopped ??= startPostgres().then(async (database) => {
      await database.stop();
      return database;
    });
    const copyOf = await this.stopped;
    const primary = await startPostgres([...SETTINGS, 'synchronous_standby_names=*'], { copyOf });
    const standby = await startPostgres(SETTINGS, { copyOf, standbyOf: primary });
    const isFollowed = async (): Promise<boolean> =>
      (await query(primary, `SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`)).length >
      0;
    while (!(await isFollowed())) await pause(20);
    return {
      primary,
      standby,
      async failOver() {
        await primary.kill();
        await query(standby, 'SELECT pg_promote()');
      },
      async close() {
        await standby.close();
        await primary.close();
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.one)?.close();
    await (await this.stopped)?.close();
    await this.closeDisk();
  }

  private async closeDisk(): Promise<void> {
    await (await this.small)?.database.close();
    this.small = null;
    this.diskRuns = 0;
    if (this.disk === null) return;
    execFileSync('umount', [this.disk]);
    rmSync(this.disk, { recursive: true });
    this.disk = null;
  }

  private async makeSmallDisk(): Promise<SmallDisk> {
    const disk = mkdtempSync(join(tmpdir(), 'standin-disk-'));
    mount(disk);
    this.disk = disk;
    // It keeps few old pages of its log.
    const database = await startPostgres([...SETTINGS, 'min_wal_size=32MB', 'max_wal_size=32MB'], {
      within: disk,
    });
    const filling = join(disk, 'filling');
    return {
      database,
      async fill(statement) {
        for (const megabytes of [16, 1, 1 / 16, 1 / 256])
          for (let part = 0; ; part++)
            try {
              writeFileSync(`${filling}${part}-${megabytes}`, Buffer.alloc(megabytes * 1_048_576));
            } catch {
              break;
            }
        await query(database, statement).then(
          () => {
            throw new Error('the disk is not full');
          },
          () => undefined,
        );
      },
      async free() {
        execFileSync('sh', ['-c', `rm -f ${filling}*`]);
        // It comes back by itself, or has ended, or waits for ever after it could not come back.
        for (let tries = 0; tries < 30 && database.isRunning(); tries++) {
          if (await isThere(database)) return;
          await pause(100);
        }
        await database.kill();
        await pause(200);
        await database.start();
      },
    };
  }
}

function isThere(database: Postgres): Promise<boolean> {
  return query(database, 'SELECT 1').then(
    () => true,
    () => false,
  );
}

/** Why there can be no disk that is full; `null` if there can. */
export function whyNoDisk(): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'standin-disk-'));
  try {
    mount(folder);
    execFileSync('umount', [folder]);
    return null;
  } catch {
    return 'only root may mount a disk that can be full';
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function mount(folder: string): void {
  const options = ['-t', 'tmpfs', '-o', `size=${SMALL_MB}m`, 'standin', folder];
  execFileSync('mount', options, { stdio: 'pipe' });
}
