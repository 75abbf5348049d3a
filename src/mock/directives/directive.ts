// What a client or an override asks for in addition to the call: another reply, a delay, a fault. A
// header field applies to one call, an override to many.

import type { Kind } from '../../contract/operation-kinds.ts';
import type { WireFault } from '../../model/message/delivery.ts';

/** Changes to the reply of the rule book. `null` changes nothing. */
export interface Directive {
  /** The status to answer with, before any effect: 200 to 599. */
  readonly code: number | null;
  /** The name of an example of the contract. */
  readonly example: string | null;
  /** A body made from the schema in place of the stored one. */
  readonly dynamic: boolean | null;
  /** The seed of a generated body. */
  readonly seed: string | null;
  readonly delay: Delay | null;
  readonly fault: WireFault | null;
}

export type Delay =
  | { readonly kind: 'fixed'; readonly ms: number }
  | { readonly kind: 'range'; readonly fromMs: number; readonly toMs: number }
  /** Half of the delays are shorter; `sigma` is the standard deviation of the logarithm. */
  | { readonly kind: 'lognormal'; readonly medianMs: number; readonly sigma: number };

/** A directive for the calls that match, or for a number or a share of them. */
export interface Override {
  /** A number, counted from 1 in one run of the mock. */
  readonly id: number;
  readonly on: CallMatch;
  /** How many more matching calls it answers; `null` for all. */
  readonly times: number | null;
  /** The share of matching calls that it answers: above 0, at most 1. */
  readonly rate: number;
  readonly does: Directive;
}

/** Which calls match; `null` matches every one. */
export interface CallMatch {
  readonly resource: string | null;
  readonly operation: Kind | null;
  readonly method: string | null;
  /** A path as sent, in which `*` matches anything within one segment. */
  readonly path: string | null;
  readonly world: string | null;
}
