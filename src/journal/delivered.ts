// What was done to an answer on its way, in words. Pure.

import type { Delivery, WireFault } from '../model/delivery.ts';

/** Gives what was done in a clause: "held back 320 ms, then connection reset, as was asked for". `fault` is what became of the one of the delivery. */
export function deliveredAs({ delayMs }: Delivery, fault: WireFault | null): string | null {
  const held = delayMs > 0 ? `held back ${delayMs} ms` : null;
  if (fault === null) return held === null ? null : `${held}, as was asked for`;
  return `${held === null ? '' : `${held}, then `}${wordsOf(fault)}, as was asked for`;
}

function wordsOf(fault: WireFault): string {
  switch (fault.kind) {
    case 'reset':
      return 'connection reset';
    case 'empty':
      return 'connection closed without an answer';
    case 'truncate':
      return 'connection closed after half the body';
    case 'drip':
      return `body sent in small parts over ${fault.overMs} ms`;
    case 'malformed':
      return 'body broken off by a malformed chunk';
  }
}
