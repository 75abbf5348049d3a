// Breakpoints of a server under test, with a reader who looks at them.

import type { HoldSide, HoldSlot } from '../../src/base/hold.ts';
import { createRouter } from '../../src/contract/route.ts';
import { Breakpoints, type HeldCall } from '../../src/journal/breakpoints/breakpoints.ts';
import { usersContract } from './users.ts';

export interface Holding {
  readonly hold: HoldSlot;
  readonly breakpoints: Breakpoints;
  /** Resolves to the call that waits, once there is one. */
  next(): Promise<HeldCall>;
}

/** Makes breakpoints: pairs of a side and a filter. */
export function holding(...all: readonly (readonly [HoldSide, string])[]): Holding {
  const hold: HoldSlot = { current: null };
  const router = createRouter([usersContract], '');
  const breakpoints = new Breakpoints(hold, () => router);
  breakpoints.watch();
  for (const [on, filter] of all) breakpoints.add(on, filter);
  return {
    hold,
    breakpoints,
    next: () =>
      new Promise((resolve) => {
        const look = (): void => {
          const [first] = breakpoints.held();
          if (first === undefined) return;
          stop();
          resolve(first);
        };
        const stop = breakpoints.follow(look);
        look();
      }),
  };
}
