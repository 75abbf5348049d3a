// Runs several things at once on a slow service: as many as it was seen to answer in parallel.

import type { Call } from '../../model/message/call.ts';
import { firstCall } from './first-call.ts';
import type { Session } from './session.ts';

/**
 * Returns how many calls a slow service answers in parallel; 1 if it is not slow. A service whose
 * reads lag makes the run wait, however fast it answers: then many laws wait at the same time.
 */
export async function measureConcurrency(session: Session): Promise<number> {
  const call = harmlessCall(session);
  if (call === null) return 1;
  if (!session.sender.isSlow()) return session.lag.waitMs > LAG_MS ? AT_ONCE_MAX : 1;
  const answer = (): Promise<number> => answeredAtOnce(session, call);
  const first = await answer();
  if (first === 1 || first >= ALMOST_ALL) return first === 1 ? 1 : AT_ONCE_MAX;
  const answered = Math.max(first, await answer());
  return answered >= ALMOST_ALL ? AT_ONCE_MAX : answered;
}

/** Compares two calls with many: one alone could use an open connection. */
async function answeredAtOnce(session: Session, call: Call): Promise<number> {
  const twoMs = await elapsedMsOf(session, call, 2);
  if (twoMs > LONGER * session.sender.fastestMs() && (await isSerial(session, call))) return 1;
  return Math.max(1, Math.round((TRIED * twoMs) / (await elapsedMsOf(session, call, TRIED))));
}

/** Whether two calls take about twice as long as one, which needs a new connection, too. */
async function isSerial(session: Session, call: Call): Promise<boolean> {
  const oneMs = await elapsedMsOf(
    session,
    { ...call, sending: { connection: 'new', varied: [] } },
    1,
  );
  return (await elapsedMsOf(session, call, 2)) > LONGER * oneMs;
}

async function elapsedMsOf(session: Session, call: Call, calls: number): Promise<number> {
  const { sender, clock } = session;
  const startedAt = clock.now();
  await Promise.all(Array.from({ length: calls }, () => sender.sendUnlessStopped(call)));
  return Math.max(1, clock.now() - startedAt);
}

/** Reads a sentinel, else what the run sent first; `null` if the source has nothing to read. */
function harmlessCall({ service, items }: Session): Call | null {
  const [item] = items.sentinels;
  if (item !== undefined && service.offers('read')) return service.call('read', item.key, null);
  return firstCall(service, items.token);
}

/** The lag from which on it pays to wait for several laws at once, in milliseconds. */
const LAG_MS = 80;
/** How many times as long two calls take as one if one of them waits for the other. */
const LONGER = 1.5;
/** How many calls are sent to measure concurrency, and how many of them must seem parallel. */
const TRIED = 8;
const ALMOST_ALL = 6;
/** How many calls are sent at once if all of those were parallel. */
const AT_ONCE_MAX = 16;

/** Works on a few things at once. Rejects only when all have ended: nothing stays under way. */
export async function runConcurrently<T>(
  things: readonly T[],
  atOnce: number,
  work: (thing: T) => Promise<void>,
): Promise<void> {
  const queue = [...things];
  const worker = async (): Promise<void> => {
    for (let thing = queue.shift(); thing !== undefined; thing = queue.shift()) await work(thing);
  };
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, worker));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}
