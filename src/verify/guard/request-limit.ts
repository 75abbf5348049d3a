// How many requests a run may send before it leaves what is not tried.

export class RequestLimit {
  /** `Infinity` without a limit. */
  private readonly max: number;
  private readonly sent: () => number;

  constructor(max: number, sent: () => number) {
    this.max = max;
    this.sent = sent;
  }

  /** How many are left; below 0 if more were sent, for nothing is cut short that was begun. */
  get left(): number {
    return this.max - this.sent();
  }

  /** Whether as many more requests are within the limit. */
  isRoomFor(requests: number): boolean {
    return this.left > requests;
  }
}

/** Why something was not tried. */
export const NO_REQUESTS_LEFT =
  'the requests that the run may send were used up (--max-requests allows more)';
