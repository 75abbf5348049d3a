// What of an answer arrives where a fault is done to it. Whoever sends it and whoever records it
// ask here, so that they agree.

import { utf8Bytes } from '../../base/hash.ts';
import type { Reply } from './call.ts';
import type { WireFault } from './delivery.ts';

/**
 * Gives the fault that an answer to a call by `method` can have; `null` for none. Where no body is
 * sent there is nothing to cut or to spoil, so the connection is closed without a byte, and nothing
 * to send in pieces, so it is sent as ever.
 */
export function faultOf(reply: Reply, method: string): WireFault | null {
  const fault = reply.delivery?.fault ?? null;
  if (fault === null || fault.kind === 'reset' || fault.kind === 'empty' || hasBody(reply, method))
    return fault;
  return fault.kind === 'drip' ? null : { kind: 'empty' };
}

/**
 * Says whether an answer to a call by `method` is sent with at least one byte of body (RFC 9110
 * section 6.4.1).
 */
export function hasBody({ status, body }: Reply, method: string): boolean {
  if (method === 'HEAD' || status === 204 || status === 304) return false;
  return body.kind === 'pieces' || (body.kind === 'text' && body.text !== '');
}

/**
 * Gives the beginning of a text, of half its bytes in UTF-8 or, where that would cut a character, a
 * little less.
 */
export function halfOf(text: string): string {
  return text.slice(0, encoder.encodeInto(text, new Uint8Array(utf8Bytes(text) >> 1)).read);
}

const encoder = new TextEncoder();
