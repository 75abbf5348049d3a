// Reads all pages of the list and judges each. Finds out the pagination if something is missing.

import { isObject, type JsonObject } from '../../base/json.ts';
import { valueAt } from '../../base/pointer.ts';
import type { Call } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import type { GuardedExchange } from '../guard/guard.ts';
import {
  elementsOf,
  type ListPage,
  nextPage,
  objectsIn,
  type Pager,
  pagerFor,
  pagers,
} from '../session/pagination.ts';
import type { Session } from '../session/session.ts';
import { type ListUnread, unreadFor } from './known-list-flaws.ts';
import { broken, doneWith, type MoveResult, notExercised } from './move-result.ts';
import type { Scenario } from './scenario.ts';

export interface ListRead {
  readonly elements: readonly JsonObject[];
  readonly pages: number;
  /** The total beside the first page; `null` if the contract names none, or it is no number. */
  readonly total: number | null;
}

/** Whether the elements lack something that another page may have. `total` is of the first page. */
export type IsMissed = (elements: readonly JsonObject[], total: number | null) => boolean;

/**
 * Reads the whole list; it is empty if the contract has none. If the first page lacks something and
 * the pagination is unknown, the usual conventions are tried. Not exercised if the list was already
 * flawed before the run.
 */
export async function readList(
  scenario: Scenario,
  isMissed: IsMissed,
): Promise<MoveResult<ListRead>> {
  const read = await readIfOffered(scenario, isMissed);
  return read.kind === 'list-unread' ? notExercised(read.why) : read;
}

/** Reads the list like `readList`; `null` if it was already flawed, which the scenario records. */
export async function readListIfSound(
  scenario: Scenario,
  isMissed: IsMissed,
): Promise<MoveResult<ListRead | null>> {
  const read = await readIfOffered(scenario, isMissed);
  if (read.kind !== 'list-unread') return read;
  scenario.unread = read.why;
  return doneWith(null);
}

async function readIfOffered(
  scenario: Scenario,
  isMissed: IsMissed,
): Promise<MoveResult<ListRead> | ListUnread> {
  if (!scenario.session.service.offers('list'))
    return doneWith({ elements: [], pages: 0, total: null });
  const ahead = sendAhead(scenario.session);
  try {
    const read = await readPages(scenario, ahead, isMissed);
    if (read.kind === 'done') scenario.session.service.latestList = read.value.elements;
    return read;
  } finally {
    // Nothing may be under way when the run ends.
    await Promise.allSettled(ahead.values());
  }
}

type Ahead = ReadonlyMap<string, Promise<GuardedExchange>>;

/**
 * The first list of the run was already read. If replies take long, the further pages are requested
 * together with the first one, by the calls of the last time. Their replies count only if the pages before them lead to the same calls.
 */
function sendAhead(session: Session): Ahead {
  const { service, sender } = session;
  const { firstList } = service;
  service.firstList = null;
  if (firstList !== null)
    return new Map([[targetOf(service.call('list', null, null)), Promise.resolve(firstList)]]);
  const calls = sender.atOnce > 1 ? service.pageCalls.slice(1) : [];
  const ahead = new Map(calls.map((call) => [targetOf(call), sender.sendUnlessStopped(call)]));
  for (const answer of ahead.values()) answer.catch(() => undefined);
  return ahead;
}

function targetOf({ path, query }: Call): string {
  return `${path}?${query}`;
}

async function readPages(
  scenario: Scenario,
  ahead: Ahead,
  isMissed: IsMissed,
): Promise<MoveResult<ListRead> | ListUnread> {
  const { traits } = scenario.session.service;
  const firstRead = await readFirst(scenario, ahead);
  if (firstRead.kind !== 'done') return firstRead;
  const first = firstRead.value;
  traits.pager = pagerFor(traits.pager, first.received);
  if (traits.pager !== null) {
    const read = await readOn(scenario, traits.pager, { first, ahead });
    if (read.kind === 'done') scenario.session.service.countPages(read.value.pages);
    return read;
  }
  const found = objectsIn(first.elements ?? []);
  const total = totalOf(scenario, first.received);
  const onePage = doneWith({ elements: found, pages: 1, total });
  if (found.length === 0 || !isMissed(found, total)) return onePage;
  return (await tryPagers(scenario, first, isMissed)) ?? onePage;
}

async function readFirst(
  scenario: Scenario,
  ahead: Ahead,
): Promise<MoveResult<ListPage> | ListUnread> {
  const received = await receive(
    scenario,
    scenario.session.service.call('list', null, null),
    ahead,
  );
  if (received.kind === 'done') return judgePage(scenario, received.value);
  const { listFlaws } = scenario.session.service;
  return received.kind === 'broken'
    ? (unreadFor(listFlaws, received.findings) ?? received)
    : received;
}

/** Reads a further page; `null` if it is refused and no link led there: the list has ended. */
async function readPage(
  scenario: Scenario,
  call: Call,
  { ahead, pager }: { readonly ahead: Ahead; readonly pager: Pager },
): Promise<MoveResult<ListPage | null> | ListUnread> {
  const received = await receive(scenario, call, ahead);
  if (received.kind !== 'done') return received;
  const { status } = received.value;
  const isRefused = status >= 400 && status < 500;
  return isRefused && pager.kind === 'query' ? doneWith(null) : judgePage(scenario, received.value);
}

function receive(scenario: Scenario, call: Call, ahead: Ahead): Promise<MoveResult<Received>> {
  const sent = ahead.get(targetOf(call));
  return scenario.receive('list', call, sent === undefined ? undefined : () => sent);
}

/** Judges a page of the list as the contract shows it. */
export function judgePage(
  scenario: Scenario,
  received: Received,
): MoveResult<ListPage> | ListUnread {
  const { service } = scenario.session;
  const findings = scenario.findings(
    'list',
    received,
    scenario.rulings(service.call('list', null, null)),
  );
  if (findings.length > 0) return unreadFor(service.listFlaws, findings) ?? broken(findings);
  return doneWith({ received, elements: elementsOf(received) });
}

interface Begun {
  readonly first: ListPage;
  readonly ahead: Ahead;
}

async function readOn(
  scenario: Scenario,
  pager: Pager,
  { first, ahead }: Begun,
): Promise<MoveResult<ListRead> | ListUnread> {
  const { service } = scenario.session;
  const pages = [first];
  const calls = [service.call('list', null, null)];
  const all: JsonObject[] = [];
  for (let page: ListPage | null = first; page !== null; ) {
    const elements = objectsIn(page.elements ?? []);
    if (pages.length > 1 && shareShown(scenario, all, elements) === 1) break;
    all.push(...elements);
    const next = nextPage(pager, service.call('list', null, null), pages);
    const read = next === null ? NO_PAGE : await readPage(scenario, next, { ahead, pager });
    if (read.kind !== 'done') return read;
    page = read.value;
    if (page !== null) pages.push(page);
    if (next !== null) calls.push(next);
  }
  service.pageCalls = calls;
  const total = totalOf(scenario, first.received);
  return doneWith({ elements: all, pages: pages.length, total });
}

/** The total that the contract names in the envelope of the list. */
function totalOf({ session }: Scenario, { body }: Received): number | null {
  const at = session.service.contract.operations.list?.envelope?.total;
  if (at === undefined || body.kind !== 'json' || body.whole === undefined) return null;
  const total = valueAt(body.whole, at);
  return typeof total === 'number' ? total : null;
}

/**
 * Which share of the items of a page the pages before have shown. If it is large, the service does
 * not know the parameter: the rest are items that others created meanwhile.
 */
function shareShown(
  { session }: Scenario,
  before: readonly JsonObject[],
  page: readonly JsonObject[],
): number {
  const signOf = (element: JsonObject): string =>
    session.service.keyOf(element) ?? JSON.stringify(element);
  const shown = new Set(before.map(signOf));
  return page.length === 0
    ? 1
    : page.filter((element) => shown.has(signOf(element))).length / page.length;
}

const NO_PAGE = doneWith(null);

/** Tries the usual conventions until one shows what is missing. */
async function tryPagers(
  scenario: Scenario,
  first: ListPage,
  isMissed: IsMissed,
): Promise<MoveResult<ListRead> | ListUnread | null> {
  const { service, sender } = scenario.session;
  const shown = JSON.stringify(first.elements);
  for (const pager of pagers) {
    const call = nextPage(pager, service.call('list', null, null), [first]);
    const exchange = call === null ? null : await sender.sendUnlessStopped(call);
    if (exchange?.kind !== 'received' || exchange.received.status >= 300) continue;
    const elements = elementsOf(exchange.received);
    if (elements === null || elements.length === 0 || JSON.stringify(elements) === shown) continue;
    if (!elements.every((element) => isObject(element))) continue;
    // It may also be the same list a moment later, if it lags behind writes.
    if (shareShown(scenario, objectsIn(first.elements ?? []), elements) > 0.5) continue;
    const read = await readOn(scenario, pager, { first, ahead: new Map() });
    if (read.kind !== 'done') return read;
    if (isMissed(read.value.elements, null)) continue;
    service.traits.pager = pager;
    service.notes.add(
      `the list has pages: ?${pager.kind === 'query' ? pager.name : ''}= requests the next one`,
    );
    return read;
  }
  return null;
}
