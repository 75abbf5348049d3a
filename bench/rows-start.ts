// `npm run bench:rows`: the time and the CPU from the start of `serve db.json` to its first answer,
// beside json-server 0.17 and 1.0 with the same file. They start in turn, round by round. CPU on Linux
// only. Exit code 0 whatever the numbers are.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { restedCpuNs } from './cpu.ts';
import { ratioOf, spreadOf } from './figures.ts';
import { findFreePort } from './free-port.ts';

const ROUNDS = 7;
const POSTS = 100;
/** Milliseconds between two attempts, and until a server has failed. */
const [TRY_MS, FAILED_MS] = [4, 60_000];

const load = createRequire(import.meta.url);
const inPackage = (name: string, file: string): string =>
  join(load.resolve(`${name}/package.json`), '..', file);

/** The script of each server, and its arguments before the port. */
const servers = {
  standin: [join(import.meta.dirname, '../bin/standin.cjs'), 'serve', 'db.json', '--quiet'],
  'json-server 0.17': [inPackage('json-server-0', 'lib/cli/bin.js'), 'db.json', '--quiet'],
  'json-server 1.0': [inPackage('json-server-1', 'lib/bin.js'), 'db.json'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

type Name = keyof typeof servers;
const names = Object.keys(servers) as readonly Name[];

const folder = mkdtempSync(join(tmpdir(), 'standin-rows-'));
interface Start {
  readonly ms: number;
  readonly cpuMs: number;
}

const starts = new Map<Name, Start[]>(names.map((name) => [name, []]));
try {
  const posts = Array.from({ length: POSTS }, (_, index) => ({
    id: String(index + 1),
    title: `Title ${index}`,
    views: index,
  }));
  const rows = { posts, comments: [{ id: '1', postId: '1' }], profile: { name: 'me' } };
  // The first turn is not counted: it brings the files of each server into memory.
  for (let round = 0; round <= ROUNDS; round++)
    for (const name of names) {
      writeFileSync(join(folder, 'db.json'), JSON.stringify(rows));
      const start = await startOnce(name);
      if (round > 0) starts.get(name)?.push(start);
    }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

for (const name of names) {
  const told = (['ms', 'cpuMs'] as const).map((key) => {
    const of = (one: Name): readonly number[] => starts.get(one)?.map((start) => start[key]) ?? [];
    const [spread, ratio] = [spreadOf(of(name)), ratioOf(of(name), of('standin'))];
    const [median, min, max] = [spread?.median, spread?.min, spread?.max].map((ms) =>
      Math.round(ms ?? 0),
    );
    return `${median} ms (${min} to ${max}), ${ratio?.median.toFixed(2)} times standin`;
  });
  console.log(`${name.padEnd(18)} ${told.join('; CPU ')}`);
}

async function startOnce(name: Name): Promise<Start> {
  const port = await findFreePort();
  const [script, ...args] = servers[name];
  const began = performance.now();
  const child = spawn(process.execPath, [script, ...args, '--port', String(port)], {
    cwd: folder,
    stdio: 'ignore',
  });
  try {
    await answered(`http://127.0.0.1:${port}/posts/1`, began, name);
    const ms = performance.now() - began;
    return { ms, cpuMs: ((await restedCpuNs(child.pid ?? 0)) ?? 0) / 1_000_000 };
  } finally {
    await end(child);
  }
}

async function answered(url: string, began: number, name: Name): Promise<void> {
  while (performance.now() - began < FAILED_MS) {
    const reply = await fetch(url).catch(() => null);
    const body: unknown = await reply?.json();
    if (reply?.status === 200 && (body as { title?: unknown } | null)?.title === 'Title 0') return;
    await wait(TRY_MS);
  }
  throw new Error(`${name} does not answer`);
}

function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
