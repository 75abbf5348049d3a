// How many random walks each budget has, and how long they are.

import type { Budget } from './law.ts';

/** The number of walks, and of steps in each. */
export interface WalkSize {
  readonly walks: number;
  readonly steps: number;
}

/** A walk of 6 steps takes some 18 requests: the laws of a standard run leave time for two. */
export const WALKS: Readonly<Record<Budget, WalkSize>> = {
  quick: { walks: 0, steps: 0 },
  standard: { walks: 2, steps: 6 },
  thorough: { walks: 12, steps: 25 },
};

/** About how many requests a step takes. */
export const REQUESTS_A_STEP = 2.5;
