// A law: something that every correct service does, with the moves that test it.

import type { Contract } from '../../contract/contract.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { ClauseSubject } from '../../oracle/clause.ts';
import type { Move } from '../move.ts';
import type { ItemFactory } from '../session/item-factory.ts';

/** How much a run tries, the least first: each budget has the laws of those before it. */
export const budgets = ['quick', 'standard', 'thorough'] as const;
export type Budget = (typeof budgets)[number];

export interface Law {
  /** In kebab-case. */
  readonly name: string;
  /** The name that it had in older versions; absent if it had the same. */
  readonly formerly?: string;
  /** The operation that the law counts for in reports. */
  readonly operation: Kind;
  /** Whether the law needs no operation on items; absent if it does. */
  readonly isAlone?: boolean;
  /** Whether `reading` tests the law also where a path has a single item; absent if not. */
  readonly isOfOne?: boolean;
  /**
   * `write-actions`: only if you said so, and after all else. `second-user`: only if the run has the
   * credentials of one. Absent if it is always tried.
   */
  readonly asked?: 'write-actions' | 'second-user';
  /** Operations that the law needs in addition to its own and those that create items. */
  readonly needs?: readonly Kind[];
  /** What the law is about, if its clause is not the one of its operation. */
  readonly about?: ClauseSubject;
  /** What every correct service does, in a sentence. */
  readonly meaning: string;
  /** The smallest budget that the law is part of. */
  readonly budget: Budget;
  /** About how many requests it sends (docs/numbers.md); absent if they are few. */
  readonly requests?: number;
  /**
   * Whether no other machine may write to the collection meanwhile: the law writes to ids that it
   * has given up, leaves invalid items for a while, or compares the whole list. Absent if others may.
   */
  readonly isExclusive?: boolean;
  /**
   * The name of what the law has in common with others: one machine tries all of them, and compares
   * what it has seen. Absent if it has nothing.
   */
  readonly group?: string;
  /** Whether other laws find more once this one has shown what the service fills in. */
  readonly teaches?: boolean;
  readonly moves: (make: ItemFactory) => readonly Move[];
  /** Shorter moves for a law that is tried side by side with others, and can use their items. */
  readonly beside?: (make: ItemFactory) => readonly Move[];
  /** On a slow service, before the others: what shows only if nothing else goes on. */
  readonly quiet?: (make: ItemFactory) => readonly Move[];
  /** The moves for a run that only reads; absent if there are none. */
  readonly reading?: readonly Move[];
  /** The moves for a run that may write and cannot make items; absent if there are none. */
  readonly itemless?: readonly Move[];
  /**
   * Whether a contract gives the law anything to try; absent if every contract does. `credentials`
   * are the names of the header fields of the run that hold some.
   */
  readonly applies?: (contract: Contract, credentials: readonly string[]) => boolean;
}

/** Declares a law, `quick` if it does not say otherwise. */
export function defineLaw(law: Omit<Law, 'budget'> & Partial<Pick<Law, 'budget'>>): Law {
  return { budget: 'quick', ...law };
}
