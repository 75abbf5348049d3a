// What does not belong in a query or an order: it was meant otherwise, and without it something else would be done.

import type { SideReply } from '../http/side.ts';
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
]);

/** The members of an order to send again, and of what is edited in it. */
export const ORDER_MEMBERS: readonly string[] = ['seq', 'edited'];
export const EDITED_MEMBERS: readonly string[] = ['method', 'target', 'headers', 'body'];

/** Gives the refusal of a parameter that a place does not know; `null` where it knows all of them. */
export function findStrangeParameter(place: string, query: string): SideReply | null {
  const known = PARAMETERS.get(place);
  if (known === undefined) return null;
  const strange = [...new URLSearchParams(query).keys()].find((name) => !known.includes(name));
  if (strange === undefined) return null;
  return problem(400, 'There is no such parameter', `${JSON.stringify(strange)} is none here; there is ${known.join(', ')}.`);
}

/** Says which member does not belong in an object; `null` where all do. */
export function strangeIn(order: object, known: readonly string[]): string | null {
  const strange = Object.keys(order).find((name) => !known.includes(name));
  return strange === undefined ? null : `${JSON.stringify(strange)} is no member here; there is ${known.join(', ')}.`;
}
