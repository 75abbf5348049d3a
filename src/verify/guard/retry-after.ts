// How long a service asks to wait before a call is sent again. Pure: whoever asks brings the time.

import { header } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';

/**
 * Says whether an answer asks to wait and send again: 429, or 503 that says for how long (RFC 6585
 * section 4, RFC 9110 10.2.3).
 */
export function isLimited({ status, headers }: Received): boolean {
  return status === 429 || (status === 503 && askedMs(header(headers, 'retry-after'), 0) !== null);
}

/**
 * Gives how many milliseconds to wait after an answer that `isLimited`. Where it does not say, a
 * second, and twice as long each further time; where it says none, a little all the same. `times`
 * is how often the call had to wait before; `nowMs` is the time of day.
 */
export function waitMsOf({ headers }: Received, times: number, nowMs: number): number {
  // A date is one of the service's clock, which may differ from ours; its field Date tells.
  const told = Date.parse(header(headers, 'date') ?? '');
  const asked = askedMs(header(headers, 'retry-after'), Number.isNaN(told) ? nowMs : told);
  return asked === null ? UNTOLD_MS * 2 ** times : Math.max(asked, LEAST_MS * 2 ** times);
}

/** The first wait where a service does not say how long, in milliseconds. */
export const UNTOLD_MS = 1_000;
/** The least first wait, in milliseconds. */
export const LEAST_MS = 50;

/** A number of seconds, or a date of HTTP; `null` where it is neither. */
function askedMs(value: string | undefined, nowMs: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1_000;
  const date = /^[A-Z][a-z]{2,8},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
