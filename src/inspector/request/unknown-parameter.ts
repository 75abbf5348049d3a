// Finds unknown query parameters: ignoring one would not do what the caller meant.

import type { InternalReply } from '../../http/server/internal-routes.ts';
import { problem } from './reply.ts';

/** The query parameters of each resource that reads any. */
const PARAMETERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['matches', ['q', 'after', 'limit']],
  ['rows', ['seqs']],
  ['latency', ['q']],
  ['groups', ['q', 'by']],
  ['compare', ['q', 'older']],
  ['older', ['name']],
  ['export', ['q', 'form', 'consumer']],
  ['interactions', ['limit', 'side', 'of']],
  ['data', ['offset', 'limit', 'find', 'id', 'world']],
  ['reset', ['what', 'world']],
  ['snapshots', ['world']],
  ['reports', ['theme']],
]);

/** Returns the refusal of a parameter that a resource does not know; `null` if there is none. */
export function findUnknownParameter(place: string, query: string): InternalReply | null {
  const known = PARAMETERS.get(place);
  if (known === undefined) return null;
  const unknown = [...new URLSearchParams(query).keys()].find((name) => !known.includes(name));
  if (unknown === undefined) return null;
  const why = `${JSON.stringify(unknown)} is unknown. Parameters: ${known.join(', ')}.`;
  return problem(400, 'Unknown query parameter', why);
}
