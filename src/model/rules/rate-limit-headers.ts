// Header fields of a rate limit: those of the IETF draft "RateLimit header fields for HTTP"
// (draft-ietf-httpapi-ratelimit-headers), or the older ones with the prefix X.

import type { RuledHeader } from '../ruling/ruling.ts';
import { NO_HEADERS, type Scene } from './scene.ts';

/** Window of a limit, in seconds. */
const WINDOW_SECONDS = 60;

/** Returns the fields with the requests left; none without a limit, or if a choice omits them. */
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

/** The names of the fields, for pages of other origins. */
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
