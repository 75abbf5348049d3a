// How many calls a service answers at the same time, and work that is done a few things at once.

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createGuard } from '../../../src/verify/guard/guard.ts';
import { noLedger } from '../../../src/verify/guard/ledger.ts';
import { measureConcurrency, runConcurrently } from '../../../src/verify/session/concurrency.ts';
import { createSession } from '../../../src/verify/session/session.ts';
import { usersContract, usersProject } from '../../support/users.ts';

const TOKEN = 'sqlanestests';

interface Measured {
  readonly atOnce: number;
  readonly asked: readonly string[];
}

/**
 * Opens a session with what takes `answerMs` for each answer and answers so many at once, and
 * measures it.
 */
async function measured(
  answerMs: number,
  places: number,
  contract = usersContract,
): Promise<Measured> {
  const free = Array.from({ length: places }, () => Promise.resolve());
  const asked = new Set<string>();
  let turn = 0;
  const common = {
    contract,
    now: Date.now,
    wait: (ms: number): Promise<void> => sleep(ms),
    deadline: Date.now() + 60_000,
  };
  const guard = createGuard({
    ...common,
    ledger: noLedger(TOKEN),
    mode: 'write',
    ratePerSecond: null,
    onWaiting: () => undefined,
    async send({ method, path }) {
      asked.add(`${method} ${path}`);
      const place = turn++ % places;
      const done = (free[place] ?? Promise.resolve()).then(() => sleep(answerMs));
      free[place] = done;
      await done;
      const received = {
        status: 200,
        headers: {},
        body: { kind: 'json', value: [], text: '[]', duplicate: null },
      } as const;
      return { kind: 'received', received, elapsedMs: answerMs, requests: 1, redirected: false };
    },
  });
  const { schemas, checker } = usersProject;
  const session = createSession({ ...common, schemas, checker, guard, token: TOKEN, pins: {} });
  await session.sender.sendUnlessStopped(session.service.call('list', null, null));
  asked.clear();
  return { atOnce: await measureConcurrency(session), asked: [...asked] };
}

describe('measureConcurrency', () => {
  it('is one if replies are fast, and nothing more is sent', async () => {
    expect(await measured(5, 100)).toEqual({ atOnce: 1, asked: [] });
  });

  it('is sixteen if replies are slow and many come in parallel', async () => {
    expect(await measured(100, 100)).toEqual({ atOnce: 16, asked: ['GET /users'] });
  });

  it('is about as many as a service answers in parallel', async () => {
    const { atOnce } = await measured(300, 4);
    expect(atOnce).toBeGreaterThanOrEqual(3);
    expect(atOnce).toBeLessThanOrEqual(5);
  });

  it('is one if a service answers one call after the other', async () => {
    expect((await measured(100, 1)).atOnce).toBe(1);
  });

  it('reads an unused id if the contract has no list', async () => {
    const { list: _list, ...operations } = usersContract.operations;
    const { atOnce, asked } = await measured(100, 100, { ...usersContract, operations });
    expect({ atOnce, asked }).toEqual({ atOnce: 16, asked: [`GET /users/${TOKEN}`] });
  });
});

describe('runConcurrently', () => {
  it('runs as many things at once as it may', async () => {
    let [now, most] = [0, 0];
    await runConcurrently([1, 2, 3, 4, 5, 6, 7], 3, async () => {
      most = Math.max(most, ++now);
      await sleep(5);
      now--;
    });
    expect(most).toBe(3);
  });

  it('rejects only when nothing is under way any more', async () => {
    let done = 0;
    const work = async (thing: number): Promise<void> => {
      await sleep(thing);
      done++;
      if (thing === 1) throw new Error('one failed');
    };
    await expect(runConcurrently([1, 30, 20], 3, work)).rejects.toThrow('one failed');
    expect(done).toBe(3);
  });
});
