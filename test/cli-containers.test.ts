// Two processes that cannot see each other, as in two containers with one folder: `--save`, and
// `clean` beside a run.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from './support/root.ts';

const cli = join(root, 'src/cli.ts');
const UNSHARE = ['unshare', '-pf', '--mount-proc', '--kill-child'];
const canUnshare = spawnSync(UNSHARE[0] ?? '', [...UNSHARE.slice(1), 'true']).status === 0;

let folder = '';
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'standin-containers-'));
  writeFileSync(join(folder, 'db.json'), '{"users":[{"id":1,"name":"Ada"}]}');
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  readonly child: ChildProcess;
  readonly printed: () => string;
  readonly url: string | null;
}

/** Starts a command, in a space of its own or not; resolves once it serves or has ended. */
function start(space: 'own' | 'shared', ...args: readonly string[]): Promise<Started> {
  const line = [...(space === 'own' ? UNSHARE : []), process.execPath, cli, ...args];
  const child = spawn(line[0] ?? '', line.slice(1), { cwd: folder });
  children.push(child);
  let printed = '';
  return new Promise((resolve) => {
    const take = (data: Buffer): void => {
      printed += data.toString();
      const url = /at (http:\S+)/.exec(printed)?.[1];
      if (url !== undefined) resolve({ child, printed: () => printed, url });
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.on('exit', () => resolve({ child, printed: () => printed, url: null }));
  });
}

const create = async (url: string, name: string): Promise<number> => {
  const reply = await fetch(`${url}/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  await reply.text();
  return reply.status;
};

describe.runIf(canUnshare)('two processes that save to one file', () => {
  it.each([
    ['own', 'own'],
    ['shared', 'own'],
    ['own', 'shared'],
  ] as const)(
    'are refused: the first in a space of its %s, the second likewise %s',
    async (one, other) => {
      const first = await start(one, 'serve', 'db.json', '--save', '--port', '0');
      expect(await create(first.url ?? '', 'Bob')).toBe(201);
      const second = await start(other, 'serve', 'db.json', '--save', '--port', '0');
      expect(second.url).toBeNull();
      expect(second.printed()).toContain('another process already saves to db.json');
      expect(await create(first.url ?? '', 'Cleo')).toBe(201);
    },
    60_000,
  );

  it('lose nothing that was answered if the first one was taken for ended', async () => {
    const first = await start('own', 'serve', 'db.json', '--save', '--port', '0');
    expect(await create(first.url ?? '', 'Bob')).toBe(201);
    // It stands still longer than anyone watches.
    const pids = spawnSync('pgrep', ['-P', String(first.child.pid)], { encoding: 'utf8' }).stdout;
    const pid = Number(pids.trim());
    process.kill(pid, 'SIGSTOP');
    const second = await start('shared', 'serve', 'db.json', '--save', '--port', '0');
    expect(second.url).not.toBeNull();
    process.kill(pid, 'SIGCONT');
    expect(await create(second.url ?? '', 'Cleo')).toBe(201);
    expect(await create(first.url ?? '', 'Lost')).toBe(507);
    while (!first.printed().includes('another process has taken over saving to db.json'))
      await new Promise((resolve) => setTimeout(resolve, 20));
    const ended = new Promise((resolve) => second.child.on('exit', resolve));
    second.child.kill('SIGTERM');
    await ended;
    expect(readFileSync(join(folder, 'db.json'), 'utf8').match(/Ada|Bob|Cleo|Lost/g)).toEqual([
      'Ada',
      'Bob',
      'Cleo',
    ]);
  }, 60_000);

  it('start after each other, also after one was killed', async () => {
    const first = await start('own', 'serve', 'db.json', '--save', '--port', '0');
    expect(await create(first.url ?? '', 'Bob')).toBe(201);
    const ended = new Promise((resolve) => first.child.on('exit', resolve));
    first.child.kill('SIGKILL');
    await ended;
    const second = await start('own', 'serve', 'db.json', '--save', '--port', '0');
    expect(await (await fetch(`${second.url}/users`)).text()).toContain('Bob');
  }, 60_000);
});

describe('clean beside a run in another container', () => {
  const ledger = (space: string): string =>
    `${JSON.stringify({ kind: 'run', version: 1, token: 'sk7f3q9x2', baseUrl: 'BASE', path: '/users', startedAt: '2026-01-01T00:00:00.000Z', runner: { pid: 1, host: hostname(), began: '1', space } })}\n{"kind":"intent"}\n`;

  it.each([
    ['refuses while the run renews its ledger', 'alive', 2],
    ['cleans up once it does not', 'ended', 0],
  ] as const)(
    '%s',
    async (_, run, code) => {
      const service = createServer((_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end('[]');
      });
      await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
      const base = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
      mkdirSync(join(folder, '.standin'));
      const file = join(folder, '.standin', 'x-sk7f3q9x2.jsonl');
      writeFileSync(file, ledger('pid:[1]').replace('BASE', base));
      const timer = setInterval(() => {
        if (run === 'alive') utimesSync(file, new Date(), new Date());
      }, 200);
      const cleaned = await new Promise<{ code: number | null; printed: string }>((resolve) => {
        const child = spawn(process.execPath, [cli, 'clean', 'db.json', base], { cwd: folder });
        children.push(child);
        let printed = '';
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (data: Buffer) => {
            printed += data.toString();
          });
        child.on('exit', (ended) => resolve({ code: ended, printed }));
      });
      clearInterval(timer);
      service.close();
      expect(cleaned.code, cleaned.printed).toBe(code);
      if (run === 'alive')
        expect(cleaned.printed).toContain(`still in progress: process 1 in ${hostname()}`);
    },
    60_000,
  );
});
