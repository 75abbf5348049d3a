// Reads a list whole, also one that comes in pages. How pages are asked for is not shown: it is
// taken from the service, or tried out.

import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { type Call, header } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';

/**
 * How the next page is asked for: by the link that the service gives, or by a query that counts
 * pages or elements.
 */
export type Pager =
  | { readonly kind: 'link' }
  | {
      readonly kind: 'query';
      readonly name: string;
      readonly counts: 'pages' | 'elements';
      readonly first: number;
    };

/** What one page brought; `null` in place of elements where it was no list. */
export interface Page {
  readonly received: Received;
  readonly elements: readonly Json[] | null;
}

/** How many pages of one list are read. */
export const PAGES_MAX = 200;

/** Conventions in use, the commonest first. */
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

/** Gives the call for the page after some; `null` where there is none. */
export function nextPage(pager: Pager, base: Call, pages: readonly Page[]): Call | null {
  const last = pages.at(-1);
  if (last?.elements == null || last.elements.length === 0 || pages.length >= PAGES_MAX)
    return null;
  if (pager.kind === 'link') {
    const target = linkTo('next', header(last.received.headers, 'link'));
    return target === null ? null : withTarget(base, target);
  }
  const seen = pages.reduce((sum, page) => sum + (page.elements?.length ?? 0), 0);
  const value = pager.counts === 'pages' ? pager.first + pages.length : pager.first + seen;
  return {
    ...base,
    query: `${encodeURIComponent(pager.name).replaceAll('%5B', '[').replaceAll('%5D', ']')}=${value}`,
  };
}

/** Gives the elements of a page. */
export function elementsOf(received: Received): readonly Json[] | null {
  return received.body.kind === 'json' && Array.isArray(received.body.value)
    ? (received.body.value as readonly Json[])
    : null;
}

/** Gives the objects among some elements. */
export function objectsIn(elements: readonly Json[]): readonly JsonObject[] {
  return elements.filter((element) => isObject(element));
}

/**
 * Reads the target of a link with a relation from the header Link (RFC 8288 section 3); links of
 * another context are left out.
 */
export function linkTo(relation: string, links: string | undefined): string | null {
  for (const [, target = '', parameters = ''] of (links ?? '').matchAll(LINK)) {
    const values = new Map<string, string>();
    for (const [, name = '', quoted, bare] of parameters.matchAll(PARAMETER)) {
      // The first one counts (RFC 8288 section 3.3).
      if (!values.has(name.toLowerCase()))
        values.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '');
    }
    const relations = (values.get('rel') ?? '').toLowerCase().split(/\s+/);
    if (relations.includes(relation) && !values.has('anchor')) return target;
  }
  return null;
}

const LINK = /<([^>]*)>((?:\s*;\s*[\w*-]+\s*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^\s;,"]+))?)*)/g;
const PARAMETER = /;\s*([\w*-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]+)))?/g;

/**
 * The target of a link as a call: of the same collection, whatever host and base path the service
 * names itself by.
 */
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
