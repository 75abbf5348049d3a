// The time of one run. The caller provides the clock, so that tests need not wait.

export interface ClockOptions {
  /** The time in milliseconds. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** When the run must be done, in the milliseconds of `now`. */
  readonly deadline: number;
}

export class Clock {
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  private readonly deadline: number;

  constructor({ now, wait, deadline }: ClockOptions) {
    this.now = now;
    this.wait = wait;
    this.deadline = deadline;
  }

  /** Whether something that takes this long would end before the deadline. */
  isTimeLeft(ms: number): boolean {
    return this.now() + ms < this.deadline;
  }
}

/** Why something was not tried. */
export const NO_TIME_LEFT = 'no time was left';
