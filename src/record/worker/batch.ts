// What the thread that forwards tells the thread that judges: requests as they begin and end, in
// that order, and their bodies in one piece. Plain data, posted as it is.

import type { RawFields, RequestFate, RequestHead } from '../proxy/watch.ts';

export interface Batch {
  readonly events: readonly (RequestBegun | RequestEnded)[];
  /**
   * The bodies of those that ended, one behind the other: what was sent, then what was answered.
   */
  readonly bytes: ArrayBuffer;
}

/**
 * A request is under way. Told of each one: also one that is not over may have changed what another
 * one sees.
 */
export interface RequestBegun {
  readonly kind: 'begun';
  /** Its number among all requests of this process. */
  readonly id: number;
  readonly head: RequestHead;
  readonly fate: RequestFate;
}

export interface RequestEnded {
  readonly kind: 'ended';
  readonly id: number;
  /** When the request began and ended, in milliseconds since 1970. */
  readonly at: number;
  readonly endedAt: number;
  readonly elapsedMs: number;
  /** `null` where nothing came back. */
  readonly status: number | null;
  readonly fields: RawFields;
  readonly trouble: string | null;
  readonly sent: BodyPortion;
  readonly answered: BodyPortion;
  /** `unjudged` where too much was on its way already: nothing of the bodies is kept then. */
  readonly care: 'judged' | 'unjudged';
}

/** Of a body of so many bytes, so many are in the batch. */
export interface BodyPortion {
  readonly bytes: number;
  readonly kept: number;
}
