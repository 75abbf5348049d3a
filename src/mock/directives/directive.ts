// What is asked of the mock beside the call: another answer, a delay, a fault. A header field asks
// for one call, an override for many.

import type { Kind } from '../../contract/operation-kinds.ts';
import type { WireFault } from '../../model/message/delivery.ts';

/**
 * What is done in place of, or to, the answer that the rule book gives. What is `null` is left as
 * it is.
 */
export interface Directive {
  /** The status to answer with, before any effect: 200 to 599. */
  readonly code: number | null;
  /** The name of an example of the contract. */
  readonly example: string | null;
  /** A body made from the schema in place of the stored one. */
  readonly dynamic: boolean | null;
  /** Of what is made. */
  readonly seed: string | null;
  readonly delay: Delay | null;
  readonly fault: WireFault | null;
}

export type Delay =
  | { readonly kind: 'fixed'; readonly ms: number }
  | { readonly kind: 'range'; readonly fromMs: number; readonly toMs: number }
  /**
   * Half of the delays are shorter than the median; `sigma` is the standard deviation of the
   * logarithm.
   */
  | { readonly kind: 'lognormal'; readonly medianMs: number; readonly sigma: number };

/** A directive for the calls that match: for so many of them, or a share of them. */
export interface Override {
  /** Counts from 1 in one run of the mock. */
  readonly id: number;
  readonly on: CallMatch;
  /** How many matching calls it still answers; `null` for all. */
  readonly times: number | null;
  /** The share of matching calls that it answers: above 0, at most 1. */
  readonly rate: number;
  readonly does: Directive;
}

/** Which calls are meant; what is `null` matches every one. */
export interface CallMatch {
  readonly resource: string | null;
  readonly operation: Kind | null;
  readonly method: string | null;
  /** A path as sent, in which `*` stands for anything within one step. */
  readonly path: string | null;
  readonly world: string | null;
}
