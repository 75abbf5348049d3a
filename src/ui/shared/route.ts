// The location within the page, as the part of the address after the `#`: every view has a link.
// Does not know what is shown.

import { useEffect, useState } from 'preact/hooks';
import { percentDecode } from '../../base/percent.ts';

export interface PageRoute {
  /** `#/i/123` is `['i', '123']`. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** Reads the part of an address after the `#`. Badly encoded parts stay unchanged. */
export function parseRoute(hash: string): PageRoute {
  const [path = '', query = ''] = hash.replace(/^#?\/?/, '').split(/\?(.*)/s);
  return {
    path: path.split('/').filter(Boolean).map(percentDecode),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

/** Writes a route. Omits empty or absent members of the query. */
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

/** Goes to a route. `replace` adds no step to the history of the browser. */
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
    follow(); // The address may have changed since the first drawing.
    return () => {
      removeEventListener('hashchange', follow);
      removeEventListener('popstate', follow);
    };
  }, []);
  return route;
}
