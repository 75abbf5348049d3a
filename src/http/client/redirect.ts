// The target of a redirect, if it may be followed. Never on another origin.

import { header } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';

/** How many redirections of one call are followed. */
export const REDIRECTS_MAX = 3;

/**
 * Returns the target (path and query) of a redirect that may be followed with the same request;
 * otherwise `null`. A write is followed only if the last path segment stays the same (`/users/7` to
 * `/v2/users/7` or `/users/7/`): permission to write one item does not extend to another.
 */
export function redirection(
  origin: string,
  method: string,
  target: string,
  received: Received,
): string | null {
  const location = header(received.headers, 'location');
  const isSafe = method === 'GET' || method === 'HEAD';
  if (location === undefined || !(isSafe ? SAFE : AS_IT_IS).has(received.status)) return null;
  // The target is appended to the origin as text: otherwise `//other/path` would name another host.
  const base = origin + target;
  if (!URL.canParse(location, base)) return null;
  const to = new URL(location, base);
  if (to.origin !== origin) return null;
  if (!isSafe && lastStep(to.pathname) !== lastStep(target.replace(/\?.*/s, ''))) return null;
  return to.pathname + to.search;
}

const SAFE: ReadonlySet<number> = new Set([301, 302, 307, 308]);
/** Those that keep the method of a write, and its body (RFC 9110 sections 15.4.8 and 15.4.9). */
const AS_IT_IS: ReadonlySet<number> = new Set([307, 308]);

function lastStep(path: string): string {
  return path.replace(/\/+$/, '').replace(/^.*\//, '');
}
