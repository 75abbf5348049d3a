// The clause of the specification that a finding names. The contract knows them; the engine only
// says what it is about.

import type { Contract } from '../contract/contract.ts';
import type { Kind } from '../contract/operation-kinds.ts';

/**
 * What a clause may be about: an operation, an item, the list and its elements, JSON, the meaning
 * of the methods.
 */
export type ClauseSubject = Kind | 'item' | 'elements' | 'json' | 'methods';

/**
 * Gives the clause that is about something. Where the contract names none of its own, it is that of
 * the operation nearest to it: the one whose answer shows it, which is `read` where nothing else is
 * said; for elements it is the list.
 */
export function clauseOf(contract: Contract, about: ClauseSubject, shownBy: Kind = 'read'): string {
  switch (about) {
    case 'item':
    case 'elements':
    case 'json':
    case 'methods':
      return contract.clauses[about] ?? clauseOf(contract, about === 'elements' ? 'list' : shownBy);
    default:
      return contract.operations[about]?.source ?? contract.title;
  }
}
