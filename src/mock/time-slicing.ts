// Long work in slices: one slice to a turn of the event loop, whoever's work it is, so that calls
// that need none of it are answered in between. Knows no timers but the one that it is given.

/** How long a slice is, in milliseconds. */
export const SLICE_MS = 5;

export interface TimeSlicing {
  /** Resolves when some work is done; rejects with what it throws. */
  run(work: Generator<undefined, void>): Promise<void>;
}

export interface Turn {
  /** Calls back once everybody else had a turn, as `setImmediate` does. */
  readonly later: (turn: () => void) => void;
  /** Milliseconds that have passed since any moment. */
  readonly now: () => number;
}

interface Job {
  readonly work: Generator<undefined, void>;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Makes what does work in slices, the jobs in turns. */
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

/** Works for one slice. Says whether nothing is left to do. */
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
