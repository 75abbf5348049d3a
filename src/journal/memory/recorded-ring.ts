// A ring in memory of recorded interactions, for the proxy and for `verify`: the newest ones within
// fixed bounds.

import type { Sink, Unnumbered } from '../archive.ts';
import { cutBodies, RECORDED_BODY_BYTES_MAX } from '../interaction/cut-body.ts';
import type { Recorded, RecordedBody } from '../interaction/recorded.ts';
import type { RingSource } from './ring-archive.ts';

/** How many interactions are kept. */
export const RING_INTERACTIONS_MAX = 5_000;
/** How many characters of bodies are kept, all interactions together. */
export const RING_CHARS_MAX = 67_108_864;

export interface RingBounds {
  readonly interactionsMax?: number;
  readonly charsMax?: number;
  /** How many bytes of each body are kept. */
  readonly bodyBytesMax?: number;
}

export class RecordedRing implements Sink, RingSource {
  oldest = 1;
  private next = 1;
  private chars = 0;
  private readonly ring = new Map<number, Recorded>();
  private readonly bounds: Required<RingBounds>;

  constructor(bounds: RingBounds = {}) {
    const {
      interactionsMax = RING_INTERACTIONS_MAX,
      charsMax = RING_CHARS_MAX,
      bodyBytesMax = RECORDED_BODY_BYTES_MAX,
    } = bounds;
    this.bounds = { interactionsMax, charsMax, bodyBytesMax };
  }

  get total(): number {
    return this.next - 1;
  }

  /** Takes an interaction in and gives its number. The oldest make room. */
  add(recorded: Unnumbered): number {
    const { interactionsMax, charsMax, bodyBytesMax } = this.bounds;
    const seq = this.next++;
    const kept: Recorded = { ...cutBodies(recorded, bodyBytesMax), seq };
    this.ring.set(seq, kept);
    this.chars += charsOf(kept);
    while ((this.ring.size > interactionsMax || this.chars > charsMax) && this.oldest < this.next)
      this.drop();
    return seq;
  }

  find(seq: number): Recorded | undefined {
    return this.ring.get(seq);
  }

  private drop(): void {
    const recorded = this.ring.get(this.oldest);
    if (recorded !== undefined) this.chars -= charsOf(recorded);
    this.ring.delete(this.oldest++);
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
