import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBeating } from '../../../src/project/save/heartbeat.ts';
import { useTempFolder } from '../../support/temp-folder.ts';

const folder = useTempFolder();

/** Another process that renews a file until it is killed. */
const RENEW =
  "const fs = require('node:fs'); setInterval(() => fs.utimesSync(process.argv[1], new Date(), new Date()), 50); console.log('up')";

describe('findBeating', () => {
  it('finds the file that another process renews, until that one ends', async () => {
    folder.write('quiet', '');
    folder.write('renewed', '');
    const child = spawn(process.execPath, ['-e', RENEW, join(process.cwd(), 'renewed')]);
    await once(child.stdout, 'data');
    expect(findBeating(['quiet', 'renewed'])).toBe('renewed');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(findBeating(['quiet', 'renewed'], 300)).toBeNull();
  });

  it('does not wait if there is nothing to watch', () => {
    expect(findBeating([])).toBeNull();
  });

  it('finds no file that is not there', () => {
    expect(findBeating(['none'], 150)).toBeNull();
  });
});
