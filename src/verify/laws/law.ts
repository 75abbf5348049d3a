// A law: what any correct service keeps to, by name, with the moves that try it.

import type { Kind } from '../../contract/operation-kinds.ts';
import type { About } from '../../oracle/clause.ts';
import type { Move } from '../move.ts';
import type { ItemFactory } from '../session/item-factory.ts';

export interface Law {
  /** In kebab-case. */
  readonly name: string;
  /** The operation that it is about, for the coverage. */
  readonly operation: Kind;
  /** What it says nothing without, besides its operation and what makes items. */
  readonly needs?: readonly Kind[];
  /** The clause that it rests on, where it is not the one of its operation. */
  readonly about?: About;
  /** What any correct service does, in a sentence. */
  readonly meaning: string;
  /** `quick` laws are in every budget. */
  readonly budget: 'quick' | 'standard';
  readonly moves: (make: ItemFactory) => readonly Move[];
  /** What can be tried of it where nothing may be written; absent where that is nothing. */
  readonly reading?: readonly Move[];
}

/** Declares a law. */
export function defineLaw(law: Law): Law {
  return law;
}
