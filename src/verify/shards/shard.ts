// What one machine of several verifies, and what it reports. Data only.

import type { Report } from '../report.ts';

/** One part of a distributed run: part `index` of `count`, from 1 on. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** The maximum number of parts. */
export const SHARDS_MAX = 1_000;

/** The result of one machine; `merge` combines all of them into one report. */
export interface ShardReport {
  /** The version of Standin. */
  readonly version: string;
  readonly shard: Shard;
  readonly set: ShardSet;
  /** What else must be the same in all parts, as reported: `budget` is `quick`. */
  readonly terms: Readonly<Record<string, string>>;
  /** The contracts of this part, in the order of the set. */
  readonly own: readonly string[];
  /** `stopped`: the user ended it before all contracts were tried. */
  readonly end: 'whole' | 'stopped';
  /** One for each contract that was tried. */
  readonly parts: readonly ShardPart[];
}

/** What all parts together verify. */
export interface ShardSet {
  /** The names of the contracts, in order. */
  readonly resources: readonly string[];
  /** Of the content of the contracts, schemas and pacts. */
  readonly digest: string;
  /** The statuses of each operation of the document; empty if the contracts come from no document. */
  readonly taken: readonly { readonly statuses: readonly string[] }[];
}

export interface ShardPart {
  readonly report: Report;
  /** Why the service could not be judged at all; else `null`. */
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly remedy: string;
  } | null;
}
