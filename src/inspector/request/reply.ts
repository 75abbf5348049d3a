// The kinds of replies of the API.

import { type Json, jsonText } from '../../base/json.ts';
import type { InternalReply } from '../../http/server/internal-routes.ts';
import { problemTitles } from '../../model/problems/problem.ts';

/** No reply may be cached, sniffed for another type, or read by other origins. */
const SAFE = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/** Answers with JSON. `value` must hold nothing but JSON, as the types of `wire.ts` do. */
export function json(value: unknown, status = 200): InternalReply {
  const headers = { ...SAFE, 'content-type': 'application/json' };
  return { status, headers, body: jsonText(value) };
}

/** Answers with problem details (RFC 9457). */
export function problem(
  status: number,
  title: string,
  detail: string,
  more: Readonly<Record<string, Json>> = {},
): InternalReply {
  const reply = json({ type: 'about:blank', title, status, detail, ...more }, status);
  return { ...reply, headers: { ...SAFE, 'content-type': 'application/problem+json' } };
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

/** Answers a call by another method than the `allowed` ones. */
export function notAllowed(method: string, allowed: string): InternalReply {
  const remedy = `${method} is not offered. Allowed: ${allowed}.`;
  const { headers, ...refused } = problem(405, 'The method is not allowed', remedy);
  return { ...refused, headers: { ...headers, allow: allowed } };
}

/** Answers a change of rows that cannot be kept. */
export function unkept(why: string): InternalReply {
  return problem(507, problemTitles.unkept, why);
}

/** Answers a call about what only a mock has: `rows`, `worlds`. */
export function noMock(what: string): InternalReply {
  const remedy = 'No mock is running here. "standin serve" starts one.';
  return problem(409, `There are no ${what}`, remedy);
}

export function missing(what: string, remedy: string): InternalReply {
  return problem(404, `There is no such ${what}`, remedy);
}
