// How a list is split into pages: a link of the service shows it, or conventions are tried.

import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { valueAt } from '../../base/pointer.ts';
import type { Contract } from '../../contract/contract.ts';
import type { NextPlace } from '../../contract/envelopes/pages.ts';
import type { Call } from '../../model/message/call.ts';
import { nextOf } from '../../model/message/next-page.ts';
import type { Received } from '../../model/message/received.ts';

/** How to request the next page: by what a reply shows of it, or by counting pages or elements. */
export type Pager =
  | {
      readonly kind: 'shown';
      readonly next: NextPlace;
      readonly parameter: string;
      /** How else pages are requested; absent if the reply alone shows it. */
      readonly counted?: CountingPager;
    }
  | CountingPager;

interface CountingPager {
  readonly kind: 'query';
  readonly name: string;
  readonly counts: 'pages' | 'elements';
  readonly first: number;
}

/** One page; `elements` is `null` if the body is not an array. */
export interface ListPage {
  readonly received: Received;
  readonly elements: readonly Json[] | null;
}

/** How many pages of one list are read. */
export const PAGES_MAX = 200;

/** Usual conventions, the most common first. */
export const pagers: readonly Pager[] = [
  { kind: 'query', name: 'page', counts: 'pages', first: 1 },
  { kind: 'query', name: '_page', counts: 'pages', first: 1 },
  { kind: 'query', name: 'offset', counts: 'elements', first: 0 },
  { kind: 'query', name: '_start', counts: 'elements', first: 0 },
  { kind: 'query', name: 'skip', counts: 'elements', first: 0 },
  { kind: 'query', name: 'start', counts: 'elements', first: 0 },
  { kind: 'query', name: 'page[number]', counts: 'pages', first: 1 },
  { kind: 'query', name: 'page', counts: 'pages', first: 0 },
];

/** The pager of a service whose replies have Link. */
export const linkPager: Pager = { kind: 'shown', next: { in: 'header' }, parameter: 'cursor' };

/** Returns how the contract says that pages are requested; `null` if it does not. */
export function pagerOf({ operations }: Contract): Pager | null {
  const paging = operations.list?.paging;
  if (paging === undefined || paging.by === 'size' || paging.by === 'after') return null;
  const { by, next, parameter, first } = paging;
  const counts = by === 'page' ? 'pages' : 'elements';
  const counted = { kind: 'query', name: parameter, counts, first } as const;
  if (next === undefined) return counted;
  return { kind: 'shown', next, parameter, ...(by === 'cursor' ? {} : { counted }) };
}

/** Whether a reply lacks the place of what comes next, and there is another way to it. */
export function isCountedAlone({ counted, next }: ShownPager, { body }: Received): boolean {
  if (counted === undefined || next.in === 'header' || body.kind !== 'json') return false;
  return valueAt(body.whole ?? body.value, next.at) === undefined;
}

export type ShownPager = Extract<Pager, { kind: 'shown' }>;

/** Returns the pager after the first page, which may have Link; what a contract shows comes first. */
export function pagerFor(known: Pager | null, first: Received): Pager | null {
  if (known?.kind === 'shown')
    return isCountedAlone(known, first) ? (known.counted ?? known) : known;
  if (nextOf({ in: 'header' }, first) === null) return known;
  return linkPager;
}

/** Returns the call for the next page; `null` if there is none. */
export function nextPage(pager: Pager, base: Call, pages: readonly ListPage[]): Call | null {
  const last = pages.at(-1);
  if (last?.elements == null || last.elements.length === 0 || pages.length >= PAGES_MAX)
    return null;
  if (pager.kind === 'shown') return callFor(pager, base, nextOf(pager.next, last.received));
  const seen = pages.reduce((sum, page) => sum + (page.elements?.length ?? 0), 0);
  const value = pager.counts === 'pages' ? pager.first + pages.length : pager.first + seen;
  return {
    ...base,
    query: `${encodeURIComponent(pager.name).replaceAll('%5B', '[').replaceAll('%5D', ']')}=${value}`,
  };
}

/** Returns the call for what a reply shows of the next page; `null` if that is none. */
export function callFor({ next, parameter }: ShownPager, base: Call, shown: Json): Call | null {
  if (typeof shown !== 'string' && typeof shown !== 'number') return null;
  if (next.in === 'header' || next.holds === 'address') return withTarget(base, String(shown));
  const query = new URLSearchParams(base.query);
  query.set(parameter, String(shown));
  return { ...base, query: query.toString() };
}

/**
 * Guesses the calls of some further pages from the last two, if one number in their queries counts
 * pages, or elements in steps of a page. None if that is not clear.
 */
export function guessPages(
  last: Call,
  next: Call,
  guess: { readonly pageLength: number; readonly count: number },
): readonly Call[] {
  const [before, after] = [last, next].map(({ query }) => query.split('&')) as [string[], string[]];
  const counting = after.flatMap((part) => {
    const [name = '', value = ''] = part.split('=');
    const old = before.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1);
    const step =
      old === undefined ? firstStep(value, guess.pageLength) : Number(value) - Number(old);
    return COUNT.test(value) && step > 0 ? [{ part, name, from: Number(value), step }] : [];
  });
  // Beside the number of a page there may be its size.
  const ones = counting.filter(({ step }) => step === 1);
  const [counter, ...others] = ones.length > 0 ? ones : counting;
  if (counter === undefined || others.length > 0 || last.path !== next.path) return [];
  const { part, name, from, step } = counter;
  return Array.from({ length: Math.max(0, guess.count) }, (_, index) => ({
    ...next,
    query: after
      .map((one) => (one === part ? `${name}=${from + step * (index + 1)}` : one))
      .join('&'),
  }));
}

/** The step of a number that the query of the first page lacks. */
function firstStep(value: string, pageLength: number): number {
  if (value === '1' || value === '2') return 1;
  return Number(value) === pageLength ? pageLength : 0;
}

const COUNT = /^\d{1,9}$/;

/** Returns the elements of a page; `null` if the body is not an array. */
export function elementsOf(received: Received): readonly Json[] | null {
  return received.body.kind === 'json' && Array.isArray(received.body.value)
    ? (received.body.value as readonly Json[])
    : null;
}

/** Returns the objects among the elements. */
export function objectsIn(elements: readonly Json[]): readonly JsonObject[] {
  return elements.filter((element) => isObject(element));
}

/** Turns a link target into a call on the same collection, whatever host and base path it names. */
function withTarget(base: Call, target: string): Call | null {
  const [whole = ''] = target.split('#');
  const [path = '', query = ''] = [
    whole.replace(/\?.*$/, ''),
    whole.includes('?') ? whole.slice(whole.indexOf('?') + 1) : '',
  ];
  if (query !== '') return { ...base, query };
  const at = path.lastIndexOf(`${base.path}/`);
  return at < 0 ? null : { ...base, path: path.slice(at), query: '' };
}
