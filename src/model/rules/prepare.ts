// Work for a call before the ruling, piece by piece, so that other calls need not wait.

import type { Call } from '../message/call.ts';
import { readQuery } from '../query/dialects.ts';
import { prepareSelection } from '../query/selection-cache.ts';
import { listContent } from './list-and-create.ts';
import { dialectOf } from './query-list.ts';
import { findRoute } from './rule.ts';
import type { Book } from './scene.ts';

/**
 * Returns the work of selecting from a large list for a call, or `null` if there is nothing to
 * prepare. The caller steps through it to the end, with pauses; the ruling on the same call uses
 * the result, which shows the list as of this moment.
 */
export function prepare(book: Book, call: Call): Generator<undefined, void> | null {
  if (call.query === '' || (call.method !== 'GET' && call.method !== 'HEAD')) return null;
  const route = findRoute(book, call);
  if (route.kind !== 'collection') return null;
  const { contract } = route;
  const scene = { book, call, contract, kind: 'list', decisions: book.decide(contract) } as const;
  const dialect = dialectOf(scene);
  if (dialect === null) return null;
  const read = readQuery(dialect.value, call.query);
  return read.kind === 'flawed'
    ? null
    : prepareSelection(call, { ...listContent(scene, contract), query: read.query });
}
