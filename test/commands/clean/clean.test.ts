// `standin clean`: what it removes, what it says, and its exit codes.
// test/commands/verify/verify.test.ts runs it as a process of its own.

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import { plain } from '../../bed/plain.ts';
import { started, USERS } from '../../support/bed.ts';
import { copyProject, emptyFolder, type Folder, runToEnd } from '../../support/cli.ts';
import { answering, startTroubled } from '../../support/troubled.ts';
import { runClean } from '../../support/verifying.ts';

const TOKEN = 'snabcdefghij';

/** Leaves a ledger as a run does that is killed. */
function leave(
  folder: Folder,
  baseUrl: string,
  entries: readonly object[],
  token = TOKEN,
  path = '/users',
  more = {},
): void {
  mkdirSync(folder.at('.standin'), { recursive: true });
  const run = {
    kind: 'run',
    version: 1,
    token,
    baseUrl,
    path,
    startedAt: '2026-11-21T10:00:00.000Z',
    ...more,
  };
  const lines = [run, ...entries].map((entry) => `${JSON.stringify(entry)}\n`);
  writeFileSync(folder.at('.standin', `${token}.jsonl`), lines.join(''));
}

const owned = (id: number): object => ({ kind: 'owned', key: String(id), mark: 'x' });

describe('standin clean', () => {
  it('removes only items that show the mark, and names what does not until it is gone', async () => {
    using folder = copyProject();
    const mine = [3, 4].map((id) => ({
      id,
      name: `delta ${TOKEN}${id}`,
      email: `${TOKEN}${id}@example.com`,
    }));
    await using service = await started(plain.start([...USERS, ...mine]));
    // 2 was given to somebody else since, 9 is gone, 4 is in the list alone.
    leave(folder, service.baseUrl, [{ kind: 'intent' }, owned(3), owned(2), owned(9)]);
    const { code, stdout, stderr } = await runClean(service.baseUrl, {
      ledgerFolder: folder.at('.standin'),
    });
    const unmarked = [
      "/users/2: left alone; the run made an item there, but what is there does not show its mark, and may be someone else's",
      'Look at these items, and remove those that nobody else has made; then delete the notes of the run in .standin.',
      '',
    ];
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout.split('\n')).toEqual(['/users/3: removed', '/users/4: removed', ...unmarked]);
    expect(service.stored()).toEqual(USERS);
    const second = await runClean(service.baseUrl, { ledgerFolder: folder.at('.standin') });
    expect(second).toEqual({ code: 1, stdout: unmarked.join('\n'), stderr: '' });
    await fetch(`${service.baseUrl}/users/2`, { method: 'DELETE' });
    const third = await runClean(service.baseUrl, { ledgerFolder: folder.at('.standin') });
    expect(third).toMatchObject({ code: 0, stdout: '/users: nothing is left of any run\n' });
    expect(existsSync(folder.at('.standin'))).toBe(false);
    const again = await runClean(`${service.baseUrl}/`, { ledgerFolder: folder.at('.standin') });
    expect(again).toMatchObject({
      code: 0,
      stdout: `No run in this folder left anything at ${service.baseUrl}.\n`,
    });
  });

  it.each([null, 'missing'])('needs no source where no run left anything: %j', async (contract) => {
    using folder = emptyFolder();
    const run = await runClean('http://127.0.0.1:1', {
      contract,
      ledgerFolder: folder.at('.standin'),
    });
    expect(run).toEqual({
      code: 0,
      stdout: 'No run in this folder left anything at http://127.0.0.1:1.\n',
      stderr: '',
    });
  });

  it('asks for the source of a run that left something, where this folder has none', async () => {
    using folder = emptyFolder();
    leave(folder, 'http://127.0.0.1:1', [owned(3)]);
    expect(await runToEnd(['clean', 'http://127.0.0.1:1'], { cwd: folder.path })).toMatchObject({
      code: 2,
      stdout: '',
      stderr:
        'standin: a run left something at http://127.0.0.1:1/users, and the contracts of that run are not in this folder\n' +
        'Name the source that the run had before the address: standin clean <source> <base_url>\n',
    });
    expect(readdirSync(folder.at('.standin'))).toHaveLength(1);
  });

  it('refuses while a run continues, unless forced', async () => {
    using folder = copyProject();
    const mine = { id: 3, name: `delta ${TOKEN}3`, email: `${TOKEN}3@example.com` };
    await using service = await started(plain.start([...USERS, mine]));
    const runner = { pid: process.ppid, host: hostname(), began: null };
    leave(folder, service.baseUrl, [owned(3)], TOKEN, '/users', { runner });
    const refused = await runClean(service.baseUrl, { ledgerFolder: folder.at('.standin') });
    expect(refused).toEqual({
      code: 2,
      stdout: '',
      stderr:
        `standin: a run against ${service.baseUrl} is still in progress: process ${process.ppid}, since 2026-11-21T10:00:00.000Z; nothing was removed\n` +
        'Wait until it has ended, or end it. --force removes its items anyway.\n',
    });
    expect(service.stored()).toEqual([...USERS, mine]);
    const forced = await runClean(service.baseUrl, {
      ledgerFolder: folder.at('.standin'),
      running: 'remove',
    });
    expect(forced).toMatchObject({
      code: 0,
      stdout: '/users/3: removed\n/users: nothing is left of any run\n',
    });
    expect(service.stored()).toEqual(USERS);
  });

  it('ends with 1 if items are left, and keeps the ledger', async () => {
    using folder = copyProject();
    await using service = await startTroubled((request, response) => {
      const item = `{"id":3,"name":"${TOKEN}"}`;
      const status = request.method === 'DELETE' ? 500 : 200;
      const text = request.url === '/users/3' ? item : `[${item}]`;
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
    leave(folder, service.url, [owned(3)]);
    const { code, stdout, stderr } = await runClean(service.url, {
      ledgerFolder: folder.at('.standin'),
    });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toBe(
      '/users/3: could not be removed: it is still there; DELETE answered 500\n/users: 1 left; "standin clean" can try again\n',
    );
    expect(readdirSync(folder.at('.standin'))).toHaveLength(1);
  });

  it.each(['garbage{', '{"kind":"run","version":99}\n', ''])(
    'ends with 1 and names a file that it cannot read: %j',
    async (text) => {
      using folder = copyProject();
      const mine = { id: 3, name: `delta ${TOKEN}3`, email: `${TOKEN}3@example.com` };
      await using service = await started(plain.start([...USERS, mine]));
      leave(folder, service.baseUrl, [owned(3)]);
      const file = folder.at('.standin', 'other.jsonl');
      writeFileSync(file, text);
      const said = `${file}: cannot be read and is kept: it is not a ledger, or one of another version of Standin.\n`;
      const first = await runClean(service.baseUrl, { ledgerFolder: folder.at('.standin') });
      expect(first).toEqual({
        code: 1,
        stdout: `${said}/users/3: removed\n/users: nothing is left of any run\n`,
        stderr: '',
      });
      const again = await runClean(service.baseUrl, { ledgerFolder: folder.at('.standin') });
      expect(again).toEqual({ code: 1, stdout: said, stderr: '' });
      expect(readdirSync(folder.at('.standin'))).toEqual(['other.jsonl']);
    },
  );

  it('sends the required credentials, and prints them nowhere', async () => {
    using folder = copyProject();
    await using service = await startTroubled((request, response) => {
      const isKnown = request.headers.authorization === 'Bearer s3cr3t-token';
      response
        .writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
        .end(isKnown ? '[]' : '{}');
    });
    leave(folder, service.url, []);
    const refused = await runClean(service.url, { ledgerFolder: folder.at('.standin') });
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(
      /^standin: GET \/users returned no list: .* 401 .*\nGive credentials: [^\n]+\n$/,
    );
    const headers = ['Authorization: Bearer s3cr3t-token'];
    const done = await runClean(service.url, { headers, ledgerFolder: folder.at('.standin') });
    expect(done).toMatchObject({
      code: 0,
      stdout: '/users: nothing is left of any run\n',
      stderr: '',
    });
  });

  it('ends with 2 if it cannot reach the service, and keeps the ledger', async () => {
    using folder = copyProject();
    const service = await startTroubled(answering(200, 'text/html', '<html></html>'));
    leave(folder, service.url, [owned(3)]);
    const page = await runClean(service.url, { ledgerFolder: folder.at('.standin') });
    await service[Symbol.asyncDispose]();
    const gone = await runClean(service.url, { ledgerFolder: folder.at('.standin') });
    for (const { code, stdout, stderr } of [page, gone]) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^standin: GET \/users returned no list: [^\n]+\n[^\n]+\n$/);
    }
    expect(readdirSync(folder.at('.standin'))).toHaveLength(1);
  });

  it('names items of other services and of missing contracts', async () => {
    using folder = copyProject();
    await using service = await startTroubled(answering(200, 'application/json', '[]'));
    leave(folder, service.url, [owned(3)], 'snzzzzzzzzzz', '/others');
    leave(folder, 'http://elsewhere.example', [owned(3)]);
    const here = await runClean(service.url, { ledgerFolder: folder.at('.standin') });
    expect(here).toMatchObject({
      code: 1,
      stdout: '/others: no contract in contracts matches it; nothing was removed.\n',
    });
    const nowhere = await runClean('http://127.0.0.1:1', { ledgerFolder: folder.at('.standin') });
    expect(nowhere.code).toBe(0);
    expect(nowhere.stdout).toContain(
      `Runs left something at http://elsewhere.example, ${service.url}.\n`,
    );
    expect(readdirSync(folder.at('.standin'))).toHaveLength(2);
  });
});
