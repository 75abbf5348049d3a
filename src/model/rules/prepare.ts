// What can be done for a call before it is ruled on, piece by piece, so that nobody waits for it in
// the meantime.

import type { Call } from '../message/call.ts';
import { readQuery } from '../query/dialects.ts';
import { prepareSelection } from '../query/selection-cache.ts';
import { listContent } from './list-and-create.ts';
import { dialectOf } from './query-list.ts';
import { findRoute } from './rule.ts';
import type { Book } from './scene.ts';

/**
 * Gives the work of selecting what a call asks of a large list, or `null` where there is nothing to
 * prepare. Whoever does it steps through it to the end, with pauses as he likes; ruling on the same
 * call uses what came of it, which shows the list as it was when this was called.
 */
export function prepare(book: Book, call: Call): Generator<undefined, void> | null {
  if (call.query === '' || (call.method !== 'GET' && call.method !== 'HEAD')) return null;
  const route = findRoute(book, call.path);
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
