// How a limit of requests is told: in the fields of the draft "RateLimit header fields for HTTP" of
// the IETF (draft-ietf-httpapi-ratelimit- headers), or in the older ones whose names begin with X.

import type { RuledHeader } from '../ruling/ruling.ts';
import { NO_HEADERS, type Scene } from './scene.ts';

/** The window of a limit, in seconds. */
const WINDOW_SECONDS = 60;

/**
 * Gives the fields that tell how many requests are left; none where there is no limit, or nobody is
 * to be told.
 */
export function limitHeaders(scene: Scene): readonly RuledHeader[] {
  const { value: form, by } = scene.decisions['limit.headers'];
  const most = scene.decisions['limit.requests'].value;
  if (form === 'none' || most === 0) return NO_HEADERS;
  const { calls, secondsLeft } = scene.book.draw.traffic();
  const left = Math.max(0, most - calls);
  const fields: readonly (readonly [string, string])[] =
    form === 'ratelimit'
      ? [
          ['ratelimit-policy', `"default";q=${most};w=${WINDOW_SECONDS}`],
          ['ratelimit', `"default";r=${left};t=${secondsLeft}`],
        ]
      : [
          ['x-ratelimit-limit', String(most)],
          ['x-ratelimit-remaining', String(left)],
          ['x-ratelimit-reset', String(secondsLeft)],
        ];
  return fields.map(([name, value]) => ({ name, value, by }));
}

/** The same fields by name, for pages of other origins. */
export function exposedLimits(scene: Scene): readonly string[] {
  switch (scene.decisions['limit.headers'].value) {
    case 'none':
      return [];
    case 'ratelimit':
      return ['RateLimit', 'RateLimit-Policy'];
    case 'x-ratelimit':
      return ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
  }
}
