// The mock of a huge HAR file: time, CPU and memory from the start of `serve` to the first answer, in a
// process of its own. Linux only.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../bench/free-port.ts';
import { root } from '../support/root.ts';
import { harOf, runSession } from '../support/sessions.ts';
import { listen } from '../support/shops.ts';
import { services } from './services.ts';
import { walkSession } from './walk.ts';

const [CALLS, SESSIONS, COOKIE_CHARS] = [300, 20, 600];
const [TRY_MS, FAILED_MS] = [20, 300_000];
/** Milliseconds of one unit of CPU in /proc. */
const TICK_MS = 10;

/** Writes sessions of the last service until the file is so large, and serves it. */
export async function measureHuge(folder: string, megabytes: number): Promise<void> {
  const file = join(folder, 'huge.har');
  const entries = await writeHuge(file, megabytes * 1_000_000);
  const port = await findFreePort();
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [join(root, 'bin/standin.cjs'), 'serve', file, '--port', String(port), '--quiet'],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  try {
    await answered(`http://127.0.0.1:${port}/observations/1`, began, child);
    const seconds = (performance.now() - began) / 1_000;
    const read = (name: string): string => readFileSync(`/proc/${child.pid}/${name}`, 'utf8');
    const fields = read('stat').split(') ').at(-1)?.split(' ') ?? [];
    const cpu = ((Number(fields[11]) + Number(fields[12])) * TICK_MS) / 1_000;
    const peak = Number(/VmHWM:\s+(\d+)/.exec(read('status'))?.[1]) / 1_000;
    console.log(
      `${Math.round(statSync(file).size / 1_000_000)} MB, ${entries} calls: first answer after` +
        ` ${seconds.toFixed(1)} s, CPU ${cpu.toFixed(1)} s, at most ${Math.round(peak)} MB`,
    );
  } finally {
    if (child.exitCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
}

/** Different sessions of one service, again and again; each request with the fields of a browser. */
async function writeHuge(file: string, bytes: number): Promise<number> {
  const service = services.find(({ name }) => name.includes('observatory'));
  if (service === undefined) throw new Error('there is no observatory');
  const sessions: string[] = [];
  for (let seed = 1; seed <= SESSIONS; seed++) {
    await using real = await listen(service.make());
    const answers = await runSession(real.origin, walkSession(service.walked, CALLS, seed));
    const headers = { cookie: 'c'.repeat(COOKIE_CHARS), 'user-agent': 'a browser' };
    const sent = answers.map((one) => ({ ...one, headers }));
    // All sessions are of one service, whatever port it had.
    const { log } = harOf('http://observatory.test', sent) as {
      readonly log: { readonly entries: readonly object[] };
    };
    sessions.push(JSON.stringify(log.entries, null, 2).slice(1, -1));
  }
  const handle = openSync(file, 'w');
  let written = writeSync(handle, '{"log":{"version":"1.2","entries":[');
  let count = 0;
  for (; written < bytes; count++)
    written += writeSync(handle, (count === 0 ? '' : ',') + sessions[count % SESSIONS]);
  writeSync(handle, ']}}');
  closeSync(handle);
  return count * CALLS;
}

async function answered(url: string, began: number, child: ChildProcess): Promise<void> {
  while (performance.now() - began < FAILED_MS && child.exitCode === null) {
    const reply = await fetch(url).catch(() => null);
    await reply?.body?.cancel();
    if (reply?.status === 200) return;
    await wait(TRY_MS);
  }
  throw new Error('the mock does not answer');
}
