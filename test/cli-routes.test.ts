// Mistakes in routes in code that nothing catches: each costs its call, and the mock goes on.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './support/root.ts';

const ROUTES = `
import { EventEmitter } from 'node:events';
import { connect } from 'node:net';
const never = () => new Promise(() => undefined);
const soon = () => new Promise((resolve) => setTimeout(resolve, 20));
setTimeout(() => { throw new Error('from the top of the file'); }, 1_500).unref();
export default {
  'GET /rejected': () => { Promise.reject(new Error('rejected')); return never(); },
  'GET /timer': () => { setTimeout(() => { throw new Error('timer'); }, 5); return never(); },
  'GET /emitter': () => { const one = new EventEmitter(); setImmediate(() => one.emit('error', new Error('emitter'))); return never(); },
  'GET /socket': () => { connect(1, '127.0.0.1'); return never(); },
  'GET /forgotten': () => { (async () => { await soon(); throw new Error('forgotten'); })(); return never(); },
  'GET /microtask': async () => { await soon(); queueMicrotask(() => { throw new Error('microtask'); }); return never(); },
  'GET /nothing': () => { Promise.reject(); return never(); },
  'GET /late': () => { setTimeout(() => { throw new Error('later'); }, 30); return new Response('done'); },
};
`;

let folder = '';
let url = '';
let child: ChildProcess;
let printed = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'standin-routes-'));
  mkdirSync(join(folder, 'contracts'));
  writeFileSync(join(folder, 'db.json'), '{"users":[{"id":1,"name":"Ada"}]}');
  writeFileSync(join(folder, 'contracts/routes.mjs'), ROUTES);
  const cli = join(root, 'src/cli.ts');
  child = spawn(process.execPath, [cli, 'serve', 'db.json', '--port', '0'], { cwd: folder });
  url = await new Promise<string>((resolve, reject) => {
    const take = (data: Buffer): void => {
      printed += data.toString();
      const found = /at (http:\S+)/.exec(printed)?.[1];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.on('exit', () => reject(new Error(printed)));
  });
}, 30_000);

afterAll(async () => {
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  rmSync(folder, { recursive: true });
});

const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10));
};

describe('a mistake in a route', () => {
  it.each([
    ['/rejected', /routes\.mjs:\d+: rejected/],
    ['/timer', /routes\.mjs:\d+: timer/],
    ['/emitter', /routes\.mjs:\d+: emitter/],
    ['/socket', /ECONNREFUSED/],
    ['/forgotten', /routes\.mjs:\d+: forgotten/],
    ['/microtask', /routes\.mjs:\d+: microtask/],
    ['/nothing', /routes\.mjs: undefined/],
  ])('costs the call of %s, and its log line names the route', async (path, reason) => {
    const reply = await fetch(url + path);
    expect(reply.status).toBe(500);
    expect((await reply.json()) as unknown).toMatchObject({
      title: 'The route failed',
      detail: expect.stringMatching(reason),
    });
    await until(() => printed.includes(`GET ${path} failed in `));
    const rows = await fetch(`${url}/users/1`);
    expect(await rows.json()).toEqual({ id: 1, name: 'Ada' });
  });

  it('is told if it comes after the answer', async () => {
    expect(await (await fetch(`${url}/late`)).text()).toBe('done');
    await until(() => printed.includes('later; nothing caught'));
    expect(printed).toMatch(
      /GET \/late, after its answer, failed in \S*routes\.mjs:\d+: later; nothing caught this error/,
    );
    expect((await fetch(`${url}/users/1`)).status).toBe(200);
  });

  it('is told if no call is known', async () => {
    await until(() => printed.includes('from the top'));
    expect(printed).toMatch(/Something failed in \S*routes\.mjs:\d+: from the top of the file/);
    expect((await fetch(`${url}/users/1`)).status).toBe(200);
  });
});
