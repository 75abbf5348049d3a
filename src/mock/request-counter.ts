// Counts calls by the minute, for the choice `limit.requests`.

import type { Draw } from '../model/ids/ids.ts';

const MINUTE_MS = 60_000;

export interface RequestCounter {
  /** Takes the time of a call. */
  count(at: number): void;
  readonly look: Draw['traffic'];
}

/** Makes a counter of calls by a clock that gives milliseconds. */
export function createRequestCounter(now: () => number): RequestCounter {
  let began = Number.NEGATIVE_INFINITY;
  let calls = 0;
  return {
    count(at) {
      if (at - began >= MINUTE_MS || at < began) {
        began = at;
        calls = 0;
      }
      calls++;
    },
    look: () => ({
      calls,
      secondsLeft: Math.max(1, Math.ceil((began + MINUTE_MS - now()) / 1000)),
    }),
  };
}
