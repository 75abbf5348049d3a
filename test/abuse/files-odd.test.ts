// Things that are named like a file and are not one, or lead elsewhere: each is reported with its
// name and what to do, and nothing waits for it.

import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { copyProject, type Folder, runToEnd, serve } from '../support/cli.ts';
import { create, namesAt } from '../support/project.ts';

const makePipe = (path: string): void => void execFileSync('mkfifo', [path]);
const makeLoop = (path: string): void => symlinkSync(path.replace(/.*\//, ''), path);
const makeFolder = (path: string): void => mkdirSync(path);

/** What is run, and which file of it is odd. */
const COMMANDS: readonly (readonly [file: string, args: readonly string[]])[] = [
  ['db.json', ['serve', '--port', '0']],
  ['schemas/user.json', ['contract']],
  ['contracts/profiles/mine.json', ['serve', '--port', '0', '--profile', 'mine']],
  ['traffic.har', ['export', 'traffic.har']],
];

async function told(
  folder: Folder,
  file: string,
  args: readonly string[],
  make: (path: string) => void,
): Promise<string> {
  rmSync(folder.at(file), { force: true });
  make(folder.at(file));
  const { code, signal, stdout, stderr } = await runToEnd(args, { cwd: folder.path });
  // Killed, it hung.
  expect([file, code, signal, stdout]).toEqual([file, 2, null, '']);
  expect(stderr.trim().split('\n').length).toBeGreaterThan(1);
  expect(stderr).not.toMatch(/\n\s+at .*:\d+:\d+/);
  return stderr;
}

describe('a command whose file is not a file', () => {
  it.concurrent.each(COMMANDS)(
    'reports %s',
    async (file, args) => {
      using folder = copyProject();
      expect(await told(folder, file, args, makePipe)).toContain(
        `${file} cannot be read: it is not a file, but a pipe`,
      );
    },
    60_000,
  );

  it.concurrent('reports folders, and links that point to themselves', async () => {
    using folder = copyProject();
    expect(await told(folder, 'db.json', ['serve', '--port', '0'], makeLoop)).toContain(
      'db.json cannot be read: it is a link to itself',
    );
    expect(await told(folder, 'schemas/user.json', ['contract'], makeFolder)).toContain(
      'schemas/user.json cannot be read: it is a folder',
    );
  });
});

describe('standin serve --save, if something else replaces its seed file', () => {
  it.each([
    ['a pipe', makePipe],
    ['a link that leads to itself', makeLoop],
  ])(
    '(%s) keeps answering, and loses nothing',
    async (_what, make) => {
      using folder = copyProject();
      await using serving = await serve(['--save'], { cwd: folder.path });
      rmSync(folder.at('db.json'));
      make(folder.at('db.json'));
      await create(serving.url, 'Fay');
      expect(await namesAt(serving.url)).toContain('Fay');
      serving.child.kill('SIGTERM');
      const { code, signal } = await serving.ended;
      expect(signal).toBe(null);
      const kept = ['db.json', 'db.json.unsaved'].some((name) =>
        textAt(folder.at(name)).includes('Fay'),
      );
      expect([code === 0 || serving.stderr().includes('db.json'), kept]).toEqual([true, true]);
    },
    60_000,
  );

  it('answers when its whole folder is gone, and reports what it could not write', async () => {
    using folder = copyProject();
    await using serving = await serve(['--save'], { cwd: folder.path });
    rmSync(folder.path, { recursive: true });
    await create(serving.url, 'Fay');
    expect(await namesAt(serving.url)).toContain('Fay');
    serving.child.kill('SIGTERM');
    expect(await serving.ended).toEqual({ code: 2, signal: null });
    expect(serving.stderr()).toContain('db.json.unsaved cannot be written');
  });
});

function textAt(path: string): string {
  try {
    return execFileSync('timeout', ['2', 'cat', path], {
      stdio: ['ignore', 'pipe', 'ignore'],
    }).toString();
  } catch {
    return '';
  }
}
