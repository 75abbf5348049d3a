import { describe, expect, it } from 'vitest';
import { SettlingTime } from '../../../src/verify/guard/settling-time.ts';
import { callOf } from '../../support/users.ts';

function settling(): {
  readonly time: SettlingTime;
  readonly at: (ms: number) => void;
  readonly waits: number[];
} {
  let now = 0;
  const waits: number[] = [];
  const at = (ms: number): void => {
    now = ms;
  };
  const time = new SettlingTime({
    path: '/users',
    now: () => now,
    wait: async (ms) => void waits.push(ms),
  });
  return { time, waits, at };
}

describe('SettlingTime', () => {
  it('lets no read wait unless it is told to', async () => {
    const { time, waits } = settling();
    time.after(callOf('POST /users'));
    await time.before(callOf('GET /users'));
    expect(waits).toEqual([]);
  });

  it('lets reads wait after the writes that they may depend on, and writes never', async () => {
    const { time, at, waits } = settling();
    time.waitMs = 100;
    at(1_000);
    time.after(callOf('POST /users'));
    at(1_050);
    time.after(callOf('PUT /users/1'));
    for (const request of ['GET /users', 'GET /users/1', 'GET /users/2', 'PUT /users/2'])
      await time.before(callOf(request));
    expect(waits).toEqual([100, 100, 50]);
    at(1_200);
    await time.before(callOf('GET /users'));
    expect(waits.length).toBe(3);
    expect(time.wroteAt).toBe(1_050);
  });
});
