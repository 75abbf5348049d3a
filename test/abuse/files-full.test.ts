// No room: a disk that is full, a folder that is read-only, two processes that save to one file. On Linux, as root, on small disks of their own.

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openRecording } from '../../src/journal/file/open-recording.ts';
import { copyProject, type Folder, runToEnd, serve } from '../support/cli.ts';
import { create, namesAt } from '../support/project.ts';

const DISK_KIB = 400;

/** Makes a small disk with this project's files on it; it goes away with the test. `null` where one may not be made. */
function smallDisk(): Folder | null {
  const path = mkdtempSync(join(tmpdir(), 'standin-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_KIB}k`, 'tmpfs', path], { stdio: 'ignore' });
  if (mounted.status !== 0) {
    rmSync(path, { recursive: true });
    return null;
  }
  using project = copyProject();
  cpSync(project.path, path, { recursive: true });
  return {
    path,
    at: (...steps) => join(path, ...steps),
    [Symbol.dispose]: () => {
      execFileSync('umount', ['--lazy', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Fills a disk to its last byte. */
function fill(disk: Folder): void {
  spawnSync('dd', ['if=/dev/zero', `of=${disk.at('full')}`, 'bs=1k', `count=${2 * DISK_KIB}`], { stdio: 'ignore' });
}

const canMount = ((): boolean => {
  using disk = smallDisk();
  return disk !== null;
})();

function made(): Folder {
  const disk = smallDisk();
  if (disk === null) throw new Error('no disk could be made');
  return disk;
}

// Skipped visibly where no disk can be made: not Linux, or not root.
describe.skipIf(!canMount)('on a disk that is full', () => {
  it('standin serve --save --record goes on answering, keeps the old file whole, and saves once there is room', async () => {
    using disk = made();
    await using serving = await serve(['--save', '--record', 'traffic.db'], { cwd: disk.path });
    const before = readFileSync(disk.at('db.json'), 'utf8');
    fill(disk);
    await create(serving.url, 'Fay');
    await serving.until('stderr', (text) => text.includes('db.json cannot be written (ENOSPC)'));
    expect(await namesAt(serving.url)).toContain('Fay');
    expect(readFileSync(disk.at('db.json'), 'utf8')).toBe(before);
    rmSync(disk.at('full'));
    await create(serving.url, 'Gus');
    await expect.poll(() => readFileSync(disk.at('db.json'), 'utf8')).toContain('Gus');
    expect(readFileSync(disk.at('db.json'), 'utf8')).toContain('Fay');
    serving.child.kill('SIGTERM');
    expect((await serving.ended).signal).toBe(null);
    expect(readdirSync(disk.path).filter((name) => name.includes('.new'))).toEqual([]);
    // The recording opens, and holds whole interactions.
    const archive = await openRecording(disk.at('traffic.db'), { mode: 'read' });
    const { newest, total } = await archive.totals();
    expect(total).toBeGreaterThanOrEqual(newest);
    await archive.close();
  }, 60_000);

  it('commands that write files say so, and leave nothing half', async () => {
    using disk = made();
    await using serving = await serve([], { cwd: disk.path });
    fill(disk);
    const before = readdirSync(disk.path).toSorted();
    const commands = [
      ['verify', serving.url, '--json', 'report.json'],
      ['learn', serving.url, '--out', 'contracts/profiles/learned.json'],
      ['seed', '--count', '3', '--out', 'rows.json'],
    ];
    for (const args of commands) {
      const { code, stderr } = await runToEnd(args, { cwd: disk.path });
      expect([args[0], code]).toEqual([args[0], 2]);
      expect(stderr).toMatch(/cannot be written/);
      expect(stderr).not.toMatch(/\n\s+at .*:\d+:\d+/);
    }
    expect(readdirSync(disk.path).toSorted()).toEqual(before);
  }, 60_000);

  it('whose rights are gone, serve answers and says that nothing is saved', async () => {
    using disk = made();
    await using serving = await serve(['--save'], { cwd: disk.path });
    execFileSync('mount', ['-o', 'remount,ro', disk.path]);
    await create(serving.url, 'Fay');
    await serving.until('stderr', (text) => text.includes('db.json cannot be written (EROFS)'));
    expect(await namesAt(serving.url)).toContain('Fay');
    serving.child.kill('SIGTERM');
    expect(await serving.ended).toEqual({ code: 2, signal: null });
    expect(serving.stderr()).toContain('db.json.unsaved cannot be written (EROFS)');
  }, 60_000);
});

describe('two Standins that save to one file', () => {
  it('leave it whole, and neither stops', async () => {
    using folder = copyProject();
    const file = folder.at('db.json');
    await using one = await serve(['--save'], { cwd: folder.path });
    await using other = await serve(['--save'], { cwd: folder.path });
    for (let turn = 0; turn < 10; turn++) {
      await Promise.all([create(one.url, `One ${turn}`), create(other.url, `Other ${turn}`)]);
      for (let look = 0; look < 20; look++, await sleep(5)) JSON.parse(readFileSync(file, 'utf8'));
    }
    for (const serving of [one, other]) {
      serving.child.kill('SIGTERM');
      expect(await serving.ended).toEqual({ code: 0, signal: null });
    }
    expect([one.stderr(), other.stderr()]).toEqual(['', '']);
    // Both give out the same ids, so that one of two users of one id is left: what is promised is a whole file, not all of both.
    const { users } = JSON.parse(readFileSync(file, 'utf8')) as { readonly users: readonly unknown[] };
    expect(users.length).toBeGreaterThan(5);
  }, 60_000);
});
