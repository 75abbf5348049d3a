// The contents of a seed file after its process was killed or ended while clients write: see what
// SECURITY.md promises of `--save`.

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isObject, own } from '../../src/base/json.ts';
import { copyProject, type Serving, serve } from '../support/cli.ts';
import { JSON_HEADERS, namesAt } from '../support/project.ts';

const ROUNDS = 6;
const WRITERS = 4;
/** Makes writing take a while, so that some are killed in the middle. */
const LONG = 'x'.repeat(20_000);

/** The names of all users in a seed file. Throws if the file is not whole. */
function namesIn(text: string): readonly string[] {
  const document: unknown = JSON.parse(text);
  const users = isObject(document) ? own(document, 'users') : undefined;
  if (!Array.isArray(users) || !text.endsWith('}\n')) throw new Error('it is not whole');
  return users.map((user: unknown) => short(String(isObject(user) ? own(user, 'name') : user)));
}

function short(name: string): string {
  return name.replace(LONG, '');
}

/** The name as it was sent. */
function full(name: string): string {
  return /^\d+\.\d+\.\d+$/.test(name) ? name + LONG : name;
}

interface Writing {
  /** The names of those whose creation was answered with success, in order, writer by writer. */
  readonly acknowledged: readonly string[][];
  /** What went wrong before the process was asked to end. */
  readonly cut: string[];
  readonly done: Promise<unknown>;
}

/**
 * Creates users from several clients, each one after the other, until the service answers no more.
 */
function write(serving: Serving, round: string): Writing {
  const acknowledged = Array.from({ length: WRITERS }, (): string[] => []);
  const cut: string[] = [];
  const writer = async (names: string[], writer: number): Promise<void> => {
    for (let n = 0; ; n++) {
      const name = `${round}.${writer}.${n}`;
      const body = JSON.stringify({ name: name + LONG, email: 'a@example.com' });
      try {
        const response = await fetch(`${serving.url}/users`, {
          method: 'POST',
          headers: JSON_HEADERS,
          body,
        });
        await response.text();
        if (response.status === 201) names.push(name);
        else cut.push(`${name}: ${response.status}`);
      } catch (error) {
        cut.push(`${name}: ${String(error)}`);
        return;
      }
    }
  };
  return { acknowledged, cut, done: Promise.all(acknowledged.map(writer)) };
}

describe('standin serve --save', () => {
  it('leaves a whole file however often it is killed, with everything acknowledged', async () => {
    using folder = copyProject();
    const file = folder.at('db.json');
    const promised: string[] = [...namesIn(readFileSync(file, 'utf8'))];
    for (let round = 0; round < ROUNDS; round++) {
      await using serving = await serve(['--save'], { cwd: folder.path });
      expect(await namesAt(serving.url)).toEqual(
        expect.arrayContaining(promised.map((name) => full(name))),
      );
      const writing = write(serving, String(round));
      // Each reading finds a whole file, at any moment of a write.
      for (
        const end = performance.now() + 100 + Math.random() * 400;
        performance.now() < end;
        await sleep(3)
      ) {
        namesIn(readFileSync(file, 'utf8'));
      }
      serving.child.kill('SIGKILL');
      await serving.ended;
      await writing.done;
      namesIn(readFileSync(file, 'utf8'));
      promised.push(...writing.acknowledged.flat());
    }
    await using last = await serve(['--save'], { cwd: folder.path });
    const names = (await namesAt(last.url)).map((name) => short(String(name)));
    expect(names).toEqual(expect.arrayContaining(promised));
    // One at most of each writer was made and not acknowledged in each round.
    expect(names.length - promised.length).toBeLessThanOrEqual(ROUNDS * WRITERS);
    expect(promised.length).toBeGreaterThan(ROUNDS);
    last.child.kill('SIGTERM');
    expect(await last.ended).toEqual({ code: 0, signal: null });
    expect(namesIn(readFileSync(file, 'utf8')).toSorted()).toEqual(names.toSorted());
    // Nothing else is there but what was being written when it was killed, hidden.
    expect(
      readdirSync(folder.path).filter((name) => name.includes('db.json') && !name.endsWith('.new')),
    ).toEqual(['db.json']);
  }, 120_000);

  it('keeps a change made over its own API if it is killed right after the reply', async () => {
    using folder = copyProject();
    await using serving = await serve(['--save'], { cwd: folder.path });
    const ask = async (method: string, path: string, row?: object): Promise<void> => {
      const sent =
        row === undefined
          ? { method }
          : { method, headers: JSON_HEADERS, body: JSON.stringify(row) };
      const response = await fetch(`${serving.url}/__standin/api/${path}`, sent);
      await response.text();
      expect([path, response.ok]).toEqual([path, true]);
    };
    const add = (name: string): Promise<void> =>
      ask('POST', 'data/users', { name, email: 'a@example.com' });
    await add('gone with the reset');
    await ask('POST', 'reset');
    await add('kept');
    await ask('PUT', 'snapshots/a');
    await add('gone with the snapshot');
    await ask('POST', 'snapshots/a/restore');
    await ask('DELETE', 'data/users/1');
    await ask('PUT', 'data/users/2', { id: 2, name: 'changed', email: 'b@example.com' });
    const names = await namesAt(serving.url);
    await add('last');
    serving.child.kill('SIGKILL');
    await serving.ended;
    await using next = await serve(['--save'], { cwd: folder.path });
    expect(await namesAt(next.url)).toEqual([...names, 'last']);
    expect(names).toEqual(expect.arrayContaining(['kept', 'changed']));
  }, 60_000);

  it('saves everything acknowledged when stopped under load, and cuts no reply off', async () => {
    using folder = copyProject();
    for (let round = 0; round < 3; round++) {
      await using serving = await serve(['--save'], { cwd: folder.path });
      const writing = write(serving, `end ${round}`);
      await sleep(100 + Math.random() * 300);
      expect(writing.cut).toEqual([]);
      serving.child.kill('SIGTERM');
      expect(await serving.ended).toEqual({ code: 0, signal: null });
      await writing.done;
      const names = writing.acknowledged.flat();
      expect(names.length).toBeGreaterThan(0);
      const saved = namesIn(readFileSync(folder.at('db.json'), 'utf8'));
      expect(saved).toEqual(expect.arrayContaining(names));
      // Each client got nothing but success, until no connection was accepted any more.
      expect(writing.cut).toHaveLength(WRITERS);
      // Nothing was done that the client was not told.
      expect(saved.filter((name) => name.startsWith(`end ${round}.`)).toSorted()).toEqual(
        names.toSorted(),
      );
    }
    expect(readdirSync(folder.path).filter((name) => name.includes('.new'))).toEqual([]);
  }, 120_000);
});
