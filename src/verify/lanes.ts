// How many laws are tried at once: one, or several where the service is slow. Knows which of them can be tried beside others.

import type { Law } from './law.ts';
import type { Session } from './session.ts';

/** Gives how many laws are tried at once. */
export function lanesFor(session: Session): number {
  return session.answerMs() > SLOW_MS ? LANES : 1;
}

/** How long answers take on average where several laws are tried at once, in milliseconds, and how many at once. */
const SLOW_MS = 80;
const LANES = 8;

/** Does some work on each law, a few at once. Rejects when all have ended: what one has under way would come after the end of the run. */
export async function inLanes(chosen: readonly Law[], lanes: number, work: (law: Law) => Promise<void>): Promise<void> {
  const queue = [...chosen];
  const lane = async (): Promise<void> => {
    for (let law = queue.shift(); law !== undefined; law = queue.shift()) await work(law);
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

/** Whether a law can be tried beside others: not one that writes to ids that are gone, or that leaves what is no item for a while. */
export function isSociable(law: Law): boolean {
  return !SOLITARY.has(law.name);
}

const SOLITARY: ReadonlySet<string> = new Set([
  'replacing-the-unknown-harms-nobody',
  'removing-again-harms-nobody',
  'refused-creation-changes-nothing',
  'refused-replacement-changes-nothing',
]);
