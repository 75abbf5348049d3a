// Conventions for lists in pages, each with the way in which the client learns that there is more.

import type { StoredUser } from '../../service.ts';

export interface Page {
  readonly users: readonly StoredUser[];
  readonly headers: Readonly<Record<string, string>>;
  /** 200 if absent. */
  readonly status?: number;
}

/**
 * Cuts a page out of the ordered list. `listUrl` is the absolute address of the list, without a
 * query.
 */
export type Pager = (users: readonly StoredUser[], query: URLSearchParams, listUrl: string) => Page;

function whole(text: string | null, least: number, otherwise: number): number {
  const value = text === null ? Number.NaN : Number(text);
  return Number.isSafeInteger(value) && value >= least ? value : otherwise;
}

/** `?page=2`, and a `Link` with rel="next" as long as there is a next page. */
export function byPage(size: number): Pager {
  return (users, query, listUrl) => {
    const page = whole(query.get('page'), 1, 1);
    const hasNext = page * size < users.length;
    return {
      users: users.slice((page - 1) * size, page * size),
      headers: hasNext ? { Link: `<${listUrl}?page=${page + 1}>; rel="next"` } : {},
    };
  };
}

/**
 * As `byPage`, with 206 for a page that is not the whole list, and the link relative and without
 * quotation marks.
 */
export function byPartialPage(size: number): Pager {
  return (users, query, listUrl) => {
    const page = whole(query.get('page'), 1, 1);
    const links = [
      ...(page > 1 ? [`<${new URL(listUrl).pathname}?page=${page - 1}>; rel=prev`] : []),
      ...(page * size < users.length
        ? [`<${new URL(listUrl).pathname}?page=${page + 1}>; rel=next`]
        : []),
    ];
    return {
      users: users.slice((page - 1) * size, page * size),
      headers: links.length > 0 ? { Link: links.join(', ') } : {},
      ...(links.length > 0 ? { status: 206 } : {}),
    };
  };
}

/** `?_page=2&_limit=10` as json-server has it, with four links and the total. */
export function byUnderscorePage(size: number): Pager {
  return (users, query, listUrl) => {
    const page = whole(query.get('_page'), 1, 1);
    const limit = whole(query.get('_limit'), 1, size);
    const last = Math.max(1, Math.ceil(users.length / limit));
    const link = (to: number, rel: string): string =>
      `<${listUrl}?_page=${to}&_limit=${limit}>; rel="${rel}"`;
    const links = [
      link(1, 'first'),
      ...(page > 1 ? [link(page - 1, 'prev')] : []),
      ...(page < last ? [link(page + 1, 'next')] : []),
      link(last, 'last'),
    ];
    return {
      users: users.slice((page - 1) * limit, page * limit),
      headers: { Link: links.join(', '), 'X-Total-Count': String(users.length) },
    };
  };
}

/** `?offset=10&limit=10`; only the total shows that there is more. */
export function byOffset(size: number): Pager {
  return (users, query) => {
    const offset = whole(query.get('offset'), 0, 0);
    const limit = Math.min(100, whole(query.get('limit'), 1, size));
    return {
      users: users.slice(offset, offset + limit),
      headers: { 'X-Total-Count': String(users.length) },
    };
  };
}

/**
 * `?cursor=...`, which is opaque and known from the `Link` alone; the list is in the order of the
 * ids.
 */
export function byCursor(size: number): Pager {
  return (users, query, listUrl) => {
    const cursor = query.get('cursor');
    const after =
      cursor === null
        ? Number.NEGATIVE_INFINITY
        : Number(Buffer.from(cursor, 'base64url').toString());
    const rest = users
      .toSorted((one, other) => one.id - other.id)
      .filter((user) => user.id > after);
    const page = rest.slice(0, size);
    const last = page.at(-1);
    if (last === undefined || page.length === rest.length) return { users: page, headers: {} };
    const next = Buffer.from(String(last.id)).toString('base64url');
    return { users: page, headers: { Link: `<${listUrl}?cursor=${next}>; rel="next"` } };
  };
}
