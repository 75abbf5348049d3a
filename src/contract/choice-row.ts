// One row of the table of choices. What a row omits is filled in once, the same for all readers.

import type { Kind } from './operation-kinds.ts';

export type Option = string | number | boolean;

/**
 * What a choice affects. `answer`: only the look of the reply. `success`: whether a call succeeds,
 * and perhaps what it stores. `effect`: what a successful call stores, or which of two refusals a
 * call gets. `surroundings`: what happens before and after the rules of an operation (credentials,
 * limits, caches, write access, the choice of ids); `verify` only learns and compares it.
 */
export type Affects = 'answer' | 'success' | 'effect' | 'surroundings';

/**
 * How a choice varies under `--undefined vary`. `call`: from call to call, which no client may
 * notice. `run`: a service always does the same, but clients cannot know what. `fixed`: never,
 * because someone must ask for the feature, because it is a limit, or because nothing could be
 * tried without it.
 */
export type Variation = 'call' | 'run' | 'fixed';

/**
 * What is special about a call that tries a service: `plain` if the call is valid, `other` if its
 * outcome shows no choice.
 */
export type Trial =
  | 'plain'
  | 'other'
  | 'unknown-id'
  | 'malformed-id'
  | 'removed-id'
  | 'replace-removed'
  | 'remove-removed'
  | 'nowhere'
  | 'slash'
  | 'root'
  | 'disallowed'
  | 'parameters'
  | 'accept'
  | 'media-type'
  | 'malformed'
  | 'duplicate-key'
  | 'wrong-type'
  | 'missing-member'
  | 'wrong-format'
  | 'beyond-bounds'
  | 'not-unique'
  | 'unknown-reference'
  | 'taken-id'
  | 'reused-key'
  | 'not-modified'
  | 'stale'
  | 'bare';

/** What a trial shows: the status of its refusal, or the option if it is refused or granted. */
export type Shown<O extends Option> = 'status' | { readonly refused?: O; readonly granted?: O };

/** A decision that a specification may leave open. */
export interface Choice<O extends Option = Option> {
  /** The question, without a full stop. */
  readonly what: string;
  readonly options: readonly [O, ...O[]];
  readonly default: NoInfer<O>;
  /** Why this is the default. */
  readonly why: string;
  /** The standard that covers it, if one does. */
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
  /** The trials that show it. */
  readonly shownBy: Readonly<Partial<Record<Trial, Shown<NoInfer<O>>>>>;
  /** Why it may remain unseen although it was tried. */
  readonly unseen: string;
  /**
   * The refusals that settle it: if a contract specifies the outcome of one of them for one of these
   * operations, the service must refuse there, so this option applies; `null` if none does.
   */
  readonly settledBy: SettledBy<NoInfer<O>> | null;
}

/** A refusal that settles a choice, for a contract that specifies it. */
export interface SettledBy<O extends Option = Option> {
  readonly situation: string;
  readonly option: O;
  /** The operations that the refusal is of: one of them suffices. */
  readonly kinds: readonly Kind[];
}

type RowRequired = 'what' | 'options' | 'why';

/** One row of the table. `choice` says what it means to leave out a member. */
export type ChoiceRow<O extends Option> = Pick<Choice<O>, RowRequired> &
  Partial<Omit<Choice<O>, RowRequired>>;

/** Fills what a row leaves out. The default is the first option; most rows affect the answer. */
export function choice<const O extends Option>(row: ChoiceRow<O>): Choice<O> {
  const { affects = 'answer' } = row;
  return {
    default: row.options[0],
    rfc: null,
    affects,
    assumed: null,
    varies: affects === 'answer' ? 'call' : 'run',
    scope: 'contract',
    operation: null,
    unprobed: null,
    shownBy: {},
    unseen: 'no request of the run shows it',
    settledBy: null,
    ...row,
  };
}
