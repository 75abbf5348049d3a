// Reads that do not ask the store: what they show, and what they say about it.

import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { defaultProfile } from '../../src/contract/choices.ts';
import { createMock, type Mock } from '../../src/mock/mock.ts';
import type { Reply } from '../../src/model/message/call.ts';
import { Replica } from '../../src/store/replica.ts';
import type { ChangeStore, News } from '../../src/store/store.ts';
import { MemoryStore } from '../support/memory-store.ts';
import { callOf, stateOf, textOf, usersProject } from '../support/users.ts';

function mockOn(store: ChangeStore, reads: 'confirmed' | 'local'): Mock {
  const { contracts, schemas, checker } = usersProject;
  const mock = createMock({
    rules: { contracts, schemas, checker, profile: defaultProfile },
    state: stateOf(usersProject),
    share: (rows) => new Replica({ store, ...rows, reads }),
  });
  onTestFinished(() => mock.replica?.close());
  return mock;
}

async function ask(mock: Mock, line: string, json?: Record<string, string>): Promise<Reply> {
  const call = callOf(line, json === undefined ? undefined : { json });
  await mock.prepare(call);
  return mock.answer(call);
}

function ageIn({ headers }: Reply): string | null {
  const at = headers.indexOf('standin-rows-age');
  return at < 0 ? null : (headers[at + 1] ?? null);
}

const BOB = { name: 'Bob', email: 'bob@example.com' };

describe('local reads', () => {
  it('wait for the store once, and say how old the rows may be from then on', async () => {
    const mock = mockOn(new MemoryStore(), 'local');
    expect(ageIn(await ask(mock, 'GET /users/1'))).toMatch(/^\d+ms$/);
    // Nothing is waited for.
    expect(mock.prepare(callOf('GET /users/1'))).toBeNull();
    expect(mock.prepare(callOf('GET /~alice/users/1'))).not.toBeNull();
    expect(ageIn(await ask(mock, 'POST /users', BOB))).toBeNull();
  });

  it('show at once what this mock has written, and soon what others have', async () => {
    const store = new MemoryStore();
    const [one, other] = [mockOn(store, 'local'), mockOn(store, 'local')];
    await ask(other, 'GET /users');
    expect((await ask(one, 'POST /users', BOB)).status).toBe(201);
    expect(textOf(await ask(one, 'GET /users'))).toContain('Bob');
    await vi.waitFor(async () => expect(textOf(await ask(other, 'GET /users'))).toContain('Bob'));
  });

  it('go on while the store is away, growing older', async () => {
    const store = new MemoryStore();
    let isAway = false;
    const failing: ChangeStore = {
      entriesMax: store.entriesMax,
      begin: (seed) => store.begin(seed),
      append: (...all) => store.append(...all),
      compact: (...all) => store.compact(...all),
      note: (line) => store.note(line),
      tidy: (...all) => store.tidy(...all),
      close: () => store.close(),
      readAfter: (seen): Promise<readonly News[]> =>
        isAway ? Promise.reject(new Error('away')) : store.readAfter(seen),
    };
    const mock = mockOn(failing, 'local');
    await ask(mock, 'GET /users/1');
    isAway = true;
    const age = async (): Promise<number> => {
      const reply = await ask(mock, 'GET /users/1');
      expect(reply.status).toBe(200);
      return Number.parseInt(ageIn(reply) ?? '', 10);
    };
    await vi.waitFor(async () => expect(await age()).toBeGreaterThan(250), { timeout: 5_000 });
    isAway = false;
    await vi.waitFor(async () => expect(await age()).toBeLessThan(250), { timeout: 5_000 });
  });

  it('are not what confirmed reads are', async () => {
    const mock = mockOn(new MemoryStore(), 'confirmed');
    expect(ageIn(await ask(mock, 'GET /users/1'))).toBeNull();
    expect(mock.prepare(callOf('GET /users/1'))).not.toBeNull();
  });
});
