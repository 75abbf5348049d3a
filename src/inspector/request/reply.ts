// The kinds of replies of the API.

import type { Json } from '../../base/json.ts';
import type { InternalReply } from '../../http/server/internal-routes.ts';

/** No reply may be cached, sniffed for another type, or read by other origins. */
const SAFE = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** Answers with JSON. `value` must hold nothing but JSON, as the types of `wire.ts` do. */
export function json(value: unknown, status = 200): InternalReply {
  return {
    status,
    headers: { ...SAFE, 'content-type': 'application/json' },
    body: JSON.stringify(value),
  };
}

/** Answers with problem details (RFC 9457). */
export function problem(
  status: number,
  title: string,
  detail: string,
  more: Readonly<Record<string, Json>> = {},
): InternalReply {
  const value = { type: 'about:blank', title, status, detail, ...more };
  return {
    status,
    headers: { ...SAFE, 'content-type': 'application/problem+json' },
    body: JSON.stringify(value),
  };
}

export function bytes(value: Uint8Array, headers: Readonly<Record<string, string>>): InternalReply {
  return {
    status: 200,
    headers: { ...SAFE, 'content-type': 'application/octet-stream', ...headers },
    body: value,
  };
}

/** Answers with a file to save, never shown in place. */
export function download(name: string, type: string, body: InternalReply['body']): InternalReply {
  const headers = {
    'content-type': type,
    'content-disposition': `attachment; filename="${name.replaceAll(/[^\w.-]+/g, '-')}"`,
    'content-security-policy': "default-src 'none'; sandbox",
  };
  return { status: 200, headers: { ...SAFE, ...headers }, body };
}

/**
 * Answers with a report, for a frame of the page. The sandbox keeps it from running scripts, from
 * sending forms and from being of the origin that serves it.
 */
export function reportPage(html: string, policy: string): InternalReply {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `${policy}; frame-ancestors 'self'; sandbox`,
    'referrer-policy': 'no-referrer',
  };
  return { status: 200, headers: { ...SAFE, ...headers }, body: html };
}

export function done(): InternalReply {
  return { status: 204, headers: SAFE, body: null };
}

export function missing(what: string, remedy: string): InternalReply {
  return problem(404, `There is no such ${what}`, remedy);
}
