// The process of Pact's core: that it starts, what is said where it cannot, and that it is ended by
// its own handle.

import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { openPactProcess } from '../../../src/commands/verify/pact-process.ts';
import { CoreFailed, CoreMissing } from '../../../src/verify/pacts/native-core.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Writes a module into a folder where no package can be found. */
function entryOf(write: (file: string) => void): URL {
  const folder = mkdtempSync(join(tmpdir(), 'standin-core-'));
  folders.push(folder);
  const file = join(folder, 'pact-child.mts');
  write(file);
  return pathToFileURL(file);
}

const scriptOf = (code: string): URL => entryOf((file) => writeFileSync(file, code));
const JOB = {
  pactUrl: 'http://127.0.0.1:1/pact.json',
  statesUrl: 'http://127.0.0.1:1/states',
  serviceUrl: 'http://127.0.0.1:1',
  redirections: 'followed' as const,
};

async function reasonOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'it resolved',
    (error: unknown) => error,
  );
}

describe('openPactProcess', () => {
  it.each([
    ['from the sources', 'src/commands/verify/pact-child.ts'],
    ['as it is packed', 'dist/bundle/pact-child.js'],
  ])('returns a verdict %s, also for a pact that cannot be loaded, and ends', async (_, file) => {
    const opened = openPactProcess({ entry: pathToFileURL(file) });
    const core = await opened.start();
    expect(await core.verify(JOB)).toContain('Failed to load pact');
    await core.close();
    await opened.close();
    expect(await reasonOf(core.verify(JOB))).toEqual(
      new CoreFailed('the native core of Pact has ended'),
    );
  });

  it('reports that the package is not installed', async () => {
    const entry = entryOf((file) => copyFileSync('src/commands/verify/pact-child.ts', file));
    const project = join(fileURLToPath(entry), '..');
    const opened = openPactProcess({ entry, project });
    expect(await reasonOf(opened.start())).toEqual(
      new CoreMissing('the package @pact-foundation/pact is not installed'),
    );
    await opened.close();
  });

  it.each([
    [
      'ends at once',
      'process.exit(3);',
      'the native core of Pact did not start: its process ended',
    ],
    [
      'throws',
      `const one = 1;\nthrow new TypeError('libpact.so: no such \\u001b[31mfile');`,
      'the native core of Pact did not start: its process ended: TypeError: libpact.so: no such \\u001b[31mfile',
    ],
    [
      'panics',
      "console.error('INFO loading\\nthread main panicked at core.rs:7'); process.exit(101);",
      'the native core of Pact did not start: its process ended: thread main panicked at core.rs:7',
    ],
    [
      'prints a line and hangs',
      "console.error('waiting for a lock'); setInterval(() => {}, 1000);",
      'the native core of Pact did not start: it took longer than 3 s: waiting for a lock',
    ],
    [
      'says nothing',
      'setInterval(() => {}, 1000);',
      'the native core of Pact did not start: it took longer than 0.4 s',
    ],
  ])('reports a process that %s', async (_what, code, message) => {
    const opened = openPactProcess({
      entry: scriptOf(code),
      startMsMax: Number(/longer than ([\d.]+) s/.exec(message)?.[1] ?? 20) * 1_000,
    });
    expect(await reasonOf(opened.start())).toEqual(new CoreMissing(message));
    await opened.close();
  });

  const ready = "process.send({ kind: 'ready' });";
  it.each([
    ['ends', `${ready} process.on('message', () => process.exit(139));`, 'its process ended'],
    ['hangs', `${ready} process.on('message', () => {});`, 'it took longer than 0.4 s'],
  ])('gives up on a core that %s while it verifies', async (_what, code, why) => {
    const opened = openPactProcess({
      entry: scriptOf(code),
      answerMsMax: why.includes('0.4') ? 400 : 20_000,
    });
    const core = await opened.start();
    expect(await reasonOf(core.verify(JOB))).toEqual(
      new CoreFailed(`the native core of Pact returned no verdict: ${why}`),
    );
    await opened.close();
    expect(await reasonOf(core.verify(JOB))).toEqual(
      new CoreFailed('the native core of Pact has ended'),
    );
  });

  it('starts a core again that ended with one interaction, a few times', async () => {
    const entry = scriptOf(
      `${ready} process.on('message', ({ statesUrl }) => {
        if (statesUrl === 'die') process.exit(1);
        process.send({ kind: 'verified', text: String(process.pid) });
      });`,
    );
    const opened = openPactProcess({ entry });
    const core = await opened.start();
    const pids = new Set([await core.verify(JOB)]);
    for (let times = 1; times <= 5; times++) {
      await expect(core.verify({ ...JOB, statesUrl: 'die' })).rejects.toThrow(CoreFailed);
      pids.add(await core.verify(JOB));
    }
    expect(pids.size).toBe(6);
    await expect(core.verify({ ...JOB, statesUrl: 'die' })).rejects.toThrow('its process ended');
    await expect(core.verify(JOB)).rejects.toThrow('the native core of Pact has ended');
    await opened.close();
  });

  it('ends an unused process', async () => {
    await expect(openPactProcess().close()).resolves.toBeUndefined();
  });
});
