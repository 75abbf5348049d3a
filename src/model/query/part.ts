// The part of a list that a query asks for, by the pages of its contract, and the way to the next
// ones. A cursor is the place of the last item in the order of its collection, so that it leads to
// what comes after that item, whatever was written meanwhile. Keeps nothing.

import type { Paging } from '../../contract/envelopes/pages.ts';
import type { Collection, CollectionPage, StoredRecord } from '../state/state.ts';
import type { Selected } from './page.ts';

/** The items that are cut. */
export interface WholeList {
  /** Those of the path, and all that have their order. */
  readonly rows: Collection;
  readonly all: Collection;
  readonly order: CollectionPage['order'];
  /** Those that a filter selects; `null` if there is none. */
  readonly matches: Selected | null;
  /** Whether the matches are in another order. */
  readonly isSorted: boolean;
}

export interface ListPart {
  readonly records: readonly StoredRecord[];
  readonly total: number;
  readonly offset: number;
  readonly size: number;
  /** What the query parameter holds for other parts; absent if there is no such part. */
  readonly leads: Readonly<Partial<Record<Relation, string>>>;
  /** Whether there are more items in the direction of the request, if that is backwards. */
  readonly more?: boolean;
}

/** Other parts of a list, as `Link` names them. */
export type Relation = 'first' | 'prev' | 'next' | 'last';

/** Returns the part; `null` if the query has a cursor that no page of the list showed. */
export function partOf(list: WholeList, paging: Paging, query: URLSearchParams): ListPart | null {
  const asked = (name: string | undefined, least: number): number | null => {
    const text = name === undefined ? null : query.get(name);
    const value = text === null || text.trim() === '' ? Number.NaN : Number(text);
    return Number.isInteger(value) && value >= least ? value : null;
  };
  const skip = skipAsked(paging, query);
  const asks = asked(skip === null ? paging.size : skip.size, 1);
  const size = Math.min(asks ?? paging.usual, paging.most);
  const cut = (offset: number): Omit<ListPart, 'leads'> => ({
    records: slice(list, offset, size),
    total: list.matches?.length ?? list.rows.size,
    offset,
    size,
  });
  if (paging.by === 'size') return { ...cut(0), leads: {} };
  if (paging.by === 'cursor' || paging.by === 'after') {
    const isId = paging.by === 'after';
    const placeAfter = (text: string): number | null => {
      const slot = isId ? (list.all.find(text)?.slot ?? 'none') : slotIn(text);
      return slot === 'none' ? null : offsetAfter(list, slot);
    };
    const last = (paging.before === undefined ? null : query.get(paging.before)) ?? '';
    if (last !== '') {
      const end = placeAfter(last);
      const start = end === null ? null : Math.max(0, end - 1 - size);
      if (end === null || start === null) return null;
      return {
        ...cut(start),
        records: slice(list, start, end - 1 - start),
        leads: {},
        more: start > 0,
      };
    }
    const cursor = query.get(paging.parameter) ?? '';
    const start = cursor === '' ? 0 : placeAfter(cursor);
    if (start === null) return null;
    const part = cut(start);
    return { ...part, leads: leadsAfter(list, part, isId ? keyOf : cursorOf) };
  }
  if (skip !== null) {
    const part = cut(asked(skip.parameter, 0) ?? 0);
    return { ...part, leads: countedLeads(part, { by: 'offset', first: 0 }) };
  }
  const { first } = paging;
  const counted = (asked(paging.parameter, first) ?? first) - first;
  const part = cut(paging.by === 'page' ? counted * size : counted);
  return { ...part, leads: countedLeads(part, paging) };
}

/** The parameters that skip items, if a request sends them and names no page. */
export function skipAsked(
  paging: Paging,
  query: URLSearchParams,
): NonNullable<Paging['skip']> | null {
  const { parameter, size, skip } = paging;
  if (skip === undefined || query.has(parameter)) return null;
  const asks =
    query.has(skip.parameter) ||
    (skip.size !== undefined && skip.size !== size && query.has(skip.size));
  return asks ? skip : null;
}

function slice({ rows, order, matches }: WholeList, offset: number, count: number): StoredRecord[] {
  if (matches !== null) return matches.slice(offset, offset + count);
  const records: StoredRecord[] = [];
  rows.visit({ offset, count, order }, (record) => records.push(record));
  return records;
}

function leadsAfter(
  { all }: WholeList,
  { records, offset, total }: Omit<ListPart, 'leads'>,
  nameOf: (all: Collection, last: StoredRecord) => string,
): ListPart['leads'] {
  const last = records.at(-1);
  if (last === undefined || offset + records.length >= total) return {};
  return { next: nameOf(all, last) };
}

function keyOf(_: Collection, { key }: StoredRecord): string {
  return key;
}

function cursorOf(all: Collection, last: StoredRecord): string {
  return btoa(`${CURSOR}${slotOf(all, last)}`).replaceAll('=', '');
}

const CURSOR = 'after:';

function slotIn(cursor: string): number | 'none' {
  try {
    const [, slot] = /^after:(\d{1,10})$/.exec(atob(cursor)) ?? [];
    return slot === undefined ? 'none' : Number(slot);
  } catch {
    return 'none';
  }
}

/** The place of an item in the order of all; parts of a collection count their own. */
function slotOf(all: Collection, { key }: StoredRecord): number {
  return all.find(key)?.slot ?? 0;
}

/**
 * How many items of the list come up to a place, which need not have an item any more unless the list
 * is sorted: then `null`.
 */
function offsetAfter(list: WholeList, slot: number): number | null {
  if (list.isSorted) {
    const place = slice(list, 0, list.matches?.length ?? 0).findIndex(
      (one) => slotOf(list.all, one) === slot,
    );
    return place < 0 ? null : place + 1;
  }
  const isBefore = (at: number): boolean => {
    const [record] = slice(list, at, 1);
    if (record === undefined) return false;
    const other = slotOf(list.all, record);
    return list.order === 'oldest-first' ? other <= slot : other >= slot;
  };
  let [low, high] = [0, list.matches?.length ?? list.rows.size];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function countedLeads(
  { offset, size, total }: Omit<ListPart, 'leads'>,
  { by, first }: Pick<Paging, 'by' | 'first'>,
): ListPart['leads'] {
  const at = (start: number): string => String(by === 'page' ? first + start / size : start);
  const end = Math.max(0, Math.ceil(total / size) - 1) * size;
  return {
    first: at(0),
    ...(offset > 0 ? { prev: at(Math.max(0, Math.min(offset - size, end))) } : {}),
    ...(offset + size < total ? { next: at(offset + size) } : {}),
    last: at(end),
  };
}
