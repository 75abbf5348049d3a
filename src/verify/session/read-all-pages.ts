// Reads all pages of a list, to find what a run left in it. Does not judge the list.

import { StandinError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { type Call, header } from '../../model/message/call.ts';
import type { GuardedExchange } from '../guard/guard.ts';
import {
  elementsOf,
  type ListPage,
  linkTo,
  nextPage,
  objectsIn,
  type Pager,
  pagers,
} from './pagination.ts';

export interface ReadAllOptions {
  readonly send: (call: Call) => Promise<GuardedExchange>;
  /** GET of the list. */
  readonly call: Call;
  /** The pagination, if it is known. */
  readonly pager: Pager | null;
  /**
   * Whether something is missing that may be on further pages. If so, the usual conventions are
   * tried.
   */
  readonly isMissed: (elements: readonly JsonObject[]) => boolean;
}

/** Returns all elements. Rejects with a StandinError if there is no reply or no list in it. */
export async function readAll(options: ReadAllOptions): Promise<readonly JsonObject[]> {
  const { call, isMissed } = options;
  const exchange = await options.send(call);
  if (exchange.kind !== 'received')
    throw unread(call, exchange.message, 'Start the service, or correct the address.');
  const elements = elementsOf(exchange.received);
  const { status } = exchange.received;
  if (elements === null || status >= 300)
    throw unread(call, `it was answered with ${status} and no list`, remedyFor(status));
  const first: ListPage = { received: exchange.received, elements };
  const pager: Pager | null =
    linkTo('next', header(first.received.headers, 'link')) === null
      ? options.pager
      : { kind: 'link' };
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

function unread({ method, path }: Call, why: string, remedy: string): StandinError {
  return new StandinError(
    'target-unreachable',
    `${method} ${path} returned no list: ${why}`,
    remedy,
  );
}

function remedyFor(status: number): string {
  if (status !== 401 && status !== 403)
    return 'Correct the address: give the part before the path of the contract.';
  return 'Give credentials: --header "Authorization: Bearer <token>", or the same in STANDIN_HEADER.';
}
