// Reads a filtered list, page by page.

import type { Json, JsonObject } from '../../base/json.ts';
import type { Call } from '../../model/message/call.ts';
import { readPairs } from '../../model/query/pairs.ts';
import { elementsOf, type ListPage, nextPage, objectsIn } from '../pages/pagination.ts';
import { type ToldCount, toldCounts } from '../pages/told-counts.ts';
import { broken, doneWith, type MoveResult } from '../scenario/move-result.ts';
import type { Scenario } from '../scenario/scenario.ts';

export interface FilteredList {
  readonly elements: readonly JsonObject[];
  /** How many elements each page has. */
  readonly pages: readonly number[];
  /** Whether the last page was reached. */
  readonly isWhole: boolean;
  /** The numbers of items that the first page tells. */
  readonly told: readonly ToldCount[];
}

/** Reads the list with a query; `null` if it was refused and `mayRefuse` admits the status. */
export async function readFiltered(
  scenario: Scenario,
  query: string,
  mayRefuse: (status: number) => boolean,
  pagesMax = PAGES_MAX,
): Promise<MoveResult<FilteredList | null>> {
  const { service } = scenario.session;
  const plain = service.call('list', null, null);
  const pages: ListPage[] = [];
  let isWhole = false;
  for (let call: Call | null = { ...plain, query }; call !== null; ) {
    const reply = await scenario.receive('list', call);
    if (reply.kind !== 'done') return reply;
    const received = reply.value;
    const isRefused = received.status >= 400 && received.status < 500;
    // A list that has ended may refuse the next page.
    isWhole = isRefused && pages.length > 0;
    if (isWhole) break;
    if (isRefused && mayRefuse(received.status)) return doneWith(null);
    const findings = scenario.findings('list', received, scenario.rulings(plain));
    if (findings.length > 0) return broken(findings);
    const page = { received, elements: elementsOf(received) };
    isWhole = page.elements === null || page.elements.length === 0 || isKnown(pages, page);
    if (isWhole && pages.length > 0) break;
    pages.push(page);
    call = pages.length < pagesMax ? callAfter(scenario, { ...plain, query }, pages) : null;
    isWhole ||= call === null && pages.length < pagesMax;
  }
  return doneWith({
    elements: pages.flatMap(({ elements }) => objectsIn(elements ?? [])),
    pages: pages.map(({ elements }) => elements?.length ?? 0),
    isWhole,
    told: pages[0] === undefined ? [] : toldCounts(service.contract, pages[0]),
  });
}

/** How many pages of a filtered list are read. */
const PAGES_MAX = 25;

/** The call of the next page: what a page shows has the whole query, a convention only what counts. */
function callAfter(scenario: Scenario, base: Call, pages: readonly ListPage[]): Call | null {
  const { pager } = scenario.session.service.traits;
  const next = pager === null ? null : nextPage(pager, base, pages);
  if (next === null || pager?.kind === 'shown') return next;
  const counted = new Set(readPairs(next.query).map(([name]) => name));
  const kept = base.query
    .split('&')
    .filter((part) => readPairs(part).every(([name]) => !counted.has(name)));
  return { ...next, query: [...kept, next.query].join('&') };
}

/** Whether the pages before have shown all of a page: the service knows no pages. */
function isKnown(pages: readonly ListPage[], { elements }: ListPage): boolean {
  const seen = new Set(
    pages.flatMap(({ elements }) => elements ?? []).map((one: Json) => JSON.stringify(one)),
  );
  return elements?.every((one) => seen.has(JSON.stringify(one))) ?? true;
}
