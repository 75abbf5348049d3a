// Waits until a write that was answered with 202 has taken effect (RFC 9110 section 15.3.3). Only for
// a service that was seen to take its time: others are not asked once more.

import { isObject, type JsonObject } from '../../base/json.ts';
import type { Received } from '../../model/message/received.ts';
import type { Session } from '../session/session.ts';

/**
 * Asks until `isDone`, or for as long as such a write may take, and a few times at most within the
 * longest time that one has taken. Judges nothing.
 */
export async function followAccepted(
  { lag, clock }: Session,
  { status }: Received,
  isDone: () => Promise<boolean>,
): Promise<void> {
  if (status !== 202 || lag.followMs === 0) return;
  const until = clock.now() + lag.followMs;
  const pauseMs = Math.max(PAUSE_MS_MIN, lag.acceptedMs / ASKED);
  do await clock.wait(pauseMs);
  while (!(await isDone()) && clock.now() < until);
}

/** The least pause before a question, in milliseconds. */
const PAUSE_MS_MIN = 20;

/** How many questions there are in the longest time that a write has taken. */
const ASKED = 3;

/** Reads an item by its key; `null` if it is not there. */
export async function readAccepted(session: Session, key: string): Promise<JsonObject | null> {
  const { service, sender } = session;
  const exchange = await sender.sendUnlessStopped(service.call('read', key, null));
  if (exchange.kind !== 'received' || exchange.received.status >= 300) return null;
  const { body } = exchange.received;
  return body.kind === 'json' && isObject(body.value) ? body.value : null;
}
