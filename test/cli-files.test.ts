// `standin serve` and its files: when it writes the seed file, and what it makes of files that
// change while it runs.

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isObject, own } from '../src/base/json.ts';
import { copyProject, serve } from './support/cli.ts';
import { expectDiscretion } from './support/problem.ts';
import { create, edit, JSON_HEADERS, namesAt, objectIn } from './support/project.ts';
import { JSON_TYPE, request } from './support/requests.ts';
import { openWire } from './support/wire.ts';

describe('standin serve, and the seed file', () => {
  it('never writes it without --save', async () => {
    using folder = copyProject();
    const file = folder.at('db.json');
    const before = [readFileSync(file, 'utf8'), statSync(file).mtimeMs, statSync(file).ino];
    await using serving = await serve([], { cwd: folder.path });
    await create(serving.url);
    await fetch(`${serving.url}/users/1`, { method: 'DELETE' });
    serving.child.kill('SIGTERM');
    expect(await serving.ended).toMatchObject({ code: 0 });
    expect([readFileSync(file, 'utf8'), statSync(file).mtimeMs, statSync(file).ino]).toEqual(
      before,
    );
  });

  it('writes it with --save soon after a change, and does not reload what it wrote itself', async () => {
    using folder = copyProject();
    const file = folder.at('db.json');
    await using serving = await serve(['--save'], { cwd: folder.path });
    const user = await create(serving.url);
    for (let turn = 0; turn < 200 && !readFileSync(file, 'utf8').includes('zofia@'); turn++)
      await sleep(50);
    expect(objectIn(readFileSync(file, 'utf8'))['users']).toContainEqual(user);
    await create(serving.url, 'Second');
    serving.child.kill('SIGTERM');
    expect(await serving.ended).toMatchObject({ code: 0 });
    expect(serving.events('reload')).toEqual([]);
    expect(serving.stderr()).toBe('');
  });

  it('writes with --save what is still unsaved when it stops', async () => {
    using folder = copyProject();
    await using serving = await serve(['--save'], { cwd: folder.path });
    const user = await create(serving.url);
    serving.child.kill('SIGTERM');
    expect(await serving.ended).toMatchObject({ code: 0 });
    expect(objectIn(readFileSync(folder.at('db.json'), 'utf8'))['users']).toContainEqual(user);
    await using again = await serve([], { cwd: folder.path });
    expect(await namesAt(again.url)).toContain('Zofia');
  });

  it('keeps with --save changes of a client and of an editor made just before it stops', async () => {
    using folder = copyProject();
    await using serving = await serve(['--save'], { cwd: folder.path });
    await create(serving.url, 'Of a client');
    edit(folder.at('db.json'), (db) => ({
      users: [...(db['users'] as unknown[]), { id: 77, name: 'Of an editor' }],
    }));
    serving.child.kill('SIGTERM');
    expect(await serving.ended).toMatchObject({ code: 0 });
    const text = readFileSync(folder.at('db.json'), 'utf8');
    expect(text).toContain('Of an editor');
    expect(
      text.includes('Of a client') || serving.stderr() !== '',
      'it is written, or its loss is told',
    ).toBe(true);
  });

  it.each<[string, NodeJS.Signals, 'at once' | 'once saved']>([
    ['it is killed at once', 'SIGKILL', 'at once'],
    ['it is killed once it has saved', 'SIGKILL', 'once saved'],
    ['it stops', 'SIGTERM', 'at once'],
  ])('answers an idempotency key again with --save if %s', async (_what, signal, when) => {
    using folder = copyProject();
    const ask = async (url: string): Promise<string> => {
      const headers = { ...JSON_HEADERS, 'idempotency-key': 'k' };
      const body = '{"name":"Fay","email":"fay@example.com"}';
      const reply = await fetch(`${url}/users`, { method: 'POST', headers, body });
      return `${reply.status} ${reply.headers.get('location')} ${await reply.text()}`;
    };
    await using serving = await serve(['--save'], { cwd: folder.path });
    const first = await ask(serving.url);
    const saved = folder.at('.db.json.answers');
    for (let turn = 0; when === 'once saved' && turn < 200 && !existsSync(saved); turn++)
      await sleep(50);
    expect(existsSync(saved)).toBe(when === 'once saved');
    serving.child.kill(signal);
    await serving.ended;
    await using again = await serve(['--save'], { cwd: folder.path });
    expect(first).toMatch(/^201 /);
    expect(await ask(again.url)).toBe(first);
    expect(await namesAt(again.url)).toHaveLength(6);
  });
});

describe('standin serve, while its files change', () => {
  it('follows schemas, contracts, profile and seed data, and keeps what clients did', async () => {
    using folder = copyProject();
    await using serving = await serve([], { cwd: folder.path });
    const { url } = serving;
    await create(url, 'Zo');
    await fetch(`${url}/users/2`, { method: 'DELETE' });

    edit(folder.at('schemas/user-create.json'), (schema) => ({
      ...schema,
      properties: { name: { minLength: 3 } },
    }));
    await serving.untilEvents('reload', 1);
    const short = await fetch(`${url}/users`, {
      method: 'POST',
      headers: JSON_HEADERS,
      body: '{"name":"Al","email":"a@example.com"}',
    });
    expect(short.status).toBe(422);
    expect(await namesAt(url)).toContain('Zo');

    edit(folder.at('contracts/profiles/standin.json'), (profile) => ({
      ...profile,
      choices: { 'create.status': 200 },
    }));
    await serving.untilEvents('reload', 2);
    const created = await fetch(`${url}/users`, {
      method: 'POST',
      headers: JSON_HEADERS,
      body: '{"name":"Ala","email":"a@example.com"}',
    });
    expect(created.status).toBe(200);

    edit(folder.at('db.json'), (db) => ({
      users: [...(db['users'] as unknown[]), { id: 99, name: 'From the file' }],
    }));
    const reloads = await serving.untilEvents('reload', 3);
    expect(reloads[2]).toEqual({
      event: 'reload',
      text: 'Reloaded the changed files; users: 1 added',
    });
    expect(await namesAt(url)).toEqual(expect.arrayContaining(['Zo', 'Ala', 'From the file']));
    expect((await fetch(`${url}/users/2`)).status).toBe(404);

    const before = await namesAt(url);
    edit(folder.at('contracts/users.json'), (contract) => ({ ...contract, path: '/people' }));
    await serving.untilEvents('reload', 4);
    expect((await fetch(`${url}/users`)).status).toBe(404);
    const people: unknown = await fetch(`${url}/people`).then((response) => response.json());
    expect(people).toMatchObject(before.map((name) => ({ name })));
    expect(serving.stderr()).toBe('');
  });

  it.each([
    ['schemas/user.json', '{"type":', 'schemas/user.json at line 1, column 9: '],
    [
      'schemas/user.json',
      '',
      'schemas/user.json at line 1, column 1: the text is empty; expected a JSON value',
    ],
    ['contracts/users.json', '[]', 'contracts/users.json: must be an object, is an array'],
    [
      'contracts/profiles/standin.json',
      '{"choices":{"a":1}}',
      'contracts/profiles/standin.json at /choices/a: there is no choice "a"',
    ],
    ['db.json', '{"users":[{}]}', 'db.json at /users/0: '],
  ])(
    'keeps the last good files if %s becomes %j, and reloads once it is corrected',
    async (file, text, message) => {
      using folder = copyProject();
      await using serving = await serve([], { cwd: folder.path });
      await create(serving.url, 'Kept');
      const before = await namesAt(serving.url);
      const good = readFileSync(folder.at(file), 'utf8');
      writeFileSync(folder.at(file), text);
      const told = await serving.until('stderr', (all) =>
        all.includes('The last valid version stays in use.\n'),
      );
      expect(told).toMatch(/^Not reloaded: /);
      expect(told).toContain(message);
      expectDiscretion(told);
      expect(await namesAt(serving.url)).toEqual(before);
      await create(serving.url, 'Also kept');
      writeFileSync(folder.at(file), good);
      edit(folder.at('contracts/profiles/standin.json'), (profile) => ({
        ...profile,
        choices: { 'read.status': 203 },
      }));
      await serving.untilEvents('reload', 1);
      expect((await fetch(`${serving.url}/users/1`)).status).toBe(203);
      expect(await namesAt(serving.url)).toEqual([...before, 'Also kept']);
    },
  );

  it.each([
    ['a schema of another draft', { $schema: 'http://json-schema.org/draft-04/schema#' }],
    ['a schema that refers to itself without end', { $dynamicRef: '#nothing' }],
  ])('keeps the last good files if somebody saves %s', async (_what, more) => {
    using folder = copyProject();
    await using serving = await serve([], { cwd: folder.path });
    await create(serving.url, 'Kept');
    edit(folder.at('schemas/user.json'), (schema) => ({ ...schema, ...more }));
    await serving.until('stderr', (text) => text.includes('\n')).catch(() => '');
    const names = await namesAt(serving.url).catch(() => 'the server is gone');
    expect(names, serving.stderr()).toContain('Kept');
    expectDiscretion(serving.stderr());
  });

  it('reports a client’s record that does not fit a changed schema, and continues', async () => {
    using folder = copyProject();
    await using serving = await serve([], { cwd: folder.path });
    const body = JSON.stringify({
      name: 'Kept',
      email: 'a@example.com',
      skills: ['a'],
      age: 'forty',
    });
    expect(
      (await fetch(`${serving.url}/users`, { method: 'POST', headers: JSON_HEADERS, body })).status,
    ).toBe(201);
    edit(folder.at('schemas/user.json'), (schema) => {
      const properties = schema['properties'];
      return {
        ...schema,
        properties: { ...(isObject(properties) ? properties : {}), age: { type: 'integer' } },
      };
    });
    const told = await serving.until('stderr', (text) =>
      text.includes('The last valid version stays in use.\n'),
    );
    expect(told).toContain('live record at /users/6: /age must be an integer, is a string');
    expect(await namesAt(serving.url)).toContain('Kept');
  });

  it('loses no user that is created while files are reloaded', async () => {
    using folder = copyProject();
    await using serving = await serve([], { cwd: folder.path });
    const made: unknown[] = [];
    for (let turn = 1; turn <= 3; turn++) {
      edit(folder.at('schemas/users.json'), (schema) => ({
        ...schema,
        description: `Version ${turn}`,
      }));
      while (serving.events('reload').length < turn && made.length < 2_000) {
        const users = await Promise.all(
          [1, 2, 3, 4].map((number) =>
            create(serving.url, `User ${turn}.${made.length}.${number}`),
          ),
        );
        made.push(...users.map((user) => own(user, 'name')));
      }
    }
    expect(serving.events('reload')).toHaveLength(3);
    expect(await namesAt(serving.url)).toEqual(expect.arrayContaining(made));
  });

  it('applies the time limit of the changed profile', async () => {
    using folder = copyProject();
    await using serving = await serve([], { cwd: folder.path });
    edit(folder.at('contracts/profiles/standin.json'), (profile) => ({
      ...profile,
      choices: { 'limit.time': 5_000 },
    }));
    await serving.untilEvents('reload', 1);
    const wire = await openWire(serving.port);
    wire.write(request('POST /users', `${JSON_TYPE}Content-Length: 10\r\n`));
    const reply = await Promise.race([wire.reply(), sleep(8_000, null)]);
    wire.socket.destroy();
    expect(reply?.status).toBe(408);
  });
});
