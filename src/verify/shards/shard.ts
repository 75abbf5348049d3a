// What one machine of several verifies, and what it tells. Data alone.

import type { Report } from '../report.ts';

/** One part of a run that is shared out: part `index` of `count`, from 1 on. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** In how many parts a run can be shared out. */
export const SHARDS_MAX = 1_000;

/** What one machine of several found out, of which `merge` makes the reports of the whole. */
export interface ShardReport {
  /** The version of Standin. */
  readonly version: string;
  readonly shard: Shard;
  /**
   * The whole set: how its contracts are called, in order, and what stands for all that they say.
   */
  readonly set: { readonly resources: readonly string[]; readonly digest: string };
  /** What else must be the same in all parts, as it is told: `budget` is `quick`. */
  readonly terms: Readonly<Record<string, string>>;
  /** The contracts that were this part's, in the order of the set. */
  readonly own: readonly string[];
  /** `stopped`: somebody ended it before all of them had been tried. */
  readonly end: 'whole' | 'stopped';
  /** One for each contract that was tried. */
  readonly parts: readonly ShardPart[];
}

export interface ShardPart {
  readonly report: Report;
  /** Why the service could not be judged at all; `null` where there is more to tell than that. */
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly remedy: string;
  } | null;
}
