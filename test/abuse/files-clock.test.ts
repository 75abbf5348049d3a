// A clock that is set while Standin runs: nothing that was kept goes, and no limit begins anew or
// never ends.

import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { own } from '../../src/base/json.ts';
import { copyProject, serve } from '../support/cli.ts';
import { JSON_HEADERS } from '../support/project.ts';

/** Shifts `Date` by the milliseconds in a file next to the project. */
const SHIM = `
import { readFileSync } from 'node:fs';
const real = Date.now;
const shift = () => { try { return Number(readFileSync('shift', 'utf8')); } catch { return 0; } };
Date.now = () => real() + shift();
`;
const DAY_MS = 86_400_000;

it.concurrent.each([DAY_MS, -DAY_MS])(
  'keeps worlds, windows and numbers when the clock jumps by %i ms',
  async (shiftMs) => {
    using folder = copyProject();
    writeFileSync(folder.at('shim.mjs'), SHIM);
    const env = { NODE_OPTIONS: '--import ./shim.mjs' };
    await using serving = await serve(
      ['--pin', 'limit.requests=60', '--pin', 'limit.headers=ratelimit', '--save'],
      {
        cwd: folder.path,
        env,
      },
    );
    const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(serving.url + path, {
        ...init,
        headers: { ...JSON_HEADERS, 'standin-world': 'alice' },
      });
    const left = async (): Promise<number> =>
      Number(/r=(\d+)/.exec((await ask('/users')).headers.get('ratelimit') ?? '')?.[1]);
    const made = await ask('/users', {
      method: 'POST',
      body: JSON.stringify({ name: 'Fay', email: 'fay@example.com' }),
    });
    const location = String(made.headers.get('location'));
    const before = await left();
    writeFileSync(folder.at('shift'), String(shiftMs));
    // The world is there, and what was asked before the clock was set still counts.
    expect((await ask(location)).status).toBe(200);
    expect(await left()).toBe(before - 2);
    const calls = await serving.untilEvents('interaction', 4);
    expect(calls.map((call) => own(call, 'seq'))).toEqual(
      calls.map((_, index) => Number(own(calls[0] ?? {}, 'seq')) + index),
    );
    // A change of the shared world is saved just as soon.
    await fetch(`${serving.url}/users/1`, { method: 'DELETE' });
    for (let turn = 0; turn < 200 && holdsFirst(folder.at('db.json')); turn++) await sleep(50);
    expect(holdsFirst(folder.at('db.json'))).toBe(false);
  },
);

function holdsFirst(file: string): boolean {
  return JSON.parse(readFileSync(file, 'utf8')).users.some(
    (user: { readonly id: unknown }) => user.id === 1,
  );
}
