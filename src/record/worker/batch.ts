// The messages from the thread that forwards to the thread that judges: the beginning and end of
// each request, in that order, and all bodies in one buffer. Plain data.

import type { HeldExchange, RawFields, RequestFate, RequestHead } from '../proxy/watch.ts';

export interface Batch {
  readonly events: readonly BatchEvent[];
  /** The bodies of the ended requests, one after the other: first the request, then the reply. */
  readonly bytes: ArrayBuffer;
}

export type BatchEvent = RequestBegun | StreamOpened | RequestEnded;

/** A request has begun. Every one is sent: it may change what another one sees. */
export interface RequestBegun {
  readonly kind: 'begun';
  /** Its number among all requests of this process. */
  readonly id: number;
  readonly head: RequestHead;
  readonly fate: RequestFate;
}

/** The reply is an event stream, or both sides went over to WebSocket: it may take hours. */
export interface StreamOpened {
  readonly kind: 'opened';
  readonly id: number;
}

export interface RequestEnded {
  readonly kind: 'ended';
  readonly id: number;
  /** When the request began and ended, in milliseconds since 1970. */
  readonly at: number;
  readonly endedAt: number;
  readonly elapsedMs: number;
  /** From the whole request to the head of the reply; `null` if no reply came. */
  readonly firstByteMs: number | null;
  /** `null` if no reply came. */
  readonly status: number | null;
  readonly fields: RawFields;
  readonly trouble: string | null;
  /** What breakpoints did; absent if they did nothing. */
  readonly held?: Omit<HeldExchange, 'heldMs'>;
  readonly sent: BodyPortion;
  readonly answered: BodyPortion;
  /** `unjudged` if too much was waiting: the bodies are not kept then. */
  readonly care: 'judged' | 'unjudged';
}

/** The size of a body, and how many bytes of it are in the batch. */
export interface BodyPortion {
  readonly bytes: number;
  readonly kept: number;
  /** For a stream, where each piece ended and when it came after the request: in turn. */
  readonly marks: readonly number[];
}

/** What has passed of a stream that is still open: as if it had ended now. */
export interface OpenStream {
  readonly head: RequestHead;
  readonly ended: RequestEnded;
  /** Both bodies, as in a batch. */
  readonly bytes: ArrayBuffer;
}
