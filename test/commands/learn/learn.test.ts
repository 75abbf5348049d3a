// `standin learn`: the profile that it writes, what it prints, and what it leaves behind.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { Profile } from '../../../src/contract/choices.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { plain } from '../../bed/plain.ts';
import { slowly, started, USERS } from '../../support/bed.ts';
import { copyProject, type Folder, serve } from '../../support/cli.ts';
import { expectDiscretion } from '../../support/problem.ts';
import { edit } from '../../support/project.ts';
import { serveProject } from '../../support/served.ts';
import { type CommandRun, runLearn } from '../../support/verifying.ts';

/** What the service that is learned from chose. */
const CHANGED = {
  'create.status': 200,
  'create.body': 'id',
  'create.location': 'absolute',
  'replace.mode': 'merge',
  'replace.status': 204,
  'remove.status': 200,
  'error.shape': 'message',
  'list.order': 'newest-first',
} as const satisfies Partial<Profile>;

function learnIn(
  folder: Folder,
  url: string,
  given: Parameters<typeof runLearn>[1] = {},
): Promise<CommandRun> {
  return runLearn(url, {
    contract: folder.at('contracts'),
    ledgerFolder: folder.at('.standin'),
    ...given,
  });
}

/**
 * The answers to a create, a replacement and a removal, as far as they are not about who answers or
 * when.
 */
async function answersOf(url: string): Promise<readonly object[]> {
  const answers: object[] = [];
  const send = async (method: string, path: string, body?: object): Promise<void> => {
    const headers = { 'content-type': 'application/json' };
    const sent = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
    const answer = await fetch(`${url}${path}`, sent);
    const location = answer.headers.get('location')?.replace(url, '') ?? null;
    const isAbsolute = answer.headers.get('location')?.startsWith('http') ?? null;
    answers.push({
      method,
      path,
      status: answer.status,
      location,
      isAbsolute,
      text: await answer.text(),
    });
  };
  await send('POST', '/users', { name: 'Zoë', email: 'zoe@example.com', skills: ['law'] });
  await send('PUT', '/users/6', { name: 'Zoë', email: 'z@example.com' });
  await send('GET', '/users/6');
  await send('GET', '/users');
  await send('POST', '/users', { name: 1 });
  await send('DELETE', '/users/6');
  await send('DELETE', '/users/6');
  return answers;
}

describe('learnService', () => {
  it('learns the choices of a service, and a mock with that profile answers alike', async () => {
    using folder = copyProject();
    await using served = await serveProject({ pins: CHANGED });
    const url = `http://127.0.0.1:${served.port}`;
    const before = served.mock.state.collection('users').size;
    const { code, stdout, stderr } = await learnIn(folder, url, { name: 'ours' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^create\.status +200 +\d+$/m);
    expect(stdout).toMatch(
      /^ {2}- limited\.status, limit\.requests, limit\.headers: rate limits are not tried/m,
    );
    expect(stdout).toContain('choices: standin serve --profile ours\n');
    expect(served.mock.state.collection('users').size).toBe(before);
    const written = JSON.parse(
      readFileSync(folder.at('contracts/profiles/ours.json'), 'utf8'),
    ) as object;
    expect(written).toMatchObject({ profile: 'ours', choices: CHANGED });
    const places = { contract: folder.at('contracts'), db: folder.at('db.json'), profile: 'ours' };
    expect((await loadProject(places)).profile).toMatchObject(CHANGED);

    await using original = await serveProject({ pins: CHANGED });
    await using again = await serve(['--profile', 'ours'], { cwd: folder.path });
    expect(await answersOf(again.url)).toEqual(
      await answersOf(`http://127.0.0.1:${original.port}`),
    );
  });

  it('says nothing of a PUT that the contract does not have and nobody sent', async () => {
    using folder = copyProject();
    edit(folder.at('contracts/users.json'), (contract) => {
      const { replace: _, ...operations } = contract['operations'] as JsonObject;
      return { ...contract, operations };
    });
    await using service = await started(plain.start(USERS));
    const { code, stdout } = await learnIn(folder, service.baseUrl, {
      file: folder.at('theirs.json'),
    });
    expect(code).toBe(0);
    expect(stdout).not.toContain('replace was refused');
    expect(stdout).toMatch(
      /content\.type.*: it is tried by replace, which the contract does not have/,
    );
  });

  it('sends no reads of a list that the contract does not have', async () => {
    using folder = copyProject();
    edit(folder.at('contracts/users.json'), (contract) => {
      const { list: _, ...operations } = contract['operations'] as JsonObject;
      return { ...contract, operations };
    });
    await using served = await serve([], { cwd: folder.path });
    const { code, stdout } = await learnIn(folder, served.url, { file: folder.at('theirs.json') });
    expect(code).toBe(0);
    expect(stdout).not.toContain('Left out or disputed');
    expect(stdout).toMatch(/^path\.slash +same +\d+$/m);
  });

  it('leaves nothing behind at a service', async () => {
    using folder = copyProject();
    await using service = await started(plain.start(USERS));
    const run = await learnIn(folder, service.baseUrl, {
      form: 'json',
      file: folder.at('theirs.json'),
    });
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const told = JSON.parse(run.stdout) as { seen: { choice: string }[]; unseen: object[] };
    expect(told).toMatchObject({
      format: 1,
      target: service.baseUrl,
      profile: 'theirs',
      file: folder.at('theirs.json'),
    });
    expect(told.seen).toContainEqual(
      expect.objectContaining({ choice: 'create.status', option: 201 }),
    );
    expect(service.stored()).toEqual(USERS);
    expect(existsSync(folder.at('.standin'))).toBe(false);
  });

  it('replaces a file only with --force, and checks before it sends anything', async () => {
    using folder = copyProject();
    await using service = await started(plain.start(USERS));
    const file = folder.at('contracts/profiles/learned.json');
    writeFileSync(file, '{}');
    const refused = await learnIn(folder, service.baseUrl);
    expect(refused).toEqual({
      code: 2,
      stdout: '',
      stderr: `standin: ${file} exists already\nName another file with --name or --out, or replace this one with --force.\n`,
    });
    expect(service.answered()).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('{}');
    expect((await learnIn(folder, service.baseUrl, { existing: 'replace' })).code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      profile: 'learned',
      choices: { 'create.status': 201 },
    });
  });

  it.each(['contracts/users.json', 'schemas/user.json'])(
    'keeps %s, which it reads, also with --force',
    async (input) => {
      using folder = copyProject();
      const file = folder.at(input);
      const before = readFileSync(file, 'utf8');
      expect(await learnIn(folder, 'http://127.0.0.1:9', { file, existing: 'replace' })).toEqual({
        code: 2,
        stdout: '',
        stderr: `standin: --out ${file} would replace a file that Standin reads\nName another file with --out.\n`,
      });
      expect(readFileSync(file, 'utf8')).toBe(before);
    },
  );

  it('writes no file if it is stopped, and removes its items', async () => {
    using folder = copyProject();
    await using service = await started(plain.start(USERS));
    await using slow = await slowly(service, 5);
    const stop = new AbortController();
    const running = runLearn(
      slow.url,
      { contract: folder.at('contracts'), ledgerFolder: folder.at('.standin') },
      stop.signal,
    );
    await slow.until('POST', 3);
    stop.abort();
    const { code, stdout, stderr } = await running;
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^standin: the run was interrupted; no profile was written\n[^\n]+\n$/);
    expect(service.stored()).toEqual(USERS);
    expect(existsSync(folder.at('contracts/profiles/learned.json'))).toBe(false);
  });

  it('reports in one sentence that it cannot reach a service', async () => {
    using folder = copyProject();
    const { code, stdout, stderr } = await learnIn(folder, 'http://127.0.0.1:9');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /^standin: The service cannot be reached: [^\n]+\nStart the service, or correct the port\.\n$/,
    );
    expect(existsSync(folder.at('contracts/profiles/learned.json'))).toBe(false);
    expectDiscretion(stderr);
  });

  it.each([
    [{ name: '../x' }, '"../x" is not a name for a profile'],
    [{ file: 'nowhere/x.json' }, 'there is no folder nowhere'],
  ])('refuses %j', async (given, message) => {
    const { code, stderr } = await runLearn('http://127.0.0.1:9', given);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`standin: ${message}\n`) as string,
    });
  });

  it('requires --resource if there are several', async () => {
    using folder = copyProject();
    const contract = JSON.parse(readFileSync(folder.at('contracts/users.json'), 'utf8')) as object;
    writeFileSync(
      folder.at('contracts/others.json'),
      JSON.stringify({ ...contract, resource: 'others', path: '/others' }),
    );
    const learned = (resource: string | null) =>
      learnIn(folder, 'http://127.0.0.1:9', { resource });
    const refused = (message: string) => ({ code: 2, stdout: '', stderr: `standin: ${message}\n` });
    expect(await learned(null)).toEqual(
      refused(
        `${folder.at('contracts')} has 2 contracts, but a profile is learned with one\nName its resource, for example --resource others.`,
      ),
    );
    expect(await learned('other')).toEqual(
      refused('no contract has the resource "other"\nDid you mean "others"?'),
    );
    expect(await learned('boats')).toEqual(
      refused('no contract has the resource "boats"\nThe resources are others, users.'),
    );
  });
});
