// What can be asked of recorded interactions, wherever they are kept: in memory while a mock runs,
// or in a file. Every archive behaves the same; one suite of tests holds for all.

import type { Filter } from './filter/filter.ts';
import type { Latency } from './interaction/latency.ts';
import type { Annotation, Recorded, Unnumbered } from './interaction/recorded.ts';
import type { Row } from './interaction/row.ts';

export interface Archive {
  /** Where it is: `memory`, or the name of the file without its folders. */
  readonly place: string;
  totals(): Promise<Totals>;
  /** Gives the numbers of all interactions that match, oldest first. */
  search(filter: Filter, options?: SearchOptions): Promise<Matches>;
  /**
   * Gives the lines of the list for some numbers, in the order asked for; those that are not there
   * are left out.
   */
  rows(seqs: readonly number[]): Promise<readonly Row[]>;
  /** Gives one interaction with what was added to it. */
  find(
    seq: number,
  ): Promise<{ readonly recorded: Recorded; readonly annotation: Annotation } | null>;
  /** Gives the time that answers took, by operation, of what matches. */
  latency(filter: Filter): Promise<readonly Latency[]>;
  /**
   * Adds tags and a note, in place of those that were there. `false` where there is no such
   * interaction.
   */
  annotate(seq: number, annotation: Annotation): Promise<boolean>;
  /** Calls back soon after interactions came in, at most ten times a second. Gives how to stop. */
  follow(onChange: (totals: Totals) => void): () => void;
  close(): Promise<void>;
}

/** Where interactions go to. */
export interface Sink {
  /**
   * Takes one in and gives its number. Never waits and never throws: where there is no room it is
   * counted as dropped.
   */
  add(recorded: Unnumbered): number;
}

export interface Totals {
  /** How many interactions there have been. */
  readonly total: number;
  /** The oldest and the newest that are kept; 0 where there is none. */
  readonly oldest: number;
  readonly newest: number;
  /** How many were not kept because they came faster than they could be written. */
  readonly dropped: number;
}

export interface SearchOptions {
  /** Only numbers above this one: what came since. */
  readonly after?: number;
  /** How many numbers are given at most, the newest ones: 1,000,000. */
  readonly limit?: number;
}

/** How many numbers a search gives at most. */
export const SEQS_MAX = 1_000_000;

export interface Matches {
  /** Oldest first. */
  readonly seqs: Int32Array;
  /** Whether there are more, which are older. */
  readonly isCut: boolean;
}
