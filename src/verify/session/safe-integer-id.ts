// Whether an id can be told from its neighbours: a number beyond 2^53 has lost its last digits when
// it is read. Repairs none.

import { StandinError } from '../../base/errors.ts';
import type { Json } from '../../base/json.ts';

/**
 * Says whether an id stands in a path as the service gave it out. RFC 8259 section 6: beyond 2^53
 * numbers are not read alike.
 */
export function isSafeIntegerId(id: Json | undefined): boolean {
  return typeof id !== 'number' || !Number.isInteger(id) || Number.isSafeInteger(id);
}

/**
 * Throws a StandinError where an id is not exact: whatever was sent to it might reach an item of
 * somebody else.
 */
export function checkSafeIntegerId(id: Json | undefined, where: string): void {
  if (isSafeIntegerId(id)) return;
  throw new StandinError(
    'target-inexact',
    `${where} gives out an id beyond ${Number.MAX_SAFE_INTEGER} as a number, read as ${String(id)}: its last digits are lost.`,
    'Give out such ids as strings: numbers beyond 2^53 are not read alike everywhere (RFC 8259 section 6).',
  );
}
