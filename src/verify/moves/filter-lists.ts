// Reads the list with each filter that the contract shows: the items that fit are there, no others
// are, also those of someone else, and pages and totals are of what fits. Then in each order that it names.

import type { JsonObject } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import { namedReply } from '../../contract/is-specified.ts';
import { matcherOf } from '../../model/query/condition.ts';
import { filterCondition } from '../../model/query/contract-filters.ts';
import { lookUp } from '../../model/query/value-at.ts';
import type { Finding } from '../../oracle/finding.ts';
import { itemFinding, itemName } from '../../oracle/item-findings.ts';
import { readListAndItems } from '../checks/read-back.ts';
import {
  type FilterTrial,
  filteredItems,
  filtersIn,
  filterTrials,
  isExact,
  isSimilar,
} from '../filters/filter-trials.ts';
import { type FilteredList, readFiltered } from '../filters/filtered-list.ts';
import { filterMarked } from '../filters/marked-list.ts';
import { type SortTrial, sortedItems, sortTrials, wrongOrder } from '../filters/sort-trials.ts';
import { inapplicable } from '../scenario/inapplicable.ts';
import { broken, done, doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import { trackPendingCreation } from '../scenario/pending-creation.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { ServiceKnowledge } from '../session/service-knowledge.ts';
import { createItem } from './create-item.ts';

/** Creates items that differ in what the filters ask for, and reads the list with each filter. */
export async function filterLists(
  scenario: Scenario,
  plain: readonly JsonObject[],
): Promise<MoveResult> {
  const { service, items } = scenario.session;
  const sorts = sortTrials(service);
  const apart = filtersIn(service).map(([, { member }]) => member);
  const made = sortedItems(
    { service, apart },
    filteredItems(service, plain, items.token).slice(0, itemsFor(scenario, sorts)),
  );
  for (const [index, values] of made.entries()) {
    const manner = index === 0 ? 'plain' : 'unusual';
    const move = { kind: 'create', item: `filtered${index}`, values, manner } as const;
    const created = await trackPendingCreation(scenario, () => createItem(scenario, move));
    if (created.kind !== 'done') return created;
  }
  const own = await readOwn(scenario);
  if (own.kind !== 'done') return own;
  const trials = filterTrials(service, [...own.value.records.values()], items.token);
  const all = [...trials, ...inShortPages(scenario, trials)];
  if (all.length === 0 && sorts.length === 0) {
    const isNone = filtersIn(service).length === 0;
    return notExercised(isNone ? inapplicable.noFilters : inapplicable.nothingToFilter);
  }
  const findings = new Map<string, Finding>();
  for (const trial of all) {
    const members = membersAsked(service, trial);
    const flaw = await flawOf(scenario, own.value, trial);
    if (flaw.kind !== 'done') return flaw;
    if (flaw.value === null || members.some((one) => findings.has(one))) continue;
    // Others may write between two pages.
    const again = await flawOf(scenario, own.value, trial);
    if (again.kind !== 'done') return again;
    if (again.value === null) continue;
    const { what, isCount } = again.value;
    const at = !isCount && members.length === 1 ? members[0] : undefined;
    const blame = { code: 'filter-ignored', operation: 'list', ...(at && { at }) } as const;
    const facts = {
      query: trial.query,
      actual: what,
      ...(isCount ? { isCount } : {}),
      ...(trial.asks === 'page' ? { asks: trial.asks } : {}),
    };
    const finding = itemFinding(service.contract, blame, facts);
    if (!findings.has(at ?? '')) findings.set(at ?? '', finding);
  }
  const [[key, record] = ['', {}]] = own.value.records;
  const marked = scenario.alive.find((one) => one.key === key);
  const unmarked = marked === undefined ? null : await filterMarked(scenario, marked, record);
  const found = [...findings.values(), ...(unmarked === null ? [] : [unmarked])];
  if (found.length > 0) return broken(found);
  return sortLists(scenario, own.value, sorts);
}

/** The members that a query filters by. */
function membersAsked(service: ServiceKnowledge, { query }: FilterTrial): readonly string[] {
  const asked = new URLSearchParams(query);
  return filtersIn(service).flatMap(([name, { member }]) =>
    asked.has(name) ? [toPointer(member.split('.'))] : [],
  );
}

/** Reads the list in each order that the contract names; where items are equal, again and again. */
async function sortLists(
  scenario: Scenario,
  own: OwnRecords,
  sorts: readonly SortTrial[],
): Promise<MoveResult> {
  const withEqual = sorts.find(({ member }) => hasEqual([...own.records.values()], member));
  for (const trial of sorts) {
    const reads: (readonly JsonObject[])[] = [];
    // Others may write between two pages: what is wrong once is read again.
    for (let most = trial === withEqual ? STEADY_READS : 1; reads.length < most; ) {
      const read = await readSorted(scenario, own, trial);
      if (read.kind !== 'done') return read;
      if (read.value === null) break;
      reads.push(read.value);
      if (wrongOrder(read.value, trial) !== null) most = Math.max(most, 2);
    }
    const flaws = reads.map((one) => wrongOrder(one, trial));
    const isSteady = reads.every((one) => isSameOrder(one, reads[0] ?? one));
    const actual =
      reads.length > 1 && flaws.every((flaw) => flaw !== null)
        ? (flaws[0] ?? null)
        : isSteady
          ? null
          : 'equal items in another order each time';
    if (actual === null) continue;
    const blame = { code: 'wrong-order', operation: 'list' } as const;
    const facts = { query: trial.query, actual };
    return broken([itemFinding(scenario.session.service.contract, blame, facts)]);
  }
  return done;
}

/** How often a list is read in which items are equal. */
const STEADY_READS = 3;

function hasEqual(records: readonly JsonObject[], member: string): boolean {
  const values = records.map((record) => JSON.stringify(record[member] ?? null));
  return new Set(values).size < values.length;
}

/** The records of the run in the order of a sorted list; `null` if it is refused or lacks one. */
async function readSorted(
  scenario: Scenario,
  { records, areListed }: OwnRecords,
  { query }: SortTrial,
): Promise<MoveResult<readonly JsonObject[] | null>> {
  const { service } = scenario.session;
  const { list } = service.contract.operations;
  const mayRefuse = (status: number): boolean => namedReply(list, status) !== undefined;
  const read = await readFiltered(scenario, query, mayRefuse);
  if (read.kind !== 'done' || read.value === null) return doneWith(null);
  const shown = read.value.elements.flatMap((element) => {
    const record = records.get(service.keyOf(element) ?? '');
    return record === undefined ? [] : [record];
  });
  return doneWith(areListed && shown.length === records.size ? shown : null);
}

function isSameOrder(one: readonly JsonObject[], other: readonly JsonObject[]): boolean {
  return one.every((record, index) => record === other[index]);
}

/** How many items it takes: more than a short page has, if clients cannot choose its size. */
function itemsFor({ session: { service } }: Scenario, sorts: readonly SortTrial[]): number {
  const { paging } = service.contract.operations.list ?? {};
  if (filtersIn(service).length === 0 && sorts.length > 0) return ITEMS;
  if (filtersIn(service).length === 0) return paging?.size === undefined ? 1 : PAGE_ITEMS;
  const isShort = paging !== undefined && paging.size === undefined && paging.usual <= SHORT_PAGE;
  return isShort ? ITEMS + paging.usual - 1 : ITEMS;
}

const ITEMS = 5;
/** How many items it takes to ask for a page with fewer. */
const PAGE_ITEMS = 2;
/** How many items a page may have that takes more of them to fill. */
const SHORT_PAGE = 10;

/** A query in pages that are shorter than what fits, if clients can choose their size. */
function inShortPages(
  { session: { service } }: Scenario,
  trials: readonly FilterTrial[],
): readonly FilterTrial[] {
  const { paging } = service.contract.operations.list ?? {};
  const trial = trials.find(({ asks, query }) => asks === 'items' && !isSimilar(service, query));
  if (paging?.size === undefined || trial === undefined) return [];
  const pageSize = Math.min(2, paging.most);
  const query = `${trial.query}&${encodeURIComponent(paging.size)}=${pageSize}`;
  return [{ ...trial, query, pageSize }];
}

interface OwnRecords {
  /** What the items of the move hold, by key. */
  readonly records: ReadonlyMap<string, JsonObject>;
  /** Whether the list without a filter shows them all. */
  readonly areListed: boolean;
}

async function readOwn(scenario: Scenario): Promise<MoveResult<OwnRecords>> {
  const { service } = scenario.session;
  const { alive } = scenario;
  const read = await readListAndItems(scenario, alive, alive);
  if (read.kind !== 'done') return read;
  const { list, listFlaw, items } = read.value;
  if (listFlaw !== null) return listFlaw;
  const listed = new Map(list?.elements.map((one) => [service.keyOf(one), one]));
  const records = alive.flatMap((item): readonly (readonly [string, JsonObject])[] => {
    const shown = items.get(item);
    const record = shown?.kind === 'there' ? shown.record : listed.get(item.key);
    return record === undefined ? [] : [[item.key, record]];
  });
  const areListed = list !== null && alive.every(({ key }) => listed.has(key));
  return doneWith({ records: new Map(records), areListed });
}

/** What is wrong with a filtered list. */
interface ListFlaw {
  /** In words: `users/7 as well`. */
  readonly what: string;
  /** Whether the items are right, and their number or the pages are not. */
  readonly isCount: boolean;
}

/** Returns what is wrong with a filtered list; `null` if nothing is. */
async function flawOf(
  scenario: Scenario,
  own: OwnRecords,
  trial: FilterTrial,
): Promise<MoveResult<ListFlaw | null>> {
  const { service } = scenario.session;
  const { list } = service.contract.operations;
  const mayRefuse = (status: number): boolean =>
    trial.asks !== 'items' && namedReply(list, status) !== undefined;
  const isOnePage = trial.asks === 'page' || trial.asks === 'anything';
  const read = await readFiltered(scenario, trial.query, mayRefuse, isOnePage ? 1 : undefined);
  if (read.kind !== 'done') return read;
  if (read.value === null || trial.asks === 'anything') return doneWith(null);
  if (trial.asks === 'page') {
    const least = own.areListed ? own.records.size : 0;
    const small = read.value.told.find(({ value, isOfPage }) => !isOfPage && value < least);
    if (small !== undefined)
      return doneWith(
        ofCount(`the total is ${small.value}, though there are at least ${least} items`),
      );
    return doneWith(flawOfPages(trial, read.value));
  }
  const { contract } = service;
  const stray = strayIn(scenario, own, trial, read.value);
  if (stray !== null)
    return doneWith({ what: `${itemName(contract, stray)} as well`, isCount: false });
  const lacking = own.areListed ? lackingIn(scenario, own, trial, read.value) : null;
  if (lacking !== null)
    return doneWith({ what: `no ${itemName(contract, lacking)}`, isCount: false });
  return doneWith(flawOfPages(trial, read.value));
}

/** The id of an item that does not fit; `null` if all do. */
function strayIn(
  { session: { service } }: Scenario,
  { records }: OwnRecords,
  { query, asks }: FilterTrial,
  { elements }: FilteredList,
): string | null {
  const { filters = {} } = service.contract.operations.list ?? {};
  const equals = Object.entries(filters).filter(([, filter]) => isExact(filter));
  const condition = filterCondition({ filters: Object.fromEntries(equals) }, query);
  const fits = condition === null ? () => asks === 'items' : matcherOf(condition);
  const asked = equals.map(([, { member }]) => lookUp(member));
  const isSure = (element: JsonObject): boolean =>
    condition !== null && asked.every((find) => find(element) !== undefined);
  const stray = elements.find((element) => {
    const record = records.get(service.keyOf(element) ?? '');
    return record === undefined ? isSure(element) && !fits(element) : !fits(record);
  });
  return stray === undefined ? null : (service.keyOf(stray) ?? 'an item');
}

/** The id of an item of the run that fits and is not there; `null` if all are. */
function lackingIn(
  { session: { service } }: Scenario,
  { records }: OwnRecords,
  { query }: FilterTrial,
  { elements, isWhole }: FilteredList,
): string | null {
  const condition = filterCondition(service.contract.operations.list ?? {}, query);
  if (condition === null || !isWhole) return null;
  const fits = matcherOf(condition);
  const keys = new Set(elements.map((element) => service.keyOf(element)));
  const lacking = [...records].find(([key, record]) => fits(record) && !keys.has(key));
  return lacking?.[0] ?? null;
}

/** What is wrong with the pages, or with the total beside them; `null` if nothing is. */
function flawOfPages(
  { pageSize }: FilterTrial,
  { elements, pages, told, isWhole }: FilteredList,
): ListFlaw | null {
  const wrong = told.find(({ value, isOfPage }) => !isOfPage && value !== elements.length);
  if (isWhole && wrong !== undefined)
    return ofCount(`the total is ${wrong.value}, and there are ${elements.length} items`);
  const long = pages.find((count) => pageSize !== undefined && count > pageSize);
  if (long !== undefined) return ofCount(`a page of ${long}, not of ${pageSize}`);
  const short = pages.slice(0, -1).find((count) => pageSize !== undefined && count < pageSize);
  return short === undefined
    ? null
    : ofCount(`a page of ${short} before the last one, not of ${pageSize}`);
}

function ofCount(what: string): ListFlaw {
  return { what, isCount: true };
}
