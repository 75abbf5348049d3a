// Headers of every reply: media type, caching, version, rate limit, and access for other origins.

import type { Route } from '../../contract/route.ts';
import { header } from '../message/call.ts';
import { INTERFACE_VERSION } from '../message/credentials.ts';
import { mediaTypeOf } from '../ruling/render.ts';
import type { Ruled, RuledHeader, Ruling } from '../ruling/ruling.ts';
import { allowedMethods } from './preconditions.ts';
import { NO_HEADERS, type Scene } from './scene.ts';

/** Adds the headers of every reply, and the layout of the body. Those of the contract win. */
export function withCommonHeaders(scene: Scene, route: Route | null, ruling: Ruling): Ruling {
  const common = commonHeaders(scene, route, ruling);
  const format = scene.decisions['body.format'];
  if (common.length === 0 && format.value === 'compact') return ruling;
  const headers = common.filter((one) => one.name === 'vary' || !isShown(ruling, one.name));
  const whole = { ...ruling, headers: [...ruling.headers, ...headers] };
  // Bytes are sent as they are.
  return format.value === 'compact' || ruling.content.value.kind === 'bytes'
    ? whole
    : { ...whole, layout: { value: format.value, by: format.by } };
}

function isShown(ruling: Ruling, name: string): boolean {
  return ruling.headers.some((header) => header.name === name && header.by === 'contract');
}

/** Headers of every reply: media type, caching, version, limits, and access for other origins. */
function commonHeaders(scene: Scene, route: Route | null, ruling: Ruling): readonly RuledHeader[] {
  const { decisions, call } = scene;
  const version = decisions['version.header'];
  const limits = decisions['limit.headers'];
  const charset = decisions['content.charset'];
  const caching = decisions['cache.control'];
  const origin = header(call.headers, 'origin');
  const isBare =
    version.value === 'none' &&
    limits.value === 'none' &&
    charset.value === 'none' &&
    caching.value === 'none';
  if (isBare && origin === undefined) return NO_HEADERS;
  const headers: RuledHeader[] = [];
  if (charset.value !== 'none') headers.push(...typeHeaders(ruling, charset));
  // Replies to OPTIONS are not cached (RFC 9110 section 9.3.7).
  if (caching.value !== 'none' && call.method !== 'OPTIONS')
    headers.push(...NO_CACHE.map(([name, value]) => ({ name, value, by: caching.by })));
  if (version.value !== 'none')
    headers.push({ name: version.value, value: INTERFACE_VERSION, by: version.by });
  headers.push(...limitHeaders(scene));
  if (origin !== undefined) headers.push(...corsHeaders(scene, route, ruling, origin));
  return headers;
}

/** The three fields that tell caches of any age to revalidate. */
const NO_CACHE = [
  ['cache-control', 'no-cache'],
  ['pragma', 'no-cache'],
  ['expires', '-1'],
] as const;

function typeHeaders(
  { content: { value: content }, headers }: Ruling,
  { value, by }: Ruled<string>,
): readonly RuledHeader[] {
  if (content.kind === 'none' || headers.some((one) => one.name === 'content-type'))
    return NO_HEADERS;
  return [{ name: 'content-type', value: `${mediaTypeOf(content)}; charset=${value}`, by }];
}

function corsHeaders(
  scene: Scene,
  route: Route | null,
  ruling: Ruling,
  origin: string,
): readonly RuledHeader[] {
  const { value: rule, by } = scene.decisions['cors.origin'];
  if (rule === 'none') return NO_HEADERS;
  const headers: [string, string][] = [
    ['access-control-allow-origin', rule === 'any' ? '*' : origin],
  ];
  if (rule === 'reflect')
    headers.push(['access-control-allow-credentials', 'true'], ['vary', 'Origin']);
  const asked = header(scene.call.headers, 'access-control-request-headers');
  if (
    scene.call.method === 'OPTIONS' &&
    header(scene.call.headers, 'access-control-request-method') !== undefined
  ) {
    headers.push(['access-control-allow-methods', preflightMethods(scene, route, ruling)]);
    if (asked !== undefined) headers.push(['access-control-allow-headers', asked]);
    headers.push(['access-control-max-age', '600']);
  } else {
    headers.push(['access-control-expose-headers', [EXPOSED, ...exposedLimits(scene)].join(', ')]);
  }
  return headers.map(([name, value]) => ({ name, value, by }));
}

function preflightMethods(scene: Scene, route: Route | null, ruling: Ruling): string {
  if (scene.decisions['cors.preflight'].value === 'open') return EVERY_METHOD;
  if (route !== null) return allowedMethods(scene, route).join(', ');
  return ruling.headers.find(({ name }) => name === 'allow')?.value ?? 'GET';
}

const EVERY_METHOD = 'GET, HEAD, PUT, PATCH, POST, DELETE';
const EXPOSED = [
  'Location',
  'ETag',
  'X-Total-Count',
  'Link',
  'Allow',
  'Accept-Patch',
  'Retry-After',
  'WWW-Authenticate',
  'API-Version',
  'Preference-Applied',
  'Standin-Decided-By',
].join(', ');

/** Window of a limit, in seconds. */
const WINDOW_SECONDS = 60;

/**
 * Returns the fields with the requests left: those of the IETF draft "RateLimit header fields for HTTP"
 * (draft-ietf-httpapi-ratelimit-headers), or the older ones with the prefix X; none without a limit, or if a
 * choice omits them.
 */
function limitHeaders(scene: Scene): readonly RuledHeader[] {
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
function exposedLimits(scene: Scene): readonly string[] {
  switch (scene.decisions['limit.headers'].value) {
    case 'none':
      return [];
    case 'ratelimit':
      return ['RateLimit', 'RateLimit-Policy'];
    case 'x-ratelimit':
      return ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'];
  }
}
