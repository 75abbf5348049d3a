import { describe, expect, it } from 'vitest';
import {
  type Sight,
  type Watched,
  watchUntilNew,
} from '../../../src/verify/checks/watch-until-new.ts';

/** Watches a place whose looks take 1 ms each, by a clock of its own. */
async function watched(
  sightAt: (ms: number, looks: number) => Sight,
  firstMs = 0,
): Promise<Watched & { readonly looks: number; readonly ms: number }> {
  let [time, looks] = [0, 0];
  const result = await watchUntilNew({
    look: async () => {
      const sight = sightAt(time, looks++);
      time += 1;
      return sight;
    },
    now: () => time,
    wait: async (ms) => {
      time += ms;
    },
    since: 0,
    firstMs,
    lagMsMax: 1_000,
  });
  return { ...result, looks, ms: time };
}

const lagging =
  (lagMs: number) =>
  (ms: number): Sight =>
    ms < lagMs ? 'old' : 'new';

describe('watchUntilNew', () => {
  it('does not wait for a place that shows the write at once', async () => {
    expect(await watched(() => 'new')).toEqual({
      kind: 'settled',
      lagMs: 0,
      settledMs: 0,
      isOnce: false,
      looks: 9,
      ms: 9,
    });
  });

  it.each([3, 20, 150, 340, 900])('measures a lag of %i ms', async (ms) => {
    const seen = await watched(lagging(ms));
    if (seen.kind !== 'settled') throw new Error(seen.kind);
    expect(seen.lagMs).toBeLessThan(ms);
    expect(seen.settledMs).toBeGreaterThanOrEqual(ms);
    expect(seen.settledMs).toBeLessThanOrEqual(1.1 * ms + 12);
  });

  it('waits first if a lag is known', async () => {
    expect(await watched(lagging(150), 160)).toMatchObject({ kind: 'settled', settledMs: 0 });
  });

  it('gives up on a place that never shows the write, or never again', async () => {
    expect(await watched(() => 'old')).toMatchObject({ kind: 'unsettled' });
    expect(await watched((_ms, looks) => (looks === 2 ? 'new' : 'old'))).toMatchObject({
      kind: 'unsettled',
    });
  });

  it('names a place unsteady that shows an old state after the new one', async () => {
    expect(await watched((_ms, looks) => (looks === 4 ? 'old' : 'new'))).toMatchObject({
      kind: 'unsteady',
      afterMs: 5,
    });
  });

  it('tells if the first look alone is old, although it is late', async () => {
    const first = (_ms: number, looks: number): Sight => (looks === 0 ? 'old' : 'new');
    expect(await watched(first)).toMatchObject({ lagMs: 1, isOnce: false });
    expect(await watched(first, 26)).toMatchObject({ lagMs: 26, isOnce: true });
  });

  it('fails if a place shows nothing', async () => {
    expect(await watched(() => 'failed')).toMatchObject({ kind: 'failed' });
  });
});
