// Many connections at once, and more than there may be.

import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { serve } from '../support/cli.ts';
import { openCrowd } from './crowd.ts';

describe('serve, with many connections', () => {
  it('answers 500 that are kept, and others beside them, and ends them all with Ctrl-C', async () => {
    await using serving = await serve();
    const crowd = await openCrowd(serving.port, { count: 500, pauseMs: 500 });
    await crowd.until(2);
    expect((await fetch(`${serving.url}/users/1`)).status).toBe(200);
    expect(crowd.lost()).toBe(0);
    serving.child.kill('SIGINT');
    expect(await serving.ended).toEqual({ code: 0, signal: null });
    await crowd.ended;
    expect(serving.stderr()).toBe('');
  });

  it.skipIf(process.platform === 'win32')('goes on when more came than it may have files open', async () => {
    const node = process.execPath;
    const child = spawn('sh', ['-c', `ulimit -n 200 && exec "${node}" src/cli.ts serve --port 0 --json`], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [text, errors] = ['', ''];
    child.stderr.on('data', (chunk) => {
      errors += String(chunk);
    });
    const url = await new Promise<string>((found) =>
      child.stdout.on('data', (chunk) => {
        text += String(chunk);
        const at = /"url":"(http:[^"]+)"/.exec(text);
        if (at?.[1] !== undefined) found(at[1]);
      }),
    );
    const ended = new Promise<number | null>((done) => child.once('close', done));
    const crowd = await openCrowd(Number(new URL(url).port), { count: 400, pauseMs: 200 }).catch(() => null);
    crowd?.close();
    await expect.poll(async () => (await fetch(`${url}/users/1`).catch(() => null))?.status).toBe(200);
    child.kill('SIGINT');
    expect([await ended, errors]).toEqual([0, '']);
  });
});
