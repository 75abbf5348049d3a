// What a seed file holds after its process was killed, or told to end, while clients write: see what `--save` promises in SECURITY.md.

import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isObject, own } from '../../src/base/json.ts';
import { copyProject, type Serving, serve } from '../support/cli.ts';
import { JSON_HEADERS } from '../support/project.ts';

const ROUNDS = 6;
const WRITERS = 4;
/** Makes writing take a while, so that some are killed in the middle. */
const LONG = 'x'.repeat(20_000);

/** The names of all users in a seed file. Throws where it is not whole. */
function namesIn(text: string): readonly string[] {
  const document: unknown = JSON.parse(text);
  const users = isObject(document) ? own(document, 'users') : undefined;
  if (!Array.isArray(users) || !text.endsWith('}\n')) throw new Error('it is not whole');
  return users.map((user: unknown) => String(isObject(user) ? own(user, 'name') : user)).map((name) => name.replace(LONG, ''));
}

interface Writing {
  /** The names of those whose creation was answered with success, in order, writer by writer. */
  readonly acknowledged: readonly string[][];
  /** What went wrong before the process was told to end. */
  readonly cut: string[];
  readonly done: Promise<unknown>;
}

/** Creates users from several clients, each one after the other, until the service answers no more. */
function write(serving: Serving, round: string): Writing {
  const acknowledged = Array.from({ length: WRITERS }, (): string[] => []);
  const cut: string[] = [];
  const writer = async (names: string[], writer: number): Promise<void> => {
    for (let n = 0; ; n++) {
      const name = `${round}.${writer}.${n}`;
      const body = JSON.stringify({ name: name + LONG, email: 'a@example.com' });
      try {
        const response = await fetch(`${serving.url}/users`, { method: 'POST', headers: JSON_HEADERS, body });
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
  it('leaves a whole file however often it is killed, with all that it was seen to hold, and no gap', async () => {
    using folder = copyProject();
    const file = folder.at('db.json');
    let before = namesIn(readFileSync(file, 'utf8'));
    let made = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await using serving = await serve(['--save'], { cwd: folder.path });
      const writing = write(serving, String(round));
      let seen = before;
      // Each reading finds a whole file, whatever is being written.
      for (const end = performance.now() + 250 + Math.random() * 250; performance.now() < end; await sleep(3)) {
        seen = namesIn(readFileSync(file, 'utf8'));
      }
      serving.child.kill('SIGKILL');
      await serving.ended;
      await writing.done;
      const after = namesIn(readFileSync(file, 'utf8'));
      expect(after).toEqual(expect.arrayContaining([...seen]));
      expect(after).toEqual(expect.arrayContaining([...before]));
      for (const [writer, names] of writing.acknowledged.entries()) {
        // What is there of each client is the beginning of what it wrote: nothing later without what came before.
        const there = after.filter((name) => name.startsWith(`${round}.${writer}.`));
        expect(there).toEqual([...names, `${round}.${writer}.${names.length}`].slice(0, there.length));
      }
      expect(new Set(after).size).toBe(after.length);
      made += after.length - before.length;
      before = after;
    }
    expect(made).toBeGreaterThan(0);
    // What was being written when it was killed is beside it, hidden, and was taken for no file of the project.
    expect(readdirSync(folder.path).filter((name) => name.endsWith('.json'))).toEqual(['db.json']);
  }, 120_000);

  it('has saved all that it acknowledged when it is told to end under load, and cuts no answer', async () => {
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
      // Each client was told nothing but success, until no connection was taken any more.
      expect(writing.cut).toHaveLength(WRITERS);
      // Nothing was done of which the client was not told.
      expect(saved.filter((name) => name.startsWith(`end ${round}.`)).toSorted()).toEqual(names.toSorted());
    }
    expect(readdirSync(folder.path).filter((name) => name.includes('.new'))).toEqual([]);
  }, 120_000);
});
