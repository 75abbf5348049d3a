// Whether a recorded process is still alive.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { sightOf, thisProcess } from '../../../src/commands/shared/process-identity.ts';

const here = { host: hostname(), began: null, space: null };

describe('sightOf', () => {
  it('is alive until the process has ended', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)']);
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    expect(sightOf({ ...here, pid })).toBe('alive');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(sightOf({ ...here, pid })).toBe('ended');
  });

  it('is unseen for a process of another machine, or of another container', () => {
    const { pid } = process;
    expect(sightOf({ ...here, pid, host: 'elsewhere.example' })).toBe('unseen');
    if (thisProcess().space !== null)
      expect(sightOf({ ...here, pid, space: 'pid:[1]' })).toBe('unseen');
  });

  it('is ended for this process, which is no run', () => {
    expect(sightOf(thisProcess())).toBe('ended');
  });

  it.runIf(existsSync('/proc/self/stat'))(
    'is ended if the id belongs to a process that started at another time',
    () => {
      expect(sightOf({ ...here, pid: process.ppid, began: '1' })).toBe('ended');
    },
  );
});
