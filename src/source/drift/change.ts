// What changed between two versions of a document, and what it means for its clients.

import type { Pointer } from '../../base/pointer.ts';

/**
 * `breaking`: a client that was right before may fail now. `compatible`: a client may do or get more,
 * and needs no change. `neutral`: only words changed.
 */
export type DriftVerdict = 'breaking' | 'compatible' | 'neutral';

/** One change. */
export interface Change {
  readonly verdict: DriftVerdict;
  /** `in requests: the member "name" is required now`. */
  readonly message: string;
  /** The place in the older version; `null` if it has none. With the file, if it is another one. */
  readonly from: Pointer | null;
  /** The place in the newer version; `null` if it has none. */
  readonly to: Pointer | null;
  /** The operations that it concerns: `GET /users`. Empty if it concerns all. */
  readonly operations: readonly string[];
}

/**
 * What a schema describes: what a client sends and gets, or what the service sends to a client of
 * itself (webhooks and callbacks), and gets from it.
 */
export type Direction = 'request' | 'answer' | 'event' | 'reply';

/** Whether a client sends it. */
export function isSent(direction: Direction): boolean {
  return direction === 'request' || direction === 'reply';
}

/** How the values that are allowed changed: fewer, more, or others. */
export type Reach = 'narrower' | 'wider' | 'other';

/** Fewer values break what sends them, more values what gets them. */
export function verdictOn(reach: Reach, direction: Direction): DriftVerdict {
  if (reach === 'other') return 'breaking';
  return (reach === 'narrower') === isSent(direction) ? 'breaking' : 'compatible';
}
