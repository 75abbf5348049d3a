// Waits until a write that was answered with 202 has taken effect (RFC 9110 section 15.3.3). Only for
// a service that was seen to take its time: others are not asked once more.

import { isObject, type JsonObject } from '../../base/json.ts';
import type { Received } from '../../model/message/received.ts';
import type { Session } from '../session/session.ts';

/** Asks until `isDone`, or for as long as such a write may take. Judges nothing. */
export async function followAccepted(
  { lag, clock }: Session,
  { status }: Received,
  isDone: () => Promise<boolean>,
): Promise<void> {
  if (status !== 202 || lag.followMs === 0) return;
  const until = clock.now() + lag.followMs;
  while (!(await isDone()) && clock.now() < until) await clock.wait(PAUSE_MS);
}

/** The pause before the next question, in milliseconds. */
const PAUSE_MS = 20;

/** Reads an item by its key; `null` if it is not there. */
export async function readAccepted(session: Session, key: string): Promise<JsonObject | null> {
  const { service, sender } = session;
  const exchange = await sender.sendUnlessStopped(service.call('read', key, null));
  if (exchange.kind !== 'received' || exchange.received.status >= 300) return null;
  const { body } = exchange.received;
  return body.kind === 'json' && isObject(body.value) ? body.value : null;
}
