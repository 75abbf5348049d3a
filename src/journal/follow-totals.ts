// Telling somebody that interactions came in, without anything being told by whoever adds them: it
// is looked for.

import type { Totals } from './archive.ts';

/** How often is looked for new interactions, in milliseconds. */
export const FOLLOW_MS = 100;

/**
 * Calls back whenever totals differ from those before. Gives how to stop. Keeps no process from
 * ending.
 */
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
