// The fork of a state with 100,000 users, and the first change after it. In this process, on the
// built package.

import { type Spread, spreadOf } from './figures.ts';
import { draftOf, userOf } from './users.ts';

export interface ForkFigures {
  readonly users: number;
  readonly forkUs: Spread | null;
  /** The first change of a fork: it copies the shared parts that it changes, and no more. */
  readonly firstPutUs: Spread | null;
}

const USERS = 100_000;
const FORKS = 2_000;
const WARM_FORKS = 2_000;

/**
 * Forks a state again and again, and replaces a user in each fork. Throws if a fork and its origin
 * are not separate.
 */
export async function measureFork(): Promise<ForkFigures> {
  const { State, StoredRecord }: typeof import('../src/model/state/state.ts') = await import(
    new URL('../src/model/state/state.ts', import.meta.url).href
  );
  const state = State.of(['users']);
  const origin = state.collection('users');
  for (let id = 1; id <= USERS; id++) origin.put(new StoredRecord(String(id), { ...userOf(id) }));
  const forkUs: number[] = [];
  const firstPutUs: number[] = [];
  for (let turn = -WARM_FORKS; turn < FORKS; turn++) {
    const key = String(1 + ((turn + WARM_FORKS) % USERS));
    const record = new StoredRecord(key, { id: Number(key), ...draftOf(0) });
    const before = origin.find(key);
    const began = performance.now();
    const fork = state.fork();
    const forked = performance.now();
    fork.collection('users').put(record);
    const put = performance.now();
    if (origin.find(key) !== before || fork.collection('users').find(key) === before)
      throw new Error('a fork is not apart');
    if (turn < 0) continue;
    forkUs.push((forked - began) * 1_000);
    firstPutUs.push((put - forked) * 1_000);
  }
  return { users: USERS, forkUs: spreadOf(forkUs), firstPutUs: spreadOf(firstPutUs) };
}
