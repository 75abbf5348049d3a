// No room: a disk that is full, a folder that is read-only, two processes that save to one file. On
// Linux, as root, on small disks of their own.

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openRecording } from '../../src/journal/file/open-recording.ts';
import { everything } from '../../src/journal/filter/filter.ts';
import type { Recorded } from '../../src/journal/interaction/recorded.ts';
import { copyProject, type Folder, runToEnd, serve } from '../support/cli.ts';
import { create, JSON_HEADERS, namesAt } from '../support/project.ts';

const DISK_KIB = 400;

/**
 * Makes a small disk with this project's files; it is removed after the test. `null` if the system
 * does not allow that.
 */
function smallDisk(): Folder | null {
  const path = mkdtempSync(join(tmpdir(), 'standin-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_KIB}k`, 'tmpfs', path], {
    stdio: 'ignore',
  });
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
  spawnSync('dd', ['if=/dev/zero', `of=${disk.at('full')}`, 'bs=1k', `count=${2 * DISK_KIB}`], {
    stdio: 'ignore',
  });
}

/** Returns all interactions of a recording. */
async function readBack(file: string): Promise<readonly Recorded[]> {
  const archive = await openRecording(file, { mode: 'read' });
  const { seqs } = await archive.search(everything);
  const found = await Promise.all([...seqs].map((seq) => archive.find(seq)));
  await archive.close();
  return found.flatMap((one) => (one === null ? [] : [one.recorded]));
}

function creation(url: string, name: string): Promise<Response> {
  const body = JSON.stringify({ name, email: 'a@example.com' });
  return fetch(`${url}/users`, { method: 'POST', headers: JSON_HEADERS, body });
}

function overview(url: string): Promise<object> {
  return fetch(`${url}/__standin/api/`).then((response) => response.json() as Promise<object>);
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

// Visibly skipped if no disk can be made: not Linux, or not root.
describe.skipIf(!canMount)('on a full disk', () => {
  it('standin serve --save --record refuses what it cannot note, keeps the old file whole, and saves once there is room', async () => {
    using disk = made();
    const kept: string[] = [];
    const refused: string[] = [];
    {
      await using serving = await serve(['--save', '--record', 'traffic.db'], { cwd: disk.path });
      const before = readFileSync(disk.at('db.json'), 'utf8');
      fill(disk);
      for (let n = 0; refused.length < 20; n++) {
        const name = `${n} ${'x'.repeat(500)}`;
        const response = await creation(serving.url, name);
        const answer: unknown = await response.json();
        if (response.status === 201) kept.push(name);
        else {
          refused.push(name);
          expect([response.status, response.headers.get('content-type'), answer]).toEqual([
            507,
            'application/problem+json',
            expect.objectContaining({ type: '/__standin/problems/unkept', code: 'unkept' }),
          ]);
        }
      }
      const { readOnly }: { readonly readOnly?: unknown } = await overview(serving.url);
      expect(readOnly).toBe('the disk has no room to note the change for --save');
      expect(serving.stderr().match(/the mock is read-only/g)).toHaveLength(1);
      expect(await namesAt(serving.url)).toEqual(expect.not.arrayContaining(refused));
      expect(readFileSync(disk.at('db.json'), 'utf8')).toBe(before);
      rmSync(disk.at('full'));
      await serving.until('stdout', (text) => text.includes('There is room on the disk again'));
      await create(serving.url, 'Gus');
      kept.push('Gus');
      await expect.poll(() => readFileSync(disk.at('db.json'), 'utf8')).toContain('Gus');
      fill(disk);
      for (const name of ['Hal', 'Ida', 'Jon'])
        if ((await creation(serving.url, name)).status === 201) kept.push(name);
        else refused.push(name);
      serving.child.kill('SIGKILL');
      await serving.ended;
    }
    rmSync(disk.at('full'));
    await using next = await serve(['--save'], { cwd: disk.path });
    const names = await namesAt(next.url);
    expect(names).toEqual(expect.arrayContaining(kept));
    expect(names.filter((name) => refused.includes(String(name)))).toEqual([]);
  }, 60_000);

  it('standin serve --save --record ends with a recording that opens, and names what it lacks', async () => {
    using disk = made();
    await using serving = await serve(['--save', '--record', 'traffic.db'], { cwd: disk.path });
    fill(disk);
    await creation(serving.url, 'Fay');
    await namesAt(serving.url);
    rmSync(disk.at('full'));
    await expect.poll(async () => (await creation(serving.url, 'Gus')).status).toBe(201);
    await expect.poll(() => readFileSync(disk.at('db.json'), 'utf8')).toContain('Gus');
    serving.child.kill('SIGTERM');
    expect((await serving.ended).signal).toBe(null);
    expect(readdirSync(disk.path).filter((name) => name.includes('.new'))).toEqual([]);
    // The recording opens. It lacks as many of the calls as was reported, and each that it has is
    // complete, including the last.
    const lost = Number(
      /(\d+) interactions? (?:is|are) not in traffic\.db/.exec(serving.stderr())?.[1] ?? 0,
    );
    const held = await readBack(disk.at('traffic.db'));
    const last = held.at(-1);
    expect(held).toHaveLength((last?.seq ?? 0) - lost);
    expect(last?.reply?.status).toBe(201);
    for (const { seq, request, reply } of held) {
      const part = seq === 1 ? '"name":"Fay"' : seq === 2 ? '[' : '"name":"Gus"';
      const isRead = seq === 2;
      expect([request.method, request.path]).toEqual([isRead ? 'GET' : 'POST', '/users']);
      const bodies = [
        ...(isRead ? [] : [request.body]),
        ...(reply?.status === 507 ? [] : [reply?.body]),
      ];
      for (const body of bodies)
        expect(body).toMatchObject({
          kind: 'text',
          cut: false,
          text: expect.stringContaining(`${part}`),
        });
    }
  }, 60_000);

  it('commands that write files report it, and leave no partial file', async () => {
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

  it('on a read-only one, serve starts, but serve --save does not', async () => {
    using disk = made();
    execFileSync('mount', ['-o', 'remount,ro', disk.path]);
    const { code, stderr } = await runToEnd(['serve', '--save', '--port', '0'], { cwd: disk.path });
    expect(code).toBe(2);
    expect(stderr).toContain('.db.json.changes cannot be written (EROFS)');
    await using serving = await serve([], { cwd: disk.path });
    await create(serving.url, 'Fay');
    expect(await namesAt(serving.url)).toContain('Fay');
  }, 60_000);
});

describe('two Standins that save to one file', () => {
  it('conflict: the second refuses to start until the first has ended', async () => {
    using folder = copyProject();
    await using one = await serve(['--save'], { cwd: folder.path });
    const { code, stderr } = await runToEnd(['serve', '--save', '--port', '0'], {
      cwd: folder.path,
    });
    expect([code, stderr]).toEqual([
      2,
      'standin: another process already saves to db.json\nStop it, serve another file (--db), or omit --save.\n',
    ]);
    await using reader = await serve([], { cwd: folder.path });
    await create(one.url, 'Fay');
    await expect.poll(() => namesAt(reader.url)).toContain('Fay');
    one.child.kill('SIGTERM');
    expect(await one.ended).toEqual({ code: 0, signal: null });
    await using next = await serve(['--save'], { cwd: folder.path });
    expect(await namesAt(next.url)).toContain('Fay');
  }, 60_000);
});
