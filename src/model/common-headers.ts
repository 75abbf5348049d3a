// Headers of every answer, whatever it is: the version of the interface, and what pages of other origins need.

import type { Route } from '../contract/route.ts';
import { header } from './call.ts';
import { allowedMethods } from './gates.ts';
import type { RuledHeader } from './ruling.ts';
import { NO_HEADERS, type Scene } from './scene.ts';

/** Headers of every answer: the version of the interface, and what lets pages of other origins read it. */
export function commonHeaders(scene: Scene, route: Route | null): readonly RuledHeader[] {
  const version = scene.decisions['version.header'];
  const origin = header(scene.call.headers, 'origin');
  if (version.value === 'none' && origin === undefined) return NO_HEADERS;
  const headers: RuledHeader[] = [];
  if (version.value !== 'none') headers.push({ name: version.value, value: INTERFACE_VERSION, by: version.by });
  if (origin !== undefined) headers.push(...corsHeaders(scene, route, origin));
  return headers;
}

const INTERFACE_VERSION = '1';

function corsHeaders(scene: Scene, route: Route | null, origin: string): readonly RuledHeader[] {
  const { value: rule, by } = scene.decisions['cors.origin'];
  if (rule === 'none') return NO_HEADERS;
  const headers: [string, string][] = [['access-control-allow-origin', rule === 'any' ? '*' : origin]];
  if (rule === 'reflect') headers.push(['access-control-allow-credentials', 'true'], ['vary', 'Origin']);
  const asked = header(scene.call.headers, 'access-control-request-headers');
  if (scene.call.method === 'OPTIONS' && header(scene.call.headers, 'access-control-request-method') !== undefined) {
    headers.push(['access-control-allow-methods', route === null ? 'GET' : allowedMethods(scene, route).join(', ')]);
    if (asked !== undefined) headers.push(['access-control-allow-headers', asked]);
    headers.push(['access-control-max-age', '600']);
  } else {
    headers.push(['access-control-expose-headers', EXPOSED]);
  }
  return headers.map(([name, value]) => ({ name, value, by }));
}

const EXPOSED = 'Location, ETag, Allow, Accept-Patch, Retry-After, WWW-Authenticate, API-Version, Standin-Decided-By';
