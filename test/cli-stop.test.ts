// `standin verify` as a process of its own: its exit codes, and what becomes of what it made when
// it is told to end, or killed.

import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plain } from './bed/plain.ts';
import type { Service } from './bed/service.ts';
import { type Slow, slowly, started, startFault, USERS } from './support/bed.ts';
import { copyProject, type Folder, run, runToEnd } from './support/cli.ts';

let folder: Folder;
let service: Service & AsyncDisposable;
let slow: Slow;

beforeAll(async () => {
  folder = copyProject();
  // Here it is noted that the files were checked.
  mkdirSync(folder.at('node_modules'));
  service = await started(plain.start(USERS));
  slow = await slowly(service, 0);
});

afterAll(async () => {
  await slow[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

describe('standin verify', () => {
  it('ends with 0 if the service conforms, and prints no colours if output is no terminal', async () => {
    const args = ['verify', '--law', 'created-is-there', '--json', slow.url];
    const { code, stdout, stderr } = await runToEnd(args, {
      cwd: folder.path,
      env: { FORCE_COLOR: '1', GITHUB_ACTIONS: '' },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      verdict: 'partly',
      laws: [{ name: 'created-is-there', result: 'held' }],
    });
  });

  it('ends with 1 if the service does not conform, and with 2 if it cannot be judged', async () => {
    await using faulty = await started(startFault('skills-are-one-text'));
    const broken = await runToEnd(['verify', faulty.baseUrl, '--law', 'created-is-there'], {
      cwd: folder.path,
      env: { GITHUB_ACTIONS: '' },
    });
    expect(broken).toMatchObject({
      code: 1,
      stderr: '',
      stdout: expect.stringContaining('section 2, User'),
    });
    const nobody = await runToEnd(['verify', 'http://127.0.0.1:1'], {
      cwd: folder.path,
      env: { GITHUB_ACTIONS: '' },
    });
    expect(nobody).toMatchObject({ code: 2, stdout: '' });
    expect(nobody.stderr).toMatch(/^standin: The service cannot be reached: [^\n]+\n[^\n]+\n$/);
  });

  it('removes its items when stopped, says so, and ends with 2', async () => {
    // Slow enough that several laws are under way at once.
    slow.delayMs = 100;
    await using running = run(['verify', slow.url], { cwd: folder.path });
    await slow.until('POST', 14);
    running.child.kill('SIGINT');
    expect(await running.ended).toEqual({ code: 2, signal: null });
    expect(running.stderr()).toBe(
      '\nStopping: removing the items of the run. A second signal stops immediately.\n',
    );
    expect(running.stdout()).toMatch(
      /(?:could not be judged|conforms as far as tried: .*)\n {2}The run was interrupted after /,
    );
    expect(interruptedLaws(running.stdout())).toContain('removed-is-gone');
    expect(running.stdout()).not.toContain('Left behind');
    expect(service.stored()).toEqual(USERS);
    expect(existsSync(folder.at('.standin'))).toBe(false);
  });

  it('removes its items if its terminal is closed, even if the signal comes twice', async () => {
    slow.delayMs = 100;
    await using running = run(['verify', slow.url], { cwd: folder.path });
    await slow.until('POST', 5);
    running.child.kill('SIGHUP');
    await running.until('stderr', (text) => text.includes('Stopping'));
    running.child.kill('SIGHUP');
    expect(await running.ended).toEqual({ code: 2, signal: null });
    expect(running.stderr()).not.toContain('Ended. "standin clean');
    expect(service.stored()).toEqual(USERS);
    expect(existsSync(folder.at('.standin'))).toBe(false);
  });

  it('stops at once at the second signal, and clean removes what is left', async () => {
    slow.delayMs = 300;
    await using running = run(['verify', slow.url], { cwd: folder.path });
    await slow.until('POST', 2);
    const early = await runToEnd(['clean', slow.url], { cwd: folder.path });
    expect(early).toMatchObject({ code: 2, stdout: '' });
    expect(early.stderr).toContain(
      `standin: a run against ${slow.url} is still in progress: process ${running.child.pid}, since `,
    );
    running.child.kill('SIGTERM');
    await running.until('stderr', (text) => text.includes('Stopping'));
    running.child.kill('SIGINT');
    expect(await running.ended).toEqual({ code: 2, signal: null });
    expect(running.stderr()).toContain(
      'Ended. "standin clean <base_url>" removes what is left behind.\n',
    );
    expect(readdirSync(folder.at('.standin'))).toHaveLength(1);
    await expectCleaned();
  });

  it('leaves a ledger when it is killed, from which clean puts everything back', async () => {
    slow.delayMs = 10;
    await using running = run(['verify', slow.url], { cwd: folder.path });
    await slow.until('POST', 5);
    running.child.kill('SIGKILL');
    await running.ended;
    expect(service.stored().length).toBeGreaterThan(USERS.length);
    await expectCleaned();
  });
});

/**
 * The laws that the report lists as not exercised because the run was interrupted: as many as it
 * counts.
 */
function interruptedLaws(report: string): readonly string[] {
  const found = /^ {2}(\d+) not exercised: the run was interrupted\n((?: {6}.+\n)+)/m.exec(report);
  const names = found?.[2]?.trim().split(/,\s+/) ?? [];
  expect(names).toHaveLength(Number(found?.[1]));
  return names;
}

async function expectCleaned(): Promise<void> {
  slow.delayMs = 0;
  const { code, stdout, stderr } = await runToEnd(['clean', slow.url], { cwd: folder.path });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toContain('/users: nothing is left of any run\n');
  expect(service.stored()).toEqual(USERS);
  expect(existsSync(folder.at('.standin'))).toBe(false);
}
