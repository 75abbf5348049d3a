// Reads the list of the service, all of its pages, and judges each. Learns how pages are asked for
// when something is missed.

import { isObject, type JsonObject } from '../../base/json.ts';
import type { Exchange } from '../../http/client/client.ts';
import type { Call } from '../../model/message/call.ts';
import { header } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import {
  elementsOf,
  linkTo,
  nextPage,
  objectsIn,
  type Page,
  type Pager,
  pagers,
} from '../session/pagination.ts';
import type { Session } from '../session/session.ts';
import { ListUnread, unreadFor } from './known-list-flaws.ts';
import { Broken, type Scenario } from './scenario.ts';

export interface ListRead {
  readonly elements: readonly JsonObject[];
  readonly pages: number;
}

/**
 * Reads the whole list; a contract without one has nothing in it. Where something is missed on the
 * first page, and no way to further pages is known, ways are tried. Throws `Broken` where something
 * is wrong with the list, and `ListUnread` where that was so from the beginning.
 */
export async function readList(
  scenario: Scenario,
  isMissed: (elements: readonly JsonObject[]) => boolean,
): Promise<ListRead> {
  if (!scenario.session.offers('list')) return { elements: [], pages: 0 };
  const ahead = sendAhead(scenario.session);
  try {
    return await readPages(scenario, ahead, isMissed);
  } finally {
    // Nothing may be under way when the run ends.
    await Promise.allSettled(ahead.values());
  }
}

/**
 * Reads the list as `readList` does; `null` where it cannot be read, which the stage takes down.
 */
export async function readListIfSound(
  scenario: Scenario,
  isMissed: (elements: readonly JsonObject[]) => boolean,
): Promise<ListRead | null> {
  try {
    return await readList(scenario, isMissed);
  } catch (error) {
    if (!(error instanceof ListUnread)) throw error;
    scenario.unread = error.message;
    return null;
  }
}

type Ahead = ReadonlyMap<string, Promise<Exchange>>;

/**
 * Where answers take long, the further pages are asked for together with the first one, by the
 * calls that led to them the last time. The answers count only where the pages before them lead to
 * the same calls again.
 */
function sendAhead(session: Session): Ahead {
  const calls = session.atOnce > 1 ? session.pageCalls.slice(1) : [];
  const ahead = new Map(calls.map((call) => [targetOf(call), session.send(call)]));
  for (const answer of ahead.values()) answer.catch(() => undefined);
  return ahead;
}

function targetOf({ path, query }: Call): string {
  return `${path}?${query}`;
}

async function readPages(
  scenario: Scenario,
  ahead: Ahead,
  isMissed: (elements: readonly JsonObject[]) => boolean,
): Promise<ListRead> {
  const { traits } = scenario.session;
  const first = await readFirst(scenario, ahead);
  if (linkTo('next', header(first.received.headers, 'link')) !== null) {
    traits.pager ??= { kind: 'link' };
    if (traits.pager.kind !== 'link') traits.pager = { kind: 'link' };
  }
  if (traits.pager !== null) {
    const read = await readOn(scenario, traits.pager, { first, ahead });
    scenario.session.countPages(read.pages);
    return read;
  }
  const found = objectsIn(first.elements ?? []);
  if (found.length === 0 || !isMissed(found)) return { elements: found, pages: 1 };
  return (await tryPagers(scenario, first, isMissed)) ?? { elements: found, pages: 1 };
}

async function readFirst(scenario: Scenario, ahead: Ahead): Promise<Page> {
  return judged(
    scenario,
    await receive(scenario, scenario.session.call('list', null, null), ahead),
  );
}

/**
 * Reads a further page; `null` where it is refused though no link of the service led there: then
 * the one before was the last.
 */
async function readPage(
  scenario: Scenario,
  call: Call,
  { ahead, pager }: { readonly ahead: Ahead; readonly pager: Pager },
): Promise<Page | null> {
  const received = await receive(scenario, call, ahead);
  const isRefused = received.status >= 400 && received.status < 500;
  return isRefused && pager.kind === 'query' ? null : judged(scenario, received);
}

function receive(scenario: Scenario, call: Call, ahead: Ahead): Promise<Received> {
  const sent = ahead.get(targetOf(call));
  return scenario.exchange('list', call, sent === undefined ? undefined : () => sent);
}

function judged(scenario: Scenario, received: Received): Page {
  const { session } = scenario;
  const findings = scenario.findings(
    'list',
    received,
    session.rulings(session.call('list', null, null)),
  );
  if (findings.length > 0) throw unreadFor(session.listFlaws, findings) ?? new Broken(findings);
  return { received, elements: elementsOf(received) };
}

interface Begun {
  readonly first: Page;
  readonly ahead: Ahead;
}

async function readOn(
  scenario: Scenario,
  pager: Pager,
  { first, ahead }: Begun,
): Promise<ListRead> {
  const { session } = scenario;
  const pages = [first];
  const calls = [session.call('list', null, null)];
  const seen = new Map<string, JsonObject>();
  const all: JsonObject[] = [];
  for (let page: Page | null = first; page !== null; ) {
    const elements = objectsIn(page.elements ?? []);
    const isNew = elements.some((element) => !seen.has(JSON.stringify(element)));
    if (pages.length > 1 && !isNew) break;
    for (const element of elements) seen.set(JSON.stringify(element), element);
    all.push(...elements);
    const next = nextPage(pager, session.call('list', null, null), pages);
    page = next === null ? null : await readPage(scenario, next, { ahead, pager });
    if (page !== null) pages.push(page);
    if (next !== null) calls.push(next);
  }
  session.pageCalls = calls;
  return { elements: all, pages: pages.length };
}

/** Tries the conventions in use until one brings what is missed. */
async function tryPagers(
  scenario: Scenario,
  first: Page,
  isMissed: (elements: readonly JsonObject[]) => boolean,
): Promise<ListRead | null> {
  const { session } = scenario;
  const shown = JSON.stringify(first.elements);
  for (const pager of pagers) {
    const call = nextPage(pager, session.call('list', null, null), [first]);
    const exchange = call === null ? null : await session.send(call);
    if (exchange?.kind !== 'received' || exchange.received.status >= 300) continue;
    const elements = elementsOf(exchange.received);
    if (elements === null || elements.length === 0 || JSON.stringify(elements) === shown) continue;
    if (!elements.every((element) => isObject(element))) continue;
    const read = await readOn(scenario, pager, { first, ahead: new Map() });
    if (isMissed(read.elements)) continue;
    session.traits.pager = pager;
    session.notes.add(
      `the list comes in pages: ?${pager.kind === 'query' ? pager.name : ''}= leads on`,
    );
    return read;
  }
  return null;
}
