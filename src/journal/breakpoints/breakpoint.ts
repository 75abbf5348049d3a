// A breakpoint as data: which messages it holds.

import type { HoldSide } from '../../base/hold.ts';

export interface Breakpoint {
  readonly id: number;
  readonly on: HoldSide;
  /** As written; empty for every call. */
  readonly filter: string;
}
