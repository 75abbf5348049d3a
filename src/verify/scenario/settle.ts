// Waits for several things at once.

import { done, type MoveResult } from './move-result.ts';

/** Waits for all, so that nothing is under way when a finding is reported. */
export async function settle(all: readonly Promise<MoveResult>[]): Promise<MoveResult> {
  const ends = await Promise.allSettled(all);
  const verdicts = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
  const broken = verdicts.find(({ kind }) => kind === 'broken');
  if (broken !== undefined) return broken;
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
  return verdicts.find(({ kind }) => kind !== 'done') ?? done;
}
