// What the table of choices holds of one choice. What a row leaves out is filled in once, so that
// every reader finds the same members.

import type { Kind } from './operation-kinds.ts';

export type Option = string | number | boolean;

/**
 * What a choice affects. `answer`: how an answer looks, no more. `success`: whether a call is
 * granted, and perhaps what it stores. `effect`: what a granted call stores, or which of two
 * refusals a call gets. `surroundings`: what happens before and after the rules of an operation
 * (credentials, limits, caches, who may write, how ids are drawn); `verify` learns and compares it
 * alone.
 */
export type Affects = 'answer' | 'success' | 'effect' | 'surroundings';

/**
 * How a choice varies under `--undefined vary`. `call`: a service may do one thing now and another
 * the next time, and no client may mind. `run`: a service does the same all the time, but nobody
 * knows what. `fixed`: it is a feature that somebody asks for, a limit, or without it nothing could
 * be tried.
 */
export type Variation = 'call' | 'run' | 'fixed';

/** One thing that a specification may leave open, with the options there are. */
export interface Choice<O extends Option = Option> {
  /** What is chosen. */
  readonly what: string;
  readonly options: readonly O[];
  readonly default: NoInfer<O>;
  /** Why this is the default. */
  readonly why: string;
  /** The standard that speaks of it, where one does. */
  readonly rfc: string | null;
  readonly affects: Affects;
  /**
   * The option by which `verify` and `record` rule on calls; `null` if they look for it, or if it
   * changes nothing for them.
   */
  readonly assumed: NoInfer<O> | null;
  readonly varies: Variation;
  /** `service` if it is decided before it is known which contract a call is about. */
  readonly scope: 'contract' | 'service';
  /** The operation that shows it; `null` for the one that its key names, or else reading. */
  readonly operation: Kind | null;
  /** Why `verify` and `learn` do not try it, and so cannot assert it; `null` if they do. */
  readonly unprobed: string | null;
  /** Why it may remain unseen although it was tried. */
  readonly unseen: string;
}

type Filled = 'rfc' | 'assumed' | 'scope' | 'operation' | 'unprobed' | 'unseen';

/** One row of the table. */
export type ChoiceRow<O extends Option> = Omit<Choice<O>, Filled> &
  Partial<Pick<Choice<O>, Filled>>;

/** Fills what a row leaves out. */
export function choice<const O extends Option>(row: ChoiceRow<O>): Choice<O> {
  return {
    rfc: null,
    assumed: null,
    scope: 'contract',
    operation: null,
    unprobed: null,
    unseen: 'no request of the run shows it',
    ...row,
  };
}
