// Queries of json-server 0.17: a=x, a.b=x, a_gte=1, q=x, _sort and _order, _page, _start, _end and
// _limit. Not supported: names with brackets other than a[]=x. relations.ts reads _embed and _expand.

import { gather, readPairs } from './pairs.ts';
import type { Condition, Query, ReadQuery, RecordRange, SortKey, ValueTest } from './query.ts';
import { findPatternFlaw } from './regex-filter.ts';

/** Reads a query string. A `_like` needs a regular expression that matches in bounded time. */
export function readJsonServer0(text: string): ReadQuery {
  const given = gather(
    readPairs(text).map(([name, value]) => [name.replace(/\[\d*\]$/, ''), value]),
  );
  for (const [name, values] of given) {
    if (!name.endsWith('_like')) continue;
    for (const pattern of values) {
      const flaw = findPatternFlaw(pattern);
      if (flaw !== null)
        return {
          kind: 'flawed',
          detail: `${name}: ${JSON.stringify(pattern)} ${flaw.message}`,
          remedy: flaw.remedy,
        };
    }
  }
  const query: Query = {
    where: whereOf(given),
    sort: sortOf(given),
    collation: 'code-units',
    cut: cutOf(given),
  };
  return { kind: 'query', query };
}

type Given = ReadonlyMap<string, readonly string[]>;

/** Parameters that are not filters. */
const RESERVED = new Set([
  'q',
  '_page',
  '_start',
  '_end',
  '_sort',
  '_order',
  '_limit',
  '_embed',
  '_expand',
  'callback',
  '_',
]);

/** Returns whether a parameter can have an effect: filters on members that no item has are ignored. */
export function readsParameter0(name: string, isMember: (name: string) => boolean): boolean {
  const bare = name.replace(/\[\d*\]$/, '');
  if (RESERVED.has(bare)) return true;
  const [, path = bare] = SUFFIXED.exec(bare) ?? [];
  return [bare, path].some((one) => isMember(one.split('.', 1)[0] ?? ''));
}

function whereOf(given: Given): Condition {
  const searched = given.get('q')?.[0] ?? '';
  const filters = [...given]
    .filter(([name]) => !RESERVED.has(name))
    .map(([name, values]) => filterOf(name, values));
  return { kind: 'all', of: [...(searched === '' ? [] : [anywhere(searched)]), ...filters] };
}

function anywhere(text: string): Condition {
  return { kind: 'anywhere', text: text.toLowerCase() };
}

const SUFFIXED = /^(.*)_(gte|lte|ne|like)$/s;

function filterOf(name: string, values: readonly string[]): Condition {
  const [, path = name, suffix] = SUFFIXED.exec(name) ?? [];
  return {
    kind: 'field',
    path,
    test: testOf(suffix, values),
    counts: suffix === undefined ? 'known' : 'always',
  };
}

function testOf(suffix: string | undefined, values: readonly string[]): ValueTest {
  switch (suffix) {
    case 'gte':
      return { op: '>=', operands: values };
    case 'lte':
      return { op: '<=', operands: values };
    case 'ne':
      return { op: 'is-not', operands: [...values, null] };
    case 'like':
      return { op: 'like', patterns: values };
    default:
      return { op: 'is', operands: values };
  }
}

function sortOf(given: Given): readonly SortKey[] {
  const paths = given.get('_sort')?.join() ?? '';
  if (paths === '') return [];
  const orders = (given.get('_order')?.join() ?? '').toLowerCase().split(',');
  return paths
    .split(',')
    .map((path, index) => ({ path, direction: orders[index] === 'desc' ? 'down' : 'up' }));
}

function cutOf(given: Given): RecordRange {
  const [page, end, limit] = ['_page', '_end', '_limit'].map(
    (name) => given.get(name)?.join() ?? '',
  );
  const start = wholeOf(given.get('_start')?.join() ?? '');
  if (page) {
    const number = wholeOf(page);
    return { kind: 'page', page: number >= 1 ? number : 1, size: wholeOf(limit ?? '') || 10 };
  }
  if (end) return { kind: 'slice', start, end: wholeOf(end) };
  if (limit) return { kind: 'slice', start, end: start + wholeOf(limit) };
  return { kind: 'whole' };
}

/** Returns the whole number that a text starts with; 0 if there is none. */
function wholeOf(text: string): number {
  const number = Number.parseInt(text, 10);
  return Number.isNaN(number) ? 0 : number;
}
