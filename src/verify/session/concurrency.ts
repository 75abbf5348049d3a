// Several things at once, on a service that is slow: as many as it is seen to answer at the same
// time. Does not know what they are.

import type { Call } from '../../model/message/call.ts';
import type { Session } from './session.ts';

/** Gives how many calls a slow service answers at the same time; 1 where it is not slow. */
export async function measureConcurrency(session: Session): Promise<number> {
  if (session.sender.answerMs() <= SLOW_MS) return 1;
  const first = await answeredAtOnce(session);
  const answered = first >= ALMOST_ALL ? first : Math.max(first, await answeredAtOnce(session));
  return answered >= ALMOST_ALL ? AT_ONCE_MAX : Math.max(1, answered);
}

/**
 * Two calls are compared with many: one alone would go over a connection that is kept, and many
 * have to make theirs.
 */
async function answeredAtOnce(session: Session): Promise<number> {
  const { sender, clock } = session;
  const call = harmlessCall(session);
  const elapsedMs = async (calls: number): Promise<number> => {
    const startedAt = clock.now();
    await Promise.all(Array.from({ length: calls }, () => sender.sendUnlessStopped(call)));
    return Math.max(1, clock.now() - startedAt);
  };
  return Math.round((TRIED * (await elapsedMs(2))) / (await elapsedMs(TRIED)));
}

/**
 * Reads one item where there is one of the run, else the list; a contract without a list reads what
 * nobody has.
 */
function harmlessCall(session: Session): Call {
  const { service, items } = session;
  const [item] = items.sentinels;
  if (item !== undefined && service.offers('read')) return service.call('read', item.key, null);
  return service.offers('list')
    ? service.call('list', null, null)
    : service.call('read', items.token, null);
}

/** How long answers of a slow service take on average, in milliseconds. */
const SLOW_MS = 80;
/**
 * How many calls are sent at once to see whether they are answered at the same time, and how many
 * must seem to be.
 */
const TRIED = 8;
const ALMOST_ALL = 6;
/** How many calls there are at once where all of those were. */
const AT_ONCE_MAX = 16;

/**
 * Does some work on each thing, a few at once. Rejects when all have ended: what one has under way
 * would come after the end of the run.
 */
export async function runConcurrently<T>(
  things: readonly T[],
  lanes: number,
  work: (thing: T) => Promise<void>,
): Promise<void> {
  const queue = [...things];
  const lane = async (): Promise<void> => {
    for (let thing = queue.shift(); thing !== undefined; thing = queue.shift()) await work(thing);
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
