// Several mocks that answer from the same rows, with a store that takes its time, fails, and fails
// to answer after it has done what it was asked: each history of their clients could be that of one
// mock. And it could not, if any of the three things that make it so is taken away.

import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { createRandom } from '../../src/base/random.ts';
import { StoreError } from '../../src/database/database.ts';
import { Replica } from '../../src/store/replica.ts';
import type { ChangeStore, Entry, News } from '../../src/store/store.ts';
import { MemoryStore } from '../support/memory-store.ts';
import { callOf } from '../support/users.ts';
import { type Called, isLinearizable } from './linearizability.ts';
import { createReplicaMock, type ReplicaMock, SEED_USERS } from './replica-mock.ts';
import { type Asked, type Told, usersModel } from './users-model.ts';

const model = usersModel(SEED_USERS);
const REPLICAS = 3;
const CLIENTS = 6;
const CALLS = 7;

/** A store between which and the mock lies a bad network. */
function faulty(store: ChangeStore, random: () => number): ChangeStore {
  const through = async <T>(work: () => Promise<T>): Promise<T> => {
    await turns(random() * 8);
    if (random() < 0.03) throw new StoreError('the store cannot be reached: lost on the way');
    const result = await work();
    await turns(random() * 8);
    if (random() < 0.03) throw new StoreError('the store cannot be reached: lost on the way back');
    return result;
  };
  return {
    entriesMax: store.entriesMax,
    begin: (seed) => store.begin(seed),
    readAfter: (seen) => through(() => store.readAfter(new Map(seen))),
    append: (...all) => through(() => store.append(...all)),
    note: (line) => store.note(line),
    tidy: (...all) => store.tidy(...all),
    compact: (...all) => through(() => store.compact(...all)),
    close: () => Promise.resolve(),
  };
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++)
    await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Clients of several mocks call at random; returns what they saw. */
async function historyOf(
  seed: number,
  make: (store: ChangeStore) => ChangeStore = (store) => store,
): Promise<readonly Called<Asked, Told>[]> {
  const random = createRandom(seed);
  // Images take the place of a few entries, so that replicas that lag behind need them.
  const store = new MemoryStore(4);
  const mocks: ReplicaMock[] = [];
  for (let one = 0; one < REPLICAS; one++)
    mocks.push(await createReplicaMock(make(faulty(store, random)), 7));
  const history: Called<Asked, Told>[] = [];
  let clock = 0;
  const client = async (number: number): Promise<void> => {
    for (let turn = 0; turn < CALLS; turn++) {
      const mock = mocks[Math.floor(random() * REPLICAS)] as ReplicaMock;
      const input = draw(random, `${number}.${turn}`);
      const began = ++clock;
      const output = await mock.ask(input);
      history.push({
        input,
        output,
        began,
        ended: output === null ? Number.POSITIVE_INFINITY : ++clock,
      });
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  return history;
}

function draw(random: () => number, name: string): Asked {
  const id = 1 + Math.floor(random() * 5);
  const kinds = ['create', 'replace', 'replace', 'remove', 'read', 'read', 'list'] as const;
  const kind = kinds[Math.floor(random() * kinds.length)] ?? 'list';
  switch (kind) {
    case 'create':
      return { kind, name };
    case 'replace':
      return { kind, id, name };
    case 'list':
      return { kind };
    default:
      return { kind, id };
  }
}

/** `RUNS=200` tries more. */
const SEEDS = Array.from({ length: Number(process.env['RUNS'] ?? 40) }, (_, index) => index + 1);

/** How many of some histories no single mock could have made. */
async function countOdd(
  make: (store: ChangeStore) => ChangeStore,
  seeds: readonly number[],
): Promise<number> {
  let odd = 0;
  for (const seed of seeds) if (!isLinearizable(await historyOf(seed, make), model)) odd++;
  return odd;
}

describe('mocks that share a store', () => {
  it('answer as one mock would', { timeout: 600_000 }, async () => {
    for (const seed of SEEDS) {
      const history = await historyOf(seed);
      expect(isLinearizable(history, model), `seed ${seed}`).toBe(true);
      expect(history.filter(({ output }) => output !== null).length).toBeGreaterThan(CALLS);
    }
  });

  it('would not if numbers were not unique', { timeout: 60_000 }, async () => {
    const doubled = (store: ChangeStore): ChangeStore => ({
      ...store,
      readAfter: (seen) => store.readAfter(seen),
      async append(entries) {
        await store.append(entries);
        return new Set(entries.map(({ world }) => world));
      },
    });
    expect(await countOdd(doubled, SEEDS.slice(0, 12))).toBeGreaterThan(2);
  });

  it('would not if a write that lost were not decided again', { timeout: 60_000 }, async () => {
    // What was decided on older rows is appended under the next free number.
    const insisting = (store: ChangeStore): ChangeStore => ({
      ...store,
      async append(entries) {
        for (let left: readonly Entry[] = entries; ; ) {
          const taken = await store.append(left);
          left = left
            .filter(({ world }) => !taken.has(world))
            .map((one) => ({ ...one, number: one.number + 1 }));
          if (left.length === 0) return new Set(entries.map(({ world }) => world));
        }
      },
    });
    expect(await countOdd(insisting, SEEDS.slice(0, 12))).toBeGreaterThan(2);
  });

  it('would not if reads were not confirmed', { timeout: 60_000 }, async () => {
    const stale = (store: ChangeStore): ChangeStore => {
      let reads = 0;
      return {
        ...store,
        append: (entries) => store.append(entries),
        readAfter: (seen): Promise<readonly News[]> =>
          reads++ % 2 === 0 ? Promise.resolve([]) : store.readAfter(seen),
      };
    };
    expect(await countOdd(stale, SEEDS.slice(0, 12))).toBeGreaterThan(2);
  });
});

describe('Replica', () => {
  it('needs one look at the store for reads that come together', async () => {
    const store = new MemoryStore();
    let looks = 0;
    const counted: ChangeStore = {
      entriesMax: store.entriesMax,
      begin: (seed) => store.begin(seed),
      append: (...all) => store.append(...all),
      note: (line) => store.note(line),
      tidy: (...all) => store.tidy(...all),
      compact: (...all) => store.compact(...all),
      close: () => store.close(),
      readAfter(seen) {
        looks++;
        return store.readAfter(seen);
      },
    };
    const { state } = await createReplicaMock(counted, 7);
    const replica = new Replica({
      store: counted,
      stateOf: () => state,
      seed: () => state,
      idleMs: 1_000,
    });
    await Promise.all(Array.from({ length: 50 }, () => replica.confirm('')));
    expect(looks).toBe(1);
  });

  it('begins a world again that was forgotten, wherever it was known', async () => {
    const store = new MemoryStore();
    const [one, other] = await Promise.all([1, 2].map((seed) => createReplicaMock(store, seed)));
    const ask = async (mock: ReplicaMock | undefined, line: string, json?: JsonObject) => {
      const call = callOf(line, json === undefined ? undefined : { json });
      await mock?.mock.prepare(call);
      return mock?.mock.answer(call).status;
    };
    const bob = { name: 'Bob', email: 'bob@example.com' };
    expect(await ask(one, 'POST /~alice/users', bob)).toBe(201);
    expect(await ask(other, 'GET /~alice/users/6')).toBe(200);
    await store.tidy([], 0);
    expect(await ask(other, 'GET /~alice/users/6')).toBe(404);
    expect(await ask(other, 'DELETE /~alice/users/1')).toBe(204);
    // This one has not looked since.
    expect(await ask(one, 'GET /~alice/users/1')).toBe(404);
    expect(await ask(one, 'POST /~alice/users', bob)).toBe(201);
    expect(await ask(other, 'GET /~alice/users/6')).toBe(200);
    expect(await ask(one, 'POST /~carol/users', bob)).toBe(201);
  });

  it('tells the store which worlds are used, and forgets the others', async () => {
    const store = new MemoryStore();
    const told: (readonly string[])[] = [];
    const tidy = store.tidy.bind(store);
    store.tidy = (used, idleMs) => {
      told.push(used);
      expect(idleMs).toBe(60);
      return tidy(used, idleMs);
    };
    const { state } = await createReplicaMock(store, 7);
    const replica = new Replica({ store, stateOf: () => state, seed: () => state, idleMs: 40 });
    await Promise.all(['', 'alice', '*conditions', 'alice'].map((world) => replica.confirm(world)));
    await vi.waitFor(() => expect(told).toEqual([['alice']]));
    replica.close();
  });
});
