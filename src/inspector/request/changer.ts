// Who changes something, as a proxy in front says it. For the audit alone: it opens nothing.

import type { InternalCall } from '../../http/server/internal-routes.ts';
import { header } from '../../model/message/call.ts';

/** The fields of oauth2-proxy and of others, in the order in which they count. */
const FIELDS = [
  'x-forwarded-email',
  'x-auth-request-email',
  'x-forwarded-user',
  'x-auth-request-user',
];
const CHARS_MAX = 200;

/** Returns who sent a call; `null` if nothing says so. */
export function changerOf({ headers }: InternalCall): string | null {
  for (const field of FIELDS) {
    const name = header(headers, field);
    if (name !== undefined && /^[\x20-\x7e]+$/.test(name)) return name.slice(0, CHARS_MAX);
  }
  return null;
}
