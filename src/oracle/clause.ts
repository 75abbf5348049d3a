// Finds the clause of the specification that a finding breaks. The contract lists the clauses; the
// engine only says what the finding is about.

import type { Contract } from '../contract/contract.ts';
import type { Kind } from '../contract/operation-kinds.ts';

/** What a clause can be about; `elements` are those of the list, `methods` their meaning. */
export type ClauseSubject = Kind | 'item' | 'elements' | 'json' | 'methods';

/**
 * Returns the clause about something. If the contract has no clause of its own for it, returns the
 * clause of the operation whose answer shows it: the list for elements, otherwise `shownBy`.
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
