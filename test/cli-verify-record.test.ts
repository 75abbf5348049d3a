// `standin verify --record` and `--inspect` as a process of its own: the file that is left when it
// is told to end, and the page over a socket.

import { mkdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Overview } from '../src/inspector/wire.ts';
import { openRecording } from '../src/journal/file/open-recording.ts';
import { plain } from './bed/plain.ts';
import { slowly, started, startFault, USERS } from './support/bed.ts';
import { copyProject, type Folder, type Running, run, runToEnd } from './support/cli.ts';

let folder: Folder;

beforeAll(() => {
  folder = copyProject();
  // Here it is noted that the files were checked.
  mkdirSync(folder.at('node_modules'));
});

afterAll(() => folder[Symbol.dispose]());

async function get<T>(url: string): Promise<T> {
  return (await (await fetch(url)).json()) as T;
}

/** Gives the address of the Inspector once it is printed. */
async function inspectorOf(running: Running): Promise<string> {
  const text = await running.until('stderr', (one) => /inspector at \S+\n/.test(one));
  return /inspector at (\S+)\n/.exec(text)?.[1] ?? '';
}

describe('standin verify --record', () => {
  it.each([1, 2])(
    'leaves a recording that opens when it is stopped by %s signals',
    async (times) => {
      await using service = await started(plain.start(USERS));
      await using slow = await slowly(service, 40);
      const file = folder.at(`ended-${times}.standin`);
      await using running = run(['verify', slow.url, '--record', file], { cwd: folder.path });
      await slow.until('POST', 14);
      running.child.kill('SIGINT');
      if (times === 2) {
        await running.until('stderr', (text) => text.includes('Stopping'));
        running.child.kill('SIGINT');
      }
      expect(await running.ended).toEqual({ code: 2, signal: null });
      const archive = await openRecording(file, { mode: 'read' });
      const { total, dropped } = await archive.totals();
      expect([total > 5, dropped]).toEqual([true, 0]);
      expect((await archive.find(1))?.recorded).toMatchObject({
        source: 'verify',
        law: 'probe',
        request: { path: '/users' },
      });
      await archive.close();
    },
  );
});

describe('standin verify --inspect', () => {
  it('shows the traffic during the run, then the report, and exits with the code of the verdict', async () => {
    await using service = await started(startFault('skills-are-one-text'));
    await using slow = await slowly(service, 5);
    const file = folder.at('run.standin');
    await using running = run(['verify', slow.url, '--inspect', '--record', file, '--quiet'], {
      cwd: folder.path,
    });
    const url = await inspectorOf(running);
    const early = await get<Overview>(`${url}api/`);
    expect(early).toMatchObject({
      mode: 'verify',
      subject: slow.url,
      can: { replay: null, editData: false },
    });
    expect(await get(`${url}api/reports`)).toEqual({ reports: [] });
    await running.until('stdout', (text) => text.includes('violates the contract'));
    expect(await get(`${url}api/reports`)).toMatchObject({
      reports: [{ name: 'users', verdict: 'violates', target: slow.url }],
    });
    const report = await get<{ findings: { clause: string; at: string }[] }>(
      `${url}api/reports/users`,
    );
    // From opening the page to the clause and the place: the overview, the filter, the interaction.
    await expect
      .poll(async () => (await violating(url)).length, { timeout: 5_000 })
      .toBeGreaterThan(0);
    const [seq] = await violating(url);
    const found = await get<{ recorded: { findings: { clause: string; at: string }[] } }>(
      `${url}api/interactions/${seq}`,
    );
    expect(report.findings).toContainEqual(
      expect.objectContaining({ clause: 'section 2, User', at: '/skills' }),
    );
    expect(found.recorded.findings[0]).toMatchObject({ clause: 'section 2, User', at: '/skills' });
    running.child.kill('SIGINT');
    expect(await running.ended).toEqual({ code: 1, signal: null });
    expect(running.stderr()).toBe(`standin: inspector at ${url}\n\n`);
  });

  it('refuses a port that is taken, before anything is sent', async () => {
    await using service = await started(plain.start(USERS));
    const port = new URL(service.baseUrl).port;
    const args = ['verify', service.baseUrl, '--inspect', '--port', port];
    const { code, stderr } = await runToEnd(args, { cwd: folder.path });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`standin: `) });
    expect(service.answered()).toBe(0);
  });
});

async function violating(url: string): Promise<readonly number[]> {
  const bytes = await (await fetch(`${url}api/matches?q=is:violating`)).arrayBuffer();
  return [...new Int32Array(bytes)];
}
