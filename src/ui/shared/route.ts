// Where the page is, as the part of its address behind the `#`: whatever can be seen can be linked
// to. Knows nothing of what is shown.

import { useEffect, useState } from 'preact/hooks';
import { percentDecode } from '../../base/percent.ts';

export interface PageRoute {
  /** `#/i/123` is `['i', '123']`. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** Reads the part of an address behind the `#`; what is badly encoded stays as it is. */
export function parseRoute(hash: string): PageRoute {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s);
  return {
    path: path.split('/').filter(Boolean).map(percentDecode),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** Writes a route; members of the query that are empty or absent are left out. */
export function formatRoute(
  path: readonly string[],
  query: Readonly<Record<string, string | null>> = {},
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value) search.set(name, value.toWellFormed());
  const text = search.toString().replaceAll('%2F', '/').replaceAll('%3A', ':');
  return `#/${path.map((step) => encodeURIComponent(step.toWellFormed())).join('/')}${text === '' ? '' : `?${text}`}`;
}

/** Goes to a route. `replace` leaves no step in the history of the browser. */
export function go(route: string, how: 'push' | 'replace'): void {
  if (route === location.hash) return;
  if (how === 'push') history.pushState(null, '', route);
  else history.replaceState(null, '', route);
  dispatchEvent(new Event('hashchange'));
}

export function useRoute(): PageRoute {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const follow = () => setRoute(parseRoute(location.hash));
    addEventListener('hashchange', follow);
    addEventListener('popstate', follow);
    return () => {
      removeEventListener('hashchange', follow);
      removeEventListener('popstate', follow);
    };
  }, []);
  return route;
}
