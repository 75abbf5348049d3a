// Whether a recorded process is still alive.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { isAlive, thisProcess } from '../../../src/commands/shared/process-identity.ts';

const here = { host: hostname(), began: null };

describe('isAlive', () => {
  it('is true until the process has ended', async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)']);
    await once(child, 'spawn');
    const pid = child.pid ?? 0;
    expect(isAlive({ ...here, pid })).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive({ ...here, pid })).toBe(false);
  });

  it('is false for a process of another machine, and for this process, which is no run', () => {
    expect(isAlive({ ...here, pid: process.ppid, host: 'elsewhere.example' })).toBe(false);
    expect(isAlive(thisProcess())).toBe(false);
  });

  it.runIf(existsSync('/proc/self/stat'))(
    'is false if the id belongs to a process that started at another time',
    () => {
      expect(isAlive({ ...here, pid: process.ppid, began: '1' })).toBe(false);
    },
  );
});
