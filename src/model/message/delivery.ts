// How an answer reaches the client where it is not sent at once and whole. Data alone: whoever
// holds the connection does it, and what the call did to the state is done by then.

/** What happens to an answer on the wire. The state is as if it had arrived. */
export type WireFault =
  /** The connection is reset (RST) before a byte is answered. */
  | { readonly kind: 'reset' }
  /** The connection is closed before a byte is answered. */
  | { readonly kind: 'empty' }
  /** The header says how long the body is; half of it comes, and the connection is closed. */
  | { readonly kind: 'truncate' }
  /** The body comes in small pieces over so many milliseconds. */
  | { readonly kind: 'drip'; readonly overMs: number }
  /**
   * The body is sent chunked, and in the middle stands a chunk that is none (RFC 9112 section 7.1).
   */
  | { readonly kind: 'malformed' };

export const wireFaults = [
  'reset',
  'empty',
  'truncate',
  'drip',
  'malformed',
] as const satisfies readonly WireFault['kind'][];

export interface Delivery {
  /**
   * How long to wait before the first byte, in milliseconds; 0 for not at all. At most
   * `DELAY_MS_MAX`.
   */
  readonly delayMs: number;
  readonly fault: WireFault | null;
}

/**
 * What became of an answer that was held back, where it was not simply sent. It was never sent
 * where the connection ended before: by the client, or because the listener was closed. Over
 * HTTP/1.1 a client that goes away looks for a while like one that has only closed its side and
 * waits for the answer (RFC 9112 section 9.6): that one was sent, and nobody knows whether it came.
 */
export type DeliveryFate = 'sent-half-closed' | 'client-gone' | 'closed';

/** How long an answer may be held back, in milliseconds. */
export const DELAY_MS_MAX = 60_000;
