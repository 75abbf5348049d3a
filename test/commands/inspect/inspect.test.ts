// `standin inspect`, and the recordings of `serve --record` that it shows.

import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { InspectOptions } from '../../../src/commands/inspect/flags.ts';
import { inspectFiles } from '../../../src/commands/inspect/inspect.ts';
import type { Overview } from '../../../src/inspector/wire.ts';
import type { Recorded } from '../../../src/journal/interaction/recorded.ts';
import { runToEnd } from '../../support/cli.ts';
import { startServing } from '../../support/serving.ts';

const folder = mkdtempSync(join(tmpdir(), 'standin-inspect-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (name: string): string => join(folder, name);

/** Serves this project, records into a file, and sends what `work` sends. */
async function record(
  file: string,
  work: (url: string) => Promise<void>,
): Promise<readonly string[]> {
  const errors: string[] = [];
  const serving = await startServing({ record: file, redact: ['district'] }, { errors });
  try {
    await work(serving.url);
  } finally {
    await serving.close();
  }
  return errors;
}

async function inspecting<T>(
  files: readonly string[],
  work: (url: string) => Promise<T>,
  more: Partial<InspectOptions> = {},
  told: string[] = [],
): Promise<T> {
  const options = {
    host: '127.0.0.1',
    port: 0,
    contract: 'contracts',
    version: '0.0.0',
    form: 'quiet',
  } as const;
  const shown = await inspectFiles(
    { files, ...options, ...more },
    { write: () => true },
    { write: (text) => told.push(text) },
  );
  try {
    return await work(shown.url);
  } finally {
    await shown.close();
  }
}

async function get<T>(url: string, path: string): Promise<T> {
  return (await (await fetch(`${url}api/${path}`)).json()) as T;
}

describe('serve --record', () => {
  it('records every call without secrets, and continues an existing file', async () => {
    const file = at('users.standin');
    for (const turn of [1, 2]) {
      const errors = await record(file, async (url) => {
        await fetch(`${url}/users/1`, { headers: { authorization: 'Bearer planted-secret' } });
        const body = JSON.stringify({
          name: 'Planted',
          email: 'planted@corp.example.net',
          address: { city: 'Bern', district: 'Planted-district' },
        });
        await fetch(`${url}/users?api_key=planted-key`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        });
      });
      expect(errors).toEqual([]);
      const raw =
        readFileSync(file, 'latin1') +
        (existsSync(`${file}-wal`) ? readFileSync(`${file}-wal`, 'latin1') : '');
      for (const secret of ['planted-secret', 'planted@corp', 'planted-key', 'Planted-district'])
        expect(raw).not.toContain(secret);
      await inspecting([file], async (url) => {
        const overview = await get<Overview>(url, '');
        expect(overview).toMatchObject({
          mode: 'file',
          subject: 'users.standin',
          totals: { total: 2 * turn, newest: 2 * turn, dropped: 0 },
        });
        const { recorded } = await get<{ recorded: Recorded }>(url, `interactions/${2 * turn}`);
        expect(recorded).toMatchObject({
          source: 'mock',
          operation: 'create',
          verdict: 'conforms',
          reply: { status: 201 },
        });
        expect(recorded.request.body).toMatchObject({
          kind: 'text',
          text: expect.stringContaining('"name":"Planted"'),
        });
      });
    }
  });

  it('refuses a file that is no recording, before it serves', async () => {
    writeFileSync(at('text.txt'), 'not a recording, but somebody wrote it');
    await expect(record(at('text.txt'), async () => undefined)).rejects.toMatchObject({
      code: 'recording-invalid',
    });
    expect(readFileSync(at('text.txt'), 'utf8')).toBe('not a recording, but somebody wrote it');
    await expect(record(at('nowhere/x.standin'), async () => undefined)).rejects.toMatchObject({
      code: 'file-unwritable',
    });
  });
});

describe('inspect', () => {
  it('keeps tags and notes in the file', async () => {
    const file = at('noted.standin');
    await record(file, async (url) => void (await fetch(`${url}/users`)));
    await inspecting([file], async (url) => {
      const { token } = await get<Overview>(url, '');
      const body = JSON.stringify({ tags: ['Bug'], note: 'look at this' });
      const reply = await fetch(`${url}api/interactions/1/annotation`, {
        method: 'PUT',
        headers: { 'standin-token': token },
        body,
      });
      expect(reply.status).toBe(204);
    });
    await inspecting([file], async (url) => {
      expect(await get(url, 'interactions/1')).toMatchObject({
        annotation: { tags: ['bug'], note: 'look at this' },
      });
    });
  });

  it('writes a recording as HAR and shows the HAR again', async () => {
    const file = at('to-har.standin');
    await record(file, async (url) => {
      await fetch(`${url}/users/1`);
      await fetch(`${url}/users/99999`);
    });
    const har = await inspecting([file], async (url) =>
      (await fetch(`${url}api/export?form=har&q=status:404`)).text(),
    );
    writeFileSync(at('out.har'), har);
    await inspecting([at('out.har')], async (url) => {
      const { recorded } = await get<{ recorded: Recorded }>(url, 'interactions/1');
      expect(recorded).toMatchObject({
        resource: 'users',
        operation: 'read',
        request: { path: '/users/99999' },
        reply: { status: 404 },
      });
      expect((await get<Overview>(url, '')).totals.total).toBe(1);
    });
  });

  it('compares two recordings, and shows the second one', async () => {
    const [older, newer] = [at('older.standin'), at('newer.standin')];
    await record(older, async (url) => void (await fetch(`${url}/users/1`)));
    await record(newer, async (url) => void (await fetch(`${url}/users/99999`)));
    await inspecting([older, newer], async (url) => {
      expect(await get<Overview>(url, '')).toMatchObject({
        subject: 'newer.standin',
        older: 'older.standin',
      });
      expect(await get(url, 'compare')).toMatchObject({
        older: { name: 'older.standin', count: 1 },
        operations: [
          { differences: [{ text: 'answers 404 in 1 of 1, before in none of 1', newer: 1 }] },
        ],
      });
      const har = await (await fetch(`${url}api/export?form=har&q=`)).text();
      const { token } = await get<Overview>(url, '');
      await fetch(`${url}api/older?name=again.har`, {
        method: 'PUT',
        headers: { 'standin-token': token },
        body: har,
      });
      expect(await get(url, 'compare')).toMatchObject({
        older: { name: 'again.har', count: 1 },
        operations: [{ differences: [] }],
      });
    });
    await expect(inspecting([older, newer, older], async () => undefined)).rejects.toMatchObject({
      message: `${older} is a third recording`,
      remedy: 'Name one recording, or two to compare them, and any number of reports.',
    });
  });

  it('reads HAR with a byte order mark, and names the entries it leaves out', async () => {
    const request = { method: 'GET', url: 'http://a.test/users/1', headers: [] };
    const entry = {
      startedDateTime: '2026-11-20T10:00:00.000Z',
      time: 1,
      request,
      response: { status: 200 },
    };
    const tunnel = { ...entry, request: { ...request, method: 'CONNECT' } };
    const har = (entries: readonly unknown[]): string =>
      `\ufeff${JSON.stringify({ log: { version: '1.2', entries } })}`;
    writeFileSync(at('marked.har'), har([tunnel, entry, { ...entry, request: null }]));
    writeFileSync(at('one.har'), har([entry, tunnel]));
    const told: string[] = [];
    for (const name of ['marked.har', 'one.har']) {
      const { totals } = await inspecting([at(name)], (url) => get<Overview>(url, ''), {}, told);
      expect(totals.total).toBe(1);
    }
    expect(told).toEqual([
      `${at('marked.har')}: 2 entries are left out, the first at /log/entries/0: it opens a tunnel\n`,
      `${at('one.har')}: 1 entry is left out, /log/entries/1: it opens a tunnel\n`,
    ]);
    const exported = await runToEnd([
      'export',
      at('marked.har'),
      '--form',
      'curl',
      '--filter',
      'op:users.read',
    ]);
    expect(exported).toMatchObject({ code: 0, stderr: told[0] });
    expect(exported.stdout).toContain('/users/1');
    copyFileSync('package.json', at('other.json'));
    const refused = await runToEnd(['export', at('other.json'), '--form', 'curl']);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('is JSON, but not HAR');
  });

  it('shows reports of verify, and works without contracts', async () => {
    const report = {
      target: 'http://127.0.0.1:1',
      startedAt: '2026-11-20T10:00:00.000Z',
      verdict: 'violates',
      findings: [{}, {}],
    };
    writeFileSync(at('run.json'), JSON.stringify(report));
    await inspecting(
      [at('run.json')],
      async (url) => {
        expect(await get(url, 'reports')).toEqual({
          reports: [
            {
              name: 'run.json',
              target: report.target,
              startedAt: report.startedAt,
              verdict: 'violates',
              findings: 2,
            },
          ],
        });
        expect(await get(url, 'reports/run.json')).toEqual(report);
        expect(await get(url, 'contract')).toEqual({ resources: [], schemas: {} });
      },
      { contract: null },
    );
  });

  it.each([
    ['nothing.standin', 'cannot be read: there is no such file'],
    ['.', 'cannot be read: it is a folder'],
    ['text.txt', 'is neither a recording, nor HAR, nor a report'],
    ['other.json', 'is JSON, but neither HAR nor a report'],
  ])('ends with 2 and one sentence for %s', async (name, message) => {
    writeFileSync(at('text.txt'), 'some text');
    copyFileSync('package.json', at('other.json'));
    const ended = await runToEnd(['inspect', at(name)]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(message);
    expect(ended.stderr.split('\n')).toHaveLength(3);
  });
});
