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
export function changerOf(call: InternalCall): string | null {
  return saidNameOf(call) || null;
}

/**
 * Returns the name in the first field that a call has; `undefined` without any. Empty if that is no
 * name of one person: two names with a comma are that of a client, to which a proxy has added its own.
 * Then no other field counts, which a client might have sent.
 */
export function saidNameOf({ headers }: InternalCall): string | undefined {
  const name = FIELDS.map((field) => header(headers, field)).find((one) => one !== undefined);
  if (name === undefined) return undefined;
  return /^[\x20-\x2b\x2d-\x7e]+$/.test(name) && name.length <= CHARS_MAX ? name : '';
}
