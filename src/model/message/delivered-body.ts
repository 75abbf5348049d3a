// The part of a reply that arrives despite a fault. Sender and recorder ask here, so they agree.

import { utf8Bytes } from '../../base/hash.ts';
import type { Reply } from './call.ts';
import type { WireFault } from './delivery.ts';

/**
 * Returns the fault that applies to a reply to `method`; `null` for none. Without a body there is
 * nothing to truncate or corrupt, so the connection closes without a byte; and nothing to send in
 * pieces, so it is sent as usual.
 */
export function faultOf(reply: Reply, method: string): WireFault | null {
  const fault = reply.delivery?.fault ?? null;
  if (fault === null || fault.kind === 'reset' || fault.kind === 'empty' || hasBody(reply, method))
    return fault;
  return fault.kind === 'drip' ? null : { kind: 'empty' };
}

/** Tells whether a reply to `method` has at least one byte of body (RFC 9110 section 6.4.1). */
export function hasBody({ status, body }: Reply, method: string): boolean {
  if (method === 'HEAD' || status === 204 || status === 304) return false;
  return body.kind === 'pieces' || (body.kind === 'text' && body.text !== '');
}

/** Returns the first half of a text in UTF-8 bytes, or slightly less to keep characters whole. */
export function halfOf(text: string): string {
  return text.slice(0, encoder.encodeInto(text, new Uint8Array(utf8Bytes(text) >> 1)).read);
}

const encoder = new TextEncoder();
