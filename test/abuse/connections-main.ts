// `npm run connections`: 1,000 and 10,000 open connections to `serve` that are in use: what each
// costs, whether others are still served, and how fast Ctrl-C ends them. Exit code 1 if one got no
// answer, or if Ctrl-C took more than a second.

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findFreePort } from '../../bench/free-port.ts';
import { readMemory } from '../../bench/memory.ts';
import { median } from '../support/median.ts';
import { openCrowd } from './crowd.ts';

const { values } = parseArgs({
  options: { count: { type: 'string', multiple: true, default: ['1000', '10000'] } },
});
/** Maximum number of files that each process has open in addition to its connections. */
const OTHERS = 200;
const STOP_MS_MAX = 1_000;

const filesMax = ((): number => {
  try {
    return Number(
      /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1'))?.[1] ?? 'NaN',
    );
  } catch {
    return Number.NaN;
  }
})();
process.stdout.write(
  `a process may have ${Number.isNaN(filesMax) ? 'an unknown number of' : filesMax} files open (ulimit -n)\n`,
);

for (const count of values.count.map(Number)) {
  if (count + OTHERS > filesMax) {
    process.stdout.write(`${count}: not tried, for ulimit -n is too low\n`);
    process.exitCode = 1;
  } else await tryCount(count);
}

/** Starts `serve` without output: reading its lines would be measured as well. */
async function start(port: number): Promise<ChildProcess> {
  const args = [
    join(import.meta.dirname, '../../src/cli.ts'),
    'serve',
    '--quiet',
    '--port',
    String(port),
  ];
  const child = spawn(process.execPath, args, {
    cwd: join(import.meta.dirname, '../..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while ((await fetch(`http://127.0.0.1:${port}/users/1`).catch(() => null))?.status !== 200)
    if (child.exitCode === null && child.signalCode === null) await sleep(50);
    else
      throw new Error(`serve ended with ${child.exitCode ?? child.signalCode} before it answered`);
  return child;
}

async function tryCount(count: number): Promise<void> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = await start(port);
  const pid = child.pid ?? 0;
  for (let turn = 0; turn < 2_000; turn++) await (await fetch(`${url}/users/1`)).arrayBuffer();
  const before = readMemory(pid)?.residentBytes ?? 0;
  const crowd = await openCrowd(port, { count, pauseMs: 2_500 });
  await crowd.until(3);
  const after = readMemory(pid)?.residentBytes ?? 0;
  const waits: number[] = [];
  for (let turn = 0; turn < 20; turn++) {
    const began = performance.now();
    const response = await fetch(`${url}/users/1`, { headers: { connection: 'close' } });
    await response.arrayBuffer();
    waits.push(performance.now() - began);
  }
  const lost = crowd.lost();
  const answers = crowd.answers().reduce((sum, one) => sum + one, 0);
  const began = performance.now();
  const code = await new Promise<number | null>((done) => {
    child.once('exit', done);
    child.kill('SIGINT');
  });
  const stopMs = performance.now() - began;
  crowd.close();
  const isGood = lost === 0 && code === 0 && stopMs <= STOP_MS_MAX;
  if (!isGood) process.exitCode = 1;
  process.stdout.write(
    `${count} connections: ${answers} answers, ${lost} lost; ${((after - before) / count / 1_000).toFixed(1)} kB each ` +
      `(resident ${(before / 1e6).toFixed(0)} -> ${(after / 1e6).toFixed(0)} MB); a new client waits ${median(waits).toFixed(1)} ms ` +
      `(at most ${Math.max(...waits).toFixed(1)}); Ctrl-C ended it with ${code} after ${stopMs.toFixed(0)} ms${isGood ? '' : ': BAD'}\n`,
  );
}
