// The newest recorded interactions, in memory: for the proxy, `verify` and HAR files.

import type { Sink } from '../archive.ts';
import { cutBodies, RECORDED_BODY_BYTES_MAX } from '../interaction/cut-body.ts';
import type { Recorded, RecordedBody, Unnumbered } from '../interaction/recorded.ts';
import { Ring } from './ring.ts';

/** How many interactions are kept. */
export const RING_INTERACTIONS_MAX = 5_000;
/** How many characters of bodies are kept, in all interactions together. */
export const RING_CHARS_MAX = 67_108_864;

export interface RingBounds {
  readonly interactionsMax?: number;
  readonly charsMax?: number;
  /** How many bytes of each body are kept. */
  readonly bodyBytesMax?: number;
}

/** The newest recorded interactions. The oldest make room. */
export class RecordedRing extends Ring<Recorded> implements Sink {
  private readonly bodyBytesMax: number;

  constructor(bounds: RingBounds = {}) {
    const {
      interactionsMax = RING_INTERACTIONS_MAX,
      charsMax = RING_CHARS_MAX,
      bodyBytesMax = RECORDED_BODY_BYTES_MAX,
    } = bounds;
    super(interactionsMax, charsMax);
    this.bodyBytesMax = bodyBytesMax;
  }

  /** Adds an interaction and returns its number. */
  add(recorded: Unnumbered): number {
    const seq = this.upcoming;
    const kept: Recorded = { ...cutBodies(recorded, this.bodyBytesMax), seq };
    this.push(kept, charsOf(kept));
    return seq;
  }
}

function charsOf({ request, reply, mock, original }: Recorded): number {
  return [request, reply, mock, original].reduce(
    (sum, side) => sum + (side === null ? 0 : charsOfBody(side.body)),
    0,
  );
}

function charsOfBody(body: RecordedBody): number {
  return body.kind === 'text' ? body.text.length : body.kind === 'bytes' ? body.base64.length : 0;
}
