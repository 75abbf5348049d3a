// What the bed says about a correct service beyond its name: what a run has to be patient with.

import type { Correct } from '../service.ts';

/** A correct service, with what makes it harder to run or to compare than others. */
export interface CorrectService extends Correct {
  /** Each reply takes 300 ms. */
  readonly slow?: true;
  /**
   * Others add, change and remove foreign users while it runs, so that its bystanders are never at
   * rest.
   */
  readonly busy?: true;
  /** Answers nobody else until a connection ends. */
  readonly oneConnection?: true;
  /** Takes 50 requests a second and answers the others with `Retry-After`. */
  readonly limited?: true;
  /** The fields of a new user that it takes; it fills in the others. All if absent. */
  readonly takes?: readonly string[];
  /** What it stores of the fields that are sent; as they are sent if absent. */
  readonly stored?: (sent: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** The fields that PUT changes; all if absent. */
  readonly changes?: readonly string[];
  /** Does not hold the users that it is given at its start. */
  readonly empty?: true;
}
