// How long a service asks to wait before a call is repeated. Pure: the caller provides the time.

import { header } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';

/** Whether a reply asks to wait (RFC 6585 section 4, RFC 9110 section 10.2.3). */
export function isLimited({ status, headers }: Received): boolean {
  return status === 429 || (status === 503 && askedMs(header(headers, 'retry-after'), 0) !== null);
}

/**
 * Returns how many milliseconds to wait after a reply that `isLimited`. Without a Retry-After that
 * is a second, doubled each time; a Retry-After of 0 waits a little all the same. `times` counts
 * the earlier waits of the call; `nowMs` is the time of day.
 */
export function waitMsOf({ headers }: Received, times: number, nowMs: number): number {
  // A date comes from the clock of the service, which its field Date shows.
  const sentAt = Date.parse(header(headers, 'date') ?? '');
  const asked = askedMs(header(headers, 'retry-after'), Number.isNaN(sentAt) ? nowMs : sentAt);
  return asked === null ? UNTOLD_MS * 2 ** times : Math.max(asked, LEAST_MS * 2 ** times);
}

/** The first wait if a service does not say how long, in milliseconds. */
export const UNTOLD_MS = 1_000;
/** The shortest first wait, in milliseconds. */
export const LEAST_MS = 50;

/** Reads a number of seconds or an HTTP date; `null` if it is neither. */
function askedMs(value: string | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
