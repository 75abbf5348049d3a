// Delivery of a reply, in words. Pure.

import type { Delivery, DeliveryFate, WireFault } from '../../model/message/delivery.ts';

/**
 * Describes the delivery in a clause: "held back 320 ms, then connection reset, as requested".
 * `fault` is the effective fault; `fate` what happened to the reply if it was not simply sent.
 */
export function deliveredAs(
  { delayMs }: Delivery,
  fault: WireFault | null,
  fate: DeliveryFate | null = null,
): string | null {
  if (fate !== null && fate !== 'sent-half-closed')
    return `to be held back ${delayMs} ms, as requested; ${UNSENT[fate]} before it was sent`;
  const held = delayMs > 0 ? `held back ${delayMs} ms` : null;
  const done = [held, fault === null ? null : wordsOf(fault)]
    .filter((one) => one !== null)
    .join(', then ');
  if (done === '') return null;
  return `${done}, as requested${fate === null ? '' : '; the client had closed its side before that'}`;
}

/** Why an answer was never sent. */
const UNSENT = { 'client-gone': 'the client had left', closed: 'the mock was closed' } as const;

function wordsOf(fault: WireFault): string {
  switch (fault.kind) {
    case 'reset':
      return 'connection reset';
    case 'empty':
      return 'connection closed without a reply';
    case 'truncate':
      return 'connection closed after half the body';
    case 'drip':
      return `body sent in small parts over ${fault.overMs} ms`;
    case 'malformed':
      return 'body cut by a malformed chunk';
  }
}

/** Returns whether a reply was never sent. */
export function isUnsent(fate: DeliveryFate | null): boolean {
  return fate === 'client-gone' || fate === 'closed';
}
