// What does not belong in a query: it was meant otherwise, and without it something else would be
// done.

import type { InternalReply } from '../../http/server/internal-routes.ts';
import { problem } from './reply.ts';

/** What the query may hold where it decides something, by place. */
const PARAMETERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['matches', ['q', 'after', 'limit']],
  ['rows', ['seqs']],
  ['latency', ['q']],
  ['export', ['q', 'form', 'consumer']],
  ['interactions', ['limit', 'side']],
  ['data', ['offset', 'limit', 'find', 'world']],
  ['reset', ['what', 'world']],
  ['snapshots', ['world']],
  ['reports', ['theme']],
]);

/**
 * Gives the refusal of a parameter that a place does not know; `null` where it knows all of them.
 */
export function findUnknownParameter(place: string, query: string): InternalReply | null {
  const known = PARAMETERS.get(place);
  if (known === undefined) return null;
  const strange = [...new URLSearchParams(query).keys()].find((name) => !known.includes(name));
  if (strange === undefined) return null;
  return problem(
    400,
    'There is no such parameter',
    `${JSON.stringify(strange)} is none here; there is ${known.join(', ')}.`,
  );
}
