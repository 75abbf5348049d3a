// What a call to the API has changed, in one line for the audit: the call itself, as its sender wrote
// it. Rows are left out, for they may hold anything.

import type { InternalCall } from '../../http/server/internal-routes.ts';
import { header } from '../../model/message/call.ts';

/** The resources whose changes are noted, and whether with the body. */
const NOTED: Readonly<Record<string, 'with-body' | 'without'>> = {
  overrides: 'with-body',
  settings: 'with-body',
  breakpoints: 'with-body',
  worlds: 'with-body',
  snapshots: 'without',
  reset: 'without',
  data: 'without',
};

const CHARS_MAX = 500;

/** Returns what a call has changed that was not refused; `null` if that is not noted. */
export function changeIn(
  { method, path, query, body, headers }: InternalCall,
  resource: string,
): string | null {
  const how = NOTED[resource];
  if (how === undefined || method === 'GET' || method === 'HEAD') return null;
  const target = path.replace(/^\/__standin\/(?:api\/)?/, '') + (query === '' ? '' : `?${query}`);
  const world = header(headers, 'standin-world');
  const inWorld = world === undefined ? '' : ` in ${world}`;
  const isTold = how === 'with-body' && body !== null && body !== '';
  const more = isTold ? ` ${body.replace(/\s+/g, ' ')}` : '';
  return `${method} ${target}${inWorld}${more}`.slice(0, CHARS_MAX);
}
