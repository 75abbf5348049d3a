// How a reply reaches the client if it is not sent at once and whole. Data only: the server carries
// it out after the call has changed the state.

/** A fault of a reply on the wire. The state is as if it had arrived. */
export type WireFault =
  /** The connection is reset (RST) before the first byte of the reply. */
  | { readonly kind: 'reset' }
  /** The connection is closed before the first byte of the reply. */
  | { readonly kind: 'empty' }
  /** The header announces the whole body; half of it is sent, then the connection is closed. */
  | { readonly kind: 'truncate' }
  /** The body is sent in small pieces over that many milliseconds. */
  | { readonly kind: 'drip'; readonly overMs: number }
  /** The body is sent chunked, with an invalid chunk in the middle (RFC 9112 section 7.1). */
  | { readonly kind: 'malformed' };

export const wireFaults = [
  'reset',
  'empty',
  'truncate',
  'drip',
  'malformed',
] as const satisfies readonly WireFault['kind'][];

export interface Delivery {
  /** Delay before the first byte, in milliseconds; 0 for none. At most `DELAY_MS_MAX`. */
  readonly delayMs: number;
  readonly fault: WireFault | null;
  /** Whether a breakpoint may hold it first. */
  readonly isHeld?: true;
}

/** What the client got in place of a reply that was held, and what was done, in a clause. */
export interface HeldChange<Reply> {
  /** `null` if the reply was sent as it was. */
  readonly sent: Reply | null;
  readonly note: string;
}

/**
 * The fate of a delayed reply, if it was not simply sent. It was never sent if the connection ended
 * first, through the client or because the listener closed. Over HTTP/1.1 a client that leaves
 * first looks like one that has only closed its sending side and waits for the reply (RFC 9112
 * section 9.6): that reply was sent, and may not have arrived.
 */
export type DeliveryFate = 'sent-half-closed' | 'client-gone' | 'closed';

/** Maximum delay of a reply, in milliseconds. */
export const DELAY_MS_MAX = 60_000;
