// Queries over recorded interactions, in memory while a mock runs or in a file. All archives behave
// alike; one test suite covers all.

import type { Filter } from './filter/filter.ts';
import type { Latency } from './interaction/latency.ts';
import type { Annotation, Recorded, Unnumbered } from './interaction/recorded.ts';
import type { Row } from './interaction/row.ts';

export interface Archive {
  /** The place: `memory`, or the name of the file without its folders. */
  readonly place: string;
  totals(): Promise<Totals>;
  /** Returns the numbers of all interactions that match, oldest first. */
  search(filter: Filter, options?: SearchOptions): Promise<Matches>;
  /** Returns the rows of the list for those numbers that exist, in the order given. */
  rows(seqs: readonly number[]): Promise<readonly Row[]>;
  /** Returns one interaction with its annotation. */
  find(seq: number): Promise<FoundInteraction | null>;
  /** Returns the response times by operation of the interactions that match. */
  latency(filter: Filter): Promise<readonly Latency[]>;
  /** Replaces tags and note. `false` if there is no such interaction. */
  annotate(seq: number, annotation: Annotation): Promise<boolean>;
  /** Calls back soon after changes, at most ten times a second, until the result is called. */
  follow(onChange: (totals: Totals) => void): () => void;
  close(): Promise<void>;
}

export interface FoundInteraction {
  readonly recorded: Recorded;
  readonly annotation: Annotation;
}

/** A destination of interactions. */
export interface Sink {
  /** Adds one and returns its number. Never waits or throws: without room it counts as dropped. */
  add(recorded: Unnumbered): number;
}

export interface Totals {
  /** How many interactions there have been. */
  readonly total: number;
  /** The oldest and the newest that are kept; 0 if there is none. */
  readonly oldest: number;
  readonly newest: number;
  /** How many were dropped because they came faster than they could be written. */
  readonly dropped: number;
}

export interface SearchOptions {
  /** Only numbers above this one: those added since. */
  readonly after?: number;
  /** How many numbers are given at most, the newest ones: 1,000,000. */
  readonly limit?: number;
}

/** Maximum number of results of a search. */
export const SEQS_MAX = 1_000_000;

export interface Matches {
  /** Oldest first. */
  readonly seqs: Int32Array;
  /** Whether there are more, which are older. */
  readonly isCut: boolean;
}
