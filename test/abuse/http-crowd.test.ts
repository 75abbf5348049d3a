// Many connections at once, and more than there may be.

import { describe, expect, it } from 'vitest';
import { follow, serve } from '../support/cli.ts';
import { create } from '../support/project.ts';
import { openCrowd } from './crowd.ts';

/** How many files a process may have open that is to run out of them. */
const FILES_MAX = 200;

describe('serve, with many connections', () => {
  it('serves others while 500 connections are open, and closes them all on Ctrl-C', async () => {
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

  it.skipIf(process.platform === 'win32')(
    'continues after more connections than it may have open files',
    async () => {
      const by = ['sh', '-c', `ulimit -n ${FILES_MAX} && exec "$@"`, 'sh'];
      await using serving = await follow(['serve', '--port', '0', '--json'], { by });
      const crowd = await openCrowd(serving.port, { count: 2 * FILES_MAX, pauseMs: 200 });
      const answered = (): number => crowd.answers().filter((count) => count > 0).length;
      try {
        // Those that it has are answered again and again; for the others there are no files, and
        // they get no answer while these last.
        await expect
          .poll(() => crowd.answers().filter((count) => count > 2).length)
          .toBeGreaterThan(FILES_MAX / 2);
        expect(answered()).toBeLessThan(FILES_MAX);
      } finally {
        crowd.close();
      }
      await expect
        .poll(async () => (await fetch(`${serving.url}/users/1`).catch(() => null))?.status)
        .toBe(200);
      // The modules for a write load late: they load again if no file was left for them.
      await create(serving.url, 'Fay');
      serving.child.kill('SIGINT');
      expect([await serving.ended, serving.stderr()]).toEqual([{ code: 0, signal: null }, '']);
    },
  );
});
