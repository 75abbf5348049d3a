// Whether an id is exact: a number beyond 2^53 loses its last digits when it is parsed.

import { StandinError } from '../../base/errors.ts';
import type { Json } from '../../base/json.ts';

/** Whether an id is exact: beyond 2^53 parsers disagree (RFC 8259 section 6). */
export function isSafeIntegerId(id: Json | undefined): boolean {
  return typeof id !== 'number' || !Number.isInteger(id) || Number.isSafeInteger(id);
}

/** Throws a StandinError if an id is not exact: a write could reach the item of someone else. */
export function checkSafeIntegerId(id: Json | undefined, where: string): void {
  if (isSafeIntegerId(id)) return;
  throw new StandinError(
    'target-inexact',
    `${where} returns a number beyond ${Number.MAX_SAFE_INTEGER} as an id. JavaScript reads it as ${String(id)} and loses its last digits.`,
    'Return such ids as strings: many JSON readers round numbers beyond 2^53 (RFC 8259 section 6).',
  );
}
