// Runs long work in slices, one slice per turn of the event loop, so that other calls are answered
// in between. Uses only the timer that it is given.

/** Length of a slice in milliseconds. */
export const SLICE_MS = 5;

export interface TimeSlicing {
  /** Resolves when some work is done; rejects with what it throws. */
  run(work: Generator<undefined, void>): Promise<void>;
}

export interface Turn {
  /** Calls back after other work had a turn, as `setImmediate` does. */
  readonly later: (turn: () => void) => void;
  /** Milliseconds that have passed since any moment. */
  readonly now: () => number;
}

interface Job {
  readonly work: Generator<undefined, void>;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Creates a scheduler that runs its jobs in turn. */
export function createTimeSlicing({ later, now }: Turn): TimeSlicing {
  const jobs: Job[] = [];
  const turn = (): void => {
    const job = jobs.shift();
    if (job !== undefined && !isOver(job, now)) jobs.push(job);
    if (jobs.length > 0) later(turn);
  };
  return {
    run: (work) =>
      new Promise((done, failed) => {
        if (jobs.push({ work, done, failed }) === 1) later(turn);
      }),
  };
}

/** Runs one slice. Returns whether the job is over. */
function isOver({ work, done, failed }: Job, now: () => number): boolean {
  const end = now() + SLICE_MS;
  try {
    while (work.next().done !== true) if (now() >= end) return false;
    done();
  } catch (error) {
    failed(error);
  }
  return true;
}
