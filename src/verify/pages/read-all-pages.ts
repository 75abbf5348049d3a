// Reads all pages of a list, to find what a run left in it. Does not judge the list.

import type { Json, JsonObject } from '../../base/json.ts';
import type { Call } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { GIVE_CREDENTIALS } from '../guard/access.ts';
import type { GuardedExchange } from '../guard/guard.ts';
import {
  elementsOf,
  type ListPage,
  nextPage,
  objectsIn,
  type Pager,
  pagerFor,
  pagers,
} from './pagination.ts';

export interface ReadAllOptions {
  readonly send: (call: Call) => Promise<GuardedExchange>;
  /** GET of the list. */
  readonly call: Call;
  /** The pagination, if it is known. */
  readonly pager: Pager | null;
  /** Whether something is missing: then the usual conventions for further pages are tried. */
  readonly isMissed: (elements: readonly JsonObject[]) => boolean;
}

/** All elements of a list, or why it cannot be read and what helps. */
export type AllElements =
  | { readonly kind: 'elements'; readonly elements: readonly JsonObject[] }
  | { readonly kind: 'unread'; readonly why: string; readonly remedy: string };

/** Returns all elements, or why there is no list to read. */
export async function readAll(options: ReadAllOptions): Promise<AllElements> {
  const exchange = await options.send(options.call);
  if (exchange.kind !== 'received')
    return unread(options, exchange.message, 'Start the service, or correct the address.');
  const elements = elementsOf(exchange.received);
  const { status } = exchange.received;
  if (elements === null || status >= 300)
    return unread(options, `it was answered with ${status} and no list`, remedyFor(status));
  return { kind: 'elements', elements: await readFrom(options, exchange.received, elements) };
}

/** Reads on from the first page, as far as something is missed. */
async function readFrom(
  options: ReadAllOptions,
  received: Received,
  elements: readonly Json[],
): Promise<readonly JsonObject[]> {
  const { isMissed } = options;
  const first: ListPage = { received, elements };
  const pager = pagerFor(options.pager, first.received);
  if (pager !== null) return readOn(options, pager, first);
  const found = objectsIn(elements);
  if (found.length === 0 || !isMissed(found)) return found;
  for (const convention of pagers) {
    const read = await readOn(options, convention, first);
    if (read.length > found.length) return read;
  }
  return found;
}

/** Reads page by page until one has nothing new. */
async function readOn(
  { send, call }: ReadAllOptions,
  pager: Pager,
  first: ListPage,
): Promise<readonly JsonObject[]> {
  const pages = [first];
  const seen = new Map(
    objectsIn(first.elements ?? []).map((element) => [JSON.stringify(element), element]),
  );
  for (
    let next = nextPage(pager, call, pages);
    next !== null;
    next = nextPage(pager, call, pages)
  ) {
    const exchange = await send(next);
    if (exchange.kind !== 'received' || exchange.received.status >= 300) break;
    const elements = elementsOf(exchange.received);
    const fresh = objectsIn(elements ?? []).filter((element) => !seen.has(JSON.stringify(element)));
    if (fresh.length === 0) break;
    for (const element of fresh) seen.set(JSON.stringify(element), element);
    pages.push({ received: exchange.received, elements });
  }
  return [...seen.values()];
}

function unread({ call }: ReadAllOptions, why: string, remedy: string): AllElements {
  return { kind: 'unread', why: `${call.method} ${call.path} returned no list: ${why}`, remedy };
}

function remedyFor(status: number): string {
  if (status !== 401 && status !== 403)
    return 'Correct the address: give the part before the path of the contract.';
  return GIVE_CREDENTIALS;
}
