// Reads all pages of the list and judges each. Finds out the pagination if something is missing.

import { isObject, type JsonObject, own } from '../../base/json.ts';
import type { Call } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import { requiredParts } from '../../model/parameters/required-parameters.ts';
import {
  elementsOf,
  guessPages,
  type ListPage,
  nextPage,
  objectsIn,
  type Pager,
  pagerFor,
  pagers,
} from '../pages/pagination.ts';
import { type ToldCount, toldCounts } from '../pages/told-counts.ts';
import { ReadAhead } from '../session/read-ahead.ts';
import type { Session } from '../session/session.ts';
import { type ListUnread, unreadFor } from './known-list-flaws.ts';
import { broken, doneWith, type MoveResult, notExercised } from './move-result.ts';
import type { Scenario } from './scenario.ts';

export interface ListRead {
  readonly elements: readonly JsonObject[];
  readonly pages: number;
  /** The numbers of items that the first page tells. */
  readonly told: readonly ToldCount[];
}

/** Whether the elements lack something that another page may have. `told` is of the first page. */
export type IsMissed = (elements: readonly JsonObject[], told: readonly ToldCount[]) => boolean;

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
  // Reads of the items show what became of them.
  if (!scenario.session.service.offers('read')) scenario.unread = read.why;
  return doneWith(null);
}

async function readIfOffered(
  scenario: Scenario,
  isMissed: IsMissed,
): Promise<MoveResult<ListRead> | ListUnread> {
  if (!scenario.session.service.offers('list'))
    return doneWith({ elements: [], pages: 0, told: [] });
  const ahead = readAhead(scenario.session);
  try {
    const read = await readPages(scenario, ahead, isMissed);
    if (read.kind === 'done') scenario.session.service.latestList = read.value.elements;
    return read;
  } finally {
    // Nothing may be under way when the run ends.
    await ahead.end();
  }
}

/**
 * The first list of the run was already read. If replies take long, the further pages are requested
 * together with the first one, by the calls of the last time. Their replies count only if the pages before them lead to the same calls.
 */
function readAhead(session: Session): ReadAhead {
  const { service, sender } = session;
  const { firstList, pageCalls } = service;
  service.firstList = null;
  const ahead = new ReadAhead(sender);
  if (firstList !== null) {
    ahead.put(service.call('list', null, null), firstList);
    return ahead;
  }
  if (sender.pagesAhead === 0) return ahead;
  const [last, next] = pageCalls.slice(-2);
  // The list may have grown by a page.
  const grown =
    last === undefined || next === undefined
      ? []
      : guessPages(last, next, { pageLength: 0, count: 1 });
  ahead.request([...pageCalls.slice(1), ...grown].slice(0, sender.pagesAhead));
  return ahead;
}

/**
 * If replies take long, requests the next page together with those that probably come after it: as
 * many as the list needs for the items that are known.
 */
function requestFurther({ session }: Scenario, ahead: ReadAhead, pages: Pages): void {
  const { sender, service } = session;
  const { calls, next, read, pageLength } = pages;
  const last = calls.at(-1);
  if (sender.pagesAhead === 0 || ahead.has(next) || last === undefined) return;
  // One page more may show that the list has ended. A list not read before: twice as many pages.
  const count =
    service.latestList === null
      ? calls.length
      : Math.ceil((knownItems(session) - read) / Math.max(1, pageLength));
  const further = guessPages(last, next, { pageLength, count: Math.min(count, sender.pagesAhead) });
  ahead.request([next, ...further]);
}

/** How many items the run knows: its own, and those of others that the list last showed. */
function knownItems({ service, items }: Session): number {
  const foreign = (service.latestList ?? []).filter(
    (element) => !items.everOwned.has(service.keyOf(element) ?? ''),
  );
  return foreign.length + items.byKey.size;
}

/** A list that was read up to a page. */
interface Pages {
  /** The calls of the pages, in order. */
  readonly calls: readonly Call[];
  readonly next: Call;
  /** How many items they have. */
  readonly read: number;
  /** How many the last one has. */
  readonly pageLength: number;
}

async function readPages(
  scenario: Scenario,
  ahead: ReadAhead,
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
  const told = toldCounts(scenario.session.service.contract, first);
  const onePage = doneWith({ elements: found, pages: 1, told });
  if (found.length === 0 || !isMissed(found, told)) return onePage;
  const paged = await findPager(scenario, { first, ahead }, isMissed);
  return paged ?? (mayBePart(scenario, found) ? partUnread(scenario, found) : onePage);
}

/** Whether a list has as many items as a parameter has by default: nothing leads to the others. */
function mayBePart({ session }: Scenario, { length }: readonly JsonObject[]): boolean {
  const { contract, schemas } = session.service;
  const { list } = contract.operations;
  const asked = list === undefined ? [] : requiredParts(schemas, list);
  return (list?.parameters ?? []).some(
    ({ in: place, name, schema }) =>
      place === 'query' &&
      schema !== null &&
      !asked.some((one) => one.in === place && one.text.startsWith(`${name}=`)) &&
      schemas.partsByName(schema).some((part) => own(part, 'default') === length),
  );
}

function partUnread({ session }: Scenario, { length }: readonly JsonObject[]): ListUnread {
  const { path } = session.service.contract;
  const why = `GET ${path} shows ${length} items, the default of a parameter, and nothing leads to the others`;
  return { kind: 'list-unread', why };
}

/** Tries the usual conventions, unless another law is about to find the right one. */
async function findPager(
  scenario: Scenario,
  begun: Begun,
  isMissed: IsMissed,
): Promise<MoveResult<ListRead> | ListUnread | null> {
  const { session } = scenario;
  await trials.get(session);
  const { pager } = session.service.traits;
  if (pager !== null) return readOn(scenario, pager, begun);
  const trial = tryPagers(scenario, begun, isMissed);
  trials.set(
    session,
    trial.catch(() => null),
  );
  return trial;
}

/** The latest trial of each run. */
const trials = new WeakMap<Session, Promise<unknown>>();

async function readFirst(
  scenario: Scenario,
  ahead: ReadAhead,
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
  { ahead, pager }: { readonly ahead: ReadAhead; readonly pager: Pager },
): Promise<MoveResult<ListPage | null> | ListUnread> {
  const received = await receive(scenario, call, ahead);
  if (received.kind !== 'done') return received;
  const { status } = received.value;
  const isRefused = status >= 400 && status < 500;
  return isRefused && pager.kind === 'query' ? doneWith(null) : judgePage(scenario, received.value);
}

function receive(scenario: Scenario, call: Call, ahead: ReadAhead): Promise<MoveResult<Received>> {
  const sent = ahead.answerTo(call);
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
  readonly ahead: ReadAhead;
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
    if (isEnd(scenario, pager, { first, all, elements })) break;
    const next = nextPage(pager, service.call('list', null, null), pages);
    if (next !== null)
      requestFurther(scenario, ahead, {
        calls,
        next,
        read: all.length,
        pageLength: elements.length,
      });
    const read = next === null ? NO_PAGE : await readPage(scenario, next, { ahead, pager });
    if (read.kind !== 'done') return read;
    page = read.value;
    if (page !== null) pages.push(page);
    if (next !== null) calls.push(next);
  }
  service.pageCalls = calls;
  const told = toldCounts(service.contract, first);
  return doneWith({ elements: all, pages: pages.length, told });
}

/**
 * Whether a page that is not full is the last one. If replies take long, the empty page after it is
 * read only if something is missing.
 */
function isEnd(
  { session }: Scenario,
  pager: Pager,
  {
    first,
    all,
    elements,
  }: { readonly first: ListPage } & Record<'all' | 'elements', readonly JsonObject[]>,
): boolean {
  const isShort = elements.length < (first.elements?.length ?? 0);
  return (
    pager.kind === 'query' &&
    session.sender.pagesAhead > 0 &&
    isShort &&
    all.length >= knownItems(session)
  );
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
  { first, ahead }: Begun,
  isMissed: IsMissed,
): Promise<MoveResult<ListRead> | ListUnread | null> {
  const { service, sender } = scenario.session;
  const shown = JSON.stringify(first.elements);
  const asked = pagers.map((pager) => ({
    pager,
    call: nextPage(pager, service.call('list', null, null), [first]),
  }));
  if (sender.pagesAhead > 0) ahead.request(asked.flatMap(({ call }) => call ?? []));
  for (const { pager, call } of asked) {
    const exchange =
      call === null ? null : await (ahead.answerTo(call) ?? sender.sendUnlessStopped(call));
    if (exchange?.kind !== 'received' || exchange.received.status >= 300) continue;
    const elements = elementsOf(exchange.received);
    if (elements === null || elements.length === 0 || JSON.stringify(elements) === shown) continue;
    if (!elements.every((element) => isObject(element))) continue;
    // It may also be the same list a moment later, if it lags behind writes.
    if (shareShown(scenario, objectsIn(first.elements ?? []), elements) > 0.5) continue;
    const read = await readOn(scenario, pager, { first, ahead });
    if (read.kind !== 'done') return read;
    if (isMissed(read.value.elements, [])) continue;
    service.traits.pager = pager;
    service.notes.add(
      `the list has pages: ?${pager.kind === 'query' ? pager.name : ''}= requests the next one`,
    );
    return read;
  }
  return null;
}
