// Reports new interactions by polling, so that adding one notifies no one.

import type { Totals } from './archive.ts';

/** Interval of polling, in milliseconds. */
export const FOLLOW_MS = 100;

/** Calls back when the totals change, until the result is called. Keeps no process alive. */
export function followTotals(
  read: () => Promise<Totals>,
  onChange: (totals: Totals) => void,
  ms: number = FOLLOW_MS,
): () => void {
  let before: Totals | null = null;
  let isOver = false;
  const look = async (): Promise<void> => {
    const totals = await read().catch(() => before);
    if (isOver || totals === null) return;
    if (before !== null && (totals.total !== before.total || totals.dropped !== before.dropped))
      onChange(totals);
    before = totals;
  };
  let isLooking = false;
  const turn = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    await look();
    isLooking = false;
  };
  const timer = setInterval(() => void turn(), ms);
  timer.unref();
  void turn();
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
